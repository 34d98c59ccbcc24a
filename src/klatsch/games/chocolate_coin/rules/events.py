# klatsch: compiled
"""Events: the named effects that a card's columns are made of (RULES.md 11)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import AMOUNT, AREA, GIFT, REGION, SHIFT, WAY
from klatsch.games.chocolate_coin.rules.board import (
    EFFECT_BASE,
    EFFECT_GIFT,
    EFFECT_LOSE,
    EFFECT_MOVE,
    EFFECT_OPERATION,
    EFFECT_PLACE,
    EFFECT_REMOVE,
    EFFECT_SCORE,
    EFFECT_SPECIAL,
    EFFECT_STEALTH,
    EFFECT_SUPPORT,
    EFFECT_TRACK,
)
from klatsch.games.chocolate_coin.rules.faction_operations import can_persuade, fill_gifts, persuade
from klatsch.games.chocolate_coin.rules.kinds import (
    EVENT_BASE_PLACE,
    EVENT_BASE_REGION,
    EVENT_GIFT_CHANGE,
    EVENT_GIFT_DIE,
    EVENT_GIFT_REGION,
    EVENT_GIFT_WAY,
    EVENT_MOVE,
    EVENT_PLACE,
    EVENT_REMOVE_REGION,
    EVENT_STEALTH_REGION,
    EVENT_STEALTH_WAY,
    EVENT_SUPPORT,
    MOVE_TARGET,
    NEXT_STEP,
)
from klatsch.games.chocolate_coin.rules.layout import (
    A_UNIT,
    ACTING,
    ANYWHERE,
    BP,
    DID,
    EFFECT_A,
    EFFECT_B,
    EFFECT_C,
    EFFECT_D,
    ELF,
    FOCUS,
    FULL,
    GIFT_VALUE,
    GIFT_VALUES,
    IE,
    LEFT,
    LIMITED,
    NEUTRAL,
    ONE_UNIT,
    ONLY,
    OPERATION_LEFT,
    PRO_ELF,
    PRO_SANTA,
    REGION_COUNT,
    RETURN,
    SANTA,
    SELECTED,
    SPECIAL_LEFT,
    SUPPLY,
    TRACK_TO,
    TRACK_WHO,
    WHO,
)
from klatsch.games.chocolate_coin.rules.moving import can_leave, clear_moved
from klatsch.games.chocolate_coin.rules.position import Position, own_operation
from klatsch.games.chocolate_coin.rules.recruit import can_add_units, may_recruit_in, place
from klatsch.games.chocolate_coin.rules.selecting import card_faction
from klatsch.games.chocolate_coin.rules.step import OptionalRegionStep, OptionalStep, RegionStep, Step, is_earlier

# Ways, as in actions.WAYS.
EXPOSE: Final = 0
HIDE: Final = 1
PUT_GIFT: Final = 2
REMOVE_GIFT: Final = 3
CHANGE_GIFT: Final = 4
CARRY_GIFT: Final = 5

# Parameters of effects, as in options.effect_numbers.
OWN_OPERATION: Final = 8  # of `operation`: the faction's own; 0 for any, else the operation + 1
YOU: Final = 0  # of `score` and `track`: whom they mean
CARD_FACTION: Final = 1
FACTION: Final = 2  # + the faction
ANY_PLACE: Final = 0  # of `place`, `remove` and `base`: where
A_WORKSHOP: Final = 1
A_DOCK: Final = 2
A_CANE: Final = 3

# A shift: 2 × Area, + 1 if toward the E.L.F., as in actions.SHIFT.
SIDES: Final = 2
SHIFTS: Final = 6


def start_effect(p: Position, at: i64) -> None:
    """§11.3: what an effect begins with."""
    v = p.v
    effects = p.board.effects
    code = effects[at]
    v[EFFECT_A] = effects[at + 1]
    v[EFFECT_B] = effects[at + 2]
    v[EFFECT_C] = effects[at + 3]
    v[EFFECT_D] = effects[at + 4]
    v[LEFT] = v[EFFECT_A]
    v[SELECTED] = 0
    v[RETURN] = NEXT_STEP
    if code == EFFECT_OPERATION:  # §11.3
        v[OPERATION_LEFT] = FULL if v[EFFECT_B] == 1 else LIMITED
        v[ONLY] = own_operation(v[ACTING]) + 1 if v[EFFECT_A] == OWN_OPERATION else v[EFFECT_A]
        p.go(NEXT_STEP)
    elif code == EFFECT_SPECIAL:
        v[SPECIAL_LEFT] = 1
        p.go(NEXT_STEP)
    elif code == EFFECT_SCORE:  # §11.9
        p.gain(faction_named(p, v[EFFECT_C]), v[EFFECT_B] if v[ACTING] == SANTA else v[EFFECT_A])
        p.go(NEXT_STEP)
    elif code == EFFECT_LOSE:
        p.lose(v[EFFECT_A])
        p.go(NEXT_STEP)
    elif code == EFFECT_TRACK:
        v[TRACK_WHO] = faction_named(p, v[EFFECT_B]) + 1
        v[TRACK_TO] = v[EFFECT_A]
        v[DID] = 1
        p.go(NEXT_STEP)
    else:
        p.go(first_step(p, code))


def faction_named(p: Position, who: i64) -> i64:
    """Whom an effect means: the one who plays it, the card's faction, or always the same."""
    if who == YOU:
        return p.v[ACTING]
    return card_faction(p) if who == CARD_FACTION else who - FACTION


