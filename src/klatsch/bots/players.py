"""Players by name: the grammar of `--seat` and `--bots`, and the bots it makes.

`human`, `random`, `search:sims=N` (simulations a decision), `search:seconds=S` (seconds a turn).
"""

from __future__ import annotations

import re

from klatsch.bots.searcher import Searcher
from klatsch.bots.seat import Bot
from klatsch.core.game import State
from klatsch.core.rng import Rng

HUMAN = "human"
GRAMMAR = "human, random, search:sims=N or search:seconds=S"
SEARCH = re.compile(r"search:(sims|seconds)=([0-9]{1,9}(?:\.[0-9]{1,3})?)")


class RandomBot:
    """Any legal action, all alike."""

    def choose(self, state: State, rng: Rng) -> int:
        return int(state.sample(rng))

    def saw(self, actor: int, action: int | None) -> None:
        pass


def check_player(name: str) -> str:
    """A player's name as it is; ValueError lists the valid ones."""
    if name != HUMAN:
        make_bot(name)
    return name


def make_bot(name: str) -> Bot:
    """A new bot: it has a memory, so every seat of every game gets its own."""
    if name == "random":
        return RandomBot()
    match = SEARCH.fullmatch(name)
    if match and match[1] == "sims" and match[2].isdigit() and int(match[2]) > 0:
        return Searcher(sims=int(match[2]))
    if match and match[1] == "seconds" and 0 < float(match[2]) <= 600:
        return Searcher(seconds=float(match[2]))
    if name == HUMAN:
        raise ValueError("a person can't play here: name bots only")
    raise ValueError(f"there is no player {name!r}; a player is {GRAMMAR}")
