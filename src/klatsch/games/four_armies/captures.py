# klatsch: compiled
"""Capture and advance (§5, §6, §8.3, §8.4): one procedure, from the check to the settled map.

    check ─ nobody is captured ─────────────────────────────► open forces and advances, else settled
      │
    find_batch        who captures whom, on a snapshot; captures with a Mounted unit come first (§6.1)
    ask_retreats      each owner in turn: step aside, or stay (§6.3)
    ask_captors       where claims are equal, the owner of the unit chooses (§5.3)
    remove_captured   all at once (§5.2), then eliminations (§2.1)
    ask_force         the Elf player: an enemy into the hex left by a retreat (§8.4) ──► check
    ask_advance       the active player: a captor into the hex of its victim (§5.4) ──► check
      │
    check again       the map has changed, and captures without a Mounted unit have waited (§6.1)

Where somebody must choose, the phase and the actor say so, and the choice goes on with the procedure.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.four_armies.actions import ADVANCE, FORCE, GIVE, HALT, RETREAT, SPARE, STAY, STEP_NUMBER
from klatsch.games.four_armies.board import ELF, KIND_COUNT, NOBODY, REGULAR
from klatsch.games.four_armies.hexes import ALL, BITS, COUNT, NEAR, around, count, lowest, touched_twice
from klatsch.games.four_armies.position import (
    ACTIVE,
    ADVANCERS,
    ALIVE,
    BATCH,
    CHOOSE_ADVANCE,
    CHOOSE_CAPTOR,
    CHOOSE_FORCE,
    CHOOSE_RETREAT,
    CLAIMED,
    DISPUTED,
    FALLEN,
    FEWEST,
    FORCED,
    FORCED_UNITS,
    HERO_HEX,
    LOSS,
    MAY_RETREAT,
    MOUNTED_HEX,
    OPEN_ADVANCES,
    OPEN_FORCES,
    OPENED,
    PHASE,
    SEATS,
    SNAPSHOT,
    UNITS,
    WINNERS,
    Position,
    out_of,
    pile_of,
    reserve_of,
)

MOST_FORCED: Final = 20  # a turn (§8.5)
SEAT_BITS: Final = vec[i64]([1, 2, 4, 8, 16])


class Captures(Position):
    def settled(self) -> None:
        """Goes on with the turn when nothing is left to capture or to advance. Written by the rules."""
        raise NotImplementedError

    def check(self) -> None:
        """§5.1: after every placing, move and advance."""
        if self.find_batch():
            self.ask_retreats(self.left_of(self.v[ACTIVE]))
        elif not self.ask_force() and not self.ask_advance():
            self.clear_batch()
            self.settled()

    # ── Who captures whom (§5.1, §5.2, §6.1) ──────────────────────────────────────────────────────

    def find_batch(self) -> bool:
        """Find the captures that are resolved now; is there one?"""
        v = self.v
        occupied = self.occupied()
        claimed: i64 = 0
        for seat in range(self.seats):
            units = v[UNITS + seat]
            v[CLAIMED + seat] = touched_twice(units) & occupied & ~units
            claimed |= v[CLAIMED + seat]
        if claimed == 0:
            return False
        self.keep_first_strikes()
        self.take_snapshot()
        return True

    def first_strikes(self, seat: i64) -> i64:
        """§6.1: what the seat captures with the help of its Mounted unit."""
        mounted = self.v[MOUNTED_HEX + seat]
        if mounted == 0 or self.is_awed(seat):
            return 0
        return self.v[CLAIMED + seat] & NEAR[lowest(mounted)]

    def keep_first_strikes(self) -> None:
        """§6.1, §6.2: if anybody strikes first, nothing else happens in this batch."""
        strikes: i64 = 0
        for seat in range(self.seats):
            strikes |= self.first_strikes(seat)
        if strikes == 0:
            return
        for seat in range(self.seats):
            self.v[CLAIMED + seat] = self.first_strikes(seat)

    def take_snapshot(self) -> None:
        """§5.2: the whole batch is judged on the map as it stands now."""
        v = self.v
        v[BATCH] += 1
        claimed: i64 = 0
        for seat in range(self.seats):
            v[SNAPSHOT + seat] = v[UNITS + seat]
            claimed |= v[CLAIMED + seat]
        v[MAY_RETREAT] = claimed & self.retreaters()

    # ── Retreats (§6.3 – §6.5, §8.3) ──────────────────────────────────────────────────────────────

    def retreaters(self) -> i64:
        """Units that have the right to retreat: Mounted units without awe, and the Elf Hero's band."""
        v = self.v
        able: i64 = 0
        for seat in range(self.seats):
            if seat != v[ACTIVE] and v[MOUNTED_HEX + seat] != 0 and not self.is_awed(seat):
                able |= v[MOUNTED_HEX + seat]
        elf = self.board.seat_of[ELF]
        if elf != NOBODY and elf != v[ACTIVE] and v[HERO_HEX + elf] != 0:
            regulars = v[UNITS + elf] & ~v[MOUNTED_HEX + elf]
            able |= v[HERO_HEX + elf] | NEAR[lowest(v[HERO_HEX + elf])] & regulars
        return able

    def havens(self, seat: i64) -> i64:
        """§6.3: vacant hexes that touch no enemy of the seat."""
        occupied = self.occupied()
        return ALL & ~occupied & ~around(occupied & ~self.v[UNITS + seat])

    def ask_retreats(self, seat: i64) -> None:
        """§6.4: from the active player's left on, each owner of a unit that can retreat."""
        v = self.v
        while v[MAY_RETREAT] != 0 and seat != v[ACTIVE]:
            mine = v[MAY_RETREAT] & v[UNITS + seat]
            if mine != 0 and around(mine) & self.havens(seat) != 0:
                v[PHASE] = CHOOSE_RETREAT
                self.actor = seat
                return
            seat = self.left_of(seat)
        v[MAY_RETREAT] = 0
        self.ask_captors()

    def fill_retreats(self, out: vec[i16]) -> i64:
        mine = self.v[MAY_RETREAT] & self.v[UNITS + self.actor]
        havens = self.havens(self.actor)
        length: i64 = 0
        while mine != 0:
            source = lowest(mine)
            length = fill_steps(out, length, RETREAT, source, NEAR[source] & havens)
            mine &= mine - 1
        out[length] = STAY
        return length + 1

    def retreat(self, source: i64, target: i64) -> None:
        v = self.v
        if self.retreat_forces(source):
            v[OPEN_FORCES] |= BITS[source]
            v[FORCED_UNITS + source] = self.causes(source)
        v[MAY_RETREAT] &= ~BITS[source]
        for seat in range(self.seats):
            v[CLAIMED + seat] &= ~BITS[source]
        self.go(self.actor, source, target)
        self.ask_retreats(self.actor)

    def stay(self) -> None:
        self.v[MAY_RETREAT] &= ~self.v[UNITS + self.actor]
        self.ask_retreats(self.left_of(self.actor))

    def retreat_forces(self, hex: i64) -> bool:
        """§8.4: does a retreat from here let the Elf player force an enemy to advance?"""
        elf = self.board.seat_of[ELF]
        if elf != self.actor:
            return False
        if self.v[HERO_HEX + elf] == BITS[hex]:
            return True
        return self.board.regulars_force and self.kind_at(elf, hex) == REGULAR

    def causes(self, hex: i64) -> i64:
        """The units that would capture the one on this hex in this batch."""
        found: i64 = 0
        for seat in range(self.seats):
            if self.v[CLAIMED + seat] & BITS[hex] != 0:
                found |= self.v[SNAPSHOT + seat] & self.v[UNITS + seat] & NEAR[hex]
        return found

    # ── Equal claims (§5.3) ───────────────────────────────────────────────────────────────────────

    def claimed_twice(self) -> i64:
        once: i64 = 0
        twice: i64 = 0
        for seat in range(self.seats):
            twice |= once & self.v[CLAIMED + seat]
            once |= self.v[CLAIMED + seat]
        return twice

    def ask_captors(self) -> None:
        """From the active player's left on, each owner of a unit with several captors."""
        twice = self.claimed_twice()
        if twice != 0 and self.board.most_units_claim:
            self.drop_smaller_claims(twice)
            twice = self.claimed_twice()
        if twice == 0:
            self.v[DISPUTED] = 0
            self.remove_captured()
            return
        seat = self.left_of(self.v[ACTIVE])
        while self.v[SNAPSHOT + seat] & twice == 0:
            seat = self.left_of(seat)
        mine = self.v[SNAPSHOT + seat] & twice
        self.v[DISPUTED] = mine & -mine
        self.v[PHASE] = CHOOSE_CAPTOR
        self.actor = seat

    def drop_smaller_claims(self, disputed: i64) -> None:
        """§5.3, `most_units`: who has more units beside the captured one has the better claim."""
        v = self.v
        while disputed != 0:
            hex = lowest(disputed)
            disputed &= disputed - 1
            most: i64 = 0
            for seat in range(self.seats):
                if v[CLAIMED + seat] & BITS[hex] != 0:
                    most = max(most, count(v[SNAPSHOT + seat] & NEAR[hex]))
            for seat in range(self.seats):
                if count(v[SNAPSHOT + seat] & NEAR[hex]) < most:
                    v[CLAIMED + seat] &= ~BITS[hex]

    def fill_captors(self, out: vec[i16]) -> i64:
        length: i64 = 0
        for seat in range(self.seats):
            if self.v[CLAIMED + seat] & self.v[DISPUTED] != 0:
                out[length] = i16(GIVE + self.board.army_of[seat])
                length += 1
        return length

    def give(self, captor: i64) -> None:
        for seat in range(self.seats):
            if seat != captor:
                self.v[CLAIMED + seat] &= ~self.v[DISPUTED]
        self.ask_captors()

    # ── Removal and elimination (§5.2, §2.1) ──────────────────────────────────────────────────────

    def remove_captured(self) -> None:
        v = self.v
        taken: i64 = 0
        for captor in range(self.seats):
            victims = v[CLAIMED + captor]
            taken |= victims
            while victims != 0:
                self.capture(captor, lowest(victims))
                victims &= victims - 1
        if taken != 0:
            self.forget(taken)
            self.open_advances()
            self.eliminate()
            self.note_loss()
        if v[ALIVE] <= 1 or not self.lives(v[ACTIVE]):  # §2.3
            self.close_all()
            self.clear_batch()
            self.settled()
        elif not self.ask_force() and not self.ask_advance():
            self.check()

    def capture(self, captor: i64, hex: i64) -> None:
        owner = self.owner_at(hex)
        kind = self.lift(owner, hex)
        self.v[pile_of(captor, owner) + kind] += 1

    def open_advances(self) -> None:
        """§5.4: into each hex that the active player emptied, by a unit that did it and is still there."""
        v = self.v
        active = v[ACTIVE]
        victims = v[CLAIMED + active]
        while victims != 0:
            hex = lowest(victims)
            victims &= victims - 1
            captors = v[SNAPSHOT + active] & NEAR[hex] & v[UNITS + active]
            if captors != 0:
                v[OPEN_ADVANCES] |= BITS[hex]
                v[ADVANCERS + hex] = captors
                v[OPENED + hex] = v[BATCH]

    def eliminate(self) -> None:
        """§2.1: everybody with one unit or none, together."""
        order = self.seats - self.v[ALIVE] + 1  # higher, the later (§10.4)
        fallen: i64 = 0
        for seat in range(self.seats):
            if self.lives(seat) and self.forces(seat) <= 1:
                fallen |= SEAT_BITS[seat]
        for seat in range(self.seats):
            if fallen & SEAT_BITS[seat] != 0:
                self.v[FALLEN + seat] = order
                self.v[ALIVE] -= 1
                self.v[LOSS] = 1
                self.remove_army(seat)
        if self.v[ALIVE] == 0:  # §2.5: nobody is left, so those who fell last share the win
            self.v[WINNERS] = fallen

    def note_loss(self) -> None:
        """§10.1: fewer units than ever before are a lasting loss; what was rallied and is captured again is none."""
        v = self.v
        left: i64 = 0
        for seat in range(self.seats):
            left += self.forces(seat)
        if left < v[FEWEST]:
            v[FEWEST] = left
            v[LOSS] = 1

    def remove_army(self, seat: i64) -> None:
        """§2.2: its units and its prisoners leave the game."""
        v = self.v
        self.forget(v[UNITS + seat])
        while v[UNITS + seat] != 0:
            v[out_of(seat) + self.lift(seat, lowest(v[UNITS + seat]))] += 1
        for kind in range(i64(KIND_COUNT)):
            v[out_of(seat) + kind] += v[reserve_of(seat) + kind]
            v[reserve_of(seat) + kind] = 0
            for owner in range(i64(SEATS)):
                v[out_of(owner) + kind] += v[pile_of(seat, owner) + kind]
                v[pile_of(seat, owner) + kind] = 0

    # ── Forced advances (§8.4, §8.5) ──────────────────────────────────────────────────────────────

    def ask_force(self) -> bool:
        """Ask the Elf player, if there is something to ask."""
        v = self.v
        if v[OPEN_FORCES] == 0:
            return False
        elf = self.board.seat_of[ELF]
        if v[FORCED] >= MOST_FORCED or not self.lives(elf):
            self.close_forces()
            return False
        v[PHASE] = CHOOSE_FORCE
        self.actor = elf
        return True

    def fill_forces(self, out: vec[i16]) -> i64:
        length = self.fill_openings(out, FORCE, self.v[OPEN_FORCES], FORCED_UNITS)
        out[length] = SPARE
        return length + 1

    def force(self, source: i64, target: i64) -> None:
        self.v[FORCED] += 1
        self.go(self.owner_at(source), source, target)
        self.check()

    def spare(self) -> None:
        self.close_forces()
        if not self.ask_advance():
            self.check()

    # ── Advances (§5.4, §5.5) ─────────────────────────────────────────────────────────────────────

    def ask_advance(self) -> bool:
        """Ask the active player, if there is something to ask."""
        if self.v[OPEN_ADVANCES] == 0:
            return False
        self.v[PHASE] = CHOOSE_ADVANCE
        self.actor = self.v[ACTIVE]
        return True

    def fill_advances(self, out: vec[i16]) -> i64:
        length = self.fill_openings(out, ADVANCE, self.v[OPEN_ADVANCES], ADVANCERS)
        out[length] = HALT
        return length + 1

    def advance(self, source: i64, target: i64) -> None:
        if self.board.one_advance:
            self.close_advances_of(self.v[OPENED + target])
        self.go(self.v[ACTIVE], source, target)
        self.check()

    def halt(self) -> None:
        self.close_all()
        self.check()

    def close_advances_of(self, batch: i64) -> None:
        """§5.5, `one`: the other advances of the same check are closed."""
        for hex in range(i64(COUNT)):
            if self.v[OPEN_ADVANCES] & BITS[hex] != 0 and self.v[OPENED + hex] == batch:
                self.close(hex)

    # ── What is open ──────────────────────────────────────────────────────────────────────────────

    def fill_openings(self, out: vec[i16], first: i64, targets: i64, units: i64) -> i64:
        """Steps into each target by the units listed for it, from `units` on in the numbers."""
        length: i64 = 0
        while targets != 0:
            target = lowest(targets)
            targets &= targets - 1
            movers = self.v[units + target]
            while movers != 0:
                out[length] = i16(first + STEP_NUMBER[COUNT * lowest(movers) + target])
                length += 1
                movers &= movers - 1
        return length

    def go(self, seat: i64, source: i64, target: i64) -> None:
        """A retreat or an advance: who has moved can't advance any more, and the hex entered is taken."""
        self.forget(BITS[source])
        self.close(target)
        self.step(seat, source, target)

    def forget(self, units: i64) -> None:
        """Units that moved or are gone advance no more."""
        v = self.v
        hexes = v[OPEN_ADVANCES] | v[OPEN_FORCES]
        while hexes != 0:
            hex = lowest(hexes)
            hexes &= hexes - 1
            v[ADVANCERS + hex] &= ~units
            v[FORCED_UNITS + hex] &= ~units
            if v[ADVANCERS + hex] == 0:
                v[OPEN_ADVANCES] &= ~BITS[hex]
                v[OPENED + hex] = 0
            if v[FORCED_UNITS + hex] == 0:
                v[OPEN_FORCES] &= ~BITS[hex]

    def close(self, hex: i64) -> None:
        v = self.v
        v[OPEN_ADVANCES] &= ~BITS[hex]
        v[OPEN_FORCES] &= ~BITS[hex]
        v[ADVANCERS + hex] = 0
        v[OPENED + hex] = 0
        v[FORCED_UNITS + hex] = 0

    def close_forces(self) -> None:
        v = self.v
        while v[OPEN_FORCES] != 0:
            v[FORCED_UNITS + lowest(v[OPEN_FORCES])] = 0
            v[OPEN_FORCES] &= v[OPEN_FORCES] - 1

    def close_all(self) -> None:
        v = self.v
        while v[OPEN_ADVANCES] | v[OPEN_FORCES] != 0:
            self.close(lowest(v[OPEN_ADVANCES] | v[OPEN_FORCES]))

    def clear_batch(self) -> None:
        """Nothing of a settled batch stays in the numbers, so that equal positions are equal states."""
        v = self.v
        if v[BATCH] == 0:
            return
        v[BATCH] = 0
        v[MAY_RETREAT] = 0
        v[DISPUTED] = 0
        for seat in range(i64(SEATS)):
            v[SNAPSHOT + seat] = 0
            v[CLAIMED + seat] = 0


def fill_steps(out: vec[i16], length: i64, first: i64, source: i64, targets: i64) -> i64:
    """Steps from a hex to neighbouring ones."""
    while targets != 0:
        out[length] = i16(first + STEP_NUMBER[COUNT * source + lowest(targets)])
        length += 1
        targets &= targets - 1
    return length
