"""What lies around the map: both banks, the tray of the toss, and the points region by region.

All coins of the banks are drawn. Those that were tossed lie in the tray until they are used or the turn ends.
"""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, SMALLEST, Piece, element, group, label, label_within, letters_wide
from klatsch.games.coin_age import coins, land
from klatsch.games.coin_age.actions import KINDS
from klatsch.games.coin_age.text import region_name

WIDTH = land.WIDTH
STRIP = land.TOP
BAND = 34  # the map's name and the turn
TRAY = 96
TRAY_TOP = land.TOP + land.HEIGHT + BAND
HEADS_TOP = TRAY_TOP + TRAY
TALLY_TOP = HEADS_TOP + STRIP
ROW = 36
NAME_ROOM = 122  # for a region's name

NAMES = ("heads", "tails")
BANK_X = dict(zip(KINDS, (244, 316, 396, 484), strict=True))
BANK_SCALE = 0.72


def bank_middle(seat: int) -> float:
    return (HEADS_TOP if seat == 0 else 0) + STRIP / 2


# ── Banks ─────────────────────────────────────────────────────────────────────────────────────────


def bank(view: View, say: Say, seat: int) -> Piece:
    """A player's strip: sign, name and points, and how many coins of each kind are in the bank."""
    middle = bank_middle(seat)
    total = view["totals"][seat]
    won = seat in view["winners"]
    parts = []
    if won or (view["mover"] == seat and view["ended"] is None):
        parts.append(element("rect", x=6, y=middle - 38, width=WIDTH - 12, height=STRIP - 16, rx=20, fill="#f7cf6b",
                             opacity=0.55))  # fmt: skip
    parts += [coins.emblem(seat, 38, middle, 21), *bank_words(view, say, seat)]
    for kind in KINDS:
        parts.append(bank_count(kind, view["banks"][seat][kind], middle))
    parts.append(label(str(total["points"]), WIDTH - 46, middle + (3 if won else 13), 38, font_weight="800"))
    if won:
        parts.append(ribbon(say("board.draw") if len(view["winners"]) == 2 else say("board.winner"), middle + 23))
    return Piece(f"bank-{seat}", group(f"bank-{seat}", *parts, fill=INK))


def bank_words(view: View, say: Say, seat: int) -> list[str]:
    total = view["totals"][seat]
    lines = [say("board.total", map=total["map"], bank=total["bank"]), *worth(view, say, seat)]
    top = bank_middle(seat) - 4 - 10 * (len(lines) - 1)
    return [
        label(say(NAMES[seat]), 70, top, 21, text_anchor="start", font_family=SERIF, font_weight="700"),
        *(label(line, 70, top + 4 + 20 * (i + 1), 15.5, text_anchor="start") for i, line in enumerate(lines)),
    ]


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


def bank_count(kind: str, count: int, y: float) -> str:
    """A hollow for the coins of a kind, and how many there are."""
    x, radius = BANK_X[kind], round(BANK_SCALE * coins.RADIUS[kind], 1)
    hollow = element("circle", cx=x, cy=y, r=radius, fill="none", stroke="#a88c62", stroke_dasharray="3 3")
    if count == 0:
        return hollow
    return hollow + label(f"×{count}", x + radius + 4, y + 6, 17, text_anchor="start", font_weight="700")


def bank_coins(view: View, seat: int) -> list[Piece]:
    """Every coin of a bank: on its pile, or in the tray while it is tossed."""
    tossed = in_tray(view) if view["mover"] == seat else []
    pieces = []
    for kind in KINDS:
        count = view["banks"][seat][kind]
        for i in range(count):
            id = f"coin-{NAMES[seat]}-{kind}-{i}"
            if kind in tossed and i == count - 1:
                pieces.append(tossed_coin(view, id, kind))
            else:
                y = bank_middle(seat) + ((count - 1) / 2 - i) * min(3.0, 14 / count)
                pieces.append(coins.coin(id, kind, seat, BANK_X[kind], round(y, 1), BANK_SCALE))
    return pieces


