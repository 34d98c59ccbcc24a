"""One game played over and over proves nothing of others: no interval is given for it, and it is said so."""

from __future__ import annotations

from pathlib import Path

import pytest

import klatsch
from klatsch.arena.ladder import Setting as Rungs
from klatsch.arena.ladder import ladder
from klatsch.arena.series import Series, Sprt, play_series
from klatsch.arena.simulate import simulate

BOTS = ["search:sims=30", "search:sims=20"]


def test_searchers_of_coffee_chess_open_with_random_turns() -> None:
    """Nothing is left to chance in the game and next to nothing in the search: the usual opening makes games differ."""
    tally = simulate(klatsch.load("coffee-chess"), BOTS, 12)
    assert len(tally.different) == 12
    assert tally.shortest < tally.longest


def test_a_game_played_over_and_over_has_no_interval() -> None:
    tally = simulate(klatsch.load("coffee-chess"), BOTS, 6, opening=0)
    assert tally.all_the_same
    assert tally.shortest == tally.longest
    assert tally.share(0)[1] is None
    assert tally.as_data()["intervals"] == [None, None]
    assert simulate(klatsch.load("coffee-chess"), BOTS, 1, opening=0).share(0)[1]  # one game isn't repeated


def test_a_match_of_equal_rounds_decides_nothing(tmp_path: Path) -> None:
    setting = Series("coffee-chess", klatsch.load("coffee-chess").options, 2, BOTS[0], BOTS[1], seed=1)
    score = play_series(setting, 16, results=tmp_path / "match", sprt=Sprt(-400, -300))
    assert score.all_the_same
    assert score.interval is None
    assert Sprt(-400, -300).verdict(score) is None  # by their scores alone: better
    assert play_series(setting, 16, results=tmp_path / "match").all_the_same  # as read from the file


def test_a_ladder_of_equal_rounds_rates_nobody() -> None:
    with pytest.raises(ValueError, match="all 3 rounds were the same"):
        ladder(Rungs("coffee-chess", {}, 2, tuple(BOTS), seed=1), 3)
