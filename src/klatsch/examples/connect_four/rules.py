# klatsch: compiled
"""The rules of Connect Four on two bit boards. Seat 0 is Yellow, seat 1 Red."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from klatsch.core.game import OVER, Game, State
from klatsch.core.message import Message, Outcome
from klatsch.core.rng import Rng

COLUMNS: Final = 7
ROWS: Final = 6
# A column takes seven bits, from the bottom up. The seventh stays empty, so that no row of four runs across its end.
COLUMN_BITS: Final = 7
BITS: Final = vec[i64]([2**n for n in range(COLUMNS * COLUMN_BITS)])

# How many bits on the next disc of a row of four lies.
UP: Final = 1
ACROSS: Final = COLUMN_BITS
ACROSS_AND_DOWN: Final = COLUMN_BITS - 1
ACROSS_AND_UP: Final = COLUMN_BITS + 1

NOBODY: Final = -1


class NoRulings:
    """Connect Four has no options."""

    def __init__(self, options: Mapping[str, str]) -> None:
        pass


def has_four(discs: i64) -> bool:
    """§2.1: pairs of neighbours, then pairs of such pairs, in each of the four directions."""
    pairs = discs & (discs >> UP)
    if pairs & (pairs >> 2 * UP) != 0:
        return True
    pairs = discs & (discs >> ACROSS)
    if pairs & (pairs >> 2 * ACROSS) != 0:
        return True
    pairs = discs & (discs >> ACROSS_AND_DOWN)
    if pairs & (pairs >> 2 * ACROSS_AND_DOWN) != 0:
        return True
    pairs = discs & (discs >> ACROSS_AND_UP)
    return pairs & (pairs >> 2 * ACROSS_AND_UP) != 0


@final
class ConnectFour(State):
    def __init__(self, game: Game, heights: vec[u8]) -> None:
        super().__init__(game, 2)
        self.heights = heights  # discs in each column
        self.yellow: i64 = 0
        self.red: i64 = 0
        self.discs: i64 = 0
        self.winner: i64 = NOBODY

    # ── 1 Play ────────────────────────────────────────────────────────────────────────────────────

    def fill_actions(self, out: vec[i16]) -> i64:
        heights = self.heights
        n: i64 = 0
        for column in range(i64(COLUMNS)):
            if heights[column] < ROWS:
                out[n] = i16(column)
                n += 1
        return n

    def sample(self, rng: Rng) -> i64:
        while True:
            column = rng.below(COLUMNS)
            if self.heights[column] < ROWS:
                return column

    def apply(self, action: i64) -> None:
        height = i64(self.heights[action])
        self.heights[action] = u8(height + 1)
        self.discs += 1
        bit = BITS[COLUMN_BITS * action + height]
        seat = self.actor
        if seat == 0:
            self.yellow |= bit
            four = has_four(self.yellow)
        else:
            self.red |= bit
            four = has_four(self.red)
        if four:
            self.winner = seat
            self.actor = OVER
        elif self.discs == COLUMNS * ROWS:
            self.actor = OVER
        else:
            self.actor = 1 - seat

    # ── 2 The end ─────────────────────────────────────────────────────────────────────────────────

    def utility(self, seat: i64) -> float:
        if self.winner == NOBODY:
            return 0.5
        return 1.0 if self.winner == seat else 0.0

    def result(self) -> Outcome:
        if self.winner == NOBODY:
            return Outcome(Message("end.full"), ((0, 1),))
        winner = int(self.winner)
        return Outcome(Message("end.four", who=Message(("yellow", "red")[winner])), ((winner,), (1 - winner,)))

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> ConnectFour:
        copy = ConnectFour(self.game, self.heights[:])
        copy.actor = self.actor
        copy.yellow = self.yellow
        copy.red = self.red
        copy.discs = self.discs
        copy.winner = self.winner
        return copy

    def disc(self, column: i64, row: i64) -> int:
        """Whose disc lies there: 0, 1, or −1 for nobody's."""
        bit = BITS[COLUMN_BITS * column + row]
        return 0 if self.yellow & bit != 0 else 1 if self.red & bit != 0 else -1

    def numbers(self) -> list[int]:
        places = [int(self.disc(column, row)) for column in range(COLUMNS) for row in range(ROWS)]
        return [int(self.actor), int(self.winner), *places]

    def restore(self, numbers: list[int]) -> None:
        self.actor = numbers[0]
        self.winner = numbers[1]
        for place in range(COLUMNS * ROWS):
            column, row = divmod(place, ROWS)
            if numbers[2 + place] == 0:
                self.yellow |= BITS[COLUMN_BITS * column + row]
            elif numbers[2 + place] == 1:
                self.red |= BITS[COLUMN_BITS * column + row]
            else:
                continue
            self.heights[column] += 1
            self.discs += 1


def new(game: Game, seats: int) -> ConnectFour:
    return ConnectFour(game, vec[u8]([0] * COLUMNS))
