"""Pictures of a game in progress: the whole drawing, and for the lobby its middle."""

from __future__ import annotations

import re
from functools import cache

from klatsch.bots.bot import choose
from klatsch.bots.greedy import GreedyBot
from klatsch.core import registry
from klatsch.core.game import CHANCE, OVER, PUBLIC
from klatsch.core.rng import Rng
from klatsch.server.http.compression import Packed, packed

SHOWN_DECISIONS = 60  # into the game that is drawn
VIEW_BOX = re.compile('viewBox="[^"]*"')
# Left, top, width and height in units of the drawing: the board without what stands around it.
LOBBY_VIEWS = {
    "coffee-chess": (26, 238, 544, 340),
    "coin-age": (0, 108, 640, 400),
    "four-armies": (0, 110, 600, 375),
    "choco": (40, 212, 608, 380),
    "chocolate-coin": (32, 574, 800, 500),
}


@cache
def showcase(name: str, lang: str) -> str:
    """A game in progress, drawn: the same one every time."""
    game = registry.load(name)
    state = game.new()
    rng = Rng(7)
    bot = GreedyBot()
    for _ in range(SHOWN_DECISIONS):
        if state.actor == OVER:
            break
        after = state.clone()
        after.apply(int(state.sample(rng)) if state.actor == CHANCE else choose(bot, state, rng))
        if after.actor == OVER:
            break
        state = after
    return state.svg(PUBLIC, lang)


def lobby_picture(name: str, lang: str) -> str:
    """The same drawing, of which only the board is seen."""
    view = LOBBY_VIEWS.get(name)
    drawing = showcase(name, lang)
    return drawing if view is None else VIEW_BOX.sub(f'viewBox="{" ".join(map(str, view))}"', drawing, count=1)


@cache
def packed_picture(name: str, lang: str, for_lobby: bool) -> Packed:
    svg = lobby_picture(name, lang) if for_lobby else showcase(name, lang)
    return packed(svg.encode(), "image/svg+xml")
