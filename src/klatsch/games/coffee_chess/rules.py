# klatsch: compiled
"""The rules of Coffee Chess, in the order of RULES.md. Seat 0 is White, seat 1 Black."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from klatsch.core.game import OVER, Game, State
from klatsch.core.message import Message, Outcome
from klatsch.games.coffee_chess.actions import (
    AMOUNT,
    BESIDE,
    END,
    MOVE,
    MOVE_FROM,
    MOVE_TO,
    MOVES_OF,
    PLACE,
    SQUARES,
    STEAL,
    STEAL_FROM,
    STEAL_TO,
    STEALS_OF,
)
from klatsch.games.coffee_chess.lines import BITS, count_lines, occupied, own_squares

ALL_BEANS: Final = 50
INVENTORY: Final = 5
DRAW: Final = 2
QUIET_TURNS: Final = 40
IDLE_TURNS: Final = 2
LAST_TURN: Final = 400

# The mask `received` has 32 bits, a state's numbers have 31 and a sign: it goes in two halves.
HALF: Final = 65536

# The kind of action that this turn uses (§3.1).
NOTHING: Final = 0
PLACING: Final = 1
MOVING: Final = 2
STEALING: Final = 3

# Why the game ended; the sentences are `end.<reason>`.
GOES_ON: Final = 0
BANK_EMPTY: Final = 1
NOBODY_ACTS: Final = 2
QUIET: Final = 3
TURN_400: Final = 4
REASONS: Final = ("goes_on", "bank_empty", "nobody_acts", "quiet", "turn_400")


class Rulings:
    """The options, as the rules ask for them."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.finish_turn: bool = options["bank_end"] == "finish_turn"
        self.white_first_draw: i64 = int(options["white_first_draw"])
        self.black_start: i64 = int(options["black_start"])
        self.move_any: bool = options["move_amount"] == "any"
        self.steal_any: bool = options["steal_amount"] == "any"
        self.quiet: bool = options["quiet"] == "40"
        self.idle_end: bool = options["idle_end"] == "two_turns"


