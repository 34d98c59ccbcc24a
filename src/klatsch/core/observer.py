# klatsch: compiled
"""Observations for learners: what a seat may know of a position, as a row of whole numbers with a written layout.

A game subclasses `Observer` and writes `fill`. Nothing that the seat can't know may go in: a property test deals that
anew and demands the same numbers.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from klatsch.core.game import CHANCE, Game, State
from klatsch.core.observation_layout import Part, common_parts


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Made for one game with its options and one number of seats.

    `recalls`: the numbers tell all that the seat was ever told, not only what matters now.
    """

    def __init__(self, game: Game, seats: int, parts: tuple[Part, ...], recalls: bool = False) -> None:
        self.game = game
        self.seats: i64 = seats
        self.layout: tuple[Part, ...] = (*common_parts(seats), *parts)
        self.size: i64 = sum([part.size for part in self.layout])
        self.recalls = recalls

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        """Write the game's parts, in the order of the layout, from out[at] on, where all is 0; where they end."""
        raise NotImplementedError

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write all that the seat may know into out[at] … out[at + size − 1]."""
        end = at + self.size
        for i in range(at, end):
            out[i] = 0
        out[at + seat] = 1
        at += self.seats
        if state.actor >= 0:
            out[at + self.from_own(state.actor, seat)] = 1
        elif state.actor == CHANCE:
            out[at + self.seats] = 1
        if self.fill(state, seat, out, at + self.seats + 1) != end:
            raise AssertionError(f"the observation of {self.game.name} doesn't fit its layout")

    def from_own(self, other: i64, seat: i64) -> i64:
        """How many places round the table from `seat` another seat sits."""
        return other - seat if other >= seat else other - seat + self.seats

    def round_from(self, seat: i64, places: i64) -> i64:
        """The seat that sits so many places round the table from `seat`."""
        other = seat + places
        return other if other < self.seats else other - self.seats

    def numbers(self, state: State, seat: int) -> list[int]:
        """`write` as a list."""
        out = vec[i16]([0] * int(self.size))
        self.write(state, seat, out, 0)
        return [int(number) for number in out]


def put(out: vec[i16], at: i64, number: i64) -> i64:
    """One number; where the next goes."""
    out[at] = i16(number)
    return at + 1


def put_up_to(out: vec[i16], at: i64, number: i64, most: i64) -> i64:
    """One number that may be larger than its layout tells; where the next goes."""
    out[at] = i16(min(number, most))
    return at + 1


def put_one_of(out: vec[i16], at: i64, which: i64, count: i64) -> i64:
    """A 1 in one of `count` places, none where `which` is below 0."""
    if which >= 0:
        out[at + which] = 1
    return at + count


def put_set(out: vec[i16], at: i64, members: i64, count: i64) -> i64:
    """A 1 for every bit of a set."""
    for i in range(count):
        if (members >> i) & 1 != 0:
            out[at + i] = 1
    return at + count
