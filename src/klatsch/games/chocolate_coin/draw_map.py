"""The snowy campus: Regions in three tints, precincts and their lines, support circles, and what lies on them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label, number
from klatsch.games.chocolate_coin import shapes
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.shapes import at

LEFT, TOP, WIDTH, HEIGHT = 38, 278, 786, 716
SUPPORT_X = 896
TINTS = ("cc-frost", "cc-hearth", "cc-harbour")
EDGE = "#6f7f8c"
Point = tuple[float, float]


def spot(point: list[float]) -> Point:
    """Hundredths of the map to the drawing."""
    return LEFT + point[0] * WIDTH / 100, TOP + point[1] * HEIGHT / 100


def suits_of(view: View) -> dict[str, str]:
    return dict(zip(FACTIONS, view["suits"], strict=True))


# ── Land ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def corners(box: list[float]) -> list[Point]:
    left, top = spot(box[:2])
    right, bottom = spot(box[2:])
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def between(a: Point, b: Point, points: set[Point]) -> list[Point]:
    """The corners that lie on a side, from one end to the other."""
    vertical = a[0] == b[0]
    on = [p for p in points if (p[0] == a[0] if vertical else p[1] == a[1]) and min(a, b) <= p <= max(a, b)]
    return sorted(on, reverse=a > b)


def curve(a: Point, b: Point) -> str:
    """A wavy line from a to b; the same line, whichever end it is drawn from."""
    low, high = min(a, b), max(a, b)
    wave = 5 + (int(low[0] + 2 * low[1] + high[0]) % 5)
    turn = 1 if int(low[0] + low[1] + high[1]) % 2 else -1
    thirds = []
    for part, side in ((1 / 3, wave * turn), (2 / 3, -wave * turn)):
        x = low[0] + (high[0] - low[0]) * part
        y = low[1] + (high[1] - low[1]) * part
        thirds.append((x + side, y) if low[0] == high[0] else (x, y + side))
    if a > b:
        thirds.reverse()
    return "C" + " ".join(f"{number(x)},{number(y)}" for x, y in [*thirds, b])


def outline(box: list[float], points: set[Point]) -> str:
    around = corners(box)
    path = f"M{number(around[0][0])},{number(around[0][1])}"
    for a, b in zip(around, [*around[1:], around[0]], strict=True):
        stops = between(a, b, points)
        path += "".join(curve(one, two) for one, two in pairwise(stops))
    return path + "Z"


def land(view: View) -> str:
    points = {corner for region in view["regions"] for corner in corners(region["box"])}
    parts = [element("rect", x=LEFT - 14, y=TOP - 14, width=WIDTH + 28, height=HEIGHT + 28, rx=26, fill="#dbe9f2")]
    for region in view["regions"]:
        parts.append(
            element(
                "path",
                id=f"region-{region['id']}",
                class_="anchor",
                d=outline(region["box"], points),
                fill=f"url(#{TINTS[region['area']]})",
                stroke="#ffffff",
                stroke_width=9,
                stroke_linejoin="round",
            )
        )
    parts += [pier(region) for region in view["regions"] if region["dock"]]
    parts += [firs(region) for region in view["regions"]]
    for region in view["regions"]:
        path = outline(region["box"], points)
        parts.append(
            element(
                "path",
                d=path,
                fill="none",
                stroke=EDGE,
                stroke_width=1.6,
                stroke_dasharray="2 0",
                opacity=0.85,
                pointer_events="none",
            )
        )
    return "".join(parts)


def pier(region: dict[str, Any]) -> str:
    """A jetty that leads off the map, on the Region's outer side."""
    left, top, right, bottom = region["box"]
    if left > 0 and right < 100:
        return ""
    x, y = spot([0 if left == 0 else 100, (top + bottom) / 2])
    outward = -1 if left == 0 else 1
    planks = "".join(f"M{number(x + outward * i)},{number(y - 9)} v18" for i in (-2, 4, 10, 16))
    return element(
        "g",
        element("path", d=f"M{number(x - outward * 6)},{number(y)} h{outward * 26}", stroke="#9a7a52", stroke_width=15),
        element("path", d=planks, stroke="#6b5030", stroke_width=1.6),
        element("rect", x=x + outward * 22 - 8, y=y - 12, width=16, height=24, rx=3, fill="#c9a877", stroke="#6b5030"),
        pointer_events="none",
    )


def firs(region: dict[str, Any]) -> str:
    """A few trees in the corners of the larger Regions, so that the land isn't empty."""
    left, top, right, bottom = region["box"]
    if bottom - top < 34:
        return ""
    trees = []
    for across, down, size in ((0.5, 0.93, 0.9), (0.42, 0.95, 0.65), (0.6, 0.95, 0.7)):
        x, y = spot([left + (right - left) * across, top + (bottom - top) * down])
        trees.append(at(x, y, shapes.fir(), scale=size))
    return element("g", *trees, opacity=0.55, pointer_events="none")


# ── Lines and precincts ───────────────────────────────────────────────────────────────────────────────────────────