@final
class CoffeeChess(State):
    def __init__(self, game: Game, rulings: Rulings, beans: vec[u8]) -> None:
        super().__init__(game, 2)
        self.rulings = rulings
        self.beans = beans  # on each square; its colour says whose
        # Which squares hold beans, as masks of lines.py; follows from `beans`.
        self.white_squares: i64 = 0
        self.black_squares: i64 = 0
        self.bank: i64 = ALL_BEANS
        self.white_inventory: i64 = 0
        self.black_inventory: i64 = 0
        self.turn: i64 = 0  # 1 for White's first
        self.kind: i64 = NOTHING
        self.received: i64 = 0  # squares that received stolen beans this turn (§6.3), as a mask of lines.py
        self.pending: i64 = -1  # under an `any` ruling: the move or theft whose amount is asked
        self.drawn: i64 = 0  # beans taken at the beginning of this turn
        self.lowest_bank: i64 = ALL_BEANS
        self.quiet_turns: i64 = 0  # finished turns since the bank's last new low
        self.idle_turns: i64 = 0  # finished turns in a row in which nobody drew or acted
        self.ended: i64 = GOES_ON

    # ── 1 The table ───────────────────────────────────────────────────────────────────────────────

    def inventory(self, seat: i64) -> i64:
        return self.white_inventory if seat == 0 else self.black_inventory

    def add_to_inventory(self, seat: i64, beans: i64) -> None:
        if seat == 0:
            self.white_inventory += beans
        else:
            self.black_inventory += beans

    def pay_bank(self) -> None:
        self.add_to_inventory(self.actor, -1)
        self.bank += 1

    def squares(self, seat: i64) -> i64:
        return self.white_squares if seat == 0 else self.black_squares

    def mark(self, seat: i64, square: i64) -> None:
        """Bring the mask of occupied squares up to date after beans came to, or left, a seat's square."""
        bit = BITS[square]
        squares = self.squares(seat) | bit
        if self.beans[square] == 0:
            squares ^= bit
        if seat == 0:
            self.white_squares = squares
        else:
            self.black_squares = squares

    def on_board(self, seat: i64) -> i64:
        total: i64 = 0
        beans = self.beans
        for square in own_squares(seat):
            total += i64(beans[square])
        return total

    def lines(self, seat: i64) -> i64:
        return count_lines(self.squares(seat), seat)

    # ── 2 The beginning of a turn ─────────────────────────────────────────────────────────────────

    def begin_turn(self, seat: i64) -> None:
        self.actor = seat
        self.turn += 1
        self.kind = NOTHING
        self.received = 0
        due = DRAW + self.lines(seat) if self.turn > 1 else self.rulings.white_first_draw
        self.drawn = min(min(due, INVENTORY - self.inventory(seat)), self.bank)
        self.bank -= self.drawn
        self.add_to_inventory(seat, self.drawn)
        if self.bank < self.lowest_bank:
            self.lowest_bank = self.bank
            self.quiet_turns = -1  # this turn's end makes it 0
        if self.bank == 0 and not self.rulings.finish_turn:  # §7.1
            self.end_game(BANK_EMPTY)

    # ── 3 Actions ─────────────────────────────────────────────────────────────────────────────────

    def fill_actions(self, out: vec[i16]) -> i64:
        if self.pending >= 0:
            return self.fill_amounts(out)
        n: i64 = 0
        if self.inventory(self.actor) > 0:
            if self.kind == NOTHING or self.kind == PLACING:
                n = self.fill_places(out, n)
            if self.kind == NOTHING or self.kind == MOVING:
                n = self.fill_moves(out, n)
            if self.kind == NOTHING or self.kind == STEALING:
                n = self.fill_steals(out, n)
        out[n] = END
        return n + 1

    def apply(self, action: i64) -> None:
        if action < MOVE:
            self.place(action - PLACE)
        elif action < STEAL:
            self.move(action - MOVE)
        elif action < AMOUNT:
            self.steal(action - STEAL)
        elif action < END:
            self.amount(action - AMOUNT + 1)
        else:
            self.end_turn()

    # ── 4 Placing ─────────────────────────────────────────────────────────────────────────────────

    def fill_places(self, out: vec[i16], n: i64) -> i64:
        for square in own_squares(self.actor):
            out[n] = i16(PLACE + square)
            n += 1
        return n

    def place(self, square: i64) -> None:
        self.kind = PLACING
        self.add_to_inventory(self.actor, -1)
        self.beans[square] += 1
        self.mark(self.actor, square)

    # ── 5 Moving ──────────────────────────────────────────────────────────────────────────────────

    def fill_moves(self, out: vec[i16], n: i64) -> i64:
        beans = self.beans
        for square in own_squares(self.actor):
            if beans[square] > 1:
                for move in range(MOVES_OF[square], MOVES_OF[square + 1]):
                    out[n] = i16(MOVE + move)
                    n += 1
        return n

    def move(self, move: i64) -> None:
        self.kind = MOVING
        most = i64(self.beans[MOVE_FROM[move]]) - 1
        if self.rulings.move_any and most > 1:
            self.pending = MOVE + move
        else:
            self.carry(MOVE_FROM[move], self.actor, MOVE_TO[move], most)

    # ── 6 Stealing ────────────────────────────────────────────────────────────────────────────────

    def fill_steals(self, out: vec[i16], n: i64) -> i64:
        robbers = self.squares(self.actor) & ~self.received  # §6.3
        enemies = self.squares(1 - self.actor)
        if robbers == 0 or enemies == 0:
            return n
        beans = self.beans
        for square in own_squares(self.actor):
            if robbers & BITS[square] != 0 and enemies & BESIDE[square] != 0:
                for steal in range(STEALS_OF[square], STEALS_OF[square + 1]):
                    if beans[STEAL_FROM[steal]] > 0:
                        out[n] = i16(STEAL + steal)
                        n += 1
        return n

    def most_stolen(self, steal: i64) -> i64:
        return min(i64(self.beans[STEAL_FROM[steal]]), i64(self.beans[STEAL_TO[steal]]))

    def steal(self, steal: i64) -> None:
        self.kind = STEALING
        self.received |= BITS[STEAL_TO[steal]]
        most = self.most_stolen(steal)
        if self.rulings.steal_any and most > 1:
            self.pending = STEAL + steal
        else:
            self.carry(STEAL_FROM[steal], 1 - self.actor, STEAL_TO[steal], most)

    # ── 5.3 and 6.4: amounts, where the player chooses them ───────────────────────────────────────

    def most_pending(self) -> i64:
        if self.pending < STEAL:
            return i64(self.beans[MOVE_FROM[self.pending - MOVE]]) - 1
        return self.most_stolen(self.pending - STEAL)

    def fill_amounts(self, out: vec[i16]) -> i64:
        most = self.most_pending()
        for n in range(most):
            out[n] = i16(AMOUNT + n)
        return most

    def amount(self, beans: i64) -> None:
        pending = self.pending
        self.pending = -1
        if pending < STEAL:
            self.carry(MOVE_FROM[pending - MOVE], self.actor, MOVE_TO[pending - MOVE], beans)
        else:
            self.carry(STEAL_FROM[pending - STEAL], 1 - self.actor, STEAL_TO[pending - STEAL], beans)

    def carry(self, source: i64, owner: i64, target: i64, beans: i64) -> None:
        """Beans go from the owner's square onto an own one, for a bean of the inventory (§5.2, §6.2)."""
        self.beans[source] -= u8(beans)
        self.beans[target] += u8(beans)
        self.mark(owner, source)
        self.mark(self.actor, target)
        self.pay_bank()

    # ── 7 The end ─────────────────────────────────────────────────────────────────────────────────

    def end_turn(self) -> None:
        self.quiet_turns += 1
        self.idle_turns = self.idle_turns + 1 if self.is_idle() else 0
        if self.bank == 0:  # §7.1: only under finish_turn; at_once has ended before
            self.end_game(BANK_EMPTY)
        elif self.rulings.idle_end and self.idle_turns >= IDLE_TURNS:
            self.end_game(NOBODY_ACTS)
        elif self.rulings.quiet and self.quiet_turns >= QUIET_TURNS:
            self.end_game(QUIET)
        elif self.turn == LAST_TURN:
            self.end_game(TURN_400)
        else:
            self.begin_turn(1 - self.actor)

    def is_idle(self) -> bool:
        """Has this turn brought neither a draw nor an action so far?"""
        return self.kind == NOTHING and self.drawn == 0

    def end_game(self, reason: i64) -> None:
        self.ended = reason
        self.actor = OVER

    def utility(self, seat: i64) -> float:
        mine = self.on_board(seat)
        other = self.on_board(1 - seat)
        return 1.0 if mine > other else 0.5 if mine == other else 0.0

    def result(self) -> Outcome:
        white = int(self.on_board(0))
        black = int(self.on_board(1))
        ranking = ((0, 1),) if white == black else ((0,), (1,)) if white > black else ((1,), (0,))
        return Outcome(Message("end." + REASONS[self.ended], white=white, black=black), ranking)

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> CoffeeChess:
        copy = CoffeeChess(self.game, self.rulings, self.beans[:])
        copy.actor = self.actor
        copy.white_squares = self.white_squares
        copy.black_squares = self.black_squares
        copy.bank = self.bank
        copy.white_inventory = self.white_inventory
        copy.black_inventory = self.black_inventory
        copy.turn = self.turn
        copy.kind = self.kind
        copy.received = self.received
        copy.pending = self.pending
        copy.drawn = self.drawn
        copy.lowest_bank = self.lowest_bank
        copy.quiet_turns = self.quiet_turns
        copy.idle_turns = self.idle_turns
        copy.ended = self.ended
        return copy

    def numbers(self) -> list[int]:
        return [
            int(self.actor),
            int(self.bank),
            int(self.white_inventory),
            int(self.black_inventory),
            int(self.turn),
            int(self.kind),
            int(self.received % HALF),
            int(self.received // HALF),
            int(self.pending),
            int(self.drawn),
            int(self.lowest_bank),
            int(self.quiet_turns),
            int(self.idle_turns),
            int(self.ended),
            *(int(beans) for beans in self.beans),
        ]

    def restore(self, numbers: list[int]) -> None:
        self.actor, self.bank, self.white_inventory, self.black_inventory, self.turn, self.kind, *rest = numbers
        received_low, received_high, self.pending, self.drawn, self.lowest_bank, *rest = rest
        self.quiet_turns, self.idle_turns, self.ended, *beans = rest
        self.received = received_low + HALF * received_high
        self.beans = vec[u8](beans[:SQUARES])
        self.white_squares = occupied(self.beans, 0)
        self.black_squares = occupied(self.beans, 1)


def blank(game: Game, seats: int) -> CoffeeChess:
    assert isinstance(game.board, Rulings)
    return CoffeeChess(game, game.board, vec[u8]([0] * SQUARES))


def new(game: Game, seats: int) -> CoffeeChess:
    state = blank(game, seats)
    head_start = state.rulings.black_start  # §1.4
    state.bank -= head_start
    state.black_inventory = head_start
    state.begin_turn(0)
    return state


def invariant(state: CoffeeChess) -> str | None:
    """§1.2 and §1.3, for the fuzzer."""
    beans = state.bank + state.white_inventory + state.black_inventory + state.on_board(0) + state.on_board(1)
    if beans != ALL_BEANS:
        return f"there are {beans} beans"
    if not 0 <= state.white_inventory <= INVENTORY or not 0 <= state.black_inventory <= INVENTORY:
        return "an inventory holds more than five beans, or fewer than none"
    if (state.white_squares, state.black_squares) != (occupied(state.beans, 0), occupied(state.beans, 1)):
        return "the masks of occupied squares don't fit the beans"
    return None
