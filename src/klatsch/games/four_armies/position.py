# klatsch: compiled
"""A position: every number of a state, what is where, and units going from one place to another.

All numbers but the actor lie in one vec, `n`; the constants below say where. Hexes are masks of hexes.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import OVER, Game, State
from klatsch.games.four_armies.board import FALCON, HERO, KIND_COUNT, MOUNTED, NOBODY, REGULAR, STRENGTH, Board
from klatsch.games.four_armies.hexes import ALL, BITS, COUNT, NEAR, count, lowest

SEATS: Final = 5  # there is room for five in every state
PILE_SIZE: Final = 15  # a literal: mypyc makes no constant of a product with an imported one
assert PILE_SIZE == SEATS * KIND_COUNT

# ── The units (§1) ────────────────────────────────────────────────────────────────────────────────
UNITS: Final = 0  # + seat: the hexes of its units
MOUNTED_HEX: Final = 5  # + seat: the hex of its Mounted unit, 0 if it isn't on the map
HERO_HEX: Final = 10  # + seat: the hex of its Hero, 0 if it isn't on the map
RESERVE: Final = 15  # `reserve_of`: units in each reserve
PILE: Final = 30  # `pile_of`: units captured
OUT: Final = 105  # `out_of`: units out of the game
FALLEN: Final = 120  # + seat: its place in the order of elimination, 0 while it lives
ALIVE: Final = 125  # how many live

# ── The turn (§3, §4) ────────────────────────────────────────────────────────────────────────────
PHASE: Final = 126  # what is being decided
ACTIVE: Final = 127  # whose turn it is
TURN: Final = 128  # 1 for the first
QUIET: Final = 129  # turns in a row without a lasting loss (§10.1)
LOSS: Final = 130  # did this turn bring one?
ACTED: Final = 131  # which kind of action was the turn's, NOT_YET before
BERSERKED: Final = 132  # has the Dwarf Hero had its additional move?
FLIPS: Final = 133  # flips left in this rally
ASKED: Final = 134  # armies, a bit each, that have refused an exchange this turn
OFFERED: Final = 135  # the offer that waits for an answer, as an action
FORCED: Final = 136  # forced advances this turn
ENDED: Final = 137  # why the game ended
WINNERS: Final = 138  # seats, a bit each

# ── One batch of captures (§5) ────────────────────────────────────────────────────────────────────
SNAPSHOT: Final = 139  # + seat: the hexes of its units when the batch was found
CLAIMED: Final = 144  # + seat: the units, by hex, that it captures or claims in this batch
MAY_RETREAT: Final = 149  # the units that may still retreat instead
DISPUTED: Final = 150  # the one hex whose captor is being chosen
BATCH: Final = 151  # batches so far this turn

# ── Advances that are open (§5.4, §8.4) ───────────────────────────────────────────────────────────
OPEN_ADVANCES: Final = 152  # hexes that the active player may advance into
OPEN_FORCES: Final = 153  # hexes into which the Elf player may force an enemy
ADVANCERS: Final = 154  # + hex: the units that may, by hex
OPENED: Final = 173  # + hex: the batch in which that advance was opened
FORCED_UNITS: Final = 192  # + hex: the units that may be forced into it

# ── How long the game may go on (§10) ─────────────────────────────────────────────────────────────
FEWEST: Final = 211  # the fewest units on the map and in the reserves of all together, so far
STARTER: Final = 212  # whose turn was the first: rounds begin at this place
ROUND: Final = 213  # 1 for the first
LENGTH: Final = 214

# What is being decided.
CHOOSE_FIRST: Final = 0
CHOOSE_ACTION: Final = 1
ANSWER: Final = 2
FLIP: Final = 3
TAKE_BACK: Final = 4
HORDE: Final = 5
CHOOSE_RETREAT: Final = 6
CHOOSE_CAPTOR: Final = 7
CHOOSE_FORCE: Final = 8
CHOOSE_ADVANCE: Final = 9
CHOOSE_BERSERK: Final = 10


def reserve_of(seat: i64) -> i64:
    """Where a seat's reserve begins in the numbers; a kind is added."""
    return RESERVE + KIND_COUNT * seat


def pile_of(captor: i64, owner: i64) -> i64:
    """Where an owner's units in a captor's pile begin; a kind is added."""
    return PILE + PILE_SIZE * captor + KIND_COUNT * owner


def out_of(seat: i64) -> i64:
    """Where a seat's units out of the game begin; a kind is added."""
    return OUT + KIND_COUNT * seat


