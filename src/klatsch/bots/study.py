"""Searches for whoever wants to know more than the choice: always a tree, and it remembers what explanations need."""

from __future__ import annotations

import time

from klatsch.bots.knowledge import knowledge, make_evaluator
from klatsch.bots.search import Search
from klatsch.core.game import State
from klatsch.core.rng import Rng

# Simulations between two looks at the clock.
STEP = 32


def begin(state: State, seat: int, rng: Rng) -> Search:
    """A search for a seat, without a simulation yet. The state is re-dealt for that seat, whoever is to move."""
    game, seats = state.game, int(state.seats)
    known = knowledge(game.definition, seats)
    search = Search(game, seats, seat, known.tuning, make_evaluator(game, seats, known), int(rng.bits()))
    search.remembers = True
    return search


def study(state: State, rng: Rng, *, sims: int = 0, seconds: float = 0.0) -> Search:
    """A search for the seat to move, with so many simulations or so much time."""
    search = begin(state, int(state.actor), rng)
    search.run(state, sims)
    end = time.perf_counter() + seconds
    while seconds and not search.is_done() and time.perf_counter() < end:
        search.run(state, STEP)
    return search
