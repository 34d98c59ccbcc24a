"""Searches for whoever wants to know more than the choice: they remember what explanations need."""

from __future__ import annotations

import time

from klatsch.bots.mcts import Search
from klatsch.bots.search_bot import SearchBot
from klatsch.core.game import State
from klatsch.core.rng import Rng

# Simulations between two looks at the clock.
STEP = 32


def begin(state: State, seat: int, rng: Rng) -> Search:
    search = SearchBot().begin(state, seat, rng)
    search.remember_leaves()
    return search


def study(state: State, rng: Rng, *, sims: int = 0, seconds: float = 0.0) -> Search:
    """A search for the seat to move, with so many simulations or so much time."""
    search = begin(state, int(state.actor), rng)
    search.run(state, sims)
    end = time.perf_counter() + seconds
    while seconds and not search.is_done() and time.perf_counter() < end:
        search.run(state, STEP)
    return search
