# klatsch: compiled
"""What bots look at in Coffee Chess: beans, lines that earn more, and what could be stolen.

Features are counted in beans, squares or lines. The weights are in data/bot.toml.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.evaluator import Evaluator
from klatsch.core.game import Game, State
from klatsch.games.coffee_chess.actions import BESIDE, SQUARES, STEAL_FROM, STEALS_OF
from klatsch.games.coffee_chess.layout import BANK, KIND, ON_SQUARE
from klatsch.games.coffee_chess.lines import LINES, LINES_OF_A_COLOUR, own_squares
from klatsch.games.coffee_chess.rules import ALL_BEANS, DRAW, FULL_INVENTORY, NOTHING, STEALING, CoffeeChess

NAMES: Final = (
    "beans",  # on the board
    "late_beans",  # the same, weighed by the part of the bank that is gone: they count when it is empty
    "saved",  # in the inventory
    "lines",  # that earn a bean a turn
    "income",  # lines, weighed by the part of the bank that is left to earn from
    "near_lines",  # lines that lack one bean
    "loot",  # what the seat to move could steal this turn
    "threat",  # what the waiting seat could steal next turn, as the board stands
    "tallest",  # the tallest stack
    "squares",  # squares with beans
    "turn",  # is it this seat's?
)
BEANS: Final = 0
LATE_BEANS: Final = 1
SAVED: Final = 2
LINE_COUNT: Final = 3
INCOME: Final = 4
NEAR_LINES: Final = 5
LOOT: Final = 6
THREAT: Final = 7
TALLEST: Final = 8
SQUARE_COUNT: Final = 9
TURN: Final = 10


@final
class CoffeeChessEvaluator(Evaluator):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, NAMES)
        # Workspace: beans already robbed of each square, and how many thefts bring so many beans.
        self.robbed = vec[i64]([0] * SQUARES)
        self.thefts = vec[i64]([0] * (ALL_BEANS + 1))

    def fill(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, CoffeeChess)
        self.fill_seat(state, 0, out)
        self.fill_seat(state, 1, out)

    def fill_seat(self, state: CoffeeChess, seat: i64, out: vec[float]) -> None:
        at = seat * self.count
        mask = state.squares(seat)
        left = float(state.v[BANK]) / ALL_BEANS
        lines = state.lines(seat)
        saved = state.inventory(seat)
        self.fill_stacks(state.v, mask, seat, out)
        out[at + LATE_BEANS] = out[at + BEANS] * (1.0 - left)
        out[at + SAVED] = float(saved)
        out[at + LINE_COUNT] = float(lines)
        out[at + INCOME] = float(lines) * left
        out[at + NEAR_LINES] = float(near_lines(mask, seat))
        out[at + LOOT] = 0.0
        out[at + THREAT] = 0.0
        if state.actor != seat:
            out[at + TURN] = 0.0
            out[at + THREAT] = float(self.loot(state, seat, min(saved + DRAW + lines, FULL_INVENTORY), mask))
            return
        out[at + TURN] = 1.0
        if state.v[KIND] == NOTHING or state.v[KIND] == STEALING:
            out[at + LOOT] = float(self.loot(state, seat, saved, mask & ~state.received()))

    def fill_stacks(self, v: vec[i64], mask: i64, seat: i64, out: vec[float]) -> None:
        total: i64 = 0
        tallest: i64 = 0
        occupied: i64 = 0
        squares = own_squares(seat)
        i: i64 = 0
        while mask != 0:
            if mask & 1 != 0:
                stack = v[ON_SQUARE + squares[i]]
                total += stack
                occupied += 1
                if stack > tallest:
                    tallest = stack
            mask >>= 1
            i += 1
        at = seat * self.count
        out[at + BEANS] = float(total)
        out[at + TALLEST] = float(tallest)
        out[at + SQUARE_COUNT] = float(occupied)

    def loot(self, state: CoffeeChess, seat: i64, thefts: i64, robbers: i64) -> i64:
        """The beans that so many thefts bring: every robber takes from its fattest victim, the best robbers go."""
        enemies = state.squares(1 - seat)
        if thefts == 0 or enemies == 0:
            return 0
        robbed = self.robbed
        most: i64 = 0
        squares = own_squares(seat)
        i: i64 = 0
        while robbers != 0:
            if robbers & 1 != 0 and enemies & BESIDE[squares[i]] != 0:
                taken = rob(squares[i], state.v, robbed)
                self.thefts[taken] += 1
                if taken > most:
                    most = taken
            robbers >>= 1
            i += 1
        if most > 0:
            clear(enemies, 1 - seat, robbed)
        return self.best_thefts(most, thefts)

    def best_thefts(self, most: i64, thefts: i64) -> i64:
        """The sum of the best ones; clears the counts."""
        total: i64 = 0
        taken = most
        while taken > 0:
            count = min(self.thefts[taken], thefts)
            total += count * taken
            thefts -= count
            self.thefts[taken] = 0
            taken -= 1
        self.thefts[0] = 0
        return total


def rob(thief: i64, v: vec[i64], robbed: vec[i64]) -> i64:
    """Take from the neighbour with most beans left; how many."""
    most: i64 = 0
    victim: i64 = 0
    for steal in range(STEALS_OF[thief], STEALS_OF[thief + 1]):
        square = STEAL_FROM[steal]
        left = v[ON_SQUARE + square] - robbed[square]
        if left > most:
            most = left
            victim = square
    taken = min(most, v[ON_SQUARE + thief])
    robbed[victim] += taken
    return taken


def clear(mask: i64, seat: i64, robbed: vec[i64]) -> None:
    squares = own_squares(seat)
    i: i64 = 0
    while mask != 0:
        if mask & 1 != 0:
            robbed[squares[i]] = 0
        mask >>= 1
        i += 1


def near_lines(mask: i64, seat: i64) -> i64:
    """How many lines have two of their three squares."""
    count: i64 = 0
    start = seat * LINES_OF_A_COLOUR
    for i in range(start, start + LINES_OF_A_COLOUR):
        missing = LINES[i] & ~mask
        if missing != 0 and missing & (missing - 1) == 0:
            count += 1
    return count
