# klatsch: compiled
"""What every kind of step has: it is entered, and, if it asks somebody, says what is legal and does what is chosen."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.rules.layout import ACTING
from klatsch.games.chocolate_coin.rules.position import Position


class Step:
    kind: int = -1  # its number in kinds.py, by which a position names it; each subclass that is a step has its own

    def enter(self, p: Position) -> None:
        """The game comes here: ask the acting faction, unless a step does something else, or goes on at once."""
        p.ask(p.v[ACTING])

    def fill(self, p: Position, out: vec[i16]) -> i64:
        """The legal actions, never none. A single one is played at once, unasked."""
        raise NotImplementedError

    def weight(self, p: Position, outcome: i64) -> i64:
        return 1

    def apply(self, p: Position, action: i64) -> None:
        raise NotImplementedError
