"""The seven actions of Connect Four."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Drop:
    column: int

    @property
    def notation(self) -> str:
        return f"drop {self.column + 1}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"column-{self.column + 1}",)


ACTIONS = tuple(Drop(column) for column in range(7))
