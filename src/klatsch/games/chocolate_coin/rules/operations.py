# klatsch: compiled
"""Playing an action: its steps in order, the choice of an operation and of its Regions (RULES.md 6 and 7)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import DONE, OPERATION
from klatsch.games.chocolate_coin.rules.attack import can_attack
from klatsch.games.chocolate_coin.rules.board import BITS, STRIDE
from klatsch.games.chocolate_coin.rules.events import start_effect
from klatsch.games.chocolate_coin.rules.faction_operations import can_disperse, can_persuade, can_steal
from klatsch.games.chocolate_coin.rules.kinds import (
    BUILD_GIFT,
    CHOOSE_AREA,
    CHOOSE_OPERATION,
    CHOOSE_REGION,
    COVER_REGION,
    DISPERSE_WHO,
    DRIVE_REGION,
    MOVE_TARGET,
    NEXT_STEP,
    RECRUIT_PRECINCT,
    RECRUIT_WHAT,
    SHIP_REGION,
    START_ATTACK,
    STEAL_GIFT,
    SWEEP_REGION,
)
from klatsch.games.chocolate_coin.rules.layout import (
    ACTING,
    ANYWHERE,
    ATTACK,
    BP,
    CHOSEN,
    DIE_MOVED,
    DISPERSE,
    EFFECT,
    EFFECT_END,
    FOCUS,
    FULL,
    IE,
    MOVE,
    NO_OPERATION,
    ONE_UNIT,
    ONLY,
    OPERATION_LEFT,
    PIES,
    RALLY,
    RECRUIT,
    REGION_COUNT,
    REGIONS_LEFT,
    RETURN,
    SANTA,
    SELECTED,
    SPECIAL_LEFT,
)
from klatsch.games.chocolate_coin.rules.moving import can_leave, clear_moved
from klatsch.games.chocolate_coin.rules.position import Position, own_operation, side_of
from klatsch.games.chocolate_coin.rules.recruit import can_recruit
from klatsch.games.chocolate_coin.rules.step import OptionalRegionStep, Step, or_done


class NextStep(Step):
    """§7.1, §7.2: the operation first, then the special; an event's effects one after another."""

    kind = NEXT_STEP

    def enter(self, p: Position) -> None:
        v = p.v
        p.leave_place()
        v[ANYWHERE] = 0  # no passage outlasts its effect
        v[ONE_UNIT] = 0
        if v[ACTING] == BP:
            p.clear_die_marks(DIE_MOVED)
        if v[OPERATION_LEFT] != NO_OPERATION:
            p.go(CHOOSE_OPERATION)
        elif v[SPECIAL_LEFT] == 1:
            v[SPECIAL_LEFT] = 0
            p.go(special_of(v[ACTING]))
        elif v[EFFECT] < v[EFFECT_END]:
            effect = v[EFFECT] * STRIDE
            v[EFFECT] += 1
            start_effect(p, effect)
        else:
            p.go(BUILD_GIFT)


def special_of(faction: i64) -> i64:
    if faction == SANTA:
        return SHIP_REGION
    if faction == IE:
        return SWEEP_REGION
    return COVER_REGION if faction == BP else DRIVE_REGION


# ── 6 Operations ──────────────────────────────────────────────────────────────────────────────────────────────────


class ChooseOperation(Step):
    """§6.1: one of the universal operations or the faction's own, if it can be performed anywhere."""

    kind = CHOOSE_OPERATION

    def fill(self, p: Position, out: vec[i16]) -> i64:
        n: i64 = 0
        for operation in range(RECRUIT, i64(ATTACK + 1)):
            if is_allowed(p, operation) and possible_anywhere(p, operation):
                out[n] = i16(OPERATION + operation)
                n += 1
        own = own_operation(p.v[ACTING])
        if is_allowed(p, own) and possible_anywhere(p, own):
            out[n] = i16(OPERATION + own)
            n += 1
        return or_done(p, out, n)

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        full = v[OPERATION_LEFT] == FULL
        v[OPERATION_LEFT] = NO_OPERATION
        v[ONLY] = 0
        if action == DONE:
            p.go(NEXT_STEP)
            return
        operation = action - OPERATION
        v[CHOSEN] = operation
        v[REGIONS_LEFT] = p.regions_of_operation(v[ACTING]) if full else 1  # §6.4, §6.6: fixed now
        v[SELECTED] = 0
        v[RETURN] = CHOOSE_REGION
        if operation == MOVE:
            clear_moved(p)
        p.go(CHOOSE_AREA if operation == PIES or operation == RALLY else CHOOSE_REGION)


def is_allowed(p: Position, operation: i64) -> bool:
    """§11.3: an event may ask for one kind of operation."""
    return p.v[ONLY] == 0 or p.v[ONLY] == operation + 1


def possible_anywhere(p: Position, operation: i64) -> bool:
    faction = p.v[ACTING]
    if operation == PIES or operation == RALLY:
        return (
            can_persuade(p, side_of(faction), 0)
            or can_persuade(p, side_of(faction), 1)
            or can_persuade(p, side_of(faction), 2)
        )
    fresh = operation == MOVE  # §9.6: what was dispersed stays so for the whole action
    places = p.board.precincts if operation == MOVE and faction == IE else i64(REGION_COUNT)
    return any(possible(p, operation, place, fresh) for place in range(places))


def possible(p: Position, operation: i64, place: i64, fresh: bool) -> bool:
    """May this Region (for a Move of Internal Elfairs: precinct) be selected? `fresh`: nothing has moved yet."""
    faction = p.v[ACTING]
    if operation == RECRUIT:
        return can_recruit(p, faction, place)
    if operation == MOVE:
        return can_leave(p, faction, place, fresh)
    if operation == ATTACK:
        return can_attack(p, faction, place)
    if operation == DISPERSE:
        return can_disperse(p, place, fresh)
    return can_steal(p, place)


class ChooseRegion(OptionalRegionStep):
    """§6.2, §6.5: another Region each time, up to the number allowed, or no more."""

    kind = CHOOSE_REGION

    def enter(self, p: Position) -> None:
        p.leave_place()
        p.ask(p.v[ACTING])

    def of_precincts(self, p: Position) -> bool:
        return p.v[CHOSEN] == MOVE and p.v[ACTING] == IE

    def another(self, p: Position) -> bool:
        return p.v[REGIONS_LEFT] > 0

    def eligible(self, p: Position, place: i64) -> bool:
        return p.v[SELECTED] & BITS[place] == 0 and possible(p, p.v[CHOSEN], place, False)

    def choose(self, p: Position, place: i64) -> None:
        v = p.v
        v[REGIONS_LEFT] -= 1
        v[SELECTED] |= BITS[place]
        v[FOCUS] = place
        p.go(first_step(v[CHOSEN], v[ACTING]))


def first_step(operation: i64, faction: i64) -> i64:
    if operation == RECRUIT:
        return RECRUIT_PRECINCT if faction == IE else RECRUIT_WHAT
    if operation == MOVE:
        return MOVE_TARGET
    if operation == ATTACK:
        return START_ATTACK
    return DISPERSE_WHO if operation == DISPERSE else STEAL_GIFT
