"""A seat as a Gymnasium environment: its own checker, and what it doesn't check."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import klatsch
from klatsch.adapters.gymnasium import SeatEnv
from klatsch.core import registry


def play(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    """One game of random legal actions; the reward and the last info."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    while True:
        seen, reward, over, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert seen in env.observation_space
        assert not truncated
        if over:
            return reward, info
        assert reward == 0


@pytest.mark.parametrize("name", klatsch.names())
def test_its_checker_passes(name: str) -> None:
    """Without a single warning: in these tests warnings are errors."""
    env = gym.make(f"klatsch/{name}-v{registry.definition(name).rules_version}", seat=None)
    check_env(env.unwrapped)
    for seed in range(2):
        play(env, seed)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "opponents"),
    [
        (name, opponents)
        for name in klatsch.names()
        for opponents in ("greedy", "bot:1", "search:sims=20")
        if opponents != "greedy" or registry.definition(name).evaluator is not None  # greedy needs one
    ],
)
def test_its_checker_passes_with_better_opponents(name: str, opponents: str) -> None:
    for seats in registry.definition(name).seats:
        env = SeatEnv(name, seats=seats, seat=None, opponents=opponents)
        for seed in range(3):
            play(env, seed)


def test_the_reward_is_the_result() -> None:
    env = SeatEnv("coin-age", seat=None)
    rewards = []
    for seed in range(20):
        reward, _ = play(env, seed)
        assert reward == pytest.approx(2 * env.position.utility(env.seat) - 1)
        rewards.append(reward)
    assert len(set(rewards)) > 1


def test_a_better_opponent_wins_more() -> None:
    won = {}
    for opponent in ("random", "search:sims=30"):
        env = SeatEnv("connect-four", opponents=opponent)
        won[opponent] = sum(play(env, seed)[0] > 0 for seed in range(20))
    assert won["search:sims=30"] < won["random"]


def test_an_illegal_action_loses_or_is_refused() -> None:
    env = SeatEnv("coin-age")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, told = env.step(illegal)
    assert (reward, over) == (-1, True)
    assert told["illegal"]
    with pytest.raises(ValueError, match="reset"):
        env.step(illegal)
    strict = SeatEnv("coin-age", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(klatsch.IllegalAction):
        strict.step(illegal)


@pytest.mark.parametrize("opponents", ["random", "greedy", "bot:1", "search:sims=5"])
def test_copies_and_pickles_go_on_alike(opponents: str) -> None:
    env = SeatEnv("choco", seats=3, seat=1, opponents=opponents)
    _, info = env.reset(seed=2)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.position == env.position
        action = int(np.flatnonzero(info["action_mask"])[0])
        same = copy.deepcopy(env)
        seen, *_ = same.step(action)
        other_seen, *_ = other.step(action)
        assert np.array_equal(seen, other_seen)


def test_a_seat_sees_only_what_it_may() -> None:
    env = SeatEnv("choco", seat=1, render_mode="ansi")
    env.reset(seed=4)
    assert env.render() == env.position.text(1)
    assert np.array_equal(env.action_masks(), env.info()["action_mask"])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seat": 2}, "the seat is one from 0 to 1"),
        ({"opponents": ["random", "random"]}, "1 other seats, and 2"),
        ({"opponents": "nobody"}, "there is no player"),
        ({"opponents": "human"}, "name bots only"),
        ({"illegal": "ignore"}, "lose or raise"),
        ({"render_mode": "human"}, "ansi or svg"),
        ({"map": "moon"}, "option map"),
    ],
)
def test_wrong_arguments_get_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SeatEnv("coin-age", **given)
