"""A bot that searches: spends its budget, keeps its tree between decisions, stops early when the choice is clear."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from klatsch.bots.bot_config import BotConfig, bot_config, make_evaluator
from klatsch.bots.mcts import MOST_NODES, Search
from klatsch.core.game import CHANCE, KnownState, State
from klatsch.core.rng import Rng

# About so much time passes between two looks at the clock.
LOOK_SECONDS = 0.0005
# And no more simulations: they may be slow all of a sudden.
MOST_BETWEEN_LOOKS = 64
# A turn's first decision takes this part of its time, the next one this part of what is left, and so on;
# where the choice is unstable, up to the second part.
FIRST_PART = 2 / 3
LONGEST_PART = 0.9


class SearchBot:
    """With `sims`, so many simulations a decision; with `seconds`, so much time a turn.

    Knows of the game what its data says, or another file, or `known`; `changes` are changes to its tuning.
    """

    def __init__(
        self,
        sims: int = 0,
        seconds: float = 0.0,
        *,
        data: Path | None = None,
        known: BotConfig | None = None,
        changes: Mapping[str, object] | None = None,
        evaluates: bool = True,
    ) -> None:
        self.sims = sims
        self.seconds = seconds
        self.data = data
        self.known = known
        self.changes = changes or {}
        self.evaluates = evaluates
        self.search: Search | None = None
        self.here: State | None = None  # the position of the tree's root, as this seat could follow it
        self.left = seconds  # of this turn's time
        self.seat = CHANCE  # not known before the first decision

    @property
    def simulations(self) -> int:
        """How many simulations are behind the last choice, those kept from earlier decisions included."""
        return 0 if self.search is None else int(self.search.simulations)

    def choose(self, known: KnownState, rng: Rng) -> int:
        state = known.state
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self.here is not None and not looks_the_same(self.here, state):
            self.search = None  # it was told of another game than this, or not of all that happened
            self.left = self.seconds
        self.here = state.clone()
        self.seat = int(state.actor)
        search = self.search
        if search is None or search.size >= MOST_NODES:
            search = self.search = self.begin(state, self.seat, rng)
        if self.sims:
            search.run(state, max(1, self.sims - int(search.simulations)))
        else:
            self.think(search, state)
        return search.best()

    def begin(self, state: State, seat: int, rng: Rng) -> Search:
        """A search for a seat, without a simulation yet. It deals anew for that seat, whoever is to move."""
        game, seats = state.game, int(state.seats)
        known = self.known or bot_config(game.definition, seats, self.data)
        evaluator = make_evaluator(game, seats, known) if self.evaluates else None
        return Search(game, seats, seat, known.tuned(self.changes), evaluator, int(rng.bits()))

    def think(self, search: Search, state: State) -> None:
        start = time.perf_counter()
        end = start + self.left * FIRST_PART
        latest = start + self.left * LONGEST_PART
        self.simulate(search, state, end, latest)
        self.left -= time.perf_counter() - start

    def simulate(self, search: Search, state: State, end: float, latest: float) -> None:
        made, step = 0, 1
        start = last = time.perf_counter()
        while True:
            search.run(state, step)
            made += step
            now = time.perf_counter()
            if search.is_done() or now >= latest or (now >= end and not search.is_unstable()):
                break
            if now < end and search.lead() > made / (now - start) * (end - now):
                break  # the runner-up can't catch up
            step = min(2 * step, MOST_BETWEEN_LOOKS) if now - last < LOOK_SECONDS else max(step // 2, 1)
            last = now

    def saw(self, actor: int, action: int | None) -> None:
        """Follow the game in the tree; begin a new one where that isn't possible."""
        if actor not in (CHANCE, self.seat):
            self.left = self.seconds  # somebody else acted: the next decision begins a turn
        if self.here is None:
            return
        if action is None or actor != self.here.actor or not self.here.is_legal(action):
            self.here = self.search = None
            return
        self.here.apply(action)
        if self.search is not None and not self.search.advance(action):
            self.search = None


def looks_the_same(here: State, there: State) -> bool:
    """Are they one position to the seat to move? Hands that it can't see aren't compared: they are dealt anew."""
    if here.actor != there.actor or here.game.digest != there.game.digest or here.seats != there.seats:
        return False
    if not here.game.definition.hidden:
        return here == there
    return here.view(int(here.actor)) == there.view(int(there.actor))
