# klatsch: compiled
"""A position of ChoCo: the table, the hands, and what is decided now; as numbers, and which numbers are none."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import OVER, Game
from klatsch.games.choco.cards import COLOUR_COUNT, QUARTERS
from klatsch.games.choco.dealing import Dealing
from klatsch.games.choco.grid import CELLS
from klatsch.games.choco.layout import (
    ACTIVE,
    ANSWER_SLOT,
    BEGINNER,
    CARDS,
    CELL_OF,
    CHOSEN_SLOT,
    CHOSEN_TURNS,
    COLOURS,
    ENDED,
    FACE,
    FACES,
    FIELDS,
    HAND,
    HANDS,
    LAID,
    LAID_FIELDS,
    LENGTH,
    NONE,
    OFFERED_SLOT,
    PARTNER,
    PHASE,
    SHAPE_OF,
    SIZES,
    STACK,
)
from klatsch.games.choco.possible import ROW, SEAT, WAYS
from klatsch.games.choco.scoring import Survey, winners
from klatsch.games.choco.table import Grid, Rulings

# What is decided now.
FIRST_PLAYER: Final = 0
DEALING: Final = 1
COLOUR_CHOICE: Final = 2
CARD_CHOICE: Final = 3
OFFERED: Final = 4
ANSWERED: Final = 5
PLACING: Final = 6
TOKEN_CHOICE: Final = 7
DRAWING: Final = 8
FINISHED: Final = 9
PHASES: Final = (
    "first_player",
    "deal",
    "colour",
    "card",
    "offered",
    "answered",
    "place",
    "token",
    "draw",
    "over",
)

# Why the game ended; the sentences are `end.<reason>`.
GOES_ON: Final = 0
ALL_LAID: Final = 1
ALL_PASSED: Final = 2
REASONS: Final = ("goes_on", "all_laid", "all_passed")


class Position(Dealing):
    def __init__(self, game: Game, seats: i64, rulings: Rulings, v: vec[i64], grid: Grid) -> None:
        super().__init__(game, seats, rulings, v, grid)
        self.winning_seats: i64 = 0  # as a set; follows from the table once the game is over

    # ── Numbers ───────────────────────────────────────────────────────────────────────────────────

    def numbers(self) -> list[int]:
        """The vector, then the hands that may be, of which there are now more, now fewer."""
        return [*super().numbers(), *(int(number) for number in self.possible)]

    def restore(self, numbers: list[int]) -> None:
        self.possible = vec[i64](numbers[1 + LENGTH :])
        super().restore(numbers[: 1 + LENGTH])

    def is_sound(self) -> bool:
        """Does nothing point outside the table, the hands and the seats?"""
        v = [int(number) for number in self.v]
        possible = [int(number) for number in self.possible]
        return is_sound_turn(v, int(self.seats)) and are_sound_cards(v) and are_sound_hands(possible, int(self.seats))

    def derive(self) -> None:
        super().derive()
        if self.actor == OVER:
            self.winning_seats = winners(Survey(self), self)


def is_sound_turn(v: list[int], seats: int) -> bool:
    slots = [v[CHOSEN_SLOT], v[OFFERED_SLOT], v[ANSWER_SLOT]]
    return (
        0 <= v[PHASE] < len(PHASES)
        and 0 <= v[ENDED] < len(REASONS)
        and all(0 <= seat < seats for seat in (v[BEGINNER], v[ACTIVE], max(0, v[PARTNER])))
        and all(slot < HAND for slot in slots)
        and 0 <= v[CHOSEN_TURNS] < QUARTERS
    )


def are_sound_cards(v: list[int]) -> bool:
    return (
        0 <= v[LAID] <= CARDS
        and all(0 <= many <= CARDS for many in v[STACK:COLOURS])
        and all(NONE <= colour < COLOUR_COUNT for colour in v[COLOURS:SHAPE_OF])
        and all(0 <= shape < QUARTERS * FACES for shape in v[SHAPE_OF:SIZES:LAID_FIELDS])
        and all(0 <= cell < CELLS for cell in v[CELL_OF:SIZES:LAID_FIELDS])
        and all(0 <= size <= HAND for size in v[SIZES:HANDS])
        and all(0 <= face < FACES for face in v[HANDS + FACE :: FIELDS])
    )


def are_sound_hands(possible: list[int], seats: int) -> bool:
    return (
        len(possible) % ROW == 0
        and all(0 <= seat < seats for seat in possible[SEAT::ROW])
        and all(ways > 0 for ways in possible[WAYS::ROW])
        and all(0 <= number < 2**30 or i % ROW == WAYS for i, number in enumerate(possible))
    )
