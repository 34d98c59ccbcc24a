"""What OpenSpiel's players are given: observation tensors, information states, re-dealt states."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation, policy, rl_environment
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import klatsch
from klatsch.adapters import openspiel
from klatsch.adapters.observations import Eyes

from contract.variants import VARIANTS, Variant


def first_of_each() -> list[Variant]:
    """One variant for every number of seats of every game."""
    return list({(variant.game, variant.seats): variant for variant in reversed(VARIANTS)}.values())


def load(name: str, **parameters: object) -> Any:
    return pyspiel.load_game(openspiel.spiel_name(name), parameters)


def spiel_walk(game: Any, seed: int, most: int = 1000) -> Iterator[Any]:
    state = game.new_initial_state()
    rng = klatsch.Rng(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        state.apply_action(int(state.state.sample(rng)))


@pytest.mark.parametrize("variant", first_of_each(), ids=str)
def test_openspiel_accepts_every_number_of_seats(variant: Variant) -> None:
    game = openspiel.load_spiel_game(variant.load(), variant.seats)
    assert game.num_players() == variant.seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_openspiel_accepts_every_variant(variant: Variant) -> None:
    game = openspiel.load_spiel_game(variant.load(), variant.seats)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


# ── Observations ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", klatsch.names())
def test_tensors_are_the_documented_observation(name: str) -> None:
    game = load(name)
    eyes = Eyes(game.klatsch, game.seats)
    told = observation.make_observation(game)
    assert game.observation_tensor_shape() == [eyes.size]
    assert list(told.dict) == [part.name for part in eyes.layout]
    for state in spiel_walk(game, 3, 40):
        for player in range(game.num_players()):
            expected = eyes.see(state.state, player)
            assert np.array_equal(state.observation_tensor(player), expected)
            told.set_from(state, player)
            assert np.array_equal(told.tensor, expected)
            for part in eyes.layout:
                assert told.dict[part.name].shape == part.shape


def test_its_learning_environment_runs() -> None:
    environment = rl_environment.Environment(load("choco", players=3))
    environment.seed(1)
    step = environment.reset()
    while not step.last():
        player = step.current_player()
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0)


# ── Information states ────────────────────────────────────────────────────────────────────────────────


def test_kuhn_poker_has_twelve_information_states() -> None:
    """Six for each player: three cards, two situations. The other's card makes no difference."""
    game = load("kuhn-poker")
    strings: list[set[str]] = [set(), set()]
    tensors: list[set[tuple[float, ...]]] = [set(), set()]

    def context(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            player = state.current_player()
            strings[player].add(state.information_state_string(player))
            tensors[player].add(tuple(state.information_state_tensor(player)))
        for action in state.legal_actions():
            context(state.child(action))

    context(game.new_initial_state())
    assert [len(found) for found in strings] == [len(found) for found in tensors] == [6, 6]


def test_its_regret_minimisation_finds_good_play_in_our_kuhn_poker() -> None:
    game = load("kuhn-poker")
    solver = cfr.CFRSolver(game)
    first = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < first / 4


def test_what_others_are_dealt_is_not_told() -> None:
    """Two deals of ChoCo that differ in one card of seat 1: seats 0 and 2 can't tell, seat 1 can."""
    game = load("choco", players=3)
    one, other = game.new_initial_state(), game.new_initial_state()
    one.apply_action(0)
    other.apply_action(0)
    for number in range(12):
        draws = one.legal_actions()
        one.apply_action(draws[0])
        other.apply_action(draws[1 if number == 4 else 0])  # seat 1's second card
    for player in range(3):
        same = one.information_state_string(player) == other.information_state_string(player)
        assert same == (player != 1)
        assert (one.observation_string(player) == other.observation_string(player)) == same


def test_the_past_is_remembered() -> None:
    """The same hands after another order of draws: a player remembers how the own cards came."""
    game = load("choco", players=2)
    states = []
    for first, second in ((0, 1), (1, 0)):
        state = game.new_initial_state()
        state.apply_action(0)
        for draw in (first, 2, second, 2, 3, 4, 3, 4):
            state.apply_action(state.legal_actions()[0] if draw > 1 else 4 + draw)
        states.append(state)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)
    assert states[0].information_state_string(1) == states[1].information_state_string(1)


def test_without_hidden_cards_the_history_is_the_information_state() -> None:
    for state in spiel_walk(load("coin-age"), 2, 20):
        assert state.information_state_string(0) == state.history_str()


# ── Re-dealt states ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["kuhn-poker", "choco"])
def test_a_redealt_state_is_the_same_to_its_player(name: str) -> None:
    game = load(name)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    changed = 0
    for state in chain(*(spiel_walk(game, seed, 25) for seed in range(3))):
        if state.is_terminal() or state.is_chance_node():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        changed += other.state != state.state
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        again = pickle.loads(pickle.dumps(other))
        assert again.state == other.state
        action = other.legal_actions()[0]
        for copied in (other, again):
            copied.apply_action(action)
            if not copied.is_chance_node():
                check_the_next_step(state, copied, action, player)
    assert changed


def check_the_next_step(before: Any, redealt: Any, action: int, player: int) -> None:
    """The player remembers all; the other begins with what the re-dealt table shows."""
    told = before.information_state_string(player).splitlines()[:-1]
    notation = before.state.game.notation(action)
    assert redealt.information_state_string(player).splitlines()[:-1] == [*told, notation]
    assert len(redealt.information_state_string(1 - player).splitlines()) == 3


@pytest.mark.parametrize("name", ["kuhn-poker", "choco"])
def test_its_information_set_search_needs_no_help(name: str) -> None:
    game = load(name)
    state = next(s for s in spiel_walk(game, 1) if not s.is_chance_node())
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 8, random_state=random)
    assert bot.step(state) in state.legal_actions()


# ── Copies ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", klatsch.names())
def test_states_are_copied_and_pickled_truly(name: str) -> None:
    game = load(name)
    *_, state = spiel_walk(game, 4, 30)
    for other in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert other.state == state.state
        assert other.history() == state.history()
        assert other.information_state_string(0) == state.information_state_string(0)
