"""docs/add-a-game.md is followed to the letter, and its listings are the real files."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import klatsch
from klatsch.core.game import checksum

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "src" / "klatsch" / "examples" / "connect_four"
GUIDE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
TRANSLATED = re.compile(r"\b(pt|ro)\.(md|toml)$")  # a translation is no step of the guide
LISTINGS = dict(re.findall(r"(?ms)^\*\*`([\w./]+)`\*\*\n\n```\w+\n(.*?)^```$", GUIDE))


def test_listings_are_the_real_files() -> None:
    real = {
        str(path.relative_to(EXAMPLE)): path.read_text("utf-8")
        for path in EXAMPLE.rglob("*")
        if path.suffix in (".py", ".md", ".toml") and not TRANSLATED.search(path.name)
    }
    assert real == LISTINGS


def test_the_guide_works_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every listing written into a package of one's own, interpreted; registered as step 9 says; played."""
    package = tmp_path / "my_connect_four"
    for name, text in LISTINGS.items():
        own = text.replace("klatsch.examples.connect_four", "my_connect_four")
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(own.replace('name="connect-four"', 'name="my-connect-four"'), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    registered = dict(klatsch.core.registry._definitions)
    monkeypatch.setattr("klatsch.core.registry._definitions", registered)
    klatsch.register(importlib.import_module("my_connect_four").DEFINITION)

    mine = klatsch.load("my-connect-four")
    rules = importlib.import_module("my_connect_four.rules")
    assert str(rules.__file__).endswith("rules.py")
    house = klatsch.load("connect-four")
    for seed in range(30):
        assert checksum(mine.new(), seed) == checksum(house.new(), seed)
    state = mine.new()
    state.play("drop 4")
    assert state.svg(0) == after_the_same(house).svg(0)
    assert mine.from_bytes(state.to_bytes()) == state
    assert observed(state) == observed(after_the_same(house))
    assert sum(mine.playouts(state, 10, 1)) == pytest.approx(1)


def after_the_same(game: klatsch.Game) -> klatsch.State:
    state = game.new()
    state.play("drop 4")
    return state


def observed(state: klatsch.State) -> list[int]:
    make = state.game.definition.observation
    assert make is not None
    return make(state.game, 2).numbers(state, 1)
