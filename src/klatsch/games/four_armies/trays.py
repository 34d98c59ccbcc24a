"""Beside the map: every army's tray, with its reserve and the units it has captured.

A tray shows no units itself: they are pieces of their own, painted over it, so that they can glide to the map and back.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from klatsch.core.definition import Say, View
from klatsch.drawing import Piece, element, group, label
from klatsch.games.four_armies import emblems
from klatsch.games.four_armies.emblems import INK

TRAY_WIDTH, TRAY_HEIGHT = 273, 66
KINDS = ("regular", "mounted", "hero")
SLOT = 62
PILE_LEFT = 8 + 3 * SLOT

# Piles of up to two, six and twelve different units: scale, columns, from column to column, first row, row to row.
PILES = ((0.5, 2, 38, 34, 0), (0.36, 3, 26, 19, 28), (0.26, 4, 19, 13, 20))


class Stand(NamedTuple):
    """Some units of one kind beside the map, and what they are when they are chosen."""

    army: str
    kind: str
    number: int
    x: float  # on the tray
    y: float
    scale: float
    anchor: str | None


# ── The tray ──────────────────────────────────────────────────────────────────────────────────────


@cache
def plate(army: str) -> str:
    """With a rim of the army's colour, recesses for its three kinds, and a line before the units it has captured."""
    light, _ = emblems.COLOURS[army]
    line = element("path", d=f"M{PILE_LEFT},10V{TRAY_HEIGHT - 10}", stroke="#c2a878", stroke_width=1.5)
    box = element("rect", x=1, y=1, width=TRAY_WIDTH - 2, height=TRAY_HEIGHT - 2, rx=9, fill="#f1e4c8", stroke=light,
                  stroke_width=2)  # fmt: skip
    return box + line + "".join(recess(i) for i in range(len(KINDS)))


def tray(view: View, say: Say, seat: int) -> Piece:
    """What can be chosen of a tray, and its name for those who don't see it."""
    shown = view["seats"][seat]
    area = element("rect", width=TRAY_WIDTH, height=TRAY_HEIGHT, rx=9, fill="#fff", fill_opacity=0)
    if shown["alive"]:
        parts = [choice(view, say, seat, stand) for stand in stands(view, seat) if stand.anchor]
    else:
        parts = [label(say("board.out"), TRAY_WIDTH / 2, 40, 18, fill="#6b4a2c", font_style="italic")]
    id = f"army-{shown['army']}"
    return Piece(id, group(id, area, *parts, class_="anchor", aria_label=say("army." + shown["army"])))


def recess(number: int) -> str:
    """Where the units of a kind lie in reserve."""
    return element("rect", x=5 + SLOT * number, y=4, width=SLOT - 3, height=TRAY_HEIGHT - 8, rx=8, fill="#c9b080",
                   fill_opacity=0.3)  # fmt: skip


def choice(view: View, say: Say, seat: int, stand: Stand) -> str:
    """The area to touch for units that the actor may choose."""
    kind = say("kind." + stand.kind)
    if stand.anchor == f"reserve-{stand.kind}":
        name = say("board.in_reserve", kind=kind, number=stand.number)
        width, height = SLOT - 3.0, TRAY_HEIGHT - 8.0
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
        Stand(shown["army"], kind, number, 5 + SLOT * i + (SLOT - 3) / 2, TRAY_HEIGHT / 2 + 1, 0.76,
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
        found.append(
            Stand(army, kind, number, PILE_LEFT + 1 + across * (column + 0.5), top + down * row, scale, anchor)
        )
    return found


def pieces(view: View, say: Say, seat: int) -> tuple[Piece, ...]:
    """All units in an army's reserve and pile, and the numbers on those that lie upon each other."""
    army = view["seats"][seat]["army"]
    units: list[Piece] = []
    numbers: list[Piece] = []
    for stand in stands(view, seat):
        for i in range(stand.number):
            place = f"{army}-{stand.army}-{i}"
            units.append(unit(stand.army, stand.kind, place, stand.x + 2 * i, stand.y - 2 * i, f"scale({stand.scale})"))
        if stand.number > 1:
            numbers.append(number_of(f"number-{army}-{stand.army}", stand))
    return (tray(view, say, seat), *sorted(units, key=lambda piece: piece.id), *numbers)


def unit(army: str, kind: str, place: str, x: float, y: float, scale: str = "") -> Piece:
    """A unit anywhere. Mounted units and Heroes are one of a kind; Regulars are told apart by their places only."""
    id = f"unit-{place}" if kind == "regular" else f"unit-{army}-{kind}"
    style = f"transform:translate({x:.1f}px,{y:.1f}px){scale}"
    return Piece(id, emblems.counter(army, kind, id=id, data_kind=f"{army}-{kind}", style=style))


def number_of(id: str, stand: Stand) -> Piece:
    """How many, on a badge that leaves the neighbours alone."""
    reach, radius = 24 * stand.scale, max(9.0, 5 + 6 * stand.scale)
    x, y = stand.x + reach, stand.y - reach
    badge = [
        element("circle", cx=x, cy=y, r=radius, fill=INK),
        label(str(stand.number), x, y + 0.55 * radius, max(18.0, 1.5 * radius), font_weight="700", fill="#fff7df"),
    ]
    return Piece(id, group(id, *badge, pointer_events="none"))
