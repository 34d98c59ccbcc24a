"""Reads and checks a board file: map, suits and event table. What a file leaves out comes from data/campus.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from klatsch.core.board_file import MOST_KEPT, read_board_file
from klatsch.games.chocolate_coin.actions import AREAS, FACTIONS, PRECINCTS, RANKS, REGIONS, SUITS

Table: TypeAlias = dict[str, Any]
SHIPPED = ("campus",)
PARTS = ("area", "region", "map", "precinct", "suit", "regions", "event")
COUNTED = ("bases", "units", "tokens", "regions", "precincts")  # what a formula may count, as in rules.board
FORMULAS = ("ie", "bp")  # whose number of Regions the rulebook leaves to its reference sheet
SIGNS = ("anywhere", "workshop", "dock", "cane")
WHOM = ("you", "card", *FACTIONS)
KINDS = ("any", "recruit", "move", "attack", "own")
# What the published board and reference sheet would tell, by what we call it where it is marked as our reconstruction.
TOLD_BY = {"map": ("region", "map", "precinct"), "events": ("suit", "regions", "event")}


@dataclass(frozen=True)
class Region:
    id: str
    name: str
    area: str
    workshop: bool
    dock: bool
    cane: bool
    spaces: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Precinct:
    id: str
    name: str
    touches: tuple[str, ...]
    at: tuple[float, float]


@dataclass(frozen=True)
class Line:
    ends: tuple[str, str]
    arc: bool


@dataclass(frozen=True)
class Effect:
    name: str
    parameters: tuple[tuple[str, int | str | bool], ...]

    def get(self, parameter: str, default: int = 0) -> int | str | bool:
        return dict(self.parameters).get(parameter, default)

    def number(self, parameter: str, default: int = 0) -> int:
        return int(self.get(parameter, default))

    def word(self, parameter: str, default: str = "") -> str:
        return str(dict(self.parameters).get(parameter, default))


@dataclass(frozen=True)
class Formula:
    """How many Regions: `plus`, and what is counted divided by a number and rounded up, but not fewer than `least`."""

    count: str
    divided_by: int = 1
    plus: int = 0
    least: int = 0

    @property
    def numbers(self) -> list[int]:
        return [COUNTED.index(self.count), self.divided_by, self.plus, self.least]


@dataclass(frozen=True)
class Event:
    name: str
    columns: tuple[tuple[Effect, ...], tuple[Effect, ...]]  # FACTION, OTHER


@dataclass(frozen=True)
class Campus:
    """A checked board file. Everything is in the order of the ids in actions.py."""

    areas: tuple[str, ...]
    regions: tuple[Region, ...]
    borders: tuple[tuple[str, str], ...]
    precincts: tuple[Precinct, ...]
    lines: tuple[Line, ...]
    suits: tuple[str, ...]  # of each faction
    formulas: dict[str, Formula]  # of FORMULAS: the number of Regions of an operation
    events: tuple[Event, ...]  # of each rank
    reconstruction: tuple[str, ...] = ()  # which of TOLD_BY are ours, not the published ones: the picture says so


# ── Reading ───────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def shipped_text(name: str) -> str:
    return (Path(__file__).parent / "data" / f"{name}.toml").read_text(encoding="utf-8")


@lru_cache(maxsize=MOST_KEPT)
def read(value: str) -> Campus:
    """§1.4: the board that an option's value names or contains; ValueError with one sentence."""
    return parse(shipped_text(value) if value in SHIPPED else value)


def parse(text: str) -> Campus:
    given: Table = read_board_file(text, "the board file")
    for part in given:
        if part not in (*PARTS, "reconstruction"):
            raise ValueError(f"there is no part {part!r} in a board file; the parts are {', '.join(PARTS)}")
    table = {**read_board_file(shipped_text("campus"), "the campus"), **given}
    regions = read_regions(table["region"])
    precincts = read_precincts(table["precinct"])
    borders, lines = read_map(table["map"], tuple(precinct.id for precinct in precincts))
    return Campus(
        areas=read_areas(table["area"]),
        regions=regions,
        borders=borders,
        precincts=precincts,
        lines=lines,
        suits=read_suits(table["suit"]),
        formulas=read_formulas(table["regions"]),
        events=read_events(table["event"]),
        reconstruction=read_reconstruction(given),
    )


