"""Beside the map: every army's tray, with its named spaces, its reserve and the units it has captured.

A tray shows no units itself: they are pieces of their own, painted over it, so that they can glide to the map and back.
"""

from __future__ import annotations

from typing import NamedTuple

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label
from klatsch.games.four_armies import emblems
from klatsch.games.four_armies.landscape import MAP_HEIGHT, WIDTH
from klatsch.games.four_armies.text import has_turn

TRAY_WIDTH = 290
TRAY_HEIGHT = 126
GAP = 8
KINDS = ("regular", "mounted", "hero")
SLOT = 62
SLOT_TOP = 56
SOFT = "#5d4526"
GOLD = "#8a5a00"

# Piles of up to two, six and twelve different units: scale, columns, from column to column, first row, row to row.
PILES = ((0.54, 2, 40, 88, 0), (0.4, 3, 28, 73, 32), (0.28, 4, 21, 67, 22))


class Stand(NamedTuple):
    """Some units of one kind beside the map, and what they are when they are chosen."""

    army: str
    kind: str
    number: int
    x: float  # on the tray
    y: float
    scale: float
    anchor: str | None


def corner(view: View, seat: int) -> tuple[float, float]:
    """Where a tray lies: two in a row; the last of an odd number in the middle."""
    row, column = divmod(seat, 2)
    alone = seat == len(view["seats"]) - 1 and column == 0
    x = (WIDTH - TRAY_WIDTH) / 2 if alone else 6 + column * (TRAY_WIDTH + GAP)
    return x, MAP_HEIGHT + row * (TRAY_HEIGHT + GAP)


# ── The tray ──────────────────────────────────────────────────────────────────────────────────────


def tray(view: View, say: Say, seat: int) -> Piece:
    shown = view["seats"][seat]
    x, y = corner(view, seat)
    parts = [plate(view, seat), *heading(view, say, seat)]
    if shown["alive"]:
        parts += [label(say("board.reserve"), 12, 50, 14, text_anchor="start", fill=SOFT)]
        parts += [label(say("board.captured"), 200, 50, 14, text_anchor="start", fill=SOFT)]
        parts += [recess(i) for i in range(len(KINDS))]
        parts += [choice(view, say, seat, stand) for stand in stands(view, seat) if stand.anchor]
    else:
        parts.append(label(say("board.out"), TRAY_WIDTH / 2, 82, 17, fill="#6b4a2c", font_style="italic"))
    id = f"army-{shown['army']}"
    name = say("army." + shown["army"])
    return Piece(id, group(id, *parts, class_="anchor", transform=f"translate({x:g},{y:g})", aria_label=name))


def plate(view: View, seat: int) -> str:
    deciding = view["actor"] == seat or seat in view["winners"]
    fill, line = ("#fff7df", GOLD) if deciding else ("#f1e4c8", "#c2a878")
    return element("rect", width=TRAY_WIDTH, height=TRAY_HEIGHT, rx=10, fill=fill, stroke=line,
                   stroke_width=3.5 if deciding else 1.2)  # fmt: skip


def heading(view: View, say: Say, seat: int) -> list[str]:
    shown = view["seats"][seat]
    parts = [
        emblems.counter(shown["army"], "regular", transform="translate(24,22)scale(.42)"),
        label(say("army." + shown["army"]), 60, 28, 18, text_anchor="start", font_family=SERIF, font_weight="700",
              fill=INK),
    ]  # fmt: skip
    if has_turn(view, seat):
        parts.append(element("path", d="M0,0 L9,6 L0,12 Z", fill=GOLD, transform="translate(46,16)"))
    if seat in view["winners"]:
        parts.append(winner_badge(say))
    if shown["alive"]:
        held = say("board.places", places=shown["named"])
        parts += [
            label(held, TRAY_WIDTH - 12, 28, 15, text_anchor="end", fill=INK),
            element("path", d="M0,12 V0 H3 V3 H6 V0 H9 V3 H12 V0 H15 V12 Z", fill="#9a7a2c",
                    transform=f"translate({TRAY_WIDTH - 76},16)"),
        ]  # fmt: skip
    return parts


def winner_badge(say: Say) -> str:
    return element(
        "g",
        element("rect", width=74, height=21, rx=10.5, fill="#f2cf63", stroke=GOLD, stroke_width=1.6),
        label(say("board.winner"), 37, 15, 12.5, font_weight="700", fill=INK),
        transform="translate(136,11)",
    )


