"""What an action does, told before it is done: also what it costs. Nothing is hidden in this game."""

from __future__ import annotations

from klatsch.core.action import Button
from klatsch.core.message import Message
from klatsch.games.chocolate_coin import actions, names
from klatsch.games.chocolate_coin.actions import (
    ACTIONS,
    FACTIONS,
    OPERATIONS,
    PRECINCTS,
    REGIONS,
    WAYS,
    Amount,
    Card,
    Gift,
    Operation,
    Order,
    Place,
    Roll,
    Shift,
    Take,
    TakeOff,
    Token,
)
from klatsch.games.chocolate_coin.rules import kinds, recruit, scoring, turn
from klatsch.games.chocolate_coin.rules.layout import (
    ACE,
    ACTING,
    BP,
    CHOSEN,
    CURRENT,
    DRAWN,
    EFFECT_A,
    EFFECT_C,
    ELF,
    FACTION_COUNT,
    FOCUS,
    FULL,
    GIFT_VALUE,
    HITS,
    IE,
    KIND,
    NEUTRAL,
    NOBODY,
    OPERATION_LEFT,
    PIES,
    RALLY,
    SANTA,
    SCORE,
    SETUP_STEP,
    STRENGTH,
    SUPPLY,
    SUPPORT,
    TARGET,
    TOP_SCORE,
    TRACK,
    WHO,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.setup import SANTA_BASES_AT_START
from klatsch.games.chocolate_coin.words import asked_faction

# Sentences about a token that comes from the supply of whoever acts.
PLACING = {"recruit_units", "recruit_precinct", "place_unit", "build_base", "build_base_elf", "drive"}


def describe(p: Position, action: int, viewer: int) -> Message:
    """With an empty supply nothing is placed yet: whether an own token comes off the board first is asked (§1.9)."""
    did = describe_action(p, action)
    acting = p.v[ACTING]
    placing = {"does." + word for word in (*PLACING, "two_units", "support_won_" + FACTIONS[acting])}
    if did.id not in placing or p.v[SUPPLY + acting] > 0:
        return did
    where = did.args["area"] if "area" in did.args else did.args["region"]
    return Message("does.from_empty_supply", who=names.faction(acting), region=where)


def describe_action(p: Position, action: int) -> Message:
    who = names.faction(asked_faction(p))
    match ACTIONS[action]:
        case Take(column, choice):
            return describe_take(p, column, choice, who)
        case Place("region", number):
            return describe_region(p, number, who)
        case Place("precinct", number):
            return describe_precinct(p, number, who)
        case Place(_, number):
            return describe_support(p, number, FACTIONS[p.v[ACTING]], who)
        case Token() as record:
            return describe_token(p, record, who)
        case TakeOff() as record:
            return describe_take_off(p, record, who)
        case Shift(area, side):
            return describe_support(p, area, side, who)
        case Button() as record:
            return describe_button(p, action, record, who)


def describe_card(p: Position, card: Message) -> Message:
    """A card that is turned over; if the one before it is a scoring card, its round follows at once."""
    if p.v[DRAWN] == 0:
        return Message("does.card_current", card=card)
    if p.v[CURRENT] < ACE:
        return Message("does.card_upcoming", card=card)
    if any(scoring.has_won(p, seat) for seat in range(p.seats)):
        return Message("does.card_scoring_won", card=card)
    bonus = int(scoring.side_with_more_support(p))
    if bonus < 0:
        return Message("does.card_scoring_nobody", card=card)
    return Message("does.card_scoring_" + FACTIONS[bonus], card=card, side=names.faction(bonus))


# ── Buttons ───────────────────────────────────────────────────────────────────────────────────────────────────────


def describe_button(p: Position, action: int, button: Button, who: Message) -> Message:
    match button:
        case Operation():
            return describe_operation(p, button.number, who)
        case Amount():
            return describe_amount(p, button.number, who)
        case Gift():
            return describe_gift(p, button.value, who)
        case Roll():
            return Message("does.hit" if button.value <= p.v[STRENGTH] else "does.miss", who=who, value=button.value)
        case Card():
            return describe_card(p, names.card(p, button.number))
        case Order():
            placed = sum(faction != NOBODY for faction in p.v[TRACK : TRACK + FACTION_COUNT])
            return Message("does.order", who=names.faction(button.faction), place=placed + 1)
    if button.notation in WAYS:
        id = "does." + button.notation.replace(" ", "_")
        return Message(id, who=who, owner=names.faction(BP), by=way_amount(p, button.notation))
    return describe_word(p, action, who)


def describe_word(p: Position, action: int, who: Message) -> Message:
    v = p.v
    match action:
        case actions.PASS:
            return Message("does.decline" if v[KIND] == kinds.ASK_PRIORITY else "does.pass", who=who)
        case actions.DONE:
            return describe_done(p, who)
        case actions.UNITS:
            return describe_units(p, v[FOCUS], who)
    return describe_base(p, v[FOCUS], who)


def way_amount(p: Position, way: str) -> int:
    return p.v[EFFECT_C] if way == "change gift" else p.v[EFFECT_A]


def won(p: Position, faction: int, points: int) -> int:
    """§1.7: what a faction can still score of so many points."""
    return min(points, TOP_SCORE - p.v[SCORE + faction])


def lost(p: Position, region: int) -> int:
    """§8.27: what the E.L.F. loses with a base; no score is below 0."""
    return min(int(p.worth_of_base(region)), p.v[SCORE + ELF])


def describe_base(p: Position, region: int, who: Message) -> Message:
    place = names.region(p, region)
    if p.v[ACTING] == ELF:
        return Message("does.build_base_elf", who=who, region=place, points=won(p, ELF, int(p.worth_of_base(region))))
    return Message("does.build_base", who=who, region=place)


def describe_done(p: Position, who: Message) -> Message:
    v = p.v
    match v[KIND]:
        case kinds.REMOVE_TOKEN if v[HITS] > 0:
            return Message("does.leave_hits", who=who, hits=v[HITS])
        case kinds.CHOOSE_OPERATION:
            return Message("does.no_operation", who=who)
        case kinds.PLACE:
            return Message("does.place_no_more", who=who)
        case kinds.MOVE_GIFT:
            return Message("does.no_more_gifts", who=who)
        case kinds.SHIP_REGION | kinds.SWEEP_REGION | kinds.COVER_REGION | kinds.DRIVE_REGION:
            return Message("does.no_special", who=who)
    return Message("does.done", who=who)


def describe_take(p: Position, column: str, choice: str, who: Message) -> Message:
    if choice == "event":
        return Message(f"does.{column}_event", who=who, event=names.current_event(p))
    return Message(f"does.{column}_{choice.replace('+', '_')}", who=who)


def describe_operation(p: Position, number: int, who: Message) -> Message:
    v = p.v
    regions = int(p.regions_of_operation(v[ACTING])) if v[OPERATION_LEFT] == FULL else 1
    operation = names.operation(number)
    if number in (PIES, RALLY):
        return Message("does.operation_area", who=who, operation=operation)
    return Message("does.operation", who=who, operation=operation, regions=regions)


# ── Places ────────────────────────────────────────────────────────────────────────────────────────────────────────

REGION_WORDS = {
    kinds.MOVE_TARGET: "does.move_to",
    kinds.SHIP_REGION: "does.ship_from",
    kinds.COVER_REGION: "does.cover",
    kinds.EVENT_PLACE: "does.place_unit",
    kinds.EVENT_MOVE: "does.move_from",
    kinds.EVENT_REMOVE_REGION: "does.sabotage_in",
    kinds.EVENT_GIFT_CHANGE: "does.gift_carry",
    kinds.EVENT_BASE_REGION: "does.turn_in",
    kinds.DISPERSE_TARGET: "does.disperse_to",
}


def describe_region(p: Position, number: int, who: Message) -> Message:
    v = p.v
    kind = v[KIND]
    region = names.region(p, number)
    if kind in REGION_WORDS:
        return Message(REGION_WORDS[kind], who=who, region=region, value=v[GIFT_VALUE])
    match kind:
        case kinds.DRIVE_REGION:
            return Message("does.drive", who=who, owner=names.faction(SANTA), region=region)
        case kinds.SET_UP:
            return Message(set_up_words(p), who=who, region=region)
        case kinds.CHOOSE_REGION:
            return describe_choice(p, number, who)
        case kinds.SWEEP_REGION:
            return Message("does.sweep_in", who=who, region=region, units=int(p.ie_in(number)))
        case kinds.EVENT_STEALTH_REGION:
            return Message(f"does.{WAYS[v[WHO]]}_in", who=who, owner=names.faction(BP), region=region, by=v[EFFECT_A])
        case kinds.EVENT_GIFT_REGION:
            id = f"does.{WAYS[v[WHO]].replace(' ', '_')}_in"
            return Message(id, who=who, region=region, value=v[EFFECT_A])
        case kinds.EVENT_BASE_PLACE:
            return describe_base(p, number, who)
        case kinds.BUILD_GIFT:
            return Message("does.build_gift", who=who, region=region, value=int(turn.value_of_gift(p, number)))
    raise AssertionError(kind)


def set_up_words(p: Position) -> str:
    faction = p.v[ACTING]
    if faction == SANTA and p.v[SETUP_STEP] < SANTA_BASES_AT_START:
        return "does.set_up_base"
    return "does.set_up_die" if faction == BP else "does.set_up_unit"


def describe_choice(p: Position, number: int, who: Message) -> Message:
    """A Region for the operation that was chosen."""
    v = p.v
    region = names.region(p, number)
    match OPERATIONS[v[CHOSEN]]:
        case "recruit":
            return describe_recruit(p, number, who)
        case "move":
            return Message("does.move_from", who=who, region=region)
        case "attack":
            id = {SANTA: "does.attack_in_support", ELF: "does.attack_in_support", BP: "does.attack_in_bp"}
            dice = int(p.units(v[ACTING], number))
            return Message(id.get(v[ACTING], "does.attack_in"), who=who, region=region, dice=dice)
        case "disperse":
            return Message("does.disperse_in", who=who, region=region)
        case _:
            return Message("does.steal_in", who=who, region=region, cost=int(p.tokens(SANTA, number)))


def describe_recruit(p: Position, number: int, who: Message) -> Message:
    faction = p.v[ACTING]
    region = names.region(p, number)
    if faction == IE:
        return Message("does.recruit_beside", who=who, region=region)
    if recruit.can_add_base(p, faction, number):
        return Message("does.recruit_in", who=who, region=region)
    return describe_units(p, number, who)


def describe_units(p: Position, number: int, who: Message) -> Message:
    """§8.2: as many as the supply has."""
    faction = p.v[ACTING]
    count = min(1 + int(p.bases(faction, number)), p.v[SUPPLY + faction])
    return Message("does.recruit_units", who=who, region=names.region(p, number), count=count)


PRECINCT_WORDS = {
    kinds.SET_UP: "does.set_up_precinct",
    kinds.CHOOSE_REGION: "does.move_from",
    kinds.RECRUIT_PRECINCT: "does.recruit_precinct",
    kinds.MOVE_TARGET: "does.move_to",
    kinds.EVENT_PLACE: "does.place_unit",
    kinds.EVENT_MOVE: "does.move_from",
    kinds.EVENT_BASE_PLACE: "does.two_units",
}


def describe_precinct(p: Position, number: int, who: Message) -> Message:
    id = PRECINCT_WORDS[p.v[KIND]]
    if id == "does.two_units" and p.v[SUPPLY + IE] == 1:
        id = "does.recruit_precinct"
    return Message(id, who=who, region=names.precinct(p, number))


def describe_support(p: Position, area: int, side: str, who: Message) -> Message:
    removes = p.v[SUPPORT + area] != NEUTRAL
    id = f"does.support_{'lost' if removes else 'won'}_{side}"
    whose = SANTA if (side == "santa") != removes else ELF
    return Message(id, who=who, area=names.area(p, area), side=names.faction(whose))


# ── Amounts, tokens, gifts ────────────────────────────────────────────────────────────────────────────────────────


def describe_amount(p: Position, number: int, who: Message) -> Message:
    v = p.v
    if v[KIND] == kinds.MOVE_AMOUNT:
        at = names.precinct if v[ACTING] == IE else names.region
        return Message("does.move_units", who=who, count=number, source=at(p, v[FOCUS]), target=at(p, v[TARGET]))
    if v[KIND] == kinds.DISPERSE_AMOUNT:
        return Message("does.disperse_units", who=who, count=number, region=names.region(p, v[TARGET]))
    return Message("does.gift_value", who=who, value=v[GIFT_VALUE], new=number)


def describe_token(p: Position, record: Token, who: Message) -> Message:
    v = p.v
    token = names.token(p, record)
    region = names.region(p, v[FOCUS])
    match v[KIND]:
        case kinds.MOVE_DIE:
            return Message("does.move_die", who=who, stealth=record.detail, target=names.region(p, v[TARGET]))
        case kinds.DISPERSE_WHO:
            id = "does.disperse_die" if record.faction == BP else "does.disperse_all_" + FACTIONS[record.faction]
            return Message(id, who=who, owner=names.faction(record.faction), region=region, stealth=record.detail)
        case kinds.SPEND_STEALTH:
            return Message("does.spend", who=who, token=token, rest=record.detail - 1)
        case kinds.SWEEP_TOKEN:
            return lowered(record, int(p.ie_in(v[FOCUS])), who, token, region)
        case kinds.EVENT_REMOVE_TOKEN if record.faction == BP:
            return lowered(record, v[EFFECT_C], who, token, region)
    if record.base and record.faction == ELF:
        points = lost(p, v[FOCUS])
        return Message("does.remove_base_elf", who=who, owner=names.faction(ELF), region=region, points=points)
    return Message("does.remove", who=who, token=token, region=region)


def lowered(record: Token, by: int, who: Message, token: Message, region: Message) -> Message:
    id = "does.lower" if record.detail > by else "does.lower_off"
    return Message(id, who=who, token=token, region=region, by=by)


def describe_take_off(p: Position, record: TakeOff, who: Message) -> Message:
    if record.what == "support":
        index = ("north", "middle", "south").index(record.place)
        return Message("does.take_off_support", who=who, area=names.area(p, index))
    if record.place in PRECINCTS:
        return Message("does.take_off_unit", who=who, region=names.precinct(p, PRECINCTS.index(record.place)))
    number = REGIONS.index(record.place)
    region = names.region(p, number)
    if record.stealth:
        return Message(f"does.take_off_{record.what}_die", who=who, region=region, stealth=record.stealth)
    if record.what == "base" and p.v[ACTING] == ELF:
        return Message("does.take_off_base_elf", who=who, region=region, points=lost(p, number))
    return Message(f"does.take_off_{record.what}", who=who, region=region)


def describe_gift(p: Position, value: int, who: Message) -> Message:
    v = p.v
    region = names.region(p, v[FOCUS])
    match v[KIND]:
        case kinds.MOVE_GIFT:
            return Message("does.carry", who=who, value=value, target=names.region(p, v[TARGET]))
        case kinds.STEAL_GIFT:
            cost = int(p.tokens(SANTA, v[FOCUS]))
            return Message("does.steal", who=who, value=value, region=region, cost=cost, points=won(p, BP, 1))
        case kinds.SHIP_GIFT:
            return Message("does.ship", who=who, value=value, region=region, points=won(p, SANTA, value))
    id = {"remove gift": "does.remove_that_gift"}.get(WAYS[v[WHO]], "does.choose_gift")
    return Message(id, who=who, value=value, region=region)
