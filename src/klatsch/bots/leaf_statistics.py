# klatsch: compiled
"""Statistics that a search keeps about its actions and their leaves, for explanations."""

from __future__ import annotations

from math import sqrt
from typing import final

from librt.vecs import vec
from mypy_extensions import i64


@final
class Entry:
    """What a search knows of one action."""

    def __init__(self, action: int, visits: int, value: float, error: float, good: float, winner: int) -> None:
        self.action = action
        self.visits = visits
        self.value = value  # mean, for the seat that decides
        self.error = error  # standard error of the mean
        self.good = good  # the part of the visits that were worth more than parity
        self.winner = winner  # the side that has a proven win after it, or -1


@final
class LeafStatistics:
    """Sums over many leaves: every seat's value, and the features where they were evaluated."""

    def __init__(self, seats: int, features: int) -> None:
        self.visits: i64 = 0
        self.leaves: i64 = 0
        self.totals = vec[float]([0.0] * seats)
        self.squares = vec[float]([0.0] * seats)
        self.sums = vec[float]([0.0] * features)

    def add_values(self, values: vec[float]) -> None:
        self.visits += 1
        for seat in range(i64(len(self.totals))):
            self.totals[seat] += values[seat]
            self.squares[seat] += values[seat] * values[seat]

    def add_features(self, features: vec[float]) -> None:
        self.leaves += 1
        for i in range(i64(len(self.sums))):
            self.sums[i] += features[i]

    def mean_values(self) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        for total, squares in zip(self.totals, self.squares, strict=True):
            mean = total / int(self.visits)
            variance = max(squares / int(self.visits) - mean * mean, 0.0)
            found.append((mean, sqrt(variance / int(self.visits))))
        return found

    def mean_features(self) -> tuple[int, list[float]]:
        if self.leaves == 0:
            return 0, []
        return int(self.leaves), [total / int(self.leaves) for total in self.sums]
