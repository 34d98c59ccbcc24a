# klatsch: compiled
"""What bots look at in Connect Four. The weights are in data/bot.toml."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.evaluator import Evaluator
from klatsch.core.game import Game, State
from klatsch.examples.connect_four.rules import COLUMNS, ROWS, ConnectFour

NAMES: Final = ("threats", "centre", "turn")

PLACES: Final[int] = sum(2 ** (7 * column + row) for column in range(COLUMNS) for row in range(ROWS))
MIDDLE: Final[int] = sum(2 ** (7 * 3 + row) for row in range(ROWS))


@final
class ConnectFourEvaluator(Evaluator):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, NAMES)

    def fill(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, ConnectFour)
        free = i64(PLACES) & ~(state.yellow | state.red)
        seat: i64 = 0
        while seat < 2:
            discs = state.yellow if seat == 0 else state.red
            out[seat * 3] = float(count(completing(discs) & free))
            out[seat * 3 + 1] = float(count(discs & i64(MIDDLE)))
            out[seat * 3 + 2] = 1.0 if state.actor == seat else 0.0
            seat += 1


def completing(discs: i64) -> i64:
    """The places, free or not, where one more disc makes four: above three, or in a row of four with one missing."""
    places = (discs << 1) & (discs << 2) & (discs << 3)
    places |= in_direction(discs, 7) | in_direction(discs, 6) | in_direction(discs, 8)
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
