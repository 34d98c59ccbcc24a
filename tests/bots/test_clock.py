"""Time per turn: how it is measured, and that an overrun is a loss."""

from __future__ import annotations

import time

import pytest

import klatsch
from klatsch.arena.series import punctual_shares
from klatsch.bots.bot import choose
from klatsch.bots.timed_bot import Timed, Usage
from klatsch.core.game import CHANCE, KnownState


class Worker:
    """Has ten milliseconds a turn, and works or sleeps for as long as it is told."""

    seconds = 0.01
    simulations = 7

    def __init__(self, work: float = 0.0, sleep: float = 0.0) -> None:
        self.work, self.sleep = work, sleep
        self.heard: list[int] = []

    def choose(self, known: KnownState, rng: klatsch.Rng) -> int:
        time.sleep(self.sleep)
        end = time.process_time() + self.work
        while time.process_time() < end:
            pass
        return 0

    def saw(self, actor: int, action: int | None) -> None:
        self.heard.append(actor)


def turn(bot: Timed, decisions: int) -> None:
    state = klatsch.load("connect-four").new()
    for _ in range(decisions):
        choose(bot, state, klatsch.Rng(1))
        bot.saw(0, 0)
        bot.saw(CHANCE, 0)
    bot.saw(1, 0)


def test_the_decisions_of_a_turn_share_its_time() -> None:
    bot = Timed(Worker(work=0.008))
    turn(bot, 1)
    assert bot.usage.overruns == 0
    turn(bot, 2)
    assert bot.usage.overruns == 1
    assert bot.usage.turns == 2
    assert bot.usage.simulations_a_choice == 7
    assert bot.usage.seconds_a_turn >= 0.012


def test_every_turn_has_its_whole_time() -> None:
    bot = Timed(Worker(work=0.007))
    for _ in range(3):
        turn(bot, 1)
    assert (bot.usage.turns, bot.usage.overruns) == (3, 0)


def test_what_happens_is_told_to_the_bot_inside() -> None:
    worker = Worker()
    turn(Timed(worker), 1)
    assert worker.heard == [0, CHANCE, 1]


def test_means_of_no_turn_and_of_one() -> None:
    assert Usage().seconds_a_turn == Usage().simulations_a_choice == 0.0
    one = Usage(turns=1, seconds=3.0, choices=1, simulations=7)
    assert (one.seconds_a_turn, one.simulations_a_choice) == (3.0, 7.0)


def test_what_the_machine_takes_is_no_overrun() -> None:
    """A process that is made to wait hasn't worked."""
    bot = Timed(Worker(sleep=0.03))
    turn(bot, 1)
    assert bot.usage.overruns == 0
    assert bot.usage.seconds >= 0.03


@pytest.mark.parametrize(
    ("shares", "late", "expected"),
    [
        ([1, 0], [False, False], [1, 0]),
        ([1, 0], [True, False], [0, 1]),
        ([0, 1], [True, False], [0, 1]),
        ([0.5, 0.5, 0], [True, False, False], [0, 1, 0]),
        ([1, 0, 0], [True, False, False], [0, 0.5, 0.5]),
        ([1, 0], [True, True], [1, 0]),
    ],
)
def test_an_overrun_is_a_loss(shares: list[float], late: list[bool], expected: list[float]) -> None:
    assert punctual_shares(shares, late) == expected
