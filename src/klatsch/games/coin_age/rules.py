# klatsch: compiled
"""The rules of Coin Age, in the order of RULES.md. Seat 0 is Heads, seat 1 Tails."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE, OVER, Game
from klatsch.core.message import Message, Outcome
from klatsch.core.rng import Rng
from klatsch.core.vector_state import VectorState
from klatsch.games.coin_age.actions import (
    ALL_KINDS,
    CAPTURE,
    END,
    KIND_COUNT,
    KIND_SETS,
    MOVE,
    PAY,
    PLACE,
    SPACES,
    TOSS,
)
from klatsch.games.coin_age.board import ALL_SPACES, BITS, COUNT, Board
from klatsch.games.coin_age.layout import (
    BANK,
    CAPTURED,
    ENDED,
    LENGTH,
    MATCHED,
    MOVED,
    PAID,
    STACK,
    TOSSED,
    TURN,
    USABLE,
)
from klatsch.games.coin_age.scoring import (
    BOTH_BITS,
    COIN,
    FULL_BANK,
    SIDE,
    TOP,
    UNIT,
    bank_value,
    coins_of,
    kinds_in,
    points,
)

LAST_TURN: Final = 200

# §3: how many coins may be placed after that many matches, before paying.
PLACEMENTS: Final = vec[i64]([0, 1, 2, 2, 2])

# Why the game ended; the sentences are `end.<reason>`.
GOES_ON: Final = 0
MAP_FULL: Final = 1
BANK_EMPTY: Final = 2
TURN_200: Final = 3
REASONS: Final = ("goes_on", "map_full", "bank_empty", "turn_200")

# How many coins of each kind are in the game, in both banks and on the map.
ALL_COINS: Final = (8, 6, 4, 2)


class CoinAge(VectorState):
    def __init__(self, game: Game, board: Board, v: vec[i64]) -> None:
        super().__init__(game, 2, v)
        self.board = board
        self.empty: i64 = ALL_SPACES  # the mask of empty spaces; follows from the stacks

    # ── 1 The table ───────────────────────────────────────────────────────────────────────────────

    def mover(self) -> i64:
        """Whose turn it is, also while the coins are in the air."""
        return (self.v[TURN] - 1) & 1

    def bank(self, seat: i64) -> i64:
        return self.v[BANK + seat]

    # ── 2 The toss ────────────────────────────────────────────────────────────────────────────────

    def fill_tosses(self, out: vec[i16]) -> i64:
        """§2.1: every set of the tossed kinds may match. All are equally likely: `weight` stays 1."""
        tossed = kinds_in(self.bank(self.mover()))
        n: i64 = 0
        for matches in range(i64(KIND_SETS)):
            if matches & tossed == matches:
                out[n] = i16(TOSS + matches)
                n += 1
        return n

    def toss(self, matches: i64) -> None:
        v = self.v
        seat = self.mover()
        v[TOSSED] = kinds_in(self.bank(seat))
        v[MATCHED] = matches
        v[USABLE] = matches
        self.actor = seat

    # ── 3 Actions ─────────────────────────────────────────────────────────────────────────────────

    def matches(self) -> i64:
        return COUNT[self.v[MATCHED]]

    def placed(self) -> i64:
        """How many coins were placed this turn."""
        v = self.v
        used = COUNT[v[MATCHED] ^ v[USABLE]]
        return used - 1 if v[PAID] == 1 else used

    def placements_left(self) -> i64:
        v = self.v
        allowed = PLACEMENTS[COUNT[v[MATCHED]]]
        if v[PAID] == 1:
            allowed += 1
        return allowed - self.placed()

    def may_pay(self) -> bool:
        v = self.v
        return v[MATCHED] == ALL_KINDS and v[PAID] == 0  # §5.1, §5.2: at most two can have been placed then

    def may_move(self) -> bool:
        v = self.v
        return COUNT[v[MATCHED]] < 2 and v[MOVED] == 0

    def may_capture(self) -> bool:
        v = self.v
        return v[MATCHED] == 0 and v[CAPTURED] == 0

    def fill_actions(self, out: vec[i16]) -> i64:
        if self.actor == CHANCE:
            return self.fill_tosses(out)
        n: i64 = 0
        if self.placements_left() > 0:
            n = self.fill_places(out, n)
        if self.may_pay():
            n = self.fill_payments(out, n)
        if self.may_move():
            n = self.fill_moves(out, n)
        if self.may_capture():
            n = self.fill_captures(out, n)
        out[n] = END
        return n + 1

    def sample(self, rng: Rng) -> i64:
        """A random legal action; all tosses weigh the same."""
        out = rng.scratch
        return i64(out[rng.below(self.fill_actions(out))])

    def apply(self, action: i64) -> None:
        if action < PLACE:
            self.toss(action - TOSS)
        elif action < PAY:
            self.place((action - PLACE) // SPACES, (action - PLACE) % SPACES)
        elif action < MOVE:
            self.pay(action - PAY)
        elif action < CAPTURE:
            self.move((action - MOVE) // SPACES, (action - MOVE) % SPACES)
        elif action < END:
            self.capture(action - CAPTURE)
        else:
            self.end_turn()

    # ── 4 Place ───────────────────────────────────────────────────────────────────────────────────

    def fill_places(self, out: vec[i16], n: i64) -> i64:
        v = self.v
        usable = v[USABLE]
        untouchable = -1 if self.board.cover_own else self.actor  # §4.3
        for kind in range(i64(KIND_COUNT)):
            if usable & BITS[kind] != 0:
                for space in range(i64(SPACES)):
                    stack = v[STACK + space]
                    if kind < TOP[stack] and SIDE[stack] != untouchable:  # §4.2
                        out[n] = i16(PLACE + SPACES * kind + space)
                        n += 1
        return n

    def place(self, kind: i64, space: i64) -> None:
        v = self.v
        seat = self.actor
        v[USABLE] &= ~BITS[kind]
        v[BANK + seat] -= UNIT[kind]
        v[STACK + space] |= COIN[KIND_COUNT * seat + kind]
        self.empty &= ~BITS[space]
        if self.empty == 0:
            self.end_game(MAP_FULL)
        elif self.bank(seat) == 0:
            self.end_game(BANK_EMPTY)

    # ── 5 Pay ─────────────────────────────────────────────────────────────────────────────────────

    def fill_payments(self, out: vec[i16], n: i64) -> i64:
        for kind in range(i64(KIND_COUNT)):
            if self.v[USABLE] & BITS[kind] != 0:
                out[n] = i16(PAY + kind)
                n += 1
        return n

    def pay(self, kind: i64) -> None:
        v = self.v
        v[USABLE] &= ~BITS[kind]
        v[PAID] = 1
        v[BANK + self.actor] -= UNIT[kind]
        v[BANK + 1 - self.actor] += UNIT[kind]

    # ── 6 Move ────────────────────────────────────────────────────────────────────────────────────

    def fill_moves(self, out: vec[i16], n: i64) -> i64:
        neighbours = self.board.neighbours
        for source in range(i64(SPACES)):
            if self.may_move_from(source):
                targets = neighbours[source] & self.empty
                target: i64 = 0
                while targets != 0:
                    if targets & 1 != 0:
                        out[n] = i16(MOVE + SPACES * source + target)
                        n += 1
                    targets >>= 1
                    target += 1
        return n

    def may_move_from(self, source: i64) -> bool:
        stack = self.v[STACK + source]
        return stack != 0 and (self.board.move_any or SIDE[stack] == self.actor)  # §6.2

    def move(self, source: i64, target: i64) -> None:
        v = self.v
        v[MOVED] = 1
        v[STACK + target] = v[STACK + source]
        v[STACK + source] = 0
        self.empty ^= BITS[source] | BITS[target]

    # ── 7 Capture ─────────────────────────────────────────────────────────────────────────────────

    def fill_captures(self, out: vec[i16], n: i64) -> i64:
        v = self.v
        untouchable = -1 if self.board.capture_own else self.actor  # §7.3
        for space in range(i64(SPACES)):
            stack = v[STACK + space]
            if stack != 0 and SIDE[stack] != untouchable:
                out[n] = i16(CAPTURE + space)
                n += 1
        return n

    def capture(self, space: i64) -> None:
        v = self.v
        v[CAPTURED] = 1
        stack = v[STACK + space]
        kind = TOP[stack]
        stack &= ~BOTH_BITS[kind]
        v[STACK + space] = stack
        if stack == 0:
            self.empty |= BITS[space]
        v[BANK + self.actor] += UNIT[kind]

    # ── 8 The end ─────────────────────────────────────────────────────────────────────────────────

    def end_turn(self) -> None:
        v = self.v
        if v[TURN] == LAST_TURN:
            self.end_game(TURN_200)
            return
        v[TURN] += 1
        v[TOSSED] = 0
        v[MATCHED] = 0
        v[USABLE] = 0
        v[PAID] = 0
        v[MOVED] = 0
        v[CAPTURED] = 0
        self.actor = CHANCE

    def end_game(self, reason: i64) -> None:
        self.v[ENDED] = reason
        self.actor = OVER

    # ── 9 Scoring ─────────────────────────────────────────────────────────────────────────────────

    def points(self, seat: i64) -> i64:
        return points(self.board, self.v, seat)

    def lead(self) -> i64:
        """Above zero if Heads wins as the table stands, below if Tails does: by points (§9.4), then bank (§9.5)."""
        lead = self.points(0) - self.points(1)
        return lead if lead != 0 else bank_value(self.bank(0)) - bank_value(self.bank(1))

    def utility(self, seat: i64) -> float:
        lead = self.lead() if seat == 0 else -self.lead()
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0

    def result(self) -> Outcome:
        lead = self.lead()
        ranking = ((0, 1),) if lead == 0 else ((0,), (1,)) if lead > 0 else ((1,), (0,))
        reason = Message(
            "end." + REASONS[self.v[ENDED]],
            who=Message("heads" if self.mover() == 0 else "tails"),
            heads=int(self.points(0)),
            tails=int(self.points(1)),
            verdict=self.verdict(),
        )
        return Outcome(reason, ranking)

    def verdict(self) -> Message:
        lead = self.lead()
        if lead == 0:
            return Message("verdict.draw")
        how = "points" if self.points(0) != self.points(1) else "bank"
        return Message("verdict." + how, winner=Message("heads" if lead > 0 else "tails"))

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> CoinAge:
        copy = CoinAge(self.game, self.board, self.v[:])
        copy.actor = self.actor
        copy.empty = self.empty
        return copy

    def is_sound(self) -> bool:
        in_range = all(low <= number <= high for low, number, high in zip(LOWEST, self.v, HIGHEST, strict=True))
        return in_range and invariant(self) is None

    def derive(self) -> None:
        self.empty = sum(2**space for space in range(SPACES) if self.v[STACK + space] == 0)


# The lowest and the highest that each of a state's numbers can be.
LOWEST: Final = (0, 0, 1, *([0] * (7 + SPACES)))
HIGHEST: Final = (65535, 65535, LAST_TURN, *([ALL_KINDS] * 3), 1, 1, 1, TURN_200, *([255] * SPACES))


def invariant(state: CoinAge) -> str | None:
    """For the fuzzer, and for numbers that somebody sends."""
    if (state.actor == OVER) != (state.v[ENDED] != GOES_ON):
        return "the game is over without a reason, or goes on in spite of one"
    if not is_sound_toss(state):
        return "the toss doesn't fit the bank, or what was done doesn't fit the toss"
    return None if is_conserved(state) else "a coin is lost or won"


def is_sound_toss(state: CoinAge) -> bool:
    v = state.v
    if state.actor == CHANCE:  # nothing is left of the turn before
        return all(number == 0 for number in v[TOSSED:ENDED])
    seat = state.mover()
    if state.actor >= 0 and (state.actor != seat or v[USABLE] & ~kinds_in(state.bank(seat)) != 0):
        return False
    if v[MATCHED] & ~v[TOSSED] != 0 or v[USABLE] & ~v[MATCHED] != 0:
        return False
    if (v[CAPTURED] == 1 and v[MATCHED] != 0) or (v[MOVED] == 1 and state.matches() > 1):
        return False
    return v[PAID] == 0 or (v[MATCHED] == ALL_KINDS and v[USABLE] != v[MATCHED])


def is_conserved(state: CoinAge) -> bool:
    """Is every coin somewhere, and does no stack show a side of a coin that it hasn't?"""
    for kind in range(i64(KIND_COUNT)):
        coins = coins_of(state.bank(0), kind) + coins_of(state.bank(1), kind)
        for stack in state.v[STACK:]:
            if stack & BITS[kind] != 0:
                coins += 1
        if coins != ALL_COINS[kind]:
            return False
    return all((stack >> KIND_COUNT) & ~stack & ALL_KINDS == 0 for stack in state.v[STACK:])


# ── Making states ─────────────────────────────────────────────────────────────────────────────────


def blank(game: Game, seats: int) -> CoinAge:
    board = game.board
    assert isinstance(board, Board)
    return CoinAge(game, board, vec[i64]([0] * LENGTH))


def new(game: Game, seats: int) -> CoinAge:
    state = blank(game, seats)
    state.actor = CHANCE
    state.v[BANK] = FULL_BANK
    state.v[BANK + 1] = FULL_BANK
    state.v[TURN] = 1
    return state
