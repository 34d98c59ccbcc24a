"""Games that are shared: one for the same options, and never more than so many."""

from __future__ import annotations

from pathlib import Path

import klatsch
from klatsch.core import registry

FOREST = Path("src/klatsch/games/coin_age/data/forest.toml").read_text(encoding="utf-8")


def test_the_same_options_are_the_same_game() -> None:
    options = klatsch.load("coin-age", map="lagoon").options
    game = registry.shared("coin-age", options)
    assert registry.shared("coin-age", dict(reversed(options.items()))) is game
    assert registry.shared("coin-age", options | {"map": "frozen"}) is not game


def test_boards_that_people_bring_do_not_pile_up() -> None:
    for number in range(registry.MOST_SHARED + 3):
        registry.shared("coin-age", {"map": f"{FOREST}\n# {number}"})
    assert registry._shared.cache_info().currsize == registry.MOST_SHARED


def test_a_game_that_is_registered_anew_is_loaded_anew() -> None:
    before = registry.shared("coin-age", {})
    registry.register(registry.definition("coin-age"))
    assert registry.shared("coin-age", {}) is not before
