"""The snowy campus: Regions in three tints, precincts and their lines, and what lies on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label, number
from klatsch.games.chocolate_coin import shapes
from klatsch.games.chocolate_coin.shapes import Attributes, moved, use

LEFT, TOP, WIDTH, HEIGHT = 32, 14, 780, 716
BOARD_WIDTH, BOARD_HEIGHT = WIDTH + 2 * LEFT, HEIGHT + 2 * TOP
TINTS = ("cc-frost", "cc-hearth", "cc-harbour")
EDGE = "#6f7f8c"
Point = tuple[float, float]


def spot(point: list[float]) -> Point:
    """Hundredths of the map to the drawing."""
    return LEFT + point[0] * WIDTH / 100, TOP + point[1] * HEIGHT / 100


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
    return "C" + " ".join(pair(point) for point in [*thirds, b])


def pair(point: Point) -> str:
    return f"{round(point[0])},{round(point[1])}"


def sides(box: list[float], points: set[Point]) -> list[tuple[Point, Point]]:
    """The sides of a Region, clockwise, cut where other Regions have a corner."""
    around = corners(box)
    ways = zip(around, [*around[1:], around[0]], strict=True)
    return [side for a, b in ways for side in pairwise(between(a, b, points))]


def outline(box: list[float], points: set[Point]) -> str:
    return f"M{pair(corners(box)[0])}" + "".join(curve(a, b) for a, b in sides(box, points)) + "Z"


def land(view: View, say: Say) -> str:
    points = {corner for region in view["regions"] for corner in corners(region["box"])}
    sea = element("rect", x=LEFT - 14, y=TOP - 14, width=WIDTH + 28, height=HEIGHT + 28, rx=26, fill="#dbe9f2")
    parts = []
    snow: Attributes = {"stroke": "#ffffff", "stroke_width": 9, "stroke_linejoin": "round"}
    for region in view["regions"]:
        named: Attributes = {"id": f"region-{region['id']}", "class_": "anchor", "aria_label": in_words(region, say)}
        tint = f"url(#{TINTS[region['area']]})"
        parts.append(element("path", d=outline(region["box"], points), fill=tint, **named))
    drawn = [sea, element("g", *parts, **snow)]
    drawn += [pier(region) for region in view["regions"] if region["dock"]]
    drawn += [firs(region) for region in view["regions"]]
    lines = {(min(side), max(side)) for region in view["regions"] for side in sides(region["box"], points)}
    path = "".join(f"M{pair(a)}{curve(a, b)}" for a, b in sorted(lines))
    look: Attributes = {"fill": "none", "stroke": EDGE, "stroke_width": 1.6, "opacity": 0.85}
    return "".join(drawn) + element("path", d=path, pointer_events="none", **look)


def in_words(region: dict[str, Any], say: Say) -> str:
    signs = [say("board." + sign) for sign in ("workshop", "dock", "cane") if region[sign]]
    return ", ".join([say("place.region", name=region["name"], id=region["id"].upper()), *signs])


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
        trees.append(use("fir", x, y, size))
    return element("g", *trees, opacity=0.55, pointer_events="none")


# ── Lines and precincts ───────────────────────────────────────────────────────────────────────────────────────────


def transit(view: View) -> str:
    places = {precinct["id"]: spot(precinct["at"]) for precinct in view["precincts"]}
    paths = []
    for one, two, arc in view["lines"]:
        (x1, y1), (x2, y2) = places[one], places[two]
        bow = 50 if arc else 0
        inward = 1 if (x1 + x2) / 2 < LEFT + WIDTH / 2 else -1
        middle = ((x1 + x2) / 2 + bow * inward, (y1 + y2) / 2)
        paths.append(f"M{pair((x1, y1))}Q{pair(middle)} {pair((x2, y2))}")
    look: Attributes = {"d": "".join(paths), "fill": "none", "stroke_linecap": "round", "opacity": 0.85}
    snow = element("path", stroke="#ffffff", stroke_width=6, **look)
    rails = element("path", stroke=shapes.STEEL, stroke_width=2.6, stroke_dasharray="11 5 3 5", **look)
    return element("g", snow, rails, pointer_events="none")


def precinct_piece(precinct: dict[str, Any], say: Say) -> Piece:
    x, y = spot(precinct["at"])
    id = f"precinct-{precinct['id']}"
    units = precinct["units"]
    letter = precinct["id"].upper()
    parts = [
        use("precinct"),
        label(letter, 0, -8 if units else 6, 17 if units else 18, font_weight="700", fill=shapes.STEEL),
    ]
    if units:
        parts.append(use("cube-ie", -8, 9, 0.75))
        parts.append(label(str(units), 13, 15, 20, font_weight="800", fill=INK))
    name = say("place.precinct", name=precinct["name"], id=precinct["id"].upper())
    words = f"{name}: {say('label.units', units=units)}"
    return Piece(id, group(id, *parts, class_="anchor", aria_label=words, style=moved(x, y)))


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


# Text that can be read on a line.
HALO: Attributes = {"stroke": "#ffffff", "stroke_opacity": 0.8, "stroke_width": 4, "paint_order": "stroke"}


def name_plate(view: View, region: dict[str, Any]) -> tuple[str, str]:
    """A Region's signs, and its name with its id."""
    x, y = middle(view, region)
    y -= BLOCK / 2 - 16
    signs = [sign for sign in ("workshop", "dock", "cane") if region[sign]]
    width = 10 * len(region["name"])
    left = x - (width + 27 * len(signs) + 24) / 2
    drawn = "".join(use(sign, left + 11 + 27 * i, y - 5, 0.9) for i, sign in enumerate(signs))
    left += 27 * len(signs)
    name = element("text", escape(region["name"]), x=round(left + width / 2), y=round(y), font_family=SERIF)
    return drawn, name + element("text", region["id"].upper(), x=round(left + width + 15), y=round(y), font_size=17)


