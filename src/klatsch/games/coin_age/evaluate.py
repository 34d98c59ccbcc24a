# klatsch: compiled
"""What a position of Coin Age is made of, for bots: points, what can't be covered, the banks, and this turn's toss.

Counts in the players' own units. Before the toss a turn's possibilities are expected ones, after it those left.
Weights are in data/bot.toml.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.evaluator import Evaluator
from klatsch.core.game import CHANCE, Game, State
from klatsch.games.coin_age.actions import ALL_KINDS, KIND_COUNT, KIND_SETS, SPACES
from klatsch.games.coin_age.board import BITS, COUNT
from klatsch.games.coin_age.layout import BANK, STACK, USABLE
from klatsch.games.coin_age.rules import PLACEMENTS, CoinAge
from klatsch.games.coin_age.scoring import TOP, bank_coins, coins_of, controlled, doubled, kinds_in

# In the order in which `fill` writes them.
NAMES: Final = (
    "points",  # as the table stands (§9)
    "late_points",  # the same, the more the nearer the end is
    "secure",  # those on top coins that the opponent's bank can't cover
    "spaces",  # controlled
    "dimes",
    "pennies",
    "nickels",
    "quarters",  # in the bank
    "turn",  # 1 for whoever has it
    "placements",  # in this turn
    "captures",
    "closing",  # the chance to end the game in this turn, ahead
    "threat",  # the same in the next turn, for whoever hasn't this one
)
FEATURES: Final = 13
POINTS: Final = 0
LATE_POINTS: Final = 1
SECURE: Final = 2
SPACES_HELD: Final = 3
IN_BANK: Final = 4  # + kind
TURN: Final = 8  # from here on those that this turn's seat alone has
PLACEMENTS_LEFT: Final = 9
CAPTURES_LEFT: Final = 10
CLOSING: Final = 11
THREAT: Final = 12

# By the number of kinds in the bank, what a toss is expected to allow (§3): placements; a capture.
PLACEMENTS_TO_COME: Final = vec[float]([0.0, 0.5, 1.0, 1.375, 1.625])
CAPTURES_TO_COME: Final = vec[float]([1.0, 0.5, 0.25, 0.125, 0.0625])
# The most spaces that a turn can fill: two, or three by paying.
MOST_PLACED: Final = 3


class CoinAgeEvaluator(Evaluator):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, NAMES)

    def fill(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, CoinAge)
        heads = controlled(state.v, 0)
        tails = controlled(state.v, 1)
        fill_map(state, 0, heads, tails, out)
        fill_map(state, 1, tails, heads, out)
        fill_turn(state, out)
        mover = state.mover()
        out[mover * FEATURES + CLOSING] = closing(state, mover, heads, tails)
        out[(1 - mover) * FEATURES + THREAT] = closing(state, 1 - mover, heads, tails)


def fill_map(state: CoinAge, seat: i64, mine: i64, theirs: i64, out: vec[float]) -> None:
    """What a seat has on the map and in the bank."""
    v = state.v
    bank = state.bank(seat)
    covers = smallest_kind(state.bank(1 - seat))
    twice = doubled(state.board, mine, theirs)
    total = bank_coins(bank)
    secure: i64 = 0
    for space in range(i64(SPACES)):
        bit = BITS[space]
        if mine & bit != 0:
            kind = TOP[v[STACK + space]]
            value = kind + 1
            if twice & bit != 0:
                value += value
            total += value
            if kind <= covers:
                secure += value
    at = seat * FEATURES
    out[at + POINTS] = float(total)
    out[at + LATE_POINTS] = float(total) * nearness(state)
    out[at + SECURE] = float(secure)
    out[at + SPACES_HELD] = float(COUNT[mine])
    for kind in range(i64(KIND_COUNT)):
        out[at + IN_BANK + kind] = float(coins_of(bank, kind))


def nearness(state: CoinAge) -> float:
    """Of the end, from 1 (one space is empty, or a bank has one coin) down."""
    left = COUNT[state.empty]
    heads = bank_coins(state.bank(0))
    tails = bank_coins(state.bank(1))
    if heads < left:
        left = heads
    if tails < left:
        left = tails
    return 1.0 / float(left) if left > 0 else 1.0


def smallest_kind(bank: i64) -> i64:
    return TOP[kinds_in(bank)]


def fill_turn(state: CoinAge, out: vec[float]) -> None:
    """What the seat whose turn it is may do; the other may do nothing."""
    seat = state.mover()
    for i in range(i64(TURN), i64(FEATURES)):
        out[i] = 0.0
        out[FEATURES + i] = 0.0
    at = seat * FEATURES
    out[at + TURN] = 1.0
    if state.actor == CHANCE:
        kinds = COUNT[kinds_in(state.bank(seat))]
        out[at + PLACEMENTS_LEFT] = PLACEMENTS_TO_COME[kinds]
        out[at + CAPTURES_LEFT] = CAPTURES_TO_COME[kinds]
    else:
        left = state.placements_left()
        usable = COUNT[state.v[USABLE]]
        out[at + PLACEMENTS_LEFT] = float(left if left < usable else usable)
        out[at + CAPTURES_LEFT] = 1.0 if state.may_capture() else 0.0


# ── Ending the game ───────────────────────────────────────────────────────────────────────────────


def closing(state: CoinAge, seat: i64, heads: i64, tails: i64) -> float:
    """The chance that a seat's toss lets it fill the map and win; after its toss 1 or 0."""
    empty = COUNT[state.empty]
    if empty > MOST_PLACED:
        return 0.0
    mine = (heads if seat == 0 else tails) | state.empty
    theirs = tails if seat == 0 else heads
    twice = doubled(state.board, mine, theirs)
    lead = points_on(state, seat, mine & ~state.empty, twice) - points_on(
        state, 1 - seat, theirs, doubled(state.board, theirs, mine)
    )
    better = COUNT[twice & state.empty]
    if state.actor == seat:
        return 1.0 if fills(state.v[USABLE], state.placements_left(), state.may_pay(), empty, better, lead) else 0.0
    return chance_to_fill(kinds_in(state.bank(seat)), empty, better, lead)


