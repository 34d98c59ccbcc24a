"""Why not, within an operation: recruiting, placing, moving, attacking, and the factions' own operations."""

from __future__ import annotations

from collections.abc import Callable

from klatsch.core.action import Button
from klatsch.core.message import Refusal
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import (
    AREAS,
    PRECINCTS,
    REGIONS,
    Action,
    Amount,
    Gift,
    Place,
    TakeOff,
    Token,
)
from klatsch.games.chocolate_coin.refusals_of_regions import (
    no_space,
    place,
    refuse,
    refuse_region,
    why_no_area,
    wrong_place,
)
from klatsch.games.chocolate_coin.rules import kinds, moving
from klatsch.games.chocolate_coin.rules.layout import (
    A_BASE,
    A_UNIT,
    ACTING,
    ANYWHERE,
    BP,
    CHOSEN,
    DICE,
    DICE_END,
    DIE_PLACED,
    ELF,
    FOCUS,
    GIFTS,
    HITS,
    IE,
    IE_UNITS,
    LEFT,
    ONE_UNIT,
    PICKED,
    PLACED_BASES,
    PLACED_SUPPORT,
    PLACED_UNITS,
    SANTA,
    SUPPORT,
    TOKENS_THERE,
)
from klatsch.games.chocolate_coin.rules.position import (
    Position,
    gift_at,
    is_unit_in,
    side_of,
    stealth_of,
    units_at,
)

Why = Callable[[Position, Action], Refusal | None]


def refuse_choice(p: Position, record: Action) -> Refusal | None:
    """A Region, or a precinct, of the operation."""
    return refuse_region(p, record) if isinstance(record, Place) else None


# ── Recruit, placing ──────────────────────────────────────────────────────────────────────────────────────────────


def refuse_recruit_what(p: Position, record: Action) -> Refusal | None:
    region = p.v[FOCUS]
    if record == Button("units"):
        return refuse("1.8", "no_token_left")
    if record != Button("base"):
        return None
    if p.units(p.v[ACTING], region) == 0:
        return refuse("8.3", "no_own_unit", region=names.region(p, region))
    if p.vacant_spaces(region) <= 0:
        return no_space(p, "8.3", region)
    return refuse("1.8", "no_token_left")


def refuse_recruit_precinct(p: Position, record: Action) -> Refusal | None:
    if record == Button("base"):
        return refuse("8.7", "no_base_for_ie")
    if not isinstance(record, Place) or record.kind == "area":
        return None
    if record.kind == "region":
        return refuse("8.7", "only_precincts")
    region = p.v[FOCUS]
    if not p.board.is_touched(region, record.number):
        return refuse("8.7", "not_touching", precinct=place(p, record), region=names.region(p, region))
    return refuse("1.8", "no_token_left")


def refuse_take_off(p: Position, record: Action) -> Refusal | None:
    """§1.9, while a token is wanted."""
    if not isinstance(record, TakeOff):
        return None
    there, placed = own_tokens(p, record)
    if there == 0:
        return refuse("1.9", "no_own_token")
    if placed >= there:
        return refuse("1.9", "placed_now")
    return refuse("1.9", "nothing_changes")


def own_tokens(p: Position, record: TakeOff) -> tuple[int, int]:
    """How many such tokens the acting faction has there, and how many of them were placed in this action."""
    v = p.v
    faction = v[ACTING]
    if record.what == "support":
        area = AREAS.index(record.place)
        return int(faction in (SANTA, ELF) and v[SUPPORT + area] == side_of(faction)), v[PLACED_SUPPORT + area]
    if record.place in PRECINCTS:
        at = PRECINCTS.index(record.place)
        return (v[IE_UNITS + at] if faction == IE else 0), v[PLACED_UNITS + at]
    region = REGIONS.index(record.place)
    if record.stealth:
        what = A_BASE if record.what == "base" else A_UNIT
        there, old = (p.find_die(region, what, record.stealth, barred) >= 0 for barred in (0, DIE_PLACED))
        return int(faction == BP and there), int(not old)
    if faction not in (SANTA, ELF):
        return 0, 0
    if record.what == "base":
        return int(p.bases(faction, region)), v[PLACED_BASES + region]
    return int(p.units(faction, region)), v[PLACED_UNITS + region]


# ── Move ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def refuse_move_target(p: Position, record: Action) -> Refusal | None:
    v = p.v
    if not isinstance(record, Place) or record.kind == "area":
        return None
    wrong = wrong_place(p, record)
    if wrong:
        return wrong
    if record.number == v[FOCUS] or v[ANYWHERE]:
        return refuse("11.3" if v[ANYWHERE] else "8.11", "same_place")
    if v[ACTING] == IE:
        return refuse("8.15", "no_line", source=names.precinct(p, v[FOCUS]), target=place(p, record))
    return refuse("8.11", "not_adjacent", source=names.region(p, v[FOCUS]), target=place(p, record))


def refuse_move_amount(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Amount):
        return None
    if record.number == 0:
        return refuse("8.11", "at_least_one")
    if p.v[ONE_UNIT]:
        return refuse("11.3", "one_only")
    fresh = int(moving.fresh_units(p, p.v[ACTING], p.v[FOCUS]))
    there = p.v[units_at(p.v[ACTING]) + p.v[FOCUS]]
    if record.number <= there:
        return refuse("8.12", "rest_moved", most=fresh)
    return refuse("8.11", "too_many", most=fresh)


