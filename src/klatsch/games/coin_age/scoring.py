# klatsch: compiled
"""Stacks and banks as numbers, and what they score (§9).

A stack is one byte. Coins in it get strictly smaller upwards (§4.2), so it holds at most one of each kind:
bit `kind` says that the coin lies there, bit `4 + kind` that Tails faces up; the lowest kind is the top.

    dime Heads over quarter Tails:   1000 1001

A bank is four counts of four bits each, dimes lowest.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from klatsch.games.coin_age.board import BITS, COUNT, Board

NO_COIN: Final = 4  # larger than any coin, so that any may be placed there
NOBODY: Final = 2


def top_kind(stack: int) -> int:
    return next((kind for kind in range(4) if stack & 2**kind), NO_COIN)


def top_side(stack: int) -> int:
    return 2 if stack & 15 == 0 else 1 if stack & 2 ** (4 + top_kind(stack)) else 0


# For every stack: the kind of its top coin, and the side that controls the space.
TOP: Final = vec[i64]([top_kind(stack) for stack in range(256)])
SIDE: Final = vec[i64]([top_side(stack) for stack in range(256)])

# One coin of a kind in a bank; the eight coins of a stack's byte, Heads' then Tails'.
UNIT: Final = vec[i64]([1, 16, 256, 4096])
COIN: Final = vec[i64]([1, 2, 4, 8, 17, 34, 68, 136])

FULL_BANK: Final = 4 + 3 * 16 + 2 * 256 + 4096


def bank_coins(bank: i64) -> i64:
    return (bank & 15) + ((bank >> 4) & 15) + ((bank >> 8) & 15) + (bank >> 12)


def bank_value(bank: i64) -> i64:
    return (bank & 15) + 2 * ((bank >> 4) & 15) + 3 * ((bank >> 8) & 15) + 4 * (bank >> 12)


def kinds_in(bank: i64) -> i64:
    """The mask of kinds that a bank holds."""
    mask: i64 = 0
    if bank & 15 != 0:
        mask += 1
    if bank & 240 != 0:
        mask += 2
    if bank & 3840 != 0:
        mask += 4
    if bank > 4095:
        mask += 8
    return mask


def controlled(stacks: vec[u8], seat: i64) -> i64:
    """The mask of spaces whose top coin shows the seat's side (§9.1)."""
    mask: i64 = 0
    space: i64 = 0
    while space < 10:
        if SIDE[i64(stacks[space])] == seat:
            mask |= BITS[space]
        space += 1
    return mask


def doubles(board: Board, region: i64, mine: i64, theirs: i64) -> bool:
    """§9.2: are a player's coins in a region (a mask) doubled, given the masks of controlled spaces?"""
    own = COUNT[mine & region]
    if board.more_than_half:
        return 2 * own > COUNT[region]
    return own > COUNT[theirs & region]


def doubled(board: Board, mine: i64, theirs: i64) -> i64:
    """The mask of own spaces that score double."""
    regions = board.regions
    mask: i64 = 0
    number: i64 = 0
    count = i64(len(regions))
    while number < count:
        if doubles(board, regions[number], mine, theirs):
            mask |= mine & regions[number]
        number += 1
    return mask


def points(board: Board, stacks: vec[u8], bank: i64, seat: i64) -> i64:
    """§9: a seat's victory points as the table stands."""
    mine = controlled(stacks, seat)
    twice = doubled(board, mine, controlled(stacks, 1 - seat))
    total = bank_coins(bank)  # §9.3
    space: i64 = 0
    while space < 10:
        bit = BITS[space]
        if mine & bit != 0:
            value = TOP[i64(stacks[space])] + 1
            total += value
            if twice & bit != 0:
                total += value
        space += 1
    return total
