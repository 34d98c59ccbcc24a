"""Time controls: no clock, a clock for the whole match, or days for every turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DAY = 86400.0
MOST_SECONDS, MOST_INCREMENT, MOST_DAYS = 4 * 3600, 300, 14


@dataclass(frozen=True)
class NoClock:
    kind: Literal["none"] = "none"

    @property
    def at_start(self) -> float | None:
        """What every clock shows first."""
        return None

    def after_turn(self, left: float) -> float:
        """What a clock shows after a turn was ended with so much left."""
        return left

    def after_undo(self, left: float, other_left: float) -> float:
        """The same when the end of a turn was taken back, the other seat having so much left: nobody gains time."""
        return left


@dataclass(frozen=True)
class Live:
    """Seconds for the match, and an increment for each turn."""

    seconds: int
    increment: int = 0
    kind: Literal["live"] = "live"

    @property
    def at_start(self) -> float:
        return float(self.seconds)

    def after_turn(self, left: float) -> float:
        return left + self.increment

    def after_undo(self, left: float, other_left: float) -> float:
        return max(0.0, left - self.increment)


@dataclass(frozen=True)
class Days:
    """For each turn."""

    days: int
    kind: Literal["days"] = "days"

    @property
    def at_start(self) -> float:
        return self.days * DAY

    def after_turn(self, left: float) -> float:
        return self.days * DAY

    def after_undo(self, left: float, other_left: float) -> float:
        return min(left, other_left)


Pace = NoClock | Live | Days
NO_CLOCK = NoClock()


def checked_pace(kind: str, seconds: int = 0, increment: int = 0, days: int = 0) -> Pace:
    """ValueError for what no clock can do."""
    if kind == "none":
        return NO_CLOCK
    if kind == "live" and 30 <= seconds <= MOST_SECONDS and 0 <= increment <= MOST_INCREMENT:
        return Live(seconds, increment)
    if kind == "days" and 1 <= days <= MOST_DAYS:
        return Days(days)
    raise ValueError(
        "a pace is none, live (30 to 14400 seconds and an increment up to 300) or days (1 to 14 for each turn)"
    )
