# klatsch: compiled
"""A position: the numbers of layout.py, and what the rules ask and do with tokens, dice, gifts and support.

No turn order and no decisions here: those are the steps (step.py and the modules of each heading).
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import Game
from klatsch.core.vector_state import VectorState
from klatsch.games.chocolate_coin.rules.board import (
    COUNT_BASES,
    COUNT_REGIONS,
    COUNT_TOKENS,
    COUNT_UNITS,
    FORMULA,
    Board,
)
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    A_UNIT,
    ACTING,
    AREA_COUNT,
    BP,
    DICE,
    DICE_END,
    DID,
    DIE_BASE,
    DIE_GROUP,
    DIE_MARKS,
    DIE_MOVED,
    DIE_PLACED,
    DIE_REGION,
    DIE_REGION_SHIFT,
    DIE_STEALTH,
    DISPERSE,
    ELF,
    ELF_BASES,
    ELF_UNITS,
    FULL_STEALTH,
    GIFT_VALUES,
    GIFTS,
    IE,
    IE_UNITS,
    IN_EVENT,
    KIND,
    MOVED_ELF,
    MOVED_IE,
    MOVED_SANTA,
    NEUTRAL,
    NEW_STEALTH,
    PIES,
    PLACE_END,
    PLACE_FIRST,
    PLACED_BASES,
    PLACED_SUPPORT,
    PLACED_UNITS,
    PRO_ELF,
    PRO_SANTA,
    RALLY,
    REGION_COUNT,
    SANTA,
    SANTA_BASES,
    SANTA_UNITS,
    SCORE,
    STEAL,
    SUPPLY,
    SUPPORT,
    TOP_SCORE,
)


class Position(VectorState):
    def __init__(self, game: Game, seats: i64, board: Board, seat_of: vec[i64], v: vec[i64]) -> None:
        super().__init__(game, seats, v)
        self.board = board
        self.seat_of = seat_of  # of each faction; a player's two are two in all else (§1.13)
        self.entering: bool = False  # only within `apply`: the next step has not been entered yet

    # ── Where the game goes ───────────────────────────────────────────────────────────────────────

    def go(self, kind: i64) -> None:
        self.v[KIND] = kind
        self.entering = True

    def ask(self, faction: i64) -> None:
        self.actor = self.seat_of[faction]

    def may_stop(self) -> bool:
        """§7.3, §11.2: any action may do nothing, but an event must do something first if it can."""
        return self.v[IN_EVENT] == 0 or self.v[DID] == 1

    def leave_place(self) -> None:
        """What was resolved in one Region or precinct is done with."""
        v = self.v
        for i in range(PLACE_FIRST, i64(PLACE_END)):
            v[i] = 0

    # ── Tokens in Regions ─────────────────────────────────────────────────────────────────────────

    def dice_in(self, region: i64, what: i64) -> i64:
        """Big Plastic's units (A_UNIT) or bases (A_BASE) in a Region."""
        v = self.v
        group = region * DIE_REGION + what * DIE_BASE
        n: i64 = 0
        for i in range(DICE, i64(DICE_END)):
            if v[i] > 0 and v[i] & DIE_GROUP == group:
                n += 1
        return n

    def ie_in(self, region: i64) -> i64:
        """§1.3: Internal Elfairs units are in every Region that their precinct touches."""
        v = self.v
        touching = self.board.touching
        n: i64 = 0
        precincts = self.board.precincts
        first = region * precincts
        for i in range(first, first + precincts):
            if touching[i] < 0:
                break
            n += v[IE_UNITS + touching[i]]
        return n

    def units(self, faction: i64, region: i64) -> i64:
        if faction == SANTA:
            return self.v[SANTA_UNITS + region]
        if faction == ELF:
            return self.v[ELF_UNITS + region]
        if faction == IE:
            return self.ie_in(region)
        return self.dice_in(region, A_UNIT)

    def bases(self, faction: i64, region: i64) -> i64:
        if faction == SANTA:
            return self.v[SANTA_BASES + region]
        if faction == ELF:
            return self.v[ELF_BASES + region]
        if faction == IE:
            return 0
        return self.dice_in(region, A_BASE)

    def tokens(self, faction: i64, region: i64) -> i64:
        return self.units(faction, region) + self.bases(faction, region)

    def vacant_spaces(self, region: i64) -> i64:
        """§1.10: one base to a space, whosever it is."""
        v = self.v
        return (
            self.board.spaces[region] - v[SANTA_BASES + region] - v[ELF_BASES + region] - self.dice_in(region, A_BASE)
        )

    def bases_on_board(self, faction: i64) -> i64:
        n: i64 = 0
        for region in range(i64(REGION_COUNT)):
            n += self.bases(faction, region)
        return n

    def regions_of_operation(self, faction: i64) -> i64:
        """§6.2, §6.3: in how many Regions an operation may be performed, by the board's formula."""
        formulas = self.board.formulas
        first = faction * FORMULA
        counted = self.counted(faction, formulas[first])
        divisor = formulas[first + 1]
        return max(formulas[first + 2] + (counted + divisor - 1) // divisor, formulas[first + 3])

    def counted(self, faction: i64, what: i64) -> i64:
        """What of a faction is on the board: its bases, units, tokens, the Regions or precincts where it has one."""
        if what == COUNT_BASES:
            return self.bases_on_board(faction)
        if what == COUNT_UNITS:
            return self.units_on_board(faction)
        if what == COUNT_TOKENS:
            return self.units_on_board(faction) + self.bases_on_board(faction)
        n: i64 = 0
        if what == COUNT_REGIONS:
            for region in range(i64(REGION_COUNT)):
                if self.tokens(faction, region) > 0:
                    n += 1
        else:
            for precinct in range(self.board.precincts):
                if self.v[IE_UNITS + precinct] > 0:
                    n += 1
        return n

    def units_on_board(self, faction: i64) -> i64:
        n: i64 = 0
        if faction == IE:
            for precinct in range(self.board.precincts):
                n += self.v[IE_UNITS + precinct]
        else:
            for region in range(i64(REGION_COUNT)):
                n += self.units(faction, region)
        return n

    # ── Units and bases come and go ───────────────────────────────────────────────────────────────

    def add_unit(self, faction: i64, place: i64) -> None:
        """From the supply; the place is a precinct for Internal Elfairs."""
        v = self.v
        v[DID] = 1
        if faction == BP:
            self.add_die(place * DIE_REGION + DIE_PLACED + NEW_STEALTH)
            return
        v[SUPPLY + faction] -= 1
        if faction == v[ACTING]:
            v[PLACED_UNITS + place] += 1
        if faction == SANTA:
            v[SANTA_UNITS + place] += 1
        elif faction == ELF:
            v[ELF_UNITS + place] += 1
        else:
            v[IE_UNITS + place] += 1

    def remove_unit(self, faction: i64, place: i64) -> None:
        """Back to the supply, for the three factions whose units are all alike.

        One that has moved goes first: whoever acts would want the others to stay, which may still move (§8.12, §9.6).
        """
        v = self.v
        v[DID] = 1
        v[SUPPLY + faction] += 1
        v[units_at(faction) + place] -= 1
        if v[moved_at(faction) + place] > 0:
            v[moved_at(faction) + place] -= 1

    def add_base(self, faction: i64, region: i64) -> None:
        v = self.v
        v[DID] = 1
        if faction == BP:
            self.add_die(region * DIE_REGION + DIE_BASE + DIE_PLACED + NEW_STEALTH)
            return
        v[SUPPLY + faction] -= 1
        v[PLACED_BASES + region] += 1
        if faction == SANTA:
            v[SANTA_BASES + region] += 1
        else:
            v[ELF_BASES + region] += 1
            self.gain(ELF, self.worth_of_base(region))

    def remove_base(self, faction: i64, region: i64) -> None:
        """A Santa or E.L.F. base leaves the board; the E.L.F. loses its points (§8.27)."""
        v = self.v
        v[DID] = 1
        v[SUPPLY + faction] += 1
        if faction == SANTA:
            v[SANTA_BASES + region] -= 1
        else:
            v[ELF_BASES + region] -= 1
            self.lose(self.worth_of_base(region))

    def worth_of_base(self, region: i64) -> i64:
        """§8.8: what the E.L.F. scores for it."""
        return 1 + self.board.workshop[region]

    def gain(self, faction: i64, points: i64) -> None:
        """§1.7: no score passes 15."""
        v = self.v
        v[DID] = 1
        v[SCORE + faction] = min(v[SCORE + faction] + points, TOP_SCORE)

    def lose(self, points: i64) -> None:
        """§1.7: only the E.L.F. can lose points, and never below 0."""
        v = self.v
        if v[SCORE + ELF] > 0 and points > 0:
            v[DID] = 1
        v[SCORE + ELF] = max(v[SCORE + ELF] - points, 0)

    # ── Big Plastic's dice ────────────────────────────────────────────────────────────────────────

    def add_die(self, code: i64) -> None:
        self.v[DICE_END - 1] = code  # the lowest is in the supply
        self.v[SUPPLY + BP] -= 1
        self.sort_dice()

    def sort_dice(self) -> None:
        """Highest first, so that equal positions are equal numbers."""
        v = self.v
        for i in range(DICE + 1, i64(DICE_END)):
            code = v[i]
            j = i
            while j > DICE and v[j - 1] < code:
                v[j] = v[j - 1]
                j -= 1
            v[j] = code

    def find_die(self, region: i64, what: i64, stealth: i64, barred: i64) -> i64:
        """Where a die (A_UNIT or A_BASE) with that stealth lies, without any of the `barred` marks; −1 if none does."""
        v = self.v
        wanted = region * DIE_REGION + what * DIE_BASE + stealth
        for i in range(DICE, i64(DICE_END)):
            if v[i] & ~DIE_MARKS == wanted and v[i] & barred == 0:
                return i
        return -1

    def lower_die(self, i: i64, points: i64) -> None:
        """§1.5: below 1 the token leaves the board; Internal Elfairs, acting, score for it (§8.28)."""
        v = self.v
        v[DID] = 1
        if v[i] & DIE_STEALTH > points:
            v[i] -= points
        else:
            v[i] = 0
            v[SUPPLY + BP] += 1
            if v[ACTING] == IE:
                self.gain(IE, 1)

    def raise_units(self, region: i64, points: i64) -> None:
        v = self.v
        v[DID] = 1
        for i in range(DICE, i64(DICE_END)):
            if is_unit_in(v[i], region):
                stealth = v[i] & DIE_STEALTH
                v[i] += min(stealth + points, FULL_STEALTH) - stealth
        self.sort_dice()

    def lower_tokens(self, region: i64, points: i64) -> None:
        v = self.v
        for i in range(DICE, i64(DICE_END)):
            if v[i] > 0 and v[i] >> DIE_REGION_SHIFT == region:
                self.lower_die(i, points)
        self.sort_dice()

    def clear_die_marks(self, marks: i64) -> None:
        v = self.v
        for i in range(DICE, i64(DICE_END)):
            v[i] &= ~marks
        self.sort_dice()

    def has_unit_up_to(self, region: i64, most: i64, barred: i64) -> bool:
        """Is there a Big Plastic unit with at most that stealth, without any of the `barred` marks?"""
        v = self.v
        for i in range(DICE, i64(DICE_END)):
            if is_unit_in(v[i], region) and v[i] & DIE_STEALTH <= most and v[i] & barred == 0:
                return True
        return False

    def has_unit_below_full_stealth(self, region: i64) -> bool:
        return self.has_unit_up_to(region, FULL_STEALTH - 1, 0)

    def has_fresh_die(self, region: i64) -> bool:
        """A Big Plastic unit that has not moved in this operation."""
        return self.has_unit_up_to(region, FULL_STEALTH, DIE_MOVED)

    # ── Gifts ─────────────────────────────────────────────────────────────────────────────────────

    def gifts_in(self, region: i64) -> i64:
        v = self.v
        n: i64 = 0
        first = GIFTS + gift_at(region, 1)
        for i in range(first, first + GIFT_VALUES):
            n += v[i]
        return n

    def add_gift(self, region: i64, value: i64) -> None:
        self.v[GIFTS + gift_at(region, value)] += 1
        self.v[DID] = 1

    def remove_gift(self, region: i64, value: i64) -> None:
        self.v[GIFTS + gift_at(region, value)] -= 1
        self.v[DID] = 1

    # ── Support ───────────────────────────────────────────────────────────────────────────────────

    def support_in(self, region: i64) -> i64:
        return self.v[SUPPORT + self.board.area[region]]

    def can_shift(self, area: i64, toward: i64) -> bool:
        """Toward PRO_SANTA or PRO_ELF; a neutral Area needs a token, which only the acting owner may take off first."""
        now = self.v[SUPPORT + area]
        if now != NEUTRAL:
            return now != toward
        return self.v[SUPPLY + faction_of(toward)] > 0

    def shift(self, area: i64, toward: i64) -> None:
        """§1.11: one step; a token in the circle goes back, or one comes from the supply."""
        v = self.v
        now = v[SUPPORT + area]
        if now == toward or not self.can_shift(area, toward):
            return
        v[DID] = 1
        if now == NEUTRAL:
            v[SUPPORT + area] = toward
            v[SUPPLY + faction_of(toward)] -= 1
            if faction_of(toward) == v[ACTING]:
                v[PLACED_SUPPORT + area] = 1
        else:
            v[SUPPORT + area] = NEUTRAL
            v[SUPPLY + faction_of(now)] += 1
            v[PLACED_SUPPORT + area] = 0

    # ── For tests and views ───────────────────────────────────────────────────────────────────────

    def tokens_on_board(self, faction: i64) -> i64:
        """Units, bases and support: what is not in the supply."""
        v = self.v
        n = self.bases_on_board(faction) + self.units_on_board(faction)
        for area in range(i64(AREA_COUNT)):
            if v[SUPPORT + area] != NEUTRAL and faction_of(v[SUPPORT + area]) == faction:
                n += 1
        return n


def faction_of(side: i64) -> i64:
    return SANTA if side == PRO_SANTA else ELF


def side_of(faction: i64) -> i64:
    return PRO_SANTA if faction == SANTA else PRO_ELF


def own_operation(faction: i64) -> i64:
    """§6.1, §9: the regular operation that only this faction has."""
    if faction == SANTA:
        return PIES
    if faction == IE:
        return DISPERSE
    return STEAL if faction == BP else RALLY


def units_at(faction: i64) -> i64:
    """Where the units of Santa, Internal Elfairs or the E.L.F. are counted."""
    return SANTA_UNITS if faction == SANTA else IE_UNITS if faction == IE else ELF_UNITS


def moved_at(faction: i64) -> i64:
    """Where it is counted how many of them have moved, or were dispersed."""
    return MOVED_SANTA if faction == SANTA else MOVED_IE if faction == IE else MOVED_ELF


def gift_at(region: i64, value: i64) -> i64:
    """Where gifts of a value in a Region are counted, from GIFTS or GIFTS_MOVED on."""
    return region * GIFT_VALUES + value - 1


def is_unit_in(die: i64, region: i64) -> bool:
    return die > 0 and die & DIE_GROUP == region * DIE_REGION


def is_token_in(die: i64, region: i64) -> bool:
    return die > 0 and region_of(die) == region


def region_of(die: i64) -> i64:
    return die >> DIE_REGION_SHIFT


def stealth_of(die: i64) -> i64:
    return die & DIE_STEALTH
