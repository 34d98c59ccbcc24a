# klatsch: compiled
"""What a learner is given of Connect Four: everything."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import Game, State
from klatsch.core.observation_layout import Part
from klatsch.core.observer import Observer
from klatsch.examples.connect_four.rules import COLUMN_BITS, COLUMNS, ROWS, ConnectFour


class ConnectFourObserver(Observer):
    def __init__(self, game: Game, seats: int) -> None:
        discs = Part("discs", (2, COLUMNS, ROWS), 1, "own discs, then the other's; by column, from the bottom up")
        super().__init__(game, seats, (discs,))

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(state, ConnectFour)
        own = state.yellow if seat == 0 else state.red
        other = state.red if seat == 0 else state.yellow
        return put_discs(out, put_discs(out, at, own), other)


def put_discs(out: vec[i16], at: i64, discs: i64) -> i64:
    for column in range(i64(COLUMNS)):
        stack = discs >> COLUMN_BITS * column
        for row in range(i64(ROWS)):
            out[at] = i16((stack >> row) & 1)
            at += 1
    return at
