# klatsch: compiled
"""Recruit, and the placing of tokens from a strict supply (RULES.md 8.1 … 8.10 and 1.8, 1.9)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import (
    BASE,
    DONE,
    OFF_BASE,
    OFF_BASE_DIE,
    OFF_COUNT,
    OFF_DIE,
    OFF_PRECINCT,
    OFF_SUPPORT,
    OFF_UNIT,
    TAKE_OFF,
    UNITS,
)
from klatsch.games.chocolate_coin.rules.kinds import PLACE, RECRUIT_PRECINCT, RECRUIT_WHAT
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    A_RECRUITED_MEMBER,
    A_SUPPORT,
    A_UNIT,
    ACTING,
    AREA_COUNT,
    BP,
    DICE,
    DICE_END,
    DIE_BASE,
    DIE_PLACED,
    ELF,
    FOCUS,
    FULL_STEALTH,
    IE,
    IE_UNITS,
    NEUTRAL,
    NEW_STEALTH,
    PLACE_LEFT,
    PLACE_WHAT,
    PLACE_WHERE,
    PLACED_BASES,
    PLACED_SUPPORT,
    PLACED_UNITS,
    PRO_ELF,
    PRO_SANTA,
    REGION_COUNT,
    RETURN,
    SANTA,
    SUPPLY,
    SUPPORT,
)
from klatsch.games.chocolate_coin.rules.position import Position, region_of, side_of, stealth_of
from klatsch.games.chocolate_coin.rules.step import RegionStep, Step, is_earlier

SCRATCH: Final = vec[i16]([0] * 160)  # to count in, while somebody else's buffer is being filled

# ── 8 Recruit ─────────────────────────────────────────────────────────────────────────────────────────────────────


def may_recruit_in(p: Position, faction: i64, region: i64) -> bool:
    """§8.4–8.7, §8.10: where a faction's recruits are welcome."""
    if faction == SANTA:
        return p.support_in(region) != PRO_ELF
    if faction == ELF:
        return p.board.cane[region] == 1 and p.support_in(region) != PRO_SANTA
    if faction == IE:
        return p.board.touching[region * p.board.precincts] >= 0
    return p.tokens(SANTA, region) > 0 or p.tokens(ELF, region) > 0 or p.ie_in(region) > 0


def can_add_units(p: Position, faction: i64, place: i64) -> bool:
    return p.v[SUPPLY + faction] > 0 or count_take_offs(p, A_UNIT, place) > 0


def can_add_base(p: Position, faction: i64, region: i64) -> bool:
    """§8.3, §8.7: an own unit and a vacant space; Internal Elfairs never."""
    if faction == IE or p.units(faction, region) == 0 or p.vacant_spaces(region) <= 0:
        return False
    return p.v[SUPPLY + faction] > 0 or count_take_offs(p, A_BASE, region) > 0


def can_recruit(p: Position, faction: i64, region: i64) -> bool:
    if not may_recruit_in(p, faction, region):
        return False
    if p.v[SUPPLY + faction] > 0:
        return True
    if faction == IE:
        return can_place_near(p, region)
    return can_add_units(p, faction, region) or can_add_base(p, faction, region)


def can_place_near(p: Position, region: i64) -> bool:
    for precinct in range(p.board.precincts):
        if p.board.is_touched(region, precinct) and can_add_units(p, IE, precinct):
            return True
    return False


class RecruitWhat(Step):
    """§8.1: units, or a base."""

    kind = RECRUIT_WHAT

    def fill(self, p: Position, out: vec[i16]) -> i64:
        faction = p.v[ACTING]
        region = p.v[FOCUS]
        n: i64 = 0
        if can_add_units(p, faction, region):
            out[n] = UNITS
            n += 1
        if can_add_base(p, faction, region):
            out[n] = BASE
            n += 1
        return n

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        if action == UNITS:  # §8.2
            place(p, A_UNIT, v[FOCUS], 1 + p.bases(v[ACTING], v[FOCUS]), v[RETURN])
        else:
            place(p, A_BASE, v[FOCUS], 1, v[RETURN])


class RecruitPrecinct(RegionStep):
    """§8.7: Internal Elfairs pick a Region, and the unit goes to a precinct that touches it."""

    kind = RECRUIT_PRECINCT

    def of_precincts(self, p: Position) -> bool:
        return True

    def eligible(self, p: Position, precinct: i64) -> bool:
        return p.board.is_touched(p.v[FOCUS], precinct) and can_add_units(p, IE, precinct)

    def choose(self, p: Position, precinct: i64) -> None:
        place(p, A_UNIT, precinct, 1, p.v[RETURN])


# ── 1.8 The supply ────────────────────────────────────────────────────────────────────────────────────────────────


def place(p: Position, what: i64, where: i64, count: i64, then: i64) -> None:
    """The acting faction places tokens of its supply, and goes on to the step `then`."""
    v = p.v
    v[PLACE_WHAT] = what
    v[PLACE_WHERE] = where
    v[PLACE_LEFT] = count
    v[RETURN] = then
    p.go(PLACE)


