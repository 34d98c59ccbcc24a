# klatsch: compiled
"""The record of an action outside the rules: its notation, and the anchors that a person clicks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from mypy_extensions import mypyc_attr


class Action(Protocol):
    """One entry of a game's action table. Inside the rules it is only its index there."""

    @property
    def notation(self) -> str:
        """How it is written and typed: `steal e5 d5`. Unique within the game."""

    @property
    def anchors(self) -> tuple[str, ...]:
        """The ids of the drawn elements that a person clicks, in order; none: the action is a button."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Button:
    """An action without a place to click. One that has more to tell than its notation is a subclass."""

    notation: str

    @property
    def anchors(self) -> tuple[str, ...]:
        return ()
