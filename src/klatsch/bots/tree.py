# klatsch: compiled
"""The tree of a search as flat columns: a node is a number, everything known of it stands in the columns under it.

Nodes are only added; `keep_only` copies what is still wanted into new columns.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NONE: Final = -1
ROOT: Final = 0
FEWEST: Final = 1024  # nodes that there is room for


class Tree:
    def __init__(self) -> None:
        self.root: i64 = ROOT
        self.size: i64 = 0
        self.capacity: i64 = FEWEST
        self.action = vec[i64]([0] * FEWEST)
        self.first_child = vec[i64]([0] * FEWEST)
        self.sibling = vec[i64]([0] * FEWEST)
        self.visits = vec[i64]([0] * FEWEST)
        self.available = vec[i64]([0] * FEWEST)  # times that it was legal, where hands are hidden
        self.good = vec[i64]([0] * FEWEST)  # visits that were worth more than parity, if it remembers
        self.choices = vec[i64]([0] * FEWEST)  # how many legal actions there were when last seen
        self.winner = vec[i64]([0] * FEWEST)  # the side that has a proven win here, or NONE
        self.total = vec[float]([0.0] * FEWEST)
        self.squares = vec[float]([0.0] * FEWEST)
        self.prior = vec[float]([0.0] * FEWEST)
        self.add_node(NONE)

    def add_node(self, action: i64) -> i64:
        if self.size == self.capacity:
            self.grow()
        node = self.size
        self.size += 1
        self.action[node] = action
        self.first_child[node] = NONE
        self.sibling[node] = NONE
        self.winner[node] = NONE
        return node  # all else is 0: no node is used twice, and most are never visited

    def grow(self) -> None:
        size, capacity = self.size, 2 * self.capacity
        self.action = moved(self.action, size, capacity)
        self.first_child = moved(self.first_child, size, capacity)
        self.sibling = moved(self.sibling, size, capacity)
        self.visits = moved(self.visits, size, capacity)
        self.available = moved(self.available, size, capacity)
        self.good = moved(self.good, size, capacity)
        self.choices = moved(self.choices, size, capacity)
        self.winner = moved(self.winner, size, capacity)
        self.total = moved_floats(self.total, size, capacity)
        self.squares = moved_floats(self.squares, size, capacity)
        self.prior = moved_floats(self.prior, size, capacity)
        self.capacity = capacity

    def add_child(self, parent: i64, action: i64) -> i64:
        child = self.add_node(action)
        self.sibling[child] = self.first_child[parent]
        self.first_child[parent] = child
        return child

    def child(self, parent: i64, action: i64) -> i64:
        node = self.first_child[parent]
        while node != NONE and self.action[node] != action:
            node = self.sibling[node]
        return node

    def keep_only(self, top: i64) -> None:
        """Forget every node that isn't below `top`, which becomes the first."""
        kept = vec[i64]([0] * int(self.size))  # new number → old number
        kept[0] = top
        count: i64 = 1
        first_child = vec[i64]([NONE] * int(self.size))
        sibling = vec[i64]([NONE] * int(self.size))
        node: i64 = 0
        while node < count:
            last: i64 = NONE
            child = self.first_child[kept[node]]
            while child != NONE:
                kept[count] = child
                if last == NONE:
                    first_child[node] = count
                else:
                    sibling[last] = count
                last = count
                count += 1
                child = self.sibling[child]
            node += 1
        capacity: i64 = FEWEST
        while capacity < 2 * count:
            capacity *= 2
        self.root = ROOT
        self.size = count
        self.capacity = capacity
        self.first_child = moved(first_child, count, capacity)
        self.sibling = moved(sibling, count, capacity)
        self.action = taken(self.action, kept, count, capacity)
        self.visits = taken(self.visits, kept, count, capacity)
        self.available = taken(self.available, kept, count, capacity)
        self.good = taken(self.good, kept, count, capacity)
        self.choices = taken(self.choices, kept, count, capacity)
        self.winner = taken(self.winner, kept, count, capacity)
        self.total = taken_floats(self.total, kept, count, capacity)
        self.squares = taken_floats(self.squares, kept, count, capacity)
        self.prior = taken_floats(self.prior, kept, count, capacity)


# ── Columns ───────────────────────────────────────────────────────────────────────────────────────────


def moved(column: vec[i64], count: i64, capacity: i64) -> vec[i64]:
    """The first entries in a column of another length."""
    other = vec[i64]([0] * int(capacity))
    i: i64 = 0
    while i < count:
        other[i] = column[i]
        i += 1
    return other


def moved_floats(column: vec[float], count: i64, capacity: i64) -> vec[float]:
    other = vec[float]([0.0] * int(capacity))
    i: i64 = 0
    while i < count:
        other[i] = column[i]
        i += 1
    return other


def taken(column: vec[i64], kept: vec[i64], count: i64, capacity: i64) -> vec[i64]:
    """The entries of the kept nodes."""
    other = vec[i64]([0] * int(capacity))
    i: i64 = 0
    while i < count:
        other[i] = column[kept[i]]
        i += 1
    return other


def taken_floats(column: vec[float], kept: vec[i64], count: i64, capacity: i64) -> vec[float]:
    other = vec[float]([0.0] * int(capacity))
    i: i64 = 0
    while i < count:
        other[i] = column[kept[i]]
        i += 1
    return other
