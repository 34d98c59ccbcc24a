"""Our games as PettingZoo environments: its own tests, and what it doesn't test."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import klatsch
from klatsch.adapters import pettingzoo

from contract.variants import VARIANTS, Variant

# Observations with masks are dictionaries, as in PettingZoo's own board games; its test warns of those by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),  # who isn't asked
]


def make(variant: Variant) -> Any:
    return pettingzoo.env(variant.game, variant.seats, None, **variant.options)


def first_of_each() -> list[Variant]:
    """One variant for every number of seats of every game."""
    return list({(variant.game, variant.seats): variant for variant in reversed(VARIANTS)}.values())


def play(env: Any, random: np.random.Generator, most: int = 10_000) -> dict[str, float]:
    """Random legal play; what every agent got."""
    total: dict[str, float] = {}
    for agent in env.agent_iter(most):
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] = total.get(agent, 0.0) + reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated or truncated else int(random.choice(legal)))
    return total


@pytest.mark.parametrize("variant", first_of_each(), ids=str)
def test_its_own_tests_pass(variant: Variant) -> None:
    api_test(make(variant), num_cycles=60)
    seed_test(lambda: make(variant), num_cycles=60)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_its_own_tests_pass_at_length(variant: Variant) -> None:
    api_test(make(variant), num_cycles=5000)
    seed_test(lambda: make(variant), num_cycles=5000)


@pytest.mark.long
@pytest.mark.parametrize("name", klatsch.names())
def test_its_benchmark_runs(name: str) -> None:
    performance_benchmark(pettingzoo.env(name))


@pytest.mark.parametrize("variant", first_of_each(), ids=str)
def test_rewards_are_the_result_and_sum_to_nothing(variant: Variant) -> None:
    env = make(variant)
    env.reset(seed=3)
    total = play(env, np.random.default_rng(3))
    final = env.unwrapped.klatsch_state()
    sides = len(final.game.definition.sides(variant.seats))
    assert final.actor == klatsch.OVER
    assert set(total) == set(env.unwrapped.possible_agents)
    for seat, share in enumerate(final.utilities()):
        assert total[f"seat_{seat}"] == pytest.approx((share * sides - 1) / (sides - 1))
    assert sum(total.values()) == pytest.approx(0)


@pytest.mark.parametrize("name", klatsch.names())
def test_copies_and_pickles_go_on_alike(name: str) -> None:
    env = pettingzoo.env(name)
    env.reset(seed=5)
    play(env, np.random.default_rng(5), most=20)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    before = env.unwrapped.klatsch_state()
    ends = []
    for other in copies:
        play(other, np.random.default_rng(6))
        ends.append(other.unwrapped.klatsch_state())
    assert env.unwrapped.klatsch_state() == before
    play(env, np.random.default_rng(6))
    assert ends == [env.unwrapped.klatsch_state()] * 2


def test_masks_are_the_legal_actions_of_the_one_asked() -> None:
    env = pettingzoo.env("four-armies", seats=3)
    env.reset(seed=1)
    state = env.unwrapped.klatsch_state()
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        legal = state.legal_actions() if agent == env.agent_selection else []
        assert np.flatnonzero(mask).tolist() == sorted(legal)


def test_an_illegal_action_is_refused_with_a_sentence() -> None:
    env = pettingzoo.env("connect-four")
    env.reset(seed=1)
    for _ in range(6):
        env.step(0)
    before = env.unwrapped.klatsch_state()
    with pytest.raises(klatsch.IllegalAction, match="full"):
        env.step(0)
    assert env.unwrapped.klatsch_state() == before
    losing = TerminateIllegalWrapper(pettingzoo.raw_env("connect-four"), illegal_reward=-1)
    losing.reset(seed=1)
    for _ in range(6):
        losing.step(0)
    losing.step(0)
    assert losing.rewards["seat_0"] == -1


def test_the_state_is_what_all_seats_know_together() -> None:
    env = pettingzoo.raw_env("choco", seats=3)
    env.reset(seed=1)
    assert env.state() in env.state_space
    assert np.array_equal(env.state()[: env.eyes.size], env.observe("seat_0")["observation"])


def test_it_renders_what_everybody_may_see() -> None:
    for mode, begin in (("ansi", ""), ("svg", "<svg")):
        env = pettingzoo.env("choco", render_mode=mode)
        env.reset(seed=1)
        state = env.unwrapped.klatsch_state()
        told = env.render()
        assert told.startswith(begin)
        assert told == (state.svg(klatsch.PUBLIC) if mode == "svg" else state.text(klatsch.PUBLIC))
    with pytest.raises(ValueError, match="ansi or svg"):
        pettingzoo.env("choco", render_mode="human")


def test_wrong_names_get_a_sentence() -> None:
    with pytest.raises(ValueError, match="did you mean 'coin-age'"):
        pettingzoo.env("coin_age")
    with pytest.raises(ValueError, match="is played by"):
        pettingzoo.env("coin-age", seats=5)
