# klatsch: compiled
"""The scoring of ChoCo (RULES.md, 9): groups of visible pieces, contacts of the neutral ones, points and ties."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.games.choco.cards import BITS, COLOUR_COUNT
from klatsch.games.choco.grid import DOWN, LEFT, RIGHT, UP
from klatsch.games.choco.groups import SPOTS, Groups
from klatsch.games.choco.layout import COLOURS
from klatsch.games.choco.table import Table

NEUTRAL_LEAST: Final = 6
NOBODY: Final = -1


class Survey(Groups):
    """The groups on a table, and what they are worth."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.rulings = table.rulings
        self.grid = table.grid
        self.contacts = vec[i64]([0] * (COLOUR_COUNT * SPOTS))  # of each group with each colour
        self.neutral = neutral_colour(table)
        self.find(table)
        if self.neutral != NOBODY:
            self.count_contacts()

    # ── Groups ────────────────────────────────────────────────────────────────────────────────────

    def spot_at(self, cell: i64) -> i64:
        return i64(self.grid.spots[cell]) - 1

    def largest(self, colour: i64) -> i64:
        """The size of a colour's largest group."""
        most: i64 = 0
        for spot in range(i64(SPOTS)):
            if self.colours[spot] == colour and self.is_root(spot):
                most = max(most, self.sizes[spot])
        return most

    # ── Neutral groups ────────────────────────────────────────────────────────────────────────────

    def count_contacts(self) -> None:
        for spot in range(i64(SPOTS)):
            colour = self.colours[spot]
            if colour >= 0 and colour != self.neutral:
                self.touch(spot, colour)

    def touch(self, spot: i64, colour: i64) -> None:
        """Count a piece for the neutral groups beside it: each shared side, or once a group."""
        cell = self.cells[spot]
        up = self.neutral_root(UP[cell])
        left = self.neutral_root(LEFT[cell])
        right = self.neutral_root(RIGHT[cell])
        down = self.neutral_root(DOWN[cell])
        if self.rulings.contact_pieces:
            if left == up:
                left = NOBODY
            if right == up or right == left:
                right = NOBODY
            if down == up or down == left or down == right:
                down = NOBODY
        self.add_contact(up, colour)
        self.add_contact(left, colour)
        self.add_contact(right, colour)
        self.add_contact(down, colour)

    def neutral_root(self, cell: i64) -> i64:
        spot = self.spot_at(cell)
        return self.root(spot) if spot >= 0 and self.colours[spot] == self.neutral else NOBODY

    def add_contact(self, root: i64, colour: i64) -> None:
        if root != NOBODY:
            self.contacts[COLOUR_COUNT * root + colour] += 1

    def counts(self, root: i64) -> bool:
        """§9.3: does a neutral group score?"""
        size = self.sizes[root]
        return size >= NEUTRAL_LEAST and (not self.rulings.largest_neutral or size == self.largest(self.neutral))

    def gains(self, root: i64) -> i64:
        """§9.4: the colour with more contacts to a neutral group, or NOBODY."""
        first = (self.neutral + 1) % COLOUR_COUNT
        second = (self.neutral + 2) % COLOUR_COUNT
        difference = self.contacts[COLOUR_COUNT * root + first] - self.contacts[COLOUR_COUNT * root + second]
        return first if difference > 0 else second if difference < 0 else NOBODY

    def from_neutral(self, colour: i64) -> i64:
        """What a colour gets for neutral groups."""
        if self.neutral == NOBODY:
            return 0
        points: i64 = 0
        for spot in range(i64(SPOTS)):
            if (
                self.colours[spot] == self.neutral
                and self.is_root(spot)
                and self.counts(spot)
                and self.gains(spot) == colour
            ):
                points += self.sizes[spot]
        return points

    # ── Points and ties ───────────────────────────────────────────────────────────────────────────

    def points(self, colour: i64) -> i64:
        return self.largest(colour) + self.from_neutral(colour)

    def next_size(self, colour: i64, below: i64) -> i64:
        """The size of a colour's largest groups that are smaller than a size."""
        most: i64 = 0
        for spot in range(i64(SPOTS)):
            if self.colours[spot] == colour and self.is_root(spot) and self.sizes[spot] < below:
                most = max(most, self.sizes[spot])
        return most

    def groups_of_size(self, colour: i64, size: i64) -> i64:
        many: i64 = 0
        for spot in range(i64(SPOTS)):
            if self.colours[spot] == colour and self.is_root(spot) and self.sizes[spot] == size:
                many += 1
        return many

    def ahead(self, one: i64, other: i64) -> i64:
        """More than 0 if a colour is before another, less if behind, 0 if they share a place."""
        difference = self.points(one) - self.points(other)
        if difference != 0 or not self.rulings.next_group:
            return difference
        return self.compare_groups(one, other)

    def compare_groups(self, one: i64, other: i64) -> i64:
        """§9.6: the second-largest groups, then the third-largest, and so on."""
        size = self.largest(one)
        other_size = self.largest(other)
        many = self.groups_of_size(one, size) - 1
        other_many = self.groups_of_size(other, other_size) - 1
        while True:
            if many == 0:
                size = self.next_size(one, size)
                many = self.groups_of_size(one, size)
            if other_many == 0:
                other_size = self.next_size(other, other_size)
                other_many = self.groups_of_size(other, other_size)
            if size != other_size or size == 0:
                return size - other_size
            both = min(many, other_many)
            many -= both
            other_many -= both


def neutral_colour(table: Table) -> i64:
    """The colour that nobody has; NOBODY before it is known, and in a game of three."""
    if table.seats == 3 or table.v[COLOURS] < 0 or table.v[COLOURS + 1] < 0:
        return NOBODY
    return 3 - table.v[COLOURS] - table.v[COLOURS + 1]


def winners(survey: Survey, table: Table) -> i64:
    """The seats that win or share the win, as a set."""
    best: i64 = 0
    seats: i64 = 0
    for seat in range(table.seats):
        colour = table.v[COLOURS + seat]
        difference: i64 = 1 if seats == 0 else survey.ahead(colour, best)
        if difference > 0:
            best = colour
            seats = 0
        if difference >= 0:
            seats |= BITS[seat]
    return seats
