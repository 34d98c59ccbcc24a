# klatsch: compiled
"""What bots see in a position: how far each faction is on its own way to its goal.

Four unlike factions have four sets of features; those of a faction are 0 for whoever doesn't play it. Everything is
open, so everything on the table may be used.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.evaluator import Evaluator
from klatsch.core.game import Game, State
from klatsch.games.chocolate_coin.rules.board import WHOLE_RATIO, Board
from klatsch.games.chocolate_coin.rules.kinds import MOVE_AMOUNT, MOVE_GIFT, SHIP_REGION, SWEEP_REGION
from klatsch.games.chocolate_coin.rules.layout import (
    ACE,
    ACTING,
    ATTACK,
    BP,
    CHOSEN,
    DECK,
    DICE,
    DICE_END,
    DIE_BASE,
    DIE_FACES,
    DIE_REGION_SHIFT,
    DIE_STEALTH,
    DRAWN,
    EFFECT,
    EFFECT_END,
    ELF,
    ELF_BASES,
    ELF_UNITS,
    FACTION_COUNT,
    FOCUS,
    FULL,
    FULL_STEALTH,
    GIFT_VALUES,
    GIFTS,
    IE,
    IE_UNITS,
    KIND,
    LIMITED,
    MOVE,
    MOVED_SANTA,
    NO_CARD,
    NO_OPERATION,
    NOBODY,
    ONLY,
    OPERATION_LEFT,
    PRIMARY_BY,
    PRO_SANTA,
    RECRUIT,
    REGION_COUNT,
    REGIONS_LEFT,
    SANTA,
    SANTA_BASES,
    SANTA_UNITS,
    SECONDARY_BY,
    SPECIAL_LEFT,
    STEAL,
    SUPPORT,
    TARGET,
    TRACK,
    UPCOMING,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.scoring import has_won, lower_ratio, standing, support_lead
from klatsch.games.chocolate_coin.rules.turn import value_of_gift

NAMES: Final = (
    # whose seat it is
    "is_santa",
    "is_ie",
    "is_elf",
    "is_bp",
    # everybody
    "ratio",  # score by goal (the lower one of two factions), in tenths
    "late_ratio",  # the same, counted for more as the deck runs out
    "goal",  # has reached its goal, with the best ratio of all
    "last_word",  # and the game ends with the next card
    "initiative",  # places above the bottom of the action track, after this turn
    "pending",  # Regions, effects and the special that are left of the action being played
    # Santa
    "gifts_leaving",  # value of the best gift that could still be shipped in the action being played
    "gifts_coming",  # or, where nothing can be shipped any more, be brought to a dock
    "gifts_docked",  # value of the gifts at the docks
    "gifts_near",  # of those next to a dock, with a Santa unit that could carry them
    "gifts_far",  # of those further away, likewise
    "gifts_left",  # of those without a Santa unit
    "next_gift",  # value of the best gift that could be built now
    "santa_units",
    "santa_bases",
    "santa_support",  # Areas for Santa less Areas for the E.L.F.
    # Internal Elfairs
    "ie_units",
    "prey",  # Big Plastic tokens that they could take off
    "watched",  # other Big Plastic tokens with Internal Elfairs around
    "pressure",  # of all Big Plastic tokens: which part of their stealth is matched by Internal Elfairs around
    "patrol",  # Internal Elfairs units around the workshops, up to a die's stealth at each
    "catch",  # Big Plastic tokens that the action being played could still take off, on average
    # E.L.F.
    "elf_units",
    "elf_bases",
    "sites",  # points for bases that could be built at once
    "elf_room",  # points for all vacant spaces in cane Regions
    "elf_support",
    "raided",  # points of bases that an enemy's attack in each Region would cost, on average
    "besieged",  # points of bases that another's action being played could still take, on average
    "founding",  # points for bases that the action being played could still build
    # Big Plastic
    "bp_units",
    "bp_bases",
    "stealth",  # of all its tokens
    "hunted",  # its tokens that Internal Elfairs could take off
    "loot",  # gifts that it could steal at once
    "loot_near",  # other gifts on the board
    "haul",  # gifts that the action being played could still steal
)
IS_FACTION: Final = 0
RATIO: Final = 4
LATE_RATIO: Final = 5
GOAL: Final = 6
LAST_WORD: Final = 7
INITIATIVE: Final = 8
PENDING: Final = 9
GIFTS_LEAVING: Final = 10
GIFTS_COMING: Final = 11
GIFTS_DOCKED: Final = 12
NEXT_GIFT: Final = 16
SANTA_UNITS_: Final = 17
SANTA_BASES_: Final = 18
SANTA_SUPPORT: Final = 19
IE_UNITS_: Final = 20
PREY: Final = 21
WATCHED: Final = 22
PRESSURE: Final = 23
PATROL: Final = 24
CATCH: Final = 25
ELF_UNITS_: Final = 26
ELF_BASES_: Final = 27
SITES: Final = 28
ELF_ROOM: Final = 29
ELF_SUPPORT: Final = 30
RAIDED: Final = 31
BESIEGED: Final = 32
FOUNDING: Final = 33
BP_UNITS: Final = 34
BP_BASES: Final = 35
STEALTH: Final = 36
HUNTED: Final = 37
LOOT: Final = 38
LOOT_NEAR: Final = 39
HAUL: Final = 40

NOBODY_TO_CARRY: Final = 3
RATIO_IN_TENTHS: Final = 10 / WHOLE_RATIO


class ChocolateCoinEvaluator(Evaluator):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, NAMES)
        board = game.board
        assert isinstance(board, Board)
        self.board = board
        self.dock_distance = vec[i64](distances_to_docks(board))  # 0, 1, or 2 for all further Regions
        # Workspace, by Region.
        self.ie_there = vec[i64]([0] * REGION_COUNT)
        self.prey_there = vec[i64]([0] * REGION_COUNT)  # Big Plastic tokens that Internal Elfairs could attack
        self.gains = vec[float]([0.0] * REGION_COUNT)  # of an operation in each Region
        self.bp_there = vec[i64]([0] * REGION_COUNT)
        self.bp_bases_there = vec[i64]([0] * REGION_COUNT)
        self.stealth_there = vec[i64]([0] * REGION_COUNT)  # that could be spent

    def fill(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, Position)
        for i in range(self.seats * self.count):
            out[i] = 0.0
        self.find_ie(state)
        self.fill_bp_and_hunters(state, out)
        self.fill_santa(state, out)
        self.fill_elf(state, out)
        self.fill_gifts(state, out)
        self.fill_support(state, out)
        self.fill_track(state, out)
        self.fill_pending(state, out)
        self.fill_coming(state, out)
        self.fill_ratios(state, out)
        self.count_for_the_time_left(state, out)

    def count_for_the_time_left(self, p: Position, out: vec[float]) -> None:
        """Units and bases are worth what they can still do."""
        left = 1.0 - float(p.v[DRAWN]) / float(DECK)
        out[self.column(p, SANTA) + SANTA_UNITS_] *= left
        out[self.column(p, SANTA) + SANTA_BASES_] *= left
        out[self.column(p, IE) + IE_UNITS_] *= left
        out[self.column(p, ELF) + ELF_UNITS_] *= left
        out[self.column(p, ELF) + ELF_BASES_] *= left
        out[self.column(p, ELF) + ELF_ROOM] *= left
        out[self.column(p, BP) + BP_UNITS] *= left
        out[self.column(p, BP) + BP_BASES] *= left

    def column(self, p: Position, faction: i64) -> i64:
        """Where the features of the seat that plays a faction begin."""
        return p.seat_of[faction] * self.count

    # ── Everybody ─────────────────────────────────────────────────────────────────────────────────

    def fill_ratios(self, p: Position, out: vec[float]) -> None:
        v = p.v
        passed = float(v[DRAWN]) / float(DECK)
        best: i64 = 0
        for seat in range(p.seats):
            best = max(best, standing(p, seat))
        last = v[DRAWN] == DECK and v[UPCOMING] == NO_CARD
        for seat in range(p.seats):
            at = seat * self.count
            ratio = float(lower_ratio(p, seat)) * RATIO_IN_TENTHS
            out[at + RATIO] = ratio
            out[at + LATE_RATIO] = ratio * passed
            if best > 0 and standing(p, seat) == best:
                won = has_won(p, seat)
                if won:
                    out[at + GOAL] = 1.0
                if last or (won and v[UPCOMING] >= ACE):
                    out[at + LAST_WORD] = 1.0

    def fill_track(self, p: Position, out: vec[float]) -> None:
        """Places as they will be when the turn ends as it stands (§13.1, §13.2)."""
        v = p.v
        primary = v[PRIMARY_BY]
        secondary = v[SECONDARY_BY]
        above: i64 = 3
        for place in range(i64(FACTION_COUNT)):
            faction = v[TRACK + place]
            if faction != NOBODY and faction != primary and faction != secondary:
                out[self.column(p, faction) + INITIATIVE] += float(above)
                above -= 1
        if secondary != NOBODY:
            out[self.column(p, secondary) + INITIATIVE] += 1.0
        for faction in range(i64(FACTION_COUNT)):
            out[self.column(p, faction) + IS_FACTION + faction] = 1.0

    def fill_pending(self, p: Position, out: vec[float]) -> None:
        v = p.v
        if v[PRIMARY_BY] == NOBODY:
            return
        pending = v[REGIONS_LEFT] + v[SPECIAL_LEFT] + v[EFFECT_END] - v[EFFECT]
        if v[OPERATION_LEFT] == FULL:
            pending += p.regions_of_operation(v[ACTING])
        elif v[OPERATION_LEFT] == LIMITED:
            pending += 1
        out[self.column(p, v[ACTING]) + PENDING] = float(pending)

    # ── The action being played ───────────────────────────────────────────────────────────────────
    # What it could still bring is counted long before it is done: an action is a dozen small decisions, and a search of
    # a few simulations doesn't see to its end.

    def fill_coming(self, p: Position, out: vec[float]) -> None:
        v = p.v
        if v[PRIMARY_BY] == NOBODY:
            return
        faction = v[ACTING]
        at = self.column(p, faction)
        if faction != ELF:
            for region in range(i64(REGION_COUNT)):
                self.gains[region] = self.bases_lost(p, region, self.units_there(p, faction, region))
            out[self.column(p, ELF) + BESIEGED] = self.best_gains(self.regions_to_come(p, ATTACK))
        if faction == SANTA:
            best = float(self.best_gift_to_come(p))
            if v[SPECIAL_LEFT] == 1 or v[KIND] == SHIP_REGION:
                out[at + GIFTS_LEAVING] = best
            else:
                out[at + GIFTS_COMING] = best
        elif faction == IE:
            for region in range(i64(REGION_COUNT)):
                self.gains[region] = min(float(self.prey_there[region]), mean_hits(self.ie_there[region]))
            out[at + CATCH] = self.best_gains(self.regions_to_come(p, ATTACK))
            if v[SPECIAL_LEFT] == 1 or v[KIND] == SWEEP_REGION:
                out[at + CATCH] += self.best_gains(1)
        elif faction == ELF:
            for region in range(i64(REGION_COUNT)):
                self.gains[region] = self.site(p, region)
            out[at + FOUNDING] = self.best_gains(self.regions_to_come(p, RECRUIT))
        else:
            out[at + HAUL] = min(out[at + LOOT], float(self.regions_to_come(p, STEAL)))

    def units_there(self, p: Position, faction: i64, region: i64) -> i64:
        if faction == SANTA:
            return p.v[SANTA_UNITS + region]
        return self.ie_there[region] if faction == IE else self.bp_units(region)

    def regions_to_come(self, p: Position, operation: i64) -> i64:
        """In how many Regions the action being played could still perform an operation."""
        v = p.v
        if v[OPERATION_LEFT] == NO_OPERATION:
            return v[REGIONS_LEFT] if v[CHOSEN] == operation else 0
        if v[ONLY] != 0 and v[ONLY] != operation + 1:
            return 0
        return p.regions_of_operation(v[ACTING]) if v[OPERATION_LEFT] == FULL else 1

    def best_gains(self, regions: i64) -> float:
        """The sum of the best so many gains; they are used up."""
        total = 0.0
        for _ in range(regions):
            best: i64 = 0
            for region in range(1, i64(REGION_COUNT)):
                if self.gains[region] > self.gains[best]:
                    best = region
            if self.gains[best] == 0.0:
                break
            total += self.gains[best]
            self.gains[best] = 0.0
        return total

    def best_gift_to_come(self, p: Position) -> i64:
        """The value of the best gift at a dock, or that the rest of this action could bring there."""
        regions = self.regions_to_come(p, MOVE)
        best: i64 = 0
        for region in range(i64(REGION_COUNT)):
            if self.is_deliverable(p, region, regions):
                for value in range(i64(GIFT_VALUES), 0, -1):
                    if p.v[GIFTS + region * GIFT_VALUES + value - 1] > 0:
                        best = max(best, value)
                        break
        return best

    def is_deliverable(self, p: Position, region: i64, regions: i64) -> bool:
        """Are gifts there at a dock, or could they be brought to one by a Move in so many more Regions?"""
        distance = self.distance_of_gifts(p, region)
        if distance == 0:
            return True
        if regions == 0 or not can_carry(p, region):
            return False
        return distance == 1 or (regions > 1 and self.board.gift_relay and self.can_hand_on(p, region))

    def can_hand_on(self, p: Position, region: i64) -> bool:
        """§8.14: is a second unit on the way to a dock?"""
        for other in range(i64(REGION_COUNT)):
            if self.dock_distance[other] == 1 and can_carry(p, other) and self.board.is_adjacent(region, other):
                return True
        return False

    def fill_support(self, p: Position, out: vec[float]) -> None:
        lead = support_lead(p)
        out[self.column(p, SANTA) + SANTA_SUPPORT] = float(lead)
        out[self.column(p, ELF) + ELF_SUPPORT] = float(-lead)

    # ── Internal Elfairs and Big Plastic ──────────────────────────────────────────────────────────

    def find_ie(self, p: Position) -> None:
        for region in range(i64(REGION_COUNT)):
            self.ie_there[region] = p.ie_in(region)
            self.prey_there[region] = 0
            self.bp_there[region] = 0
            self.bp_bases_there[region] = 0
            self.stealth_there[region] = 0

    def fill_bp_and_hunters(self, p: Position, out: vec[float]) -> None:
        v = p.v
        bp = self.column(p, BP)
        ie = self.column(p, IE)
        for i in range(DICE, i64(DICE_END)):
            if v[i] == 0:  # the highest come first, so the rest is in the supply
                break
            region = v[i] >> DIE_REGION_SHIFT
            stealth = v[i] & DIE_STEALTH
            self.bp_there[region] += 1
            self.stealth_there[region] += stealth - 1
            out[bp + STEALTH] += float(stealth)
            if v[i] & DIE_BASE != 0:
                self.bp_bases_there[region] += 1
                out[bp + BP_BASES] += 1.0
            else:
                out[bp + BP_UNITS] += 1.0
            around = self.ie_there[region]
            if around >= stealth:
                out[bp + HUNTED] += 1.0
                out[ie + PREY] += 1.0
                out[ie + PRESSURE] += 1.0
                self.prey_there[region] += 1
            elif around > 0:
                out[ie + WATCHED] += 1.0
                out[ie + PRESSURE] += float(around) / float(stealth)
        for region in range(i64(REGION_COUNT)):
            if self.board.workshop[region] == 1:
                out[ie + PATROL] += float(min(self.ie_there[region], FULL_STEALTH))
        for precinct in range(self.board.precincts):
            out[ie + IE_UNITS_] += float(v[IE_UNITS + precinct])

    # ── Santa, the E.L.F. and the gifts ───────────────────────────────────────────────────────────

    def fill_santa(self, p: Position, out: vec[float]) -> None:
        v = p.v
        at = self.column(p, SANTA)
        for region in range(i64(REGION_COUNT)):
            out[at + SANTA_UNITS_] += float(v[SANTA_UNITS + region])
            out[at + SANTA_BASES_] += float(v[SANTA_BASES + region])

    def fill_elf(self, p: Position, out: vec[float]) -> None:
        v = p.v
        board = self.board
        at = self.column(p, ELF)
        for region in range(i64(REGION_COUNT)):
            units = v[ELF_UNITS + region]
            bases = v[ELF_BASES + region]
            worth = float(1 + board.workshop[region])
            out[at + ELF_UNITS_] += float(units)
            out[at + ELF_BASES_] += float(bases)
            if bases > 0:
                strongest = max(v[SANTA_UNITS + region], max(self.ie_there[region], self.bp_units(region)))
                out[at + RAIDED] += self.bases_lost(p, region, strongest)
            if board.cane[region] == 1:
                vacant = board.spaces[region] - bases - v[SANTA_BASES + region] - self.bp_bases_there[region]
                if vacant > 0:
                    out[at + ELF_ROOM] += worth * float(vacant)
            out[at + SITES] += self.site(p, region)

    def site(self, p: Position, region: i64) -> float:
        """The points for a base that the E.L.F. could build there at once (§8.3, §8.5, §8.6, §8.8)."""
        v = p.v
        board = self.board
        if board.cane[region] == 0 or v[ELF_UNITS + region] == 0 or v[SUPPORT + board.area[region]] == PRO_SANTA:
            return 0.0
        taken = v[ELF_BASES + region] + v[SANTA_BASES + region] + self.bp_bases_there[region]
        return float(1 + board.workshop[region]) if taken < board.spaces[region] else 0.0

    def bp_units(self, region: i64) -> i64:
        return self.bp_there[region] - self.bp_bases_there[region]

    def bases_lost(self, p: Position, region: i64, attackers: i64) -> float:
        """The points that an attack of so many units costs the E.L.F. there, on average (§8.16, §8.18, §8.27)."""
        hits = mean_hits(attackers) - float(p.v[ELF_UNITS + region])
        if hits <= 0.0:
            return 0.0
        return float(1 + self.board.workshop[region]) * min(hits, float(p.v[ELF_BASES + region]))

    def fill_gifts(self, p: Position, out: vec[float]) -> None:
        v = p.v
        santa = self.column(p, SANTA)
        bp = self.column(p, BP)
        best: i64 = 0
        for region in range(i64(REGION_COUNT)):
            gifts: i64 = 0
            distance = self.distance_of_gifts(p, region)
            first = GIFTS + region * GIFT_VALUES
            for value in range(1, i64(GIFT_VALUES + 1)):
                n = v[first + value - 1]
                if n > 0:
                    gifts += n
                    out[santa + GIFTS_DOCKED + distance] += float(n * value)
            if gifts > 0:
                if self.can_be_stolen(p, region):
                    out[bp + LOOT] += 1.0
                    gifts -= 1
                out[bp + LOOT_NEAR] += float(gifts)
            elif self.board.workshop[region] == 1:
                best = max(best, value_of_gift(p, region))
        out[santa + NEXT_GIFT] = float(best)

    def distance_of_gifts(self, p: Position, region: i64) -> i64:
        """To a dock; in the middle of a Move the gifts count as carried along, since that is why they are asked for."""
        v = p.v
        if (v[KIND] == MOVE_AMOUNT or v[KIND] == MOVE_GIFT) and v[ACTING] == SANTA and v[FOCUS] == region:
            return min(self.dock_distance[region], self.dock_distance[v[TARGET]])
        if self.dock_distance[region] > 0 and v[SANTA_UNITS + region] == 0:
            return NOBODY_TO_CARRY
        return self.dock_distance[region]

    def can_be_stolen(self, p: Position, region: i64) -> bool:
        """§9.9, §9.10: with a gift there, by the Big Plastic tokens that are there too."""
        v = p.v
        if self.bp_there[region] == 0:
            return False
        return self.stealth_there[region] >= v[SANTA_UNITS + region] + v[SANTA_BASES + region]


def can_carry(p: Position, region: i64) -> bool:
    """Is there a Santa unit that hasn't moved in this operation?"""
    return p.v[SANTA_UNITS + region] > p.v[MOVED_SANTA + region]


def mean_hits(units: i64) -> float:
    """§8.16: so many dice, each a hit if it shows at most their number."""
    return float(units) * float(min(units, DIE_FACES)) / float(DIE_FACES)


def distances_to_docks(board: Board) -> list[int]:
    """Of each Region, in Moves; 2 stands for 2 or more."""

    def distance(region: int) -> int:
        if board.dock[region]:
            return 0
        near = (other for other in range(REGION_COUNT) if board.is_adjacent(region, other))
        return 1 if any(board.dock[other] for other in near) else 2

    return [distance(region) for region in range(REGION_COUNT)]
