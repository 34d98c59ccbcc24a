"""Why a Region, precinct or Area can't be selected for an operation, and why an operation is possible nowhere."""

from __future__ import annotations

from collections.abc import Callable

from klatsch.core.message import Argument, Message, Refusal
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import AREAS, PRECINCTS, REGIONS, Place
from klatsch.games.chocolate_coin.rules import faction_operations, moving, recruit
from klatsch.games.chocolate_coin.rules.layout import (
    A_UNIT,
    ACTING,
    ATTACK,
    BP,
    CHOSEN,
    DICE,
    DICE_END,
    DISPERSE,
    ELF,
    IE,
    MOVE,
    PIES,
    RALLY,
    RECRUIT,
    REGIONS_LEFT,
    SANTA,
    SELECTED,
    STEAL,
    SUPPORT,
)
from klatsch.games.chocolate_coin.rules.position import Position, is_token_in, is_unit_in, side_of, stealth_of, units_at


def refuse(clause: str, id: str, **args: Argument) -> Refusal:
    return Refusal(clause, Message("not." + id, **args))


def place(p: Position, record: Place) -> Message:
    if record.kind == "area":
        return names.area(p, record.number)
    return names.precinct(p, record.number) if record.kind == "precinct" else names.region(p, record.number)


def area_of(p: Position, region: int) -> Message:
    return names.area(p, int(p.board.area[region]))


def wrong_place(p: Position, record: Place) -> Refusal | None:
    """§1.2: precincts are for Internal Elfairs units, Regions for the others'."""
    if (record.kind == "precinct") == (p.v[ACTING] == IE):
        return None
    return refuse("1.2", "no_precincts" if record.kind == "precinct" else "only_precincts")


def no_space(p: Position, clause: str, region: int) -> Refusal:
    count = int(p.board.spaces[region])
    id = "spaces_taken" if count else "no_space"
    return refuse(clause, id, region=names.region(p, region), spaces=count)


# ── A Region of an operation ──────────────────────────────────────────────────────────────────────────────────────


def refuse_region(p: Position, record: Place) -> Refusal:
    v = p.v
    operation = v[CHOSEN]
    if record.kind == "area":
        return refuse("6.5", "no_area", operation=names.operation(operation))
    precincts = operation == MOVE and v[ACTING] == IE
    if precincts != (record.kind == "precinct"):
        return refuse("8.15", "only_precincts") if precincts else refuse("6.5", "regions_only")
    if v[SELECTED] & 2**record.number:
        return refuse("6.5", "selected", place=place(p, record))
    if v[REGIONS_LEFT] == 0:
        return refuse("6.2", "no_region_left")
    return WHY[operation](p, record.number)


def why_no_recruit(p: Position, region: int) -> Refusal:
    faction = p.v[ACTING]
    name = names.region(p, region)
    if recruit.may_recruit_in(p, faction, region):
        return refuse("1.8", "no_token_left")
    if faction == SANTA:
        return refuse("8.4", "santa_unwelcome", region=name, area=area_of(p, region))
    if faction == BP:
        return refuse("8.10", "nobody_there", region=name)
    if faction == IE:
        return refuse("8.7", "untouched", region=name)
    if p.board.cane[region]:
        return refuse("8.5", "elf_unwelcome", region=name, area=area_of(p, region))
    return refuse("8.6", "needs_cane", region=name)


def why_no_move(p: Position, at: int) -> Refusal:
    faction = p.v[ACTING]
    name = names.precinct(p, at) if faction == IE else names.region(p, at)
    units = int(p.dice_in(at, A_UNIT) if faction == BP else p.v[units_at(faction) + at])
    if units == 0:
        return refuse("8.11", "no_unit_to_move", place=name)
    if not moving.has_way(p, faction, at):
        return refuse("8.15", "no_line_out", place=name)
    return refuse("8.12", "all_moved", place=name, units=units)


def lowest_stealth(p: Position, region: int, units_only: bool = False) -> int:
    """Of Big Plastic's tokens there; 0 if there is none."""
    is_in = is_unit_in if units_only else is_token_in
    return min((int(stealth_of(die)) for die in p.v[DICE:DICE_END] if is_in(die, region)), default=0)


def why_no_attack(p: Position, region: int) -> Refusal:
    faction = p.v[ACTING]
    name = names.region(p, region)
    if p.units(faction, region) == 0:
        return refuse("8.19", "no_own_unit", region=name)
    lowest = lowest_stealth(p, region)
    if faction != BP and lowest:
        return refuse("8.21", "hidden", region=name, stealth=lowest, tokens=int(p.tokens(faction, region)))
    return refuse("8.19", "nobody_to_attack", region=name)