def transit(view: View) -> str:
    places = {precinct["id"]: spot(precinct["at"]) for precinct in view["precincts"]}
    drawn = []
    for one, two, arc in view["lines"]:
        (x1, y1), (x2, y2) = places[one], places[two]
        bow = 50 if arc else 0
        inward = 1 if (x1 + x2) / 2 < LEFT + WIDTH / 2 else -1
        middle = ((x1 + x2) / 2 + bow * inward, (y1 + y2) / 2)
        path = f"M{number(x1)},{number(y1)} Q{number(middle[0])},{number(middle[1])} {number(x2)},{number(y2)}"
        for colour, width, dashes in (("#ffffff", 6, None), ("#1d4f73", 2.6, "11 5 3 5")):
            drawn.append(
                element(
                    "path",
                    d=path,
                    fill="none",
                    stroke=colour,
                    stroke_width=width,
                    stroke_dasharray=dashes,
                    stroke_linecap="round",
                    opacity=0.85,
                )
            )
    return element("g", *drawn, pointer_events="none")


def precinct_piece(precinct: dict[str, Any], suits: dict[str, str]) -> Piece:
    x, y = spot(precinct["at"])
    id = f"precinct-{precinct['id']}"
    held = precinct["units"] > 0
    parts = [
        element("circle", r=30, fill="#eef4f8", stroke="#1d4f73", stroke_width=2.4),
        element("circle", r=25, fill="#fbfdff", stroke="#1d4f73", stroke_width=1.4),
        label(precinct["id"].upper(), 0, -9 if held else 6, 13 if held else 17, font_weight="700", fill="#1d4f73"),
    ]
    if held:
        parts.append(at(-8, 8, shapes.cube("ie", suits), scale=0.72))
        parts.append(label(str(precinct["units"]), 12, 14, 19, font_weight="800", fill=INK))
    return Piece(id, group(id, *parts, class_="anchor", transform=f"translate({number(x)},{number(y)})"))


# ── What lies in a Region ─────────────────────────────────────────────────────────────────────────────────────────
#
#   name, signs
#   bases, gifts
#   units, Big Plastic's dice

BLOCK = 124  # the height of the three rows
HALF = 102  # half of their greatest width


def middle(view: View, region: dict[str, Any]) -> Point:
    """Where the rows have their middle: as far from the straight transit lines as the Region allows."""
    left, top, right, bottom = region["box"]
    x, y = spot([(left + right) / 2, (top + bottom) / 2])
    slack = max(0.0, (bottom - top) * HEIGHT / 200 - BLOCK / 2 - 12)
    crossing = [line_at(view, line, x) for line in view["lines"] if not line[2]]
    near = [height for height in crossing if height is not None and abs(height - y) < slack + BLOCK / 2 + 12]
    if not near:
        return x, y - min(slack, 6)
    return max(((x, y - slack), (x, y + slack)), key=lambda place: min(abs(place[1] - height) for height in near))


def line_at(view: View, line: list[Any], x: float) -> float | None:
    """The height at which a straight transit line crosses x."""
    places = {precinct["id"]: spot(precinct["at"]) for precinct in view["precincts"]}
    (x1, y1), (x2, y2) = places[line[0]], places[line[1]]
    if x1 == x2 or not min(x1, x2) < x < max(x1, x2):
        return None
    return y1 + (y2 - y1) * (x - x1) / (x2 - x1)