class Position(State):
    def __init__(self, game: Game, board: Board, seats: i64, numbers: vec[i64]) -> None:
        super().__init__(game, seats)
        self.board = board
        self.n = numbers

    # ── What is where ─────────────────────────────────────────────────────────────────────────────

    def occupied(self) -> i64:
        n = self.n
        return n[UNITS] | n[UNITS + 1] | n[UNITS + 2] | n[UNITS + 3] | n[UNITS + 4]

    def owner_at(self, hex: i64) -> i64:
        """Whose unit stands there, or NOBODY."""
        for seat in range(self.seats):
            if self.n[UNITS + seat] & BITS[hex] != 0:
                return seat
        return NOBODY

    def kind_at(self, seat: i64, hex: i64) -> i64:
        """The kind of the seat's unit there."""
        if self.n[MOUNTED_HEX + seat] == BITS[hex]:
            return MOUNTED
        return HERO if self.n[HERO_HEX + seat] == BITS[hex] else REGULAR

    def in_reserve(self, seat: i64) -> i64:
        first = reserve_of(seat)
        return self.n[first + REGULAR] + self.n[first + MOUNTED] + self.n[first + HERO]

    def forces(self, seat: i64) -> i64:
        """Units on the map and in the reserve: what elimination counts (§2.1)."""
        return count(self.n[UNITS + seat]) + self.in_reserve(seat)

    def held(self, captor: i64, owner: i64) -> i64:
        """How many of the owner's units lie in the captor's pile."""
        first = pile_of(captor, owner)
        return self.n[first + REGULAR] + self.n[first + MOUNTED] + self.n[first + HERO]

    def lost(self, owner: i64) -> i64:
        """How many of the owner's units are captured; piles belong to the living only (§2.2)."""
        total: i64 = 0
        for captor in range(self.seats):
            total += self.held(captor, owner)
        return total

    def in_pile(self, captor: i64) -> i64:
        total: i64 = 0
        first = pile_of(captor, 0)
        for place in range(first, first + PILE_SIZE):
            total += self.n[place]
        return total

    def lives(self, seat: i64) -> bool:
        return self.n[FALLEN + seat] == 0

    def is_awed(self, seat: i64) -> bool:
        """§8.10: does the seat's Mounted unit stand beside the Falcon Hero?"""
        falcon = self.board.seat_of[FALCON]
        if falcon == NOBODY:
            return False
        hero = self.n[HERO_HEX + falcon]
        return hero != 0 and NEAR[lowest(hero)] & self.n[MOUNTED_HEX + seat] != 0

    def left_of(self, seat: i64) -> i64:
        return seat + 1 if seat + 1 < self.seats else 0

    # ── From place to place ───────────────────────────────────────────────────────────────────────

    def put(self, seat: i64, kind: i64, hex: i64) -> None:
        """A unit appears on the map."""
        self.n[UNITS + seat] |= BITS[hex]
        if kind == MOUNTED:
            self.n[MOUNTED_HEX + seat] = BITS[hex]
        elif kind == HERO:
            self.n[HERO_HEX + seat] = BITS[hex]

    def lift(self, seat: i64, hex: i64) -> i64:
        """A unit leaves the map; its kind."""
        kind = self.kind_at(seat, hex)
        self.n[UNITS + seat] &= ~BITS[hex]
        if kind == MOUNTED:
            self.n[MOUNTED_HEX + seat] = 0
        elif kind == HERO:
            self.n[HERO_HEX + seat] = 0
        return kind

    def step(self, seat: i64, source: i64, target: i64) -> None:
        """A unit goes from hex to hex."""
        self.put(seat, self.lift(seat, source), target)

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def numbers(self) -> list[int]:
        return [int(self.actor), *(int(number) for number in self.n)]

    def restore(self, numbers: list[int]) -> None:
        """ValueError if these can't be a state's numbers."""
        if len(numbers) != LENGTH + 1 or not OVER <= numbers[0] < int(self.seats):
            raise ValueError("these numbers are no state of Battle of the 4 Armies")
        self.actor = numbers[0]
        self.n = vec[i64](numbers[1:])
        n = self.n
        seen: i64 = 0
        for seat in range(SEATS):
            if n[UNITS + seat] & ~ALL != 0 or n[UNITS + seat] & seen != 0:
                raise ValueError("these numbers put two units on one hex, or one beside the map")
            seen |= n[UNITS + seat]
        in_turn = 0 <= n[ACTIVE] < self.seats and 0 <= n[STARTER] < self.seats
        if not 0 <= n[PHASE] <= CHOOSE_BERSERK or not in_turn:
            raise ValueError("these numbers are no state of Battle of the 4 Armies")


def first_numbers(board: Board, seats: int) -> list[int]:
    """Every army in its reserve (§1.5)."""
    numbers = [0] * LENGTH
    for seat in range(seats):
        for kind, units in enumerate(STRENGTH[board.army_of[seat]]):
            numbers[reserve_of(seat) + kind] = units
            numbers[FEWEST] += units
    numbers[ALIVE] = seats
    return numbers


def is_conserved(state: Position) -> bool:
    """Map + reserve + captured + out of the game hold every unit of every army, by kind."""
    for seat in range(state.seats):
        for kind, units in enumerate(STRENGTH[state.board.army_of[seat]]):
            on_map = 0
            for hex in range(COUNT):
                if state.owner_at(hex) == seat and state.kind_at(seat, hex) == kind:
                    on_map += 1
            held = 0
            for captor in range(state.seats):
                held += int(state.n[pile_of(captor, seat) + kind])
            elsewhere = int(state.n[reserve_of(seat) + kind] + state.n[out_of(seat) + kind])
            if on_map + held + elsewhere != units:
                return False
    return True
