"""Why not, within an operation, a special operation, an event or the building of a gift."""

from __future__ import annotations

from collections.abc import Callable

from klatsch.core.action import Button
from klatsch.core.message import Argument, Message, Refusal
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import (
    ACTIONS,
    TAKE_OFF,
    TOKENS,
    WAYS,
    Action,
    Amount,
    Gift,
    Place,
    Shift,
    TakeOff,
    Token,
)
from klatsch.games.chocolate_coin.rules import attack, faction_operations, kinds, moving, recruit, selecting
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    A_UNIT,
    ACTING,
    ANYWHERE,
    ATTACK,
    BP,
    CHOSEN,
    DIE_MOVED,
    DISPERSE,
    EFFECT_C,
    ELF,
    FOCUS,
    HITS,
    IE,
    IE_UNITS,
    KIND,
    LAST,
    LAST_OFF,
    LEFT,
    MOVE,
    ONE_UNIT,
    RECRUIT,
    REGIONS_LEFT,
    SANTA,
    SELECTED,
    SUPPORT,
    TOKENS_THERE,
    WHO,
)
from klatsch.games.chocolate_coin.rules.position import Position, side_of


def refuse(clause: str, id: str, **args: Argument) -> Refusal:
    return Refusal(clause, Message("not." + id, **args))


def refuse_in_operation(p: Position, record: Action) -> Refusal | None:
    """None where there is nothing better to say than what is asked."""
    handler = HANDLERS.get(p.v[KIND])
    return handler(p, record) if handler is not None else None


def place(p: Position, record: Place) -> Message:
    return names.precinct(p, record.number) if record.kind == "precinct" else names.region(p, record.number)


# ── Regions of an operation ───────────────────────────────────────────────────────────────────────────────────────


def refuse_region(p: Position, record: Action) -> Refusal | None:
    v = p.v
    if not isinstance(record, Place) or record.kind == "area":
        return None
    precincts = v[CHOSEN] == MOVE and v[ACTING] == IE
    if precincts != (record.kind == "precinct"):
        return refuse("8.15", "only_precincts") if precincts else refuse("6.5", "no_precincts")
    if v[REGIONS_LEFT] > 0 and v[SELECTED] & 2**record.number:
        return refuse("6.5", "selected", place=place(p, record))
    reasons = {RECRUIT: why_no_recruit, MOVE: why_no_move, ATTACK: why_no_attack, DISPERSE: why_no_disperse}
    return reasons.get(v[CHOSEN], why_no_theft)(p, record)


def why_no_recruit(p: Position, record: Place) -> Refusal:
    faction = p.v[ACTING]
    region = place(p, record)
    if recruit.may_recruit_in(p, faction, record.number):
        return refuse("1.8", "no_token_left")
    if faction == SANTA:
        return refuse("8.4", "santa_unwelcome", region=region)
    if faction == BP:
        return refuse("8.10", "nobody_there", region=region)
    if faction == ELF and p.board.cane[record.number]:
        return refuse("8.5", "elf_unwelcome", region=region)
    if faction == ELF:
        return refuse("8.6", "needs_cane", region=region)
    return refuse("8.7", "may_not_recruit")


def why_no_move(p: Position, record: Place) -> Refusal:
    faction = p.v[ACTING]
    units = p.dice_in(record.number, A_UNIT) if faction == BP else p.v[moving.units_at(faction) + record.number]
    return refuse("8.12" if units else "8.11", "no_unit_to_move", place=place(p, record))


def why_no_attack(p: Position, record: Place) -> Refusal:
    region = place(p, record)
    if p.units(p.v[ACTING], record.number) == 0:
        return refuse("8.19", "no_own_unit", region=region)
    return refuse("8.19", "no_legal_target", region=region)


def why_no_disperse(p: Position, record: Place) -> Refusal:
    if p.ie_in(record.number) == 0:
        return refuse("9.4", "no_ie_unit", region=place(p, record))
    return refuse("9.3", "nobody_to_disperse", region=place(p, record))