def recess(number: int) -> str:
    """Where the units of a kind lie in reserve."""
    return element("rect", x=8 + SLOT * number, y=SLOT_TOP, width=SLOT - 4, height=64, rx=9, fill="#c9b080",
                   fill_opacity=0.3)  # fmt: skip


def choice(view: View, say: Say, seat: int, stand: Stand) -> str:
    """The area to touch for units that the actor may choose."""
    kind = say("kind." + stand.kind)
    if stand.anchor == f"reserve-{stand.kind}":
        name = say("board.in_reserve", kind=kind, number=stand.number)
        width, height = SLOT - 4.0, 64.0
    else:
        captor = say("army." + view["seats"][seat]["army"])
        name = say("board.in_pile", kind=kind, army=say("army." + stand.army), captor=captor, number=stand.number)
        width, height = 70 * stand.scale, 74 * stand.scale
    area = element("rect", x=stand.x - width / 2, y=stand.y - height / 2, width=width, height=height, rx=6,
                   fill="#fff", fill_opacity=0)  # fmt: skip
    return element("g", area, id=stand.anchor, class_="anchor", aria_label=name)


# ── The units on it ───────────────────────────────────────────────────────────────────────────────


def stands(view: View, seat: int) -> list[Stand]:
    shown = view["seats"][seat]
    return [*reserve(view, seat), *pile(view, seat)] if shown["alive"] else []


def reserve(view: View, seat: int) -> list[Stand]:
    shown = view["seats"][seat]
    mine = view["actor"] == seat
    return [
        Stand(shown["army"], kind, number, 8 + SLOT * i + (SLOT - 4) / 2, SLOT_TOP + 32, 0.76,
              f"reserve-{kind}" if mine else None)
        for i, kind in enumerate(KINDS)
        if (number := shown["reserve"].get(kind, 0))
    ]  # fmt: skip


def pile(view: View, seat: int) -> list[Stand]:
    """Captured units, by army and kind. Those that the actor lost, or holds, can be chosen."""
    captor = view["seats"][seat]["army"]
    actor = view["seats"][view["actor"]]["army"] if view["actor"] >= 0 else None
    groups = [(held["army"], kind, held["units"][kind]) for held in view["seats"][seat]["pile"]
              for kind in KINDS if kind in held["units"]]  # fmt: skip
    scale, columns, across, top, down = PILES[0 if len(groups) <= 2 else 1 if len(groups) <= 6 else 2]
    found = []
    for i, (army, kind, number) in enumerate(groups):
        anchor = f"lost-{captor}-{kind}" if army == actor else f"held-{army}-{kind}" if captor == actor else None
        row, column = divmod(i, columns)
        found.append(Stand(army, kind, number, 198 + across * (column + 0.5), top + down * row, scale, anchor))
    return found


def units_beside(view: View) -> tuple[list[Piece], list[Piece]]:
    """All units in reserves and piles, and the numbers on those that lie upon each other."""
    units: list[Piece] = []
    numbers: list[Piece] = []
    for seat, shown in enumerate(view["seats"]):
        left, top = corner(view, seat)
        for stand in stands(view, seat):
            x, y = left + stand.x, top + stand.y
            for i in range(stand.number):
                place = f"{shown['army']}-{stand.army}-{i}"
                units.append(unit(stand.army, stand.kind, place, x + 2 * i, y - 2 * i, f"scale({stand.scale})"))
            if stand.number > 1:
                numbers.append(number_of(f"number-{shown['army']}-{stand.army}", stand, x, y))
    return units, numbers


def unit(army: str, kind: str, place: str, x: float, y: float, scale: str = "") -> Piece:
    """A unit anywhere. Mounted units and Heroes are one of a kind; Regulars are told apart by their places only."""
    id = f"unit-{place}" if kind == "regular" else f"unit-{army}-{kind}"
    style = f"transform:translate({x:.1f}px,{y:.1f}px){scale}"
    return Piece(id, emblems.counter(army, kind, id=id, data_kind=f"{army}-{kind}", style=style))


def number_of(id: str, stand: Stand, x: float, y: float) -> Piece:
    """How many, on a badge that leaves the neighbours alone."""
    reach, radius = 26 * stand.scale, 5 + 5 * stand.scale
    badge = [
        element("circle", cx=x + reach, cy=y - reach, r=radius, fill=INK),
        label(str(stand.number), x + reach, y - reach + 0.4 * radius, 1.3 * radius, font_weight="700", fill="#fff7df"),
    ]
    return Piece(id, group(id, *badge, pointer_events="none"))
