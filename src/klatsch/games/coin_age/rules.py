# klatsch: compiled
"""The rules of Coin Age, in the order of RULES.md. Seat 0 is Heads, seat 1 Tails."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from klatsch.core.game import CHANCE, OVER, Game, State
from klatsch.core.message import Message, Outcome
from klatsch.core.rng import Rng
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


class CoinAge(State):
    def __init__(self, game: Game, board: Board, stacks: vec[u8]) -> None:
        super().__init__(game, 2)
        self.board = board
        self.stacks = stacks  # on each space, as bytes of scoring.py
        self.empty: i64 = ALL_SPACES  # the mask of empty spaces; follows from `stacks`
        self.heads_bank: i64 = FULL_BANK
        self.tails_bank: i64 = FULL_BANK
        self.turn: i64 = 1  # Heads has the odd ones
        # This turn's toss, as masks of kinds: what was tossed, what matched, what of that is not yet used.
        self.tossed: i64 = 0
        self.matched: i64 = 0
        self.usable: i64 = 0
        self.paid: bool = False
        self.moved: bool = False
        self.captured: bool = False
        self.ended: i64 = GOES_ON
        self.actor = CHANCE

    # ── 1 The table ───────────────────────────────────────────────────────────────────────────────

    def mover(self) -> i64:
        """Whose turn it is, also while the coins are in the air."""
        return (self.turn - 1) & 1

    def bank(self, seat: i64) -> i64:
        return self.heads_bank if seat == 0 else self.tails_bank

    def add_to_bank(self, seat: i64, coins: i64) -> None:
        if seat == 0:
            self.heads_bank += coins
        else:
            self.tails_bank += coins

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
        seat = self.mover()
        self.tossed = kinds_in(self.bank(seat))
        self.matched = matches
        self.usable = matches
        self.actor = seat

    # ── 3 Actions ─────────────────────────────────────────────────────────────────────────────────

    def matches(self) -> i64:
        return COUNT[self.matched]

    def placed(self) -> i64:
        """How many coins were placed this turn."""
        used = COUNT[self.matched ^ self.usable]
        return used - 1 if self.paid else used

    def placements_left(self) -> i64:
        allowed = PLACEMENTS[COUNT[self.matched]]
        if self.paid:
            allowed += 1
        return allowed - self.placed()

    def may_pay(self) -> bool:
        return self.matched == ALL_KINDS and not self.paid  # §5.1, §5.2: at most two can have been placed then

    def may_move(self) -> bool:
        return COUNT[self.matched] < 2 and not self.moved

    def may_capture(self) -> bool:
        return self.matched == 0 and not self.captured

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
        stacks = self.stacks
        usable = self.usable
        untouchable = -1 if self.board.cover_own else self.actor  # §4.3
        for kind in range(i64(KIND_COUNT)):
            if usable & BITS[kind] != 0:
                for space in range(i64(SPACES)):
                    stack = i64(stacks[space])
                    if kind < TOP[stack] and SIDE[stack] != untouchable:  # §4.2
                        out[n] = i16(PLACE + SPACES * kind + space)
                        n += 1
        return n

    def place(self, kind: i64, space: i64) -> None:
        seat = self.actor
        self.usable &= ~BITS[kind]
        self.add_to_bank(seat, -UNIT[kind])
        self.stacks[space] = u8(i64(self.stacks[space]) | COIN[KIND_COUNT * seat + kind])
        self.empty &= ~BITS[space]
        if self.empty == 0:
            self.end_game(MAP_FULL)
        elif self.bank(seat) == 0:
            self.end_game(BANK_EMPTY)

    # ── 5 Pay ─────────────────────────────────────────────────────────────────────────────────────

    def fill_payments(self, out: vec[i16], n: i64) -> i64:
        for kind in range(i64(KIND_COUNT)):
            if self.usable & BITS[kind] != 0:
                out[n] = i16(PAY + kind)
                n += 1
        return n

    def pay(self, kind: i64) -> None:
        self.usable &= ~BITS[kind]
        self.paid = True
        self.add_to_bank(self.actor, -UNIT[kind])
        self.add_to_bank(1 - self.actor, UNIT[kind])

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
        stack = i64(self.stacks[source])
        return stack != 0 and (self.board.move_any or SIDE[stack] == self.actor)  # §6.2

    def move(self, source: i64, target: i64) -> None:
        self.moved = True
        self.stacks[target] = self.stacks[source]
        self.stacks[source] = 0
        self.empty ^= BITS[source] | BITS[target]

    # ── 7 Capture ─────────────────────────────────────────────────────────────────────────────────

    def fill_captures(self, out: vec[i16], n: i64) -> i64:
        stacks = self.stacks
        untouchable = -1 if self.board.capture_own else self.actor  # §7.3
        for space in range(i64(SPACES)):
            stack = i64(stacks[space])
            if stack != 0 and SIDE[stack] != untouchable:
                out[n] = i16(CAPTURE + space)
                n += 1
        return n

    def capture(self, space: i64) -> None:
        self.captured = True
        stack = i64(self.stacks[space])
        kind = TOP[stack]
        stack &= ~BOTH_BITS[kind]
        self.stacks[space] = u8(stack)
        if stack == 0:
            self.empty |= BITS[space]
        self.add_to_bank(self.actor, UNIT[kind])

    # ── 8 The end ─────────────────────────────────────────────────────────────────────────────────

    def end_turn(self) -> None:
        if self.turn == LAST_TURN:
            self.end_game(TURN_200)
            return
        self.turn += 1
        self.tossed = 0
        self.matched = 0
        self.usable = 0
        self.paid = False
        self.moved = False
        self.captured = False
        self.actor = CHANCE

    def end_game(self, reason: i64) -> None:
        self.ended = reason
        self.actor = OVER

    # ── 9 Scoring ─────────────────────────────────────────────────────────────────────────────────

    def points(self, seat: i64) -> i64:
        return points(self.board, self.stacks, self.bank(seat), seat)

    def lead(self) -> i64:
        """Above zero if Heads wins as the table stands, below if Tails does: by points (§9.4), then bank (§9.5)."""
        lead = self.points(0) - self.points(1)
        return lead if lead != 0 else bank_value(self.heads_bank) - bank_value(self.tails_bank)

    def utility(self, seat: i64) -> float:
        lead = self.lead() if seat == 0 else -self.lead()
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0

    def result(self) -> Outcome:
        lead = self.lead()
        ranking = ((0, 1),) if lead == 0 else ((0,), (1,)) if lead > 0 else ((1,), (0,))
        reason = Message(
            "end." + REASONS[self.ended],
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
        return Message(f"verdict.{'heads' if lead > 0 else 'tails'}_{how}")

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> CoinAge:
        copy = CoinAge(self.game, self.board, self.stacks[:])
        copy.actor = self.actor
        copy.empty = self.empty
        copy.heads_bank = self.heads_bank
        copy.tails_bank = self.tails_bank
        copy.turn = self.turn
        copy.tossed = self.tossed
        copy.matched = self.matched
        copy.usable = self.usable
        copy.paid = self.paid
        copy.moved = self.moved
        copy.captured = self.captured
        copy.ended = self.ended
        return copy

    def numbers(self) -> list[int]:
        return [
            int(self.actor),
            int(self.heads_bank),
            int(self.tails_bank),
            int(self.turn),
            int(self.tossed),
            int(self.matched),
            int(self.usable),
            int(self.paid),
            int(self.moved),
            int(self.captured),
            int(self.ended),
            *(int(stack) for stack in self.stacks),
        ]

    def restore(self, numbers: list[int]) -> None:
        if not in_range(numbers):
            raise ValueError("these numbers are no position of Coin Age")
        self.actor, self.heads_bank, self.tails_bank, self.turn, *rest = numbers
        self.tossed, self.matched, self.usable, paid, moved, captured, self.ended, *stacks = rest
        self.paid = paid == 1
        self.moved = moved == 1
        self.captured = captured == 1
        self.stacks = vec[u8](stacks)
        self.empty = sum(2**space for space in range(SPACES) if stacks[space] == 0)
        if invariant(self) is not None:
            raise ValueError("these numbers are no position of Coin Age")


# The lowest and the highest that each of a state's numbers can be.
LOWEST: Final = (OVER, 0, 0, 1, *([0] * (7 + SPACES)))
HIGHEST: Final = (1, 65535, 65535, LAST_TURN, *([ALL_KINDS] * 3), 1, 1, 1, TURN_200, *([255] * SPACES))


def in_range(numbers: list[int]) -> bool:
    """Are there as many as a state has, each as large as it can be?"""
    if len(numbers) != len(LOWEST):
        return False
    return all(low <= n <= high for low, n, high in zip(LOWEST, numbers, HIGHEST, strict=True))


def invariant(state: CoinAge) -> str | None:
    """For the fuzzer, and for numbers that somebody sends."""
    if (state.actor == OVER) != (state.ended != GOES_ON):
        return "the game is over without a reason, or goes on in spite of one"
    if not is_sound_toss(state):
        return "the toss doesn't fit the bank, or what was done doesn't fit the toss"
    return None if is_conserved(state) else "a coin is lost or won"


def is_sound_toss(state: CoinAge) -> bool:
    if state.actor == CHANCE:  # nothing is left of the turn before
        return not (state.tossed or state.matched or state.usable or state.paid or state.moved or state.captured)
    seat = state.mover()
    if state.actor >= 0 and (state.actor != seat or state.usable & ~kinds_in(state.bank(seat)) != 0):
        return False
    if state.matched & ~state.tossed != 0 or state.usable & ~state.matched != 0:
        return False
    if (state.captured and state.matched != 0) or (state.moved and state.matches() > 1):
        return False
    return not state.paid or (state.matched == ALL_KINDS and state.usable != state.matched)


def is_conserved(state: CoinAge) -> bool:
    """Is every coin somewhere, and does no stack show a side of a coin that it hasn't?"""
    for kind in range(i64(KIND_COUNT)):
        coins = coins_of(state.heads_bank, kind) + coins_of(state.tails_bank, kind)
        for stack in state.stacks:
            if i64(stack) & BITS[kind] != 0:
                coins += 1
        if coins != ALL_COINS[kind]:
            return False
    return all((stack >> KIND_COUNT) & ~stack & ALL_KINDS == 0 for stack in state.stacks)


# ── Making states ─────────────────────────────────────────────────────────────────────────────────


def blank(game: Game, seats: int) -> CoinAge:
    board = game.board
    assert isinstance(board, Board)
    return CoinAge(game, board, vec[u8]([0] * SPACES))


def new(game: Game, seats: int) -> CoinAge:
    return blank(game, seats)
