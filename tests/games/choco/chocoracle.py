"""Slow, plain second opinions on ChoCo: legality and scoring from a view's cards, by scanning and flooding.

They share nothing with the rules but the view: cards as (x, y, pieces, level, token).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Cell = tuple[int, int]
BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))
COLOURS = {"w": "white", "m": "milk", "d": "dark"}


def four(x: int, y: int) -> list[Cell]:
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


class Table:
    """The cards by cell, in the view's frame (so that the torus is already unrolled)."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.ground: dict[Cell, dict[str, Any]] = {}
        self.above: dict[Cell, dict[str, Any]] = {}
        self.colour: dict[Cell, str] = {}
        for card in view["cards"]:
            for cell, letter in zip(four(*card["place"]), card["pieces"], strict=True):
                (self.above if card["level"] == 2 else self.ground)[cell] = card
                self.colour[cell] = letter

    def allows(self, pieces: str, x: int, y: int, tokens: int, cover_match: str) -> bool:
        cells = four(x, y)
        joins = touches = 0
        for cell, letter in zip(cells, pieces, strict=True):
            for dx, dy in BESIDE:
                beyond = (cell[0] + dx, cell[1] + dy)
                if beyond in self.colour and beyond not in cells:
                    touches += 1
                    joins += self.colour[beyond] == letter
        if not any(cell in self.ground for cell in cells):
            return touches >= 2 and joins >= 1
        if not all(cell in self.ground for cell in cells) or any(cell in self.above for cell in cells):
            return False
        covered = [self.ground[cell] for cell in cells]
        if tokens == 0 or any(card["token"] for card in covered) or len({card["number"] for card in covered}) < 2:
            return False
        matches = sum(self.colour[cell] == letter for cell, letter in zip(cells, pieces, strict=True))
        return {"beside": joins > 0, "beneath": matches > 0, "either": joins + matches > 0}[cover_match]

    def places(self, pieces: str, tokens: int, cover_match: str) -> set[Cell]:
        """Every cell of the frame where a card may go, tried one by one."""
        columns = range(min(x for x, _ in self.colour) - 3, max(x for x, _ in self.colour) + 4)
        rows = range(min(y for _, y in self.colour) - 3, max(y for _, y in self.colour) + 4)
        return {(x, y) for x in columns for y in rows if self.allows(pieces, x, y, tokens, cover_match)}

    def groups(self, letter: str) -> list[set[Cell]]:
        left = {cell for cell, colour in self.colour.items() if colour == letter}
        found = []
        while left:
            group = flood(left.pop(), left)
            left -= group
            found.append(group)
        return sorted(found, key=len, reverse=True)

    def contacts(self, group: set[Cell], letter: str, unit: str) -> int:
        meetings = [
            (x + dx, y + dy) for x, y in group for dx, dy in BESIDE if self.colour.get((x + dx, y + dy)) == letter
        ]
        return len(meetings) if unit == "edges" else len(set(meetings))

    def points(self, letter: str, neutral: str | None, which: str, unit: str) -> int:
        own = self.groups(letter)
        total = len(own[0]) if own else 0
        if neutral is None:
            return total
        other = next(colour for colour in "wmd" if colour not in (letter, neutral))
        scoring = [group for group in self.groups(neutral) if len(group) >= 6]
        for group in scoring:
            if which == "largest" and len(group) < len(scoring[0]):
                continue
            if self.contacts(group, letter, unit) > self.contacts(group, other, unit):
                total += len(group)
        return total


def flood(start: Cell, free: Iterable[Cell]) -> set[Cell]:
    left = set(free)
    found, front = {start}, [start]
    while front:
        x, y = front.pop()
        for dx, dy in BESIDE:
            if (x + dx, y + dy) in left:
                left.remove((x + dx, y + dy))
                found.add((x + dx, y + dy))
                front.append((x + dx, y + dy))
    return found
