# klatsch: compiled
"""The map's 19 hexes: their names, neighbours and masks.

              c5
          b4      d4
      a3      c4      e3
          b3      d3
      a2      c3      e2        c3 is Chip
          b2      d2
      a1      c2      e1
          b1      d1
              c1

A mask has one bit a hex, in the order of HEXES.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

COLUMNS: Final = (("a", 3), ("b", 4), ("c", 5), ("d", 4), ("e", 3))
HEXES: Final = tuple(f"{column}{row}" for column, height in COLUMNS for row in range(1, height + 1))
COUNT: Final = 19
CHIP: Final = 9
assert (len(HEXES), HEXES[CHIP]) == (COUNT, "c3")


def centre(hex: int) -> tuple[int, int]:
    """Where a hex lies: columns to the right of Chip, half hexes above it."""
    column = "abcde".index(HEXES[hex][0])
    return column - 2, 2 * int(HEXES[hex][1]) - COLUMNS[column][1] - 1


def are_neighbours(one: int, other: int) -> bool:
    (x, y), (other_x, other_y) = centre(one), centre(other)
    return (abs(x - other_x), abs(y - other_y)) in ((0, 2), (1, 1))


def neighbours(hex: int) -> list[int]:
    return [other for other in range(COUNT) if are_neighbours(hex, other)]


def mask_of(hexes: list[int]) -> int:
    return sum(2**hex for hex in hexes)


BITS: Final = vec[i64]([2**hex for hex in range(COUNT)])
ALL: Final = 0x7FFFF
CHIP_BIT: Final = 512
# Which hexes touch each hex.
NEAR: Final = vec[i64]([mask_of(neighbours(hex)) for hex in range(COUNT)])
# Which lie within two steps of it.
WITHIN_TWO: Final = vec[i64](
    [mask_of(sorted({far for near in neighbours(hex) for far in neighbours(near)} - {hex})) for hex in range(COUNT)]
)
# The twelve at the edge of the map.
EDGE: Final = 497871
assert mask_of([hex for hex in range(COUNT) if len(neighbours(hex)) < 6]) == EDGE

# The hex of a mask with one bit: the five bits below the 32nd of its product with a de Bruijn sequence tell which.
DE_BRUIJN: Final = 0x077CB531

HEX_OF_PRODUCT: Final = vec[i64](sorted(range(32), key=lambda hex: (2**hex * DE_BRUIJN >> 27) & 31))


def lowest(mask: i64) -> i64:
    """The first hex of a mask that has one."""
    return HEX_OF_PRODUCT[((mask & -mask) * DE_BRUIJN >> 27) & 31]


def count(mask: i64) -> i64:
    found: i64 = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found


def around(mask: i64) -> i64:
    """All hexes that touch one of the mask's."""
    found: i64 = 0
    while mask != 0:
        found |= NEAR[lowest(mask)]
        mask &= mask - 1
    return found


def touched_twice(mask: i64) -> i64:
    """All hexes that touch two or more of the mask's."""
    once: i64 = 0
    twice: i64 = 0
    while mask != 0:
        near = NEAR[lowest(mask)]
        twice |= once & near
        once |= near
        mask &= mask - 1
    return twice


def connected(start: i64, units: i64) -> i64:
    """The units `start`, some of `units`, with all that they are linked to by chains of `units`."""
    chain = start
    while True:
        grown = (chain | around(chain)) & units
        if grown == chain:
            return chain
        chain = grown
