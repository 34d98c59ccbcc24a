"""What simulations and matches promise about intervals and workers."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.arena.run_game import run_game
from klatsch.arena.series import Series, Sprt, play_series
from klatsch.arena.simulate import Tally, play_at_random, simulate
from klatsch.bots.bot_names import RandomBot
from klatsch.core.rng import Rng


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


@pytest.mark.parametrize("name", ["coffee-chess", "coin-age", "four-armies", "connect-four"])
def test_random_games_in_one_call_are_those_of_random_bots(name: str) -> None:
    """Where nothing is hidden; where something is, a bot is dealt its view of it first, which draws numbers too."""
    game = klatsch.load(name)
    seats = int(game.new().seats)
    seeds = [number << 48 for number in range(30)]
    fast, slow = play_at_random(game, seats, seeds), Tally()
    for seed in seeds:
        rng = Rng(seed)
        slow.add(run_game(game, [RandomBot()] * seats, rng, [rng] * seats))
    assert fast.as_data() == slow.as_data()


@pytest.mark.parametrize("name", ["choco", "kuhn-poker"])
def test_random_games_with_hidden_cards(name: str) -> None:
    game = klatsch.load(name)
    one = simulate(game, ["random"] * 2, 90, seed=3)
    assert simulate(game, ["random"] * 2, 90, seed=3, workers=2) == one
    assert (one.games, sum(one.shares), sum(one.endings.values())) == (90, 90, 90)


def test_the_same_random_game_over_and_over_is_seen() -> None:
    tally = play_at_random(klatsch.load("coffee-chess"), 2, [7] * 5)
    assert tally.all_the_same
    assert len(play_at_random(klatsch.load("coffee-chess"), 2, [7, 8, 7]).different) == 2
