# klatsch: compiled
"""The action table of Coin Age: its records, and where each kind begins in it.

Spaces are numbers from 0 to 9 in the order of the map's file; the map gives them their names, so there is one table
per map, all alike but for those names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from klatsch.core.action import Button

SPACES: Final = 10
# The kinds of coins from the smallest to the largest; a kind's value is its number here plus one.
KINDS: Final = ("dime", "penny", "nickel", "quarter")
KIND_COUNT: Final = 4
# Sets of kinds are masks, bit 0 the dime: the set of all, and how many sets there are.
ALL_KINDS: Final = 15
KIND_SETS: Final = 16
assert len(KINDS) == KIND_COUNT


@dataclass(frozen=True)
class Toss(Button):
    """A toss, told by the kinds that match."""

    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    kind: int
    space: int
    name: str

    @property
    def notation(self) -> str:
        return f"place {KINDS[self.kind]} {self.name.lower()}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"coin-{KINDS[self.kind]}", f"space-{self.name.lower()}")


@dataclass(frozen=True)
class Pay:
    kind: int

    @property
    def notation(self) -> str:
        return f"pay {KINDS[self.kind]}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"coin-{KINDS[self.kind]}", "pay-here")


@dataclass(frozen=True)
class Move:
    source: int
    target: int
    source_name: str
    target_name: str

    @property
    def notation(self) -> str:
        return f"move {self.source_name.lower()} {self.target_name.lower()}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"space-{self.source_name.lower()}", f"space-{self.target_name.lower()}")


@dataclass(frozen=True)
class Capture:
    space: int
    name: str

    @property
    def notation(self) -> str:
        return f"capture {self.name.lower()}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"space-{self.name.lower()}", "capture-here")


Action = Toss | Place | Pay | Move | Capture | Button

# Where each kind begins in the table.
TOSS: Final = 0  # + the mask of matching kinds
PLACE: Final = 16  # + 10 · kind + space
PAY: Final = 56  # + kind
MOVE: Final = 60  # + 10 · source + target; the ten from a space to itself are never legal
CAPTURE: Final = 160  # + space
END: Final = 170


def toss(matches: int) -> Toss:
    """The toss in which the kinds of a mask match."""
    kinds = tuple(kind for number, kind in enumerate(KINDS) if matches & 2**number)
    return Toss("toss " + (" ".join(kinds) or "none"), kinds)


def action_table(names: tuple[str, ...]) -> tuple[Action, ...]:
    """The actions on a map whose spaces have these names."""
    spaces = range(SPACES)
    table: list[Action] = [toss(matches) for matches in range(KIND_SETS)]
    table += [Place(kind, space, names[space]) for kind in range(KIND_COUNT) for space in spaces]
    table += [Pay(kind) for kind in range(KIND_COUNT)]
    table += [Move(source, target, names[source], names[target]) for source in spaces for target in spaces]
    table += [Capture(space, names[space]) for space in spaces]
    table.append(Button("end"))
    assert len(table) == END + 1
    return tuple(table)
