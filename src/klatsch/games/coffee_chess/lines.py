# klatsch: compiled
"""Masks of squares, and lines: three neighbouring own squares on a diagonal (§2.3), and how many count (§2.4).

A mask has one bit for each of a colour's 32 squares: square // 2, since every pair a1-b1, c1-d1 … has one of each.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.games.coffee_chess.actions import SQUARES
from klatsch.games.coffee_chess.layout import ON_SQUARE

BITS: Final = vec[i64]([2 ** (square // 2) for square in range(SQUARES)])
"""The bit of each square in its colour's mask."""


def is_white(square: int) -> bool:
    return (square % 8 + square // 8) % 2 == 1


# Each in the order of the bits.
WHITE_SQUARES: Final = vec[i64]([square for square in range(SQUARES) if is_white(square)])
BLACK_SQUARES: Final = vec[i64]([square for square in range(SQUARES) if not is_white(square)])


def own_squares(seat: i64) -> vec[i64]:
    """The 32 squares of a seat's colour."""
    return WHITE_SQUARES if seat == 0 else BLACK_SQUARES


def all_lines(white: bool) -> list[tuple[int, int, int]]:
    starts = [
        (8 * row + column, step)
        for row in range(6)
        for column in range(8)
        for step, room in ((9, column < 6), (7, column > 1))
        if room
    ]
    return [(a, a + step, a + 2 * step) for a, step in starts if is_white(a) == white]


WHITE_LINES: Final = all_lines(True)
BLACK_LINES: Final = all_lines(False)
LINES_OF_A_COLOUR: Final = 36
LINES: Final = vec[i64]([sum([BITS[square] for square in line]) for line in WHITE_LINES + BLACK_LINES])


def occupied(v: vec[i64], seat: i64) -> i64:
    """The mask of a seat's squares that hold beans."""
    mask: i64 = 0
    for square in own_squares(seat):
        if v[ON_SQUARE + square] > 0:
            mask |= BITS[square]
    return mask


def count_lines(mask: i64, seat: i64) -> i64:
    """§2.4: the largest number of lines in `mask` without a common square, exact up to three: more never matter,
    since an inventory holds five beans and two come anyway."""
    best: i64 = 0
    start = seat * LINES_OF_A_COLOUR
    end = start + LINES_OF_A_COLOUR
    for i in range(start, end):
        first = LINES[i]
        if mask & first == first:
            if best == 0:
                best = 1
            without_first = mask & ~first
            for j in range(i + 1, end):
                second = LINES[j]
                if without_first & second == second:
                    best = 2
                    without_both = without_first & ~second
                    for k in range(j + 1, end):
                        if without_both & LINES[k] == LINES[k]:
                            return 3
    return best


def earning_lines(mask: int, seat: int) -> list[tuple[int, int, int]]:
    """The lines that `count_lines` counts, one best choice of them, as squares."""
    full = [line for line in (WHITE_LINES, BLACK_LINES)[seat] if all(mask & BITS[square] for square in line)]
    best: list[tuple[int, int, int]] = []

    def extend(chosen: list[tuple[int, int, int]], start: int) -> None:
        nonlocal best
        if len(chosen) > len(best):
            best = chosen
        for i in range(start, len(full)):
            if len(best) < 3 and not any(set(full[i]) & set(line) for line in chosen):
                extend([*chosen, full[i]], i + 1)

    extend([], 0)
    return best
