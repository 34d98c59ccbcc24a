"""Coin Age drawn, as SVG and as text, from the view only.

Tails' bank
the map
this turn's toss
Heads' bank
the tally, region by region
"""

from __future__ import annotations

from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Drawing, Piece, element, group, label
from klatsch.games.coin_age import coins, land
from klatsch.games.coin_age.actions import KINDS
from klatsch.games.coin_age.text import map_title, region_name, text

__all__ = ["draw", "text"]

WIDTH = land.WIDTH
STRIP = 92
MAP_TOP = STRIP
BAND = 34  # the map's name and the turn
TRAY = 96
TRAY_TOP = MAP_TOP + land.HEIGHT + BAND
HEADS_TOP = TRAY_TOP + TRAY
TALLY_TOP = HEADS_TOP + STRIP
ROW = 36

SOFT = "#6a4a22"
NAMES = ("heads", "tails")
WIDE = "MWmw@%ŒÆœæ"  # letters about as wide as high


def height(view: View) -> int:
    return TALLY_TOP + 16 + ROW * ((len(view["regions"]) + 1) // 2)


# ── What doesn't change ───────────────────────────────────────────────────────────────────────────


def board(view: View, say: Say) -> str:
    title = map_title(view, say)
    y = MAP_TOP + land.HEIGHT + 24
    parts = [
        element("rect", width=WIDTH, height=height(view), rx=14, fill="#f3e8d3"),
        element("g", land.land(view), transform=f"translate(0,{MAP_TOP})"),
        element("rect", y=MAP_TOP, width=WIDTH, height=land.HEIGHT, fill="none", stroke="#8a6a3f", stroke_width=3),
        element("rect", y=TRAY_TOP, x=10, width=WIDTH - 20, height=TRAY - 8, rx=16, fill="#5b3d26"),
        element("rect", y=TRAY_TOP + 5, x=15, width=WIDTH - 30, height=TRAY - 18, rx=12, fill="#7d5a3b"),
        label(title, 18, y, 20, text_anchor="start", font_family=SERIF, font_weight="700", fill=INK),
    ]
    return "".join(parts)


# ── Stacks ────────────────────────────────────────────────────────────────────────────────────────


def stack(space: dict[str, Any]) -> Piece:
    x, y = (land.SCALE * part for part in space["centre"])
    id = f"stack-{space['name'].lower()}"
    style = f"transform:translate({x:g}px,{y + MAP_TOP:g}px)"
    drawn = coins.stack([(kind, side) for kind, side in space["stack"]], space["double"])
    return Piece(id, group(id, *drawn, style=style, pointer_events="none"))


# ── Banks ─────────────────────────────────────────────────────────────────────────────────────────


def bank_top(seat: int) -> int:
    return HEADS_TOP if seat == 0 else 0


def bank(view: View, say: Say, seat: int) -> Piece:
    """A player's strip: sign, name and points, and the coins in the bank."""
    top = bank_top(seat)
    middle = top + STRIP / 2
    total = view["totals"][seat]
    sums = say("board.total", map=total["map"], bank=total["bank"])
    parts = []
    if seat in view["winners"] or (view["mover"] == seat and view["ended"] is None):
        parts.append(
            element("rect", x=6, y=top + 8, width=WIDTH - 12, height=STRIP - 16, rx=20, fill="#f7cf6b", opacity=0.55)
        )
    lines = [sums, *worth(view, say, seat)]
    rise = 10 * (len(lines) - 1)
    parts += [
        coins.emblem(seat, 38, middle, 21),
        label(
            say(NAMES[seat]),
            70,
            middle - 4 - rise,
            21,
            text_anchor="start",
            font_family=SERIF,
            font_weight="700",
            fill=INK,
        ),
    ]
    parts += [
        label(line, 70, middle + 20 * (i + 1) - rise, 15, text_anchor="start", fill="#5a3d1c")
        for i, line in enumerate(lines)
    ]
    for kind, x in zip(KINDS, (238, 312, 394, 482), strict=True):
        parts += bank_coins(kind, seat, view["banks"][seat][kind], x, middle)
    won = seat in view["winners"]
    parts.append(label(str(total["points"]), WIDTH - 46, middle + (3 if won else 13), 38, font_weight="800", fill=INK))
    if won:
        parts.append(ribbon(say("board.draw") if len(view["winners"]) == 2 else say("board.winner"), middle + 23))
    return Piece(f"bank-{seat}", group(f"bank-{seat}", *parts))


def worth(view: View, say: Say, seat: int) -> list[str]:
    """What decides a game of equal points (§9.5)."""
    heads, tails = view["totals"]
    if view["ended"] is None or heads["points"] != tails["points"]:
        return []
    return [say("board.worth", value=view["totals"][seat]["bank_value"])]


def ribbon(words: str, y: float) -> str:
    """The word for a winner, under the points."""
    return element("rect", x=WIDTH - 86, y=y - 11, width=80, height=22, rx=11, fill="#3a2a1e") + label(
        words, WIDTH - 46, y + 5, 15, font_weight="700", fill="#fff6e2"
    )


def bank_coins(kind: str, seat: int, count: int, x: float, y: float) -> list[str]:
    radius = 0.72 * coins.RADIUS[kind]
    if count == 0:
        hollow = element("circle", cx=x, cy=y, r=radius, fill="none", stroke="#a88c62", stroke_dasharray="3 3")
        return [hollow]
    return [
        coins.coin(kind, seat, x, y, 0.72),
        label(f"×{count}", x + radius + 3, y + 6, 17, text_anchor="start", font_weight="700", fill=INK),
    ]


def slot(id: str, seat: int, words: str) -> Piece:
    """Where a coin may be paid or captured to: a ring round that bank's coins."""
    top = bank_top(seat) + 5
    return Piece(
        id,
        group(
            id,
            element(
                "rect",
                x=212,
                y=top,
                width=344,
                height=STRIP - 10,
                rx=18,
                fill="#fff",
                fill_opacity=0.01,
                stroke="#0072b2",
                stroke_width=3,
                stroke_dasharray="9 6",
            ),
            element("rect", x=384 - 75, y=top + STRIP - 26, width=150, height=22, rx=11, fill="#0b5a86"),
            label(words, 384, top + STRIP - 10, 15, font_weight="700", fill="#ffffff"),
            class_="anchor",
        ),
    )


# ── The toss ──────────────────────────────────────────────────────────────────────────────────────


def toss(view: View, say: Say) -> list[Piece]:
    middle = TRAY_TOP + (TRAY - 8) / 2
    facts = view["toss"]
    if facts is None:
        said = say("board.waiting")
    else:
        said = say("board.matches", matches=len(facts["matched"]), tossed=len(facts["tossed"]))
    words = [
        coins.emblem(view["mover"], 46, middle, 17),
        label(said, 74, middle + 6, 19, text_anchor="start", font_weight="600", fill="#fff3dc"),
    ]
    pieces = [Piece("toss", group("toss", *words))]
    if facts is not None:
        for i, kind in enumerate(KINDS):
            if kind in facts["tossed"]:
                pieces.append(tossed(view, kind, 290 + 92 * i, middle))
    return pieces


def tossed(view: View, kind: str, x: float, y: float) -> Piece:
    """A tossed coin as it fell. Ringed: it matches and is free; an empty ring: it matched and has been used."""
    facts = view["toss"]
    side = view["mover"] if kind in facts["matched"] else 1 - view["mover"]
    radius = coins.RADIUS[kind]
    parts = []
    if kind in facts["usable"]:
        parts.append(element("circle", r=radius + 4, fill="none", stroke="#ffe08a", stroke_width=3.5))
        parts.append(coins.coin(kind, side))
    elif kind in facts["matched"]:
        parts.append(element("circle", r=radius, fill="none", stroke="#ffe08a", stroke_width=2, stroke_dasharray="4 4"))
    else:
        parts.append(element("g", coins.coin(kind, side, scale=0.86), opacity=0.8))
    style = f"transform:translate({x:g}px,{y:g}px)"
    return Piece(f"coin-{kind}", group(f"coin-{kind}", *parts, style=style, class_="anchor"))


# ── The tally ─────────────────────────────────────────────────────────────────────────────────────


def tally(view: View, say: Say) -> list[Piece]:
    return [tally_row(view, say, number) for number in range(len(view["regions"]))]


def tally_row(view: View, say: Say, number: int) -> Piece:
    """A region: its tint and pattern, its name, both players' points there, and for whom they are doubled."""
    region = view["regions"][number]
    x = 14 + (number % 2) * (WIDTH / 2)
    y = TALLY_TOP + 6 + ROW * (number // 2)
    name = region_name(view, number, say)
    parts = [
        element("rect", x=x, y=y, width=34, height=26, rx=6, fill=region["colour"], stroke=land.INK, stroke_width=1.5),
        element("rect", x=x, y=y, width=34, height=26, rx=6, fill=f"url(#ca-region-{number})", opacity=0.45),
        fitted(name, x + 42, y + 19, 17, 122),
    ]
    for seat, at in ((0, x + 182), (1, x + 248)):
        strong = region["double"] == seat
        parts.append(coins.emblem(seat, at, y + 13, 10))
        if strong:
            parts.append(element("rect", x=at + 12, y=y, width=30, height=26, rx=8, fill="#3a2a1e"))
        parts.append(
            label(
                str(region["points"][seat]), at + 27, y + 19, 18, font_weight="800", fill="#fff6e2" if strong else INK
            )
        )
    return Piece(f"tally-{number}", group(f"tally-{number}", *parts))


def fitted(words: str, x: float, y: float, size: float, room: float) -> str:
    """A label that keeps to its room: in smaller letters if it is long, pressed together if that isn't enough."""
    width = sum(1.0 if letter in WIDE or letter > "\u10ff" else 0.65 for letter in words)
    fits = max(12.0, min(size, room / width))
    pressed: dict[str, str | float | None] = {}
    if 12.0 * width > room:
        pressed = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return label(words, x, y, round(fits, 1), text_anchor="start", fill=INK, font_weight="600", **pressed)


def draw(view: View, say: Say) -> Drawing:
    turn = say("board.over") if view["ended"] else say("board.turn", turn=view["turn"])
    y = MAP_TOP + land.HEIGHT + 24
    turn_label = label(turn, WIDTH - 18, y, 17, text_anchor="end", fill=SOFT, font_weight="600")
    pieces = [bank(view, say, 1), bank(view, say, 0), Piece("turn", group("turn", turn_label))]
    pieces += toss(view, say) + tally(view, say)
    pieces += [stack(space) for space in view["spaces"] if space["stack"]]
    if view["can"]["pay"]:
        pieces.append(slot("pay-here", 1 - view["mover"], say("board.pay_here")))
    if view["can"]["capture"]:
        pieces.append(slot("capture-here", view["mover"], say("board.capture_here")))
    definitions = coins.DEFINITIONS + land.definitions(view)
    return Drawing(WIDTH, height(view), map_title(view, say), definitions, board(view, say), tuple(pieces))