def halo(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """Text that can be read on a line."""
    return label(
        text, x, y, size, stroke="#ffffff", stroke_opacity=0.8, stroke_width=4, paint_order="stroke", **attributes
    )


def name_plate(view: View, region: dict[str, Any]) -> str:
    x, y = middle(view, region)
    y -= BLOCK / 2 - 16
    signs = [sign for sign in ("workshop", "dock", "cane") if region[sign]]
    width = 8.4 * len(region["name"])
    left = x - (width + 27 * len(signs) + 24) / 2
    parts = []
    for sign in signs:
        parts.append(at(left + 11, y - 5, shapes.sign(sign), scale=0.9))
        left += 27
    parts.append(halo(region["name"], left + width / 2, y, 17, font_family=SERIF, font_weight="700", fill=INK))
    parts.append(halo(region["id"].upper(), left + width + 15, y, 14, font_weight="700", fill="#4d5a64"))
    return element("g", *parts, pointer_events="none")


def row_of_bases(region: dict[str, Any]) -> tuple[float, float]:
    """Where the first base space is, from the middle (with room for a gift beside), and the step between gifts."""
    spaces = region["spaces"]
    first = -(40 * spaces + 33) / 2 + 20
    room = HALF - (first + 40 * spaces - 20)
    return first, min(33.0, room / max(1, len(region["gifts"])))


def contents(view: View, region: dict[str, Any], suits: dict[str, str]) -> Piece:
    x, y = middle(view, region)
    first, step = row_of_bases(region)
    bases = [shapes.house("santa", suits)] * region["bases"]["santa"]
    bases += [shapes.house("elf", suits)] * region["bases"]["elf"]
    bases += [shapes.mole(stealth) for stealth in region["moles"]]
    row = y - BLOCK / 2 + 46
    parts = [base_space(x + first + 40 * i, row) for i in range(region["spaces"])]
    parts += [at(x + first + 40 * i, row + 1, base, scale=0.95) for i, base in enumerate(bases)]
    start = x + first + 40 * region["spaces"] - 18 + step / 2
    scale = min(1.0, step / 29)
    parts += [at(start + step * i, row + 2, shapes.gift(gift), scale=scale) for i, gift in enumerate(region["gifts"])]
    parts += units(region, suits, x, y + BLOCK / 2 - 22)
    id = f"tokens-{region['id']}"
    return Piece(id, group(id, *parts, pointer_events="none"))


def base_space(x: float, y: float) -> str:
    return element(
        "rect",
        x=x - 18.5,
        y=y - 18.5,
        width=37,
        height=37,
        rx=5,
        fill="#ffffff",
        fill_opacity=0.75,
        stroke="#5d6b75",
        stroke_width=1.5,
        stroke_dasharray="5 4",
    )


def units(region: dict[str, Any], suits: dict[str, str], x: float, y: float) -> list[str]:
    shown = [faction for faction in ("santa", "elf") if region["units"][faction]]
    spies = region["spies"]
    widths = {faction: 56 + 13 * (region["units"][faction] > 9) for faction in shown}
    step = min(33.0, (2 * HALF - sum(widths.values())) / max(1, len(spies)))
    left = x - (sum(widths.values()) + step * len(spies)) / 2
    parts = []
    for faction in shown:
        parts.append(at(left + 17, y, shapes.cube(faction, suits)))
        number = str(region["units"][faction])
        parts.append(halo(number, left + 36, y + 9, 23, text_anchor="start", font_weight="800", fill=INK))
        left += widths[faction]
    scale = min(1.0, step / 31)
    parts += [at(left + step * (i + 0.5), y + 1, shapes.spy(spies[i]), scale=scale) for i in range(len(spies))]
    return parts


def focus_ring(view: View) -> list[Piece]:
    """Where something is being resolved."""
    for region in view["regions"]:
        if region["id"] == view["focus"]:
            points = {corner for other in view["regions"] for corner in corners(other["box"])}
            ring = element(
                "path",
                d=outline(region["box"], points),
                fill="#f4c430",
                fill_opacity=0.13,
                stroke="#d99a00",
                stroke_width=5,
                stroke_linejoin="round",
            )
            return [Piece("focus", group("focus", ring, pointer_events="none"))]
    for precinct in view["precincts"]:
        if precinct["id"] == view["focus"]:
            x, y = spot(precinct["at"])
            ring = element("circle", cx=x, cy=y, r=34, fill="none", stroke="#d99a00", stroke_width=5)
            return [Piece("focus", group("focus", ring, pointer_events="none"))]
    return []


# ── Support ───────────────────────────────────────────────────────────────────────────────────────────────────────


def support_y(view: View, area: int) -> float:
    boxes = [region["box"] for region in view["regions"] if region["area"] == area]
    return spot([0, sum((box[1] + box[3]) / 2 for box in boxes) / len(boxes)])[1]


def support_circle(view: View, area: int) -> str:
    y = support_y(view, area)
    entry = view["areas"][area]
    return "".join(
        [
            element(
                "circle",
                id=f"support-{entry['id']}",
                class_="anchor",
                cx=SUPPORT_X,
                cy=y,
                r=36,
                fill=f"url(#{TINTS[area]})",
                stroke="#5d6b75",
                stroke_width=2.2,
            ),
            label(entry["name"], SUPPORT_X, y - 46, 15, font_family=SERIF, font_weight="700", fill=INK),
        ]
    )


def support_piece(view: View, say: Say, area: int) -> Piece:
    entry = view["areas"][area]
    y = support_y(view, area)
    id = f"support-token-{entry['id']}"
    suits = suits_of(view)
    side = entry["support"]
    if side == "neutral":
        parts = [label(say("board.neutral"), SUPPORT_X, y + 5, 14, fill="#3d4a52")]
    else:
        parts = [at(SUPPORT_X, y - 2, shapes.cube(side, suits), scale=1.25)]
        parts.append(label(say("short." + side), SUPPORT_X, y + 56, 15, font_weight="700", fill=INK))
    return Piece(id, group(id, *parts, pointer_events="none"))


# ── All of it ─────────────────────────────────────────────────────────────────────────────────────────────────────


def map_board(view: View, say: Say) -> str:
    return "".join(
        [
            land(view),
            transit(view),
            *(name_plate(view, region) for region in view["regions"]),
            label(say("board.support"), SUPPORT_X, TOP + 20, 18, font_family=SERIF, font_weight="700", fill=INK),
            *(support_circle(view, area) for area in range(3)),
        ]
    )


def map_pieces(view: View, say: Say) -> list[Piece]:
    suits = suits_of(view)
    pieces = focus_ring(view)
    pieces += [contents(view, region, suits) for region in view["regions"]]
    pieces += [precinct_piece(precinct, suits) for precinct in view["precincts"]]
    return pieces + [support_piece(view, say, area) for area in range(3)]
