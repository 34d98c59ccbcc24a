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
FARTHEST: Final = 37  # coordinates go from −36 to 37


def cell_at(x: int, y: int) -> int:
    return y % SIZE * SIZE + x % SIZE


def coordinates(cell: int) -> tuple[int, int]:
    x, y = cell % SIZE, cell // SIZE
    return (x if x <= FARTHEST else x - SIZE, y if y <= FARTHEST else y - SIZE)


def shifted(dx: int, dy: int) -> list[int]:
    return [cell_at(cell % SIZE + dx, cell // SIZE + dy) for cell in range(CELLS)]


LEFT: Final = vec[i64](shifted(-1, 0))
RIGHT: Final = vec[i64](shifted(1, 0))
UP: Final = vec[i64](shifted(0, -1))
DOWN: Final = vec[i64](shifted(0, 1))
