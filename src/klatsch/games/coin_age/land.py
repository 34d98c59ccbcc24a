"""A map drawn as land: sea, coast, coloured regions with patterns, borders, bridges, lava.

Nothing of it changes but what a space is called for those who don't see it. Every outline is written once, in the
definitions, and used for the coast, the land and its pattern.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

from klatsch.core.definition import View
from klatsch.drawing import Piece, element, group, label, stops
from klatsch.games.coin_age.coins import LETTERS
from klatsch.games.coin_age.geometry import Point, free_spot, soften, wobble
from klatsch.games.coin_age.maps import PATTERN_NAMES

SCALE = 6.4
WIDTH, HEIGHT = 640, 448
INK = "#4b3520"

# Patterns that tell regions apart without colour; drawn faintly over a region's tint.
PATTERN_SIZE = 14
PATTERNS = {
    "trees": element("path", d="M7,2 l4,7 h-8 z M7,9 v3", fill="none"),
    "dots": element("circle", cx=7, cy=7, r=1.8, stroke="none", fill=INK),
    "waves": element("path", d="M0,9 q3.5,-5 7,0 t7,0", fill="none"),
    "slant": element("path", d="M-2,16 L16,-2", fill="none"),
    "crosses": element("path", d="M7,3 v8 M3,7 h8", fill="none"),
    "peaks": element("path", d="M2,11 l5,-8 l5,8", fill="none"),
    "rings": element("circle", cx=7, cy=7, r=3.5, fill="none"),
    "rows": element("path", d="M0,7 h14", fill="none"),
    "columns": element("path", d="M7,0 v14", fill="none"),
    "backslant": element("path", d="M-2,-2 L16,16", fill="none"),
}
assert tuple(PATTERNS) == PATTERN_NAMES


def at(point: Sequence[float]) -> tuple[int, int]:
    """A point of the map in the drawing; whole numbers are fine enough."""
    return round(point[0] * SCALE), round(point[1] * SCALE)


def path(points: Sequence[Point]) -> str:
    """A smooth line round the middles of the given points. Relative, because that is short."""
    middles = [at(((x + points[i - 1][0]) / 2, (y + points[i - 1][1]) / 2)) for i, (x, y) in enumerate(points)]
    x, y = middles[0]
    parts = [f"M{x},{y}"]
    for point, end in zip(points, [*middles[1:], middles[0]], strict=True):
        bend = at(point)
        parts.append(f"q{bend[0] - x},{bend[1] - y} {end[0] - x},{end[1] - y}")
        x, y = end
    return "".join(parts) + "Z"


def line(points: Sequence[Point]) -> str:
    return "M" + "L".join("{},{}".format(*at(point)) for point in points)


def points_of(outline: list[list[float]]) -> list[Point]:
    return [(x, y) for x, y in outline]


# ── What never changes ────────────────────────────────────────────────────────────────────────────


def prefix(view: View) -> str:
    """What the ids of a map's outlines begin with: drawings of different maps may lie on one page."""
    key = view["map"]["key"] or format(crc32(outlines(view).encode()), "x")
    return f"ca-{key}"


def outlines(view: View) -> str:
    return json.dumps([space["outline"] for space in view["spaces"]])


def definitions(view: View) -> str:
    """Outlines, the patterns of the regions, the sea."""
    waves = element("path", d="M4,14q7,-7 14,0t14,0M40,40q7,-7 14,0t14,0", fill="none", stroke="#fff")
    return "".join(
        [
            still_outlines(prefix(view), outlines(view)),
            *map(pattern, sorted({region["pattern"] for region in view["regions"]})),
            element("pattern", waves, id="ca-waves", width=76, height=52, patternUnits="userSpaceOnUse"),
            element("radialGradient", stops("#fff4d6", "#f2b04a", "#e8743b"), id="ca-lava"),
        ]
    )


def pattern(name: str) -> str:
    return element("pattern", PATTERNS[name], id=f"ca-pattern-{name}", width=PATTERN_SIZE, height=PATTERN_SIZE,
                   patternUnits="userSpaceOnUse", stroke=INK, stroke_width=1.1)  # fmt: skip


@lru_cache(maxsize=16)
def still_outlines(prefix: str, outlines: str) -> str:
    """The outline of every space, all of them together, and what lies within them; worked out once a map."""
    shapes = [path(soften(points_of(outline))) for outline in json.loads(outlines)]
    drawn = [element("path", id=f"{prefix}-{number}", d=shape) for number, shape in enumerate(shapes)]
    within = [element("use", href=f"#{prefix}-{number}") for number in range(len(shapes))]
    return element("g", *drawn, id=f"{prefix}-land") + element("clipPath", *within, id=f"{prefix}-within")


