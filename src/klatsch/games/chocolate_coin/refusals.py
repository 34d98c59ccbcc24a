"""Why an action isn't legal now: the clause, and a sentence that says what would be.

Here: what is out of turn, the set-up, selecting actions. The rest is in the refusals_of_… modules.
"""

from __future__ import annotations

from collections.abc import Callable

from klatsch.core.action import Button
from klatsch.core.message import Refusal
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import (
    ACTIONS,
    PRECINCTS,
    Action,
    Card,
    Operation,
    Order,
    Place,
    Roll,
    Take,
    TakeOff,
    Token,
)
from klatsch.games.chocolate_coin.refusals_of_events import EVENTS
from klatsch.games.chocolate_coin.refusals_of_operations import OPERATIONS
from klatsch.games.chocolate_coin.refusals_of_regions import no_space, place, refuse, refuse_nowhere
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules.layout import (
    ACE,
    ACTING,
    ATTACK,
    CHOSEN,
    CURRENT,
    ELF,
    FOCUS,
    IE,
    IN_EVENT,
    KIND,
    ONLY,
    SUPPLY,
)
from klatsch.games.chocolate_coin.rules.position import Position, own_operation
from klatsch.games.chocolate_coin.words import CLAUSES, asked_faction, prompt_of

ASKING = (kinds.ASK_PRIORITY, kinds.ASK_PRIMARY, kinds.ASK_SECONDARY)
OF_SPECIALS = range(kinds.SHIP_REGION, kinds.DRIVE_REGION + 1)
# Something in the Region that is being resolved is asked for.
IN_FOCUS = {
    kinds.RECRUIT_WHAT,
    kinds.MOVE_AMOUNT,
    kinds.MOVE_DIE,
    kinds.MOVE_GIFT,
    kinds.REMOVE_TOKEN,
    kinds.DISPERSE_WHO,
    kinds.DISPERSE_AMOUNT,
    kinds.STEAL_GIFT,
    kinds.SPEND_STEALTH,
    kinds.SHIP_GIFT,
    kinds.SWEEP_TOKEN,
    kinds.EVENT_REMOVE_TOKEN,
    kinds.EVENT_GIFT_DIE,
    kinds.EVENT_BASE_TOKEN,
}


def why_not(p: Position, action: int) -> Refusal:
    kind = p.v[KIND]
    record = ACTIONS[action]
    if isinstance(record, (Roll, Card, Order)):
        return refuse(CLAUSES[kind], "chance_only", prompt=prompt_of(p))
    if isinstance(record, Button) and record.notation in ("pass", "done"):
        return refuse_ending(p, record.notation)
    if names_no_precinct(p, record):
        return refuse("1.2", "no_such_precinct", most=int(p.board.precincts))
    found = HANDLERS[kind](p, record) if kind in HANDLERS else None
    return found or refuse_untimely(p, record) or refuse(CLAUSES[kind], "asked", prompt=prompt_of(p))


def names_no_precinct(p: Position, record: Action) -> bool:
    """Is it about a precinct that other boards may have, but not this one?"""
    if isinstance(record, Place):
        return record.kind == "precinct" and record.number >= p.board.precincts
    if isinstance(record, Token):
        return record.faction == IE and record.detail >= p.board.precincts
    return isinstance(record, TakeOff) and record.place in PRECINCTS[int(p.board.precincts) :]


def refuse_ending(p: Position, word: str) -> Refusal:
    kind = p.v[KIND]
    if kind in ASKING:
        return refuse(CLAUSES[kind], "say_pass")
    if word == "done" and not p.may_stop():
        return refuse("11.2", "event_must")
    if word == "pass" and kind not in (kinds.SET_UP, kinds.BUILD_GIFT):
        return refuse("7.3", "no_passing")
    return refuse(CLAUSES[kind], "must_choose", prompt=prompt_of(p))


# ── What is out of turn ───────────────────────────────────────────────────────────────────────────────────────────


