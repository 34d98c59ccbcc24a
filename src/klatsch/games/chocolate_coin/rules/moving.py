# klatsch: compiled
"""Move (RULES.md 8.11 … 8.15)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import AMOUNT, BP_BASE, BP_UNIT, DONE, GIFT, TOKEN
from klatsch.games.chocolate_coin.rules.kinds import MOVE_AMOUNT, MOVE_DIE, MOVE_GIFT, MOVE_TARGET
from klatsch.games.chocolate_coin.rules.layout import (
    A_UNIT,
    ACTING,
    ANYWHERE,
    BP,
    DID,
    DIE_MARKS,
    DIE_MOVED,
    DIE_REGION,
    FOCUS,
    FULL_STEALTH,
    GIFT_KINDS,
    GIFT_VALUES,
    GIFTS,
    GIFTS_MOVED,
    IE,
    MOVED_IE,
    MOVED_SANTA,
    ONE_UNIT,
    PICKED,
    PLACED_UNITS,
    RETURN,
    SANTA,
    TARGET,
)
from klatsch.games.chocolate_coin.rules.position import Position, gift_at, moved_at, units_at
from klatsch.games.chocolate_coin.rules.step import RegionStep, Step, is_earlier


def clear_moved(p: Position) -> None:
    """A new Move begins. Internal Elfairs move only their own: whom they dispersed stays marked (§9.6)."""
    v = p.v
    if v[ACTING] == IE:
        for i in range(MOVED_IE, i64(PLACED_UNITS)):
            v[i] = 0
        return
    for i in range(MOVED_SANTA, i64(PLACED_UNITS)):
        v[i] = 0
    for i in range(GIFTS_MOVED, i64(GIFTS_MOVED + GIFT_KINDS)):
        v[i] = 0
    p.clear_die_marks(DIE_MOVED)


def fresh_units(p: Position, faction: i64, place: i64) -> i64:
    """§8.12: units that have not moved yet."""
    return p.v[units_at(faction) + place] - p.v[moved_at(faction) + place]


def can_leave(p: Position, faction: i64, place: i64, fresh: bool) -> bool:
    """`fresh`: before an operation begins, when no unit has moved."""
    if not has_way(p, faction, place):
        return False
    if faction == BP:
        return p.dice_in(place, A_UNIT) > 0 if fresh else p.has_fresh_die(place)
    return p.v[units_at(faction) + place] > 0 if fresh else fresh_units(p, faction, place) > 0


def has_way(p: Position, faction: i64, place: i64) -> bool:
    if faction != IE or p.v[ANYWHERE] == 1:
        return True
    return any(p.board.has_line(place, other) for other in range(p.board.precincts))


class MoveTarget(RegionStep):
    """§8.11, §8.15: an adjacent Region; for Internal Elfairs a precinct along a line; with a passage, anywhere."""

    kind = MOVE_TARGET

    def of_precincts(self, p: Position) -> bool:
        return p.v[ACTING] == IE

    def eligible(self, p: Position, place: i64) -> bool:
        v = p.v
        if v[ANYWHERE] == 1:
            return place != v[FOCUS]
        return p.board.has_line(v[FOCUS], place) if v[ACTING] == IE else p.board.is_adjacent(v[FOCUS], place)

    def choose(self, p: Position, place: i64) -> None:
        v = p.v
        v[TARGET] = place
        v[PICKED] = 0
        p.go(MOVE_DIE if v[ACTING] == BP else MOVE_AMOUNT)


class MoveAmount(Step):
    """§8.11: at least one unit, at most all that have not moved."""

    kind = MOVE_AMOUNT

    def fill(self, p: Position, out: vec[i16]) -> i64:
        v = p.v
        most = fresh_units(p, v[ACTING], v[FOCUS])
        if v[ONE_UNIT] == 1:
            most = 1
        for i in range(most):
            out[i] = i16(AMOUNT + 1 + i)
        return most

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        faction = v[ACTING]
        move_units(p, faction, v[FOCUS], v[TARGET], action - AMOUNT)
        if faction == SANTA and p.gifts_in(v[FOCUS]) > 0:
            p.go(MOVE_GIFT)
        else:
            p.go(v[RETURN])


def move_units(p: Position, faction: i64, source: i64, target: i64, count: i64) -> None:
    """Those that were not placed in this action go first, so that the marks say who may be taken off (§1.9)."""
    v = p.v
    at = units_at(faction)
    v[DID] = 1
    v[at + source] -= count
    v[at + target] += count
    v[moved_at(faction) + target] += count
    if faction == v[ACTING] and v[PLACED_UNITS + source] > v[at + source]:
        placed = v[PLACED_UNITS + source] - v[at + source]
        v[PLACED_UNITS + source] -= placed
        v[PLACED_UNITS + target] += placed


class MoveDie(Step):
    """§8.11: Big Plastic's units are picked one by one, at least one."""

    kind = MOVE_DIE

    def fill(self, p: Position, out: vec[i16]) -> i64:
        v = p.v
        n: i64 = 0
        if v[PICKED] == 0 or v[ONE_UNIT] == 0:
            for stealth in range(1, i64(FULL_STEALTH + 1)):
                if p.find_die(v[FOCUS], A_UNIT, stealth, DIE_MOVED) >= 0:
                    out[n] = i16(TOKEN + BP_UNIT + stealth - 1)
                    n += 1
        if v[PICKED] > 0:
            out[n] = DONE
            n += 1
        return n

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        if action == DONE:
            v[PICKED] = 0
            p.go(v[RETURN])
            return
        v[PICKED] += 1
        move_die(p, v[FOCUS], action - TOKEN - BP_UNIT + 1, v[TARGET])
        p.go(MOVE_DIE)

    def is_redundant(self, p: Position, previous: i64, action: i64) -> bool:
        return is_earlier(previous, action, TOKEN + BP_UNIT, TOKEN + BP_BASE)


def move_die(p: Position, source: i64, stealth: i64, target: i64) -> None:
    v = p.v
    v[DID] = 1
    i = p.find_die(source, A_UNIT, stealth, DIE_MARKS)
    if i < 0:
        i = p.find_die(source, A_UNIT, stealth, DIE_MOVED)
    v[i] += (target - source) * DIE_REGION + DIE_MOVED
    p.sort_dice()


class MoveGift(Step):
    """§8.13, §8.14: gifts that go along."""

    kind = MOVE_GIFT

    def fill(self, p: Position, out: vec[i16]) -> i64:
        v = p.v
        n: i64 = 0
        for value in range(1, i64(GIFT_VALUES + 1)):
            at = gift_at(v[FOCUS], value)
            if v[GIFTS + at] > v[GIFTS_MOVED + at]:
                out[n] = i16(GIFT + value - 1)
                n += 1
        out[n] = DONE
        return n + 1

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        if action == DONE:
            p.go(v[RETURN])
            return
        value = action - GIFT + 1
        p.remove_gift(v[FOCUS], value)
        p.add_gift(v[TARGET], value)
        if not p.board.gift_relay:
            v[GIFTS_MOVED + gift_at(v[TARGET], value)] += 1
        p.go(MOVE_GIFT)

    def is_redundant(self, p: Position, previous: i64, action: i64) -> bool:
        return is_earlier(previous, action, GIFT, GIFT + GIFT_VALUES)
