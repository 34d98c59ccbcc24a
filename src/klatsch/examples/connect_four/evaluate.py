# klatsch: compiled
"""What bots look at in Connect Four. The weights are in data/bot.toml."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.evaluator import Evaluator
from klatsch.core.game import Game, State
from klatsch.examples.connect_four.rules import (
    ACROSS,
    ACROSS_AND_DOWN,
    ACROSS_AND_UP,
    COLUMN_BITS,
    COLUMNS,
    ROWS,
    ConnectFour,
)

NAMES: Final = ("threats", "centre", "turn")
THREATS: Final = 0
CENTRE: Final = 1
TURN: Final = 2

PLACES: Final[int] = sum(2 ** (COLUMN_BITS * column + row) for column in range(COLUMNS) for row in range(ROWS))
MIDDLE: Final[int] = sum(2 ** (COLUMN_BITS * (COLUMNS // 2) + row) for row in range(ROWS))


@final
class ConnectFourEvaluator(Evaluator):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, NAMES)

    def fill(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, ConnectFour)
        free = i64(PLACES) & ~(state.yellow | state.red)
        for seat in range(i64(2)):
            discs = state.yellow if seat == 0 else state.red
            at = seat * self.count
            out[at + THREATS] = float(count(completing(discs) & free))
            out[at + CENTRE] = float(count(discs & i64(MIDDLE)))
            out[at + TURN] = 1.0 if state.actor == seat else 0.0


def completing(discs: i64) -> i64:
    """The places, free or not, where one more disc makes four: above three, or in a row of four with one missing."""
    places = (discs << 1) & (discs << 2) & (discs << 3)
    places |= in_direction(discs, ACROSS) | in_direction(discs, ACROSS_AND_DOWN) | in_direction(discs, ACROSS_AND_UP)
    return places & i64(PLACES)


def in_direction(discs: i64, step: i64) -> i64:
    ahead = (discs << step) & (discs << 2 * step)
    behind = (discs >> step) & (discs >> 2 * step)
    return (
        ahead & (discs << 3 * step) | ahead & (discs >> step) | behind & (discs << step) | behind & (discs >> 3 * step)
    )


def count(discs: i64) -> i64:
    found: i64 = 0
    while discs != 0:
        discs &= discs - 1
        found += 1
    return found