def has_sign(p: Position, place: i64) -> bool:
    """§11.3: does a Region bear the sign that the effect asks for, or a precinct touch one that does?"""
    sign = p.v[EFFECT_D]
    if sign == ANY_PLACE:
        return True
    if p.v[ACTING] != IE:
        return region_has(p, place, sign)
    return any(p.board.is_touched(region, place) and region_has(p, region, sign) for region in range(i64(REGION_COUNT)))


def region_has(p: Position, region: i64, sign: i64) -> bool:
    if sign == A_WORKSHOP:
        return p.board.workshop[region] == 1
    return p.board.dock[region] == 1 if sign == A_DOCK else p.board.cane[region] == 1


def first_step(p: Position, code: i64) -> i64:
    if code == EFFECT_PLACE:
        return EVENT_PLACE
    if code == EFFECT_MOVE:
        clear_moved(p)
        p.v[ANYWHERE] = 1
        p.v[ONE_UNIT] = p.v[EFFECT_A]
        return EVENT_MOVE
    if code == EFFECT_SUPPORT:
        return EVENT_SUPPORT
    if code == EFFECT_REMOVE:
        return EVENT_REMOVE_REGION
    if code == EFFECT_STEALTH:
        return EVENT_STEALTH_WAY
    if code == EFFECT_GIFT:
        return EVENT_GIFT_WAY
    assert code == EFFECT_BASE
    return EVENT_BASE_PLACE if p.v[EFFECT_A] == 0 else EVENT_BASE_REGION


# ── Place: units where one may recruit ────────────────────────────────────────────────────────────────────────────


class EventPlace(OptionalRegionStep):
    """§11.4: units where one may recruit; Internal Elfairs in any precinct."""

    kind = EVENT_PLACE

    def of_precincts(self, p: Position) -> bool:
        return p.v[ACTING] == IE

    def enter(self, p: Position) -> None:
        p.leave_place()
        p.ask(p.v[ACTING])

    def another(self, p: Position) -> bool:
        return p.v[LEFT] > 0

    def eligible(self, p: Position, at: i64) -> bool:
        faction = p.v[ACTING]
        return (faction == IE or may_recruit_in(p, faction, at)) and has_sign(p, at) and can_add_units(p, faction, at)

    def choose(self, p: Position, at: i64) -> None:
        p.v[LEFT] -= 1
        place(p, A_UNIT, at, 1, EVENT_PLACE)

    def is_redundant(self, p: Position, previous: i64, action: i64) -> bool:
        """With an empty supply a token must come off first, which depends on the place."""
        return p.v[SUPPLY + p.v[ACTING]] > 0 and is_earlier(previous, action, REGION, AREA)


