# klatsch: compiled
"""The action table of Coffee Chess: its records, and where each kind begins in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.action import Button

#   a8 … h8   56 … 63
#   …
#   a1 … h1    0 …  7
SQUARES: Final = 64
MOST_BEANS_MOVED: Final = 49


def square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def neighbours(square: int, steps: tuple[tuple[int, int], ...]) -> list[int]:
    column, row = square % 8, square // 8
    reached = [(column + x, row + y) for x, y in steps]
    return [x + 8 * y for x, y in reached if 0 <= x < 8 and 0 <= y < 8]


DIAGONALS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))
SIDES: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))


@dataclass(frozen=True)
class Place:
    square: int

    @property
    def notation(self) -> str:
        return f"place {square_name(self.square)}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"sq-{square_name(self.square)}",)


@dataclass(frozen=True)
class Move:
    source: int
    target: int

    @property
    def notation(self) -> str:
        return f"move {square_name(self.source)} {square_name(self.target)}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"sq-{square_name(self.source)}", f"sq-{square_name(self.target)}")


@dataclass(frozen=True)
class Steal:
    victim: int
    thief: int

    @property
    def notation(self) -> str:
        return f"steal {square_name(self.victim)} {square_name(self.thief)}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"sq-{square_name(self.victim)}", f"sq-{square_name(self.thief)}")


@dataclass(frozen=True)
class Amount(Button):
    beans: int


Action = Place | Move | Steal | Amount | Button

MOVES: Final = [Move(a, b) for a in range(SQUARES) for b in neighbours(a, DIAGONALS)]
# Grouped by the robbing square, so that the rules can walk from an own square to its victims.
STEALS: Final = [Steal(b, a) for a in range(SQUARES) for b in neighbours(a, SIDES)]

# Where each kind begins in the table.
PLACE: Final = 0
MOVE: Final = 64
STEAL: Final = 260
AMOUNT: Final = 484
END: Final = 533

ACTIONS: Final[tuple[Action, ...]] = (
    *(Place(square) for square in range(SQUARES)),
    *MOVES,
    *STEALS,
    *(Amount(f"amount {beans}", beans) for beans in range(1, MOST_BEANS_MOVED + 1)),
    Button("end"),
)
assert (len(MOVES), len(STEALS), len(ACTIONS)) == (STEAL - MOVE, AMOUNT - STEAL, END + 1)

# For the rules: source and target of each move; robber and victim of each theft; the run of both for each square.
MOVE_FROM: Final = vec[i64]([move.source for move in MOVES])
MOVE_TO: Final = vec[i64]([move.target for move in MOVES])
STEAL_FROM: Final = vec[i64]([steal.victim for steal in STEALS])
STEAL_TO: Final = vec[i64]([steal.thief for steal in STEALS])


def first_of_each(squares: list[int]) -> list[int]:
    """For each square (and one past the last), where its run begins."""
    return [sum(other < square for other in squares) for square in range(SQUARES + 1)]


MOVES_OF: Final = vec[i64](first_of_each([move.source for move in MOVES]))
STEALS_OF: Final = vec[i64](first_of_each([steal.thief for steal in STEALS]))

# The squares beside each square, as a mask of lines.py: those of the other colour that it could rob.
BESIDE: Final = vec[i64]([sum(2 ** (other // 2) for other in neighbours(square, SIDES)) for square in range(SQUARES)])
