"""Levels and the greedy bot: they play legally, and better than what is below them."""

from __future__ import annotations

from typing import Any

import pytest

import klatsch
from klatsch.arena.series import Series, play_series
from klatsch.bots.bot_config import bot_config
from klatsch.bots.bot_names import make_bot
from klatsch.bots.leaf_statistics import Entry
from klatsch.bots.level_bot import LEVELS, drawn
from klatsch.core.registry import definition

from playing import all_definitions


@pytest.mark.parametrize("game", all_definitions(), ids=lambda game: game.name)
def test_every_game_has_eight_levels_for_every_number_of_seats(game: klatsch.core.definition.Definition[Any]) -> None:
    for seats in game.seats:
        found = bot_config(game, seats).levels
        assert len(found) == len(LEVELS)
        assert found[-1].sharpness == 0, "the strongest level always plays its best"


def test_only_the_better_actions_are_drawn() -> None:
    """The third has less than a tenth of the best one's visits."""
    entries = [Entry(action, visits, 0.5, 0.1, 0.5, -1) for action, visits in ((7, 100), (5, 50), (3, 9))]
    rng = klatsch.Rng(1)
    counts = dict.fromkeys((7, 5, 3), 0)
    for _ in range(3000):
        counts[drawn(entries, 1.0, rng)] += 1
    assert counts[3] == 0
    assert counts[7] / counts[5] == pytest.approx(2, rel=0.2)


def test_a_sharper_level_draws_the_best_more_often() -> None:
    entries = [Entry(action, visits, 0.5, 0.1, 0.5, -1) for action, visits in ((7, 100), (5, 50))]
    rng = klatsch.Rng(1)
    assert sum(drawn(entries, 3.0, rng) == 7 for _ in range(2000)) / 2000 == pytest.approx(8 / 9, abs=0.04)


def test_a_level_is_reproducible() -> None:
    setting = Series("connect-four", {}, 2, "bot:3", "bot:2", 4)
    assert play_series(setting, 4).rounds == play_series(setting, 4).rounds


def test_a_bot_against_itself_reads_parity() -> None:
    score = play_series(Series("connect-four", {}, 2, "bot:2", "bot:2", 1), 150)
    assert score.interval is not None
    assert abs(score.mean - 0.5) <= 1.5 * score.interval


@pytest.mark.parametrize("name", klatsch.names())
def test_greedy_beats_random(name: str) -> None:
    seats = definition(name).seats[0]
    score = play_series(Series(name, klatsch.load(name).options, seats, "greedy", "random", 2), 6)
    assert score.mean > score.parity


def test_a_level_above_eight_is_refused() -> None:
    with pytest.raises(ValueError, match="bot:1 … bot:8"):
        make_bot("bot:9")
