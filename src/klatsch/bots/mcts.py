# klatsch: compiled
"""One search for all games: open-loop, max^n, anytime Monte Carlo tree search over atomic decisions.

A node stands for a sequence of actions, not for a state: every simulation replays it on a state of its own, with
chance drawn and hidden hands re-dealt anew. A node keeps the mean value for the seat whose decision led to it
(for the searching seat where chance led to it). Where nothing is hidden a node is one state, and wins are proven.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64

from klatsch.bots.bot_config import Tuning
from klatsch.bots.leaf_statistics import Entry, LeafStatistics
from klatsch.bots.mcts_tree import FEWEST, NONE, MctsTree
from klatsch.core.evaluator import Evaluator
from klatsch.core.game import CHANCE, OVER, Game, State, side_of_seats
from klatsch.core.rng import MAX_ACTIONS, Rng

LONGEST_PATH: Final = 512
# Numbers of visits for which quotients and roots are taken in advance.
TABLED: Final = 1024
# In place of a node's worth while it was never visited, and once it is proven: more and less than any other.
UNTRIED: Final = 1e9
PROVEN: Final = -1e9
# A tree of no more nodes isn't worth tidying up.
LEFT_AS_IT_IS: Final = 20_000
# A tree doesn't grow beyond this; whoever drives the search begins a new one.
MOST_NODES: Final = 3_000_000


@final
class Search(MctsTree):
    """A tree that grows simulation by simulation, seen from one seat."""

    def __init__(
        self, game: Game, seats: int, seat: int, tuning: Tuning, evaluator: Evaluator | None, seed: int
    ) -> None:
        super().__init__()
        self.seat: i64 = seat
        self.seats: i64 = seats
        self.exploration: float = tuning.exploration
        self.rollout: i64 = tuning.rollout
        self.widening: float = tuning.widening
        self.horizon: i64 = min(tuning.horizon, LONGEST_PATH - 1)
        self.prior_visits: float = tuning.prior if evaluator is not None else 0.0
        self.evaluator = evaluator
        self.hidden: bool = game.definition.hidden  # where nothing is, a node is one state
        self.sides = side_of_seats(game, seats)
        self.parity = 1.0 / len(game.definition.sides(seats))
        # An action's worth: its total · inverse(its visits).
        # Its bound: its worth + spread(times seen) · narrowing(its visits).
        self.spreads = vec[float]([0.0] * TABLED)
        self.inverses = vec[float]([0.0] * TABLED)
        self.narrowings = vec[float]([0.0] * TABLED)
        for visits in range(1 if self.prior_visits == 0.0 else 0, TABLED):
            self.spreads[visits] = self.exploration * sqrt(max(log(visits + self.prior_visits), 0.0))
            self.inverses[visits] = 1.0 / (visits + self.prior_visits)
            self.narrowings[visits] = 1.0 / sqrt(visits + self.prior_visits)
        if self.hidden:
            self.available = vec[i32]([0] * FEWEST)
        if self.prior_visits > 0.0:
            self.prior = vec[float]([0.0] * FEWEST)
        self.rng = Rng(seed)
        self.simulations: i64 = 0  # made from this root
        self.forced: i64 = NONE  # the only action that is tried at the root, if any
        # Workspace of one simulation.
        self.legal = vec[i16]([0] * MAX_ACTIONS)
        self.stamps = vec[i64]([0] * (MAX_ACTIONS if self.hidden else 0))
        self.stamp: i64 = 0
        self.tried: i64 = 0
        self.untried: i64 = 0
        self.path = vec[i64]([0] * LONGEST_PATH)
        self.movers = vec[i64]([0] * LONGEST_PATH)
        self.length: i64 = 0
        self.evaluated = False
        self.values = vec[float]([0.0] * seats)
        self.guesses = vec[float]([0.0] * seats)
        # For explanations: values and features at the leaves, by the root's child. Empty unless asked for.
        self.remembers = False
        self.memory: dict[int, LeafStatistics] = {}

    # ── Simulations ───────────────────────────────────────────────────────────────────────────────

    def run(self, root: State, simulations: int) -> None:
        """Grow the tree. `root` is the position of this search's root, and stays as it is.

        Makes fewer simulations where the winner is proven or the tree is full.
        """
        for _ in range(simulations):
            if self.is_done():
                return
            state = root.clone()
            state.redeal(self.seat, self.rng)
            self.descend(state)
            if self.length == 0 or self.winner[self.path[self.length - 1]] == NONE:
                self.finish(state)
            else:
                self.take_proven(i64(self.winner[self.path[self.length - 1]]))
            self.learn()
            self.prove()
            self.simulations += 1

    def run_through(self, root: State, action: int, simulations: int) -> None:
        """Grow the tree behind one action of the root only, so that a choice that was passed over is known better.

        The action must be legal in every deal: it is the searching seat's own decision.
        """
        self.forced = action
        self.run(root, simulations)
        self.forced = NONE

    def is_done(self) -> bool:
        """Is there nothing to gain from more simulations?"""
        node = self.root if self.forced == NONE else self.child(self.root, self.forced)
        return self.size >= MOST_NODES or (node != NONE and self.winner[node] != NONE)

    def descend(self, state: State) -> None:
        """From the root to a new node, to a proven one, or to the end of the game."""
        self.length = 0
        node = self.root
        while state.actor != OVER and self.length < self.horizon:
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
                action = i64(self.action[child])
            self.path[self.length] = child
            self.movers[self.length] = mover
            self.length += 1
            if self.winner[child] != NONE:
                return
            state.apply(action)
            node = child
            if new:
                break
        if state.actor == OVER and not self.hidden and self.length > 0:
            self.winner[self.path[self.length - 1]] = i16(self.side_with_all(state))

    def select(self, node: i64, state: State) -> i64:
        """The child to visit: an untried action while there is room for one, else the most promising."""
        if self.hidden:
            self.meet_deal(node, state)
        elif self.choices[node] == 0:
            self.meet(node, state)
        if self.forced != NONE and node == self.root:
            return self.child(node, self.forced)
        if self.hidden or self.widening > 0.0:
            best = self.most_promising_of_some(node)
            if self.untried == 0 or (best != NONE and self.is_wide_enough(node)):
                return best
            return self.untried_child(node)
        best = self.most_promising(node)
        if self.worth[best] < UNTRIED:
            return best
        self.count_untried(node)
        return self.untried_child(node)

    def meet(self, node: i64, state: State) -> None:
        """Add a child for each legal action, once for all: nothing is hidden, so a node is one state."""
        n = self.fill_choices(node, state)
        self.choices[node] = i16(n)
        for i in range(n):
            self.add_choice(node, i64(self.legal[i]), state)

    def meet_deal(self, node: i64, state: State) -> None:
        """See which actions are legal in this deal: they bear the present stamp. Add a child for each that has none."""
        n = self.fill_choices(node, state)
        self.choices[node] = i16(n)
        self.stamp += 1
        for i in range(n):
            self.stamps[i64(self.legal[i])] = self.stamp
        child = i64(self.first_child[node])
        while child != NONE:
            action = i64(self.action[child])
            if self.stamps[action] == self.stamp:
                self.stamps[action] = -self.stamp
            child = i64(self.sibling[child])
        for i in range(n):
            action = i64(self.legal[i])
            if self.stamps[action] == self.stamp:
                self.add_choice(node, action, state)
            self.stamps[action] = self.stamp

    def fill_choices(self, node: i64, state: State) -> i64:
        """The legal actions, but for those that are only another order of equal choices; how many.

        What may follow a choice at the root is tried in every order, so that the choice itself is judged rightly.
        """
        n = state.fill_actions(self.legal)
        if self.length < 2 or self.movers[self.length - 1] != state.actor:
            return n
        previous = i64(self.action[node])
        kept: i64 = 0
        for i in range(n):
            action = i64(self.legal[i])
            if not state.is_redundant(previous, action):
                self.legal[kept] = i16(action)
                kept += 1
        return n if kept == 0 else kept

    def add_choice(self, node: i64, action: i64, state: State) -> None:
        child = self.add_child(node, action)
        if self.prior_visits > 0.0:
            self.prior[child] = self.guess(state, action)
            self.worth[child] = self.prior_visits * self.prior[child] * self.inverses[0]
        else:
            self.worth[child] = UNTRIED

    def guess(self, state: State, action: i64) -> float:
        """What the evaluator says to the mover of the position after an action."""
        evaluator = self.evaluator
        assert evaluator is not None
        after = state.clone()
        after.apply(action)
        evaluator.evaluate(after, self.guesses)
        return self.guesses[state.actor]

    def most_promising(self, node: i64) -> i64:
        """The child with the highest bound, or any untried one; a proven loss only for want of others.

        (A proven win proves the node.) Nothing is hidden, so the children were added together: they are neighbours.
        """
        visits, worths, narrowings = self.visits, self.worth, self.narrowings
        spread = self.spread(i64(visits[node]) + 1)
        last = i64(self.first_child[node])
        before_first = last - i64(self.choices[node])
        best = before_first + 1
        best_bound = -1.0
        for child in range(last, before_first, -1):
            n = i64(visits[child])
            if n < TABLED:
                bound = worths[child] + spread * narrowings[n]
            else:
                bound = worths[child] + spread / sqrt(float(n) + self.prior_visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        return best

    def count_untried(self, node: i64) -> None:
        visits = self.visits
        untried: i64 = 0
        last = i64(self.first_child[node])
        for child in range(last, last - i64(self.choices[node]), -1):
            if visits[child] == 0:
                untried += 1
        self.untried = untried

    def most_promising_of_some(self, node: i64) -> i64:
        """The same among the tried actions that are legal in this deal; NONE if there are none. Counts them.

        For hidden hands, and for nodes that are widened step by step.
        """
        self.tried = 0
        self.untried = 0
        best: i64 = NONE
        best_bound = -1.0
        lost: i64 = NONE
        spread = self.spread(i64(self.visits[node]) + 1)
        child = i64(self.first_child[node])
        while child != NONE:
            if not self.hidden or self.stamps[i64(self.action[child])] == self.stamp:
                n = i64(self.visits[child])
                if n == 0 and self.prior_visits == 0.0:
                    self.untried += 1
                elif self.winner[child] != NONE:
                    lost = child
                else:
                    self.tried += 1
                    if self.hidden:
                        self.available[child] += 1
                        spread = self.spread(i64(self.available[child]))
                    bound = self.worth[child] + self.narrowed(spread, n)
                    if bound > best_bound:
                        best_bound = bound
                        best = child
            child = i64(self.sibling[child])
        return lost if best == NONE else best

    def spread(self, seen: i64) -> float:
        """How far the bound of an action with one visit is above its mean."""
        return self.spreads[seen] if seen < TABLED else self.exploration * sqrt(log(float(seen) + self.prior_visits))

    def narrowed(self, spread: float, visits: i64) -> float:
        """How far the bound of an action with so many visits is above its mean."""
        return spread * self.narrowings[visits] if visits < TABLED else spread / sqrt(float(visits) + self.prior_visits)

    def is_wide_enough(self, node: i64) -> bool:
        return self.widening > 0.0 and float(self.tried) >= 2.0 + self.widening * sqrt(float(self.visits[node]))

    def untried_child(self, node: i64) -> i64:
        """A random one of the legal children that were never visited."""
        skip = self.rng.below(self.untried)
        child = i64(self.first_child[node])
        while True:
            if self.visits[child] == 0 and (not self.hidden or self.stamps[i64(self.action[child])] == self.stamp):
                if skip == 0:
                    return child
                skip -= 1
            child = i64(self.sibling[child])

    def finish(self, state: State) -> None:
        """Random play to the end, or for a while; then what the position is worth to each seat."""
        left = self.rollout
        evaluator = self.evaluator
        while state.actor != OVER and (left > 0 or state.actor == CHANCE or evaluator is None):
            state.apply(state.sample(self.rng))
            left -= 1
        self.evaluated = state.actor != OVER
        if evaluator is not None and state.actor != OVER:
            evaluator.evaluate(state, self.values)
            return
        for seat in range(self.seats):
            self.values[seat] = state.utility(seat)

    def take_proven(self, winner: i64) -> None:
        self.evaluated = False
        for seat in range(self.seats):
            self.values[seat] = 1.0 if self.sides[seat] == winner else 0.0

    def learn(self) -> None:
        self.visits[self.root] += 1
        for i in range(self.length):
            node = self.path[i]
            mover = self.movers[i]
            value = self.values[self.seat if mover == CHANCE else mover]
            self.visits[node] += 1
            self.total[node] += value
            self.worth[node] = self.mean(node)
            if self.remembers:
                self.squares[node] += value * value
                if value > self.parity:
                    self.good[node] += 1
        if self.remembers and self.length > 0:
            self.remember(self.path[0])

    def mean(self, node: i64) -> float:
        """Of the values found and of the prior one."""
        total = self.total[node]
        if self.prior_visits > 0.0:
            total += self.prior_visits * self.prior[node]
        n = i64(self.visits[node])
        return total * self.inverses[n] if n < TABLED else total / (float(n) + self.prior_visits)

    # ── Proven wins ───────────────────────────────────────────────────────────────────────────────

    def side_with_all(self, state: State) -> i64:
        """The side that has won a finished game alone, or NONE."""
        for seat in range(self.seats):
            if state.utility(seat) == 1.0:
                return self.sides[seat]
        return NONE

    def prove(self) -> None:
        """Carry a proven win from the leaf towards the root: one's own choice suffices, others' must all lose."""
        for i in range(self.length - 1, -1, -1):
            winner = i64(self.winner[self.path[i]])
            mover = self.movers[i]
            if winner == NONE:
                return
            self.settle(self.path[i], mover)
            if mover == CHANCE:
                return
            parent = self.path[i - 1] if i > 0 else self.root
            if self.sides[mover] != winner and not self.all_lead_to(parent, winner):
                return
            self.winner[parent] = i16(winner)

    def settle(self, node: i64, mover: i64) -> None:
        """A proven node is worth what is proven, whatever was found before."""
        won = i64(self.winner[node]) == self.sides[self.seat if mover == CHANCE else mover]
        value = float(i64(self.visits[node])) if won else 0.0
        self.total[node] = value
        self.worth[node] = PROVEN
        if self.remembers:
            self.squares[node] = value
            self.good[node] = self.visits[node] if won else 0

    def all_lead_to(self, node: i64, winner: i64) -> bool:
        found: i64 = 0
        child = i64(self.first_child[node])
        while child != NONE:
            if i64(self.winner[child]) != winner:
                return False
            found += 1
            child = i64(self.sibling[child])
        return found == i64(self.choices[node])

    # ── What was found ────────────────────────────────────────────────────────────────────────────

    def best_child(self, node: i64) -> i64:
        """The child visited most; a proven win goes before all others, a proven loss after them."""
        best: i64 = NONE
        best_rank = -1.0
        child = i64(self.first_child[node])
        while child != NONE:
            rank = float(i64(self.visits[child]))
            if self.winner[child] != NONE:
                rank = 1e18 if self.total[child] > 0.5 * rank else -0.5
            if rank > best_rank:
                best_rank = rank
                best = child
            child = i64(self.sibling[child])
        return best

    def best(self) -> int:
        """The action to play; −1 if nothing is known yet."""
        best = self.best_child(self.root)
        return -1 if best == NONE else int(self.action[best])

    def lead(self) -> int:
        """How many visits the best action is ahead of the second."""
        first: i64 = 0
        second: i64 = 0
        child = i64(self.first_child[self.root])
        while child != NONE:
            visits = i64(self.visits[child])
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            child = i64(self.sibling[child])
        return int(first - second)

    def is_unstable(self) -> bool:
        """Has another action than the most visited one the best mean?"""
        best = self.best_child(self.root)
        if best == NONE or self.visits[best] == 0:
            return True
        mean = self.total[best] / float(i64(self.visits[best]))
        child = i64(self.first_child[self.root])
        while child != NONE:
            if self.visits[child] > 0 and self.total[child] / float(i64(self.visits[child])) > mean:
                return True
            child = i64(self.sibling[child])
        return False

    def entries(self, line: list[int]) -> list[Entry]:
        """What is known of every action after `line` (from the root; [] is the root itself), most visited first."""
        node = self.root
        for action in line:
            node = self.child(node, action)
            if node == NONE:
                return []
        found: list[Entry] = []
        child = i64(self.first_child[node])
        while child != NONE:
            if self.visits[child] > 0:
                found.append(self.entry(child))
            child = i64(self.sibling[child])
        found.sort(key=lambda entry: (-entry.visits, entry.action))
        return found

    def entry(self, node: i64) -> Entry:
        visits = int(self.visits[node])
        mean = self.total[node] / visits
        error, good = 0.0, 0.0
        if self.remembers:
            error = sqrt(max(self.squares[node] / visits - mean * mean, 0.0) / visits)
            good = int(self.good[node]) / visits
        return Entry(int(self.action[node]), visits, mean, error, good, int(self.winner[node]))

    def advance(self, action: int) -> bool:
        """Go on from the position after `action`, keeping what is known of it; False if nothing is."""
        child = self.child(self.root, action)
        if child == NONE:
            return False
        self.root = child
        self.simulations = i64(self.visits[child])
        self.memory = {}
        if self.size > LEFT_AS_IT_IS:
            self.keep_only(child)
        return True

    # ── For explanations ──────────────────────────────────────────────────────────────────────────

    def remember_leaves(self) -> None:
        """From now on, keep what explanations need; to be asked before the first simulation."""
        self.remembers = True
        self.squares = vec[float]([0.0] * int(self.capacity))
        self.good = vec[i32]([0] * int(self.capacity))

    def remember(self, child: i64) -> None:
        """Add what this simulation found to what is remembered of the root's child."""
        evaluator = self.evaluator
        memory = self.memory.get(int(child))
        if memory is None:
            count: i64 = 0 if evaluator is None else evaluator.count
            memory = self.memory[int(child)] = LeafStatistics(int(self.seats), int(self.seats * count))
        memory.add_values(self.values)
        if evaluator is not None and self.evaluated:
            memory.add_features(evaluator.features)

    def remembered(self, action: int) -> tuple[int, list[float]]:
        """After an action at the root: how many leaves were evaluated, and their mean features, seat by seat."""
        memory = self.memory.get(int(self.child(self.root, action)))
        return (0, []) if memory is None else memory.mean_features()

    def outlook(self, action: int) -> list[tuple[float, float]]:
        """After an action at the root: every seat's mean value and its standard error; [] if nothing is known."""
        memory = self.memory.get(int(self.child(self.root, action)))
        return [] if memory is None else memory.mean_values()

    def proven(self) -> int:
        """The side that has a proven win at the root, or −1."""
        return int(self.winner[self.root])
