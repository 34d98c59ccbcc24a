# klatsch: compiled
"""One search for all games: open-loop, max^n, anytime Monte Carlo tree search over atomic decisions.

A node stands for a sequence of actions, not for a state: every simulation replays it on a state of its own, with
chance drawn and hidden hands re-dealt anew. A node keeps the mean value for the seat whose decision led to it.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE, OVER, State
from klatsch.core.rng import MAX_ACTIONS, Rng

NONE: Final = -1
ROOT: Final = 0
LONGEST_PATH: Final = 512


@final
class Tuning:
    """What a game's data says about searching it."""

    def __init__(
        self,
        exploration: float = 0.7,
        rollout: int = 1000000,  # decisions played at random before the evaluator is asked
        widening: float = 0.0,  # with w > 0 a node of n visits tries no more than 2 + w·√n different actions
    ) -> None:
        self.exploration = exploration
        self.rollout: i64 = rollout
        self.widening = widening


@final
class Search:
    """A tree that grows simulation by simulation, seen from one seat."""

    def __init__(self, seats: int, seat: int, tuning: Tuning, seed: int) -> None:
        self.seat: i64 = seat
        self.seats: i64 = seats
        self.tuning = tuning
        self.rng = Rng(seed)
        self.root: i64 = ROOT
        self.simulations: i64 = 0  # made from this root
        # Nodes, one entry each in every column.
        self.size: i64 = 0
        self.capacity: i64 = 1024
        self.action = vec[i64]([0] * 1024)
        self.first_child = vec[i64]([0] * 1024)
        self.sibling = vec[i64]([0] * 1024)
        self.visits = vec[i64]([0] * 1024)
        self.available = vec[i64]([0] * 1024)
        self.total = vec[float]([0.0] * 1024)
        # Workspace of one simulation.
        self.legal = vec[i16]([0] * MAX_ACTIONS)
        self.stamps = vec[i64]([0] * MAX_ACTIONS)
        self.stamp: i64 = 0
        self.path = vec[i64]([0] * LONGEST_PATH)
        self.movers = vec[i64]([0] * LONGEST_PATH)
        self.length: i64 = 0
        self.values = vec[float]([0.0] * seats)
        self.add_node(NONE)

    # ── Nodes ─────────────────────────────────────────────────────────────────────────────────────

    def add_node(self, action: i64) -> i64:
        if self.size == self.capacity:
            self.grow()
        node = self.size
        self.size += 1
        self.action[node] = action
        self.first_child[node] = NONE
        self.sibling[node] = NONE
        self.visits[node] = 0
        self.available[node] = 0
        self.total[node] = 0.0
        return node

    def grow(self) -> None:
        self.action = doubled(self.action)
        self.first_child = doubled(self.first_child)
        self.sibling = doubled(self.sibling)
        self.visits = doubled(self.visits)
        self.available = doubled(self.available)
        totals = vec[float]([0.0] * int(2 * self.capacity))
        i: i64 = 0
        while i < self.capacity:
            totals[i] = self.total[i]
            i += 1
        self.total = totals
        self.capacity *= 2

    def add_child(self, parent: i64, action: i64) -> i64:
        child = self.add_node(action)
        self.sibling[child] = self.first_child[parent]
        self.first_child[parent] = child
        return child

    def child(self, parent: i64, action: i64) -> i64:
        node = self.first_child[parent]
        while node != NONE and self.action[node] != action:
            node = self.sibling[node]
        return node

    # ── Simulations ───────────────────────────────────────────────────────────────────────────────

    def run(self, root: State, simulations: int) -> None:
        """Grow the tree. `root` is the position of this search's root, and stays as it is."""
        for _ in range(simulations):
            state = root.clone()
            state.redeal(self.seat, self.rng)
            self.descend(state)
            self.finish(state)
            self.learn()
            self.simulations += 1

    def descend(self, state: State) -> None:
        """From the root to a new node, or to the end of the game."""
        self.length = 0
        node = self.root
        while state.actor != OVER and self.length < LONGEST_PATH - 1:
            mover = state.actor
            if mover == CHANCE:
                action = state.sample(self.rng)
                child = self.child(node, action)
                if child == NONE:
                    child = self.add_child(node, action)
                new = False
            else:
                child = self.select(node, state)
                new = self.visits[child] == 0
                action = self.action[child]
            self.path[self.length] = child
            self.movers[self.length] = mover
            self.length += 1
            state.apply(action)
            node = child
            if new:
                return

    def select(self, node: i64, state: State) -> i64:
        """The child to visit: an untried action while there is room for one, else the most promising."""
        legal = self.legal
        n = state.fill_actions(legal)
        self.stamp += 1
        i: i64 = 0
        while i < n:
            self.stamps[i64(legal[i])] = self.stamp
            i += 1
        tried: i64 = 0
        best: i64 = NONE
        best_score = -1.0
        exploration = self.tuning.exploration
        child = self.first_child[node]
        while child != NONE:
            if self.stamps[self.action[child]] == self.stamp:
                tried += 1
                self.stamps[self.action[child]] = 0  # tried: not among the untried below
                self.available[child] += 1
                visits = float(self.visits[child])
                score = self.total[child] / visits + exploration * sqrt(log(float(self.available[child])) / visits)
                if score > best_score:
                    best_score = score
                    best = child
            child = self.sibling[child]
        if tried == n or (best != NONE and self.is_wide_enough(node, tried)):
            return best
        return self.add_child(node, self.untried(n, n - tried))

    def is_wide_enough(self, node: i64, tried: i64) -> bool:
        widening = self.tuning.widening
        return widening > 0.0 and float(tried) >= 2.0 + widening * sqrt(float(self.visits[node]))

    def untried(self, n: i64, untried: i64) -> i64:
        """A random one of the legal actions that have no node yet."""
        skip = self.rng.below(untried)
        i: i64 = 0
        while True:
            action = i64(self.legal[i])
            if self.stamps[action] == self.stamp:
                if skip == 0:
                    return action
                skip -= 1
            i += 1

    def finish(self, state: State) -> None:
        """Random play to the end, or for a while; then what the position is worth to each seat."""
        left = self.tuning.rollout
        while state.actor != OVER and (left > 0 or state.actor == CHANCE):
            state.apply(state.sample(self.rng))
            left -= 1
        if state.actor == OVER:
            seat: i64 = 0
            while seat < self.seats:
                self.values[seat] = state.utility(seat)
                seat += 1
        else:
            state.evaluate(self.values)

    def learn(self) -> None:
        self.visits[self.root] += 1
        i: i64 = 0
        while i < self.length:
            node = self.path[i]
            self.visits[node] += 1
            if self.movers[i] != CHANCE:
                self.total[node] += self.values[self.movers[i]]
            i += 1

    # ── What was found ────────────────────────────────────────────────────────────────────────────

    def best(self) -> int:
        """The action visited most; −1 if there is none yet."""
        best: i64 = NONE
        child = self.first_child[self.root]
        while child != NONE:
            if best == NONE or self.visits[child] > self.visits[best]:
                best = child
            child = self.sibling[child]
        return -1 if best == NONE else int(self.action[best])

    def lead(self) -> int:
        """How many visits the best action is ahead of the second."""
        first: i64 = 0
        second: i64 = 0
        child = self.first_child[self.root]
        while child != NONE:
            visits = self.visits[child]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            child = self.sibling[child]
        return int(first - second)

    def actions(self) -> list[tuple[int, int, float]]:
        """Every action tried at the root, with its visits and mean value, most visited first."""
        found: list[tuple[int, int, float]] = []
        child = self.first_child[self.root]
        while child != NONE:
            visits = int(self.visits[child])
            if visits > 0:
                found.append((int(self.action[child]), visits, self.total[child] / visits))
            child = self.sibling[child]
        found.sort(key=lambda entry: (-entry[1], entry[0]))
        return found

    def advance(self, action: int) -> bool:
        """Go on from the position after `action`, keeping what is known of it; False if nothing is."""
        child = self.child(self.root, action)
        if child == NONE:
            return False
        self.root = child
        self.simulations = self.visits[child]
        return True


def doubled(column: vec[i64]) -> vec[i64]:
    longer = vec[i64]([0] * int(2 * len(column)))
    i: i64 = 0
    while i < len(column):
        longer[i] = column[i]
        i += 1
    return longer