# ── Move: from one place to any other ─────────────────────────────────────────────────────────────────────────────


class EventMove(OptionalRegionStep):
    """§11.3: from one place to any other."""

    kind = EVENT_MOVE

    def of_precincts(self, p: Position) -> bool:
        return p.v[ACTING] == IE

    def eligible(self, p: Position, at: i64) -> bool:
        return can_leave(p, p.v[ACTING], at, True)

    def choose(self, p: Position, at: i64) -> None:
        p.v[FOCUS] = at
        p.go(MOVE_TARGET)


# ── Support: shifts of one step ───────────────────────────────────────────────────────────────────────────────────


def may_shift(p: Position, shift: i64) -> bool:
    side: i64 = PRO_SANTA if shift % SIDES == 0 else PRO_ELF
    acting = p.v[ACTING]
    if p.v[EFFECT_B] != NEUTRAL and p.v[EFFECT_B] != side:  # the effect shifts toward one side only
        return False
    if (acting == SANTA and side == PRO_SANTA) or (acting == ELF and side == PRO_ELF):
        return can_persuade(p, side, shift // SIDES)
    return p.can_shift(shift // SIDES, side)


class EventSupport(OptionalStep):
    """§11.6: shifts of one step, toward either side."""

    kind = EVENT_SUPPORT

    def enter(self, p: Position) -> None:
        p.leave_place()
        p.ask(p.v[ACTING])

    def choices(self, p: Position, out: vec[i16]) -> i64:
        n: i64 = 0
        if p.v[LEFT] > 0:
            for shift in range(i64(SHIFTS)):
                if may_shift(p, shift):
                    out[n] = i16(SHIFT + shift)
                    n += 1
        return n

    def choose(self, p: Position, action: i64) -> None:
        v = p.v
        shift = action - SHIFT
        area = shift // SIDES
        side: i64 = PRO_SANTA if shift % SIDES == 0 else PRO_ELF
        v[LEFT] -= 1
        if v[ACTING] == (SANTA if side == PRO_SANTA else ELF):
            persuade(p, area, EVENT_SUPPORT)
        else:
            p.shift(area, side)
            p.go(EVENT_SUPPORT)


# ── Stealth: exposed or hidden ────────────────────────────────────────────────────────────────────────────────────


def may_change_stealth(p: Position, way: i64, region: i64) -> bool:
    if way == HIDE:
        return p.has_unit_below_full_stealth(region)
    return p.tokens(BP, region) > 0


def may_change_stealth_anywhere(p: Position, way: i64) -> bool:
    return any(may_change_stealth(p, way, region) for region in range(i64(REGION_COUNT)))


class EventStealthWay(OptionalStep):
    """§11.3: Big Plastic exposed, or hidden."""

    kind = EVENT_STEALTH_WAY

    def choices(self, p: Position, out: vec[i16]) -> i64:
        n: i64 = 0
        for way in range(EXPOSE, i64(HIDE + 1)):
            if (p.v[EFFECT_B] == 0 or p.v[EFFECT_B] == way + 1) and may_change_stealth_anywhere(p, way):
                out[n] = i16(WAY + way)
                n += 1
        return n

    def choose(self, p: Position, action: i64) -> None:
        p.v[WHO] = action - WAY
        p.go(EVENT_STEALTH_REGION)


class EventStealthRegion(RegionStep):
    """§11.3: where."""

    kind = EVENT_STEALTH_REGION

    def eligible(self, p: Position, region: i64) -> bool:
        return may_change_stealth(p, p.v[WHO], region)

    def choose(self, p: Position, region: i64) -> None:
        if p.v[WHO] == HIDE:
            p.raise_units(region, p.v[EFFECT_A])
        else:
            p.lower_tokens(region, p.v[EFFECT_A])
        p.go(NEXT_STEP)


# ── Gift: put, remove, change, carry ──────────────────────────────────────────────────────────────────────────────


def may_use_gift(p: Position, way: i64, region: i64) -> bool:
    if way == PUT_GIFT:
        return p.board.workshop[region] == 1 and p.gifts_in(region) == 0
    return p.gifts_in(region) > 0


def may_use_gift_anywhere(p: Position, way: i64) -> bool:
    return any(may_use_gift(p, way, region) for region in range(i64(REGION_COUNT)))


class EventGiftWay(OptionalStep):
    """§11.10: a gift put, removed, changed or carried, as far as the event allows."""

    kind = EVENT_GIFT_WAY

    def choices(self, p: Position, out: vec[i16]) -> i64:
        n: i64 = 0
        for way in range(PUT_GIFT, i64(CARRY_GIFT + 1)):
            if p.v[EFFECT_A + way - PUT_GIFT] > 0 and may_use_gift_anywhere(p, way):
                out[n] = i16(WAY + way)
                n += 1
        return n

    def choose(self, p: Position, action: i64) -> None:
        p.v[WHO] = action - WAY
        p.go(EVENT_GIFT_REGION)


class EventGiftRegion(RegionStep):
    """§11.10: where."""

    kind = EVENT_GIFT_REGION

    def eligible(self, p: Position, region: i64) -> bool:
        return may_use_gift(p, p.v[WHO], region)

    def choose(self, p: Position, region: i64) -> None:
        v = p.v
        v[FOCUS] = region
        if v[WHO] == PUT_GIFT:
            p.add_gift(region, v[EFFECT_A])
            p.go(NEXT_STEP)
        else:
            p.go(EVENT_GIFT_DIE)


class EventGiftDie(Step):
    """§11.10: which of the Region's gifts."""

    kind = EVENT_GIFT_DIE

    def fill(self, p: Position, out: vec[i16]) -> i64:
        return fill_gifts(p, p.v[FOCUS], out)

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        v[GIFT_VALUE] = action - GIFT + 1
        if v[WHO] == REMOVE_GIFT:
            p.remove_gift(v[FOCUS], v[GIFT_VALUE])
            p.go(NEXT_STEP)
        else:
            p.go(EVENT_GIFT_CHANGE)


class EventGiftChange(RegionStep):
    """§11.10: an adjacent Region, or a new value within the range."""

    kind = EVENT_GIFT_CHANGE

    def eligible(self, p: Position, region: i64) -> bool:
        return p.board.is_adjacent(p.v[FOCUS], region)

    def choose(self, p: Position, region: i64) -> None:
        replace_gift(p, region, p.v[GIFT_VALUE])

    def fill(self, p: Position, out: vec[i16]) -> i64:
        return fill_new_values(p, out) if p.v[WHO] == CHANGE_GIFT else super().fill(p, out)

    def apply(self, p: Position, action: i64) -> None:
        if p.v[WHO] == CHANGE_GIFT:
            replace_gift(p, p.v[FOCUS], action - AMOUNT)
        else:
            super().apply(p, action)


def fill_new_values(p: Position, out: vec[i16]) -> i64:
    v = p.v
    n: i64 = 0
    for value in range(1, i64(GIFT_VALUES + 1)):
        change = value - v[GIFT_VALUE]
        if change != 0 and change <= v[EFFECT_C] and -change <= v[EFFECT_C]:
            out[n] = i16(AMOUNT + value)
            n += 1
    return n


def replace_gift(p: Position, region: i64, value: i64) -> None:
    p.remove_gift(p.v[FOCUS], p.v[GIFT_VALUE])
    p.add_gift(region, value)
    p.go(NEXT_STEP)
