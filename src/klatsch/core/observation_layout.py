"""How the numbers of an observation lie: named parts, one after the other. For learners, docs and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation, all whole and from 0 to `most`; learners get them divided by `most`."""

    name: str
    shape: tuple[int, ...]
    most: int
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


def common_parts(seats: int) -> tuple[Part, ...]:
    """What every observation begins with."""
    return (
        Part("seat", (seats,), 1, "which seat sees this"),
        Part("actor", (seats + 1,), 1, "who decides: seats from the own one round the table, then chance"),
    )


def slices(parts: Sequence[Part]) -> dict[str, slice]:
    """Where each part lies, by name."""
    found: dict[str, slice] = {}
    at = 0
    for part in parts:
        found[part.name] = slice(at, at + part.size)
        at += part.size
    return found


def as_table(parts: Sequence[Part]) -> str:
    """The layout in Markdown, as docs/learning.md has it."""
    lines = ["| numbers | name | shape | most | meaning |", "|---|---|---|---:|---|"]
    for part, where in zip(parts, slices(parts).values(), strict=True):
        numbers = f"{where.start}" if part.size == 1 else f"{where.start} – {where.stop - 1}"
        shape = " × ".join(str(size) for size in part.shape)
        lines.append(f"| {numbers} | `{part.name}` | {shape} | {part.most} | {part.meaning} |")
    return "\n".join(lines)
