"""What an action is outside the rules: a small frozen record with a notation and anchors."""

from __future__ import annotations

from typing import Protocol


class Action(Protocol):
    """One entry of a game's action table. Inside the rules it is only its index there."""

    @property
    def notation(self) -> str:
        """How it is written and typed: `steal e5 d5`. Unique within the game."""

    @property
    def anchors(self) -> tuple[str, ...]:
        """The ids of the drawn elements that a person clicks, in order; none: the action is a button."""
