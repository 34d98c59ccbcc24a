# klatsch: compiled
"""The fast random generator for simulations, with the scratch buffer that sampling needs.

sfc32 on masked 64-bit integers, so that compiled and interpreted runs draw the same numbers.
Not for real tables: those draw from the fair dice (klatsch.match.dice).
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i64

# The most actions a game may have; an action index fits the i16 of the buffers.
MAX_ACTIONS = 32767


@final
class Rng:
    """Random numbers from a seed, the same on every machine; not for real tables."""

    def __init__(self, seed: int) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.count: i64 = 1
        self.scratch = vec[i16]([0] * MAX_ACTIONS)
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Become the generator of a seed, in the same workspace."""
        self.a = seed & 0xFFFFFFFF
        self.b = (seed >> 32) & 0xFFFFFFFF
        self.c = (seed >> 64) & 0xFFFFFFFF
        self.count = 1
        for _ in range(15):  # mixes the seed through all words
            self.bits()

    def bits(self) -> i64:
        """32 random bits."""
        mask: i64 = 0xFFFFFFFF
        b = self.b
        c = self.c
        result = (self.a + b + self.count) & mask
        self.count = (self.count + 1) & mask
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & mask
        self.c = (((c << 21) & mask) + (c >> 11) + result) & mask
        return result

    def below(self, n: i64) -> i64:
        """A number in 0 … n − 1, for n below 2³¹."""
        return (self.bits() * n) >> 32

    def __reduce__(self) -> tuple[object, tuple[int, int, int, int]]:
        return rng_from_words, (int(self.a), int(self.b), int(self.c), int(self.count))


def rng_from_words(a: int, b: int, c: int, count: int) -> Rng:
    """A generator that goes on where another was copied."""
    rng = Rng(0)
    rng.a = a
    rng.b = b
    rng.c = c
    rng.count = count
    return rng


def as_rng(source: object) -> Rng:
    """An Rng as it is; for a seed or a random.Random, one seeded from it."""
    if isinstance(source, Rng):
        return source
    if isinstance(source, int):
        return Rng(source)
    getrandbits = getattr(source, "getrandbits", None)
    if getrandbits is None:
        raise TypeError(f"a klatsch.Rng, a random.Random or a seed is needed, not {source!r}")
    return Rng(getrandbits(96))
