"""Bots by their names, what a game's data tells them, and what they are told during a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import klatsch
from klatsch.bots import bot_names
from klatsch.bots.bot import Bot, tell
from klatsch.bots.bot_config import Level, Tuning, read_bot_config
from klatsch.bots.bot_names import RandomBot, make_bot, register
from klatsch.bots.greedy import GreedyBot
from klatsch.core.game import CHANCE


class Listener(RandomBot):
    def __init__(self, name: str = "") -> None:
        self.name = name
        self.heard: list[tuple[int, int | None]] = []

    def saw(self, actor: int, action: int | None) -> None:
        self.heard.append((actor, action))


def test_other_programs_bots_are_made_by_the_word_before_the_colon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_names, "_makers", {})
    register("listener", Listener)
    bot = make_bot("listener:sims=3")
    assert isinstance(bot, Listener)
    assert bot.name == "listener:sims=3"


def test_a_search_has_no_other_settings_than_its_tuning() -> None:
    assert make_bot("search:sims=3:prior=2")
    with pytest.raises(ValueError, match="not patience"):
        make_bot("search:sims=3:patience=2")


@pytest.mark.parametrize(("game", "of_others"), [("connect-four", 3), ("kuhn-poker", None)])
def test_where_cards_are_hidden_a_bot_is_sure_only_of_its_own_actions(game: str, of_others: int | None) -> None:
    bots = {0: Listener(), 1: Listener()}
    told: dict[int, Bot] = {**bots}
    tell(told, klatsch.load(game), 0, 3)
    tell(told, klatsch.load(game), CHANCE, 3)
    assert bots[0].heard == [(0, 3), (CHANCE, of_others)]
    assert bots[1].heard == [(0, of_others), (CHANCE, of_others)]


def test_greedy_values_are_shares_of_the_win_whether_chance_follows_or_not() -> None:
    """Coin Age: the other's turn begins with a toss, so what ends a turn is averaged over tosses."""
    state = klatsch.load("coin-age").new()
    rng, bot = klatsch.Rng(1), GreedyBot()
    followed: set[bool] = set()
    while state.actor != klatsch.OVER and len(followed) < 2:
        if state.actor != CHANCE:
            seat = int(state.actor)
            bot.choose(state.known_to(seat, rng), rng)
            for action in state.legal_actions() if len(state.legal_actions()) > 1 else []:
                after = state.clone()
                after.apply(action)
                followed.add(after.actor == CHANCE)
                assert 0 < bot.worth(state, action, seat, rng) < 1
        state.apply(state.sample(rng))
    assert followed == {True, False}


def test_what_a_games_data_tells_its_bots(tmp_path: Path) -> None:
    """With another number of seats some of it differs."""
    file = tmp_path / "bot.toml"
    file.write_text(
        """
opening = 2
scale = 4.0
[weights]
lead = 1.0
cards = 3.0
[weights-3]
lead = 2.0
[search]
exploration = 0.5
prior = 2
[search-3]
prior = 3
[[level]]
sims = 4
[[level-3]]
sims = 5
evaluates = false
sharpness = 1.5
"""
    )
    two, three = read_bot_config(file, 2), read_bot_config(file, 3)
    assert (two.opening, two.scale) == (three.opening, three.scale) == (2, 4.0)
    assert dict(two.weights) == {"lead": 1.0, "cards": 3.0}
    assert dict(three.weights) == {"lead": 2.0, "cards": 3.0}
    assert two.tuning == Tuning(exploration=0.5, prior=2.0)
    assert three.tuning == Tuning(exploration=0.5, prior=3.0)
    assert two.levels == (Level(4, evaluates=True, sharpness=0.0),)
    assert three.levels == (Level(5, evaluates=False, sharpness=1.5),)


def test_without_data_there_are_eight_levels_that_think_more_and_more(tmp_path: Path) -> None:
    plain = read_bot_config(tmp_path / "none.toml", 2)
    sims = [level.sims for level in plain.levels]
    assert len(sims) == 8
    assert sims == sorted(set(sims))
    assert [level.sharpness for level in plain.levels] == [1.0] * 3 + [2.0] * 2 + [0.0] * 3
    assert (plain.opening, plain.scale, plain.weights) == (0, 1.0, ())
