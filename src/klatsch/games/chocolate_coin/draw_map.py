"""The snowy campus: Regions in three tints, precincts and their lines, support circles, and what lies on them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label, number
from klatsch.games.chocolate_coin import shapes
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.shapes import at

LEFT, TOP, WIDTH, HEIGHT = 20, 268, 800, 720
SUPPORT_X = LEFT + WIDTH + 66
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


# ── Lines and precincts ───────────────────────────────────────────────────────────────────────────────────────────


def transit(view: View) -> str:
    places = {precinct["id"]: spot(precinct["at"]) for precinct in view["precincts"]}
    drawn = []
    for one, two, arc in view["lines"]:
        (x1, y1), (x2, y2) = places[one], places[two]
        bow = 46 if arc else 0
        inward = 1 if (x1 + x2) / 2 < LEFT + WIDTH / 2 else -1
        middle = ((x1 + x2) / 2 + bow * inward, (y1 + y2) / 2)
        path = f"M{number(x1)},{number(y1)} Q{number(middle[0])},{number(middle[1])} {number(x2)},{number(y2)}"
        for colour, width, dashes in (("#ffffff", 7, None), ("#1d4f73", 3, "11 5 3 5")):
            drawn.append(
                element(
                    "path",
                    d=path,
                    fill="none",
                    stroke=colour,
                    stroke_width=width,
                    stroke_dasharray=dashes,
                    stroke_linecap="round",
                    opacity=0.95,
                )
            )
    return element("g", *drawn, pointer_events="none")


def precinct_disc(precinct: dict[str, Any]) -> str:
    x, y = spot(precinct["at"])
    return group(
        f"precinct-{precinct['id']}",
        element("circle", r=30, fill="#eef4f8", stroke="#1d4f73", stroke_width=2.4),
        element("circle", r=25, fill="#fbfdff", stroke="#1d4f73", stroke_width=1.4),
        class_="anchor",
        transform=f"translate({number(x)},{number(y)})",
    )


def precinct_piece(precinct: dict[str, Any], suits: dict[str, str]) -> Piece:
    x, y = spot(precinct["at"])
    id = f"officers-{precinct['id']}"
    letter = label(
        precinct["id"].upper(),
        0,
        -9 if precinct["units"] else 6,
        13 if precinct["units"] else 17,
        font_weight="700",
        fill="#1d4f73",
    )
    parts = [letter]
    if precinct["units"]:
        parts.append(at(-8, 8, shapes.cube("ie", suits), scale=0.72))
        parts.append(label(str(precinct["units"]), 12, 14, 19, font_weight="800", fill=INK))
    return Piece(
        id, group(id, *parts, style=f"transform:translate({number(x)}px,{number(y)}px)", pointer_events="none")
    )


# ── What lies in a Region ─────────────────────────────────────────────────────────────────────────────────────────


def middle(region: dict[str, Any]) -> Point:
    left, top, right, bottom = region["box"]
    return spot([(left + right) / 2, (top + bottom) / 2])


def name_plate(region: dict[str, Any]) -> str:
    """Name and signs, above the middle, or at the top of a low Region."""
    x, y = middle(region)
    top = y - rows_height(region) / 2
    signs = [sign for sign in ("workshop", "dock", "cane") if region[sign]]
    parts = [
        label(region["name"], x, top + 12, 17, font_family=SERIF, font_weight="700", fill=INK),
    ]
    for i, sign in enumerate(signs):
        parts.append(
            at(
                x - 118 + 26 * i if len(region["name"]) < 15 else x - 118,
                top + 6 + (26 * i if len(region["name"]) >= 15 else 0),
                shapes.sign(sign),
                scale=0.95,
            )
        )
    parts.append(label(region["id"].upper(), x + 116, top + 11, 14, font_weight="700", fill="#4d5a64"))
    return element("g", *parts, pointer_events="none")


def rows_height(region: dict[str, Any]) -> float:
    """The height of name, bases and units together: as tight as a dock needs, looser elsewhere."""
    tall: float = (region["box"][3] - region["box"][1]) * HEIGHT / 100
    return min(tall - 22, 150)


def row_y(region: dict[str, Any], row: int) -> float:
    _, y = middle(region)
    height = rows_height(region)
    first = y - height / 2 + 44
    step = (height - 58) / 1.0
    return first + row * max(38, min(step, 46))


def base_spaces(region: dict[str, Any]) -> str:
    x, _ = middle(region)
    y = row_y(region, 0)
    squares = [
        element(
            "rect",
            x=x - 104 + 40 * i - 19,
            y=y - 19,
            width=38,
            height=38,
            rx=5,
            fill="#ffffff",
            fill_opacity=0.55,
            stroke="#5d6b75",
            stroke_width=1.5,
            stroke_dasharray="5 4",
        )
        for i in range(region["spaces"])
    ]
    return element("g", *squares, pointer_events="none")


def contents(region: dict[str, Any], suits: dict[str, str]) -> Piece:
    x, _ = middle(region)
    bases = [shapes.house("santa", suits)] * region["bases"]["santa"] + [shapes.house("elf", suits)] * region["bases"][
        "elf"
    ]
    bases += [shapes.mole(stealth, suits) for stealth in region["moles"]]
    y = row_y(region, 0)
    parts = [at(x - 104 + 40 * i, y + 1, base, scale=0.95) for i, base in enumerate(bases)]
    gifts = region["gifts"]
    room = 230 - 40 * region["spaces"]
    step = min(34, room / max(1, len(gifts)))
    parts += [at(x + 104 - step * i, y + 1, shapes.gift(value)) for i, value in enumerate(reversed(gifts))]
    parts += units(region, suits, x, row_y(region, 1))
    id = f"tokens-{region['id']}"
    return Piece(id, group(id, *parts, pointer_events="none"))


def units(region: dict[str, Any], suits: dict[str, str], x: float, y: float) -> list[str]:
    shown = [faction for faction in ("santa", "elf") if region["units"][faction]]
    spies = region["spies"]
    room = 212 - 58 * len(shown)
    step = min(33, room / max(1, len(spies)))
    width = 58 * len(shown) + step * len(spies)
    left = x - width / 2
    parts = []
    for faction in shown:
        parts.append(at(left + 18, y, shapes.cube(faction, suits)))
        parts.append(label(str(region["units"][faction]), left + 44, y + 9, 22, font_weight="800", fill=INK))
        left += 58
    parts += [
        at(left + step * (i + 0.5), y + 1, shapes.spy(stealth), scale=min(1, step / 31))
        for i, stealth in enumerate(spies)
    ]
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
                fill_opacity=0.16,
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
            *(base_spaces(region) for region in view["regions"]),
            *(name_plate(region) for region in view["regions"]),
            transit(view),
            *(precinct_disc(precinct) for precinct in view["precincts"]),
            label(say("board.support"), SUPPORT_X, TOP + 20, 18, font_family=SERIF, font_weight="700", fill=INK),
            *(support_circle(view, area) for area in range(3)),
        ]
    )


def map_pieces(view: View, say: Say) -> list[Piece]:
    suits = suits_of(view)
    pieces = focus_ring(view)
    pieces += [contents(region, suits) for region in view["regions"]]
    pieces += [precinct_piece(precinct, suits) for precinct in view["precincts"]]
    return pieces + [support_piece(view, say, area) for area in range(3)]