def sea(view: View) -> str:
    """Sea and coast, bridges and lava: what lies under the spaces."""
    facts = view["map"]
    frame = {"width": WIDTH, "height": HEIGHT}
    coasts = (("#fff", 30, 0.3), ("#fff", 18, 0.4), (facts["shore"], 10, 1), (INK, 3, 1))
    return "".join(
        [
            element("rect", **frame, fill=facts["sea"]),
            element("rect", **frame, fill="url(#ca-waves)", opacity=0.35),
            *(element("use", href=f"#{prefix(view)}-land", fill=colour, stroke=colour, stroke_width=width,
                      stroke_linejoin="round", opacity=opacity) for colour, width, opacity in coasts),
            *(bridge(entry["line"]) for entry in facts["bridges"]),
            *(pool(entry) for entry in facts["pools"]),
        ]
    )  # fmt: skip


def bridge(points: list[list[float]]) -> str:
    layers = ((INK, 19, None), ("#b98a55", 15, None), ("#8a6236", 15, "2 7"))
    return "".join(
        element("path", d=line(points_of(points)), fill="none", stroke=colour, stroke_width=width,
                stroke_dasharray=dashes)
        for colour, width, dashes in layers
    )  # fmt: skip


def pool(entry: dict[str, Any]) -> str:
    glow = "url(#ca-lava)" if entry["colour"] == "#e8743b" else entry["colour"]
    return element("path", d=path(soften(points_of(entry["outline"]))), fill=glow, stroke=INK, stroke_width=2)


def marks(view: View) -> Piece:
    """Borders and names, over the spaces."""
    kept = ("name", "region", "centre", "outline")
    return Piece(
        "marks", still_marks(prefix(view), json.dumps([{key: space[key] for key in kept} for space in view["spaces"]]))
    )


@lru_cache(maxsize=16)
def still_marks(prefix: str, still: str) -> str:
    spaces = json.loads(still)
    strong = element("path", d=borders(spaces), fill="none", stroke=INK, stroke_width=5, stroke_linecap="round",
                     stroke_linejoin="round", clip_path=f"url(#{prefix}-within)")  # fmt: skip
    names = element("g", *map(space_name, spaces), font_weight="700", fill="#33231a")
    return group("marks", strong, names, pointer_events="none")


def borders(spaces: list[dict[str, Any]]) -> str:
    """A strong line between regions; the coast has its own, and spaces of one region a fine one."""
    owners: dict[frozenset[Point], list[int]] = {}
    for space in spaces:
        outline = points_of(space["outline"])
        for i, corner in enumerate(outline):
            owners.setdefault(frozenset((corner, outline[i - 1])), []).append(space["region"])
    edges = [sorted(edge) for edge, regions in owners.items() if len(set(regions)) == 2 and len(edge) == 2]
    return "".join(line([*wobble(a, b, 0.45), b]) for a, b in edges)


def space_name(space: dict[str, Any]) -> str:
    x, y = space["centre"]
    # The coin, its sign for a doubled score, the small signs of what lies under it.
    taken = [((x, y), 6.0), ((x + 4.5, y - 4.5), 2.6), ((x, y + 5.8), 2.2)]
    x, y = at(free_spot(points_of(space["outline"]), taken, 0.8 * len(space["name"]), 1.0))
    return label(space["name"], x, y + 6, LETTERS)


def middle_of_region(view: View, number: int) -> Point:
    """Between the coins of its spaces; of a region with one space, under its coin."""
    centres = [at(space["centre"]) for space in view["spaces"] if space["region"] == number]
    x, y = (round(sum(along) / len(centres), 1) for along in zip(*centres, strict=True))
    return (x, y + 42) if min(abs(x - cx) + abs(y - cy) for cx, cy in centres) < 50 else (x, y)


# ── Spaces ────────────────────────────────────────────────────────────────────────────────────────


def space_piece(view: View, number: int, said: str) -> Piece:
    """A space: what is clicked, with room for a coin. A piece because its name tells what lies there."""
    space = view["spaces"][number]
    region = view["regions"][space["region"]]
    x, y = at(space["centre"])
    id = f"space-{space['name'].lower()}"
    shape = f"#{prefix(view)}-{number}"
    return Piece(
        id,
        group(
            id,
            element("use", href=shape, fill=region["colour"], stroke=INK),
            element("use", href=shape, fill=f"url(#ca-pattern-{region['pattern']})", opacity=0.3),
            element("circle", cx=x, cy=y, r=37, fill="#fffaf0", fill_opacity=0.55, stroke=INK, stroke_opacity=0.6,
                    stroke_dasharray="3 4"),
            class_="anchor",
            aria_label=said,
        ),
    )  # fmt: skip
