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
from klatsch.games.chocolate_coin.rules.kinds import MOVE_AMOUNT, MOVE_GIFT, SHIP_REGION
from klatsch.games.chocolate_coin.rules.layout import (
    ACE,
    ACTING,
    BP,
    DECK,
    DICE,
    DICE_END,
    DIE_BASE,
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
    GIFT_VALUES,
    GIFTS,
    IE,
    IE_UNITS,
    KIND,
    LIMITED,
    NO_CARD,
    NOBODY,
    OPERATION_LEFT,
    PRECINCT_COUNT,
    PRIMARY_BY,
    PRO_SANTA,
    REGION_COUNT,
    REGIONS_LEFT,
    SANTA,
    SANTA_BASES,
    SANTA_UNITS,
    SECONDARY_BY,
    SPECIAL_LEFT,
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
    "gifts_leaving",  # value of the best gift at a dock, if Santa's special is still to come in this action
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
    # E.L.F.
    "elf_units",
    "elf_bases",
    "sites",  # points for bases that could be built at once
    "elf_room",  # points for all vacant spaces in cane Regions
    "elf_support",
    "raided",  # points of bases that stand beside enemies without an own unit
    # Big Plastic
    "bp_units",
    "bp_bases",
    "stealth",  # of all its tokens
    "hunted",  # its tokens that Internal Elfairs could take off
    "loot",  # gifts that it could steal at once
    "loot_near",  # other gifts on the board
)
IS_FACTION: Final = 0
RATIO: Final = 4
LATE_RATIO: Final = 5
GOAL: Final = 6
LAST_WORD: Final = 7
INITIATIVE: Final = 8
PENDING: Final = 9
GIFTS_LEAVING: Final = 10
GIFTS_DOCKED: Final = 11
NEXT_GIFT: Final = 15
SANTA_UNITS_: Final = 16
SANTA_BASES_: Final = 17
SANTA_SUPPORT: Final = 18
IE_UNITS_: Final = 19
PREY: Final = 20
WATCHED: Final = 21
ELF_UNITS_: Final = 22
ELF_BASES_: Final = 23
SITES: Final = 24
ELF_ROOM: Final = 25
ELF_SUPPORT: Final = 26
RAIDED: Final = 27
BP_UNITS: Final = 28
BP_BASES: Final = 29
STEALTH: Final = 30
HUNTED: Final = 31
LOOT: Final = 32
LOOT_NEAR: Final = 33

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

    def fill_support(self, p: Position, out: vec[float]) -> None:
        lead = support_lead(p)
        out[self.column(p, SANTA) + SANTA_SUPPORT] = float(lead)
        out[self.column(p, ELF) + ELF_SUPPORT] = float(-lead)

    # ── Internal Elfairs and Big Plastic ──────────────────────────────────────────────────────────

    def find_ie(self, p: Position) -> None:
        for region in range(i64(REGION_COUNT)):
            self.ie_there[region] = p.ie_in(region)
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
            if self.ie_there[region] >= stealth:
                out[bp + HUNTED] += 1.0
                out[ie + PREY] += 1.0
            elif self.ie_there[region] > 0:
                out[ie + WATCHED] += 1.0
        for precinct in range(i64(PRECINCT_COUNT)):
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
            if bases > 0 and units == 0 and self.enemies_of_elf(p, region) > 0:
                out[at + RAIDED] += worth * float(bases)
            if board.cane[region] == 1:
                vacant = board.spaces[region] - bases - v[SANTA_BASES + region] - self.bp_bases_there[region]
                if vacant > 0:
                    out[at + ELF_ROOM] += worth * float(vacant)
                    if units > 0 and v[SUPPORT + board.area[region]] != PRO_SANTA:
                        out[at + SITES] += worth

    def enemies_of_elf(self, p: Position, region: i64) -> i64:
        fighters = self.bp_there[region] - self.bp_bases_there[region]
        return p.v[SANTA_UNITS + region] + self.ie_there[region] + fighters

    def fill_gifts(self, p: Position, out: vec[float]) -> None:
        v = p.v
        santa = self.column(p, SANTA)
        bp = self.column(p, BP)
        best: i64 = 0
        best_docked: i64 = 0
        for region in range(i64(REGION_COUNT)):
            gifts: i64 = 0
            distance = self.distance_of_gifts(p, region)
            first = GIFTS + region * GIFT_VALUES
            for value in range(1, i64(GIFT_VALUES + 1)):
                n = v[first + value - 1]
                if n > 0:
                    gifts += n
                    out[santa + GIFTS_DOCKED + distance] += float(n * value)
                    if distance == 0:
                        best_docked = max(best_docked, value)
            if gifts > 0:
                if self.can_be_stolen(p, region):
                    out[bp + LOOT] += 1.0
                    gifts -= 1
                out[bp + LOOT_NEAR] += float(gifts)
            elif self.board.workshop[region] == 1:
                best = max(best, value_of_gift(p, region))
        out[santa + NEXT_GIFT] = float(best)
        if v[PRIMARY_BY] != NOBODY and v[ACTING] == SANTA and (v[SPECIAL_LEFT] == 1 or v[KIND] == SHIP_REGION):
            out[santa + GIFTS_LEAVING] = float(best_docked)

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


def distances_to_docks(board: Board) -> list[int]:
    """Of each Region, in Moves; 2 stands for 2 or more."""

    def distance(region: int) -> int:
        if board.dock[region]:
            return 0
        near = (other for other in range(REGION_COUNT) if board.is_adjacent(region, other))
        return 1 if any(board.dock[other] for other in near) else 2

    return [distance(region) for region in range(REGION_COUNT)]
