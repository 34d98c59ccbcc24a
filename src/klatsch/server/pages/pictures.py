"""Pictures of a game in progress: the whole drawing, and for the lobby the board alone."""

from __future__ import annotations

from functools import cache

from klatsch.bots.bot import choose
from klatsch.bots.greedy import GreedyBot
from klatsch.core import registry
from klatsch.core.game import CHANCE, OVER, PUBLIC, Game, State
from klatsch.core.rng import Rng
from klatsch.drawing import Drawing
from klatsch.night_colours import by_night, night_colours
from klatsch.server.http.compression import Packed, packed

SHOWN_DECISIONS = 60  # into the game that is drawn


def in_progress(game: Game, decisions: int) -> State:
    """So many decisions into a game, the same one every time; not beyond its last."""
    state = game.new()
    rng = Rng(7)
    bot = GreedyBot()
    for _ in range(decisions):
        if state.actor == OVER:
            break
        after = state.clone()
        after.apply(int(state.sample(rng)) if state.actor == CHANCE else choose(bot, state, rng))
        if after.actor == OVER:
            break
        state = after
    return state


@cache
def showcase(name: str, lang: str) -> str:
    return in_progress(registry.load(name), SHOWN_DECISIONS).svg(PUBLIC, lang)


def lobby_picture(name: str, lang: str) -> str:
    game = registry.load(name)
    drawing = game.definition.draw(in_progress(game, SHOWN_DECISIONS).view(PUBLIC), game.definition.words.say(lang))
    assert isinstance(drawing, Drawing)
    return drawing.picture_of("board")


@cache
def packed_picture(name: str, lang: str, for_lobby: bool, dark: bool = False) -> Packed:
    svg = lobby_picture(name, lang) if for_lobby else showcase(name, lang)
    if dark:
        svg = by_night(svg, night_colours(registry.definition(name)))
    return packed(svg.encode(), "image/svg+xml")