def refuse_move_die(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token):
        return None
    if record.faction != BP:
        return refuse("8.11", "own_units_only")
    if record.base:
        return refuse("1.10", "bases_stay")
    if p.find_die(p.v[FOCUS], A_UNIT, record.detail, 0) < 0:
        return refuse("8.11", "no_such_token")
    if p.v[ONE_UNIT] and p.v[PICKED]:
        return refuse("11.3", "one_only")
    return refuse("8.12", "unit_moved")


def refuse_gift_of(clause: str) -> Why:
    def why(p: Position, record: Action) -> Refusal | None:
        if not isinstance(record, Gift):
            return None
        return refuse(clause, "no_gift_of_value", value=record.value, region=names.region(p, p.v[FOCUS]))

    return why


def refuse_carrying(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Gift):
        return None
    at = int(gift_at(p.v[FOCUS], record.value))
    if p.v[GIFTS + at] == 0:
        return refuse("8.13", "no_gift_of_value", value=record.value, region=names.region(p, p.v[FOCUS]))
    return refuse("8.14", "carried_once")


# ── Attack ────────────────────────────────────────────────────────────────────────────────────────────────────────


def refuse_hit(p: Position, record: Action) -> Refusal | None:
    v = p.v
    if not isinstance(record, Token):
        return None
    if record.faction == v[ACTING]:
        return refuse("8.17", "own_token")
    if not is_there(p, record):
        return refuse("8.17", "no_such_token")
    if v[HITS] == 0:
        return refuse("8.17", "no_hits")
    if record.faction == BP and record.detail > v[TOKENS_THERE]:
        return refuse("8.21", "too_stealthy", stealth=record.detail, tokens=v[TOKENS_THERE])
    return refuse("8.18", "units_first", units=covering_units(p, record.faction))


def is_there(p: Position, record: Token) -> bool:
    region = p.v[FOCUS]
    if record.faction == IE:
        return p.v[IE_UNITS + record.detail] > 0 and bool(p.board.is_touched(region, record.detail))
    if record.faction == BP:
        return bool(p.find_die(region, A_BASE if record.base else A_UNIT, record.detail, 0) >= 0)
    return bool((p.bases if record.base else p.units)(record.faction, region) > 0)


def covering_units(p: Position, faction: int) -> int:
    """§8.18, §8.22: units that can be hit, and so cover the bases."""
    region = p.v[FOCUS]
    if faction != BP:
        return int(p.units(faction, region))
    return sum(is_unit_in(die, region) and stealth_of(die) <= p.v[TOKENS_THERE] for die in p.v[DICE:DICE_END])


# ── Faction operations ────────────────────────────────────────────────────────────────────────────────────────────


def refuse_area(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place):
        return None
    if record.kind != "area":
        return refuse("9.1", "areas_only", operation=names.operation(p.v[CHOSEN]))
    return why_no_area(p, record.number)


def refuse_disperse_who(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token):
        return None
    if record.faction == IE:
        return refuse("9.3", "never_ie")
    if not is_there(p, record):
        return refuse("9.3", "no_such_token")
    if record.base:
        return refuse("9.7", "bases_stay")
    units = int(p.ie_in(p.v[FOCUS]))
    if record.faction == BP and record.detail > units:
        return refuse("9.3", "too_stealthy_for_ie", stealth=record.detail, units=units)
    return refuse("9.6", "unit_moved")


def refuse_disperse_target(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind == "area":
        return None
    if record.kind == "precinct":
        return refuse("1.2", "no_precincts")
    return refuse("9.5", "not_adjacent", source=names.region(p, p.v[FOCUS]), target=place(p, record))


def refuse_disperse_amount(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Amount):
        return None
    if record.number == 0:
        return refuse("9.5", "at_least_one")
    if record.number > p.v[LEFT]:
        return refuse("9.5", "too_many", most=p.v[LEFT])
    return refuse("9.5", "all_must_leave", left=p.v[LEFT])


def refuse_spending(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token):
        return None
    if record.faction != BP:
        return refuse("9.10", "no_own_token")
    return refuse("9.10", "keeps_one" if is_there(p, record) else "no_such_token")


OPERATIONS: dict[int, Why] = {
    kinds.CHOOSE_REGION: refuse_choice,
    kinds.RECRUIT_WHAT: refuse_recruit_what,
    kinds.RECRUIT_PRECINCT: refuse_recruit_precinct,
    kinds.PLACE: refuse_take_off,
    kinds.MOVE_TARGET: refuse_move_target,
    kinds.MOVE_AMOUNT: refuse_move_amount,
    kinds.MOVE_DIE: refuse_move_die,
    kinds.MOVE_GIFT: refuse_carrying,
    kinds.REMOVE_TOKEN: refuse_hit,
    kinds.CHOOSE_AREA: refuse_area,
    kinds.DISPERSE_WHO: refuse_disperse_who,
    kinds.DISPERSE_TARGET: refuse_disperse_target,
    kinds.DISPERSE_AMOUNT: refuse_disperse_amount,
    kinds.STEAL_GIFT: refuse_gift_of("9.8"),
    kinds.SPEND_STEALTH: refuse_spending,
}
