"""Chocolate COIN drawn from the view only: the campus, the two cards, action track and grid, support, the dice."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import Composition, Drawing, Panel, Spot, element, emblem, stops
from klatsch.games.chocolate_coin import shapes
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.draw_cards import HEIGHT as CARD_HEIGHT
from klatsch.games.chocolate_coin.draw_cards import card, card_slot
from klatsch.games.chocolate_coin.draw_grid import (
    DICE_HEIGHT,
    GRID_HEIGHT,
    LEAST,
    SUPPORT_HEIGHT,
    TRACK_HEIGHT,
    WIDTH,
    dice_board,
    dice_pieces,
    grid_board,
    grid_pieces,
    support_board,
    support_piece,
    track_board,
    track_pieces,
)
from klatsch.games.chocolate_coin.draw_map import BOARD_HEIGHT, BOARD_WIDTH, map_board, map_pieces
from klatsch.games.chocolate_coin.shapes import use

HEIGHTS = {
    "current": CARD_HEIGHT,
    "upcoming": CARD_HEIGHT,
    "track": TRACK_HEIGHT,
    "grid": GRID_HEIGHT,
    "support": SUPPORT_HEIGHT,
    "dice": DICE_HEIGHT,
}


def wide() -> Composition:
    """All in a column beside the campus."""
    scale, gap = 0.767, 4.0
    spots = [Spot("board", 0, 0)]
    y = 0.0
    for name, height in HEIGHTS.items():
        spots.append(Spot(name, BOARD_WIDTH + 6, y, scale))
        y += scale * height + gap
    return Composition("wide", BOARD_WIDTH + 6 + scale * WIDTH, max(BOARD_HEIGHT, y), tuple(spots), scale * LEAST)


def tall() -> Composition:
    """Two columns below the campus."""
    gap = 6.0
    scale = (BOARD_WIDTH - gap) / 2 / WIDTH
    spots, right = [Spot("board", 0, 0)], BOARD_WIDTH - scale * WIDTH
    ends = []
    for x, column in ((0.0, ("grid", "current", "dice")), (right, ("track", "support", "upcoming"))):
        y = BOARD_HEIGHT + gap
        for name in column:
            spots.append(Spot(name, x, y, scale))
            y += scale * HEIGHTS[name] + gap
        ends.append(y)
    return Composition("tall", BOARD_WIDTH, max(ends), tuple(spots), scale * LEAST)


COMPOSITIONS = (wide(), tall())

TINTS = "".join(
    element("linearGradient", stops(*colours), id=id, x1="0", y1="0", x2="1", y2="1")
    for id, colours in (
        ("cc-frost", ("#e3edf7", "#cbdcec")),
        ("cc-hearth", ("#f5ead9", "#ecdabd")),
        ("cc-harbour", ("#dfeee2", "#c9e0cf")),
    )
)


def signs(view: View) -> str:
    """Each seat's emblem: the cube of its faction, or of both."""
    drawn = []
    for seat in sorted(set(view["seats"])):
        own = [faction for faction, owner in zip(FACTIONS, view["seats"], strict=True) if owner == seat]
        if len(own) == 1:
            drawn.append(emblem(seat, use(f"cube-{own[0]}", 0, 1, 1.15)))
        else:
            drawn.append(emblem(seat, use(f"cube-{own[0]}", -6, -6, 0.8), use(f"cube-{own[1]}", 7, 7, 0.8)))
    return "".join(drawn)


def draw(view: View, say: Say) -> Drawing:
    support = tuple(support_piece(view, say, area) for area in range(3))
    panels = (
        Panel("current", WIDTH, CARD_HEIGHT, card_slot("current", say), card(view, say, "current")),
        Panel("upcoming", WIDTH, CARD_HEIGHT, card_slot("upcoming", say), card(view, say, "upcoming")),
        Panel("support", WIDTH, SUPPORT_HEIGHT, support_board(view), support),
        Panel("dice", WIDTH, DICE_HEIGHT, dice_board(view, say), dice_pieces(view, say)),
        Panel("grid", WIDTH, GRID_HEIGHT, grid_board(say), grid_pieces(view, say)),
        Panel("track", WIDTH, TRACK_HEIGHT, track_board(say), track_pieces(view, say)),
        Panel("board", BOARD_WIDTH, BOARD_HEIGHT, map_board(view, say), map_pieces(view, say)),
    )
    definitions = TINTS + shapes.definitions(tuple(view["suits"])) + signs(view)
    return Drawing(say("board.title"), definitions, panels, COMPOSITIONS)
