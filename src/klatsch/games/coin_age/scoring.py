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
from mypy_extensions import i64

from klatsch.games.coin_age.actions import ALL_KINDS, KIND_COUNT, SPACES
from klatsch.games.coin_age.board import BITS, COUNT, Board
from klatsch.games.coin_age.layout import BANK, STACK

NO_COIN: Final = KIND_COUNT  # larger than any coin, so that any may be placed there
NOBODY: Final = 2


def top_kind(stack: int) -> int:
    return next((kind for kind in range(KIND_COUNT) if stack & 2**kind), NO_COIN)


def top_side(stack: int) -> int:
    if stack & ALL_KINDS == 0:
        return NOBODY
    return 1 if stack & 2 ** (KIND_COUNT + top_kind(stack)) else 0


# For every stack: the kind of its top coin, and the side that controls the space.
TOP: Final = vec[i64]([top_kind(stack) for stack in range(256)])
SIDE: Final = vec[i64]([top_side(stack) for stack in range(256)])

# The eight coins of a stack's byte, Heads' then Tails' (COIN[KIND_COUNT · seat + kind]); both bits of each kind.
COIN: Final = vec[i64]([1, 2, 4, 8, 17, 34, 68, 136])
BOTH_BITS: Final = vec[i64]([17, 34, 68, 136])

# One coin of a kind in a bank, and the bits of its count.
UNIT: Final = vec[i64]([1, 16, 256, 4096])
COUNT_BITS: Final = 4
COUNT_MASK: Final = 15

FULL_BANK: Final = 4 + 3 * 16 + 2 * 256 + 4096


def coins_of(bank: i64, kind: i64) -> i64:
    """How many coins of a kind a bank holds."""
    return (bank >> COUNT_BITS * kind) & COUNT_MASK


def bank_coins(bank: i64) -> i64:
    coins: i64 = 0
    for kind in range(i64(KIND_COUNT)):
        coins += (bank >> COUNT_BITS * kind) & COUNT_MASK
    return coins


def bank_value(bank: i64) -> i64:
    value: i64 = 0
    for kind in range(i64(KIND_COUNT)):
        value += (kind + 1) * coins_of(bank, kind)
    return value


def kinds_in(bank: i64) -> i64:
    """The mask of kinds that a bank holds."""
    mask: i64 = 0
    for kind in range(i64(KIND_COUNT)):
        if (bank >> COUNT_BITS * kind) & COUNT_MASK != 0:
            mask |= BITS[kind]
    return mask


def controlled(v: vec[i64], seat: i64) -> i64:
    """The mask of spaces whose top coin shows the seat's side (§9.1)."""
    mask: i64 = 0
    for space in range(i64(SPACES)):
        if SIDE[v[STACK + space]] == seat:
            mask |= BITS[space]
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
    for region in regions:
        if doubles(board, region, mine, theirs):
            mask |= mine & region
    return mask


def points(board: Board, v: vec[i64], seat: i64) -> i64:
    """§9: a seat's victory points as the table stands."""
    mine = controlled(v, seat)
    twice = doubled(board, mine, controlled(v, 1 - seat))
    total = bank_coins(v[BANK + seat])  # §9.3
    for space in range(i64(SPACES)):
        bit = BITS[space]
        if mine & bit != 0:
            value = TOP[v[STACK + space]] + 1
            total += value
            if twice & bit != 0:
                total += value
    return total
