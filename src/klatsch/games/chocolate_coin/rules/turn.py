# klatsch: compiled
"""Building gifts, and the end of an action and of a turn (RULES.md 12 and 13)."""

from __future__ import annotations

from mypy_extensions import i64

from klatsch.games.chocolate_coin.rules.kinds import (
    AFTER_ACTION,
    ASK_SECONDARY,
    BEGIN_TURN,
    BUILD_GIFT,
    DRAW_CARD,
    END_TURN,
    FINAL_COUNT,
)
from klatsch.games.chocolate_coin.rules.layout import (
    ACTING,
    ASKED,
    CURRENT,
    DECK,
    DIE_MARKS,
    DRAWN,
    ELF_BASES,
    ELF_UNITS,
    FACTION_COUNT,
    GIFT_VALUES,
    JUMPED,
    NO_CARD,
    NOBODY,
    PRIMARY_BY,
    PRO_ELF,
    REGION_COUNT,
    ROW,
    SANTA,
    SANTA_UNITS,
    SECONDARY_BY,
    SECONDARY_CHOICE,
    TRACK,
    TRACK_TO,
    TRACK_WHO,
    UPCOMING,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.selecting import first_asked_for_secondary
from klatsch.games.chocolate_coin.rules.setup import clear_action
from klatsch.games.chocolate_coin.rules.step import RegionStep, Step

# ── 12 Building a gift ────────────────────────────────────────────────────────────────────────────────────────────


def can_build(p: Position, region: i64) -> bool:
    """§12.2: a workshop, no gift there yet, and somebody who works."""
    if p.board.workshop[region] == 0 or p.gifts_in(region) > 0:
        return False
    if p.board.gifts_need_welcome and p.support_in(region) == PRO_ELF:  # §8.4, `santa_build`
        return False
    return p.v[SANTA_UNITS + region] + p.v[ELF_UNITS + region] > 0


def can_build_anywhere(p: Position) -> bool:
    return any(can_build(p, region) for region in range(i64(REGION_COUNT)))


def value_of_gift(p: Position, region: i64) -> i64:
    """§12.3: halved, rounded up, beside an E.L.F. base; at most 6."""
    workers = p.v[SANTA_UNITS + region] + p.v[ELF_UNITS + region]
    if p.v[ELF_BASES + region] > 0:
        workers = (workers + 1) // 2
    return min(workers, GIFT_VALUES)


class BuildGift(RegionStep):
    """§12.1: after each whole action of Santa one gift must be built, if it can."""

    kind = BUILD_GIFT

    def enter(self, p: Position) -> None:
        if p.v[ACTING] == SANTA and can_build_anywhere(p):
            p.ask(SANTA)
        else:
            p.go(AFTER_ACTION)

    def eligible(self, p: Position, region: i64) -> bool:
        return can_build(p, region)

    def choose(self, p: Position, region: i64) -> None:
        p.add_gift(region, value_of_gift(p, region))
        p.go(AFTER_ACTION)


class AfterAction(Step):
    """The primary action is followed by the secondary, that by the end of the turn."""

    kind = AFTER_ACTION

    def enter(self, p: Position) -> None:
        v = p.v
        clear_action(p)
        p.clear_die_marks(DIE_MARKS)
        if v[SECONDARY_BY] == NOBODY:
            v[ASKED] = first_asked_for_secondary(p)
            p.go(ASK_SECONDARY)
        else:
            p.go(END_TURN)


# ── 13 The end of the turn ────────────────────────────────────────────────────────────────────────────────────────


def slide(p: Position) -> None:
    """§13.1, §13.2: who did not act slides up; then comes the secondary action's faction, then the primary's."""
    v = p.v
    primary = v[PRIMARY_BY]
    secondary = v[SECONDARY_BY]
    place: i64 = 0
    for i in range(i64(FACTION_COUNT)):
        faction = v[TRACK + i]
        if faction != primary and faction != secondary:
            v[TRACK + place] = faction
            place += 1
    if secondary != NOBODY:
        v[TRACK + place] = secondary
        place += 1
    if primary != NOBODY:
        v[TRACK + place] = primary


def put_on_track(p: Position) -> None:
    """§11.3: whom an event puts at a place of the track stands there after the slide; the others keep their order."""
    v = p.v
    if v[TRACK_WHO] == 0:
        return
    faction = v[TRACK_WHO] - 1
    at: i64 = 0
    while v[TRACK + at] != faction:
        at += 1
    to = v[TRACK_TO] - 1
    while at != to:
        next_at = at + 1 if at < to else at - 1
        v[TRACK + at] = v[TRACK + next_at]
        at = next_at
    v[TRACK + to] = faction
    v[TRACK_WHO] = 0
    v[TRACK_TO] = 0


class EndTurn(Step):
    kind = END_TURN

    def enter(self, p: Position) -> None:
        slide(p)
        put_on_track(p)
        v = p.v
        v[PRIMARY_BY] = NOBODY
        v[SECONDARY_BY] = NOBODY
        v[SECONDARY_CHOICE] = -1
        v[ROW] = 0
        v[JUMPED] = 0
        v[ASKED] = 0
        next_card(p)


def next_card(p: Position) -> None:
    """§13.3, §13.4: the upcoming card becomes the current one, and another is turned over, if there is one."""
    v = p.v
    v[CURRENT] = v[UPCOMING]
    v[UPCOMING] = NO_CARD
    if v[CURRENT] == NO_CARD:
        p.go(FINAL_COUNT)
    elif v[DRAWN] < DECK:
        p.go(DRAW_CARD)
    else:
        p.go(BEGIN_TURN)
