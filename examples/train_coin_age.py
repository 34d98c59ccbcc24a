"""Learns Coin Age from nothing, by playing itself, in less than a minute on one core; then plays against random.

    uv run --extra rl python examples/train_coin_age.py --seconds 40

A linear policy, trained by policy gradient (REINFORCE with a linear baseline) through the batch interface; numpy only.
Every seat of every game is played by the same policy: observations are told from the own seat.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core; numpy reads it when it is imported

import numpy as np
from numpy.typing import NDArray

from klatsch.adapters.batch import Batch

Floats = NDArray[np.float32]
Actions = NDArray[np.int64]

GAME = "coin-age"
GAMES = 256  # played at the same time
LENGTH = 128  # decisions of each game between two updates; a game of random play has about 40
RATE = 0.02  # how far an update goes
ENTROPY = 0.02  # a reward for staying undecided, so that it keeps trying things


class Policy:
    """What each action is worth as a linear function of the observation, and one more for the position itself."""

    def __init__(self, size: int, actions: int) -> None:
        self.weights = np.zeros((size + 1, actions), np.float32)
        self.value = np.zeros(size + 1, np.float32)
        self.adams = [Adam(self.weights), Adam(self.value)]

    def chances(self, seen: Floats, masks: NDArray[np.bool_]) -> Floats:
        """The chance of every action; nothing for those that aren't legal."""
        points = np.where(masks, with_one(seen) @ self.weights, -np.inf)
        points -= points.max(axis=1, keepdims=True)
        odds = np.exp(points)
        chances: Floats = odds / odds.sum(axis=1, keepdims=True)
        return chances

    def learn(self, seen: Floats, masks: NDArray[np.bool_], actions: Actions, outcome: Floats) -> None:
        """Make actions likelier that ended better than the position let expect."""
        inputs = with_one(seen)
        surprise = outcome - inputs @ self.value
        chances = self.chances(seen, masks)
        logs = np.log(np.maximum(chances, 1e-8))
        undecided = -(chances * logs).sum(axis=1, keepdims=True)
        slopes = -chances * surprise[:, None]
        slopes[np.arange(len(actions)), actions] += surprise
        slopes -= ENTROPY * chances * (logs + undecided)
        self.adams[0].climb(inputs.T @ slopes / len(actions))
        self.adams[1].climb(inputs.T @ surprise / len(actions))


class Adam:
    """Steps of even size for all weights, whatever the scale of their slopes."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self.mean = np.zeros_like(weights)
        self.square = np.zeros_like(weights)
        self.steps = 0

    def climb(self, slopes: NDArray[np.floating]) -> None:
        self.steps += 1
        self.mean += 0.1 * (slopes - self.mean)
        self.square += 0.01 * (slopes * slopes - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.99**self.steps)
        self.weights += RATE * mean / (np.sqrt(square) + 1e-8)


def with_one(seen: Floats) -> Floats:
    return np.concatenate([seen, np.ones((len(seen), 1), np.float32)], axis=1)


def draw(chances: Floats, random: np.random.Generator) -> Actions:
    """One action for every row, by its chances."""
    sums = chances.cumsum(axis=1)
    points = random.random(len(chances), np.float32)[:, None] * sums[:, -1:]
    return np.asarray((sums <= points).sum(axis=1), np.int64)


# ── Self-play ─────────────────────────────────────────────────────────────────────────────────────────


class Moment(NamedTuple):
    """One decision in every game, and what it led to."""

    seen: Floats
    masks: NDArray[np.bool_]
    actions: Actions
    actors: NDArray[np.int8]
    rewards: Floats
    ended: NDArray[np.bool_]


def play(batch: Batch, policy: Policy, length: int, random: np.random.Generator) -> list[Moment]:
    moments = []
    for _ in range(length):
        seen, masks = batch.observations, batch.masks
        actions = draw(policy.chances(seen, masks), random)
        step = batch.step(actions)
        moments.append(Moment(seen, masks, actions, step.actors, step.rewards, step.ended))
    return moments


def learn(policy: Policy, moments: list[Moment]) -> None:
    """From the last moment to the first: every decision is judged by how its game ended for who made it."""
    games = np.arange(len(moments[0].actions))
    results = np.zeros_like(moments[0].rewards)
    known = np.zeros(len(games), bool)
    kept: list[tuple[Floats, NDArray[np.bool_], Actions, Floats]] = []
    for moment in reversed(moments):
        results = np.where(moment.ended[:, None], moment.rewards, results)
        known |= moment.ended
        kept.append(
            (moment.seen[known], moment.masks[known], moment.actions[known], results[games, moment.actors][known])
        )
    seen, masks, actions, outcome = (np.concatenate(column) for column in zip(*kept, strict=True))
    parts = np.array_split(np.random.default_rng(len(actions)).permutation(len(actions)), 8)
    for part in parts:
        policy.learn(seen[part], masks[part], actions[part], outcome[part])


def train(seconds: float, rounds: int = 1_000_000, seed: int = 1) -> tuple[Policy, int]:
    """Play and learn until the time is over or so many rounds are done; the policy, and how many decisions it made."""
    batch = Batch(GAME, games=GAMES, seed=seed)
    policy = Policy(batch.eyes.size, len(batch.game.actions))
    random = np.random.default_rng(seed)
    end = time.perf_counter() + seconds
    done = 0
    while done < rounds and time.perf_counter() < end:
        learn(policy, play(batch, policy, LENGTH, random))
        done += 1
    return policy, done * GAMES * LENGTH


# ── Against random ────────────────────────────────────────────────────────────────────────────────────


def score(policy: Policy, games: int, seed: int = 2) -> float:
    """The policy's share of the wins against random play, half of the games from each seat."""
    batch = Batch(GAME, games=GAMES, seed=seed)
    own = np.arange(GAMES) % 2
    random = np.random.default_rng(seed)
    shares: list[float] = []
    while len(shares) < games:
        chances = policy.chances(batch.observations, batch.masks)
        legal = batch.masks.astype(np.float32)
        step = batch.step(draw(np.where((batch.actors == own)[:, None], chances, legal), random))
        shares += ((1 + step.rewards[step.ended, own[step.ended]]) / 2).tolist()
    return float(np.mean(shares))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--games", type=int, default=4000, help="against random play, at the end")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    policy, decisions = train(given.seconds, seed=given.seed)
    share = score(policy, given.games)
    margin = 1.96 * (share * (1 - share) / given.games) ** 0.5
    print(f"{decisions:,} decisions played; against random it scores {100 * share:.1f} ± {100 * margin:.1f} %")


if __name__ == "__main__":
    main()
