# klatsch: compiled
"""Attack (RULES.md 8.16 … 8.28)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE
from klatsch.games.chocolate_coin.actions import (
    BP_BASE,
    BP_UNIT,
    DONE,
    ELF_BASE,
    ELF_UNIT,
    IE_UNIT,
    ROLL,
    SANTA_BASE,
    SANTA_UNIT,
    TOKEN,
    TOKEN_COUNT,
)
from klatsch.games.chocolate_coin.rules.kinds import REMOVE_TOKEN, ROLL_DIE, START_ATTACK
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    A_UNIT,
    ACTING,
    BP,
    DICE,
    DICE_END,
    DICE_ROLLED,
    DID,
    DIE_FACES,
    ELF,
    FOCUS,
    FULL_STEALTH,
    HITS,
    IE,
    IE_UNITS,
    PRO_ELF,
    PRO_SANTA,
    RETURN,
    ROLLED,
    SANTA,
    STRENGTH,
    TO_ROLL,
    TOKENS_THERE,
    UNITS_REMOVED,
)
from klatsch.games.chocolate_coin.rules.position import Position, is_token_in, is_unit_in, stealth_of
from klatsch.games.chocolate_coin.rules.step import Step, is_earlier

NOBODY_TO_SEE: Final = 99  # a stealth that no number of tokens reaches


def can_attack(p: Position, faction: i64, region: i64) -> bool:
    """§8.19: with a unit, and against something."""
    if p.units(faction, region) == 0:
        return False
    if faction != SANTA and p.tokens(SANTA, region) > 0:
        return True
    if faction != ELF and p.tokens(ELF, region) > 0:
        return True
    if faction != IE and p.ie_in(region) > 0:
        return True
    return faction != BP and lowest_stealth(p, region) <= p.tokens(faction, region)


def lowest_stealth(p: Position, region: i64) -> i64:
    v = p.v
    lowest: i64 = NOBODY_TO_SEE
    for i in range(DICE, i64(DICE_END)):
        if is_token_in(v[i], region):
            lowest = min(lowest, stealth_of(v[i]))
    return lowest


class StartAttack(Step):
    """§8.16: as many dice as units; six units or more can't miss, so nothing is rolled."""

    kind = START_ATTACK

    def enter(self, p: Position) -> None:
        v = p.v
        strength = p.units(v[ACTING], v[FOCUS])
        v[STRENGTH] = strength
        v[TOKENS_THERE] = p.tokens(v[ACTING], v[FOCUS])  # §8.21: counted now
        v[UNITS_REMOVED] = 0
        v[DID] = 1
        sure = strength > DICE_ROLLED
        v[HITS] = strength if sure else 0
        v[TO_ROLL] = 0 if sure else strength
        for i in range(ROLLED, i64(ROLLED + DICE_ROLLED)):
            v[i] = 0
        p.go(REMOVE_TOKEN if sure else ROLL_DIE)


class RollDie(Step):
    kind = ROLL_DIE

    def enter(self, p: Position) -> None:
        p.actor = CHANCE

    def fill(self, p: Position, out: vec[i16]) -> i64:
        for face in range(i64(DIE_FACES)):
            out[face] = i16(ROLL + face)
        return DIE_FACES

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        value = action - ROLL + 1
        v[ROLLED + v[STRENGTH] - v[TO_ROLL]] = value
        v[TO_ROLL] -= 1
        if value <= v[STRENGTH]:
            v[HITS] += 1
        p.go(ROLL_DIE if v[TO_ROLL] > 0 else REMOVE_TOKEN)


class RemoveToken(Step):
    """§8.17, §8.18: a token for each hit, faction by faction, units before bases; hits may be left."""

    kind = REMOVE_TOKEN

    def fill(self, p: Position, out: vec[i16]) -> i64:
        v = p.v
        n: i64 = 0
        if v[HITS] > 0:
            n = fill_targets(p, out)
        out[n] = DONE
        return n + 1

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        if action == DONE:
            self.finish(p)
            return
        token = action - TOKEN
        v[HITS] -= 1
        if is_unit(token):
            v[UNITS_REMOVED] += 1
        remove_token(p, v[FOCUS], token)
        p.go(REMOVE_TOKEN)

    def is_redundant(self, p: Position, previous: i64, action: i64) -> bool:
        """A base has a higher number than the units that cover it: it never was possible before them."""
        return is_earlier(previous, action, TOKEN, TOKEN + TOKEN_COUNT)

    def finish(self, p: Position) -> None:
        v = p.v
        faction = v[ACTING]
        region = v[FOCUS]
        v[HITS] = 0
        if v[UNITS_REMOVED] > 0:  # §8.23–8.25: after the removed tokens reached their supply
            if faction == SANTA:
                p.shift(p.board.area[region], PRO_ELF)
            elif faction == ELF:
                p.shift(p.board.area[region], PRO_SANTA)
        if faction == BP:
            halve_stealth(p, region)
        p.go(v[RETURN])


