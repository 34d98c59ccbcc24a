"""Many games stepped by one call: the same as each game by itself."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import klatsch
from klatsch.adapters.batch import Batch
from klatsch.adapters.observations import Eyes

from contract.variants import VARIANTS, Variant

ROOT = Path(__file__).parents[2]


def batch_of(variant: Variant, games: int, seed: int) -> Batch:
    return Batch(variant.game, games, seed, variant.seats, **variant.options)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_game_of_a_batch_is_a_real_game(variant: Variant) -> None:
    """Masks, observations, actors and rewards are those of the states, played one by one."""
    batch = batch_of(variant, 3, seed=4)
    eyes = Eyes(batch.game, variant.seats)
    rng = klatsch.Rng(1)
    for _ in range(60):
        states = [batch.state(number) for number in range(3)]
        for number, state in enumerate(states):
            assert batch.actors[number] == state.actor >= 0
            assert np.flatnonzero(batch.masks[number]).tolist() == sorted(state.legal_actions())
            assert np.array_equal(batch.observations[number], eyes.see(state, int(state.actor)))
        actions = batch.sample(rng)
        step = batch.step(actions)
        assert step.actors.tolist() == [state.actor for state in states]
        for number, state in enumerate(states):
            state.play(int(actions[number]))
            assert step.ended[number] or not step.rewards[number].any()
            if state.actor == klatsch.OVER:
                assert step.ended[number]
                sides = len(batch.game.definition.sides(variant.seats))
                shares = (step.rewards[number] * (sides - 1) + 1) / sides
                assert shares.tolist() == pytest.approx(state.utilities(), abs=1e-6)


def test_a_batch_is_settled_by_its_seed() -> None:
    ends = []
    for seed in (1, 1, 2):
        batch = Batch("choco", games=5, seed=seed, seats=3)
        rng = klatsch.Rng(9)
        for _ in range(80):
            batch.step(batch.sample(rng))
        ends.append([batch.state(number) for number in range(5)])
    assert ends[0] == ends[1] != ends[2]


def test_copies_and_pickles_go_on_alike() -> None:
    batch = Batch("coin-age", games=8, seed=3, map="volcano")
    batch.step(batch.sample(klatsch.Rng(2)))
    for other in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        same = copy.deepcopy(batch)
        for number in range(50):
            actions = same.sample(klatsch.Rng(number))
            assert np.array_equal(other.step(actions).rewards, same.step(actions).rewards)
            assert np.array_equal(other.observations, same.observations)
    assert batch.game.options == other.game.options


def test_what_was_returned_stays() -> None:
    batch = Batch("connect-four", games=2)
    seen, masks = batch.observations, batch.masks
    copies = seen.copy(), masks.copy()
    for _ in range(6):
        batch.step([3, 3])
    assert np.array_equal(seen, copies[0])
    assert np.array_equal(masks, copies[1])
    assert not batch.masks[:, 3].any()


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch("connect-four", games=3)
    for _ in range(6):
        batch.step([0, 1, 2])
    before = [batch.state(number) for number in range(3)]
    with pytest.raises(klatsch.IllegalAction, match=r"game 1: .*full"):
        batch.step([1, 1, 1])
    with pytest.raises(klatsch.IllegalAction, match="game 2"):
        batch.step([1, 2, 99])
    for wrong in ([1, 2], [1.0, 2.0, 3.0]):
        with pytest.raises(ValueError, match="an action for each of the 3 games"):
            batch.step(wrong)
    assert [batch.state(number) for number in range(3)] == before
    with pytest.raises(ValueError, match="at least one game"):
        Batch("connect-four", games=0)


@pytest.mark.skipif(not klatsch.compiled(), reason="only compiled rules are fast")
def test_it_is_much_faster_than_pettingzoo() -> None:
    """Twenty times is promised; docs/figures.md has what `klatsch bench --peers` measured."""
    from klatsch.arena import bench, other_engines

    ours, theirs = bench.batch("connect-four"), other_engines.pettingzoo_loop()
    ours(2000)
    theirs(1)
    ratios = []
    for _ in range(3):
        start = time.perf_counter()
        ours(3000)
        middle = time.perf_counter()
        theirs(10)
        ratios.append((3000 / (middle - start)) / (10 / (time.perf_counter() - middle)))
    assert sorted(ratios)[1] > 20


# ── The example ───────────────────────────────────────────────────────────────────────────────────────


def test_the_example_learns_and_beats_random() -> None:
    """A bounded form of examples/train_coin_age.py."""
    script = "import train_coin_age as t; p, n = t.train(60, rounds=6); print(t.score(p, 600))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT / "examples", capture_output=True, text=True, timeout=120, check=True
    )
    assert float(done.stdout) > 0.62


@pytest.mark.long
def test_the_example_as_it_is() -> None:
    command = [sys.executable, str(ROOT / "examples" / "train_coin_age.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=True)
    assert float(done.stdout.split("it scores ")[1].split()[0]) > 80
