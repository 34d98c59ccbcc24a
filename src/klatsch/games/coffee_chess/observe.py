# klatsch: compiled
"""What a learner is given of Coffee Chess: everything."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import Game, State
from klatsch.core.observation_layout import Part
from klatsch.core.observer import Observer, put, put_one_of, put_up_to
from klatsch.games.coffee_chess.actions import MOVE, MOVE_FROM, MOVE_TO, SQUARES, STEAL, STEAL_FROM, STEAL_TO
from klatsch.games.coffee_chess.layout import (
    BANK,
    DRAWN,
    IDLE_TURNS,
    KIND,
    LOWEST_BANK,
    ON_SQUARE,
    PENDING,
    QUIET_TURNS,
    TURN,
)
from klatsch.games.coffee_chess.lines import BITS, own_squares
from klatsch.games.coffee_chess.rules import (
    ALL_BEANS,
    FULL_INVENTORY,
    LAST_TURN,
    MOST_IDLE_TURNS,
    MOST_QUIET_TURNS,
    CoffeeChess,
)

KINDS: Final = 4

PARTS: Final = (
    Part("beans", (2, 8, 8), ALL_BEANS, "beans on own squares, then on the other's; by row from 1, column from a"),
    Part("bank", (1,), ALL_BEANS, "beans in the bank"),
    Part("lowest_bank", (1,), ALL_BEANS, "the fewest that it ever held"),
    Part("inventory", (2,), FULL_INVENTORY, "own beans in hand, then the other's"),
    Part("kind", (KINDS,), 1, "this turn's kind of action: none yet, place, move, steal"),
    Part("received", (8, 8), 1, "squares that received stolen beans this turn"),
    Part("pending", (2, 8, 8), 1, "where an amount is asked: from which square, to which"),
    Part("drawn", (1,), FULL_INVENTORY, "beans drawn at the beginning of this turn"),
    Part("quiet_turns", (1,), MOST_QUIET_TURNS + 1, "turns since the bank's last new low, with this one"),
    Part("idle_turns", (1,), MOST_IDLE_TURNS, "turns in a row in which nobody drew or acted"),
    Part("turn", (1,), LAST_TURN, "the number of the turn"),
)


class CoffeeChessObserver(Observer):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, PARTS)

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(state, CoffeeChess)
        at = put_beans(out, put_beans(out, at, state, seat), state, 1 - seat)
        at = put(out, at, state.v[BANK])
        at = put(out, at, state.v[LOWEST_BANK])
        at = put(out, at, state.inventory(seat))
        at = put(out, at, state.inventory(1 - seat))
        at = put_one_of(out, at, state.v[KIND], KINDS)
        at = put_received(out, at, state)
        at = put_pending(out, at, state.v[PENDING])
        at = put(out, at, state.v[DRAWN])
        at = put_up_to(out, at, state.v[QUIET_TURNS] + 1, MOST_QUIET_TURNS + 1)  # it counts on where the option is off
        at = put_up_to(out, at, state.v[IDLE_TURNS], MOST_IDLE_TURNS)
        return put(out, at, state.v[TURN])


def put_beans(out: vec[i16], at: i64, state: CoffeeChess, seat: i64) -> i64:
    for square in own_squares(seat):
        out[at + square] = i16(state.v[ON_SQUARE + square])
    return at + SQUARES


def put_received(out: vec[i16], at: i64, state: CoffeeChess) -> i64:
    if state.received() != 0 and state.actor >= 0:
        for square in own_squares(state.actor):
            if state.received() & BITS[square] != 0:
                out[at + square] = 1
    return at + SQUARES


def put_pending(out: vec[i16], at: i64, pending: i64) -> i64:
    if pending >= STEAL:
        out[at + STEAL_FROM[pending - STEAL]] = 1
        out[at + SQUARES + STEAL_TO[pending - STEAL]] = 1
    elif pending >= 0:
        out[at + MOVE_FROM[pending - MOVE]] = 1
        out[at + SQUARES + MOVE_TO[pending - MOVE]] = 1
    return at + 2 * SQUARES
