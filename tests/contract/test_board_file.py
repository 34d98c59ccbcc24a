"""Board files of strangers: what would take long to parse is refused before it is parsed."""

from __future__ import annotations

import time

import pytest

import klatsch
from klatsch.core.board_file import read_board_file

BOARDS = [("coin-age", "map"), ("four-armies", "map"), ("choco", "cards"), ("chocolate-coin", "board")]
HOSTILE = {
    "a key of 32,000 parts": (".".join("a" * 32_000) + " = 1", "500 letters in line 1"),
    "many keys of many parts": ("\n".join(f"k{i}." + ".".join("a" * 200) + " = 1" for i in range(140)), "parts"),
    "quoted keys of many parts": ("\n".join(f"k{i}." + ".".join(['"a"'] * 90) + " = 1" for i in range(140)), "parts"),
    "brackets within brackets": ("a = " + "[" * 400 + "]" * 400, "500 letters"),
    "brackets on lines of their own": ("a = " + "[\n" * 900 + "]\n" * 900, "8 brackets"),
    "brackets behind a string": ('a = ["#", ' + "[\n" * 90 + "]\n" * 91, "8 brackets"),
    "too many lines": ("\n" * 3_000, "2000 lines"),
    "too large": ("# " + "a" * 70_000, "64 kB"),
    "a number of thousands of digits": ("a = " + "9" * 5_000, "500 letters"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_would_take_long_is_refused_at_once(what: str) -> None:
    text, reason = HOSTILE[what]
    begun = time.process_time()
    with pytest.raises(ValueError, match=reason):
        read_board_file(text, "the map")
    assert time.process_time() - begun < 0.1  # the first took 22 seconds


def test_brackets_and_dots_in_strings_and_comments_mean_nothing() -> None:
    text = "# [[[[[[[[[[ a.b.c.d.e.f.g.h.i.j\na = '[[[[[[[[[['\nb = \"a.b.c.d.e.f.g.h.i.j.k\"\nc = '''[[[[[[\n[[[[[['''"
    assert set(read_board_file(text, "the map")) == {"a", "b", "c"}


def test_no_valid_toml_is_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^the map is no valid TOML: "):
        read_board_file("title = = 1", "the map")


@pytest.mark.parametrize(("game", "option"), BOARDS)
@pytest.mark.parametrize("what", ["a key of 32,000 parts", "brackets on lines of their own"])
def test_every_game_with_boards_reads_them_so(game: str, option: str, what: str) -> None:
    text, reason = HOSTILE[what]
    with pytest.raises(ValueError, match=reason):
        klatsch.load(game, **{option: text})


def test_the_longest_that_is_read_takes_a_moment() -> None:
    """Nothing that passes the checks holds anybody up: the worst that we found."""
    worst = "\n".join(".".join([f"a{i}", *"bcdefg"]) + " = 1" for i in range(1_900))
    begun = time.process_time()
    read_board_file(worst, "the map")
    assert time.process_time() - begun < 0.5
