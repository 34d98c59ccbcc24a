# klatsch: compiled
"""Special operations: Ship Gifts, Sweep, Take Cover, Membership Drive (RULES.md 10)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import GIFT, TOKEN
from klatsch.games.chocolate_coin.rules.attack import die_of, fill_dice
from klatsch.games.chocolate_coin.rules.faction_operations import fill_gifts
from klatsch.games.chocolate_coin.rules.kinds import (
    COVER_REGION,
    DRIVE_REGION,
    NEXT_STEP,
    SHIP_GIFT,
    SHIP_REGION,
    SWEEP_REGION,
    SWEEP_TOKEN,
)
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    A_RECRUITED_MEMBER,
    A_UNIT,
    BP,
    ELF,
    FOCUS,
    FULL_STEALTH,
    SANTA,
    SANTA_UNITS,
    SUPPLY,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.recruit import count_take_offs, place
from klatsch.games.chocolate_coin.rules.step import OptionalRegionStep, Step

COVER_POINTS: Final = 3


# ── 10.1 Ship Gifts ───────────────────────────────────────────────────────────────────────────────────────────────


class ShipRegion(OptionalRegionStep):
    """§10.1: a dock Region with a gift."""

    kind = SHIP_REGION

    def eligible(self, p: Position, region: i64) -> bool:
        return p.board.dock[region] == 1 and p.gifts_in(region) > 0

    def choose(self, p: Position, region: i64) -> None:
        p.v[FOCUS] = region
        p.go(SHIP_GIFT)


class ShipGift(Step):
    """§10.1: Santa scores its value."""

    kind = SHIP_GIFT

    def fill(self, p: Position, out: vec[i16]) -> i64:
        return fill_gifts(p, p.v[FOCUS], out)

    def apply(self, p: Position, action: i64) -> None:
        value = action - GIFT + 1
        p.remove_gift(p.v[FOCUS], value)
        p.gain(SANTA, value)
        p.go(NEXT_STEP)


# ── 10.2 Sweep ────────────────────────────────────────────────────────────────────────────────────────────────────


class SweepRegion(OptionalRegionStep):
    """§10.2: where Big Plastic has a token and Internal Elfairs a unit."""

    kind = SWEEP_REGION

    def eligible(self, p: Position, region: i64) -> bool:
        return p.tokens(BP, region) > 0 and p.ie_in(region) > 0

    def choose(self, p: Position, region: i64) -> None:
        p.v[FOCUS] = region
        p.go(SWEEP_TOKEN)


class SweepToken(Step):
    """§10.2: any Big Plastic token there, unit or base, however stealthy."""

    kind = SWEEP_TOKEN

    def fill(self, p: Position, out: vec[i16]) -> i64:
        region = p.v[FOCUS]
        n = fill_dice(p, region, A_UNIT, FULL_STEALTH, out, 0)
        return fill_dice(p, region, A_BASE, FULL_STEALTH, out, n)

    def apply(self, p: Position, action: i64) -> None:
        region = p.v[FOCUS]
        p.lower_die(die_of(p, region, action - TOKEN), p.ie_in(region))
        p.sort_dice()
        p.go(NEXT_STEP)


# ── 10.3 Take Cover ───────────────────────────────────────────────────────────────────────────────────────────────


class CoverRegion(OptionalRegionStep):
    """§10.3: where a unit can gain stealth."""

    kind = COVER_REGION

    def eligible(self, p: Position, region: i64) -> bool:
        return p.has_unit_below_full_stealth(region)

    def choose(self, p: Position, region: i64) -> None:
        p.v[FOCUS] = region
        p.raise_units(region, COVER_POINTS)
        p.go(NEXT_STEP)


# ── 10.4 Membership Drive ─────────────────────────────────────────────────────────────────────────────────────────


class DriveRegion(OptionalRegionStep):
    """§10.4, §10.5: where Santa has a unit, if there is an E.L.F. token to replace it."""

    kind = DRIVE_REGION

    def eligible(self, p: Position, region: i64) -> bool:
        if p.v[SANTA_UNITS + region] == 0:
            return False
        return p.v[SUPPLY + ELF] > 0 or count_take_offs(p, A_RECRUITED_MEMBER, region) > 0

    def choose(self, p: Position, region: i64) -> None:
        p.v[FOCUS] = region
        place(p, A_RECRUITED_MEMBER, region, 1, NEXT_STEP)