def why_no_theft(p: Position, record: Place) -> Refusal:
    region = place(p, record)
    if p.gifts_in(record.number) == 0:
        return refuse("9.8", "no_gift", region=region)
    if p.tokens(BP, record.number) == 0:
        return refuse("9.8", "no_bp_token", region=region)
    stealth = int(faction_operations.stealth_to_spend(p, record.number))
    return refuse("9.10", "too_dear", region=region, cost=int(p.tokens(SANTA, record.number)), stealth=stealth)


# ── Recruit, placing ──────────────────────────────────────────────────────────────────────────────────────────────


def refuse_recruit_what(p: Position, record: Action) -> Refusal | None:
    region = p.v[FOCUS]
    if record != Button("base"):
        return refuse("1.8", "no_token_left") if record == Button("units") else None
    if p.units(p.v[ACTING], region) == 0:
        return refuse("8.3", "no_own_unit", region=names.region(p, region))
    if p.vacant_spaces(region) <= 0:
        return refuse("8.3", "no_space", region=names.region(p, region))
    return refuse("1.8", "no_token_left")


def refuse_recruit_precinct(p: Position, record: Action) -> Refusal | None:
    if record == Button("base"):
        return refuse("8.7", "no_base_for_ie")
    return refuse("8.7", "may_not_recruit") if isinstance(record, Place) else None


def refuse_take_off(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, TakeOff):
        return None
    if ACTIONS.index(record) - TAKE_OFF < p.v[LAST_OFF]:
        return refuse("2.8", "order_off")
    return refuse("1.9", "placed_now")


# ── Move ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def refuse_move_target(p: Position, record: Action) -> Refusal | None:
    v = p.v
    if not isinstance(record, Place) or record.kind == "area":
        return None
    if (record.kind == "precinct") != (v[ACTING] == IE):
        return refuse("1.2", "no_precincts" if record.kind == "precinct" else "only_precincts")
    if record.number == v[FOCUS] or v[ANYWHERE]:
        return refuse("8.11", "same_place")
    if v[ACTING] == IE:
        source = names.precinct(p, v[FOCUS])
        return refuse("8.15", "no_line", source=source, target=place(p, record))
    return refuse("8.11", "not_adjacent", source=names.region(p, v[FOCUS]), target=place(p, record))


def refuse_move_amount(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Amount):
        return None
    if record.number == 0:
        return refuse("8.11", "at_least_one")
    most = 1 if p.v[ONE_UNIT] else int(moving.fresh_units(p, p.v[ACTING], p.v[FOCUS]))
    return refuse("8.11", "too_many", most=most)


def refuse_move_die(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token) or record.faction != BP:
        return None
    if record.base:
        return refuse("1.10", "no_such_token")
    passed_over = record.detail > p.v[LAST] and p.find_die(p.v[FOCUS], A_UNIT, record.detail, DIE_MOVED) >= 0
    if passed_over:
        return refuse("2.8", "order", place=Message("token.bp_unit", stealth=p.v[LAST]))
    return refuse("8.11", "no_such_token")


def refuse_gift(clause: str) -> Callable[[Position, Action], Refusal | None]:
    def why(p: Position, record: Action) -> Refusal | None:
        return refuse(clause, "no_gift_of_value", value=record.value) if isinstance(record, Gift) else None

    return why


# ── Attack ────────────────────────────────────────────────────────────────────────────────────────────────────────


def refuse_hit(p: Position, record: Action) -> Refusal | None:
    v = p.v
    if not isinstance(record, Token):
        return None
    if record.faction == v[ACTING]:
        return refuse("8.17", "own_token")
    if v[HITS] == 0:
        return refuse("8.17", "no_hits")
    if not is_there(p, record):
        return refuse("8.17", "no_such_token")
    if record.faction == BP and record.detail > v[TOKENS_THERE]:
        return refuse("8.21", "too_stealthy", stealth=record.detail, tokens=v[TOKENS_THERE])
    if record.base and units_cover(p, record.faction):
        return refuse("8.18", "units_first")
    return refuse("2.8", "order", place=names.token(p, last_token(p)))


def last_token(p: Position) -> Token:
    return TOKENS[p.v[LAST]]


