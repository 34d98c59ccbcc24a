"""Maps from TOML files: ten spaces with borders, regions, and the shapes that are drawn (§10).

Shipped maps and a user's own file have the same format and pass the same checks; each check that fails raises
ValueError with one sentence that says where and what. RULES.md §10 describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from klatsch.core.board_file import read_board_file
from klatsch.games.coin_age.actions import SPACES, Action
from klatsch.games.coin_age.board import Board
from klatsch.games.coin_age.geometry import Point, circle, distance, distance_to_edge, inside, luminance

DATA = Path(__file__).parent / "data"
SHIPPED = ("forest", "frozen", "lagoon", "volcano")

WIDTH, HEIGHT = 100, 70
COIN_RADIUS = 6
NAME = re.compile(r"[A-Za-z0-9]{1,4}")
KEY = re.compile(r"[A-Za-z0-9_-]{1,16}")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
# What a map file gets that names no colours. All are light enough for dark letters.
TINTS = ("#b7d39b", "#efe2a4", "#9fd3c0", "#f3c89a", "#cfe3f2", "#e6daf0", "#f3b9ad", "#d9cfc6", "#cbdb9f", "#f6d5b0")
PATTERN_NAMES = ("trees", "dots", "waves", "slant", "crosses", "peaks", "rings", "rows", "columns", "backslant")
SEA, SHORE = "#b9d7df", "#e9d9b5"


@dataclass(frozen=True)
class Space:
    name: str
    borders: tuple[str, ...]
    centre: Point
    outline: tuple[Point, ...]


@dataclass(frozen=True)
class Region:
    key: str
    name: str
    colour: str
    pattern: str
    spaces: tuple[str, ...]


@dataclass(frozen=True)
class Bridge:
    spaces: tuple[str, str]
    line: tuple[Point, ...]


@dataclass(frozen=True)
class Pool:
    colour: str
    outline: tuple[Point, ...]


@dataclass(frozen=True)
class Map:
    key: str  # a shipped map's name, or "" for a user's own
    title: str
    reconstruction: bool
    sea: str
    shore: str
    spaces: tuple[Space, ...]
    regions: tuple[Region, ...]
    bridges: tuple[Bridge, ...]
    pools: tuple[Pool, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(space.name for space in self.spaces)


def prepare(options: Mapping[str, str]) -> Board:
    chosen = load_map(options["map"])
    number = {name: i for i, name in enumerate(chosen.names)}
    borders = [[number[other] for other in space.borders] for space in chosen.spaces]
    regions = [[number[name] for name in region.spaces] for region in chosen.regions]
    return Board(chosen.names, borders, regions, options, chosen)


def actions_on(board: object) -> tuple[Action, ...]:
    """The action table in the names of the board's spaces."""
    assert isinstance(board, Board)
    return board.actions


@cache
def shipped_map(name: str) -> Map:
    return read_map((DATA / f"{name}.toml").read_text("utf-8"), name)


def load_map(value: str) -> Map:
    """A shipped map by its name, or a user's from the file's text."""
    return shipped_map(value) if value in SHIPPED else read_map(value)


def read_map(text: str, key: str = "") -> Map:
    data = read_board_file(text, "the map")
    allow_keys(data, "the map", {"title", "reconstruction", "colours", "regions", "spaces", "bridges", "pools"})
    reconstruction = data.get("reconstruction", False)
    if not isinstance(reconstruction, bool):
        raise ValueError("reconstruction must be true or false")
    spaces = read_spaces(table(data.get("spaces"), "spaces"))
    colours = table(data.get("colours", {}), "colours")
    allow_keys(colours, "colours", {"sea", "shore"})
    return Map(
        key=key,
        title=short_text(data.get("title"), "title", 24),
        reconstruction=reconstruction,
        sea=light_colour(colours.get("sea", SEA), "sea"),
        shore=light_colour(colours.get("shore", SHORE), "shore"),
        spaces=spaces,
        regions=read_regions(table(data.get("regions"), "regions"), [space.name for space in spaces]),
        bridges=read_bridges(items(data.get("bridges", []), "bridges"), spaces),
        pools=tuple(read_pool(table(pool, "a pool")) for pool in items(data.get("pools", []), "pools")),
    )


# ── Spaces and borders ────────────────────────────────────────────────────────────────────────────


