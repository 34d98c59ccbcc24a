# klatsch: compiled
"""Groups of visible pieces (RULES.md, 9.1). Each is known by its root, one of its spots."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.games.choco.cards import PLACES
from klatsch.games.choco.grid import DOWN, RIGHT
from klatsch.games.choco.layout import CARDS, LAID
from klatsch.games.choco.table import Table

SPOTS: Final = 144  # pieces of all cards; a piece on level 2 is counted at the spot beneath it
assert SPOTS == PLACES * CARDS


class Groups:
    """May be found anew for one table after another."""

    def __init__(self) -> None:
        self.spots: i64 = 0  # so many are in use, or were: those of cards on level 2 are empty
        self.cells = vec[i64]([-1] * SPOTS)  # of each spot; −1: nothing there
        self.colours = vec[i64]([-1] * SPOTS)  # visible there
        self.parents = vec[i64]([0] * SPOTS)
        self.sizes = vec[i64]([0] * SPOTS)  # of the group, at its root

    def find(self, table: Table) -> None:
        self.spots = PLACES * table.v[LAID]
        for card in range(table.v[LAID]):
            first = PLACES * card
            if table.is_upper(card):
                self.empty(first)
                self.empty(first + 1)
                self.empty(first + 2)
                self.empty(first + 3)
            else:
                cell = table.cell_of(card)
                self.add_spot(table, first, cell)
                self.add_spot(table, first + 1, RIGHT[cell])
                self.add_spot(table, first + 2, DOWN[cell])
                self.add_spot(table, first + 3, RIGHT[DOWN[cell]])
        self.join(table)

    def empty(self, spot: i64) -> None:
        self.cells[spot] = -1
        self.colours[spot] = -1

    def add_spot(self, table: Table, spot: i64, cell: i64) -> None:
        self.cells[spot] = cell
        self.colours[spot] = i64(table.grid.colours[cell]) - 1
        self.parents[spot] = spot
        self.sizes[spot] = 1

    def join(self, table: Table) -> None:
        """§9.1: equal colours edge to edge are one group."""
        on_cell = table.grid.spots
        for spot in range(self.spots):
            cell = self.cells[spot]
            if cell >= 0:
                self.unite(spot, i64(on_cell[RIGHT[cell]]) - 1)
                self.unite(spot, i64(on_cell[DOWN[cell]]) - 1)

    def unite(self, spot: i64, other: i64) -> None:
        if other < 0 or self.colours[spot] != self.colours[other]:
            return
        small = self.root(spot)
        large = self.root(other)
        if small == large:
            return
        if self.sizes[small] > self.sizes[large]:
            small, large = large, small
        self.parents[small] = large
        self.sizes[large] += self.sizes[small]

    def root(self, spot: i64) -> i64:
        parents = self.parents
        while parents[spot] != spot:
            parents[spot] = parents[parents[spot]]
            spot = parents[spot]
        return spot

    def is_root(self, spot: i64) -> bool:
        return self.cells[spot] >= 0 and self.parents[spot] == spot
