"""Boards on the command line: a random one, a file of one's own, and files that are none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

import klatsch
from klatsch import cli
from klatsch.cli.app import load_game
from klatsch.core.replay import read

Run: TypeAlias = Callable[..., tuple[int, str, str]]

SHIPPED = ("forest", "frozen", "lagoon", "volcano")
LAGOON = (Path(klatsch.__file__).parent / "games" / "coin_age" / "data" / "lagoon.toml").read_text("utf-8")
OWN = LAGOON.replace('title = "Lagoon"', 'title = "Our Pond"')

# ChoCo with cards of three and one only.
CARDS = "[cards]\n" + "".join(f"{face} = 6\n" for face in ("wwwm", "wwwd", "mmmw", "mmmd", "dddw", "dddm"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`klatsch …` in this process: status, output, errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["klatsch", *arguments])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert isinstance(left.value.code, int)
        return left.value.code, *capsys.readouterr()

    return run


def played(run: Run, board: str, file: Path, game: str = "coin-age", option: str = "map") -> str:
    """A game of two random bots on a board, recorded and verified: the board as the replay has it."""
    bots = ("--seat", "random", "--seat", "random")
    status, _, error = run("play", game, "--option", f"{option}={board}", *bots, "--save", str(file))
    assert (status, error) == (0, "")
    assert run("verify", str(file))[0] == 0
    return read(file.read_text("utf-8")).options[option]


def test_a_random_board_is_drawn_and_recorded(run: Run, tmp_path: Path) -> None:
    assert played(run, "random", tmp_path / "game.replay") in SHIPPED


def test_every_shipped_board_may_be_drawn_and_a_seed_draws_the_same() -> None:
    drawn = [load_game("coin-age", ["map=random"], seed).options["map"] for seed in range(60)]
    assert set(drawn) == set(SHIPPED)
    assert drawn == [load_game("coin-age", ["map=random"], seed).options["map"] for seed in range(60)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_board_of_ones_own_is_in_the_replay(run: Run, tmp_path: Path, encoding: str) -> None:
    board = tmp_path / "pond.toml"
    board.write_text(OWN, encoding=encoding)
    file = tmp_path / "game.replay"
    assert played(run, str(board), file) == OWN
    board.unlink()  # the replay needs it no more
    assert run("verify", str(file))[0] == 0
    assert "Our Pond" in run("replay", str(file))[1]


def test_cards_of_ones_own_are_in_the_replay(run: Run, tmp_path: Path) -> None:
    cards = tmp_path / "my-cards.toml"
    cards.write_text(CARDS, "utf-8")
    file = tmp_path / "game.replay"
    assert played(run, str(cards), file, "choco", "cards") == CARDS
    cards.unlink()
    assert run("verify", str(file))[0] == 0
    assert "reconstruction" not in run("replay", str(file))[1]


def missing(_: Path) -> None:
    pass


def binary(file: Path) -> None:
    file.write_bytes(b"\x89PNG\r\n\xff\xfe\x00")


def broken(file: Path) -> None:
    file.write_text(OWN.replace('borders = ["L2", "L10"]', 'borders = ["L2"]'), "utf-8")


def no_toml(file: Path) -> None:
    file.write_text("hello", "utf-8")


def large(file: Path) -> None:
    file.write_text(OWN + "#" * 65536, "utf-8")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (missing, " is not there"),
        (Path.mkdir, " is a folder, not a file"),
        (binary, " is no text file in UTF-8"),
        (broken, ": the border of L10 with L1 is one-sided: L1 doesn't list L10"),
        (no_toml, ": the map is no valid TOML: Expected '=' after a key in a key/value pair (at end of document)"),
        (large, " is larger than 64 kB"),
    ],
)
def test_what_is_no_board_gets_a_sentence(run: Run, tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    file = tmp_path / "pond.toml"
    make(file)
    status, out, error = run("simulate", "coin-age", "--games", "1", "--option", f"map={file}")
    assert (status, out) == (2, "")
    assert error == f"klatsch: option map: '{file}'{reason}\n"