def refuse_untimely(p: Position, record: Action) -> Refusal | None:
    if isinstance(record, TakeOff):
        supply = p.v[SUPPLY + asked_faction(p)]
        return refuse("1.9", "supply_left", tokens=supply) if supply else refuse("1.9", "only_when_placing")
    if isinstance(record, Take):
        return refuse("2.3", "set_up_first") if p.v[KIND] == kinds.SET_UP else refuse("4.1", "action_runs")
    if isinstance(record, Operation):
        return refuse_late_operation(p)
    return refuse_untimely_place(p, record) if isinstance(record, Place) else None


def refuse_late_operation(p: Position) -> Refusal:
    kind = p.v[KIND]
    if kind == kinds.SET_UP:
        return refuse("2.3", "set_up_first")
    if kind in ASKING:
        return refuse("6.1", "operation_follows")
    if kind in OF_SPECIALS:
        return refuse("7.1", "special_now")
    if p.v[CHOSEN] >= 0 and kind < kinds.SHIP_REGION and kind != kinds.PLACE:
        return refuse("6.1", "operation_chosen", operation=names.operation(p.v[CHOSEN]))
    return refuse("11.1", "event_now") if p.v[IN_EVENT] else refuse("4.1", "action_runs")


def refuse_untimely_place(p: Position, record: Place) -> Refusal:
    kind = p.v[KIND]
    if kind in ASKING:
        return refuse("4.4", "action_first")
    if kind == kinds.CHOOSE_OPERATION:
        return refuse("6.1", "operation_first")
    if kind in IN_FOCUS:
        focus = names.precinct(p, p.v[FOCUS]) if moves_police(p) else names.region(p, p.v[FOCUS])
        return refuse(CLAUSES[kind], "resolved_first", place=focus, prompt=prompt_of(p))
    return refuse(CLAUSES[kind], "not_that_place", place=place(p, record), prompt=prompt_of(p))


def moves_police(p: Position) -> bool:
    return p.v[ACTING] == IE and p.v[KIND] == kinds.MOVE_AMOUNT


# ── Set-up and selecting ──────────────────────────────────────────────────────────────────────────────────────────


def refuse_set_up(p: Position, record: Action) -> Refusal | None:
    faction = p.v[ACTING]
    if not isinstance(record, Place) or record.kind == "area":
        return None
    if record.kind == "precinct":
        return refuse("1.2", "no_precincts")
    if faction == IE:
        return refuse("2.5", "only_precincts")
    if faction == ELF and not p.board.cane[record.number]:
        return refuse("2.7", "needs_cane", region=place(p, record))
    return no_space(p, "2.4", record.number)


def refuse_priority(p: Position, record: Action) -> Refusal | None:
    return refuse("4.2", "priority_event_only") if isinstance(record, Take) else None


def refuse_primary(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Take):
        return None
    return refuse("4.5", "primary_first") if record.column == "secondary" else refuse("14.9", "no_event_on_scoring")


def refuse_secondary(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Take):
        return None
    if record.column == "primary":
        return refuse("4.1", "primary_taken")
    if record.choice == "event" and p.v[CURRENT] >= ACE:
        return refuse("14.9", "no_event_on_scoring")
    return refuse("5.2", "not_beside")


def refuse_operation(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Operation):
        return None
    own = int(own_operation(p.v[ACTING]))
    if record.number > ATTACK and record.number != own:
        return refuse("6.1", "other_operation", operation=names.operation(record.number), who=names.acting(p))
    if p.v[ONLY] not in (0, record.number + 1):
        return refuse("11.3", "only_operation", operation=names.operation(p.v[ONLY] - 1))
    return refuse_nowhere(p, record.number)


HANDLERS: dict[int, Callable[[Position, Action], Refusal | None]] = {
    kinds.SET_UP: refuse_set_up,
    kinds.ASK_PRIORITY: refuse_priority,
    kinds.ASK_PRIMARY: refuse_primary,
    kinds.ASK_SECONDARY: refuse_secondary,
    kinds.CHOOSE_OPERATION: refuse_operation,
    **OPERATIONS,
    **EVENTS,
}
