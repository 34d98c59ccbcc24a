# klatsch: compiled
"""What bots look at in Battle of the 4 Armies: places held and in reach, units, and who can capture whom next.

Everything looks one action ahead at most, and roughly: forced advances and batches of captures are the search's work.
The weights are in data/bot.toml.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.evaluator import Evaluator
from klatsch.core.game import Game, State
from klatsch.games.four_armies.board import DWARF, ELF, FALCON, HERO, HUMAN, MOUNTED, NOBODY, Board
from klatsch.games.four_armies.hexes import ALL, EDGE, NEAR, WITHIN_TWO, around, connected, count, lowest
from klatsch.games.four_armies.player_actions import NOT_YET
from klatsch.games.four_armies.position import (
    ACTED,
    ACTIVE,
    ALIVE,
    CHOOSE_CAPTOR,
    CHOOSE_FIRST,
    CHOOSE_RETREAT,
    CLAIMED,
    FLIP,
    FLIPS,
    HERO_HEX,
    MAY_RETREAT,
    MOUNTED_HEX,
    PHASE,
    QUIET,
    ROUND,
    SEATS,
    TAKE_BACK,
    UNITS,
    reserve_of,
)
from klatsch.games.four_armies.rules import NAMED_TO_WIN, FourArmies

FEATURES: Final = (
    "places",
    "open_places",
    "win_now",
    "win_threat",
    "units",
    "on_map",
    "mounted",
    "hero",
    "berserker",
    "prey_now",
    "prey",
    "exposed",
    "linked",
    "pressure",
    "mobility",
    "last_stand",
    "to_move",
    "beaten",
)
PLACES: Final = 0  # named spaces held
OPEN_PLACES: Final = 1  # vacant ones that one action reaches, without being captured there
WIN_NOW: Final = 2  # the next action can complete three places
WIN_THREAT: Final = 3  # so could one at this seat's next turn
FORCES: Final = 4  # on the map and in the reserve; a rally counts by its chance
ON_MAP: Final = 5
HAS_MOUNTED: Final = 6
HAS_HERO: Final = 7
IS_BERSERKER: Final = 8  # that Hero is the Dwarves', who moves in addition (§8.6)
PREY_NOW: Final = 9  # enemies that the next action can capture
PREY: Final = 10  # those that one at this seat's next turn could
EXPOSED: Final = 11  # own units that an enemy could capture with one action
LINKED: Final = 12  # units beside another of their own
PRESSURE: Final = 13  # units beside a named space
MOBILITY: Final = 14  # hexes that one action reaches
LAST_STAND: Final = 15  # the next unit lost is the end
TO_MOVE: Final = 16
BEATEN: Final = 17


@final
class FourArmiesEvaluator(Evaluator):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, FEATURES)
        board = game.board
        assert isinstance(board, Board)
        self.board = board
        self.beside_named: i64 = around(board.named)
        # Of the position looked at, by seat.
        self.units = vec[i64]([0] * SEATS)
        self.once = vec[i64]([0] * SEATS)  # hexes that touch one of its units
        self.twice = vec[i64]([0] * SEATS)  # hexes that touch two: no enemy survives there
        self.placing = vec[i64]([0] * SEATS)  # vacant hexes that its reserve reaches, wherever its units are
        self.reach = vec[i64]([0] * SEATS)  # vacant hexes that one action reaches
        self.nimble = vec[i64]([0] * SEATS)  # units that would retreat rather than be captured
        self.havens = vec[i64]([0] * SEATS)  # where to
        self.prey = vec[i64]([0] * SEATS)  # enemies that one action captures
        self.occupied: i64 = 0

    def fill(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, FourArmies)
        for i in range(self.seats * self.count):
            out[i] = 0.0
        self.survey(state)
        mover = next_to_act(state)
        for seat in range(self.seats):
            if state.lives(seat):
                self.fill_seat(state, seat, seat == mover, out, seat * self.count)
            else:
                out[seat * self.count + BEATEN] = 1.0

    def fill_seat(self, state: FourArmies, seat: i64, moves: bool, out: vec[float], at: i64) -> None:
        v = state.v
        units = self.units[seat]
        forces = count(units) + state.in_reserve(seat)
        out[at + FORCES] = float(forces) + rallying(state, seat)
        out[at + ON_MAP] = float(count(units))
        out[at + HAS_MOUNTED] = float(v[MOUNTED_HEX + seat] & units != 0 or v[reserve_of(seat) + MOUNTED] > 0)
        has_hero = v[HERO_HEX + seat] & units != 0 or v[reserve_of(seat) + HERO] > 0
        out[at + HAS_HERO] = float(has_hero)
        out[at + IS_BERSERKER] = float(has_hero and self.board.army_of[seat] == DWARF)
        out[at + (PREY_NOW if moves else PREY)] = float(count(self.prey[seat]))
        out[at + EXPOSED] = float(count(units & self.hunted_by_others(seat)))
        out[at + LINKED] = float(count(units & self.once[seat]))
        out[at + PRESSURE] = float(count(units & self.beside_named))
        out[at + MOBILITY] = float(count(self.reach[seat]))
        out[at + LAST_STAND] = float(forces <= 2)
        out[at + TO_MOVE] = float(moves)
        self.fill_places(state, seat, moves, out, at)

    def fill_places(self, state: FourArmies, seat: i64, moves: bool, out: vec[float], at: i64) -> None:
        held = count(self.units[seat] & self.board.named)
        if self.falcons_live(state):  # §7.3: places count only where nobody wins (§10.2), the more the nearer that is
            out[at + PLACES] = float(held) * self.share_played(state)
            return
        out[at + PLACES] = float(held)
        out[at + OPEN_PLACES] = float(count(self.safe_reach(seat) & self.board.named))
        if held >= NAMED_TO_WIN - 1 and self.completes(seat):
            out[at + (WIN_NOW if moves else WIN_THREAT)] = 1.0

    def share_played(self, state: FourArmies) -> float:
        """Of the way to an end without a winner, by stalemate (§10.1) or by the last round (§10.3)."""
        v = state.v
        quiet = float(v[QUIET]) / float(self.board.stalemate_rounds * v[ALIVE])
        return max(quiet, float(v[ROUND] - 1) / float(self.board.most_rounds))

    def falcons_live(self, state: FourArmies) -> bool:
        falcon = self.board.seat_of[FALCON]
        return falcon != NOBODY and falcon < self.seats and state.lives(falcon)

    # ── Who reaches and captures what ─────────────────────────────────────────────────────────────

    def survey(self, state: FourArmies) -> None:
        """Take in the map, without the units that are as good as captured."""
        doomed = doomed_units(state)
        self.occupied = state.occupied() & ~doomed
        for seat in range(self.seats):
            self.units[seat] = state.v[UNITS + seat] & ~doomed
            self.touch(seat)
            self.find_reach(state, seat)
        for seat in range(self.seats):
            self.find_nimble(state, seat)
        for seat in range(self.seats):
            self.find_prey(seat)

    def touch(self, seat: i64) -> None:
        once: i64 = 0
        twice: i64 = 0
        units = self.units[seat]
        while units != 0:
            near = NEAR[lowest(units)]
            twice |= once & near
            once |= near
            units &= units - 1
        self.once[seat] = once
        self.twice[seat] = twice

    def find_reach(self, state: FourArmies, seat: i64) -> None:
        """What is reached along chains is what touches a unit, for moves (§4.4) and placements (§4.1) alike."""
        vacant = ALL & ~self.occupied
        army = self.board.army_of[seat]
        places = state.in_reserve(seat) > 0 and state.has_room(seat)
        reach = self.once[seat]
        if army == FALCON:
            self.placing[seat] = vacant if places else 0
            reach |= within_two(self.units[seat])
        else:
            self.placing[seat] = vacant & EDGE if places else 0
        hero = state.v[HERO_HEX + seat]
        if army == HUMAN and hero != 0:
            reach |= WITHIN_TWO[lowest(hero)]
        self.reach[seat] = reach & vacant | self.placing[seat]

    def find_nimble(self, state: FourArmies, seat: i64) -> None:
        """§6.3, §8.3: who may retreat, and where to."""
        v = state.v
        able = 0 if state.is_awed(seat) else v[MOUNTED_HEX + seat]
        hero = v[HERO_HEX + seat]
        if hero != 0 and self.board.army_of[seat] == ELF:
            able |= hero | NEAR[lowest(hero)] & ~v[MOUNTED_HEX + seat]
        self.nimble[seat] = able & self.units[seat]
        if self.nimble[seat] != 0:
            self.havens[seat] = ALL & ~self.occupied & ~self.touched_by_others(seat)

    def find_prey(self, seat: i64) -> None:
        """Enemies that touch one unit, where another can be brought beside them and they can't retreat."""
        prey: i64 = 0
        for owner in range(self.seats):
            if owner != seat:
                candidates = self.units[owner] & self.once[seat]
                while candidates != 0:
                    victim = candidates & -candidates
                    beside = NEAR[lowest(victim)]
                    arrivals = beside & self.second_reach(seat, beside)
                    if victim & self.nimble[owner] != 0:
                        arrivals = cutting_off(arrivals, beside & self.havens[owner])
                    if arrivals != 0:
                        prey |= victim
                    candidates &= candidates - 1
        self.prey[seat] = prey

    def second_reach(self, seat: i64, beside: i64) -> i64:
        """What a unit reaches other than the one that is beside the victim: a lone unit can't be its own partner."""
        units = self.units[seat]
        first = units & beside
        if first & (first - 1) != 0 or NEAR[lowest(first)] & units != 0:
            return self.reach[seat]
        return around(units & ~first) & ~self.occupied | self.placing[seat]

    def touched_by_others(self, seat: i64) -> i64:
        found: i64 = 0
        for other in range(self.seats):
            if other != seat:
                found |= self.once[other]
        return found

    def hunted_by_others(self, seat: i64) -> i64:
        found: i64 = 0
        for other in range(self.seats):
            if other != seat:
                found |= self.prey[other]
        return found

    def deadly_to(self, seat: i64) -> i64:
        """Hexes where the seat's unit would be captured at once."""
        found: i64 = 0
        for other in range(self.seats):
            if other != seat:
                found |= self.twice[other]
        return found

    def safe_reach(self, seat: i64) -> i64:
        return self.reach[seat] & ~self.deadly_to(seat)

    # ── Completing three places (§2.4) ────────────────────────────────────────────────────────────

    def completes(self, seat: i64) -> bool:
        """Can one action add a place to those held, by a unit that holds none?"""
        named = self.board.named
        safe = ALL & ~self.deadly_to(seat)
        if self.placing[seat] & named & safe != 0:
            return True
        wanted = named & safe & (self.reach[seat] | self.prey[seat])
        free = self.units[seat] & ~named
        while wanted != 0:
            chain = connected(NEAR[lowest(wanted)] & self.units[seat], self.units[seat])
            if chain & free != 0:
                return True
            wanted &= wanted - 1
        return False


