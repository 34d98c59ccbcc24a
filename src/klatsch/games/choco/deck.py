"""Which 36 cards are played with: the shipped reconstruction, or a file of the players' own (RULES.md, 1.2).

A file says how many cards have which face. Each check that fails raises ValueError with one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from klatsch.core.board_file import MOST_KEPT, read_board_file
from klatsch.games.choco.cards import COLOUR_NAMES, FACE_NAMES, LETTERS, turned
from klatsch.games.choco.layout import CARDS
from klatsch.games.choco.table import Rulings

DATA = Path(__file__).parent / "data"
SHIPPED = ("reconstructed",)
FACE_LIKE = {turned(name, quarters): face for face, name in enumerate(FACE_NAMES) for quarters in range(4)}


class Deck(NamedTuple):
    copies: tuple[int, ...]  # how many cards have each face
    reconstruction: bool  # ours, not the published cards: the picture says so


def prepare(options: Mapping[str, str]) -> Rulings:
    chosen = deck(options["cards"])
    return Rulings(options, list(chosen.copies), chosen.reconstruction)


@lru_cache(maxsize=MOST_KEPT)
def deck(value: str) -> Deck:
    """A shipped deck by its name, or a user's from the file's text."""
    return read((DATA / f"{value}.toml").read_text("utf-8") if value in SHIPPED else value)


def read(text: str) -> Deck:
    given = read_board_file(text, "the file of cards")
    cards, reconstruction = given.get("cards"), given.get("reconstruction", False)
    if set(given) - {"reconstruction"} != {"cards"} or not isinstance(cards, dict):
        raise ValueError("the file of cards has reconstruction, one table, [cards], and nothing else")
    if not isinstance(reconstruction, bool):
        raise ValueError("reconstruction must be true or false")
    copies = [0] * len(FACE_NAMES)
    for pieces, many in cards.items():
        copies[face_of(pieces)] += number_of(pieces, many)
    check_deck(copies)
    return Deck(tuple(copies), reconstruction)


def face_of(pieces: str) -> int:
    """§1.1: four pieces of white, milk and dark, not all of one colour; turned in any way."""
    if len(pieces) != 4 or not set(pieces) <= set(LETTERS):
        raise ValueError(f"a card is told by four letters of w, m and d, not by {pieces[:20]!r}")
    if pieces not in FACE_LIKE:
        raise ValueError(f"no card is of one colour, as {pieces} is")
    return FACE_LIKE[pieces]


def number_of(pieces: str, many: object) -> int:
    if isinstance(many, bool) or not isinstance(many, int) or not 0 <= many <= CARDS:
        raise ValueError(f"how many cards {pieces} there are must be a whole number from 0 to {CARDS}")
    return many


def check_deck(copies: list[int]) -> None:
    if sum(copies) != CARDS:
        raise ValueError(f"there must be {CARDS} cards, not {sum(copies)}")
    for letter, colour in zip(LETTERS, COLOUR_NAMES, strict=True):
        if not any(many and letter in FACE_NAMES[face] for face, many in enumerate(copies)):
            raise ValueError(f"no card has a piece of {colour}: each colour is some player's, or neutral")
