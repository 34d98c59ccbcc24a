# klatsch: compiled
"""Faction operations: Mince Pies and E.L.F. Rally, Disperse, Steal Gifts (RULES.md 9)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import (
    AMOUNT,
    AREA,
    BP_BASE,
    BP_UNIT,
    ELF_UNIT,
    GIFT,
    SANTA_UNIT,
    TOKEN,
    TOKEN_COUNT,
)
from klatsch.games.chocolate_coin.rules.attack import die_of
from klatsch.games.chocolate_coin.rules.kinds import (
    CHOOSE_AREA,
    DISPERSE_AMOUNT,
    DISPERSE_TARGET,
    DISPERSE_WHO,
    NEXT_STEP,
    SPEND_STEALTH,
    STEAL_GIFT,
)
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    A_SUPPORT,
    A_UNIT,
    ACTING,
    AREA_COUNT,
    BP,
    COST,
    DICE,
    DICE_END,
    DIE_MOVED,
    ELF,
    ELF_UNITS,
    FOCUS,
    FULL_STEALTH,
    GIFT_VALUE,
    GIFT_VALUES,
    GIFTS,
    LEFT,
    NEUTRAL,
    RETURN,
    SANTA,
    SANTA_UNITS,
    SUPPLY,
    SUPPORT,
    TARGET,
    WHO,
)
from klatsch.games.chocolate_coin.rules.moving import fresh_units, move_die, move_units
from klatsch.games.chocolate_coin.rules.position import Position, gift_at, is_token_in, side_of, stealth_of
from klatsch.games.chocolate_coin.rules.recruit import count_take_offs, place
from klatsch.games.chocolate_coin.rules.step import OptionalStep, RegionStep, Step, is_earlier

# ── 9.1 Mince Pies and E.L.F. Rally ───────────────────────────────────────────────────────────────────────────────


def can_persuade(p: Position, side: i64, area: i64) -> bool:
    """May the acting faction shift this Area toward its own side?"""
    now = p.v[SUPPORT + area]
    if now != NEUTRAL:
        return now != side
    return p.v[SUPPLY + p.v[ACTING]] > 0 or count_take_offs(p, A_SUPPORT, area) > 0


class ChooseArea(OptionalStep):
    """§9.1, §9.2: exactly one Area, toward one's own side."""

    kind = CHOOSE_AREA

    def choices(self, p: Position, out: vec[i16]) -> i64:
        side = side_of(p.v[ACTING])
        n: i64 = 0
        for area in range(i64(AREA_COUNT)):
            if can_persuade(p, side, area):
                out[n] = i16(AREA + area)
                n += 1
        return n

    def choose(self, p: Position, action: i64) -> None:
        persuade(p, action - AREA, NEXT_STEP)


def persuade(p: Position, area: i64, then: i64) -> None:
    """The acting faction wins an Area by one step; its own token may have to come off the board first."""
    if p.v[SUPPORT + area] == NEUTRAL:
        place(p, A_SUPPORT, area, 1, then)
    else:
        p.shift(area, side_of(p.v[ACTING]))
        p.go(then)


# ── 9.3 Disperse ──────────────────────────────────────────────────────────────────────────────────────────────────


def can_disperse(p: Position, region: i64, fresh: bool) -> bool:
    """§9.4: with an Internal Elfairs unit in the Region, and somebody to send away."""
    units = p.ie_in(region)
    if units == 0:
        return False
    if fresh:
        found = p.v[SANTA_UNITS + region] + p.v[ELF_UNITS + region]
    else:
        found = fresh_units(p, SANTA, region) + fresh_units(p, ELF, region)
    return found > 0 or p.has_unit_up_to(region, units, 0 if fresh else DIE_MOVED)


class DisperseWho(Step):
    """§9.3, §9.7: all units of Santa or of the E.L.F., or one Big Plastic unit that can be seen; never a base."""

    kind = DISPERSE_WHO

    def fill(self, p: Position, out: vec[i16]) -> i64:
        region = p.v[FOCUS]
        n: i64 = 0
        if fresh_units(p, SANTA, region) > 0:
            out[n] = TOKEN + SANTA_UNIT
            n += 1
        if fresh_units(p, ELF, region) > 0:
            out[n] = TOKEN + ELF_UNIT
            n += 1
        for stealth in range(1, min(p.ie_in(region), i64(FULL_STEALTH)) + 1):
            if p.find_die(region, A_UNIT, stealth, DIE_MOVED) >= 0:
                out[n] = i16(TOKEN + BP_UNIT + stealth - 1)
                n += 1
        return n

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        token = action - TOKEN
        v[WHO] = token
        v[LEFT] = 1
        if token == SANTA_UNIT or token == ELF_UNIT:
            v[LEFT] = fresh_units(p, dispersed(token), v[FOCUS])
        p.go(DISPERSE_TARGET)