def read_spaces(data: dict[str, Any]) -> tuple[Space, ...]:
    if len(data) != SPACES:
        raise ValueError(f"a map has {SPACES} spaces, this one {len(data)}")
    for name in data:
        if not NAME.fullmatch(name):
            raise ValueError(f"space {shown(name)}: a name is one to four letters or digits")
    if len({name.lower() for name in data}) != SPACES:
        raise ValueError("two spaces have the same name, but for capitals")
    spaces = tuple(read_space(name, table(entry, f"space {name}")) for name, entry in data.items())
    check_borders({space.name: space.borders for space in spaces})
    check_room(spaces)
    return spaces


def read_space(name: str, data: dict[str, Any]) -> Space:
    allow_keys(data, f"space {name}", {"borders", "centre", "outline"})
    borders = names(data.get("borders"), f"space {name}: borders")
    centre = point(data.get("centre"), f"space {name}: centre")
    outline = points(data["outline"], f"space {name}: outline", 3) if "outline" in data else circle(centre, 9.5)
    return Space(name, borders, centre, outline)


def check_borders(borders: dict[str, tuple[str, ...]]) -> None:
    for name, others in borders.items():
        for other in others:
            if other not in borders:
                raise ValueError(f"space {name} borders {shown(other)}, and there is no such space")
            if other == name:
                raise ValueError(f"space {name} borders itself")
            if name not in borders[other]:
                raise ValueError(f"the border of {name} with {other} is one-sided: {other} doesn't list {name}")
        if len(set(others)) != len(others):
            raise ValueError(f"space {name} lists a border twice")
    check_reachable(borders)


def check_reachable(borders: dict[str, tuple[str, ...]]) -> None:
    first = next(iter(borders))
    reached = {first}
    fresh = [first]
    while fresh:
        fresh = [other for name in fresh for other in borders[name] if other not in reached]
        reached.update(fresh)
    for name in borders:
        if name not in reached:
            raise ValueError(f"space {name} can't be reached from {first}")


def check_room(spaces: tuple[Space, ...]) -> None:
    """Does a coin fit into every space, and on no two at once?"""
    for space in spaces:
        x, y = space.centre
        if not (COIN_RADIUS <= x <= WIDTH - COIN_RADIUS and COIN_RADIUS <= y <= HEIGHT - COIN_RADIUS):
            raise ValueError(f"space {space.name}: its centre is too near the edge of the canvas")
        roomy = distance_to_edge(space.centre, space.outline) >= COIN_RADIUS - 0.01
        if not inside(space.centre, space.outline) or not roomy:
            raise ValueError(f"space {space.name}: a coin of radius {COIN_RADIUS} round its centre isn't inside it")
    for i, space in enumerate(spaces):
        for other in spaces[:i]:
            if distance(space.centre, other.centre) < 2 * COIN_RADIUS:
                raise ValueError(f"the centres of {other.name} and {space.name} are too near: coins would overlap")


# ── Regions ───────────────────────────────────────────────────────────────────────────────────────


def read_regions(data: dict[str, Any], spaces: list[str]) -> tuple[Region, ...]:
    for key in data:
        if not KEY.fullmatch(key):
            raise ValueError(f"region {shown(key)}: its key is one to 16 letters, digits, '-' or '_'")
    regions = tuple(
        read_region(key, table(entry, f"region {key}"), number) for number, (key, entry) in enumerate(data.items())
    )
    placed: set[str] = set()
    for region in regions:
        for name in region.spaces:
            if name not in spaces:
                raise ValueError(f"region {region.key} has {shown(name)}, and there is no such space")
            if name in placed:
                raise ValueError(f"space {name} is in two regions, or twice in one")
            placed.add(name)
    for name in spaces:
        if name not in placed:
            raise ValueError(f"space {name} is in no region")
    return regions


def read_region(key: str, data: dict[str, Any], number: int) -> Region:
    allow_keys(data, f"region {key}", {"name", "colour", "pattern", "spaces"})
    spaces = names(data.get("spaces"), f"region {key}: spaces")
    if not spaces:
        raise ValueError(f"region {key} has no space")
    pattern = data.get("pattern", PATTERN_NAMES[number % len(PATTERN_NAMES)])
    if pattern not in PATTERN_NAMES:
        raise ValueError(f"region {key}: a pattern is one of {', '.join(PATTERN_NAMES)}")
    name = short_text(data.get("name", key), f"region {key}: name", 24)
    tint = light_colour(data.get("colour", TINTS[number % len(TINTS)]), f"region {key}: colour")
    return Region(key, name, tint, pattern, spaces)


# ── What is only drawn ────────────────────────────────────────────────────────────────────────────


