"""Measures of one game: length, choices, who led and when it was decided.

Who leads is told from the win chances that searching seats gave themselves. Between two sides one chance gives both;
among more, each side's latest own opinion stands. They are opinions: the report says how far they can be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log10
from statistics import fmean

from klatsch.lab.game_record import GameRecord
from klatsch.lab.statistics import Interval, mean_interval

Sides = Sequence[Sequence[int]]

# Who is behind by less than this still leads: opinions of two searches differ by as much without any reason.
CLEAR = 0.05
STEPS = 10  # of a game's course, in curves


@dataclass(frozen=True)
class Course:
    """A game as the win chances of all sides, turn by turn."""

    chances: list[list[float]]
    winner: int | None  # None: shared

    @property
    def lead_changes(self) -> int:
        """How often the lead went to another side, by a clear margin; the end itself is the last word."""
        changes, leader = 0, None
        last = [[float(side == self.winner) for side in range(len(self.chances[0]))]] if self.winner is not None else []
        for now in [*self.chances, *last]:
            best = max(range(len(now)), key=now.__getitem__)
            others = max(chance for side, chance in enumerate(now) if side != best)
            if leader is None:
                leader = best if now[best] >= others + CLEAR else None
            elif best != leader and now[best] >= now[leader] + CLEAR:
                changes, leader = changes + 1, best
        return changes

    @property
    def behind(self) -> float | None:
        """How far the winner was behind at worst, in win chance."""
        if self.winner is None:
            return None
        return max(max(now) - now[self.winner] for now in self.chances)

    @property
    def decided(self) -> float | None:
        """The part of the game after which the winner was never behind again."""
        if self.winner is None:
            return None
        late = [i for i, now in enumerate(self.chances) if now[self.winner] < max(now)]
        return (late[-1] + 1) / len(self.chances) if late else 0.0

    def of_winner(self) -> list[float]:
        """The winner's chance at every tenth of the game."""
        assert self.winner is not None
        last = len(self.chances) - 1
        return [self.chances[round(step * last / STEPS)][self.winner] for step in range(STEPS + 1)]


def course(record: GameRecord, sides: Sides) -> Course | None:
    """None where nobody searched."""
    if not record.trace:
        return None
    of_seat = {seat: number for number, side in enumerate(sides) for seat in side}
    now = [1 / len(sides)] * len(sides)
    chances = []
    for _, seat, percent in record.trace:
        now = list(now)
        now[of_seat[seat]] = percent / 100
        if len(sides) == 2:
            now[1 - of_seat[seat]] = 1 - percent / 100
        chances.append(now)
    return Course(chances, sole_winner(record, sides))


def sole_winner(record: GameRecord, sides: Sides) -> int | None:
    """The side that has all of the win."""
    return next((number for number, side in enumerate(sides) if record.shares[side[0]] > 0.999), None)


# ── One number a game ─────────────────────────────────────────────────────────────────────────────────

Measure = Callable[[GameRecord, Sides], float | None]


def mean_choices(record: GameRecord, sides: Sides) -> float | None:
    return fmean(record.choices)


def tree(record: GameRecord) -> float:
    """How many games of this course there are, as a power of ten, if every choice had been as wide."""
    return sum(log10(choices) for choices in record.choices)


def lead_changes(record: GameRecord, sides: Sides) -> float | None:
    found = course(record, sides)
    return None if found is None else float(found.lead_changes)


def behind(record: GameRecord, sides: Sides) -> float | None:
    found = course(record, sides)
    return None if found is None else found.behind


def decided(record: GameRecord, sides: Sides) -> float | None:
    found = course(record, sides)
    return None if found is None else found.decided


# In the order of the report. A share is shown in percent.
MEASURES: dict[str, Measure] = {
    "turns": lambda record, sides: float(record.turns),
    "decisions": lambda record, sides: float(len(record.choices)),
    "choices": mean_choices,
    "lead_changes": lead_changes,
    "behind": behind,
    "decided": decided,
    "sole": lambda record, sides: float(sole_winner(record, sides) is not None),
    "begins": lambda record, sides: record.shares[record.begins],
}
IN_PERCENT = frozenset({"behind", "decided", "sole", "begins", "share"})


def average(name: str, found: Sequence[float]) -> Interval:
    """The mean of a measure; what is a share has no interval beyond nothing and all."""
    value, low, high = mean_interval(found)
    return Interval(value, max(low, 0.0), min(high, 1.0)) if name in IN_PERCENT else Interval(value, low, high)


def values(records: Sequence[GameRecord], sides: Sides, name: str) -> list[float]:
    """A measure of all games that have it."""
    found = (MEASURES[name](record, sides) for record in records)
    return [value for value in found if value is not None]
