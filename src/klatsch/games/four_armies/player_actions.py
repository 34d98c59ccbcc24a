# klatsch: compiled
"""The actions of a turn (§4), of every army (§7, §8), under every optional rule (§9): which are legal, what they do.

Captures and advances after them are in captures.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE
from klatsch.games.four_armies.actions import (
    BERSERK,
    LEAVE,
    MOVE,
    OFFER,
    OFFER_ARMY,
    OFFER_GIVEN,
    OFFER_WANTED,
    OFFERS_PER_ARMY,
    PLACE,
    RALLY,
    TAKE,
    TAKE_KIND,
    TAKES_PER_ARMY,
    TO_RESERVE,
    WITHDRAW,
)
from klatsch.games.four_armies.board import (
    DWARF,
    FALCON,
    GOBLIN,
    HERO,
    HUMAN,
    KIND_COUNT,
    MOUNTED,
    REGULAR,
)
from klatsch.games.four_armies.captures import SEAT_BITS, Captures
from klatsch.games.four_armies.hexes import (
    ALL,
    BITS,
    CHIP_BIT,
    COUNT,
    EDGE,
    NEAR,
    WITHIN_TWO,
    around,
    connected,
    count,
    lowest,
)
from klatsch.games.four_armies.position import (
    ACTED,
    ACTIVE,
    ANSWER,
    ASKED,
    BERSERKED,
    CHOOSE_ACTION,
    FLIP,
    FLIPS,
    HERO_HEX,
    HORDE,
    MOUNTED_HEX,
    OFFERED,
    PHASE,
    TAKE_BACK,
    UNITS,
    pile_of,
    reserve_of,
)

MOST_ON_MAP: Final = 5  # §9.3

# What the turn's action was, as far as the Dwarf Hero's additional move depends on it (§8.6).
NOT_YET: Final = 0
HERO_ACTED: Final = 1
UNIT_MOVED: Final = 2
ELSE_DONE: Final = 3


class PlayerActions(Captures):
    def choose_action(self) -> None:
        self.v[PHASE] = CHOOSE_ACTION
        self.actor = self.v[ACTIVE]

    # ── 4.1, 4.2, 7.1, 9.3 – 9.5 Placement ────────────────────────────────────────────────────────

    def fill_places(self, out: vec[i16], length: i64) -> i64:
        seat = self.actor
        if self.in_reserve(seat) == 0 or not self.has_room(seat):
            return length
        hexes = self.places_for(seat)
        for kind in range(i64(KIND_COUNT)):
            if self.may_place(seat, kind):
                targets = hexes
                while targets != 0:
                    out[length] = i16(PLACE + COUNT * kind + lowest(targets))
                    length += 1
                    targets &= targets - 1
        return length

    def places_for(self, seat: i64) -> i64:
        """Vacant hexes on the edge, or beside a chain that reaches it, but Chip; for Falcons all vacant hexes."""
        vacant = ALL & ~self.occupied()
        if self.board.army_of[seat] == FALCON:
            return vacant
        units = self.v[UNITS + seat]
        return (EDGE | around(connected(units & EDGE, units))) & vacant & ~CHIP_BIT

    def has_room(self, seat: i64) -> bool:
        """§9.3, §9.4: may the seat have one unit more on the map?"""
        mine = count(self.v[UNITS + seat])
        if self.board.max_five and mine >= MOST_ON_MAP:
            return False
        return not self.board.arms_race or mine <= self.units_of_rival(seat)

    def units_of_rival(self, seat: i64) -> i64:
        """§9.4: the units on the map of the living rival with most, or with fewest."""
        fewest: i64 = COUNT
        most: i64 = 0
        for other in range(self.seats):
            if other != seat and self.lives(other):
                units = count(self.v[UNITS + other])
                fewest = min(fewest, units)
                most = max(most, units)
        return most if self.board.largest_rival else fewest

    def may_place(self, seat: i64, kind: i64) -> bool:
        v = self.v
        if v[reserve_of(seat) + kind] == 0:
            return False
        if not self.board.hero_or_mounted:
            return True
        if kind == HERO:  # §9.5
            return v[MOUNTED_HEX + seat] == 0
        return kind != MOUNTED or v[HERO_HEX + seat] == 0

    def place(self, kind: i64, hex: i64) -> None:
        """The turn's placement, or a rallied Goblin's beside its Hero (§8.9)."""
        seat = self.actor
        if self.v[ACTED] == NOT_YET:
            self.v[ACTED] = HERO_ACTED if kind == HERO else ELSE_DONE
        self.v[reserve_of(seat) + kind] -= 1
        self.put(seat, kind, hex)
        self.check()

    # ── 4.3, 4.4, 7.2, 8.2 Movement ───────────────────────────────────────────────────────────────

    def fill_moves(self, out: vec[i16], length: i64) -> i64:
        movers = self.v[UNITS + self.actor]
        if self.v[BERSERKED] == 1:  # §8.6: the Hero has moved; another unit must
            movers &= ~self.v[HERO_HEX + self.actor]
        while movers != 0:
            source = lowest(movers)
            length = fill_moves_of(out, length, MOVE, source, self.destinations(self.actor, source))
            movers &= movers - 1
        return length

    def destinations(self, seat: i64, source: i64) -> i64:
        """Where the seat's unit on `source` may move."""
        occupied = self.occupied()
        army = self.board.army_of[seat]
        if army == FALCON:
            return WITHIN_TWO[source] & ~occupied
        units = self.v[UNITS + seat]
        reached = around(connected(BITS[source], units))
        if army == HUMAN and self.v[HERO_HEX + seat] == BITS[source]:
            reached |= around(NEAR[source] & ~(occupied & ~units))
        return reached & ~occupied

    def move(self, source: i64, target: i64) -> None:
        seat = self.actor
        self.v[ACTED] = HERO_ACTED if self.kind_at(seat, source) == HERO else UNIT_MOVED
        self.step(seat, source, target)
        self.check()

    # ── 8.6, 8.7 Berserk ──────────────────────────────────────────────────────────────────────────

    def may_berserk(self) -> bool:
        v = self.v
        active = v[ACTIVE]
        if self.board.army_of[active] != DWARF or v[HERO_HEX + active] == 0 or v[BERSERKED] == 1:
            return False
        acted = v[ACTED]
        if acted == HERO_ACTED or (acted == ELSE_DONE and self.board.berserk_with_move):
            return False
        return self.destinations(active, lowest(v[HERO_HEX + active])) != 0

    def fill_berserk(self, out: vec[i16], length: i64) -> i64:
        hero = lowest(self.v[HERO_HEX + self.actor])
        return fill_moves_of(out, length, BERSERK, hero, self.destinations(self.actor, hero))

    def berserk(self, source: i64, target: i64) -> None:
        self.v[BERSERKED] = 1
        self.step(self.actor, source, target)
        self.check()

    # ── 4.5 – 4.8 Rally and Withdraw; 9.1 Exchange ────────────────────────────────────────────────

    def fill_prisoners(self, out: vec[i16], length: i64) -> i64:
        """The actions that no unit makes on the map."""
        if self.may_rally():
            out[length] = RALLY
            length += 1
        if self.may_withdraw():
            out[length] = WITHDRAW
            length += 1
        if self.board.prisoner_exchange and self.lost(self.actor) >= 2:
            length = self.fill_offers(out, length)
        return length

    def may_rally(self) -> bool:
        return self.in_pile(self.actor) >= 1 and self.lost(self.actor) >= 2

    def rally(self) -> None:
        v = self.v
        v[ACTED] = ELSE_DONE
        v[FLIPS] = 2 if self.leads_horde() else 1
        v[PHASE] = FLIP
        self.actor = CHANCE

    def leads_horde(self) -> bool:
        """§8.8: is it the Goblins' turn, and is their Hero on the map?"""
        active = self.v[ACTIVE]
        return self.board.army_of[active] == GOBLIN and self.v[HERO_HEX + active] != 0

    def flip(self, success: bool) -> None:
        v = self.v
        v[FLIPS] -= 1
        if success:
            v[FLIPS] = 0
            v[PHASE] = TAKE_BACK
            self.actor = v[ACTIVE]
        elif v[FLIPS] == 0:
            self.settled()

    def fill_takes(self, out: vec[i16]) -> i64:
        length: i64 = 0
        for captor in range(self.seats):
            first = TAKES_PER_ARMY * self.board.army_of[captor]
            for take in range(first, first + TAKES_PER_ARMY):
                if self.v[pile_of(captor, self.actor) + TAKE_KIND[take]] > 0:
                    out[length] = i16(TAKE + take)
                    length += 1
        out[length] = LEAVE
        return length + 1

    def take(self, army: i64, kind: i64) -> None:
        self.free(self.board.seat_of[army], self.actor, kind)
        if self.leads_horde() and self.has_room(self.actor) and self.horde_hexes() != 0:
            self.v[PHASE] = HORDE
        else:
            self.settled()

    def free(self, captor: i64, owner: i64, kind: i64) -> None:
        """A captured unit goes back to its owner's reserve."""
        self.v[pile_of(captor, owner) + kind] -= 1
        self.v[reserve_of(owner) + kind] += 1

    def horde_hexes(self) -> i64:
        hero = lowest(self.v[HERO_HEX + self.v[ACTIVE]])
        return NEAR[hero] & ~self.occupied() & ~CHIP_BIT

    def fill_horde(self, out: vec[i16]) -> i64:
        """§8.9: the rallied unit is a Regular, since the Hero stands on the map."""
        targets = self.horde_hexes()
        length: i64 = 0
        while targets != 0:
            out[length] = i16(PLACE + COUNT * REGULAR + lowest(targets))
            length += 1
            targets &= targets - 1
        out[length] = TO_RESERVE
        return length + 1

    def may_withdraw(self) -> bool:
        return self.v[MOUNTED_HEX + self.actor] != 0 and not self.is_awed(self.actor)

    def withdraw(self) -> None:
        seat = self.actor
        self.v[ACTED] = ELSE_DONE
        self.lift(seat, lowest(self.v[MOUNTED_HEX + seat]))
        self.v[reserve_of(seat) + MOUNTED] += 1
        self.settled()

    def fill_offers(self, out: vec[i16], length: i64) -> i64:
        v = self.v
        mine = self.actor
        for partner in range(self.seats):
            army = self.board.army_of[partner]
            if v[ASKED] & SEAT_BITS[army] == 0:
                first = OFFERS_PER_ARMY * army
                for offer in range(first, first + OFFERS_PER_ARMY):
                    given = v[pile_of(mine, partner) + OFFER_GIVEN[offer]]
                    wanted = v[pile_of(partner, mine) + OFFER_WANTED[offer]]
                    if given > 0 and wanted > 0:
                        out[length] = i16(OFFER + offer)
                        length += 1
        return length

    def offer(self, action: i64) -> None:
        v = self.v
        v[OFFERED] = action
        v[PHASE] = ANSWER
        self.actor = self.board.seat_of[OFFER_ARMY[action - OFFER]]

    def answer(self, accepted: bool) -> None:
        v = self.v
        offer = v[OFFERED] - OFFER
        v[OFFERED] = 0
        if accepted:
            v[ACTED] = ELSE_DONE
            self.free(v[ACTIVE], self.actor, OFFER_GIVEN[offer])
            self.free(self.actor, v[ACTIVE], OFFER_WANTED[offer])
            self.settled()
        else:
            v[ASKED] |= SEAT_BITS[OFFER_ARMY[offer]]
            self.choose_action()


def fill_moves_of(out: vec[i16], length: i64, first: i64, source: i64, targets: i64) -> i64:
    """Moves from a hex to each target, near or far."""
    while targets != 0:
        out[length] = i16(first + COUNT * source + lowest(targets))
        length += 1
        targets &= targets - 1
    return length