def slot(id: str, seat: int, words: str) -> Piece:
    """Where a coin may be paid or captured to: a ring round that bank's coins."""
    top = bank_middle(seat) - STRIP / 2 + 5
    ring = element("rect", x=222, y=top, width=336, height=STRIP - 10, rx=18, fill="#fff", fill_opacity=0.01,
                   stroke="#0072b2", stroke_width=3, stroke_dasharray="9 6")  # fmt: skip
    plate = element("rect", x=384 - 75, y=top + STRIP - 26, width=150, height=22, rx=11, fill="#0b5a86")
    said = label(words, 384, top + STRIP - 10, 15, font_weight="700", fill="#fff")
    return Piece(id, group(id, ring, plate, said, class_="anchor", aria_label=words))


# ── The toss ──────────────────────────────────────────────────────────────────────────────────────


def tray_place(kind: str) -> tuple[float, float]:
    return 290 + 92 * KINDS.index(kind), TRAY_TOP + (TRAY - 8) / 2


def in_tray(view: View) -> list[str]:
    """The kinds whose tossed coin still lies there: it matches and is free, or it doesn't match."""
    facts = view["toss"]
    if facts is None:
        return []
    return [kind for kind in facts["tossed"] if kind in facts["usable"] or kind not in facts["matched"]]


def toss(view: View, say: Say) -> list[Piece]:
    facts = view["toss"]
    middle = TRAY_TOP + (TRAY - 8) / 2
    if facts is None:
        said = say("board.waiting")
    else:
        said = say("board.matches", matches=len(facts["matched"]), tossed=len(facts["tossed"]))
    words = [
        coins.emblem(view["mover"], 46, middle, 17),
        label(said, 74, middle + 6, 19, text_anchor="start", font_weight="600", fill="#fff3dc"),
    ]
    places = [] if facts is None else [toss_place(view, say, kind) for kind in facts["tossed"]]
    return [Piece("toss", group("toss", *words)), *places]


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
        element("rect", x=-44, y=-42, width=88, height=84, rx=14, fill="#fff", fill_opacity=0),
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


def region_row(view: View, say: Say, number: int) -> Piece:
    """A region: its tint and pattern, its name, both players' points there, and for whom they are doubled."""
    region = view["regions"][number]
    x = 14 + (number % 2) * WIDTH // 2
    y = TALLY_TOP + 6 + ROW * (number // 2)
    chip = {"x": x, "y": y, "width": 34, "height": 26, "rx": 6}
    parts = [
        element("rect", **chip, fill=region["colour"], stroke=land.INK, stroke_width=1.5),
        element("rect", **chip, fill=f"url(#ca-pattern-{region['pattern']})", opacity=0.45),
        region_label(region_name(view, number, say), x + 42, y + 19),
    ]
    for seat, across in ((0, x + 182), (1, x + 248)):
        parts.append(coins.emblem(seat, across, y + 13, 10))
        strong = region["double"] == seat
        if strong:
            parts.append(element("rect", x=across + 12, y=y, width=30, height=26, rx=8))
        points = str(region["points"][seat])
        parts.append(label(points, across + 27, y + 19, 18, font_weight="800", fill="#fff6e2" if strong else None))
    return Piece(f"tally-{number}", group(f"tally-{number}", *parts, fill=INK))


def region_label(name: str, x: float, y: float) -> str:
    """A region's name in one line, or in two where one would be pressed together."""
    if SMALLEST * letters_wide(name) <= NAME_ROOM or " " not in name:
        return label_within(name, x, y, 17, NAME_ROOM, font_weight="600")
    upper, lower = halves(name)
    return label_within(upper, x, y - 7, 14, NAME_ROOM, font_weight="600") + label_within(
        lower, x, y + 8, 14, NAME_ROOM, font_weight="600"
    )


def halves(name: str) -> tuple[str, str]:
    """A name broken at the space nearest its middle."""
    spaces = [i for i, letter in enumerate(name) if letter == " "]
    middle = min(spaces, key=lambda i: abs(2 * i + 1 - len(name)))
    return name[:middle], name[middle + 1 :]
