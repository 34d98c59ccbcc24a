"""What the game asks: a prompt for every kind of decision. Messages only; the sentences are in locale/."""

from __future__ import annotations

from klatsch.core.game import CHANCE, OVER
from klatsch.core.message import Message
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import OPERATIONS, PRIMARIES, WAYS
from klatsch.games.chocolate_coin.rules import kinds, selecting
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    ACE,
    ACTING,
    ANYWHERE,
    ASKED,
    BP,
    CHOSEN,
    COST,
    CURRENT,
    EFFECT_C,
    FOCUS,
    FULL,
    GIFT_VALUE,
    HITS,
    IE,
    KIND,
    LEFT,
    NOBODY,
    OPERATION_LEFT,
    PLACE_LEFT,
    PLACE_WHAT,
    REGIONS_LEFT,
    ROW,
    SANTA,
    SETUP_STEP,
    STRENGTH,
    TARGET,
    TRACK,
    WHO,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.setup import SANTA_BASES_AT_START

NO_ARGUMENTS = {
    kinds.TRACK_ORDER: "prompt.track_order",
    kinds.DRAW_CARD: "prompt.draw_card",
    kinds.SHIP_REGION: "prompt.ship",
    kinds.SWEEP_REGION: "prompt.sweep",
    kinds.COVER_REGION: "prompt.cover",
    kinds.DRIVE_REGION: "prompt.drive",
    kinds.EVENT_STEALTH_WAY: "prompt.stealth_way",
    kinds.EVENT_GIFT_WAY: "prompt.gift_way",
    kinds.EVENT_BASE_PLACE: "prompt.base_place",
    kinds.BUILD_GIFT: "prompt.build_gift",
}
# Kinds that ask for something in the Region being resolved.
IN_FOCUS = {
    kinds.RECRUIT_WHAT: "prompt.recruit_what",
    kinds.RECRUIT_PRECINCT: "prompt.recruit_precinct",
    kinds.DISPERSE_WHO: "prompt.disperse_who",
    kinds.STEAL_GIFT: "prompt.steal_gift",
    kinds.SHIP_GIFT: "prompt.ship_gift",
    kinds.SWEEP_TOKEN: "prompt.sweep_token",
    kinds.EVENT_REMOVE_TOKEN: "prompt.remove_token",
    kinds.EVENT_BASE_TOKEN: "prompt.base_token",
}


def prompt(state: Position, viewer: int) -> Message:
    if state.actor == OVER:
        return state.result().reason
    if state.actor == CHANCE or viewer == state.actor:
        return prompt_as(state)
    return Message("thinking", who=names.faction(asked_faction(state)))


def prompt_as(p: Position) -> Message:
    """§1.12: who plays two factions is told which one is asked."""
    asked = prompt_of(p)
    faction = asked_faction(p)
    if p.actor == CHANCE or list(p.seat_of).count(p.seat_of[faction]) == 1:
        return asked
    return Message("prompt.as", who=names.faction(faction), asked=asked)


def prompt_of(p: Position) -> Message:
    v = p.v
    kind = v[KIND]
    who = names.faction(asked_faction(p))
    if kind in NO_ARGUMENTS:
        return Message(NO_ARGUMENTS[kind], owner=names.faction(BP))
    if kind in IN_FOCUS:
        return Message(IN_FOCUS[kind], region=names.region(p, v[FOCUS]))
    if kind in (kinds.ASK_PRIORITY, kinds.ASK_PRIMARY, kinds.ASK_SECONDARY):
        return select_prompt(p, kind)
    if kind in (kinds.MOVE_TARGET, kinds.MOVE_AMOUNT, kinds.MOVE_DIE, kinds.MOVE_GIFT):
        return move_prompt(p, kind)
    if kind >= kinds.EVENT_PLACE and kind <= kinds.EVENT_BASE_TOKEN:
        return event_prompt(p, kind)
    return operation_prompt(p, kind, who)


