"""Players by name: the grammar of `--seat` and `--bots`, and the bots it makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from klatsch.core.game import State
from klatsch.core.rng import Rng

HUMAN = "human"


class Bot(Protocol):
    """Plays one seat. It is handed a state already re-dealt for that seat: it can't look at hidden hands."""

    def choose(self, state: State, rng: Rng) -> int: ...


class RandomBot:
    """Any legal action, all alike."""

    def choose(self, state: State, rng: Rng) -> int:
        return int(state.sample(rng))


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot}


def check_player(name: str) -> str:
    """A player's name as it is; ValueError lists the valid ones."""
    if name != HUMAN and name not in BOTS:
        raise ValueError(f"there is no player {name!r}; a player is {' or '.join([HUMAN, *BOTS])}")
    return name


def make_bot(name: str) -> Bot:
    check_player(name)
    if name == HUMAN:
        raise ValueError("a person can't play here: name bots only")
    return BOTS[name]()


def choose(bot: Bot, state: State, rng: Rng) -> int:
    """The bot's action for the seat to move, from what that seat may know."""
    return bot.choose(state.clone().resample(state.actor, rng), rng)
