"""Observations as numpy arrays: whole numbers divided by the most they can be, so all from 0 to 1 (extra: rl)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from klatsch.core import registry
from klatsch.core.game import Game, State
from klatsch.core.observation_layout import Part, slices
from klatsch.core.observer import Observer

Floats = NDArray[np.float32]
Masks = NDArray[np.int8]
RENDER_MODES = ["ansi", "svg"]


def checked_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {' or '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def observer_of(game: Game, seats: int) -> Observer:
    make = game.definition.observation
    if make is None:
        raise ValueError(f"{game.name} has no observation: its Definition names none")
    return make(game, seats)


def scale(observer: Observer) -> Floats:
    """What every whole number of an observation is multiplied by."""
    return np.concatenate([np.full(part.size, 1 / part.most, np.float32) for part in observer.layout])


class Eyes:
    """Observes states for learners."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.observer = observer = observer_of(game, seats)
        self.scale = scale(observer)
        self.size = int(observer.size)
        self.layout: tuple[Part, ...] = observer.layout
        self.slices = slices(observer.layout)

    def see(self, state: State, seat: int) -> Floats:
        return np.array(self.observer.numbers(state, seat), np.float32) * self.scale

    def mask(self, state: State) -> Masks:
        """1 for every legal action."""
        mask = np.zeros(len(state.game.actions), np.int8)
        mask[state.legal_actions()] = 1
        return mask

    def __reduce__(self) -> tuple[object, tuple[Game, int]]:
        return Eyes, (self.game, self.seats)


def eyes_for(name: str, options: Mapping[str, object], seats: int | None) -> Eyes:
    """For a game by name with its options; ValueError lists the valid names, options or values."""
    game = registry.load_with(name, options)
    return Eyes(game, int(game.new(seats).seats))