def dispersed(token: i64) -> i64:
    return SANTA if token == SANTA_UNIT else ELF if token == ELF_UNIT else BP


class DisperseTarget(RegionStep):
    """§9.5: to any adjacent Regions, until all have left."""

    kind = DISPERSE_TARGET

    def eligible(self, p: Position, region: i64) -> bool:
        return p.board.is_adjacent(p.v[FOCUS], region)

    def choose(self, p: Position, region: i64) -> None:
        v = p.v
        v[TARGET] = region
        if v[WHO] >= BP_UNIT:
            move_die(p, v[FOCUS], v[WHO] - BP_UNIT + 1, region)
            p.go(v[RETURN])
        else:
            p.go(DISPERSE_AMOUNT)


class DisperseAmount(Step):
    kind = DISPERSE_AMOUNT

    def fill(self, p: Position, out: vec[i16]) -> i64:
        v = p.v
        left = v[LEFT]
        least = left if p.board.neighbours[v[FOCUS]] == 1 else 1  # there is no other way
        n: i64 = 0
        for amount in range(least, left + 1):
            out[n] = i16(AMOUNT + amount)
            n += 1
        return n

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        count = action - AMOUNT
        move_units(p, dispersed(v[WHO]), v[FOCUS], v[TARGET], count)
        v[LEFT] -= count
        v[TARGET] = 0
        p.go(DISPERSE_TARGET if v[LEFT] > 0 else v[RETURN])


# ── 9.8 Steal Gifts ───────────────────────────────────────────────────────────────────────────────────────────────


def stealth_to_spend(p: Position, region: i64) -> i64:
    """§9.10: no die may be spent below 1."""
    v = p.v
    total: i64 = 0
    for i in range(DICE, i64(DICE_END)):
        if is_token_in(v[i], region):
            total += stealth_of(v[i]) - 1
    return total


def can_steal(p: Position, region: i64) -> bool:
    if p.gifts_in(region) == 0 or p.tokens(BP, region) == 0:
        return False
    return stealth_to_spend(p, region) >= p.tokens(SANTA, region)


class StealGift(Step):
    """§9.8: one of the Region's gifts; its value doesn't matter."""

    kind = STEAL_GIFT

    def fill(self, p: Position, out: vec[i16]) -> i64:
        return fill_gifts(p, p.v[FOCUS], out)

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        v[GIFT_VALUE] = action - GIFT + 1
        v[COST] = p.tokens(SANTA, v[FOCUS])
        p.remove_gift(v[FOCUS], v[GIFT_VALUE])
        p.gain(BP, 1)
        p.go(SPEND_STEALTH)


def fill_gifts(p: Position, region: i64, out: vec[i16]) -> i64:
    n: i64 = 0
    for value in range(1, i64(GIFT_VALUES + 1)):
        if p.v[GIFTS + gift_at(region, value)] > 0:
            out[n] = i16(GIFT + value - 1)
            n += 1
    return n


class SpendStealth(Step):
    """§9.9, §9.10: point by point, from any token that keeps one at least."""

    kind = SPEND_STEALTH

    def enter(self, p: Position) -> None:
        if p.v[COST] == 0:
            p.go(p.v[RETURN])
        else:
            p.ask(BP)

    def fill(self, p: Position, out: vec[i16]) -> i64:
        n: i64 = 0
        for what in range(A_UNIT, i64(A_BASE + 1)):
            first: i64 = BP_BASE if what == A_BASE else BP_UNIT
            for stealth in range(2, i64(FULL_STEALTH + 1)):
                if p.find_die(p.v[FOCUS], what, stealth, 0) >= 0:
                    out[n] = i16(TOKEN + first + stealth - 1)
                    n += 1
        return n

    def apply(self, p: Position, action: i64) -> None:
        p.v[COST] -= 1
        p.lower_die(die_of(p, p.v[FOCUS], action - TOKEN), 1)
        p.sort_dice()
        p.go(SPEND_STEALTH)

    def is_redundant(self, p: Position, previous: i64, action: i64) -> bool:
        """Unless it goes on with the die that was lowered just now, and so wasn't there before."""
        return is_earlier(previous, action, TOKEN + BP_UNIT, TOKEN + TOKEN_COUNT) and action != previous - 1
