"""What simulations and matches promise about intervals and workers."""

from __future__ import annotations

import klatsch
from klatsch.arena.series import Series, Sprt, play_series
from klatsch.arena.simulate import Tally, simulate


def test_ten_wins_in_ten_games_are_no_certainty() -> None:
    mean, half = Tally(games=10, shares=[10.0], squares=[10.0]).share(0)
    assert mean == 1
    assert half is not None
    assert 0.1 < half < 0.2
    mean, half = Tally(games=10000, shares=[5000.0], squares=[5000.0]).share(0)
    assert half is not None
    assert (mean, round(half, 4)) == (0.5, 0.0098)


def test_three_seats_and_few_games_on_two_workers() -> None:
    game = klatsch.load("four-armies")
    one = simulate(game, ["random", "search:sims=5", "random"], 5, seed=2)
    assert simulate(game, ["random", "search:sims=5", "random"], 5, seed=2, workers=2) == one
    assert len(one.shares) == 3
    assert abs(sum(one.shares) - 5) < 1e-9


def test_a_sequential_test_stops_at_the_same_round_on_two_workers() -> None:
    setting = Series("connect-four", {}, 2, "search:sims=50", "random", 1)
    one = play_series(setting, 60, sprt=Sprt(0, 100)).rounds
    assert len(one) < 60
    assert play_series(setting, 60, sprt=Sprt(0, 100), workers=2).rounds == one
