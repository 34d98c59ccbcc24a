"""How a bot sits at a table: what it is asked, what it is told, and a whole game between bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from klatsch.core.game import CHANCE, OVER, Game, State
from klatsch.core.rng import Rng


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, state: State, rng: Rng) -> int:
        """An action for the seat to move. The state is already re-dealt for that seat: nothing hidden can be seen."""

    def saw(self, actor: int, action: int | None) -> None:
        """What was played, by a seat or by CHANCE; None where this bot can't know which action it was."""


def choose(bot: Bot, state: State, rng: Rng) -> int:
    """The bot's action for the seat to move, from what that seat may know."""
    return bot.choose(state.clone().resample(state.actor, rng), rng)


def cheats(bot: Bot) -> bool:
    """Does it want to see what its seat can't know? Only a yardstick of the arena does, and its name says so."""
    return bool(getattr(bot, "cheats", False))


def tell(bots: Mapping[int, Bot], game: Game, actor: int, action: int | None) -> None:
    """Tell all bots of an action. Where cards are hidden, a seat is sure only of its own."""
    for seat, bot in bots.items():
        bot.saw(actor, action if actor == seat or not game.definition.hidden else None)


class PlayedGame(NamedTuple):
    """A game between bots that is over."""

    final: State
    decisions: int
    moves: int  # a number that games share in which the same was played and drawn


def all_the_same(games: Sequence[int | None]) -> bool:
    """Were several games one and the same? Then they say no more than one. None: how it was played isn't known."""
    return len(games) > 1 and None not in games and len(set(games)) == 1


def play_game(
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
            action = bot.choose(state.clone(), rng) if cheats(bot) else choose(bot, state, rng)
        decisions += actor != CHANCE
        if watch is not None:
            watch(state, action, chosen)
        tell(seated, game, actor, action)
        state.apply(action)
        moves = hash((moves, action))
    return PlayedGame(state, decisions, moves)
