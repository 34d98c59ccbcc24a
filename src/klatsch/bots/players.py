"""Players by name: the grammar of `--seat` and `--bots`, and the bots it makes.

`human`, `random`, `search:sims=N`, `search:seconds=S`.
"""

from __future__ import annotations

import re
import time
from typing import Protocol

from klatsch.bots.search import Search, Tuning
from klatsch.core.game import State
from klatsch.core.rng import Rng

HUMAN = "human"
GRAMMAR = "human, random, search:sims=N or search:seconds=S"
SEARCH = re.compile(r"search:(sims|seconds)=([0-9]{1,9}(?:\.[0-9]{1,3})?)")
# Simulations between two looks at the clock.
STEP = 64


class Bot(Protocol):
    """Plays one seat. It is handed a state already re-dealt for that seat: it can't look at hidden hands."""

    def choose(self, state: State, rng: Rng) -> int: ...


class RandomBot:
    """Any legal action, all alike."""

    def choose(self, state: State, rng: Rng) -> int:
        return int(state.sample(rng))


class SearchBot:
    """Searches for a number of simulations or for a time, at every decision."""

    def __init__(self, sims: int = 0, seconds: float = 0.0) -> None:
        self.sims = sims
        self.seconds = seconds

    def choose(self, state: State, rng: Rng) -> int:
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        search = Search(int(state.seats), int(state.actor), Tuning(), int(rng.bits()))
        if self.sims:
            search.run(state, self.sims)
            return search.best()
        end = time.perf_counter() + self.seconds
        while time.perf_counter() < end or search.best() < 0:
            search.run(state, STEP)
        return search.best()


def check_player(name: str) -> str:
    """A player's name as it is; ValueError lists the valid ones."""
    if name != HUMAN:
        make_bot(name)
    return name


def make_bot(name: str) -> Bot:
    if name == "random":
        return RandomBot()
    match = SEARCH.fullmatch(name)
    if match and match[1] == "sims" and match[2].isdigit() and int(match[2]) > 0:
        return SearchBot(sims=int(match[2]))
    if match and match[1] == "seconds" and 0 < float(match[2]) <= 600:
        return SearchBot(seconds=float(match[2]))
    if name == HUMAN:
        raise ValueError("a person can't play here: name bots only")
    raise ValueError(f"there is no player {name!r}; a player is {GRAMMAR}")


def choose(bot: Bot, state: State, rng: Rng) -> int:
    """The bot's action for the seat to move, from what that seat may know."""
    return bot.choose(state.clone().resample(state.actor, rng), rng)
