# klatsch: compiled
"""The faces that cards of ChoCo can have, and what the rules look up about them.

Three colours on four pieces, no card of one colour, turned but never flipped: that makes these 21 faces and no others.
How many cards have each of them is the deck's business (deck.py).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.games.choco.layout import FACES

WHITE: Final = 0
MILK: Final = 1
DARK: Final = 2
LETTERS: Final = "wmd"
COLOUR_NAMES: Final = ("white", "milk", "dark")
COLOUR_COUNT: Final = 3

PLACES: Final = 4  # for pieces on a card
QUARTERS: Final = 4  # of a turn
# Pieces as twelve bits, one for each colour at each place: where those of a place begin.
UPPER_LEFT: Final = 0
UPPER_RIGHT: Final = UPPER_LEFT + COLOUR_COUNT
LOWER_LEFT: Final = UPPER_RIGHT + COLOUR_COUNT
LOWER_RIGHT: Final = LOWER_LEFT + COLOUR_COUNT
PIECE_COUNTS: Final = PLACES + 1  # a card can have so many different numbers of pieces of a colour

# Every face that a card can have, by its four pieces.  A name `abcd` is the card   a b
#                                                                                  c d
FACE_NAMES: Final[tuple[str, ...]] = (
    # Three of one colour and one of another.
    "wwwm",
    "wwwd",
    "mmmw",
    "mmmd",
    "dddw",
    "dddm",
    # Two and two: side by side, and checkered.
    "wwmm",
    "wmmw",
    "wwdd",
    "wddw",
    "mmdd",
    "mddm",
    # A pair and two singles: the pair side by side, the same mirrored, the pair on the diagonal.
    "wwmd",
    "wwdm",
    "wmdw",
    "mmwd",
    "mmdw",
    "mwdm",
    "ddwm",
    "ddmw",
    "dwmd",
)

ALL_FACES: Final = 2**21 - 1  # as a set of faces
assert (len(FACE_NAMES), ALL_FACES) == (FACES, 2**FACES - 1)


def turned(name: str, quarters: int) -> str:
    """The pieces of a card after so many quarter turns clockwise."""
    for _ in range(quarters):
        name = name[2] + name[0] + name[3] + name[1]
    return name


def distinct_turns(name: str) -> int:
    """A checkered card looks the same after half a turn."""
    return len({turned(name, quarters) for quarters in range(QUARTERS)})


def piece_bits(name: str) -> int:
    """The pieces as twelve bits, three for each place of the card: the bit of its colour is set."""
    return sum(2 ** (COLOUR_COUNT * place + LETTERS.index(letter)) for place, letter in enumerate(name))


def faces_with(colour: int, pieces: int) -> int:
    """The set of faces that have so many pieces of a colour."""
    return sum(2**face for face, name in enumerate(FACE_NAMES) if name.count(LETTERS[colour]) == pieces)


# A shape is a face in one of its turns: QUARTERS · face + quarter turns.
SHAPE_NAMES: Final = tuple(turned(name, quarters) for name in FACE_NAMES for quarters in range(QUARTERS))

BITS: Final = vec[i64]([2**n for n in range(32)])
TURNS: Final = vec[i64]([distinct_turns(name) for name in FACE_NAMES])
SHAPE_BITS: Final = vec[i64]([piece_bits(name) for name in SHAPE_NAMES])
# The colour of each place of each shape: PLACES · shape + place.
PIECES: Final = vec[i64]([LETTERS.index(letter) for name in SHAPE_NAMES for letter in name])
# How many pieces of a colour a face has: COLOUR_COUNT · face + colour.
COUNTS: Final = vec[i64]([name.count(letter) for name in FACE_NAMES for letter in LETTERS])
# The faces with so many pieces of a colour, as a set: PIECE_COUNTS · colour + pieces.
FACES_WITH: Final = vec[i64](
    [faces_with(colour, pieces) for colour in range(COLOUR_COUNT) for pieces in range(PIECE_COUNTS)]
)
