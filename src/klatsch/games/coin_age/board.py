# klatsch: compiled
"""What all states of one game share: the map as the rules need it, and the rulings. Never changed once made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.games.coin_age.actions import SPACES, Action, action_table

# Sets of spaces are masks of ten bits; the smaller sets of kinds use the same tables.
BITS: Final = vec[i64]([2**n for n in range(SPACES)])
ALL_SPACES: Final = 1023
COUNT: Final = vec[i64]([bin(mask).count("1") for mask in range(ALL_SPACES + 1)])


class Board:
    def __init__(
        self,
        names: tuple[str, ...],
        borders: Sequence[Sequence[int]],
        regions: Sequence[Sequence[int]],
        options: Mapping[str, str],
        picture: object,
    ) -> None:
        self.names = names
        self.neighbours = vec[i64]([sum(2**other for other in others) for others in borders])
        self.regions = vec[i64]([sum(2**space for space in spaces) for spaces in regions])
        self.capture_own: bool = options["capture_own"] == "yes"
        self.cover_own: bool = options["cover_own"] == "yes"
        self.move_any: bool = options["move_whose"] == "any"
        self.more_than_half: bool = options["majority"] == "more_than_half"
        self.actions: tuple[Action, ...] = action_table(names)
        self.picture = picture  # the Map that view and drawing use; the rules don't look into it
