# klatsch: compiled
"""A position: every number of a state, what is where, and units going from one place to another.

All numbers but the actor lie in one vec, `v`; the constants below say where. Hexes are masks of hexes.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import Game
from klatsch.core.vector_state import VectorState
from klatsch.games.four_armies.board import FALCON, HERO, KIND_COUNT, MOUNTED, NOBODY, REGULAR, STRENGTH, Board
from klatsch.games.four_armies.hexes import ALL, BITS, COUNT, NEAR, count, lowest

SEATS: Final = 5  # there is room for five in every state
# Literals: mypyc makes no constant of a sum or product with an imported one.
PILE_SIZE: Final = 15
HEXES: Final = 19
assert (PILE_SIZE, HEXES) == (SEATS * KIND_COUNT, COUNT)

# ── The units (§1) ────────────────────────────────────────────────────────────────────────────────
UNITS: Final = 0  # + seat: the hexes of its units
MOUNTED_HEX: Final = UNITS + SEATS  # + seat: the hex of its Mounted unit, 0 if it isn't on the map
HERO_HEX: Final = MOUNTED_HEX + SEATS  # + seat: the hex of its Hero, 0 if it isn't on the map
RESERVE: Final = HERO_HEX + SEATS  # `reserve_of`: units in each reserve
PILE: Final = RESERVE + PILE_SIZE  # `pile_of`: units captured
OUT: Final = PILE + SEATS * PILE_SIZE  # `out_of`: units out of the game
FALLEN: Final = OUT + PILE_SIZE  # + seat: its place in the order of elimination, 0 while it lives
ALIVE: Final = FALLEN + SEATS  # how many live

# ── The turn (§3, §4) ────────────────────────────────────────────────────────────────────────────
PHASE: Final = ALIVE + 1  # what is being decided
ACTIVE: Final = PHASE + 1  # whose turn it is
TURN: Final = ACTIVE + 1  # 1 for the first
QUIET: Final = TURN + 1  # turns in a row without a lasting loss (§10.1)
LOSS: Final = QUIET + 1  # did this turn bring one?
ACTED: Final = LOSS + 1  # which kind of action was the turn's, NOT_YET before
BERSERKED: Final = ACTED + 1  # has the Dwarf Hero had its additional move?
FLIPS: Final = BERSERKED + 1  # flips left in this rally
ASKED: Final = FLIPS + 1  # armies, a bit each, that have refused an exchange this turn
OFFERED: Final = ASKED + 1  # the offer that waits for an answer, as an action
FORCED: Final = OFFERED + 1  # forced advances this turn
ENDED: Final = FORCED + 1  # why the game ended
WINNERS: Final = ENDED + 1  # seats, a bit each

# ── One batch of captures (§5) ────────────────────────────────────────────────────────────────────
SNAPSHOT: Final = WINNERS + 1  # + seat: the hexes of its units when the batch was found
CLAIMED: Final = SNAPSHOT + SEATS  # + seat: the units, by hex, that it captures or claims in this batch
MAY_RETREAT: Final = CLAIMED + SEATS  # the units that may still retreat instead
DISPUTED: Final = MAY_RETREAT + 1  # the one hex whose captor is being chosen
BATCH: Final = DISPUTED + 1  # batches so far this turn

# ── Advances that are open (§5.4, §8.4) ───────────────────────────────────────────────────────────
OPEN_ADVANCES: Final = BATCH + 1  # hexes that the active player may advance into
OPEN_FORCES: Final = OPEN_ADVANCES + 1  # hexes into which the Elf player may force an enemy
ADVANCERS: Final = OPEN_FORCES + 1  # + hex: the units that may, by hex
OPENED: Final = ADVANCERS + HEXES  # + hex: the batch in which that advance was opened
FORCED_UNITS: Final = OPENED + HEXES  # + hex: the units that may be forced into it

# ── How long the game may go on (§10) ─────────────────────────────────────────────────────────────
FEWEST: Final = FORCED_UNITS + HEXES  # the fewest units on the map and in the reserves of all together, so far
STARTER: Final = FEWEST + 1  # whose turn was the first: rounds begin at this place
ROUND: Final = STARTER + 1  # 1 for the first
LENGTH: Final = ROUND + 1

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


class Position(VectorState):
    def __init__(self, game: Game, board: Board, seats: i64, v: vec[i64]) -> None:
        super().__init__(game, seats, v)
        self.board = board

    # ── What is where ─────────────────────────────────────────────────────────────────────────────

    def occupied(self) -> i64:
        v = self.v
        return v[UNITS] | v[UNITS + 1] | v[UNITS + 2] | v[UNITS + 3] | v[UNITS + 4]

    def owner_at(self, hex: i64) -> i64:
        """Whose unit stands there, or NOBODY."""
        for seat in range(self.seats):
            if self.v[UNITS + seat] & BITS[hex] != 0:
                return seat
        return NOBODY

    def kind_at(self, seat: i64, hex: i64) -> i64:
        """The kind of the seat's unit there."""
        if self.v[MOUNTED_HEX + seat] == BITS[hex]:
            return MOUNTED
        return HERO if self.v[HERO_HEX + seat] == BITS[hex] else REGULAR

    def in_reserve(self, seat: i64) -> i64:
        first = reserve_of(seat)
        return self.v[first + REGULAR] + self.v[first + MOUNTED] + self.v[first + HERO]

    def forces(self, seat: i64) -> i64:
        """Units on the map and in the reserve: what elimination counts (§2.1)."""
        return count(self.v[UNITS + seat]) + self.in_reserve(seat)

    def held(self, captor: i64, owner: i64) -> i64:
        """How many of the owner's units lie in the captor's pile."""
        first = pile_of(captor, owner)
        return self.v[first + REGULAR] + self.v[first + MOUNTED] + self.v[first + HERO]

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
            total += self.v[place]
        return total

    def lives(self, seat: i64) -> bool:
        return self.v[FALLEN + seat] == 0

    def is_awed(self, seat: i64) -> bool:
        """§8.10: does the seat's Mounted unit stand beside the Falcon Hero?"""
        falcon = self.board.seat_of[FALCON]
        if falcon == NOBODY:
            return False
        hero = self.v[HERO_HEX + falcon]
        return hero != 0 and NEAR[lowest(hero)] & self.v[MOUNTED_HEX + seat] != 0

    def left_of(self, seat: i64) -> i64:
        return seat + 1 if seat + 1 < self.seats else 0

    # ── From place to place ───────────────────────────────────────────────────────────────────────

    def put(self, seat: i64, kind: i64, hex: i64) -> None:
        """A unit appears on the map."""
        self.v[UNITS + seat] |= BITS[hex]
        if kind == MOUNTED:
            self.v[MOUNTED_HEX + seat] = BITS[hex]
        elif kind == HERO:
            self.v[HERO_HEX + seat] = BITS[hex]

    def lift(self, seat: i64, hex: i64) -> i64:
        """A unit leaves the map; its kind."""
        kind = self.kind_at(seat, hex)
        self.v[UNITS + seat] &= ~BITS[hex]
        if kind == MOUNTED:
            self.v[MOUNTED_HEX + seat] = 0
        elif kind == HERO:
            self.v[HERO_HEX + seat] = 0
        return kind

    def step(self, seat: i64, source: i64, target: i64) -> None:
        """A unit goes from hex to hex."""
        self.put(seat, self.lift(seat, source), target)

    def is_sound(self) -> bool:
        """Does every unit stand on a hex of its own, and is it somebody's turn?"""
        v = self.v
        seen: i64 = 0
        for seat in range(i64(SEATS)):
            if v[UNITS + seat] & ~ALL != 0 or v[UNITS + seat] & seen != 0:
                return False
            seen |= v[UNITS + seat]
        in_turn = 0 <= v[ACTIVE] < self.seats and 0 <= v[STARTER] < self.seats
        return in_turn and 0 <= v[PHASE] <= CHOOSE_BERSERK


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
                held += int(state.v[pile_of(captor, seat) + kind])
            elsewhere = int(state.v[reserve_of(seat) + kind] + state.v[out_of(seat) + kind])
            if on_map + held + elsewhere != units:
                return False
    return True
