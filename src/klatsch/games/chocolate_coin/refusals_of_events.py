"""Why not, within a special operation, an event or the building of a gift."""

from __future__ import annotations

from collections.abc import Callable

from klatsch.core.action import Button
from klatsch.core.message import Refusal
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import WAYS, Action, Amount, Place, Shift, Token
from klatsch.games.chocolate_coin.refusals_of_operations import Why, is_there, refuse_gift_of
from klatsch.games.chocolate_coin.refusals_of_regions import no_space, place, refuse, why_no_recruit, wrong_place
from klatsch.games.chocolate_coin.rules import event_tokens, events, kinds, recruit, selecting
from klatsch.games.chocolate_coin.rules.layout import (
    A_UNIT,
    ACTING,
    BP,
    EFFECT_A,
    EFFECT_B,
    EFFECT_C,
    EFFECT_D,
    ELF,
    FOCUS,
    GIFT_VALUE,
    NEUTRAL,
    PRO_ELF,
    PRO_SANTA,
    SANTA,
    SELECTED,
    SUPPORT,
    WHO,
)
from klatsch.games.chocolate_coin.rules.position import Position

RegionWhy = Callable[[Position, int], Refusal]


def of_region(why: RegionWhy) -> Why:
    """For a step that asks for a Region."""

    def refuse_place(p: Position, record: Action) -> Refusal | None:
        if not isinstance(record, Place) or record.kind == "area":
            return None
        return why(p, record.number) if record.kind == "region" else refuse("6.5", "regions_only")

    return refuse_place


# ── Special operations ────────────────────────────────────────────────────────────────────────────────────────────


def why_no_ship(p: Position, region: int) -> Refusal:
    return refuse("10.1", "no_gift" if p.board.dock[region] else "no_dock", region=names.region(p, region))


def why_no_sweep(p: Position, region: int) -> Refusal:
    return refuse("10.2", "no_bp_token" if p.ie_in(region) else "no_ie_unit", region=names.region(p, region))


def refuse_swept(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token):
        return None
    return refuse("10.2", "no_such_token" if record.faction == BP else "sweep_bp_only")


def no_more_stealth(clause: str) -> RegionWhy:
    def why(p: Position, region: int) -> Refusal:
        name = names.region(p, region)
        if p.dice_in(region, A_UNIT):
            return refuse(clause, "full_stealth", region=name)
        return refuse(clause, "bases_gain_none" if p.tokens(BP, region) else "no_bp_unit", region=name)

    return why


def why_no_drive(p: Position, region: int) -> Refusal:
    if p.units(SANTA, region):
        return refuse("10.5", "no_token_left")
    return refuse("10.4", "no_santa_unit", region=names.region(p, region))


# ── Events: places ────────────────────────────────────────────────────────────────────────────────────────────────


