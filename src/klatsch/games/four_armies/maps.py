"""Map files: where the four named spaces lie. Reads the shipped one, checks a user's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from klatsch.core.board_file import read_board_file
from klatsch.games.four_armies.board import PLACES, Board
from klatsch.games.four_armies.hexes import CHIP, HEXES

FOLDER = Path(__file__).parent / "data"
SHIPPED = ("reconstructed",)


class Map(NamedTuple):
    places: list[int]  # the hex of each of PLACES
    reconstruction: bool  # ours, not the published one: the picture says so


def read(text: str) -> Map:
    """The map that a file's text tells; ValueError with one sentence if it tells none."""
    table = read_board_file(text, "the map file")
    extra = sorted(set(table) - {"places", "reconstruction"})
    if extra or "places" not in table:
        found = ", ".join(extra) or "none"
        raise ValueError(f"the map file has reconstruction, one table, [places], and nothing else (found {found})")
    reconstruction = table.get("reconstruction", False)
    if not isinstance(reconstruction, bool):
        raise ValueError("reconstruction must be true or false")
    return Map(places_of(table["places"]), reconstruction)


def places_of(found: object) -> list[int]:
    """The hexes that a map file names, in the order of PLACES; ValueError with a sentence if it isn't one (§1.2)."""
    if not isinstance(found, dict):
        raise ValueError(f"places must be a table, headed [places]; the map file makes it {kind_of(found)}")
    if set(found) != set(PLACES):
        raise ValueError(f"[places] names exactly {', '.join(PLACES)}")
    for place in PLACES:
        if found[place] not in HEXES:
            raise ValueError(f"{place} can't lie on {found[place]!r}; the hexes are {', '.join(HEXES)}")
    if found["riverport_of_chip"] != HEXES[CHIP]:
        raise ValueError(f"the riverport_of_chip lies in the centre, on {HEXES[CHIP]}")
    hexes = [HEXES.index(found[place]) for place in PLACES]
    if len(set(hexes)) != len(PLACES):
        raise ValueError("the four places must lie on four different hexes")
    return hexes


def kind_of(value: object) -> str:
    return "a list, as [[places]] does" if isinstance(value, list) else repr(value)


def prepare(options: Mapping[str, str]) -> Board:
    chosen = options["map"]
    text = (FOLDER / f"{chosen}.toml").read_text("utf-8") if chosen in SHIPPED else chosen
    return Board(options, *read(text))
