"""Shared by all tests: the games, and random play through them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import klatsch
from klatsch.core import registry
from klatsch.core.definition import Definition
from klatsch.core.rng import Rng


def all_definitions() -> list[Definition[Any]]:
    return [registry.definition(name) for name in registry.names()]


def walk(game: klatsch.Game, seats: int, seed: int) -> Iterator[klatsch.State]:
    """Every state of one random game, the last one included. It is one object, changed by every step."""
    state = game.new(seats)
    rng = Rng(seed)
    yield state
    while state.actor != klatsch.OVER:
        state.apply(state.sample(rng))
        yield state
