# klatsch: compiled
"""The action table of Coin Age: its records, and where each kind begins in it.

Spaces are numbers from 0 to 9 in the order of the map's file; the map gives them their names, so there is one table
per map, all alike but for those names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SPACES: Final = 10
# The kinds of coins from the smallest to the largest; a kind's value is its number here plus one.
KINDS: Final = ("dime", "penny", "nickel", "quarter")


@dataclass(frozen=True)
class Toss:
    """A toss, told by the kinds that match, as a mask (bit 0 the dime)."""

    matches: int

    @property
    def kinds(self) -> list[str]:
        return [kind for number, kind in enumerate(KINDS) if self.matches & 2**number]

    @property
    def notation(self) -> str:
        return "toss " + (" ".join(self.kinds) or "none")

    @property
    def anchors(self) -> tuple[str, ...]:
        return ()


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


@dataclass(frozen=True)
class End:
    @property
    def notation(self) -> str:
        return "end"

    @property
    def anchors(self) -> tuple[str, ...]:
        return ()


Action = Toss | Place | Pay | Move | Capture | End

# Where each kind begins in the table.
TOSS: Final = 0  # + the mask of matching kinds
PLACE: Final = 16  # + 10 · kind + space
PAY: Final = 56  # + kind
MOVE: Final = 60  # + 10 · source + target; the ten from a space to itself are never legal
CAPTURE: Final = 160  # + space
END: Final = 170


def action_table(names: tuple[str, ...]) -> tuple[Action, ...]:
    """The actions on a map whose spaces have these names."""
    spaces = range(SPACES)
    table: list[Action] = [Toss(matches) for matches in range(16)]
    table += [Place(kind, space, names[space]) for kind in range(len(KINDS)) for space in spaces]
    table += [Pay(kind) for kind in range(len(KINDS))]
    table += [Move(source, target, names[source], names[target]) for source in spaces for target in spaces]
    table += [Capture(space, names[space]) for space in spaces]
    table.append(End())
    assert len(table) == END + 1
    return tuple(table)