def read_reconstruction(given: Table) -> tuple[str, ...]:
    """A file that says nothing holds the published data; what it leaves out is ours in any case."""
    ours = a_flag(given, "reconstruction", "the board file")
    return tuple(what for what, parts in TOLD_BY.items() if ours or not given.keys() >= set(parts))


# ── The board ─────────────────────────────────────────────────────────────────────────────────────────────────────


def read_areas(table: object) -> tuple[str, ...]:
    areas = the_keys(table, "area", AREAS)
    return tuple(a_name(areas[area], f"area {area}") for area in AREAS)


def read_regions(entries: object) -> tuple[Region, ...]:
    found = {entry["id"]: entry for entry in with_ids(entries, "region", REGIONS)}
    regions = tuple(read_region(found[id]) for id in REGIONS)
    for area in AREAS:
        count = sum(region.area == area for region in regions)
        if count != 3:
            raise ValueError(f"area {area} must have three Regions, not {count}")
    for what in ("workshop", "dock", "cane"):
        if not any(getattr(region, what) for region in regions):
            raise ValueError(f"at least one Region must have {what} = true")
    if sum(region.spaces for region in regions) < 2:
        raise ValueError("there must be at least two base spaces: Santa begins with two bases")
    return regions


def read_region(entry: Table) -> Region:
    where = f"region {entry['id']}"
    only_keys(entry, where, ("id", "name", "area", "workshop", "dock", "cane", "spaces", "box"))
    area = entry.get("area")
    if area not in AREAS:
        raise ValueError(f"{where}: area must be one of {', '.join(AREAS)}")
    box = numbers(entry.get("box"), 4, f"{where}: box")
    if not (box[0] < box[2] and box[1] < box[3]):
        raise ValueError(f"{where}: box is left, top, right, bottom")
    return Region(
        id=entry["id"],
        name=a_name(entry.get("name"), where),
        area=area,
        workshop=a_flag(entry, "workshop", where),
        dock=a_flag(entry, "dock", where),
        cane=a_flag(entry, "cane", where),
        spaces=a_number(entry.get("spaces"), 0, 12, f"{where}: spaces"),
        box=(box[0], box[1], box[2], box[3]),
    )


def read_map(table: object, precincts: tuple[str, ...]) -> tuple[tuple[tuple[str, str], ...], tuple[Line, ...]]:
    if not isinstance(table, dict) or set(table) != {"borders", "lines"}:
        raise ValueError("map must have borders and lines")
    borders = tuple(a_pair(text, "-", REGIONS, "borders") for text in a_list(table["borders"], "borders"))
    lines = tuple(
        Line(a_pair(text, "~" if "~" in str(text) else "-", precincts, "lines"), "~" in str(text))
        for text in a_list(table["lines"], "lines")
    )
    no_twice([frozenset(border) for border in borders], "borders")
    no_twice([frozenset(line.ends) for line in lines], "lines")
    for region in REGIONS:
        if not any(region in border for border in borders):
            raise ValueError(f"region {region} has no border: nobody could leave it")
    return borders, lines


def read_precincts(entries: object) -> tuple[Precinct, ...]:
    """As many as there are, named from a on."""
    count = len(entries) if isinstance(entries, list) else 0
    if not 1 <= count <= len(PRECINCTS):
        raise ValueError(f"a board has 1 to {len(PRECINCTS)} precincts, not {count}")
    ids = PRECINCTS[:count]
    found = {entry["id"]: entry for entry in with_ids(entries, "precinct", ids)}
    return tuple(read_precinct(found[id]) for id in ids)


def read_precinct(entry: Table) -> Precinct:
    where = f"precinct {entry['id']}"
    only_keys(entry, where, ("id", "name", "touches", "at"))
    touches = a_list(entry.get("touches"), f"{where}: touches")
    if not touches or not all(region in REGIONS for region in touches):
        raise ValueError(f"{where}: touches must name Regions, of {', '.join(REGIONS)}")
    no_twice(touches, f"{where}: touches")
    at = numbers(entry.get("at"), 2, f"{where}: at")
    return Precinct(entry["id"], a_name(entry.get("name"), where), tuple(touches), (at[0], at[1]))


