"""A bot that searches: its seat, its simulations, and how it spends a turn's time."""

from __future__ import annotations

import time
from math import inf
from typing import cast

import pytest

import klatsch
from klatsch.bots.mcts import Search
from klatsch.bots.search_bot import SearchBot
from klatsch.bots.timed_bot import Timed
from klatsch.core.game import CHANCE, KnownState


def position(*actions: str) -> KnownState:
    state = klatsch.load("connect-four").new()
    for action in actions:
        state.play(action)
    return state.known_to(int(state.actor), klatsch.Rng(1))


class Watched:
    """In place of a search: every simulation takes a hundredth of a second on the clock, which nobody else moves."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *, done: bool = False, lead: int = 0, stable: bool = True
    ) -> None:
        self.done, self.ahead, self.stable = done, lead, stable
        self.now = 100.0
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)

    def run(self, state: klatsch.State, simulations: int) -> None:
        self.now += 0.01 * simulations

    def is_done(self) -> bool:
        return self.done

    def is_unstable(self) -> bool:
        return not self.stable

    def lead(self) -> int:
        return self.ahead


def spent(search: Watched, seconds: float = 9.0) -> float:
    bot = SearchBot(seconds=seconds)
    bot.think(cast(Search, search), position().state)
    return seconds - bot.left


def test_a_first_decision_takes_two_thirds_of_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spent(Watched(monkeypatch)) == pytest.approx(6.0, abs=0.02)


def test_an_unstable_choice_takes_nine_tenths(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spent(Watched(monkeypatch, stable=False)) == pytest.approx(8.1, abs=0.02)


def test_it_stops_where_the_choice_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all is proven, at once; else when the second can't catch up with the simulations that are left."""
    assert spent(Watched(monkeypatch, done=True)) == pytest.approx(0.01)
    assert spent(Watched(monkeypatch, lead=400)) == pytest.approx(2.0, abs=0.02)


def test_what_is_left_of_a_turn_is_for_its_next_decisions() -> None:
    """A turn ends when somebody else acts; what chance does is no turn."""
    bot = SearchBot(seconds=0.05)
    first = position()
    action = bot.choose(first, klatsch.Rng(1))
    left = bot.left
    assert left < 0.05
    for actor in (0, CHANCE):
        bot.saw(actor, action)
        assert bot.left == left
    bot.saw(1, None)
    assert bot.left == 0.05


def test_with_seconds_it_makes_as_many_simulations_as_it_can() -> None:
    bot = SearchBot(seconds=0.05)
    bot.choose(position(), klatsch.Rng(1))
    assert bot.simulations > 1


def test_with_simulations_it_makes_so_many_and_has_no_limit_of_time() -> None:
    bot = SearchBot(sims=40)
    assert bot.simulations == 0
    bot.choose(position(), klatsch.Rng(1))
    assert bot.simulations == 40
    assert Timed(bot).most == inf


def test_it_searches_for_the_seat_to_move() -> None:
    for actions in ((), ("drop 4",)):
        bot = SearchBot(sims=3)
        bot.choose(position(*actions), klatsch.Rng(1))
        assert bot.search is not None
        assert bot.search.seat == len(actions)