def put_one(p: Position) -> None:
    v = p.v
    faction = v[ACTING]
    what = v[PLACE_WHAT]
    where = v[PLACE_WHERE]
    v[PLACE_LEFT] -= 1
    if what == A_SUPPORT:
        p.shift(where, side_of(faction))
    elif what == A_BASE:
        p.add_base(faction, where)
    else:
        if what == A_RECRUITED_MEMBER:
            p.remove_unit(SANTA, where)  # §10.5: only now, when there is a token to take its place
        p.add_unit(faction, where)


class Place(Step):
    """§1.9: when the supply is empty, an own token may first be taken off the board, or the rest is left."""

    kind = PLACE

    def enter(self, p: Position) -> None:
        v = p.v
        while v[PLACE_LEFT] > 0 and v[SUPPLY + v[ACTING]] > 0:
            put_one(p)
        if v[PLACE_LEFT] == 0:
            p.go(v[RETURN])
        else:
            p.ask(v[ACTING])

    def fill(self, p: Position, out: vec[i16]) -> i64:
        n = fill_take_offs(p, p.v[PLACE_WHAT], p.v[PLACE_WHERE], out)
        out[n] = DONE  # also in an event that has done nothing yet: nobody has to take a token off
        return n + 1

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        if action == DONE:
            v[PLACE_LEFT] = 0
        else:
            take_off(p, action - TAKE_OFF)
            put_one(p)
        p.go(PLACE)

    def is_redundant(self, p: Position, previous: i64, action: i64) -> bool:
        """Where several are placed, all are units: none that comes off depends on another."""
        return is_earlier(previous, action, TAKE_OFF, TAKE_OFF + OFF_COUNT)


def count_take_offs(p: Position, what: i64, where: i64) -> i64:
    return fill_take_offs(p, what, where, SCRATCH)


def fill_take_offs(p: Position, what: i64, where: i64, out: vec[i16]) -> i64:
    """Own tokens that weren't placed in this action, and whose replacement would change something."""
    faction = p.v[ACTING]
    if faction == BP:
        return fill_take_off_dice(p, what, where, out)
    if faction == IE:
        return fill_take_off_precincts(p, where, out)
    v = p.v
    n: i64 = 0
    for region in range(i64(REGION_COUNT)):
        here = region == where and what != A_SUPPORT
        units = p.units(faction, region) - v[PLACED_UNITS + region]
        if (here and what == A_UNIT) or (here and what == A_BASE and p.units(faction, region) == 1):
            units = 0
        if units > 0:
            out[n] = i16(TAKE_OFF + OFF_UNIT + region)
            n += 1
        if p.bases(faction, region) > v[PLACED_BASES + region] and not (here and what == A_BASE):
            out[n] = i16(TAKE_OFF + OFF_BASE + region)
            n += 1
    for area in range(i64(AREA_COUNT)):
        if v[SUPPORT + area] == side_of(faction) and v[PLACED_SUPPORT + area] == 0:
            out[n] = i16(TAKE_OFF + OFF_SUPPORT + area)
            n += 1
    return n


def fill_take_off_precincts(p: Position, where: i64, out: vec[i16]) -> i64:
    v = p.v
    n: i64 = 0
    for precinct in range(p.board.precincts):
        if precinct != where and v[IE_UNITS + precinct] > v[PLACED_UNITS + precinct]:
            out[n] = i16(TAKE_OFF + OFF_PRECINCT + precinct)
            n += 1
    return n


def fill_take_off_dice(p: Position, what: i64, where: i64, out: vec[i16]) -> i64:
    v = p.v
    n: i64 = 0
    last: i64 = -1
    for i in range(DICE, i64(DICE_END)):
        die = v[i]
        if die > 0 and die & DIE_PLACED == 0 and die != last and dice_may_change(p, die, what, where):
            first: i64 = OFF_BASE_DIE if die & DIE_BASE != 0 else OFF_DIE
            out[n] = i16(TAKE_OFF + first + region_of(die) * FULL_STEALTH + stealth_of(die) - 1)
            n += 1
            last = die
    return n


def dice_may_change(p: Position, die: i64, what: i64, where: i64) -> bool:
    if region_of(die) != where:
        return True
    base = die & DIE_BASE != 0
    if what == A_BASE and not base and p.dice_in(where, A_UNIT) == 1:  # §8.3: a unit must be there
        return False
    return not (base == (what == A_BASE) and stealth_of(die) == NEW_STEALTH)


def take_off(p: Position, which: i64) -> None:
    v = p.v
    faction = v[ACTING]
    if which < OFF_BASE:
        p.remove_unit(faction, which - OFF_UNIT)
    elif which < OFF_PRECINCT:
        p.remove_base(faction, which - OFF_BASE)
    elif which < OFF_SUPPORT:
        p.remove_unit(IE, which - OFF_PRECINCT)
    elif which < OFF_DIE:
        v[SUPPORT + which - OFF_SUPPORT] = NEUTRAL
        v[SUPPLY + faction] += 1
    else:
        what: i64 = A_BASE if which >= OFF_BASE_DIE else A_UNIT
        code = which - (OFF_BASE_DIE if what == A_BASE else OFF_DIE)
        i = p.find_die(code // FULL_STEALTH, what, code % FULL_STEALTH + 1, DIE_PLACED)
        v[i] = 0
        v[SUPPLY + BP] += 1
        p.sort_dice()