def read_bridges(entries: list[Any], spaces: tuple[Space, ...]) -> tuple[Bridge, ...]:
    """Bridges as the file draws them; borders of spaces that don't touch get one from shore to shore by themselves."""
    given = tuple(read_bridge(table(entry, "a bridge"), spaces) for entry in entries)
    drawn: set[frozenset[str]] = set()
    for bridge in given:
        if frozenset(bridge.spaces) in drawn:
            raise ValueError(f"the bridge of {bridge.spaces[0]} and {bridge.spaces[1]} is there twice")
        drawn.add(frozenset(bridge.spaces))
    missing = [
        Bridge((space.name, other.name), (space.centre, other.centre))
        for i, space in enumerate(spaces)
        for other in spaces[i + 1 :]
        if other.name in space.borders and not touching(space, other) and {space.name, other.name} not in drawn
    ]
    return (*given, *missing)


def read_bridge(data: dict[str, Any], spaces: tuple[Space, ...]) -> Bridge:
    allow_keys(data, "a bridge", {"spaces", "line"})
    ends = names(data.get("spaces"), "a bridge: spaces")
    borders = {space.name: space.borders for space in spaces}
    if len(ends) != 2 or ends[1] not in borders.get(ends[0], ()):
        raise ValueError("a bridge needs two spaces that border each other")
    line = points(data.get("line"), "a bridge: line", 2)
    if len(set(line)) == 1:
        raise ValueError(f"the bridge of {ends[0]} and {ends[1]} has no length")
    return Bridge((ends[0], ends[1]), line)


def read_pool(data: dict[str, Any]) -> Pool:
    allow_keys(data, "a pool", {"colour", "outline"})
    return Pool(colour(data.get("colour", SEA), "a pool: colour"), points(data.get("outline"), "a pool: outline", 3))


def edges(space: Space) -> set[frozenset[Point]]:
    outline = space.outline
    return {frozenset((corner, outline[i - 1])) for i, corner in enumerate(outline)}


def touching(space: Space, other: Space) -> bool:
    """Do two outlines share an edge, corner by corner?"""
    return bool(edges(space) & edges(other))


# ── Values ────────────────────────────────────────────────────────────────────────────────────────


def table(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{what}: a table is needed" if value is not None else f"the map has no {what}")
    return value


def items(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{what}: a list is needed")
    return value


def names(value: object, what: str) -> tuple[str, ...]:
    found = items(value, what)
    if not all(isinstance(name, str) for name in found):
        raise ValueError(f"{what}: names in quotation marks are needed")
    return tuple(found)


def shown(text: str) -> str:
    """A word of the file as a refusal quotes it: in one line, and not at length."""
    return repr(text if len(text) <= 16 else text[:15] + "…")


def allow_keys(data: dict[str, Any], what: str, known: set[str]) -> None:
    for key in data:
        if key not in known:
            raise ValueError(f"{what} has no {shown(key)}; it has {', '.join(sorted(known))}")


def short_text(value: object, what: str, longest: int) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= longest or not value.isprintable():
        raise ValueError(f"{what}: a text of one to {longest} characters is needed")
    return value


def colour(value: object, what: str) -> str:
    if not isinstance(value, str) or not COLOUR.fullmatch(value):
        raise ValueError(f"{what}: a colour is needed, as '#b7d39b'")
    return value.lower()


def light_colour(value: object, what: str) -> str:
    """A colour on which the drawing's ink has a contrast of 4.5 : 1 at least."""
    light = colour(value, what)
    if luminance(light) < 0.3:
        raise ValueError(f"{what}: {light} is too dark to write upon; choose a lighter colour")
    return light


def point(value: object, what: str) -> Point:
    if not isinstance(value, list) or len(value) != 2 or not all(type(number) in (int, float) for number in value):
        raise ValueError(f"{what}: a point is needed, as [50, 35]")
    x, y = value  # a whole number may be too long for a float
    if not (0 <= x <= WIDTH and 0 <= y <= HEIGHT):
        raise ValueError(f"{what}: [{figure(x)}, {figure(y)}] is outside the canvas of {WIDTH} × {HEIGHT}")
    return float(x), float(y)


def figure(number: float) -> str:
    return f"{number:g}" if abs(number) < 1000000 else "…"


def points(value: object, what: str, fewest: int) -> tuple[Point, ...]:
    found = tuple(point(entry, what) for entry in items(value, what))
    if not fewest <= len(found) <= 60:
        raise ValueError(f"{what}: {fewest} to 60 points are needed")
    return found


def check_text(text: str) -> object:
    """For the option: ValueError with a sentence if the text is no map."""
    return read_map(text)
