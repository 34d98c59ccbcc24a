# klatsch: compiled
"""The table of ChoCo: cards on two levels, tokens on them, and where the next card may go (RULES.md, 3 to 5).

Every place where some card could go is on the frontier, with what it asks of a card: twelve bits, three for each
piece, of the colours that would join there. A card fits when it has one of them. Laying a card changes the frontier
around it only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from klatsch.core.game import Game
from klatsch.core.vector_state import VectorState
from klatsch.games.choco.cards import (
    BITS,
    LOWER_LEFT,
    LOWER_RIGHT,
    PIECES,
    PLACES,
    QUARTERS,
    SHAPE_BITS,
    UPPER_LEFT,
    UPPER_RIGHT,
)
from klatsch.games.choco.grid import CELLS, DOWN, LEFT, RIGHT, UP
from klatsch.games.choco.layout import CARDS, CELL_OF, FACES, LAID, LAID_FIELDS, SHAPE_OF, TOKEN_ON

BESIDE: Final = 0
BENEATH: Final = 1
EITHER: Final = 2

ANY_COLOUR: Final = 2**12 - 1
UPPER: Final = 2**12  # marks what a place on level 2 asks
FRONTIER_ROOM: Final = 1024  # 36 cards, 21 places around each

# A spot is a place on a card of level 1: PLACES · card + place. The card is spot >> PLACE_BITS.
PLACE_BITS: Final = 2


class Rulings:
    """The options, as the rules ask for them, and the cards that are played with."""

    def __init__(self, options: Mapping[str, str], copies: list[int], reconstruction: bool) -> None:
        self.copies = vec[i64](copies)  # how many cards have each face
        self.reconstruction = reconstruction  # of ours, not the published cards
        self.cover_match: i64 = ("beside", "beneath", "either").index(options["cover_match"])
        self.largest_neutral: bool = options["neutral"] == "largest"
        self.contact_pieces: bool = options["contact_unit"] == "pieces"
        self.token_just_laid: bool = options["token_target"] == "just_laid"
        self.swap: bool = options["swap"] == "on"
        self.next_group: bool = options["tie"] == "next_group"


class Grid:
    """What lies on each cell; follows from the cards laid."""

    def __init__(self, colours: vec[u8], spots: vec[u8], tops: vec[u8], asks: vec[i16], frontier: vec[i16]) -> None:
        self.colours = colours  # the visible piece's colour + 1, 0 on a free cell
        self.spots = spots  # the level-1 piece's spot + 1
        self.tops = tops  # the level-2 card there + 1
        self.asks = asks  # what a card whose upper left piece goes there must have; 0: no card can
        self.frontier = frontier  # the cells where `asks` isn't 0, in ascending order
        self.length: i64 = 0

    def copy(self) -> Grid:
        grid = Grid(self.colours[:], self.spots[:], self.tops[:], self.asks[:], self.frontier[:])
        grid.length = self.length
        return grid


def empty_grid() -> Grid:
    return Grid(
        vec[u8]([0] * CELLS),
        vec[u8]([0] * CELLS),
        vec[u8]([0] * CELLS),
        vec[i16]([0] * CELLS),
        vec[i16]([0] * FRONTIER_ROOM),
    )


class Table(VectorState):
    def __init__(self, game: Game, seats: i64, rulings: Rulings, v: vec[i64], grid: Grid) -> None:
        super().__init__(game, seats, v)
        self.rulings = rulings
        self.grid = grid
        # What the frontier asks, all places of a level together.
        self.lower_asks: i64 = 0
        self.upper_asks: i64 = 0

    # ── 1 The cards on the table ──────────────────────────────────────────────────────────────────

    def shape_of(self, card: i64) -> i64:
        return self.v[SHAPE_OF + LAID_FIELDS * card]

    def cell_of(self, card: i64) -> i64:
        return self.v[CELL_OF + LAID_FIELDS * card]

    def has_token(self, card: i64) -> bool:
        return self.v[TOKEN_ON + LAID_FIELDS * card] != 0

    def is_upper(self, card: i64) -> bool:
        return i64(self.grid.tops[self.cell_of(card)]) == card + 1

    def shows_a_piece(self, card: i64) -> bool:
        """Of a level-1 card: is any of its pieces not covered?"""
        tops = self.grid.tops
        cell = self.cell_of(card)
        below = DOWN[cell]
        return tops[cell] == 0 or tops[RIGHT[cell]] == 0 or tops[below] == 0 or tops[RIGHT[below]] == 0

    # ── 3 Laying on level 1, 4 Laying on level 2 ──────────────────────────────────────────────────

    def beside(self, cell: i64) -> i64:
        """The colours edge to edge with a card there, as bits; above them how many pieces it touches."""
        colours = self.grid.colours
        right = RIGHT[cell]
        below = DOWN[cell]
        corner = DOWN[right]
        asks: i64 = 0
        asks = with_contact(asks, UPPER_LEFT, i64(colours[UP[cell]]))
        asks = with_contact(asks, UPPER_LEFT, i64(colours[LEFT[cell]]))
        asks = with_contact(asks, UPPER_RIGHT, i64(colours[UP[right]]))
        asks = with_contact(asks, UPPER_RIGHT, i64(colours[RIGHT[right]]))
        asks = with_contact(asks, LOWER_LEFT, i64(colours[LEFT[below]]))
        asks = with_contact(asks, LOWER_LEFT, i64(colours[DOWN[below]]))
        asks = with_contact(asks, LOWER_RIGHT, i64(colours[RIGHT[corner]]))
        return with_contact(asks, LOWER_RIGHT, i64(colours[DOWN[corner]]))

    def beneath(self, cell: i64) -> i64:
        """The colours that a card there would cover, as bits."""
        colours = self.grid.colours
        below = DOWN[cell]
        asks: i64 = 0
        asks = with_contact(asks, UPPER_LEFT, i64(colours[cell]))
        asks = with_contact(asks, UPPER_RIGHT, i64(colours[RIGHT[cell]]))
        asks = with_contact(asks, LOWER_LEFT, i64(colours[below]))
        asks = with_contact(asks, LOWER_RIGHT, i64(colours[RIGHT[below]]))
        return asks & ANY_COLOUR

    def asked_at(self, cell: i64) -> i64:
        """What a card there must have; 0 if none can go there. The level follows from the cells."""
        spots = self.grid.spots
        below = DOWN[cell]
        first = i64(spots[cell])
        second = i64(spots[RIGHT[cell]])
        third = i64(spots[below])
        fourth = i64(spots[RIGHT[below]])
        if first == 0:
            if second != 0 or third != 0 or fourth != 0:
                return 0  # §3.1: free cells only; §4.2: no overhang
            asks = self.beside(cell)
            return asks & ANY_COLOUR if asks >= 2 * UPPER else 0  # §3.2
        if second == 0 or third == 0 or fourth == 0:
            return 0  # §4.2
        return self.asked_above(cell, card_at(first), card_at(second), card_at(third), card_at(fourth))

    def asked_above(self, cell: i64, first: i64, second: i64, third: i64, fourth: i64) -> i64:
        """The same on level 2, over the pieces of these four cards."""
        if first == second and first == third and first == fourth:
            return 0  # §4.3: over two different cards
        tops = self.grid.tops
        below = DOWN[cell]
        if tops[cell] != 0 or tops[RIGHT[cell]] != 0 or tops[below] != 0 or tops[RIGHT[below]] != 0:
            return 0  # §4.5: no level 3
        if self.has_token(first) or self.has_token(second) or self.has_token(third) or self.has_token(fourth):
            return 0  # §4.4
        asks: i64 = 0
        if self.rulings.cover_match != BENEATH:
            asks |= self.beside(cell) & ANY_COLOUR
        if self.rulings.cover_match != BESIDE:
            asks |= self.beneath(cell)
        return asks | UPPER if asks != 0 else 0

    def fits(self, shape: i64, cell: i64, tokens: i64) -> bool:
        asks = i64(self.grid.asks[cell])
        return asks & SHAPE_BITS[shape] != 0 and (asks < UPPER or tokens > 0)

    def fits_anywhere(self, shape: i64, tokens: i64) -> bool:
        asks = self.lower_asks | self.upper_asks if tokens > 0 else self.lower_asks
        return asks & SHAPE_BITS[shape] != 0

    def faces_that_fit(self, tokens: i64) -> i64:
        """The set of faces that could be laid somewhere in some turn."""
        faces: i64 = 0
        for face in range(i64(FACES)):
            for turns in range(i64(QUARTERS)):
                if self.fits_anywhere(QUARTERS * face + turns, tokens):
                    faces |= BITS[face]
        return faces

    # ── The frontier ──────────────────────────────────────────────────────────────────────────────

    def put(self, shape: i64, cell: i64) -> bool:
        """Lay the next card there; is it on level 2?"""
        grid = self.grid
        v = self.v
        card = v[LAID]
        v[LAID] = card + 1
        v[SHAPE_OF + LAID_FIELDS * card] = shape
        v[CELL_OF + LAID_FIELDS * card] = cell
        v[TOKEN_ON + LAID_FIELDS * card] = 0
        upper = grid.spots[cell] != 0
        for place in range(i64(PLACES)):
            at = cell if place == 0 else RIGHT[cell] if place == 1 else DOWN[cell] if place == 2 else DOWN[RIGHT[cell]]
            grid.colours[at] = u8(PIECES[PLACES * shape + place] + 1)
            if upper:
                grid.tops[at] = u8(card + 1)
            else:
                grid.spots[at] = u8(PLACES * card + place + 1)
        self.ask_around(cell, 2)
        return upper

    def put_token(self, card: i64) -> None:
        """A token on a card: what lies there can't be covered any more."""
        self.v[TOKEN_ON + LAID_FIELDS * card] = 1
        self.ask_around(self.cell_of(card), 1)

    def ask_around(self, cell: i64, reach: i64) -> None:
        """Bring the frontier up to date after a change of the card at a cell."""
        start = cell
        for _step in range(reach):
            start = UP[LEFT[start]]
        width = 2 * reach + 1
        for _row in range(width):
            at = start
            for _column in range(width):
                self.ask_anew(at)
                at = RIGHT[at]
            start = DOWN[start]
        self.gather_asks()

    def ask_anew(self, cell: i64) -> None:
        grid = self.grid
        before = i64(grid.asks[cell])
        now = self.asked_at(cell)
        if now != before:
            grid.asks[cell] = i16(now)
            if before == 0:
                insert(grid, cell)
            elif now == 0:
                remove(grid, cell)

    def gather_asks(self) -> None:
        grid = self.grid
        asks = grid.asks
        frontier = grid.frontier
        lower: i64 = 0
        upper: i64 = 0
        for i in range(grid.length):
            asked = i64(asks[i64(frontier[i])])
            if asked < UPPER:
                lower |= asked
            else:
                upper |= asked & ANY_COLOUR
        self.lower_asks = lower
        self.upper_asks = upper

    def derive(self) -> None:
        """Lay the cards anew on an empty grid."""
        v = self.v
        self.grid = empty_grid()
        cards = v[LAID]
        v[LAID] = 0
        tokens = vec[i64]([0] * CARDS)
        for card in range(cards):
            tokens[card] = v[TOKEN_ON + LAID_FIELDS * card]
            self.put(self.shape_of(card), self.cell_of(card))
        for card in range(cards):
            if tokens[card] != 0:
                self.put_token(card)


def card_at(spot_there: i64) -> i64:
    """The card of a grid's spot."""
    return (spot_there - 1) >> PLACE_BITS


def with_contact(asks: i64, place: i64, colour: i64) -> i64:
    """One more piece (its colour + 1; 0 is none) at one of a card's places: its bit, and the count above the bits."""
    return asks if colour == 0 else (asks | BITS[place + colour - 1]) + UPPER


def insert(grid: Grid, cell: i64) -> None:
    frontier = grid.frontier
    i = grid.length
    grid.length = i + 1
    while i > 0 and i64(frontier[i - 1]) > cell:
        frontier[i] = frontier[i - 1]
        i -= 1
    frontier[i] = i16(cell)


def remove(grid: Grid, cell: i64) -> None:
    frontier = grid.frontier
    grid.length -= 1
    i: i64 = 0
    while i64(frontier[i]) != cell:
        i += 1
    for after in range(i, grid.length):
        frontier[after] = frontier[after + 1]
