"""A map drawn as land: sea, coast, coloured regions with patterns, borders, bridges, lava. Nothing of it changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from klatsch.core.definition import View
from klatsch.drawing import element, label, stops
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


def definitions(view: View) -> str:
    """The patterns of the regions, and the sea."""
    found = [
        element(
            "pattern",
            PATTERNS[region["pattern"]],
            id=f"ca-region-{number}",
            width=PATTERN_SIZE,
            height=PATTERN_SIZE,
            patternUnits="userSpaceOnUse",
            stroke=INK,
            stroke_width=1.1,
        )
        for number, region in enumerate(view["regions"])
    ]
    waves = element("path", d="M4,14 q7,-7 14,0 t14,0 M40,40 q7,-7 14,0 t14,0", fill="none", stroke="#ffffff")
    found.append(element("pattern", waves, id="ca-waves", width=76, height=52, patternUnits="userSpaceOnUse"))
    found.append(element("radialGradient", stops("#fff4d6", "#f2b04a", "#e8743b"), id="ca-lava"))
    return "".join(found)


def path(points: Sequence[Point], closed: bool = True) -> str:
    """A smooth line through the middles of the given points, in pixels."""
    scaled = [(x * SCALE, y * SCALE) for x, y in points]
    if not closed:
        return "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in scaled)
    middles = [((x + scaled[i - 1][0]) / 2, (y + scaled[i - 1][1]) / 2) for i, (x, y) in enumerate(scaled)]
    parts = [f"M{middles[0][0]:.1f},{middles[0][1]:.1f}"]
    for i, (x, y) in enumerate(scaled):
        end = middles[(i + 1) % len(middles)]
        parts.append(f"Q{x:.1f},{y:.1f} {end[0]:.1f},{end[1]:.1f}")
    return "".join(parts) + "Z"


def points_of(outline: list[list[float]]) -> list[Point]:
    return [(x, y) for x, y in outline]


def land(view: View) -> str:
    """The whole map, its upper left corner at 0, 0."""
    kept = ("name", "region", "centre", "outline")
    still = {
        "map": view["map"],
        "regions": [{"colour": region["colour"]} for region in view["regions"]],
        "spaces": [{key: space[key] for key in kept} for space in view["spaces"]],
    }
    return drawn_land(json.dumps(still))


@lru_cache(maxsize=16)
def drawn_land(still: str) -> str:
    """The same from what never changes in a game, so that it is drawn once."""
    view = json.loads(still)
    shapes = {space["name"]: path(soften(points_of(space["outline"]))) for space in view["spaces"]}
    facts = view["map"]
    parts = [
        element("rect", width=WIDTH, height=HEIGHT, fill=facts["sea"]),
        element("rect", width=WIDTH, height=HEIGHT, fill="url(#ca-waves)", opacity=0.35),
    ]
    for colour, width, opacity in (("#ffffff", 30, 0.28), ("#ffffff", 18, 0.35), (facts["shore"], 10, 1), (INK, 3, 1)):
        parts += [coast(shape, colour, width, opacity) for shape in shapes.values()]
    parts += [bridge(entry["line"]) for entry in facts["bridges"]]
    parts += [pool(entry) for entry in facts["pools"]]
    parts += [space_shape(space, shapes[space["name"]], view) for space in view["spaces"]]
    within = element("clipPath", *(element("path", d=shape) for shape in shapes.values()), id="ca-within")
    parts += [within, element("g", *borders(view), clip_path="url(#ca-within)", pointer_events="none")]
    parts += [space_name(space) for space in view["spaces"]]
    return "".join(parts)


def coast(shape: str, colour: str, width: float, opacity: float) -> str:
    return element(
        "path",
        d=shape,
        fill=colour,
        stroke=colour,
        stroke_width=width,
        stroke_linejoin="round",
        opacity=opacity if opacity < 1 else None,
    )


def bridge(line: list[list[float]]) -> str:
    shape = path(points_of(line), closed=False)
    layers = ((INK, 19, None), ("#b98a55", 15, None), ("#8a6236", 15, "2 7"))
    return "".join(
        element("path", d=shape, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dashes)
        for colour, width, dashes in layers
    )


def pool(entry: dict[str, Any]) -> str:
    shape = path(soften(points_of(entry["outline"])))
    glow = "url(#ca-lava)" if entry["colour"] == "#e8743b" else entry["colour"]
    return element("path", d=shape, fill=glow, stroke=INK, stroke_width=2)


def space_shape(space: dict[str, Any], shape: str, view: View) -> str:
    number = space["region"]
    x, y = (SCALE * part for part in space["centre"])
    return element(
        "g",
        element("path", d=shape, fill=view["regions"][number]["colour"], stroke=INK, stroke_width=1),
        element("path", d=shape, fill=f"url(#ca-region-{number})", opacity=0.3),
        element("circle", cx=x, cy=y, r=37, fill="#fffaf0", opacity=0.55),
        element(
            "circle", cx=x, cy=y, r=37, fill="none", stroke=INK, stroke_width=1.2, stroke_dasharray="3 4", opacity=0.6
        ),
        id=f"space-{space['name'].lower()}",
        class_="anchor",
    )


def borders(view: View) -> list[str]:
    """Between regions a strong line, within one a dashed one; the coast has its own."""
    owners: dict[frozenset[Point], list[int]] = {}
    for space in view["spaces"]:
        outline = points_of(space["outline"])
        for i, corner in enumerate(outline):
            owners.setdefault(frozenset((corner, outline[i - 1])), []).append(space["region"])
    drawn = []
    for edge, regions in owners.items():
        if len(regions) == 2 and len(edge) == 2 and regions[0] != regions[1]:
            a, b = sorted(edge)
            shape = path([*wobble(a, b, 0.45), b], closed=False)
            drawn.append(
                element(
                    "path",
                    d=shape,
                    fill="none",
                    stroke=INK,
                    stroke_width=5,
                    stroke_linecap="round",
                    stroke_linejoin="round",
                )
            )
    return drawn


def space_name(space: dict[str, Any]) -> str:
    x, y = space["centre"]
    # The coin, its sign for a doubled score, the small signs of what lies under it.
    taken = [((x, y), 6.0), ((x + 4.5, y - 4.5), 2.6), ((x, y + 5.8), 2.2)]
    x, y = free_spot(points_of(space["outline"]), taken, 0.8 * len(space["name"]), 1.0)
    return label(space["name"], SCALE * x, SCALE * y + 6, 17, font_weight="700", fill="#33231a", pointer_events="none")
