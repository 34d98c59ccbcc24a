"""QR codes (ISO/IEC 18004) for links: byte mode, level M, versions 1 to 10: up to 213 bytes. Drawn as SVG.

Names follow the standard: modules are the small squares, codewords the bytes, function patterns what isn't data.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

Matrix = list[list[bool]]

# Of level M, by version: error correction codewords a block, then (blocks, data codewords in each).
BLOCKS: dict[int, tuple[int, list[tuple[int, int]]]] = {
    1: (10, [(1, 16)]),
    2: (16, [(1, 28)]),
    3: (26, [(1, 44)]),
    4: (18, [(2, 32)]),
    5: (24, [(2, 43)]),
    6: (16, [(4, 27)]),
    7: (18, [(4, 31)]),
    8: (22, [(2, 38), (2, 39)]),
    9: (22, [(3, 36), (2, 37)]),
    10: (26, [(4, 43), (1, 44)]),
}
ALIGNMENT = {1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34]} | {
    7: [6, 22, 38],
    8: [6, 24, 42],
    9: [6, 26, 46],
    10: [6, 28, 50],
}
MASKS = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
LEVEL_M = 0
QUIET_ZONE = 4
FINDER_LIKE = (
    [True, False, True, True, True, False, True, False, False, False, False],
    [False, False, False, False, True, False, True, True, True, False, True],
)


def svg(text: str, label: str) -> str:
    """The code as a picture, black on white in any theme: cameras want it so."""
    matrix = encode(text)
    size = len(matrix) + 2 * QUIET_ZONE
    dark = "".join(
        f"M{column + QUIET_ZONE},{row + QUIET_ZONE}h1v1h-1z"
        for row, line in enumerate(matrix)
        for column, is_dark in enumerate(line)
        if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges" '
        f'role="img" aria-label="{escape(label)}"><rect width="{size}" height="{size}" fill="#fff"/>'
        f'<path d="{dark}" fill="#000"/></svg>'
    )


def encode(text: str) -> Matrix:
    """The modules, True where dark; the mask is the one of the least penalty."""
    data = text.encode()
    version = smallest_version(len(data))
    codewords = interleaved(version, data_codewords(version, data))
    return min((Symbol(version, codewords, mask).modules for mask in range(8)), key=penalty)


# ── Codewords ─────────────────────────────────────────────────────────────────────────────────────


def capacity(version: int) -> int:
    return sum(count * size for count, size in BLOCKS[version][1])


def smallest_version(length: int) -> int:
    for version in BLOCKS:
        if length + (2 if version < 10 else 3) <= capacity(version):
            return version
    raise ValueError("the text is too long for a QR code")


def data_codewords(version: int, data: bytes) -> bytes:
    """Mode, length, the bytes, a terminator, then padding."""
    length_bits = 8 if version < 10 else 16
    bits = f"{0b0100:04b}{len(data):0{length_bits}b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    bits += "0" * (-len(bits) % 8)
    packed = bytes(int(bits[start : start + 8], 2) for start in range(0, len(bits), 8))[: capacity(version)]
    missing = capacity(version) - len(packed)
    return packed + (b"\xec\x11" * missing)[:missing]


def interleaved(version: int, data: bytes) -> bytes:
    """The blocks' codewords in turn, then their error correction in turn."""
    correction_size, groups = BLOCKS[version]
    blocks, start = [], 0
    for count, size in groups:
        for _ in range(count):
            blocks.append(data[start : start + size])
            start += size
    corrections = [error_correction(block, correction_size) for block in blocks]
    longest = max(map(len, blocks))
    first = [block[i] for i in range(longest) for block in blocks if i < len(block)]
    return bytes(first + [block[i] for i in range(correction_size) for block in corrections])


