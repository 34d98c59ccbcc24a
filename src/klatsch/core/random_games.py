# klatsch: compiled
"""Random games in one compiled loop, and what is counted over them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import CHANCE, OVER, State
from klatsch.core.rng import Rng

# What was played, as a number: two halves, each small enough that its product with the factor isn't above 63 bits.
HALF: Final = 0x3FFFFFFFFFF
HALF_BITS: Final = 42
FIRST_FACTOR: Final = 1000003
SECOND_FACTOR: Final = 999331


class RandomGames:
    """Plays from one position, and counts. The same seeds give the same counts, compiled or interpreted."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.seats: i64 = start.seats
        self.rng = Rng(0)
        self.utilities = vec[float]([0.0] * int(start.seats))  # the sum of each seat's
        self.squares = vec[float]([0.0] * int(start.seats))  # and of their squares
        self.decisions: i64 = 0
        self.shortest: i64 = 0
        self.longest: i64 = 0
        self.endings: dict[str, int] = {}  # games by the id of the reason
        self.moves: set[int] = set()  # numbers that games share in which the same was played and drawn
        self.games: i64 = 0

    def play(self, seeds: list[int]) -> None:
        """One game for each seed."""
        for seed in seeds:
            self.rng.restart(seed)
            state = self.start.clone()
            decisions = self.finish(state)
            self.count(state, decisions)

    def finish(self, state: State) -> i64:
        """Play at random, in place, to the end; how many decisions that took."""
        rng = self.rng
        decisions: i64 = 0
        first: i64 = 0
        second: i64 = 0
        while state.actor != OVER:
            if state.actor != CHANCE:
                decisions += 1
            action = state.sample(rng)
            first = ((first ^ (action + 1)) * FIRST_FACTOR) & HALF
            second = ((second ^ (action + 1)) * SECOND_FACTOR) & HALF
            state.apply(action)
        self.moves.add((int(first) << HALF_BITS) + int(second))
        return decisions

    def count(self, final: State, decisions: i64) -> None:
        seat: i64 = 0
        while seat < self.seats:
            share = final.utility(seat)
            self.utilities[seat] += share
            self.squares[seat] += share * share
            seat += 1
        self.shortest = decisions if self.games == 0 or decisions < self.shortest else self.shortest
        self.longest = decisions if decisions > self.longest else self.longest
        self.decisions += decisions
        self.games += 1
        reason = final.result().reason.id
        self.endings[reason] = self.endings.get(reason, 0) + 1
