"""One game between bots, from the first position to the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from klatsch.bots.bot import Bot, cheats, choose, tell
from klatsch.core.game import CHANCE, OVER, Game, State
from klatsch.core.rng import Rng


class PlayedGame(NamedTuple):
    """A game between bots that is over."""

    final: State
    decisions: int
    moves: int  # a number that games share in which the same was played and drawn


def all_the_same(games: Sequence[int | None]) -> bool:
    """Were several games one and the same? Then they say no more than one. None: how it was played isn't known."""
    return len(games) > 1 and None not in games and len(set(games)) == 1


def run_game(
    game: Game,
    bots: Sequence[Bot],
    chance: Rng,
    thoughts: Sequence[Rng],
    opening: int = 0,
    watch: Callable[[State, int, bool], None] | None = None,
) -> PlayedGame:
    """One game between bots in the arena.

    The first `opening` turns of every seat are random: where chance is small, bots would repeat the same game.
    Before every action `watch` is shown the position, the action, and whether a bot chose it.
    """
    seated = dict(enumerate(bots))
    state = game.new(len(bots))
    decisions, turns, last, moves = 0, 0, CHANCE, 0
    while state.actor != OVER:
        actor = int(state.actor)
        if actor not in (CHANCE, last):
            turns, last = turns + 1, actor
        chosen = actor != CHANCE and turns > opening * len(bots)
        if not chosen:
            action = int(state.sample(chance))
        else:
            bot, rng = bots[actor], thoughts[actor]
            action = bot.choose(state.known_to_a_cheat(), rng) if cheats(bot) else choose(bot, state, rng)
        decisions += actor != CHANCE
        if watch is not None:
            watch(state, action, chosen)
        tell(seated, game, actor, action)
        state.apply(action)
        moves = hash((moves, action))
    return PlayedGame(state, decisions, moves)