def is_there(p: Position, record: Token) -> bool:
    region = p.v[FOCUS]
    if record.faction == IE:
        return p.v[IE_UNITS + record.detail] > 0 and p.board.is_touched(region, record.detail)
    if record.faction == BP:
        return bool(p.find_die(region, A_BASE if record.base else A_UNIT, record.detail, 0) >= 0)
    return bool((p.bases if record.base else p.units)(record.faction, region) > 0)


def units_cover(p: Position, faction: int) -> bool:
    region = p.v[FOCUS]
    if faction == BP:
        return bool(attack.has_unit_to_hit(p, region, p.v[TOKENS_THERE]))
    return bool(p.units(faction, region) > 0)


# ── Faction operations ────────────────────────────────────────────────────────────────────────────────────────────


def refuse_area(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind != "area":
        return None
    if p.v[SUPPORT + record.number] == side_of(p.v[ACTING]):
        return refuse("9.2", "own_area", area=names.area(p, record.number))
    return refuse("1.8", "no_token_left")


def refuse_disperse_who(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token):
        return None
    return refuse("9.7" if record.base else "9.3", "dispersed", units=int(p.ie_in(p.v[FOCUS])))


def refuse_disperse_target(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind != "region":
        return None
    if p.board.is_adjacent(p.v[FOCUS], record.number):
        return refuse("2.8", "one_side_order")
    return refuse("9.5", "not_adjacent", source=names.region(p, p.v[FOCUS]), target=place(p, record))


def refuse_disperse_amount(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Amount):
        return None
    if record.number == 0 or record.number > p.v[LEFT]:
        return refuse("9.5", "too_many", most=p.v[LEFT])
    return refuse("9.5", "all_must_leave", left=p.v[LEFT])


def refuse_spending(p: Position, record: Action) -> Refusal | None:
    return refuse("9.10", "exact_cost") if isinstance(record, Amount) else None


# ── Special operations ────────────────────────────────────────────────────────────────────────────────────────────


def refuse_special(clause: str, id: str) -> Callable[[Position, Action], Refusal | None]:
    def why(p: Position, record: Action) -> Refusal | None:
        if not isinstance(record, Place) or record.kind != "region":
            return None
        return refuse(clause, id, region=place(p, record))

    return why


def refuse_ship(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind != "region":
        return None
    return refuse("10.1", "no_gift" if p.board.dock[record.number] else "no_dock", region=place(p, record))


def refuse_sweep(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind != "region":
        return None
    return refuse("10.2", "no_bp_token" if p.ie_in(record.number) else "no_ie_unit", region=place(p, record))


def refuse_drive(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind != "region":
        return None
    if p.units(SANTA, record.number):
        return refuse("10.5", "no_token_left")
    return refuse("10.4", "no_santa_unit", region=place(p, record))


# ── Events ────────────────────────────────────────────────────────────────────────────────────────────────────────


def refuse_event_place(p: Position, record: Action) -> Refusal | None:
    v = p.v
    if not isinstance(record, Place) or record.kind == "area":
        return None
    if (record.kind == "precinct") != (v[ACTING] == IE):
        return refuse("1.2", "no_precincts" if record.kind == "precinct" else "only_precincts")
    if record.kind == "region" and not recruit.may_recruit_in(p, v[ACTING], record.number):
        return why_no_recruit(p, record)
    if record.number < v[LAST]:
        last = Place(record.kind, v[LAST])
        return refuse("2.8", "order", place=place(p, last))
    return refuse("1.8", "no_token_left")


def refuse_sabotage(p: Position, record: Action) -> Refusal | None:
    if isinstance(record, Place) and record.kind == "region" and record.number < p.v[LAST]:
        return refuse("2.8", "order", place=place(p, Place("region", p.v[LAST] - 1)))
    return refuse_special("11.7", "no_enemy")(p, record)


def refuse_event_move(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind == "area":
        return None
    if (record.kind == "precinct") != (p.v[ACTING] == IE):
        return refuse("1.2", "no_precincts" if record.kind == "precinct" else "only_precincts")
    return refuse("11.5", "no_unit_to_move", place=place(p, record))


def refuse_shift(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Shift):
        return None
    return refuse("11.6", "no_shift", area=names.area(p, record.area))


def refuse_event_stealth(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind != "region":
        return None
    hide = WAYS[p.v[WHO]] == "hide"
    return refuse("11.9", "full_stealth" if hide else "no_bp_token", region=place(p, record))


def refuse_event_gift(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind != "region":
        return None
    if WAYS[p.v[WHO]] == "put gift":
        return refuse("11.10", "put_workshop")
    return refuse("11.10", "no_gift", region=place(p, record))


def refuse_gift_change(p: Position, record: Action) -> Refusal | None:
    if isinstance(record, Amount) and WAYS[p.v[WHO]] == "change gift":
        return refuse("11.10", "value_range", by=p.v[EFFECT_C])
    if isinstance(record, Place) and record.kind == "region" and WAYS[p.v[WHO]] == "carry gift":
        return refuse("11.10", "not_adjacent", source=names.region(p, p.v[FOCUS]), target=place(p, record))
    return None


def refuse_base_place(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind == "area":
        return None
    if (record.kind == "precinct") != (p.v[ACTING] == IE):
        return refuse("1.2", "no_precincts" if record.kind == "precinct" else "only_precincts")
    if record.kind == "precinct":
        return refuse("1.8", "no_token_left")
    if p.units(p.v[ACTING], record.number) == 0:
        return refuse("11.11", "no_own_unit", region=place(p, record))
    if p.vacant_spaces(record.number) <= 0:
        return refuse("11.11", "no_space", region=place(p, record))
    return refuse("1.8", "no_token_left")


def refuse_base_token(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token):
        return None
    if record.faction == selecting.card_faction(p) and not record.base and is_there(p, record):
        return refuse("11.11", "base_first")
    return refuse("11.11", "no_such_token")


HANDLERS: dict[int, Callable[[Position, Action], Refusal | None]] = {
    kinds.CHOOSE_REGION: refuse_region,
    kinds.RECRUIT_WHAT: refuse_recruit_what,
    kinds.RECRUIT_PRECINCT: refuse_recruit_precinct,
    kinds.PLACE: refuse_take_off,
    kinds.MOVE_TARGET: refuse_move_target,
    kinds.MOVE_AMOUNT: refuse_move_amount,
    kinds.MOVE_DIE: refuse_move_die,
    kinds.MOVE_GIFT: refuse_gift("8.13"),
    kinds.REMOVE_TOKEN: refuse_hit,
    kinds.CHOOSE_AREA: refuse_area,
    kinds.DISPERSE_WHO: refuse_disperse_who,
    kinds.DISPERSE_TARGET: refuse_disperse_target,
    kinds.DISPERSE_AMOUNT: refuse_disperse_amount,
    kinds.STEAL_GIFT: refuse_gift("9.8"),
    kinds.SPEND_STEALTH: refuse_spending,
    kinds.SHIP_REGION: refuse_ship,
    kinds.SHIP_GIFT: refuse_gift("10.1"),
    kinds.SWEEP_REGION: refuse_sweep,
    kinds.COVER_REGION: refuse_special("10.3", "full_stealth"),
    kinds.DRIVE_REGION: refuse_drive,
    kinds.EVENT_PLACE: refuse_event_place,
    kinds.EVENT_MOVE: refuse_event_move,
    kinds.EVENT_SUPPORT: refuse_shift,
    kinds.EVENT_REMOVE_REGION: refuse_sabotage,
    kinds.EVENT_STEALTH_REGION: refuse_event_stealth,
    kinds.EVENT_GIFT_REGION: refuse_event_gift,
    kinds.EVENT_GIFT_DIE: refuse_gift("11.10"),
    kinds.EVENT_GIFT_CHANGE: refuse_gift_change,
    kinds.EVENT_BASE_PLACE: refuse_base_place,
    kinds.EVENT_BASE_REGION: refuse_special("11.11", "outnumbered"),
    kinds.EVENT_BASE_TOKEN: refuse_base_token,
    kinds.BUILD_GIFT: refuse_special("12.2", "no_workshop"),
}