def points_on(state: CoinAge, seat: i64, mine: i64, twice: i64) -> i64:
    """A seat's points if those spaces were its own and those of them scored double."""
    v = state.v
    total = bank_coins(v[BANK + seat])
    for space in range(i64(SPACES)):
        if mine & BITS[space] != 0:
            value = TOP[v[STACK + space]] + 1
            total += value
            if twice & BITS[space] != 0:
                total += value
    return total


def chance_to_fill(kinds: i64, empty: i64, better: i64, lead: i64) -> float:
    """How many of the tosses of these kinds fill the empty spaces and win, of all of them."""
    good: i64 = 0
    tosses: i64 = 0
    for toss in range(i64(KIND_SETS)):
        if toss & kinds == toss:
            tosses += 1
            if fills(toss, PLACEMENTS[COUNT[toss]], toss == ALL_KINDS, empty, better, lead):
                good += 1
    return float(good) / float(tosses)


def fills(usable: i64, placements: i64, may_pay: bool, empty: i64, better: i64, lead: i64) -> bool:
    """Do the largest of these coins fill the empty spaces and win, `better` of which score double?"""
    if placements < empty:
        if not may_pay or placements + 1 < empty:
            return False
        lead -= 2  # the smallest is paid: a point less here, one more there
        usable &= usable - 1
    if COUNT[usable] < empty:
        return False
    kind: i64 = KIND_COUNT - 1
    while empty > 0:
        if usable & BITS[kind] != 0:
            lead += kind  # its value, less the point that it was worth in the bank
            if better > 0:
                lead += kind + 1
                better -= 1
            empty -= 1
        kind -= 1
    return lead > 0