def why_no_disperse(p: Position, region: int) -> Refusal:
    name = names.region(p, region)
    units = int(p.ie_in(region))
    if units == 0:
        return refuse("9.4", "no_ie_unit", region=name)
    lowest = lowest_stealth(p, region, units_only=True)
    if lowest > units:
        return refuse("9.3", "hidden_from_ie", region=name, stealth=lowest, units=units)
    if lowest or p.units(SANTA, region) or p.units(ELF, region):
        return refuse("9.6", "dispersed_already", region=name)
    if p.bases(SANTA, region) or p.bases(ELF, region) or p.bases(BP, region):
        return refuse("9.7", "only_bases", region=name)
    return refuse("9.3", "nobody_to_disperse", region=name)


def why_no_theft(p: Position, region: int) -> Refusal:
    name = names.region(p, region)
    if p.gifts_in(region) == 0:
        return refuse("9.8", "no_gift", region=name)
    if p.tokens(BP, region) == 0:
        return refuse("9.8", "no_bp_token", region=name)
    stealth = int(faction_operations.stealth_to_spend(p, region))
    return refuse("9.10", "too_dear", region=name, cost=int(p.tokens(SANTA, region)), stealth=stealth)


def why_no_area(p: Position, area: int) -> Refusal:
    """§9.1: Mince Pies and E.L.F. Rally."""
    if p.v[SUPPORT + area] == side_of(p.v[ACTING]):
        return refuse("9.2", "own_area", area=names.area(p, area))
    return refuse("1.8", "no_token_left")


WHY: dict[int, Callable[[Position, int], Refusal]] = {
    RECRUIT: why_no_recruit,
    MOVE: why_no_move,
    ATTACK: why_no_attack,
    PIES: why_no_area,
    DISPERSE: why_no_disperse,
    STEAL: why_no_theft,
    RALLY: why_no_area,
}


# ── Possible nowhere ──────────────────────────────────────────────────────────────────────────────────────────────

# What would have to change, from the least to the most that is missing. A place that lacks the least tells the reason.
NEAREST = (
    ("no_token_left", "dispersed_already", "too_dear", "hidden", "hidden_from_ie"),
    ("no_line_out", "only_bases", "no_bp_token", "nobody_to_attack", "nobody_to_disperse"),
    ("santa_unwelcome", "elf_unwelcome", "nobody_there", "own_area", "untouched"),
    ("needs_cane", "no_unit_to_move", "no_own_unit", "no_ie_unit", "no_gift"),
)
# The same reason everywhere is told once, of no place.
EVERYWHERE = {
    "santa_unwelcome": "santa_unwelcome_everywhere",
    "elf_unwelcome": "elf_unwelcome_everywhere",
    "own_area": "own_areas",
    "no_unit_to_move": "no_unit_on_board",
    "no_own_unit": "no_unit_on_board",
    "no_ie_unit": "no_unit_on_board",
    "no_gift": "no_gift_on_board",
    "no_bp_token": "no_gift_with_bp",
    "nobody_to_attack": "nobody_where_you_are",
    "nobody_to_disperse": "nobody_where_you_are",
    "only_bases": "nobody_where_you_are",
}


def refuse_nowhere(p: Position, operation: int) -> Refusal:
    """§6.1: the clause and the reason of the place where the least is missing."""
    found = [WHY[operation](p, at) for at in range(len(places_of(p, operation)))]
    nearest = min(found, key=lambda refusal: (distance(refusal), gap(refusal)))
    id = nearest.message.id.removeprefix("not.")
    why = Message("not." + EVERYWHERE[id]) if id in EVERYWHERE else nearest.message
    return refuse(nearest.clause, "nowhere", operation=names.operation(operation), why=why)


def places_of(p: Position, operation: int) -> tuple[str, ...]:
    if operation in (PIES, RALLY):
        return AREAS
    return PRECINCTS[: int(p.board.precincts)] if operation == MOVE and p.v[ACTING] == IE else REGIONS


def distance(refusal: Refusal) -> int:
    id = refusal.message.id.removeprefix("not.")
    return next(number for number, group in enumerate(NEAREST) if id in group)


def gap(refusal: Refusal) -> int:
    """How much stealth, or how many tokens, are missing."""
    args = refusal.message.args
    wanted, had = {"not.too_dear": ("cost", "stealth"), "not.hidden": ("stealth", "tokens")}.get(
        refusal.message.id, ("stealth", "units")
    )
    return number(args.get(wanted)) - number(args.get(had))


def number(value: Argument | None) -> int:
    return value if isinstance(value, int) else 0
