# klatsch: compiled
"""Selecting actions: the event's priority, primary and secondary action, passing (RULES.md 4 and 5)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import PASS, PRIMARY, SECONDARY
from klatsch.games.chocolate_coin.rules.kinds import (
    ASK_PRIMARY,
    ASK_PRIORITY,
    ASK_SECONDARY,
    BEGIN_TURN,
    END_TURN,
    NEXT_STEP,
    SCORING_ROUND,
)
from klatsch.games.chocolate_coin.rules.layout import (
    ACE,
    ACTING,
    ASKED,
    CHOSEN,
    CURRENT,
    DID,
    EFFECT,
    EFFECT_END,
    FACTION_COUNT,
    FULL,
    IN_EVENT,
    JUMPED,
    LIMITED,
    NOBODY,
    OPERATION_LEFT,
    PRIMARY_BY,
    ROW,
    ROW_EVENT,
    ROW_OPS,
    ROW_OPS_SPECIAL,
    SECONDARY_BY,
    SECONDARY_CHOICE,
    SPECIAL_LEFT,
    TRACK,
    TURN,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.step import Step

# Secondary choices, as in actions.SECONDARIES.
ONE_OP: Final = 0
EVENT: Final = 1
OPS: Final = 2
SPECIAL: Final = 3


def card_faction(p: Position) -> i64:
    """The faction of the current card's suit; nobody's if it is a scoring card."""
    card = p.v[CURRENT]
    return NOBODY if card >= ACE or card < 0 else p.board.suit_faction[card % 4]


class BeginTurn(Step):
    """§14.1: a scoring card has its round first."""

    kind = BEGIN_TURN

    def enter(self, p: Position) -> None:
        v = p.v
        v[TURN] += 1
        v[ASKED] = 0
        p.go(SCORING_ROUND if v[CURRENT] >= ACE else ASK_PRIORITY)


class AskPriority(Step):
    """§4.2: the card's faction, at place 2, may jump the queue. At place 1 it chooses first anyway."""

    kind = ASK_PRIORITY

    def enter(self, p: Position) -> None:
        faction = card_faction(p)
        if p.v[TRACK + 1] == faction:
            p.ask(faction)
        else:
            p.go(ASK_PRIMARY)

    def fill(self, p: Position, out: vec[i16]) -> i64:
        out[0] = PRIMARY + ROW_EVENT
        out[1] = PASS
        return 2

    def apply(self, p: Position, action: i64) -> None:
        if action == PASS:  # §4.3: it may still take the event when its place is asked
            p.go(ASK_PRIMARY)
        else:
            p.v[ASKED] = 1
            p.v[JUMPED] = 1
            take_primary(p, ROW_EVENT)


class AskPrimary(Step):
    """§4.4, §4.5: from the top of the track, each takes one of the three primary actions or passes."""

    kind = ASK_PRIMARY

    def enter(self, p: Position) -> None:
        asked = p.v[ASKED]
        if asked == FACTION_COUNT:
            p.go(END_TURN)
        else:
            p.ask(p.v[TRACK + asked])

    def fill(self, p: Position, out: vec[i16]) -> i64:
        n: i64 = 0
        for row in range(ROW_OPS_SPECIAL, i64(ROW_OPS + 1)):
            if row != ROW_EVENT or p.v[CURRENT] < ACE:  # §14.9: no event on a scoring card
                out[n] = i16(PRIMARY + row)
                n += 1
        out[n] = PASS
        return n + 1

    def apply(self, p: Position, action: i64) -> None:
        if action == PASS:
            p.v[ASKED] += 1
            p.go(ASK_PRIMARY)
        else:
            take_primary(p, action - PRIMARY)


def take_primary(p: Position, row: i64) -> None:
    v = p.v
    faction = v[TRACK + v[ASKED]]
    v[PRIMARY_BY] = faction
    v[ROW] = row
    begin_action(p, faction)
    if row == ROW_EVENT:
        plan_event(p)
    else:
        v[OPERATION_LEFT] = FULL
        v[SPECIAL_LEFT] = 1 if row == ROW_OPS_SPECIAL else 0
    p.go(NEXT_STEP)


class AskSecondary(Step):
    """§4.1, §5.1–5.3: those below the actor, in order, take the action beside the primary one or pass."""

    kind = ASK_SECONDARY

    def enter(self, p: Position) -> None:
        v = p.v
        if v[ASKED] < FACTION_COUNT and v[TRACK + v[ASKED]] == v[PRIMARY_BY]:
            v[ASKED] += 1
        if v[ASKED] == FACTION_COUNT:
            p.go(END_TURN)
        else:
            p.ask(v[TRACK + v[ASKED]])

    def fill(self, p: Position, out: vec[i16]) -> i64:
        v = p.v
        row = v[ROW]
        out[0] = SECONDARY + OPS if row == ROW_EVENT else SECONDARY + ONE_OP
        n: i64 = 1
        if row != ROW_OPS_SPECIAL:
            out[n] = SECONDARY + SPECIAL
            n += 1
        elif p.board.event_after_ops_special and v[CURRENT] < ACE:
            out[n] = SECONDARY + EVENT
            n += 1
        out[n] = PASS
        return n + 1

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        if action == PASS:
            v[ASKED] += 1
            p.go(ASK_SECONDARY)
            return
        choice = action - SECONDARY
        v[SECONDARY_BY] = v[TRACK + v[ASKED]]
        v[SECONDARY_CHOICE] = choice
        begin_action(p, v[SECONDARY_BY])
        if choice == EVENT:
            plan_event(p)
        elif choice == SPECIAL:
            v[SPECIAL_LEFT] = 1
        else:
            v[OPERATION_LEFT] = FULL if choice == OPS else LIMITED  # §6.6
        p.go(NEXT_STEP)


def first_asked_for_secondary(p: Position) -> i64:
    """§5.1, `secondary_from`: the place below the actor, or place 1 after place 2 jumped with the event."""
    if p.v[JUMPED] == 1 and p.board.secondary_from_top:
        return 0
    return p.v[ASKED] + 1


def begin_action(p: Position, faction: i64) -> None:
    p.v[ACTING] = faction
    p.v[DID] = 0
    p.v[CHOSEN] = -1


def plan_event(p: Position) -> None:
    """§11.1: the FACTION column for the card's faction, the OTHER column for anyone else."""
    v = p.v
    column: i64 = 0 if v[ACTING] == card_faction(p) else 1
    entry = v[CURRENT] // 4 * 2 + column
    v[IN_EVENT] = 1
    v[EFFECT] = p.board.event_first[entry]
    v[EFFECT_END] = p.board.event_first[entry + 1]
