"""Reads QR codes of level M without noise, as a phone would: from the modules alone."""

from __future__ import annotations

import re

QUIET = 4
# By version: how many data codewords each block has, and how many for correction.
BLOCKS = {
    1: ([16], 10),
    2: ([28], 16),
    3: ([44], 26),
    4: ([32] * 2, 18),
    5: ([43] * 2, 24),
    6: ([27] * 4, 16),
    7: ([31] * 4, 18),
    8: ([38] * 2 + [39] * 2, 22),
    9: ([36] * 3 + [37] * 2, 22),
    10: ([43] * 4 + [44], 26),
}


def matrix_of(path: str, size: int) -> list[list[bool]]:
    """The modules of a drawn path of squares."""
    dark = {(int(x) - QUIET, int(y) - QUIET) for x, y in re.findall(r"M(\d+),(\d+)h1v1h-1z", path)}
    return [[(x, y) in dark for x in range(size)] for y in range(size)]


def read(modules: list[list[bool]]) -> str:
    size = len(modules)
    version = (size - 17) // 4
    level, mask = format_of(modules)
    assert level == 0, "level M"
    bits = [modules[y][x] ^ masked(mask, y, x) for y, x in path(size, version)]
    codewords = [int("".join("01"[b] for b in bits[i : i + 8]), 2) for i in range(0, len(bits) - 7, 8)]
    data = "".join(f"{word:08b}" for word in ordered(codewords, version))
    assert data[:4] == "0100", "bytes"
    width = 8 if version < 10 else 16
    length = int(data[4 : 4 + width], 2)
    start = 4 + width
    return bytes(int(data[start + 8 * i : start + 8 * i + 8], 2) for i in range(length)).decode()


def format_of(modules: list[list[bool]]) -> tuple[int, int]:
    """Level and mask, beside the upper left finder pattern."""
    row = [modules[8][x] for x in (0, 1, 2, 3, 4)]
    bits = int("".join("01"[b] for b in row), 2) ^ 0b10101
    return bits >> 3, bits & 7


def masked(mask: int, y: int, x: int) -> bool:
    return [
        (y + x) % 2,
        y % 2,
        x % 3,
        (y + x) % 3,
        (y // 2 + x // 3) % 2,
        (y * x) % 2 + (y * x) % 3,
        ((y * x) % 2 + (y * x) % 3) % 2,
        ((y + x) % 2 + (y * x) % 3) % 2,
    ][mask] == 0


def path(size: int, version: int) -> list[tuple[int, int]]:
    """The places of data, in reading order."""
    places = []
    upward = True
    x = size - 1
    while x > 0:
        x -= x == 6
        for y in range(size - 1, -1, -1) if upward else range(size):
            places += [(y, each) for each in (x, x - 1) if not is_function(y, each, size, version)]
        upward = not upward
        x -= 2
    return places


def is_function(y: int, x: int, size: int, version: int) -> bool:
    if 6 in (y, x) or (x < 9 and y < 9) or (x < 9 and y >= size - 8) or (x >= size - 8 and y < 9):
        return True
    if version >= 7 and ((y < 6 and x >= size - 11) or (x < 6 and y >= size - 11)):
        return True
    if version == 1:
        return False
    middles = [6, size - 7] if version < 7 else [6, (size - 1) // 2, size - 7]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    squares = [(a, b) for a in middles for b in middles if (a, b) not in corners]
    return any(abs(y - a) <= 2 and abs(x - b) <= 2 for a, b in squares)


def ordered(codewords: list[int], version: int) -> list[int]:
    """Data codewords block after block."""
    sizes, _ = BLOCKS[version]
    blocks: list[list[int]] = [[] for _ in sizes]
    stream = iter(codewords)
    for i in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if i < size:
                block.append(next(stream))
    return [word for block in blocks for word in block]