def refuse_event_place(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind == "area":
        return None
    wrong = wrong_place(p, record)
    if wrong:
        return wrong
    faction = p.v[ACTING]
    if record.kind == "region" and not recruit.may_recruit_in(p, faction, record.number):
        return why_no_recruit(p, record.number)
    return unsigned(p, record) or refuse("1.8", "no_token_left")


def unsigned(p: Position, record: Place) -> Refusal | None:
    """§11.3: the effect is bound to Regions with a sign, and this place hasn't it."""
    if events.has_sign(p, record.number):
        return None
    id = {events.A_WORKSHOP: "no_workshop", events.A_DOCK: "no_dock"}.get(p.v[EFFECT_D], "needs_cane")
    return refuse("11.3", id, region=place(p, record))


def refuse_event_move(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind == "area":
        return None
    return wrong_place(p, record) or refuse("11.3", "no_unit_to_move", place=place(p, record))


def refuse_shift(p: Position, record: Action) -> Refusal | None:
    if isinstance(record, Place) and record.kind == "area":
        return refuse("11.6", "which_side", area=place(p, record))
    if not isinstance(record, Shift):
        return None
    toward = PRO_SANTA if record.side == "santa" else PRO_ELF
    faction = SANTA if toward == PRO_SANTA else ELF
    now = p.v[SUPPORT + record.area]
    area = names.area(p, record.area)
    if now == toward:
        return refuse("11.6", "supports_already", area=area, who=names.faction(faction))
    if now == NEUTRAL and not p.can_shift(record.area, toward):
        return refuse("11.6", "no_support_token", who=names.faction(faction))
    return refuse("11.3", "other_way")


# ── Events: tokens ────────────────────────────────────────────────────────────────────────────────────────────────


def why_no_sabotage(p: Position, region: int) -> Refusal:
    name = names.region(p, region)
    if p.tokens(p.v[ACTING], region) == 0:
        return refuse("11.7", "no_own_token_in", region=name)
    if p.v[SELECTED] & 2**region:
        return refuse("11.7", "selected", place=name)
    return unsigned(p, Place("region", region)) or refuse("11.7", "no_enemy", region=name)


def refuse_sabotaged(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token):
        return None
    if record.faction == p.v[ACTING]:
        return refuse("11.7", "own_token")
    if not is_there(p, record):
        return refuse("11.7", "no_such_token")
    if not event_tokens.is_enemy(p, record.faction):
        return refuse("11.7", "card_faction_only", who=names.faction(int(selecting.card_faction(p))))
    if p.v[EFFECT_B] & event_tokens.BASES_TOO:
        return refuse("11.7", "units_first", units=int(p.units(record.faction, p.v[FOCUS])))
    return refuse("11.7", "units_only")


def refuse_base_place(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Place) or record.kind == "area":
        return None
    wrong = wrong_place(p, record)
    if wrong:
        return wrong
    if record.kind == "precinct":
        return refuse("1.8", "no_token_left")
    if p.units(p.v[ACTING], record.number) == 0:
        return refuse("11.11", "no_own_unit", region=place(p, record))
    if p.vacant_spaces(record.number) <= 0:
        return no_space(p, "11.11", record.number)
    return refuse("1.8", "no_token_left")


def why_no_turning(p: Position, region: int) -> Refusal:
    name = names.region(p, region)
    victim = int(selecting.card_faction(p))
    units, theirs = int(p.units(p.v[ACTING], region)), int(p.units(victim, region))
    if units == 0:
        return refuse("11.11", "no_own_unit", region=name)
    if p.tokens(victim, region) == 0:
        return refuse("11.11", "no_token_of", region=name, who=names.faction(victim))
    return refuse("11.11", "outnumbered", region=name, who=names.faction(victim), units=units, theirs=theirs)


def refuse_turned(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Token):
        return None
    victim = int(selecting.card_faction(p))
    if record.faction != victim:
        return refuse("11.11", "card_faction_only", who=names.faction(victim))
    return refuse("11.11", "base_first" if is_there(p, record) else "no_such_token")


# ── Events: stealth and gifts ─────────────────────────────────────────────────────────────────────────────────────


def refuse_stealth_way(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Button) or record.notation not in WAYS:
        return None
    reasons = {"expose": "no_bp_on_board", "hide": "full_stealth_everywhere"}
    return refuse("11.3", reasons.get(record.notation, "other_way"))


def why_no_stealth(p: Position, region: int) -> Refusal:
    if WAYS[p.v[WHO]] == "hide":
        return no_more_stealth("11.3")(p, region)
    return refuse("11.3", "no_bp_token", region=names.region(p, region))


def refuse_gift_way(p: Position, record: Action) -> Refusal | None:
    if not isinstance(record, Button) or record.notation not in WAYS:
        return None
    way = WAYS.index(record.notation) - WAYS.index("put gift")
    if way < 0 or p.v[EFFECT_A + way] == 0:
        return refuse("11.10", "other_way")
    return refuse("11.10", "workshops_full" if record.notation == "put gift" else "no_gift_on_board")


def why_no_event_gift(p: Position, region: int) -> Refusal:
    name = names.region(p, region)
    if WAYS[p.v[WHO]] != "put gift":
        return refuse("11.10", "no_gift", region=name)
    return refuse("11.10", "gift_in_the_way" if p.board.workshop[region] else "no_workshop", region=name)


def refuse_gift_change(p: Position, record: Action) -> Refusal | None:
    if WAYS[p.v[WHO]] == "change gift":
        if not isinstance(record, Amount):
            return None
        return refuse("11.10", "value_range", value=p.v[GIFT_VALUE], by=p.v[EFFECT_C])
    if not isinstance(record, Place) or record.kind != "region":
        return None
    return refuse("11.10", "not_adjacent", source=names.region(p, p.v[FOCUS]), target=place(p, record))


# ── Building a gift ───────────────────────────────────────────────────────────────────────────────────────────────


def why_no_building(p: Position, region: int) -> Refusal:
    name = names.region(p, region)
    if not p.board.workshop[region]:
        return refuse("12.2", "no_workshop", region=name)
    if p.gifts_in(region):
        return refuse("12.2", "gift_in_the_way", region=name)
    return refuse("12.2", "nobody_works", region=name)


EVENTS: dict[int, Why] = {
    kinds.SHIP_REGION: of_region(why_no_ship),
    kinds.SHIP_GIFT: refuse_gift_of("10.1"),
    kinds.SWEEP_REGION: of_region(why_no_sweep),
    kinds.SWEEP_TOKEN: refuse_swept,
    kinds.COVER_REGION: of_region(no_more_stealth("10.3")),
    kinds.DRIVE_REGION: of_region(why_no_drive),
    kinds.EVENT_PLACE: refuse_event_place,
    kinds.EVENT_MOVE: refuse_event_move,
    kinds.EVENT_SUPPORT: refuse_shift,
    kinds.EVENT_REMOVE_REGION: of_region(why_no_sabotage),
    kinds.EVENT_REMOVE_TOKEN: refuse_sabotaged,
    kinds.EVENT_STEALTH_WAY: refuse_stealth_way,
    kinds.EVENT_STEALTH_REGION: of_region(why_no_stealth),
    kinds.EVENT_GIFT_WAY: refuse_gift_way,
    kinds.EVENT_GIFT_REGION: of_region(why_no_event_gift),
    kinds.EVENT_GIFT_DIE: refuse_gift_of("11.10"),
    kinds.EVENT_GIFT_CHANGE: refuse_gift_change,
    kinds.EVENT_BASE_PLACE: refuse_base_place,
    kinds.EVENT_BASE_REGION: of_region(why_no_turning),
    kinds.EVENT_BASE_TOKEN: refuse_turned,
    kinds.BUILD_GIFT: of_region(why_no_building),
}
