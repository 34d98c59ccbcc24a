# klatsch: compiled
"""Evaluators: named features of a position, one weighted sum of points, then one sigmoid, for each seat.

A game subclasses `Evaluator` and writes `fill`. The weights are data, made by `klatsch train`; see bots/bot_config.py.
"""

from __future__ import annotations

from math import exp

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from klatsch.core.game import OVER, Game, State, side_of_seats


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Estimates every seat's utility. Made for one game with its options and one number of seats."""

    def __init__(self, game: Game, seats: int, names: tuple[str, ...]) -> None:
        self.game = game
        self.seats: i64 = seats
        self.names = names
        self.count: i64 = len(names)
        self.features = vec[float]([0.0] * (seats * len(names)))
        self.points = vec[float]([0.0] * seats)
        self.weights = vec[float]([0.0] * len(names))
        self.scale = 1.0  # so many points more are odds of e : 1
        self.urgency = 1.0  # `fill` may set it, where a point says less early in a game than late
        self.sides = side_of_seats(game, seats)

    def fill(self, state: State, out: vec[float]) -> None:
        """Write every feature of a running game: feature f of seat s into out[s · count + f], seen from that seat."""
        raise NotImplementedError

    def use(self, weights: dict[str, float], scale: float) -> None:
        """Weigh the features so, in points; ValueError if a name is missing or unknown."""
        if set(weights) != set(self.names):
            odd = ", ".join(sorted(set(weights) ^ set(self.names)))
            raise ValueError(f"the weights of {self.game.name} don't fit its features: {odd}")
        for number, name in enumerate(self.names):
            self.weights[number] = weights[name]
        self.scale = scale

    def evaluate(self, state: State, out: vec[float]) -> None:
        """An estimate of every seat's utility: after the end the utility itself, before it from the points."""
        if state.actor == OVER:
            for seat in range(self.seats):
                out[seat] = state.utility(seat)
            return
        self.fill(state, self.features)
        self.sum_up()
        self.share(out)

    def sum_up(self) -> None:
        """The points of each seat; those of team-mates are added."""
        points = self.points
        for seat in range(self.seats):
            points[seat] = 0.0
        for seat in range(self.seats):
            total = 0.0
            at = seat * self.count
            for i in range(self.count):
                total += self.weights[i] * self.features[at + i]
            total *= self.urgency
            for mate in range(self.seats):
                if self.sides[mate] == self.sides[seat]:
                    points[mate] += total

    def share(self, out: vec[float]) -> None:
        """The chances of sides with these points: with two sides the sigmoid of the difference."""
        points = self.points
        most = points[0]
        for seat in range(1, self.seats):
            if points[seat] > most:
                most = points[seat]
        total = 0.0
        for seat in range(self.seats):
            out[seat] = exp((points[seat] - most) / self.scale)
            if self.is_first_of_side(seat):
                total += out[seat]
        for seat in range(self.seats):
            out[seat] = out[seat] / total

    def is_first_of_side(self, seat: i64) -> bool:
        return all(self.sides[other] != self.sides[seat] for other in range(seat))

    # ── At the Python boundary ────────────────────────────────────────────────────────────────────

    def values(self, state: State) -> list[float]:
        """`evaluate` as a list."""
        out = vec[float]([0.0] * int(self.seats))
        self.evaluate(state, out)
        return list(out)

    def table(self, state: State) -> list[dict[str, float]]:
        """Each seat's features by name, as they are (not weighed)."""
        self.fill(state, self.features)
        count = int(self.count)
        return [
            {name: self.features[seat * count + i] for i, name in enumerate(self.names)}
            for seat in range(int(self.seats))
        ]