# ── The reference sheet ───────────────────────────────────────────────────────────────────────────────────────────


def read_suits(table: object) -> tuple[str, ...]:
    suits = the_keys(table, "suit", FACTIONS)
    chosen = tuple(str(suits[faction]) for faction in FACTIONS)
    if sorted(chosen) != sorted(SUITS):
        raise ValueError(f"suit must give each faction another one of {', '.join(SUITS)}")
    return chosen


def read_formulas(table: object) -> dict[str, Formula]:
    """§6.3: a faction that a file leaves out keeps the campus's formula."""
    given = table if isinstance(table, dict) else {}
    only_keys(given, "regions", FORMULAS)
    shipped = read_board_file(shipped_text("campus"), "the campus")["regions"]
    return {faction: read_formula(given.get(faction, shipped[faction]), f"regions, {faction}") for faction in FORMULAS}


def read_formula(entry: object, where: str) -> Formula:
    if not isinstance(entry, dict):
        raise ValueError(f"{where} must be a formula: count, and if wanted divided_by, plus, least")
    only_keys(entry, where, ("count", "divided_by", "plus", "least"))
    return Formula(
        count=word(*COUNTED)(entry.get("count"), f"{where}: count"),
        divided_by=a_number(entry.get("divided_by", 1), 1, 9, f"{where}: divided_by"),
        plus=a_number(entry.get("plus", 0), 0, 9, f"{where}: plus"),
        least=a_number(entry.get("least", 0), 0, 9, f"{where}: least"),
    )


# ── The event table ───────────────────────────────────────────────────────────────────────────────────────────────


def read_events(table: object) -> tuple[Event, ...]:
    events = the_keys(table, "event", RANKS)
    return tuple(read_event(events[rank], rank) for rank in RANKS)


def read_event(entry: object, rank: str) -> Event:
    where = f"event {rank}"
    if not isinstance(entry, dict):
        raise ValueError(f"{where} must have a name, faction and other")
    only_keys(entry, where, ("name", "faction", "other"))
    columns = [
        tuple(
            read_effect(effect, f"{where}, {column}", column == "faction") for effect in column_of(entry, column, where)
        )
        for column in ("faction", "other")
    ]
    return Event(a_name(entry.get("name"), where), (columns[0], columns[1]))


def column_of(entry: Table, column: str, where: str) -> list[Any]:
    effects = a_list(entry.get(column), f"{where}, {column}")
    if not 1 <= len(effects) <= 6:
        raise ValueError(f"{where}, {column}: one to six effects are needed")
    if sum(isinstance(effect, dict) and effect.get("effect") == "track" for effect in effects) > 1:
        raise ValueError(f"{where}, {column}: the track can be changed once only")
    return effects


def whole(low: int, high: int) -> Callable[[object, str], int]:
    return lambda value, where: a_number(value, low, high, where)


def word(*words: str) -> Callable[[object, str], str]:
    def check(value: object, where: str) -> str:
        if value not in words:
            raise ValueError(f"{where} must be {' or '.join(words)}, not {value!r}")
        return str(value)

    return check


def flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{where} must be true or false")
    return value


# Each effect's parameters, and how they are checked; those in OPTIONAL may be left out.
EFFECTS: dict[str, dict[str, Callable[[object, str], int | str | bool]]] = {
    "place": {"most": whole(1, 6), "where": word(*SIGNS)},
    "move": {"units": word("any", "one")},
    "support": {"shifts": whole(1, 6), "toward": word("santa", "elf")},
    "remove": {
        "regions": whole(1, 9),
        "against": word("anyone", "card"),
        "bases": flag,
        "lowers": whole(1, 6),
        "where": word(*SIGNS),
    },
    "operation": {"kind": word(*KINDS), "regions": word("one", "all")},
    "special": {},
    "score": {"points": whole(0, 15), "santa": whole(0, 15), "who": word(*WHOM)},
    "stealth": {"by": whole(1, 6), "way": word("expose", "hide")},
    "gift": {"put": whole(1, 6), "remove": flag, "change": whole(1, 5), "move": flag},
    "base": {"does": word("place", "remove"), "where": word(*SIGNS)},
    "lose": {"points": whole(1, 15)},
    "track": {"to": whole(1, 4), "who": word(*WHOM)},
}
OPTIONAL = {
    "place": ("where",),
    "support": ("toward",),
    "remove": ("where", "bases"),
    "operation": ("kind", "regions"),
    "score": ("santa", "who"),
    "stealth": ("way",),
    "gift": ("put", "remove", "change", "move"),
    "base": ("where",),
    "track": ("who",),
}


