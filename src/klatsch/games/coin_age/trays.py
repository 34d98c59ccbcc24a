"""What lies around the map: both banks, the tray of the toss, and the points region by region.

All coins are drawn. Those that were tossed lie in the tray until they are used or the turn ends.
"""

from __future__ import annotations

from functools import cache

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, Piece, element, group, label, label_within
from klatsch.games.coin_age import coins, land
from klatsch.games.coin_age.actions import KINDS
from klatsch.games.coin_age.coins import LETTERS
from klatsch.games.coin_age.text import region_name

TRAY_WIDTH, TRAY_HEIGHT = 318, 92
MIDDLE = TRAY_HEIGHT / 2

NAMES = ("heads", "tails")
BANK_X = dict(zip(KINDS, (20, 87, 164, 251), strict=True))
BANK_SCALE = 0.82


@cache
def plate() -> str:
    return element("rect", width=TRAY_WIDTH, height=TRAY_HEIGHT, rx=12, fill="#f3e8d3", stroke="#d3bd97",
                   stroke_width=1.5)  # fmt: skip


@cache
def wood() -> str:
    return element("rect", width=TRAY_WIDTH, height=TRAY_HEIGHT, rx=14, fill="#5b3d26") + element(
        "rect", x=5, y=5, width=TRAY_WIDTH - 10, height=TRAY_HEIGHT - 10, rx=10, fill="#7d5a3b"
    )


# ── Banks ─────────────────────────────────────────────────────────────────────────────────────────


def bank(view: View, say: Say, seat: int) -> tuple[Piece, ...]:
    """A player's coins, how many there are of each kind, and where one may be paid or captured to."""
    counts = [bank_count(kind, view["banks"][seat][kind]) for kind in KINDS]
    pieces = [Piece(f"bank-{seat}", group(f"bank-{seat}", *counts, fill=INK)), *bank_coins(view, seat)]
    if view["can"]["pay"] and seat != view["mover"]:
        pieces.append(slot("pay-here", say("board.pay_here")))
    if view["can"]["capture"] and seat == view["mover"]:
        pieces.append(slot("capture-here", say("board.capture_here")))
    return tuple(pieces)


def bank_count(kind: str, count: int) -> str:
    """A hollow for the coins of a kind, and how many there are."""
    x, radius = BANK_X[kind], round(BANK_SCALE * coins.RADIUS[kind], 1)
    hollow = element("circle", cx=x, cy=MIDDLE, r=radius, fill="none", stroke="#a88c62", stroke_dasharray="3 3")
    if count == 0:
        return hollow
    return hollow + label(f"×{count}", x + radius + 2, MIDDLE + 7, LETTERS, text_anchor="start", font_weight="700")


def bank_coins(view: View, seat: int) -> list[Piece]:
    """Every coin of a bank but those that are tossed."""
    tossed = in_tray(view) if view["mover"] == seat else []
    pieces = []
    for kind in KINDS:
        count = view["banks"][seat][kind]
        for i in range(count - (kind in tossed)):
            y = MIDDLE + ((count - 1) / 2 - i) * min(3.0, 14 / count)
            pieces.append(coins.coin(coin_id(seat, kind, i), kind, seat, BANK_X[kind], round(y, 1), BANK_SCALE))
    return pieces


def coin_id(seat: int, kind: str, number: int) -> str:
    return f"coin-{NAMES[seat]}-{kind}-{number}"


def slot(id: str, words: str) -> Piece:
    """Where a coin may be paid or captured to: a ring round a bank."""
    ring = element("rect", x=3, y=3, width=TRAY_WIDTH - 6, height=TRAY_HEIGHT - 6, rx=11, fill="#fff",
                   fill_opacity=0.01, stroke="#0072b2", stroke_width=3.5, stroke_dasharray="9 6")  # fmt: skip
    plate = element("rect", x=TRAY_WIDTH / 2 - 95, y=TRAY_HEIGHT - 29, width=190, height=26, rx=13, fill="#0b5a86")
    said = label_within(words, TRAY_WIDTH / 2, TRAY_HEIGHT - 10, LETTERS, 180, least=LETTERS, text_anchor="middle",
                        font_weight="700", fill="#fff")  # fmt: skip
    return Piece(id, group(id, ring, plate, said, class_="anchor", aria_label=words))


# ── The toss ──────────────────────────────────────────────────────────────────────────────────────


def tray_place(kind: str) -> tuple[float, float]:
    return 42 + 78 * KINDS.index(kind), MIDDLE


def in_tray(view: View) -> list[str]:
    """The kinds whose tossed coin still lies there: it matches and is free, or it doesn't match."""
    facts = view["toss"]
    if facts is None:
        return []
    return [kind for kind in facts["tossed"] if kind in facts["usable"] or kind not in facts["matched"]]