# The clause that says what a seat is asked.
CLAUSES = {
    kinds.SET_UP: "2.3",
    kinds.ASK_PRIORITY: "4.2",
    kinds.ASK_PRIMARY: "4.4",
    kinds.ASK_SECONDARY: "5.2",
    kinds.CHOOSE_OPERATION: "6.1",
    kinds.CHOOSE_REGION: "6.5",
    kinds.RECRUIT_WHAT: "8.1",
    kinds.RECRUIT_PRECINCT: "8.7",
    kinds.PLACE: "1.9",
    kinds.MOVE_TARGET: "8.11",
    kinds.MOVE_AMOUNT: "8.11",
    kinds.MOVE_DIE: "8.11",
    kinds.MOVE_GIFT: "8.13",
    kinds.REMOVE_TOKEN: "8.17",
    kinds.CHOOSE_AREA: "9.1",
    kinds.DISPERSE_WHO: "9.3",
    kinds.DISPERSE_TARGET: "9.5",
    kinds.DISPERSE_AMOUNT: "9.5",
    kinds.STEAL_GIFT: "9.8",
    kinds.SPEND_STEALTH: "9.10",
    kinds.SHIP_REGION: "10.1",
    kinds.SHIP_GIFT: "10.1",
    kinds.SWEEP_REGION: "10.2",
    kinds.SWEEP_TOKEN: "10.2",
    kinds.COVER_REGION: "10.3",
    kinds.DRIVE_REGION: "10.4",
    kinds.EVENT_PLACE: "11.4",
    kinds.EVENT_MOVE: "11.3",
    kinds.EVENT_SUPPORT: "11.6",
    kinds.EVENT_REMOVE_REGION: "11.7",
    kinds.EVENT_REMOVE_TOKEN: "11.7",
    kinds.EVENT_STEALTH_WAY: "11.3",
    kinds.EVENT_STEALTH_REGION: "11.3",
    kinds.EVENT_GIFT_WAY: "11.10",
    kinds.EVENT_GIFT_REGION: "11.10",
    kinds.EVENT_GIFT_DIE: "11.10",
    kinds.EVENT_GIFT_CHANGE: "11.10",
    kinds.EVENT_BASE_PLACE: "11.11",
    kinds.EVENT_BASE_REGION: "11.11",
    kinds.EVENT_BASE_TOKEN: "11.11",
    kinds.BUILD_GIFT: "12.2",
}
# Prompts that tell it better than their kind does, and those of chance.
CLAUSES_OF_PROMPTS = {
    "prompt.track_order": "2.2",
    "prompt.draw_card": "13.3",
    "prompt.roll": "8.16",
    "prompt.set_up_bases": "2.4",
    "prompt.set_up_unit": "2.4",
    "prompt.set_up_precinct": "2.5",
    "prompt.set_up_die": "2.6",
    "prompt.set_up_cane": "2.7",
    "prompt.limited_operation": "6.6",
    "prompt.choose_recruit": "8.1",
    "prompt.choose_move": "8.11",
    "prompt.choose_precinct": "8.15",
    "prompt.choose_attack": "8.16",
    "prompt.choose_disperse": "9.3",
    "prompt.choose_steal": "9.8",
    "prompt.move_anywhere": "11.3",
}


def clause(state: Position) -> str:
    if state.actor == OVER:
        return ""
    id = prompt_of(state).id
    if id == "prompt.move_target" and state.v[ACTING] == IE:
        return "8.15"
    return CLAUSES_OF_PROMPTS.get(id) or CLAUSES[state.v[KIND]]


def asked_faction(p: Position) -> int:
    """The faction that is asked: of a double player, which one."""
    v = p.v
    kind = v[KIND]
    if kind == kinds.ASK_PRIORITY:
        return int(selecting.card_faction(p))
    if kind in (kinds.ASK_PRIMARY, kinds.ASK_SECONDARY):
        return v[TRACK + v[ASKED]]
    return v[ACTING]


def place(p: Position, number: int) -> Message:
    """A Region, or, for Internal Elfairs, a precinct."""
    return names.precinct(p, number) if p.v[ACTING] == IE else names.region(p, number)


def select_prompt(p: Position, kind: int) -> Message:
    v = p.v
    if kind == kinds.ASK_PRIORITY:
        return Message("prompt.priority", event=names.current_event(p))
    if kind == kinds.ASK_PRIMARY:
        faction = selecting.card_faction(p)
        if faction == NOBODY:
            return Message("prompt.primary_scoring")
        own = faction == v[TRACK + v[ASKED]]
        return Message("prompt.primary_own" if own else "prompt.primary", event=names.current_event(p))
    row = PRIMARIES[v[ROW]].replace("+", "_")
    if v[ROW] == 0 and not (p.board.event_after_ops_special and v[CURRENT] < ACE):
        row = "op_only"
    return Message("prompt.secondary_" + row)


