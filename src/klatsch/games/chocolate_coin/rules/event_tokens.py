# klatsch: compiled
"""Events that place or remove particular tokens: the effects `remove` and `base` (RULES.md 11)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import BP_UNIT, ELF_BASE, ELF_UNIT, SANTA_BASE, SANTA_UNIT, TOKEN
from klatsch.games.chocolate_coin.rules.attack import die_of, fill_dice, fill_precincts, remove_token
from klatsch.games.chocolate_coin.rules.board import BITS
from klatsch.games.chocolate_coin.rules.events import ANY_PLACE, has_sign, region_has
from klatsch.games.chocolate_coin.rules.kinds import (
    EVENT_BASE_PLACE,
    EVENT_BASE_REGION,
    EVENT_BASE_TOKEN,
    EVENT_REMOVE_REGION,
    EVENT_REMOVE_TOKEN,
    NEXT_STEP,
)
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    A_UNIT,
    ACTING,
    BP,
    EFFECT_B,
    EFFECT_C,
    EFFECT_D,
    ELF,
    FOCUS,
    FULL_STEALTH,
    IE,
    LEFT,
    SANTA,
    SELECTED,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.recruit import can_add_base, can_add_units, place
from klatsch.games.chocolate_coin.rules.selecting import card_faction
from klatsch.games.chocolate_coin.rules.step import OptionalRegionStep, Step

# ── Remove: an enemy unit where one has a token ───────────────────────────────────────────────────────────────────


# What the effect's second parameter tells: whom it is against, and whether bases can be removed.
AGAINST_CARD: Final = 1
BASES_TOO: Final = 2


def is_enemy(p: Position, faction: i64) -> bool:
    if faction == p.v[ACTING]:
        return False
    return p.v[EFFECT_B] & AGAINST_CARD == 0 or faction == card_faction(p)


def is_bare_base(p: Position, faction: i64, region: i64) -> bool:
    """§11.7: a base that the effect may remove, because none of its units is there."""
    return p.v[EFFECT_B] & BASES_TOO != 0 and p.units(faction, region) == 0 and p.bases(faction, region) > 0


def fill_enemies(p: Position, region: i64, out: vec[i16]) -> i64:
    """§11.7: units, and bases without units if the effect says so; of Big Plastic any token: it is only lowered."""
    n: i64 = 0
    if is_enemy(p, SANTA) and p.units(SANTA, region) > 0:
        out[n] = TOKEN + SANTA_UNIT
        n += 1
    elif is_enemy(p, SANTA) and is_bare_base(p, SANTA, region):
        out[n] = TOKEN + SANTA_BASE
        n += 1
    if is_enemy(p, ELF) and p.units(ELF, region) > 0:
        out[n] = TOKEN + ELF_UNIT
        n += 1
    elif is_enemy(p, ELF) and is_bare_base(p, ELF, region):
        out[n] = TOKEN + ELF_BASE
        n += 1
    if is_enemy(p, IE):
        n = fill_precincts(p, region, out, n)
    if is_enemy(p, BP):
        n = fill_dice(p, region, A_UNIT, FULL_STEALTH, out, n)
        n = fill_dice(p, region, A_BASE, FULL_STEALTH, out, n)
    return n


def is_signed(p: Position, region: i64) -> bool:
    return p.v[EFFECT_D] == ANY_PLACE or region_has(p, region, p.v[EFFECT_D])


def has_enemy(p: Position, region: i64) -> bool:
    return (
        (is_enemy(p, SANTA) and (p.units(SANTA, region) > 0 or is_bare_base(p, SANTA, region)))
        or (is_enemy(p, ELF) and (p.units(ELF, region) > 0 or is_bare_base(p, ELF, region)))
        or (is_enemy(p, IE) and p.ie_in(region) > 0)
        or (is_enemy(p, BP) and p.tokens(BP, region) > 0)
    )


class EventRemoveRegion(OptionalRegionStep):
    """§11.7: different Regions."""

    kind = EVENT_REMOVE_REGION

    def enter(self, p: Position) -> None:
        p.leave_place()
        p.ask(p.v[ACTING])

    def another(self, p: Position) -> bool:
        return p.v[LEFT] > 0

    def eligible(self, p: Position, region: i64) -> bool:
        return (
            p.v[SELECTED] & BITS[region] == 0
            and p.tokens(p.v[ACTING], region) > 0
            and is_signed(p, region)
            and has_enemy(p, region)
        )

    def choose(self, p: Position, region: i64) -> None:
        v = p.v
        v[FOCUS] = region
        v[SELECTED] |= BITS[region]
        v[LEFT] -= 1
        p.go(EVENT_REMOVE_TOKEN)


class EventRemoveToken(Step):
    kind = EVENT_REMOVE_TOKEN

    def fill(self, p: Position, out: vec[i16]) -> i64:
        return fill_enemies(p, p.v[FOCUS], out)

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        token = action - TOKEN
        if token >= BP_UNIT:
            p.lower_die(die_of(p, v[FOCUS], token), v[EFFECT_C])
            p.sort_dice()
        else:
            remove_token(p, v[FOCUS], token)
        p.go(EVENT_REMOVE_REGION)


# ── Base: placed beside a unit, or one of the card's faction removed ──────────────────────────────────────────────


class EventBasePlace(OptionalRegionStep):
    """§11.11: recruit limits aside. Internal Elfairs, who have no bases, place two units in one precinct."""

    kind = EVENT_BASE_PLACE

    def of_precincts(self, p: Position) -> bool:
        return p.v[ACTING] == IE

    def eligible(self, p: Position, at: i64) -> bool:
        faction = p.v[ACTING]
        return has_sign(p, at) and (can_add_units(p, IE, at) if faction == IE else can_add_base(p, faction, at))

    def choose(self, p: Position, at: i64) -> None:
        if p.v[ACTING] == IE:
            place(p, A_UNIT, at, 2, NEXT_STEP)
        else:
            place(p, A_BASE, at, 1, NEXT_STEP)


class EventBaseRegion(OptionalRegionStep):
    """§11.11: where one has a unit, and at least as many units as the card's faction, which has a token there."""

    kind = EVENT_BASE_REGION

    def eligible(self, p: Position, region: i64) -> bool:
        victim = card_faction(p)
        units = p.units(p.v[ACTING], region)
        enough = units > 0 and units >= p.units(victim, region)
        return enough and is_signed(p, region) and p.tokens(victim, region) > 0

    def choose(self, p: Position, region: i64) -> None:
        p.v[FOCUS] = region
        p.go(EVENT_BASE_TOKEN)


class EventBaseToken(Step):
    """§11.11: a base while there is one, else a unit; stealth doesn't protect."""

    kind = EVENT_BASE_TOKEN

    def fill(self, p: Position, out: vec[i16]) -> i64:
        victim = card_faction(p)
        region = p.v[FOCUS]
        if victim == IE:
            return fill_precincts(p, region, out, 0)
        what: i64 = A_BASE if p.bases(victim, region) > 0 else A_UNIT
        if victim == BP:
            return fill_dice(p, region, what, FULL_STEALTH, out, 0)
        if victim == SANTA:
            out[0] = TOKEN + SANTA_BASE if what == A_BASE else TOKEN + SANTA_UNIT
        else:
            out[0] = TOKEN + ELF_BASE if what == A_BASE else TOKEN + ELF_UNIT
        return 1

    def apply(self, p: Position, action: i64) -> None:
        remove_token(p, p.v[FOCUS], action - TOKEN)
        p.go(NEXT_STEP)
