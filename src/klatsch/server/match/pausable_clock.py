"""`PausableClock`: the time by which matches are played. It passes while a server runs and is awake, and not otherwise.

It has nothing to do with the system's clock, which somebody may set: it goes on from where the last tick left it, by
the seconds that this process counts itself. Without ticks (the process was stopped, the machine slept, the database
was away) it stands still, since nobody could move. Deadlines in the database are told by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

LONGEST_GAP = 3.0  # seconds between ticks that count; they are due every second


class PausableClock:
    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self.time = time.time()  # at the last tick; a new database begins with the day's time
        self.ticked = monotonic()

    def now(self) -> float:
        return self.time + min(self.monotonic() - self.ticked, LONGEST_GAP)

    def go_on(self, shared: float | None) -> None:
        """At the start: from where the last server stopped, or the others are."""
        self.time = self.time if shared is None else shared
        self.ticked = self.monotonic()

    def tick(self, shared: float | None) -> float:
        """We are awake. Who had slept takes the time of the other processes."""
        self.time = self.now() if shared is None else max(self.now(), shared)
        self.ticked = self.monotonic()
        return self.time
