"""Golden games of ChoCo: recorded by notation, with their results. One for each way of ending and number of seats."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import klatsch

GAMES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def replay(path: Path) -> tuple[klatsch.State, list[str], str, str]:
    """The final state, the steps, and the expected result and ranking."""
    head, *steps, result, ranking = path.read_text("utf-8").splitlines()
    _, seats, *options = head.split()
    game = klatsch.load("choco", **dict(option.split("=") for option in options))
    state = game.new(int(seats))
    for step in steps:
        assert state.actor != klatsch.OVER
        state.play(step)
    return state, steps, result.removeprefix("result "), ranking.removeprefix("ranking ")


@pytest.mark.rule("choco 6.3", "choco 6.4", "choco 9.5")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    state, _, result, ranking = replay(path)
    assert state.actor == klatsch.OVER
    assert state.prompt(klatsch.OPEN) == result
    assert state.outcome is not None
    assert " | ".join(" ".join(str(seat + 1) for seat in place) for place in state.outcome.ranking) == ranking


def test_the_golden_games_show_every_ending() -> None:
    results = [path.read_text("utf-8") for path in GAMES]
    assert any("All cards are laid" in text for text in results)
    assert any("Everybody has passed" in text for text in results)
    assert {text.split()[1] for text in results} == {"2", "3", "4"}
    steps = {line for text in results for line in text.splitlines()}
    assert {"swap", "decline", "refuse", "keep tokens"} <= steps


@pytest.mark.rule("choco 9.6")
def test_a_game_of_equal_totals() -> None:
    state, _, result, ranking = replay(next(path for path in GAMES if path.stem == "three_tied"))
    assert result == "All cards are laid. White 12, milk 12, dark 12."
    assert ranking == "1 | 2 | 3"
    assert state.utilities() == [1, 0, 0]


@pytest.mark.rule("choco 6.2", "choco 6.4")
def test_a_game_that_ends_after_four_cards() -> None:
    """White all round, every card safe, no white in any hand: both pass."""
    path = next(path for path in GAMES if path.stem == "two_all_passed")
    state, steps, result, _ = replay(path)
    assert steps[-2:] == ["pass", "pass"]
    assert result == "Everybody has passed. White 12, dark 2."
    assert len(state.view(klatsch.OPEN)["cards"]) == 4
    assert state.view(klatsch.OPEN)["stack"] == 36 - 4 - 8


def test_damaged_states_are_refused_or_stand() -> None:
    """Any change of a state's bytes gives a ValueError or IndexError, or another state: nothing worse."""
    game = klatsch.load("choco")
    data = game.playout(game.new(3), 4).to_bytes()
    chance = random.Random(5)
    refused = 0
    for _ in range(400):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(11, len(damaged))] = chance.randrange(256)
        try:
            game.from_bytes(bytes(damaged))
        except (ValueError, IndexError):
            refused += 1
    assert 100 < refused < 400
