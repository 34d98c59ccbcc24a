"""Searches that also remember what explanations and hints need."""

from __future__ import annotations

import time

from klatsch.bots.mcts import Search
from klatsch.bots.search_bot import SearchBot
from klatsch.core.game import KnownState
from klatsch.core.rng import Rng

# Simulations between two looks at the clock.
STEP = 32


def begin(known: KnownState, rng: Rng) -> Search:
    search = SearchBot().begin(known.state, known.seat, rng)
    search.remember_leaves()
    return search


def study(known: KnownState, rng: Rng, *, sims: int = 0, seconds: float = 0.0) -> Search:
    """A search for the seat, with so many simulations or so much time."""
    search = begin(known, rng)
    search.run(known.state, sims)
    end = time.perf_counter() + seconds
    while seconds and not search.is_done() and time.perf_counter() < end:
        search.run(known.state, STEP)
    return search
