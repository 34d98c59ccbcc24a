"""docs/positions.md: every example is a position, written as it would be written; every part is told."""

from __future__ import annotations

import re

import pytest

import klatsch
from klatsch.core.position_text import form_of

from guides import ROOT

GUIDE = (ROOT / "docs" / "positions.md").read_text("utf-8")
EXAMPLES = re.findall(r"(?ms)^```position ([a-z-]+)\n(.*?)\n```$", GUIDE)
GAMES = ("coffee-chess", "coin-age", "four-armies", "choco", "chocolate-coin")


def test_there_is_an_example_for_each_game() -> None:
    assert tuple(name for name, _ in EXAMPLES) == GAMES


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=GAMES)
def test_example(name: str, text: str) -> None:
    game = klatsch.load(name)
    state = game.from_position(text)
    assert game.from_position(state.position()) == state
    assert sorted(state.position().split("; ")[0]) == sorted(text.split("; ")[0])
    assert state.legal_actions()


@pytest.mark.parametrize("name", GAMES[:-1])
def test_every_part_is_told(name: str) -> None:
    game = klatsch.load(name)
    section = GUIDE.split(f"```position {name}")[1].split("\n## ")[0]
    for part in form_of(game, game.definition.seats[0]).parts:
        told = part.name if not part.name.startswith("hand-") else "hand-1"
        assert re.search(rf"`{told}\b", section), part.name