def read_effect(entry: object, where: str, faction_column: bool) -> Effect:
    name = entry.get("effect") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or name not in EFFECTS:
        raise ValueError(f"{where}: there is no effect {name!r}; the effects are {', '.join(EFFECTS)}")
    where = f"{where}, {name}"
    only_keys(entry, where, ("effect", *EFFECTS[name]))
    parameters: list[tuple[str, int | str | bool]] = []
    for parameter, check in EFFECTS[name].items():
        if parameter in entry:
            parameters.append((parameter, check(entry[parameter], f"{where}: {parameter}")))
        elif parameter not in OPTIONAL.get(name, ()):
            raise ValueError(f"{where}: {parameter} is missing")
    effect = Effect(name, tuple(parameters))
    check_effect(effect, where, faction_column)
    return effect


def check_effect(effect: Effect, where: str, faction_column: bool) -> None:
    if effect.name == "gift" and not any(value for _, value in effect.parameters):
        raise ValueError(f"{where}: at least one of put, remove, change, move is needed")
    if effect.name == "score" and effect.word("santa") and effect.word("who", "you") != "you":
        raise ValueError(f"{where}: santa is for points of one's own; with who there are only points")
    at_the_card = effect.get("against") == "card" or effect.get("does") == "remove"
    if at_the_card and faction_column:
        raise ValueError(f"{where}: in the faction column the card's faction is the player's own; use the other column")


# ── Small checks ──────────────────────────────────────────────────────────────────────────────────────────────────


def the_keys(table: object, what: str, keys: tuple[str, ...]) -> Table:
    if not isinstance(table, dict) or set(table) != set(keys):
        raise ValueError(f"{what} must have exactly {', '.join(keys)}")
    return table


def only_keys(entry: Table, where: str, keys: tuple[str, ...]) -> None:
    for key in entry:
        if key not in keys:
            raise ValueError(f"{where}: there is no {key!r}; it takes {', '.join(keys)}")


def with_ids(entries: object, what: str, ids: tuple[str, ...]) -> Iterator[Table]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"{what} must be a list of [[{what}]] entries")
    found = [entry.get("id") for entry in entries]
    if sorted(map(str, found)) != sorted(ids):
        raise ValueError(f"the {what}s must be exactly {', '.join(ids)}")
    yield from entries


def a_list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{where} must be a list")
    return value


def a_name(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 24 or not value.isprintable():
        raise ValueError(f"{where}: a name of 1 to 24 letters is needed")
    return value.strip()


def a_flag(entry: Table, key: str, where: str) -> bool:
    return flag(entry.get(key, False), f"{where}: {key}")


def a_number(value: object, low: int, high: int, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{where} must be a whole number from {low} to {high}, not {value!r}")
    return value


def numbers(value: object, count: int, where: str) -> list[float]:
    found = value if isinstance(value, list) else []
    if len(found) != count or not all(type(n) in (int, float) and 0 <= n <= 100 for n in found):
        raise ValueError(f"{where} must be {count} numbers from 0 to 100")
    return [float(n) for n in found]


def a_pair(text: object, dash: str, ids: tuple[str, ...], where: str) -> tuple[str, str]:
    parts = text.split(dash) if isinstance(text, str) else []
    if len(parts) != 2 or parts[0] == parts[1] or not set(parts) <= set(ids):
        raise ValueError(f"{where}: {text!r} does not join two different ones of {', '.join(ids)}")
    return parts[0], parts[1]


def no_twice(values: list[Any], where: str) -> None:
    if len(set(values)) != len(values):
        raise ValueError(f"{where}: one is named twice")