def multiply(a: int, b: int) -> int:
    """In the field of 256 elements that x^8 + x^4 + x^3 + x^2 + 1 makes."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a * 2 ^ (0x11D if a & 0x80 else 0)
        b //= 2
    return product


def error_correction(block: bytes, size: int) -> bytes:
    """Reed–Solomon: what is left of the block as a polynomial, divided by the generator."""
    generator, root = [1], 1
    for _ in range(size):
        shifted = [multiply(term, root) for term in generator]
        generator = [a ^ b for a, b in zip([*generator, 0], [0, *shifted], strict=True)]
        root = multiply(root, 2)
    rest = list(block) + [0] * size
    for i in range(len(block)):
        for j, term in enumerate(generator):
            rest[i + j] ^= multiply(term, rest[i]) if j else 0
    return bytes(rest[len(block) :])


# ── The symbol ────────────────────────────────────────────────────────────────────────────────────


class Symbol:
    def __init__(self, version: int, codewords: bytes, mask: int) -> None:
        self.version = version
        self.size = 17 + 4 * version
        self.modules: Matrix = [[False] * self.size for _ in range(self.size)]
        self.reserved: Matrix = [[False] * self.size for _ in range(self.size)]
        self.draw_function_patterns()
        self.draw_format(mask)
        self.draw_version()
        self.draw_data(codewords, mask)

    def put(self, row: int, column: int, dark: bool) -> None:
        if 0 <= row < self.size and 0 <= column < self.size:
            self.modules[row][column] = dark
            self.reserved[row][column] = True

    def draw_function_patterns(self) -> None:
        for i in range(self.size):
            self.put(6, i, i % 2 == 0)
            self.put(i, 6, i % 2 == 0)
        places = ALIGNMENT[self.version]
        for row in places:
            for column in places:
                if not self.reserved[row][column] or (6 in (row, column) and self.is_between(row, column)):
                    self.draw_square(row, column, 2, (0, 2))
        for row, column in ((3, 3), (3, self.size - 4), (self.size - 4, 3)):
            self.draw_square(row, column, 4, (0, 1, 3))

    def is_between(self, row: int, column: int) -> bool:
        """On a timing line, but not where a finder pattern is."""
        return 8 < max(row, column) < self.size - 8

    def draw_square(self, row: int, column: int, reach: int, dark: tuple[int, ...]) -> None:
        for dy in range(-reach, reach + 1):
            for dx in range(-reach, reach + 1):
                self.put(row + dy, column + dx, max(abs(dy), abs(dx)) in dark)

    def draw_format(self, mask: int) -> None:
        bits = with_check(LEVEL_M << 3 | mask, 10, 0b10100110111) ^ 0b101010000010010
        last = self.size - 1
        around = [(i, 8) for i in (0, 1, 2, 3, 4, 5, 7, 8)] + [(8, i) for i in (7, 5, 4, 3, 2, 1, 0)]
        beside = [(8, last - i) for i in range(8)] + [(last - 6 + i, 8) for i in range(7)]
        for i in range(15):
            for row, column in (around[i], beside[i]):
                self.put(row, column, bool(bits >> i & 1))
        self.put(last - 7, 8, True)

    def draw_version(self) -> None:
        if self.version < 7:
            return
        bits = with_check(self.version, 12, 0b1111100100101)
        for i in range(18):
            far, near = self.size - 11 + i % 3, i // 3
            self.put(near, far, bool(bits >> i & 1))
            self.put(far, near, bool(bits >> i & 1))

    def draw_data(self, codewords: bytes, mask: int) -> None:
        bits = (bool(byte >> i & 1) for byte in codewords for i in range(7, -1, -1))
        for row, column in self.data_places():
            self.modules[row][column] = next(bits, False) ^ MASKS[mask](row, column)

    def data_places(self) -> Iterator[tuple[int, int]]:
        """Two columns at a time, from the right, up and down in turn, past the vertical timing line."""
        rows = range(self.size)
        for number, right in enumerate([*range(self.size - 1, 6, -2), 5, 3, 1]):
            for row in rows if number % 2 else reversed(rows):
                for column in (right, right - 1):
                    if not self.reserved[row][column]:
                        yield row, column


def with_check(value: int, size: int, generator: int) -> int:
    """The value and the rest of its division: what lets a reader correct it."""
    rest = value
    for _ in range(size):
        rest = rest * 2 ^ (generator if rest >> (size - 1) & 1 else 0)
    return (value << size) | rest


# ── Which mask is best ────────────────────────────────────────────────────────────────────────────


def penalty(modules: Matrix) -> int:
    columns = [list(column) for column in zip(*modules, strict=True)]
    size = len(modules)
    total = sum(line_penalty(line) for line in [*modules, *columns])
    for row in range(size - 1):
        for column in range(size - 1):
            square = modules[row][column : column + 2] + modules[row + 1][column : column + 2]
            total += 3 * (len(set(square)) == 1)
    dark = sum(map(sum, modules))
    return total + abs(dark * 20 - size * size * 10) // (size * size) * 10


def line_penalty(line: list[bool]) -> int:
    """Long runs of one colour, and what looks like a finder pattern."""
    total = run = 0
    for i, dark in enumerate(line):
        run = run + 1 if i and dark == line[i - 1] else 1
        total += 3 if run == 5 else run > 5
    return total + sum(40 for start in range(len(line) - 10) if line[start : start + 11] in FINDER_LIKE)
