"""Coin Age drawn as SVG, from the view only.

Tails' bank
the map
this turn's toss
Heads' bank
the points, region by region
"""

from __future__ import annotations

from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Drawing, Piece, element, group, label
from klatsch.games.coin_age import coins, land, strips
from klatsch.games.coin_age.strips import NAMES, ROW, TALLY_TOP, TRAY, TRAY_TOP, WIDTH
from klatsch.games.coin_age.text import map_title, region_name

BAND_LINE = land.TOP + land.HEIGHT + 24


def height(view: View) -> int:
    return TALLY_TOP + 16 + ROW * ((len(view["regions"]) + 1) // 2)


def board(view: View, say: Say) -> str:
    title = map_title(view, say)
    return "".join(
        [
            element("rect", width=WIDTH, height=height(view), rx=14, fill="#f3e8d3"),
            land.sea(view),
            element("rect", y=land.TOP, width=WIDTH, height=land.HEIGHT, fill="none", stroke="#8a6a3f", stroke_width=3),
            element("rect", y=TRAY_TOP, x=10, width=WIDTH - 20, height=TRAY - 8, rx=16, fill="#5b3d26"),
            element("rect", y=TRAY_TOP + 5, x=15, width=WIDTH - 30, height=TRAY - 18, rx=12, fill="#7d5a3b"),
            label(title, 18, BAND_LINE, 20, text_anchor="start", font_family=SERIF, font_weight="700", fill=INK),
        ]
    )


# ── Spaces and stacks ─────────────────────────────────────────────────────────────────────────────


def space_said(view: View, say: Say, space: dict[str, Any]) -> str:
    """A space in words: its region, its coins from the top down, whether they score double."""
    where = say("board.space", space=space["name"], region=region_name(view, space["region"], say))
    if not space["stack"]:
        return say("board.empty", where=where)
    said = [say("board.coin_of", coin=say("coin." + kind), who=say(NAMES[side])) for kind, side in space["stack"]]
    pile = said[-1]
    for upper in reversed(said[:-1]):
        pile = say("board.on_top", upper=upper, lower=pile)
    return say("board.held_double" if space["double"] else "board.held", where=where, coins=pile)


def stacks(view: View) -> list[Piece]:
    """All coins on the map, then the signs beside them."""
    pieces: list[Piece] = []
    signs: list[Piece] = []
    for space in view["spaces"]:
        if space["stack"]:
            place, (x, y) = space["name"].lower(), land.at(space["centre"])
            lying = [(kind, side) for kind, side in space["stack"]]
            pieces += coins.stack(place, lying, x, y)
            signs += coins.signs(place, lying, space["double"], x, y)
    return pieces + signs


def turn(view: View, say: Say) -> Piece:
    said = say("board.over") if view["ended"] else say("board.turn", turn=view["turn"])
    return Piece("turn", group("turn", label(said, WIDTH - 18, BAND_LINE, 17, text_anchor="end", fill="#6a4a22",
                                             font_weight="600")))  # fmt: skip


def draw(view: View, say: Say) -> Drawing:
    spaces = enumerate(view["spaces"])
    pieces = [land.space_piece(view, number, space_said(view, say, space)) for number, space in spaces]
    pieces += [land.marks(view), strips.bank(view, say, 1), strips.bank(view, say, 0), turn(view, say)]
    pieces += [strips.region_row(view, say, number) for number in range(len(view["regions"]))]
    pieces += [*strips.toss(view, say), *stacks(view), *strips.bank_coins(view, 1), *strips.bank_coins(view, 0)]
    if view["can"]["pay"]:
        pieces.append(strips.slot("pay-here", 1 - view["mover"], say("board.pay_here")))
    if view["can"]["capture"]:
        pieces.append(strips.slot("capture-here", view["mover"], say("board.capture_here")))
    definitions = coins.DEFINITIONS + land.definitions(view)
    return Drawing(WIDTH, height(view), map_title(view, say), definitions, board(view, say), tuple(pieces))
