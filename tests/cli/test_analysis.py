"""Hints and explanations in the terminal, and `klatsch analyse`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree

import pytest

import klatsch
from klatsch import cli, terminal
from klatsch.cli.app import out
from klatsch.match.match import Match

GOLDEN = Path(__file__).parents[1] / "match" / "golden" / "coffee-chess-by_resign.replay"

Run: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`klatsch …` in this process, with what is typed: status, output, errors."""
    monkeypatch.setattr(terminal, "STUDY_SECONDS", 0.1)

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        lines = iter(typed.splitlines())

        def answer(prompt: str) -> str:
            print(prompt, end="")
            return next(lines)

        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr(sys, "argv", ["klatsch", *arguments])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert isinstance(left.value.code, int)
        return left.value.code, *capsys.readouterr()

    return run


PEOPLE = ("--seat", "human", "--seat", "human")


def answers(out: str) -> list[str]:
    """What followed each prompt of the terminal."""
    return [part.split("\n\n")[0].strip() for part in out.split("\n> ")[1:]]


def test_each_hint_goes_one_step_further(run: Run) -> None:
    """Yellow wins by column 4, so nothing else is worth a look."""
    typed = "drop 1\ndrop 1\ndrop 2\ndrop 2\ndrop 3\ndrop 3\nhint\nhint\nhint\nhint\nhint\nquit"
    status, out, _ = run("play", "connect-four", *PEOPLE, typed=typed)
    assert status == 0
    told = answers(out)[6:11]
    assert told[0] == "Look at the middle of the table."
    assert told[1] == "Think about column 4."
    assert told[2] == "Best: Yellow drops a disc into column 4."
    assert told[3] == told[4] == "No other choice is worth a look."


def test_hints_begin_anew_with_the_next_decision(run: Run) -> None:
    out = run("play", "connect-four", *PEOPLE, typed="hint\nhint\ndrop 4\nhint\nquit")[1]
    told = answers(out)
    assert told[1].startswith("Think about column")
    assert told[3].startswith("Look at the ")


def test_explaining_the_position_and_the_last_turn(run: Run) -> None:
    out = run("play", "connect-four", *PEOPLE, typed="explain last\ndrop 4\nexplain last\nexplain\nquit")[1]
    told = answers(out)
    assert told[0] == "Nobody else has decided anything yet."
    assert told[2].startswith("Played: Yellow drops a disc into column 4. ")
    assert "Yellow: win chance " in told[2]
    assert told[3].startswith("Red: win chance ")
    assert "Expected:" in told[3]


def test_what_others_hide_is_not_explained(run: Run) -> None:
    typed = "\npass\n\nexplain last\nexplain\nhint\nquit"
    out = run("play", "kuhn-poker", *PEOPLE, typed=typed)[1]
    assert "What another player knew is hidden while the game runs" in out
    assert "of the hands they may hold." in out


def test_the_study_of_a_decision_knows_nothing_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal searches a state that was re-dealt for the player's own seat."""
    match = Match(klatsch.load("kuhn-poker"))
    session = terminal.Session(match, ("human", "human"), "en", out, input, klatsch.Rng(1))
    monkeypatch.setattr(terminal, "STUDY_SECONDS", 0.05)
    views = []
    for deal in (1, 3):
        match.state = match.game.from_numbers(2, [0, 2, deal, 0, -1])  # the first player has the 2 and decides
        session.study = None
        session.rng = klatsch.Rng(1)
        views.append(session.studied(0).known.to_bytes())
    assert views[0] == views[1]


def test_analyse_prints_draws_and_tells(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    status, out, _ = run("analyse", str(GOLDEN), "--sims", "50", "--svg", str(picture))
    assert status == 0
    assert "Coffee Chess: who was winning when" in out
    assert "White" in out
    assert "lost by turns" in out
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")


def test_analyse_is_reproducible(run: Run) -> None:
    command = ("analyse", str(GOLDEN), "--sims", "30", "--json")
    first = json.loads(run(*command, "--seed", "3")[1])
    assert json.loads(run(*command, "--seed", "3")[1]) == first
    assert first["game"] == "coffee-chess"
    assert first["final"] == [0, 1]
    assert len(first["seats"]) == 2


def test_a_running_game_with_hidden_cards_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "running.replay"
    run("play", "kuhn-poker", "--seat", "human", "--seat", "random", "--save", str(file), typed="quit")
    status, _, error = run("analyse", str(file))
    assert status == 2
    assert "players hide something: it can be analysed when it is over" in error
