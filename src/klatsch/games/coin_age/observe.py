# klatsch: compiled
"""What a learner is given of Coin Age: everything but the map, which is the same in all games with these options."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import Game, State
from klatsch.core.observation_layout import Part
from klatsch.core.observer import Observer, put, put_one_of, put_set
from klatsch.games.coin_age.actions import ALL_KINDS, KIND_COUNT, SPACES
from klatsch.games.coin_age.board import BITS
from klatsch.games.coin_age.layout import CAPTURED, MATCHED, MOVED, PAID, STACK, TOSSED, TURN, USABLE
from klatsch.games.coin_age.rules import LAST_TURN, CoinAge
from klatsch.games.coin_age.scoring import SIDE, TOP, coins_of, controlled, doubled

MOST_OF_A_KIND: Final = 8
MOST_POINTS: Final = 100

PARTS: Final = (
    Part("stacks", (2, SPACES, KIND_COUNT), 1, "coins with the own side up, then with the other's; by space and kind"),
    Part("control", (2, SPACES), KIND_COUNT, "the value of the top coin, where it is the own, then where the other's"),
    Part("double", (SPACES,), 1, "spaces that score double"),
    Part("points", (2,), MOST_POINTS, "own points as the table stands, then the other's"),
    Part("banks", (2, KIND_COUNT), MOST_OF_A_KIND, "coins in the own bank, then in the other's; by kind from the dime"),
    Part("tossed", (KIND_COUNT,), 1, "kinds tossed this turn"),
    Part("matched", (KIND_COUNT,), 1, "kinds that matched"),
    Part("usable", (KIND_COUNT,), 1, "of these, the kinds not yet used"),
    Part("done", (3,), 1, "this turn's payment, move and capture, where they were made"),
    Part("mover", (2,), 1, "whose turn it is: the own, the other's"),
    Part("turn", (1,), LAST_TURN, "the number of the turn"),
)


class CoinAgeObserver(Observer):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, PARTS)

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(state, CoinAge)
        at = put_stacks(out, put_stacks(out, at, state, seat), state, 1 - seat)
        at = put_control(out, put_control(out, at, state, seat), state, 1 - seat)
        at = put_double(out, at, state)
        at = put(out, at, state.points(seat))
        at = put(out, at, state.points(1 - seat))
        at = put_bank(out, put_bank(out, at, state.bank(seat)), state.bank(1 - seat))
        at = put_set(out, at, state.v[TOSSED], KIND_COUNT)
        at = put_set(out, at, state.v[MATCHED], KIND_COUNT)
        at = put_set(out, at, state.v[USABLE], KIND_COUNT)
        at = put(out, at, state.v[PAID])
        at = put(out, at, state.v[MOVED])
        at = put(out, at, state.v[CAPTURED])
        at = put_one_of(out, at, 0 if state.mover() == seat else 1, 2)
        return put(out, at, state.v[TURN])


def put_stacks(out: vec[i16], at: i64, state: CoinAge, seat: i64) -> i64:
    for space in range(i64(SPACES)):
        stack = state.v[STACK + space]
        tails = stack >> KIND_COUNT
        at = put_set(out, at, stack & ALL_KINDS & (tails if seat == 1 else ~tails), KIND_COUNT)
    return at


def put_control(out: vec[i16], at: i64, state: CoinAge, seat: i64) -> i64:
    for space in range(i64(SPACES)):
        stack = state.v[STACK + space]
        at = put(out, at, TOP[stack] + 1 if SIDE[stack] == seat else 0)
    return at


def put_double(out: vec[i16], at: i64, state: CoinAge) -> i64:
    heads = controlled(state.v, 0)
    tails = controlled(state.v, 1)
    twice = doubled(state.board, heads, tails) | doubled(state.board, tails, heads)
    for space in range(i64(SPACES)):
        at = put(out, at, 1 if twice & BITS[space] != 0 else 0)
    return at


def put_bank(out: vec[i16], at: i64, bank: i64) -> i64:
    for kind in range(i64(KIND_COUNT)):
        at = put(out, at, coins_of(bank, kind))
    return at