def operation_prompt(p: Position, kind: int, who: Message) -> Message:
    v = p.v
    match kind:
        case kinds.SET_UP:
            return set_up_prompt(p)
        case kinds.CHOOSE_OPERATION:
            if v[OPERATION_LEFT] == FULL:
                return Message("prompt.operation", regions=int(p.regions_of_operation(v[ACTING])))
            return Message("prompt.limited_operation")
        case kinds.CHOOSE_REGION:
            precincts = v[ACTING] == IE and OPERATIONS[v[CHOSEN]] == "move"
            id = "prompt.choose_precinct" if precincts else "prompt.choose_" + OPERATIONS[v[CHOSEN]]
            return Message(id, left=v[REGIONS_LEFT])
        case kinds.CHOOSE_AREA:
            return Message("prompt.choose_area", operation=names.operation(v[CHOSEN]))
        case kinds.PLACE:
            id = "prompt.take_off_base" if v[PLACE_WHAT] == A_BASE else "prompt.take_off"
            return Message(id, left=v[PLACE_LEFT])
        case kinds.ROLL_DIE:
            return Message("prompt.roll", who=who, region=names.region(p, v[FOCUS]), most=v[STRENGTH])
        case kinds.REMOVE_TOKEN:
            return Message("prompt.remove", region=names.region(p, v[FOCUS]), hits=v[HITS])
        case kinds.DISPERSE_TARGET:
            return Message("prompt.disperse_target", region=names.region(p, v[FOCUS]), left=v[LEFT])
        case kinds.DISPERSE_AMOUNT:
            return Message("prompt.disperse_amount", region=names.region(p, v[TARGET]), left=v[LEFT])
        case kinds.SPEND_STEALTH:
            return Message("prompt.spend", cost=v[COST])
    raise AssertionError(kind)


def set_up_prompt(p: Position) -> Message:
    v = p.v
    faction = v[ACTING]
    number = v[SETUP_STEP] + 1
    if faction == SANTA:
        return Message("prompt.set_up_bases" if number <= SANTA_BASES_AT_START else "prompt.set_up_unit", number=number)
    if faction == IE:
        return Message("prompt.set_up_precinct", number=number)
    return Message("prompt.set_up_die" if faction == BP else "prompt.set_up_cane", number=number)


def move_prompt(p: Position, kind: int) -> Message:
    v = p.v
    source = place(p, v[FOCUS])
    if kind == kinds.MOVE_TARGET:
        return Message("prompt.move_anywhere" if v[ANYWHERE] else "prompt.move_target", source=source)
    target = place(p, v[TARGET])
    id = {kinds.MOVE_AMOUNT: "amount", kinds.MOVE_DIE: "die", kinds.MOVE_GIFT: "gift"}[kind]
    return Message("prompt.move_" + id, source=source, target=target)


def event_prompt(p: Position, kind: int) -> Message:
    v = p.v
    match kind:
        case kinds.EVENT_PLACE:
            return Message("prompt.event_place", left=v[LEFT])
        case kinds.EVENT_MOVE:
            return Message("prompt.event_move")
        case kinds.EVENT_SUPPORT:
            return Message("prompt.event_support", left=v[LEFT])
        case kinds.EVENT_REMOVE_REGION:
            return Message("prompt.event_remove", left=v[LEFT])
        case kinds.EVENT_STEALTH_REGION | kinds.EVENT_GIFT_REGION:
            return Message("prompt.where_" + WAYS[v[WHO]].replace(" ", "_"), owner=names.faction(BP))
        case kinds.EVENT_GIFT_DIE:
            return Message("prompt.which_gift", region=names.region(p, v[FOCUS]))
        case kinds.EVENT_GIFT_CHANGE:
            id = "prompt.gift_value" if WAYS[v[WHO]] == "change gift" else "prompt.gift_target"
            return Message(id, value=v[GIFT_VALUE], by=v[EFFECT_C])
        case kinds.EVENT_BASE_REGION:
            victim = names.faction(int(selecting.card_faction(p)))
            return Message("prompt.base_region", victim=victim)
    raise AssertionError(kind)
