"""Kuhn poker: its rules and its secrets."""

from __future__ import annotations

from collections import Counter

import pytest

import klatsch
from klatsch.core.rng import Rng


def after(*actions: str) -> klatsch.State:
    state = klatsch.load("kuhn-poker").new()
    for action in actions:
        state.play(action)
    return state


@pytest.mark.rule("kuhn_poker 1.1")
def test_the_deal_is_chance_and_hidden() -> None:
    state = after()
    assert state.outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    state = after("deal 3")
    assert [state.game.notation(a) for a, _ in state.outcomes()] == ["deal 1", "deal 2"]
    state = after("deal 3", "deal 1")
    assert state.view(0)["cards"] == [3, None]
    assert state.view(1)["cards"] == [None, 1]
    assert state.view(klatsch.PUBLIC)["cards"] == [None, None]
    assert state.why_not("deal 2") == "2.1"


@pytest.mark.rule("kuhn_poker 1.1")
def test_redealing_gives_both_cards_that_may_be() -> None:
    state = after("deal 2", "deal 1", "pass")
    counts = Counter(state.clone().resample(0, Rng(seed)).view(1)["cards"][1] for seed in range(400))
    assert set(counts) == {1, 3}
    assert min(counts.values()) > 150


@pytest.mark.rule("kuhn_poker 2.1", "kuhn_poker 2.2", "kuhn_poker 2.3", "kuhn_poker 3.1")
@pytest.mark.parametrize(
    ("actions", "winner"),
    [
        (("bet", "pass"), 0),
        (("pass", "bet", "pass"), 1),
        (("pass", "pass"), 1),
        (("bet", "bet"), 1),
        (("pass", "bet", "bet"), 1),
    ],
)
def test_every_way_of_betting(actions: tuple[str, ...], winner: int) -> None:
    """The second player has the higher card."""
    state = after("deal 1", "deal 3", *actions)
    assert state.utilities() == [1.0 - winner, float(winner)]


@pytest.mark.rule("kuhn_poker 3.1")
def test_cards_are_shown_unless_somebody_folded() -> None:
    assert after("deal 1", "deal 3", "pass", "pass").view(0)["cards"] == [1, 3]
    folded = after("deal 1", "deal 3", "bet", "pass")
    assert folded.view(0)["cards"] == [1, None]
    assert folded.view(klatsch.OPEN)["cards"] == [1, 3]