def next_to_act(state: FourArmies) -> i64:
    """Whose action is next: the active seat's until it has acted; before the first turn nobody's."""
    if state.v[PHASE] == CHOOSE_FIRST:
        return NOBODY
    active = state.v[ACTIVE]
    if state.v[ACTED] == NOT_YET and state.lives(active):
        return active
    return state.next_living(active)


def doomed_units(state: FourArmies) -> i64:
    """Units on the map that the batch being decided will remove."""
    v = state.v
    if v[PHASE] != CHOOSE_RETREAT and v[PHASE] != CHOOSE_CAPTOR:
        return 0
    claimed = v[CLAIMED] | v[CLAIMED + 1] | v[CLAIMED + 2] | v[CLAIMED + 3] | v[CLAIMED + 4]
    return claimed & ~v[MAY_RETREAT]


def rallying(state: FourArmies, seat: i64) -> float:
    """The chance that a rally under way brings the seat a unit (§4.6, §8.8)."""
    v = state.v
    if seat != v[ACTIVE]:
        return 0.0
    if v[PHASE] == FLIP:
        return 0.75 if v[FLIPS] == 2 else 0.5
    return 1.0 if v[PHASE] == TAKE_BACK else 0.0


def cutting_off(arrivals: i64, havens: i64) -> i64:
    """The hexes from which a unit beside the victim leaves it no haven."""
    found: i64 = 0
    while arrivals != 0:
        arrival = arrivals & -arrivals
        if havens & ~arrival & ~NEAR[lowest(arrival)] == 0:
            found |= arrival
        arrivals &= arrivals - 1
    return found


def within_two(units: i64) -> i64:
    found: i64 = 0
    while units != 0:
        found |= WITHIN_TWO[lowest(units)]
        units &= units - 1
    return found
