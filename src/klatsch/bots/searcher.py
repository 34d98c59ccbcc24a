"""A bot that searches: spends its budget, keeps its tree between decisions, stops when the choice is clear."""

from __future__ import annotations

import time

from klatsch.bots.search import Search, Tuning
from klatsch.core.game import CHANCE, State
from klatsch.core.rng import Rng

# Simulations between two looks at the clock.
STEP = 32
# A turn's first decision takes this part of its time, the next one this part of what is left, and so on.
FIRST_PART = 2 / 3
# A tree larger than this is begun anew.
MOST_NODES = 2_000_000


class Searcher:
    """With `sims`, so many simulations a decision; with `seconds`, so much time a turn."""

    def __init__(self, sims: int = 0, seconds: float = 0.0, tuning: Tuning | None = None) -> None:
        self.sims = sims
        self.seconds = seconds
        self.tuning = tuning or Tuning()
        self.search: Search | None = None
        self.left = seconds  # of this turn's time
        self.seat = CHANCE  # not known before the first decision

    def choose(self, state: State, rng: Rng) -> int:
        self.seat = int(state.actor)
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        search = self.search
        if search is None or search.size > MOST_NODES:
            search = self.search = Search(int(state.seats), int(state.actor), self.tuning, int(rng.bits()))
        if self.sims:
            search.run(state, max(1, self.sims - int(search.simulations)))
        else:
            self.think(search, state)
        return search.best()

    def think(self, search: Search, state: State) -> None:
        made = 0
        start = time.perf_counter()
        end = start + self.left * FIRST_PART
        while True:
            search.run(state, STEP)
            made += STEP
            now = time.perf_counter()
            if now >= end:
                break
            if search.lead() > made / (now - start) * (end - now):
                break  # the runner-up can't catch up
        self.left -= now - start

    def saw(self, actor: int, action: int | None) -> None:
        """Follow the game in the tree; begin a new one where that isn't possible."""
        if actor not in (CHANCE, self.seat):
            self.left = self.seconds  # somebody else acted: the next decision begins a turn
        if self.search is not None and (action is None or not self.search.advance(action)):
            self.search = None