def toss(view: View, say: Say) -> tuple[Piece, ...]:
    facts, mover = view["toss"], view["mover"]
    if facts is None:
        waiting = label_within(say("board.waiting"), TRAY_WIDTH / 2, MIDDLE + 7, LETTERS, TRAY_WIDTH - 30,
                               least=LETTERS, text_anchor="middle", font_weight="600", fill="#fff3dc")  # fmt: skip
        return (Piece("toss", group("toss", waiting)),)
    lying = in_tray(view)
    places = [toss_place(view, say, kind) for kind in facts["tossed"]]
    return (
        *places,
        *(tossed_coin(view, coin_id(mover, kind, view["banks"][mover][kind] - 1), kind) for kind in lying),
    )


def toss_place(view: View, say: Say, kind: str) -> Piece:
    """A ring says that the coin matches and is free; an empty, dashed one that it matched and has been used."""
    facts = view["toss"]
    x, y = tray_place(kind)
    ring: dict[str, str | float] = {"r": coins.RADIUS[kind] + 4.5, "stroke_width": 3.5}
    if kind in facts["usable"]:
        said = say("board.free", coin=say("coin." + kind))
    elif kind in facts["matched"]:
        said = say("board.used", coin=say("coin." + kind))
        ring = {"r": coins.RADIUS[kind], "stroke_width": 2, "stroke_dasharray": "4 4"}
    else:
        said = say("board.no_match", coin=say("coin." + kind))
        ring = {"r": 0}
    parts = [
        element("rect", x=-38, y=-42, width=76, height=84, rx=14, fill="#fff", fill_opacity=0),
        element("circle", fill="none", stroke="#ffe08a", **ring),
    ]
    style = f"transform:translate({x:g}px,{y:g}px)"
    return Piece(f"coin-{kind}", group(f"coin-{kind}", *parts, style=style, class_="anchor", aria_label=said))


def tossed_coin(view: View, id: str, kind: str) -> Piece:
    """A coin as it fell; smaller and paler if it doesn't match."""
    x, y = tray_place(kind)
    if kind in view["toss"]["matched"]:
        return coins.coin(id, kind, view["mover"], x, y, data_thrown="coin")
    return coins.coin(id, kind, 1 - view["mover"], x, y, 0.86, opacity=0.75, data_thrown="coin")


# ── Points, region by region ──────────────────────────────────────────────────────────────────────


def regions(view: View, say: Say) -> tuple[Piece, ...]:
    """A row for each region; where there are many, two columns without their names."""
    many = len(view["regions"])
    if many <= MOST_NAMED:
        return tuple(named_row(view, say, number, (TRAY_HEIGHT - 4) / many) for number in range(many))
    rows = (many + 1) // 2
    size = min(30.0, (TRAY_HEIGHT - 8) / rows)
    return tuple(
        region_row(view, say, number, 6 + (number // rows) * TRAY_WIDTH / 2, 4 + (number % rows) * size, size, 50)
        for number in range(many)
    )


MOST_NAMED = 5
NAME_ROOM = 164


def named_row(view: View, say: Say, number: int, size: float) -> Piece:
    y = 2 + number * size
    name = label_within(
        region_name(view, number, say), 44, y + size / 2 + 6, LETTERS, NAME_ROOM, 0.6, LETTERS, font_weight="600"
    )
    return region_row(view, say, number, 6, y, size, 222, name)


def region_row(
    view: View, say: Say, number: int, x: float, y: float, size: float, across: float, name: str = ""
) -> Piece:
    """A region: its tint and pattern, and both players' points there, dark where they are doubled."""
    region = view["regions"][number]
    chip = {"x": x, "y": y + 2, "width": 34, "height": size - 4, "rx": 6}
    parts = [
        element("rect", **chip, fill=region["colour"], stroke=land.INK, stroke_width=1.5),
        element("rect", **chip, fill=f"url(#ca-pattern-{region['pattern']})", opacity=0.45),
        name,
    ]
    for seat, left in ((0, x + across), (1, x + across + 47)):
        parts.append(coins.emblem(seat, left, y + size / 2, 9))
        strong = region["double"] == seat
        if strong:
            parts.append(
                element("rect", x=left + 10, y=y + 1, width=30, height=size - 2, rx=7, fill="#3a2a1f", stroke="#a88c62")
            )
        points = str(region["points"][seat])
        ink = "#fff6e2" if strong else None
        parts.append(label(points, left + 25, y + size / 2 + 7, LETTERS, font_weight="800", fill=ink))
    id = f"tally-{number}"
    words = f"{region_name(view, number, say)}: {region['points'][0]} – {region['points'][1]}"
    return Piece(id, group(id, *parts, fill=INK, aria_label=words))


def region_count(number: int, points: list[int], x: float, y: float) -> str:
    """Both players' points in a region, the more of them in gold."""
    plate = element("rect", x=-62, y=-17, width=124, height=34, rx=17, fill="#3a2a1f", stroke="#f6efe4", stroke_width=2)
    parts = [plate]
    for seat, left in ((0, -42), (1, 16)):
        ink = "#ffd45e" if points[seat] > points[1 - seat] else "#f6efe4"
        parts.append(coins.emblem(seat, left, 0, 11))
        parts.append(label(str(points[seat]), left + 26, 8, LETTERS + 2, font_weight="800", fill=ink))
    style = f"transform:translate({x:g}px,{y:g}px)"
    return group(f"counted-{number}", *parts, style=style, pointer_events="none")
