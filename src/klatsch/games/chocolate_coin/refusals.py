"""Why an action isn't legal now: the clause, and a sentence that says what would be."""

from __future__ import annotations

from collections.abc import Callable

from klatsch.core.action import Button
from klatsch.core.message import Argument, Message, Refusal
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import ACTIONS, Card, Operation, Order, Place, Roll, Take
from klatsch.games.chocolate_coin.refusals_of_operations import refuse_in_operation
from klatsch.games.chocolate_coin.rules import kinds, operations
from klatsch.games.chocolate_coin.rules.layout import ACE, ACTING, CURRENT, ELF, IE, KIND, LAST, SANTA, SETUP_STEP
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.setup import SANTA_BASES_AT_START
from klatsch.games.chocolate_coin.words import CLAUSES, prompt_of


def refuse(clause: str, id: str, **args: Argument) -> Refusal:
    return Refusal(clause, Message("not." + id, **args))


def why_not(p: Position, action: int) -> Refusal:
    kind = p.v[KIND]
    record = ACTIONS[action]
    prompt = prompt_of(p)
    if isinstance(record, (Roll, Card, Order)):
        return refuse(CLAUSES[kind], "chance_only", prompt=prompt)
    if isinstance(record, Button) and record.notation in ("pass", "done"):
        return refuse_ending(p, record.notation, prompt)
    special = SELECTING.get(kind)
    found = special(p, action) if special is not None else refuse_in_operation(p, record)
    return found or refuse(CLAUSES[kind], "asked", prompt=prompt)


def refuse_ending(p: Position, word: str, prompt: Message) -> Refusal:
    kind = p.v[KIND]
    if word == "done" and not p.may_stop():
        return refuse("11.2", "event_must")
    if word == "pass" and kind not in (kinds.SET_UP, kinds.BUILD_GIFT):
        return refuse("7.3", "no_passing")
    return refuse(CLAUSES[kind], "must_choose", prompt=prompt)


# ── Set-up and selecting ──────────────────────────────────────────────────────────────────────────────────────────


def refuse_set_up(p: Position, action: int) -> Refusal | None:
    record = ACTIONS[action]
    faction = p.v[ACTING]
    if not isinstance(record, Place) or record.kind == "area":
        return None
    if record.kind == "precinct":
        if faction != IE:
            return refuse("1.2", "no_precincts")
        return refuse("2.8", "order", place=names.precinct(p, p.v[LAST]))
    region = names.region(p, record.number)
    if faction == IE:
        return refuse("2.5", "only_precincts")
    if faction == ELF and not p.board.cane[record.number]:
        return refuse("2.7", "needs_cane", region=region)
    if faction == SANTA and p.v[SETUP_STEP] < SANTA_BASES_AT_START and p.vacant_spaces(record.number) == 0:
        return refuse("2.4", "no_space", region=region)
    return refuse("2.8", "order", place=names.region(p, p.v[LAST]))


def refuse_priority(p: Position, action: int) -> Refusal | None:
    return refuse("4.2", "priority_event_only") if isinstance(ACTIONS[action], Take) else None


def refuse_primary(p: Position, action: int) -> Refusal | None:
    record = ACTIONS[action]
    if not isinstance(record, Take):
        return None
    return refuse("4.5", "primary_first") if record.column == "secondary" else refuse("14.9", "no_event_on_scoring")


def refuse_secondary(p: Position, action: int) -> Refusal | None:
    record = ACTIONS[action]
    if not isinstance(record, Take):
        return None
    if record.column == "primary":
        return refuse("4.1", "primary_taken")
    if record.choice == "event" and p.v[CURRENT] >= ACE:
        return refuse("14.9", "no_event_on_scoring")
    return refuse("5.2", "not_beside")


def refuse_operation(p: Position, action: int) -> Refusal | None:
    record = ACTIONS[action]
    if not isinstance(record, Operation):
        return None
    own = int(operations.own_operation(p.v[ACTING]))
    operation = names.operation(record.number)
    if record.number > 2 and record.number != own:
        return refuse("6.1", "other_operation", operation=operation, who=names.acting(p))
    clause = {0: "8.1", 1: "8.11", 2: "8.19", 3: "9.2", 4: "9.3", 5: "9.8", 6: "9.2"}[record.number]
    return refuse(clause, "nowhere", operation=operation)


SELECTING: dict[int, Callable[[Position, int], Refusal | None]] = {
    kinds.SET_UP: refuse_set_up,
    kinds.ASK_PRIORITY: refuse_priority,
    kinds.ASK_PRIMARY: refuse_primary,
    kinds.ASK_SECONDARY: refuse_secondary,
    kinds.CHOOSE_OPERATION: refuse_operation,
}
