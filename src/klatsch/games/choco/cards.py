# klatsch: compiled
"""The 36 cards of ChoCo, as data, and what the rules look up about them.

Reconstruction: the rulebook gives the number of cards and colours, not the faces. There are twelve ways to mix the
three colours on four pieces with no card of one colour; three cards of each make 36 cards and 48 pieces of a colour.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WHITE: Final = 0
MILK: Final = 1
DARK: Final = 2
LETTERS: Final = "wmd"
COLOUR_NAMES: Final = ("white", "milk", "dark")

# Each face by its four pieces, and how many cards show it.  A name `abcd` is the card   a b
#                                                                                       c d
FACE_TABLE: Final[tuple[tuple[str, int], ...]] = (
    # Three of one colour and one of another.
    ("wwwm", 3),
    ("wwwd", 3),
    ("mmmw", 3),
    ("mmmd", 3),
    ("dddw", 3),
    ("dddm", 3),
    # Two and two: side by side, and checkered.
    ("wwmm", 2),
    ("wmmw", 1),
    ("wwdd", 2),
    ("wddw", 1),
    ("mmdd", 2),
    ("mddm", 1),
    # A pair and two singles: the pair side by side, the same mirrored, the pair on the diagonal.
    ("wwmd", 1),
    ("wwdm", 1),
    ("wmdw", 1),
    ("mmwd", 1),
    ("mmdw", 1),
    ("mwdm", 1),
    ("ddwm", 1),
    ("ddmw", 1),
    ("dwmd", 1),
)

FACES: Final = 21
CARDS: Final = 36
HAND: Final = 4
ALL_FACES: Final = 2**21 - 1  # as a set of faces
FACE_NAMES: Final = tuple(name for name, _ in FACE_TABLE)


def turned(name: str, quarters: int) -> str:
    """The pieces of a card after so many quarter turns clockwise."""
    for _ in range(quarters):
        name = name[2] + name[0] + name[3] + name[1]
    return name


def distinct_turns(name: str) -> int:
    """A checkered card looks the same after half a turn."""
    return len({turned(name, quarters) for quarters in range(4)})


def piece_bits(name: str) -> int:
    """The pieces as twelve bits, three for each place of the card: the bit of its colour is set."""
    return sum(2 ** (3 * place + LETTERS.index(letter)) for place, letter in enumerate(name))


def faces_with(colour: int, pieces: int) -> int:
    """The set of faces that have so many pieces of a colour."""
    return sum(2**face for face, name in enumerate(FACE_NAMES) if name.count(LETTERS[colour]) == pieces)


# A shape is a face in one of its turns: 4 · face + quarter turns.
SHAPE_NAMES: Final = tuple(turned(name, quarters) for name in FACE_NAMES for quarters in range(4))

BITS: Final = vec[i64]([2**n for n in range(32)])
COPIES: Final = vec[i64]([copies for _, copies in FACE_TABLE])
TURNS: Final = vec[i64]([distinct_turns(name) for name in FACE_NAMES])
SHAPE_BITS: Final = vec[i64]([piece_bits(name) for name in SHAPE_NAMES])
# The colour of each place of each shape: 4 · shape + place.
PIECES: Final = vec[i64]([LETTERS.index(letter) for name in SHAPE_NAMES for letter in name])
# How many pieces of a colour a face has: 3 · face + colour.
COUNTS: Final = vec[i64]([name.count(letter) for name in FACE_NAMES for letter in LETTERS])
# The faces with so many pieces of a colour, as a set: 5 · colour + pieces.
FACES_WITH: Final = vec[i64]([faces_with(colour, pieces) for colour in range(3) for pieces in range(5)])
