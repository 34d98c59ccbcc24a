# klatsch: compiled
"""The rules of Coffee Chess, in the order of RULES.md. Seat 0 is White, seat 1 Black."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import OVER, Game
from klatsch.core.message import Message, Outcome
from klatsch.core.vector_state import VectorState
from klatsch.games.coffee_chess.actions import (
    AMOUNT,
    BESIDE,
    END,
    MOVE,
    MOVE_FROM,
    MOVE_TO,
    MOVES_OF,
    PLACE,
    STEAL,
    STEAL_FROM,
    STEAL_TO,
    STEALS_OF,
)
from klatsch.games.coffee_chess.layout import (
    BANK,
    DRAWN,
    ENDED,
    IDLE_TURNS,
    INVENTORY,
    KIND,
    LENGTH,
    LOWEST_BANK,
    ON_SQUARE,
    PENDING,
    QUIET_TURNS,
    RECEIVED,
    TURN,
)
from klatsch.games.coffee_chess.lines import BITS, count_lines, occupied, own_squares

ALL_BEANS: Final = 50
FULL_INVENTORY: Final = 5
DRAW: Final = 2
MOST_QUIET_TURNS: Final = 40
MOST_IDLE_TURNS: Final = 2
LAST_TURN: Final = 400

# A mask of received beans goes in two halves: so many squares, so many bits.
HALF_SQUARES: Final = 32
HALF_BITS: Final = 16

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
class CoffeeChess(VectorState):
    def __init__(self, game: Game, rulings: Rulings, v: vec[i64]) -> None:
        super().__init__(game, 2, v)
        self.rulings = rulings
        # Which squares hold beans, as masks of lines.py; follows from the beans.
        self.white_squares: i64 = 0
        self.black_squares: i64 = 0

    # ── 1 The table ───────────────────────────────────────────────────────────────────────────────

    def inventory(self, seat: i64) -> i64:
        return self.v[INVENTORY + seat]

    def pay_bank(self) -> None:
        v = self.v
        v[INVENTORY + self.actor] -= 1
        v[BANK] += 1

    def squares(self, seat: i64) -> i64:
        return self.white_squares if seat == 0 else self.black_squares

    def mark(self, seat: i64, square: i64) -> None:
        """Bring the mask of occupied squares up to date after beans came to, or left, a seat's square."""
        bit = BITS[square]
        squares = self.squares(seat) | bit
        if self.v[ON_SQUARE + square] == 0:
            squares ^= bit
        if seat == 0:
            self.white_squares = squares
        else:
            self.black_squares = squares

    def on_board(self, seat: i64) -> i64:
        total: i64 = 0
        v = self.v
        for square in own_squares(seat):
            total += v[ON_SQUARE + square]
        return total

    def lines(self, seat: i64) -> i64:
        return count_lines(self.squares(seat), seat)

    # ── 2 The beginning of a turn ─────────────────────────────────────────────────────────────────

    def begin_turn(self, seat: i64) -> None:
        v = self.v
        self.actor = seat
        v[TURN] += 1
        v[KIND] = NOTHING
        v[RECEIVED] = 0
        v[RECEIVED + 1] = 0
        due = DRAW + self.lines(seat) if v[TURN] > 1 else self.rulings.white_first_draw
        v[DRAWN] = min(min(due, FULL_INVENTORY - self.inventory(seat)), v[BANK])
        v[BANK] -= v[DRAWN]
        v[INVENTORY + seat] += v[DRAWN]
        if v[BANK] < v[LOWEST_BANK]:
            v[LOWEST_BANK] = v[BANK]
            v[QUIET_TURNS] = -1  # this turn's end makes it 0
        if v[BANK] == 0 and not self.rulings.finish_turn:  # §7.1
            self.end_game(BANK_EMPTY)

    # ── 3 Actions ─────────────────────────────────────────────────────────────────────────────────

    def fill_actions(self, out: vec[i16]) -> i64:
        v = self.v
        if v[PENDING] >= 0:
            return self.fill_amounts(out)
        n: i64 = 0
        if self.inventory(self.actor) > 0:
            if v[KIND] == NOTHING or v[KIND] == PLACING:
                n = self.fill_places(out, n)
            if v[KIND] == NOTHING or v[KIND] == MOVING:
                n = self.fill_moves(out, n)
            if v[KIND] == NOTHING or v[KIND] == STEALING:
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
        v = self.v
        v[KIND] = PLACING
        v[INVENTORY + self.actor] -= 1
        v[ON_SQUARE + square] += 1
        self.mark(self.actor, square)

    # ── 5 Moving ──────────────────────────────────────────────────────────────────────────────────

    def fill_moves(self, out: vec[i16], n: i64) -> i64:
        v = self.v
        for square in own_squares(self.actor):
            if v[ON_SQUARE + square] > 1:
                for move in range(MOVES_OF[square], MOVES_OF[square + 1]):
                    out[n] = i16(MOVE + move)
                    n += 1
        return n

    def move(self, move: i64) -> None:
        v = self.v
        v[KIND] = MOVING
        most = v[ON_SQUARE + MOVE_FROM[move]] - 1
        if self.rulings.move_any and most > 1:
            v[PENDING] = MOVE + move
        else:
            self.carry(MOVE_FROM[move], self.actor, MOVE_TO[move], most)

    # ── 6 Stealing ────────────────────────────────────────────────────────────────────────────────

    def fill_steals(self, out: vec[i16], n: i64) -> i64:
        robbers = self.squares(self.actor) & ~self.received()  # §6.3
        enemies = self.squares(1 - self.actor)
        if robbers == 0 or enemies == 0:
            return n
        v = self.v
        for square in own_squares(self.actor):
            if robbers & BITS[square] != 0 and enemies & BESIDE[square] != 0:
                for steal in range(STEALS_OF[square], STEALS_OF[square + 1]):
                    if v[ON_SQUARE + STEAL_FROM[steal]] > 0:
                        out[n] = i16(STEAL + steal)
                        n += 1
        return n

    def received(self) -> i64:
        """§6.3: the squares that received stolen beans this turn, as a mask."""
        v = self.v
        return v[RECEIVED] | v[RECEIVED + 1] << HALF_BITS

    def mark_received(self, square: i64) -> None:
        v = self.v
        if square < HALF_SQUARES:
            v[RECEIVED] |= BITS[square]
        else:
            v[RECEIVED + 1] |= BITS[square - HALF_SQUARES]

    def most_stolen(self, steal: i64) -> i64:
        v = self.v
        return min(v[ON_SQUARE + STEAL_FROM[steal]], v[ON_SQUARE + STEAL_TO[steal]])

    def steal(self, steal: i64) -> None:
        v = self.v
        v[KIND] = STEALING
        self.mark_received(STEAL_TO[steal])
        most = self.most_stolen(steal)
        if self.rulings.steal_any and most > 1:
            v[PENDING] = STEAL + steal
        else:
            self.carry(STEAL_FROM[steal], 1 - self.actor, STEAL_TO[steal], most)

    # ── 5.3 and 6.4: amounts, where the player chooses them ───────────────────────────────────────

    def most_pending(self) -> i64:
        v = self.v
        if v[PENDING] < STEAL:
            return v[ON_SQUARE + MOVE_FROM[v[PENDING] - MOVE]] - 1
        return self.most_stolen(v[PENDING] - STEAL)

    def fill_amounts(self, out: vec[i16]) -> i64:
        most = self.most_pending()
        for n in range(most):
            out[n] = i16(AMOUNT + n)
        return most

    def amount(self, beans: i64) -> None:
        v = self.v
        pending = v[PENDING]
        v[PENDING] = -1
        if pending < STEAL:
            self.carry(MOVE_FROM[pending - MOVE], self.actor, MOVE_TO[pending - MOVE], beans)
        else:
            self.carry(STEAL_FROM[pending - STEAL], 1 - self.actor, STEAL_TO[pending - STEAL], beans)

    def carry(self, source: i64, owner: i64, target: i64, beans: i64) -> None:
        """Beans go from the owner's square onto an own one, for a bean of the inventory (§5.2, §6.2)."""
        v = self.v
        v[ON_SQUARE + source] -= beans
        v[ON_SQUARE + target] += beans
        self.mark(owner, source)
        self.mark(self.actor, target)
        self.pay_bank()

    # ── 7 The end ─────────────────────────────────────────────────────────────────────────────────

    def end_turn(self) -> None:
        v = self.v
        v[QUIET_TURNS] += 1
        v[IDLE_TURNS] = v[IDLE_TURNS] + 1 if self.is_idle() else 0
        if v[BANK] == 0:  # §7.1: only under finish_turn; at_once has ended before
            self.end_game(BANK_EMPTY)
        elif self.rulings.idle_end and v[IDLE_TURNS] >= MOST_IDLE_TURNS:
            self.end_game(NOBODY_ACTS)
        elif self.rulings.quiet and v[QUIET_TURNS] >= MOST_QUIET_TURNS:
            self.end_game(QUIET)
        elif v[TURN] == LAST_TURN:
            self.end_game(TURN_400)
        else:
            self.begin_turn(1 - self.actor)

    def is_idle(self) -> bool:
        """Has this turn brought neither a draw nor an action so far?"""
        v = self.v
        return v[KIND] == NOTHING and v[DRAWN] == 0

    def end_game(self, reason: i64) -> None:
        self.v[ENDED] = reason
        self.actor = OVER

    def utility(self, seat: i64) -> float:
        mine = self.on_board(seat)
        other = self.on_board(1 - seat)
        return 1.0 if mine > other else 0.5 if mine == other else 0.0

    def result(self) -> Outcome:
        white = int(self.on_board(0))
        black = int(self.on_board(1))
        ranking = ((0, 1),) if white == black else ((0,), (1,)) if white > black else ((1,), (0,))
        return Outcome(Message("end." + REASONS[self.v[ENDED]], white=white, black=black), ranking)

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> CoffeeChess:
        copy = CoffeeChess(self.game, self.rulings, self.v[:])
        copy.actor = self.actor
        copy.white_squares = self.white_squares
        copy.black_squares = self.black_squares
        return copy

    def is_sound(self) -> bool:
        """Is no square's stack negative, and does a pending amount belong to a move or a theft?"""
        v = self.v
        return min(v[ON_SQUARE:]) >= 0 and v[PENDING] < AMOUNT

    def derive(self) -> None:
        self.white_squares = occupied(self.v, 0)
        self.black_squares = occupied(self.v, 1)


def blank(game: Game, seats: int) -> CoffeeChess:
    assert isinstance(game.board, Rulings)
    return CoffeeChess(game, game.board, vec[i64]([0] * LENGTH))


def new(game: Game, seats: int) -> CoffeeChess:
    state = blank(game, seats)
    v = state.v
    head_start = state.rulings.black_start  # §1.4
    v[BANK] = ALL_BEANS - head_start
    v[LOWEST_BANK] = ALL_BEANS
    v[INVENTORY + 1] = head_start
    v[PENDING] = -1
    state.begin_turn(0)
    return state


def invariant(state: CoffeeChess) -> str | None:
    """§1.2 and §1.3, for the fuzzer."""
    beans = state.v[BANK] + state.inventory(0) + state.inventory(1) + state.on_board(0) + state.on_board(1)
    if beans != ALL_BEANS:
        return f"there are {beans} beans"
    if not 0 <= state.inventory(0) <= FULL_INVENTORY or not 0 <= state.inventory(1) <= FULL_INVENTORY:
        return "an inventory holds more than five beans, or fewer than none"
    if (state.white_squares, state.black_squares) != (occupied(state.v, 0), occupied(state.v, 1)):
        return "the masks of occupied squares don't fit the beans"
    return None
