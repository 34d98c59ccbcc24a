"""What a player of a game with hidden cards was told so far, as text: OpenSpiel's information state.

A re-dealt state has a past that only the player it was dealt for shares. For everybody else it begins at the re-deal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from klatsch.core.game import State
from klatsch.core.message import Argument, Message


def seen_by(state: State, seat: int) -> str:
    return json.dumps(state.view(seat), separators=(",", ":"))


class Memory:
    """What one seat was told, as far as it was asked for; the next question mostly continues it."""

    def __init__(self, state: State, past: str) -> None:
        self.state = state
        self.actions: list[int] = []
        self.lines = [past] if past else []


class Past(NamedTuple):
    """What lies before a re-deal, for the seat that it was made for."""

    beginning: Beginning
    history: tuple[int, ...]
    seat: int


class Beginning:
    """Where a history begins: with the game, or at a re-deal. Shared by all copies of a state."""

    def __init__(self, state: State, past: Past | None = None) -> None:
        self.state = state  # never changed
        self.past = past
        self.moves = len(past.history) if past else 0  # actions of OpenSpiel's history that lie before it
        self.memories: dict[int, Memory] = {}

    def told(self, history: Sequence[int], seat: int) -> str:
        """All that a seat was told, line by line: its own actions by notation, everything else as its log has it."""
        actions = list(history[self.moves :])
        memory = self.memories.get(seat)
        if memory is None or actions[: len(memory.actions)] != memory.actions:
            self.memories[seat] = memory = Memory(self.state.clone(), self.told_before(seat))
        for action in actions[len(memory.actions) :]:
            memory.lines.append(told(memory.state, action, seat))
            memory.state.apply(action)
            memory.actions.append(action)
        return "\n".join(memory.lines)

    def told_before(self, seat: int) -> str:
        if self.past is None:
            return ""
        if seat != self.past.seat:
            return seen_by(self.state, seat)
        return self.past.beginning.told(self.past.history, seat)

    def __reduce__(self) -> tuple[object, tuple[State, Past | None]]:
        return Beginning, (self.state, self.past)


def told(state: State, action: int, seat: int) -> str:
    if state.actor == seat:
        return state.game.notation(action)
    return written(state.game.definition.describe(state, action, seat))


def written(message: Argument) -> str:
    if not isinstance(message, Message):
        return str(message)
    return " ".join([message.id, *(f"{name}={written(value)}" for name, value in sorted(message.args.items()))])
