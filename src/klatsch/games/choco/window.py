"""The part of the table that is drawn: it holds still until the chocolate outgrows it, so that nothing jumps.

It follows from the cards in the order in which they were laid, so every viewer sees the same, also in a replay.
"""

from __future__ import annotations

from typing import NamedTuple

from klatsch.core.definition import View
from klatsch.games.choco.grid import SIZE, ZERO

LEFT, TOP, WIDTH, HEIGHT = 6, 6, 588, 548
MARGIN = 2  # free cells around the cards: the next one may lie there, and is shown whole
SLACK = 1  # a cell more, whenever the window must change, so that it need not soon again
CELL_SIZES = (60, 54, 47, 42, 38, 34, 31, 28, 25, 23, 21, 18, 16, 14, 12, 10, 8)


class Box(NamedTuple):
    """Cells that are taken up, counted from the first card's corner; the far edges don't belong to it."""

    left: int
    top: int
    right: int
    bottom: int

    def grown(self, column: int, row: int) -> Box:
        return Box(min(self.left, column), min(self.top, row), max(self.right, column + 2), max(self.bottom, row + 2))


class Window(NamedTuple):
    left: float  # the cell at the upper left corner, counted from the first card's corner
    top: float
    cell: int  # the size of a cell as drawn
    first: tuple[int, int]  # the first card's place in the view

    @property
    def columns(self) -> float:
        return WIDTH / self.cell

    @property
    def rows(self) -> float:
        return HEIGHT / self.cell

    def holds(self, box: Box) -> bool:
        return (
            self.left <= box.left - MARGIN
            and self.top <= box.top - MARGIN
            and self.left + self.columns >= box.right + MARGIN
            and self.top + self.rows >= box.bottom + MARGIN
        )

    def counted(self, place: list[int]) -> tuple[int, int]:
        """A place of the view, counted from the first card's corner."""
        return place[0] - self.first[0], place[1] - self.first[1]

    def corner(self, place: list[int]) -> tuple[float, float]:
        """Where the corner of a cell is drawn."""
        column, row = self.counted(place)
        return LEFT + (column - self.left) * self.cell, TOP + (row - self.top) * self.cell


def window_of(view: View) -> Window:
    places = [laid["place"] for laid in view["cards"]]
    first = (places[0][0], places[0][1]) if places else (0, 0)
    box = Box(0, 0, 2, 2)
    window = around(box, first)
    for place in places:
        box = box.grown(*window.counted(place))
        if not window.holds(box):
            window = around(box, first)
    return window


def around(box: Box, first: tuple[int, int]) -> Window:
    """The window with the largest cells that has room for what is there and some more, with it in the middle."""
    columns = box.right - box.left + 2 * MARGIN + SLACK
    rows = box.bottom - box.top + 2 * MARGIN + SLACK
    cell = next((size for size in CELL_SIZES if columns * size <= WIDTH and rows * size <= HEIGHT), CELL_SIZES[-1])
    left = (box.left + box.right - WIDTH / cell) / 2
    return Window(left, (box.top + box.bottom - HEIGHT / cell) / 2, cell, first)


def coordinate(column: int) -> int:
    """What the notation calls a column or a row: the table is a ring so large that nobody sees it (§1.4)."""
    return (column + ZERO) % SIZE - ZERO
