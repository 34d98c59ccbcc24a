# klatsch: compiled
"""A state whose numbers lie in one vector. Copies, bytes and `numbers` follow from it, so they can't disagree.

A game's layout names the places in the vector. What only follows from the numbers (masks, caches) is an attribute
that `derive` makes.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from klatsch.core.game import OVER, Game, State


@mypyc_attr(allow_interpreted_subclasses=True)
class VectorState(State):
    def __init__(self, game: Game, seats: i64, v: vec[i64]) -> None:
        super().__init__(game, seats)
        self.v = v

    def numbers(self) -> list[int]:
        return [int(self.actor), *(int(number) for number in self.v)]

    def restore(self, numbers: list[int]) -> None:
        """ValueError, and nothing is changed, if these can't be a state's numbers."""
        if len(numbers) != 1 + len(self.v) or not OVER <= numbers[0] < int(self.seats):
            raise ValueError(f"these numbers are no state of {self.game.definition.title}")
        actor, v = self.actor, self.v
        self.actor = numbers[0]
        self.v = vec[i64](numbers[1:])
        if not self.is_sound():
            self.actor, self.v = actor, v
            raise ValueError(f"these numbers are no state of {self.game.definition.title}")
        self.derive()

    # ── Written by each game ──────────────────────────────────────────────────────────────────────

    def is_sound(self) -> bool:
        """Can the numbers be a state's, so that `derive` and the invariant may be asked?"""
        return True

    def derive(self) -> None:
        """Make anew what follows from the numbers."""