def is_unit(token: i64) -> bool:
    return token != SANTA_BASE and token != ELF_BASE and token < BP_BASE


def fill_targets(p: Position, out: vec[i16]) -> i64:
    """What a hit may remove."""
    v = p.v
    faction = v[ACTING]
    region = v[FOCUS]
    n: i64 = 0
    if faction != SANTA:
        n = fill_tokens_of(p, SANTA, SANTA_UNIT, out, n)
    if faction != ELF:
        n = fill_tokens_of(p, ELF, ELF_UNIT, out, n)
    if faction != IE:
        n = fill_precincts(p, region, out, n)
    if faction != BP:
        n = fill_dice(p, region, A_UNIT, v[TOKENS_THERE], out, n)
        if not has_unit_to_hit(p, region, v[TOKENS_THERE]):
            n = fill_dice(p, region, A_BASE, v[TOKENS_THERE], out, n)
    return n


def fill_tokens_of(p: Position, faction: i64, first: i64, out: vec[i16], n: i64) -> i64:
    """A unit while there is one, then a base."""
    v = p.v
    if p.units(faction, v[FOCUS]) > 0:
        out[n] = i16(TOKEN + first)
        n += 1
    elif p.bases(faction, v[FOCUS]) > 0:
        out[n] = i16(TOKEN + first + 1)
        n += 1
    return n


def fill_precincts(p: Position, region: i64, out: vec[i16], n: i64) -> i64:
    """§8.20: Internal Elfairs are hit in every Region that they touch; the attacker picks the precinct."""
    for precinct in range(p.board.precincts):
        if p.v[IE_UNITS + precinct] > 0 and p.board.is_touched(region, precinct):
            out[n] = i16(TOKEN + IE_UNIT + precinct)
            n += 1
    return n


def fill_dice(p: Position, region: i64, what: i64, most: i64, out: vec[i16], n: i64) -> i64:
    """Big Plastic's units or bases with at most that stealth, each stealth once."""
    first: i64 = BP_BASE if what == A_BASE else BP_UNIT
    for stealth in range(1, min(most, i64(FULL_STEALTH)) + 1):
        if p.find_die(region, what, stealth, 0) >= 0:
            out[n] = i16(TOKEN + first + stealth - 1)
            n += 1
    return n


def has_unit_to_hit(p: Position, region: i64, most: i64) -> bool:
    """A Big Plastic unit that can be seen, and so covers the bases (§8.18, §8.22)."""
    return p.has_unit_up_to(region, most, 0)


def remove_token(p: Position, region: i64, token: i64) -> None:
    if token == SANTA_UNIT or token == ELF_UNIT:
        p.remove_unit(SANTA if token == SANTA_UNIT else ELF, region)
    elif token == SANTA_BASE or token == ELF_BASE:
        p.remove_base(SANTA if token == SANTA_BASE else ELF, region)
    elif token < BP_UNIT:
        p.remove_unit(IE, token - IE_UNIT)
    else:
        p.lower_die(die_of(p, region, token), FULL_STEALTH)
        p.sort_dice()


def die_of(p: Position, region: i64, token: i64) -> i64:
    if token >= BP_BASE:
        return p.find_die(region, A_BASE, token - BP_BASE + 1, 0)
    return p.find_die(region, A_UNIT, token - BP_UNIT + 1, 0)


def halve_stealth(p: Position, region: i64) -> None:
    """§8.26: every Big Plastic unit there, rounded up, hit or miss."""
    v = p.v
    for i in range(DICE, i64(DICE_END)):
        if is_unit_in(v[i], region):
            v[i] -= stealth_of(v[i]) // 2
    p.sort_dice()
