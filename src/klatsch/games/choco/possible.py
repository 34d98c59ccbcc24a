# klatsch: compiled
"""The hands that may be, where nobody saw which card of a hand was laid (RULES.md, 8.6).

The story of a card is what the whole table knows of it: the faces that it may have, and what was announced. A row is
one possible hand: its seat, the number of ways that lead to it, and the stories of its cards that were never swapped,
in ascending order, 0 where there is no card. A seat has no row while everybody knows the stories of its cards, and
otherwise two or more. Rows are never changed, only replaced: copies of a state share them.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.games.choco.cards import ALL_FACES
from klatsch.games.choco.layout import FACES, HAND

SEAT: Final = 0
WAYS: Final = 1
STORIES: Final = 2
ROW: Final = 6

NEW_STORY: Final = ALL_FACES  # of a card just drawn
TOLD: Final = 21  # what was announced lies above the bits of the faces
assert TOLD == FACES

# What was announced of a card: so many bits for each colour, the pieces + 1, or 0 where nothing was said.
TOLD_BITS: Final = 3
TOLD_MASK: Final = 7

# Beyond this the ways are told approximately: a billion to one is as good as never, and one stays one.
MOST_WAYS: Final = 2**30


def told_of(announced: i64, colour: i64) -> i64:
    """The announced pieces of a colour + 1, or 0."""
    return (announced >> TOLD_BITS * colour) & TOLD_MASK


def story(may_be: i64, announced: i64) -> i64:
    return may_be | (announced << TOLD)


class Rows:
    """The possible hands of a seat while they are found anew: in order, equal ones put together."""

    def __init__(self, before: vec[i64], seat: i64, each: i64) -> None:
        """Room for so many hands in place of each of before; those of other seats stay."""
        self.before = before
        self.seat: i64 = seat
        self.rows = vec[i64]([0] * (each * len(before) + ROW))
        self.stories = vec[i64]([0] * HAND)  # of the hand that is added next
        self.length: i64 = 0
        for row in range(0, i64(len(before)), ROW):
            if before[row + SEAT] < seat:
                self.copy(row)
        self.first: i64 = self.length

    def copy(self, row: i64) -> None:
        """Take over a row of another seat."""
        for i in range(row, row + ROW):
            self.rows[self.length] = self.before[i]
            self.length += 1

    def take(self, row: i64) -> None:
        """Begin with the stories of a hand of before."""
        for i in range(i64(HAND)):
            self.stories[i] = self.before[row + STORIES + i]

    def add(self, ways: i64) -> None:
        """The stories are one more possible hand."""
        rows = self.rows
        sort(self.stories)
        row = self.length
        while row > self.first:
            order = self.compared(row - ROW)
            if order == 0:
                rows[row - ROW + WAYS] += ways
                return
            if order < 0:
                break
            row -= ROW
        for i in range(self.length - 1, row - 1, -1):
            rows[i + ROW] = rows[i]
        self.length += ROW
        rows[row + SEAT] = self.seat
        rows[row + WAYS] = ways
        for i in range(i64(HAND)):
            rows[row + STORIES + i] = self.stories[i]

    def compared(self, row: i64) -> i64:
        """Below 0 if the row comes before the hand that is added, 0 if it is the same."""
        i: i64 = 0
        while i < HAND - 1 and self.rows[row + STORIES + i] == self.stories[i]:
            i += 1
        return self.rows[row + STORIES + i] - self.stories[i]

    def all(self) -> vec[i64]:
        """All rows; none of the seat if there is only one, for then nothing is in doubt."""
        if self.length - self.first == ROW:
            self.length = self.first
        reduce(self.rows, self.first, self.length)
        for row in range(0, i64(len(self.before)), ROW):
            if self.before[row + SEAT] > self.seat:
                self.copy(row)
        return self.rows[: self.length]


def sort(stories: vec[i64]) -> None:
    for i in range(1, i64(HAND)):
        moved = stories[i]
        j = i
        while j > 0 and stories[j - 1] > moved:
            stories[j] = stories[j - 1]
            j -= 1
        stories[j] = moved


def strike(stories: vec[i64], one: i64) -> None:
    """Leave out one story, which is among them."""
    i: i64 = 0
    while stories[i] != one:
        i += 1
    stories[i] = 0


def reduce(rows: vec[i64], first: i64, end: i64) -> None:
    """Divide the ways by what they have in common, and keep them small."""
    common: i64 = 0
    most: i64 = 0
    for row in range(first, end, ROW):
        common = greatest_common_divisor(rows[row + WAYS], common)
        most = max(most, rows[row + WAYS])
    common = max(1, common)
    while most // common > MOST_WAYS:
        common *= 2
    if common == 1:
        return
    for row in range(first, end, ROW):
        rows[row + WAYS] = max(1, rows[row + WAYS] // common)


def greatest_common_divisor(one: i64, other: i64) -> i64:
    while other != 0:
        one, other = other, one % other
    return one


# ── What happens to possible hands ────────────────────────────────────────────────────────────────────


def has_rows(rows: vec[i64], seat: i64) -> bool:
    return any(rows[row + SEAT] == seat for row in range(0, i64(len(rows)), ROW))


def with_row(rows: vec[i64], seat: i64, stories: vec[i64]) -> vec[i64]:
    """With the one hand that a seat can have so far, for what is about to make it several."""
    found = vec[i64]([0] * (len(rows) + ROW))
    found[SEAT] = seat
    found[WAYS] = 1
    for i in range(i64(HAND)):
        found[STORIES + i] = stories[i]
    for i in range(i64(len(rows))):
        found[ROW + i] = rows[i]
    return found


def drawn(rows: vec[i64], seat: i64) -> vec[i64]:
    """A card of which nobody knows anything comes into the hand."""
    return replaced(rows, seat, 0, NEW_STORY, False)


def told(rows: vec[i64], seat: i64, before: i64, after: i64) -> vec[i64]:
    """A card with a story is offered, and gets another: any of those with that story may be it."""
    return replaced(rows, seat, before, after, True)


def gone(rows: vec[i64], seat: i64, before: i64) -> vec[i64]:
    """The card that everybody watched leaves the hand."""
    return replaced(rows, seat, before, 0, False)


def replaced(rows: vec[i64], seat: i64, before: i64, after: i64, any_of_them: bool) -> vec[i64]:
    """One story becomes another; hands without the first are ruled out."""
    found = Rows(rows, seat, 1)
    for row in range(0, i64(len(rows)), ROW):
        if rows[row + SEAT] == seat:
            found.take(row)
            many: i64 = 0
            for i in range(i64(HAND)):
                if rows[row + STORIES + i] == before:
                    many += 1
                    if many == 1:
                        found.stories[i] = after
            if many > 0:
                found.add(rows[row + WAYS] * (many if any_of_them else 1))
    return found.all()


def laid(rows: vec[i64], seat: i64, face_bit: i64) -> vec[i64]:
    """A card with this face leaves the hand: it may be any whose story allows it."""
    found = Rows(rows, seat, HAND)
    for row in range(0, i64(len(rows)), ROW):
        if rows[row + SEAT] == seat:
            for i in range(i64(HAND)):
                if rows[row + STORIES + i] & face_bit != 0:
                    found.take(row)
                    found.stories[i] = 0
                    found.add(rows[row + WAYS])
    return found.all()


def passed(rows: vec[i64], seat: i64, fitting: i64) -> vec[i64]:
    """No card of the hand has one of these faces."""
    found = Rows(rows, seat, 1)
    for row in range(0, i64(len(rows)), ROW):
        if rows[row + SEAT] == seat:
            found.take(row)
            possible = True
            for i in range(i64(HAND)):
                if found.stories[i] != 0:
                    found.stories[i] &= ~fitting
                    possible = possible and found.stories[i] & ALL_FACES != 0
            if possible:
                found.add(rows[row + WAYS])
    return found.all()


def certain(rows: vec[i64], seat: i64) -> vec[i64]:
    """The stories that every possible hand of a seat has; 0 where there is none."""
    common = vec[i64]([0] * HAND)
    first = True
    for row in range(0, i64(len(rows)), ROW):
        if rows[row + SEAT] == seat:
            stories = rows[row + STORIES : row + ROW]
            if not first:
                keep_common(stories, common)
            common = stories
            first = False
    return common


def keep_common(stories: vec[i64], others: vec[i64]) -> None:
    """Leave out of the first what isn't in the second."""
    left = others[:]
    for i in range(i64(HAND)):
        j: i64 = 0
        while j < HAND and (left[j] != stories[i] or left[j] == 0):
            j += 1
        if j < HAND:
            left[j] = 0
        else:
            stories[i] = 0
