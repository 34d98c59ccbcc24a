# klatsch: compiled
"""The table's grid: a torus of 74 × 74 cells.

36 cards in a row span 72 cells, and a contact one more on each side: nothing ever meets itself round the torus, so the
table has no edge. Cells are told by x (to the right) and y (downwards) from the first card's upper left piece.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SIZE: Final = 74
CELLS: Final = 5476
ZERO: Final = 36  # the column and row of coordinate 0: they go from −36 to 37
MIDDLE: Final = 2700  # the first card's cell, 0 0


def cell_at(x: int, y: int) -> int:
    return (y + ZERO) % SIZE * SIZE + (x + ZERO) % SIZE


def coordinates(cell: int) -> tuple[int, int]:
    return cell % SIZE - ZERO, cell // SIZE - ZERO


def shifted(dx: int, dy: int) -> list[int]:
    places = [coordinates(cell) for cell in range(CELLS)]
    return [cell_at(x + dx, y + dy) for x, y in places]


assert coordinates(MIDDLE) == (0, 0)

LEFT: Final = vec[i64](shifted(-1, 0))
RIGHT: Final = vec[i64](shifted(1, 0))
UP: Final = vec[i64](shifted(0, -1))
DOWN: Final = vec[i64](shifted(0, 1))
