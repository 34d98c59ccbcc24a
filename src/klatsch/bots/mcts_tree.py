# klatsch: compiled
"""The search tree as flat columns: a node is a number, an index into every column.

A large search waits for memory more than for anything else, so columns are narrow, and those that only some searches
need are empty in the others. Nodes are only added; `keep_only` copies what is still wanted into new columns.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64

NONE: Final = -1
ROOT: Final = 0
FEWEST: Final = 1024  # nodes that there is room for


class MctsTree:
    def __init__(self) -> None:
        self.root: i64 = ROOT
        self.size: i64 = 0
        self.capacity: i64 = FEWEST
        self.action = vec[i16]([0] * FEWEST)
        self.choices = vec[i16]([0] * FEWEST)  # how many legal actions there were when last seen
        self.winner = vec[i16]([0] * FEWEST)  # the side that has a proven win here, or NONE
        self.first_child = vec[i32]([0] * FEWEST)
        self.sibling = vec[i32]([0] * FEWEST)  # of children that are added together, the number before
        self.visits = vec[i32]([0] * FEWEST)
        self.total = vec[float]([0.0] * FEWEST)
        self.worth = vec[float]([0.0] * FEWEST)  # the mean of values, as choosing an action wants it
        # Empty where they are not needed.
        self.available = vec[i32]()  # times that it was legal, where hands are hidden
        self.prior = vec[float]()
        self.good = vec[i32]()  # visits that were worth more than parity, if it remembers
        self.squares = vec[float]()
        self.add_node(NONE)

    def add_node(self, action: i64) -> i64:
        if self.size == self.capacity:
            self.grow()
        node = self.size
        self.size += 1
        self.action[node] = i16(action)
        self.first_child[node] = NONE
        self.sibling[node] = NONE
        self.winner[node] = NONE
        return node  # all else is 0: no node is used twice, and most are never visited

    def grow(self) -> None:
        size, capacity = self.size, 2 * self.capacity
        self.action = moved_shorts(self.action, size, capacity)
        self.choices = moved_shorts(self.choices, size, capacity)
        self.winner = moved_shorts(self.winner, size, capacity)
        self.first_child = moved(self.first_child, size, capacity)
        self.sibling = moved(self.sibling, size, capacity)
        self.visits = moved(self.visits, size, capacity)
        self.total = moved_floats(self.total, size, capacity)
        self.worth = moved_floats(self.worth, size, capacity)
        self.available = moved(self.available, size, capacity)
        self.prior = moved_floats(self.prior, size, capacity)
        self.good = moved(self.good, size, capacity)
        self.squares = moved_floats(self.squares, size, capacity)
        self.capacity = capacity

    def add_child(self, parent: i64, action: i64) -> i64:
        child = self.add_node(action)
        self.sibling[child] = self.first_child[parent]
        self.first_child[parent] = i32(child)
        return child

    def child(self, parent: i64, action: i64) -> i64:
        node = i64(self.first_child[parent])
        while node != NONE and i64(self.action[node]) != action:
            node = i64(self.sibling[node])
        return node

    def keep_only(self, top: i64) -> None:
        """Forget every node that isn't below `top`, which becomes the first. Children stay in their order."""
        kept = vec[i32]([0] * int(self.size))  # new number → old number
        kept[0] = i32(top)
        count: i64 = 1
        first_child = vec[i32]([NONE] * int(self.size))
        sibling = vec[i32]([NONE] * int(self.size))
        node: i64 = 0
        while node < count:  # their number grows
            children = self.count_children(i64(kept[node]))
            if children > 0:
                # The first has the highest number, each sibling the number before.
                number = count + children - 1
                first_child[node] = i32(number)
                child = i64(self.first_child[i64(kept[node])])
                while child != NONE:
                    kept[number] = i32(child)
                    if number > count:
                        sibling[number] = i32(number - 1)
                    number -= 1
                    child = i64(self.sibling[child])
                count += children
            node += 1
        capacity: i64 = FEWEST
        while capacity < 2 * count:
            capacity *= 2
        self.root = ROOT
        self.size = count
        self.capacity = capacity
        self.first_child = moved(first_child, count, capacity)
        self.sibling = moved(sibling, count, capacity)
        self.action = taken_shorts(self.action, kept, count, capacity)
        self.choices = taken_shorts(self.choices, kept, count, capacity)
        self.winner = taken_shorts(self.winner, kept, count, capacity)
        self.visits = taken(self.visits, kept, count, capacity)
        self.total = taken_floats(self.total, kept, count, capacity)
        self.worth = taken_floats(self.worth, kept, count, capacity)
        self.available = taken(self.available, kept, count, capacity)
        self.prior = taken_floats(self.prior, kept, count, capacity)
        self.good = taken(self.good, kept, count, capacity)
        self.squares = taken_floats(self.squares, kept, count, capacity)

    def count_children(self, node: i64) -> i64:
        count: i64 = 0
        child = i64(self.first_child[node])
        while child != NONE:
            count += 1
            child = i64(self.sibling[child])
        return count


# ── Columns ───────────────────────────────────────────────────────────────────────────────────────────


def moved(column: vec[i32], count: i64, capacity: i64) -> vec[i32]:
    """The first entries in a column of another length; an empty one stays empty."""
    if len(column) == 0:
        return column
    other = vec[i32]([0] * int(capacity))
    for i in range(count):
        other[i] = column[i]
    return other


def moved_shorts(column: vec[i16], count: i64, capacity: i64) -> vec[i16]:
    if len(column) == 0:
        return column
    other = vec[i16]([0] * int(capacity))
    for i in range(count):
        other[i] = column[i]
    return other


def moved_floats(column: vec[float], count: i64, capacity: i64) -> vec[float]:
    if len(column) == 0:
        return column
    other = vec[float]([0.0] * int(capacity))
    for i in range(count):
        other[i] = column[i]
    return other


def taken(column: vec[i32], kept: vec[i32], count: i64, capacity: i64) -> vec[i32]:
    """The entries of the kept nodes; an empty column stays empty."""
    if len(column) == 0:
        return column
    other = vec[i32]([0] * int(capacity))
    for i in range(count):
        other[i] = column[i64(kept[i])]
    return other


def taken_shorts(column: vec[i16], kept: vec[i32], count: i64, capacity: i64) -> vec[i16]:
    if len(column) == 0:
        return column
    other = vec[i16]([0] * int(capacity))
    for i in range(count):
        other[i] = column[i64(kept[i])]
    return other


def taken_floats(column: vec[float], kept: vec[i32], count: i64, capacity: i64) -> vec[float]:
    if len(column) == 0:
        return column
    other = vec[float]([0.0] * int(capacity))
    for i in range(count):
        other[i] = column[i64(kept[i])]
    return other