def name_plates(view: View) -> str:
    look: Attributes = {"font_size": 18, "font_weight": "700", "text_anchor": "middle", "fill": INK, **HALO}
    plates = [name_plate(view, region) for region in view["regions"]]
    names = element("g", *(name for _, name in plates), **look)
    return element("g", *(signs for signs, _ in plates), names, pointer_events="none")


def row_of_bases(region: dict[str, Any]) -> tuple[float, float]:
    """Where the first base space is, from the middle (with room for a gift beside), and the step between gifts."""
    spaces = region["spaces"]
    first = -(40 * spaces + 33) / 2 + 20
    room = HALF - (first + 40 * spaces - 20)
    return first, min(33.0, room / max(1, len(region["gifts"])))


def contents(view: View, region: dict[str, Any]) -> Piece:
    """Base spaces and the cubes with their numbers; what is a die is drawn by itself, so that it can glide."""
    first, _ = row_of_bases(region)
    row = 46 - BLOCK / 2
    parts = [use("space", first + 40 * i, row) for i in range(region["spaces"])]
    houses = ["santa"] * region["bases"]["santa"] + ["elf"] * region["bases"]["elf"]
    parts += [use(f"base-{faction}", first + 40 * i, row + 1, 0.95) for i, faction in enumerate(houses)]
    left, _ = row_of_units(region)
    numbers = []
    for faction, width in widths_of_units(region).items():
        parts.append(use(f"cube-{faction}", left + 17, BLOCK / 2 - 22))
        many = str(region["units"][faction])
        numbers.append(element("text", many, x=round(left + 36, 1), y=BLOCK / 2 - 13))
        left += width
    if numbers:
        parts.append(element("g", *numbers, font_size=24, font_weight="800", fill=INK, **HALO))
    id = f"tokens-{region['id']}"
    return Piece(id, group(id, *parts, pointer_events="none", style=moved(*middle(view, region))))


def widths_of_units(region: dict[str, Any]) -> dict[str, int]:
    shown = [faction for faction in ("santa", "elf") if region["units"][faction]]
    return {faction: 56 + 13 * (region["units"][faction] > 9) for faction in shown}


def row_of_units(region: dict[str, Any]) -> tuple[float, float]:
    """Where the units begin, from the middle, and the step between Big Plastic's dice."""
    taken = sum(widths_of_units(region).values())
    dice = len(region["spies"])
    step = min(33.0, (2 * HALF - taken) / max(1, dice))
    return -(taken + step * dice) / 2, step


def dice(view: View) -> list[Piece]:
    """Gifts and Big Plastic's tokens. Those alike are told apart by the order of their Regions: one that moves keeps
    its id, unless another of the same value lies between."""
    drawn: list[Piece] = []
    seen: Counter[str] = Counter()
    for region in view["regions"]:
        x, y = middle(view, region)
        for kind, value, across, down, scale in dice_of(region):
            seen[f"{kind}-{value}"] += 1
            id = f"{kind}-{value}-{seen[f'{kind}-{value}']}"
            style = moved(x + across, y + down, scale)
            drawn.append(Piece(id, group(id, SHAPES[kind](value), style=style, pointer_events="none")))
    return sorted(drawn, key=lambda piece: piece.id)


SHAPES = {"gift": shapes.gift, "spy": shapes.spy, "mole": shapes.mole}


def dice_of(region: dict[str, Any]) -> Iterator[tuple[str, int, float, float, float]]:
    """Each with its kind, its value, its place from the middle of the Region, and its size."""
    first, step = row_of_bases(region)
    row = 46 - BLOCK / 2
    houses = region["bases"]["santa"] + region["bases"]["elf"]
    for i, stealth in enumerate(region["moles"]):
        yield "mole", stealth, first + 40 * (houses + i), row + 1, 0.95
    begin = first + 40 * region["spaces"] - 18 + step / 2
    for i, value in enumerate(region["gifts"]):
        yield "gift", value, begin + step * i, row + 2, min(1.0, step / 29)
    left, step = row_of_units(region)
    left += sum(widths_of_units(region).values())
    for i, stealth in enumerate(region["spies"]):
        yield "spy", stealth, left + step * (i + 0.5), BLOCK / 2 - 21, min(1.0, step / 31)


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


# ── All of it ─────────────────────────────────────────────────────────────────────────────────────────────────────


def map_board(view: View, say: Say) -> str:
    return land(view, say) + transit(view) + name_plates(view)


def map_pieces(view: View, say: Say) -> tuple[Piece, ...]:
    pieces = focus_ring(view)
    pieces += [contents(view, region) for region in view["regions"]]
    pieces += [precinct_piece(precinct, say) for precinct in view["precincts"]]
    return (*pieces, *dice(view))
