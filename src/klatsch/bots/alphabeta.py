# klatsch: compiled
"""Alpha-beta for games of two sides with nothing hidden: iterative deepening over atomic decisions.

A turn may have several decisions: whoever acts maximises or minimises, however often in a row. Chance is averaged,
with Star2's bounds. Values are win chances of the searching seat; those of 1 and more, or 0 and less, are proven.
Nodes are positions that were expanded; the evaluator sees all their children at once, as a tree's priors do.
"""

from __future__ import annotations

import time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.bots.knowledge import Tuning
from klatsch.bots.search import Entry, doubled, doubled_floats
from klatsch.core.evaluator import Evaluator
from klatsch.core.game import CHANCE, OVER, Game, State
from klatsch.core.rng import MAX_ACTIONS, Rng

NONE: Final = -1
DEEPEST: Final = 250
SOLVED: Final = 255  # the depth of a value that no estimate went into

# A win is worth the more, and a loss the less, the nearer it is.
NEARER: Final = 1e-7
LEAST: Final = -1e-4
MOST: Final = 1.0 + 1e-4
# What an estimate can be at the most: less than proven.
SURE: Final = 1.0 - 1e-6
UNSURE: Final = 1e-6

# How a stored value bounds the true one.
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

FIRST_SLOTS: Final = 4096
MOST_SLOTS: Final = 1048576
# An entry's action, bound and depth are packed into one number.
BOUND_UNIT: Final = 65536
DEPTH_UNIT: Final = 262144


def suits(game: Game, seats: int) -> bool:
    """Is this a game for alpha-beta?"""
    return not game.definition.hidden and len(game.definition.sides(seats)) == 2


@final
class AlphaBeta:
    """Deepens step by step, seen from one seat; what it finds is kept from decision to decision."""

    def __init__(
        self, game: Game, seats: int, seat: int, tuning: Tuning, evaluator: Evaluator | None, seed: int
    ) -> None:
        if not suits(game, seats):
            raise ValueError(f"{game.definition.title} has hidden cards or more than two sides: no game for alpha-beta")
        self.seat: i64 = seat
        self.width: i64 = tuning.width
        self.evaluator = evaluator
        self.mine = vec[i64]([0] * seats)  # 1 for the seats of the searching side
        for side in game.definition.sides(seats):
            for member in side:
                self.mine[member] = 1 if seat in side else 0
        self.sides = game.definition.sides(seats)
        self.values = vec[float]([0.0] * seats)
        self.rng = Rng(seed)
        # The budget of one run.
        self.nodes: i64 = 0
        self.limit: i64 = 0
        self.deadline = 0.0  # on the performance counter; 0: none
        self.stopped = False
        # How often an estimate was used: a value found without one is solved.
        self.estimates: i64 = 0
        # The transposition table.
        self.size: i64 = 0  # entries
        self.slots: i64 = FIRST_SLOTS
        self.keys = vec[i64]([NONE] * FIRST_SLOTS)
        self.stored = vec[float]([0.0] * FIRST_SLOTS)
        self.notes = vec[i64]([0] * FIRST_SLOTS)
        # A stack of the actions of all positions on the way from the root, with their scores.
        self.legal = vec[i16]([0] * MAX_ACTIONS)
        self.room: i64 = 4096
        self.top: i64 = 0
        self.actions_on_way = vec[i64]([0] * 4096)
        self.scores = vec[float]([0.0] * 4096)
        self.over = vec[i64]([0] * 4096)  # 1 where the game ends with that action
        self.lows = vec[float]([0.0] * 4096)  # of outcomes: what they are worth at the least, and at the most
        self.highs = vec[float]([0.0] * 4096)
        # The root: its actions, the best first, the value (or bound) last found for each, and the nodes it took.
        self.position: State | None = None
        self.simulations: i64 = 0  # nodes visited from this root
        self.depth: i64 = 0  # the last one that was finished
        self.deepest: i64 = DEEPEST
        self.count: i64 = 0
        self.root_actions = vec[i64]([0] * 1)
        self.root_values = vec[float]([0.0] * 1)
        self.root_nodes = vec[i64]([0] * 1)
        self.changed = False  # did the last deepening find another best action?
        self.solved = False

    # ── Driving ───────────────────────────────────────────────────────────────────────────────────

    def run(self, root: State, nodes: int) -> None:
        """Visit at most so many nodes more. `root` stays as it is."""
        self.deadline = 0.0
        self.deepen(root, nodes)

    def run_until(self, root: State, deadline: float) -> None:
        """Go on until that time of the performance counter."""
        self.deadline = deadline
        self.deepen(root, 1_000_000_000)

    def deepen(self, root: State, nodes: i64) -> None:
        """Finish one depth after the other; what a depth broken off has found is kept, and mostly not sought again."""
        if self.position is None:
            self.prepare(root)
        before = self.nodes
        self.limit = before + nodes
        self.stopped = False
        while not self.is_done():
            self.top = 0
            estimates = self.estimates
            self.search_root(root, self.depth + 1)
            if self.stopped:
                break
            self.depth += 1
            best = self.root_values[0]
            self.solved = self.estimates == estimates or best >= 1.0 or best <= 0.0
        self.simulations += self.nodes - before

    def is_done(self) -> bool:
        """Is there nothing to gain from more nodes?"""
        return self.position is not None and (self.solved or self.count == 1 or self.depth >= self.deepest)

    def prepare(self, root: State) -> None:
        """List the root's actions, the most promising first; those that look alike in random order."""
        self.position = root.clone()
        self.top = 0
        self.count = self.expand(root, 1, False)
        self.root_actions = vec[i64]([0] * int(self.count))
        self.root_values = vec[float]([0.0] * int(self.count))
        self.root_nodes = vec[i64]([1] * int(self.count))
        sign = 1.0 if self.maximises(root) else -1.0
        i: i64 = 0
        while i < self.count:
            self.scores[i] = sign * self.scores[i] + 1e-18 * float(self.rng.bits())
            i += 1
        i = 0
        while i < self.count:
            self.bring_best(i, self.count, True)
            self.root_actions[i] = self.actions_on_way[i]
            self.root_values[i] = sign * self.scores[i]
            i += 1

    def search_root(self, root: State, depth: i64) -> None:
        maximises = self.maximises(root)
        best = LEAST if maximises else MOST
        self.changed = False
        tried = self.count if self.width == 0 else min(self.count, 2 * self.width)
        i: i64 = 0
        while i < tried:
            nodes = self.nodes
            child = root.clone()
            child.apply(self.root_actions[i])
            value = self.value_of(child, depth - 1, best if maximises else LEAST, MOST if maximises else best)
            if self.stopped:
                return
            self.root_values[i] = value
            self.root_nodes[i] += self.nodes - nodes
            if i == 0 or (value > best if maximises else value < best):
                best = value
                if i > 0:
                    self.changed = True
                    self.bring_to_front(i)
            i += 1
        if tried < self.count:
            self.root_values[0] = self.without_proof(best, maximises)

    def bring_to_front(self, place: i64) -> None:
        action = self.root_actions[place]
        value = self.root_values[place]
        nodes = self.root_nodes[place]
        i = place
        while i > 0:
            self.root_actions[i] = self.root_actions[i - 1]
            self.root_values[i] = self.root_values[i - 1]
            self.root_nodes[i] = self.root_nodes[i - 1]
            i -= 1
        self.root_actions[0] = action
        self.root_values[0] = value
        self.root_nodes[0] = nodes

    # ── Searching ─────────────────────────────────────────────────────────────────────────────────

    def maximises(self, state: State) -> bool:
        return self.mine[state.actor] == 1

    def value_of(self, state: State, depth: i64, low: float, high: float) -> float:
        """What a position is worth: exactly between `low` and `high`, otherwise a bound beyond them."""
        if state.actor == OVER or depth <= 0:
            return self.static(state, depth)
        if self.is_out_of_budget():
            self.stopped = True
            return 0.5
        self.nodes += 1
        key = i64(state.key())
        slot = key & (self.slots - 1)
        first: i64 = NONE
        if self.keys[slot] == key:
            note = self.notes[slot]
            value = self.stored[slot]
            if note // DEPTH_UNIT >= depth and tells(note, value, low, high):
                if note // DEPTH_UNIT < SOLVED:
                    self.estimates += 1
                return value
            first = (note & (BOUND_UNIT - 1)) - 1
        top = self.top
        estimates = self.estimates
        if state.actor == CHANCE:
            value = self.average(state, depth, low, high)
        else:
            value = self.choose(state, depth, low, high, first)
        if not self.stopped:
            self.store(key, value, depth if self.estimates > estimates else SOLVED, low, high, self.chosen(top))
        self.top = top
        return value

    def chosen(self, top: i64) -> i64:
        """`choose` leaves its action, `average` NONE, at the bottom of its part of the stack."""
        return self.actions_on_way[top]

    def is_out_of_budget(self) -> bool:
        if self.stopped or self.nodes >= self.limit:
            return True
        return self.deadline > 0.0 and time.perf_counter() >= self.deadline

    def static(self, state: State, depth: i64) -> float:
        """The result, or the evaluator's estimate."""
        if state.actor == OVER:
            utility = state.utility(self.seat)
            if utility >= 1.0:
                return 1.0 + NEARER * float(depth + 1)
            return utility if utility > 0.0 else -NEARER * float(depth + 1)
        self.estimates += 1
        evaluator = self.evaluator
        if evaluator is None:
            return 0.5
        evaluator.evaluate(state, self.values)
        return min(max(self.values[self.seat], UNSURE), SURE)

    def choose(self, state: State, depth: i64, low: float, high: float, first: i64) -> float:
        """The best of all actions, for whoever acts."""
        base = self.top
        estimates = self.estimates
        n = self.expand(state, depth, depth > 2)
        maximises = self.maximises(state)
        if depth == 1 and n > 1:
            self.bring_best(base, base + n, maximises)
            return self.scores[base]
        self.estimates = estimates  # those were for the order only
        tried = n if self.width == 0 else min(n, self.width)
        best = LEAST if maximises else MOST
        best_action: i64 = NONE
        i: i64 = 0
        while i < tried and low < high:
            if i > 0 or not self.bring_first(base, n, first):
                self.bring_best(base + i, base + n, maximises)
            value = self.scores[base + i]
            if self.over[base + i] == 0:
                child = state.clone()
                child.apply(self.actions_on_way[base + i])
                value = self.value_of(child, depth - 1 if n > 1 else depth, low, high)
                if self.stopped:
                    return value
            if value > best if maximises else value < best:
                best = value
                best_action = self.actions_on_way[base + i]
                if maximises:
                    low = max(low, value)
                else:
                    high = min(high, value)
            i += 1
        if tried < n:
            best = self.without_proof(best, maximises)
        self.actions_on_way[base] = best_action
        return best

    def without_proof(self, best: float, maximises: bool) -> float:
        """Actions were left out: that the others lose proves nothing."""
        self.estimates += 1
        if maximises:
            return max(best, UNSURE)
        return min(best, SURE)

    def expand(self, state: State, depth: i64, from_table: bool) -> i64:
        """Put the actions and what is thought of them on top of the stack; how many."""
        n = state.fill_actions(self.legal)
        base = self.top
        while base + n > self.room:
            self.grow_stack()
        self.top = base + n
        i: i64 = 0
        while i < n:
            self.actions_on_way[base + i] = i64(self.legal[i])
            i += 1
        i = 0
        while i < n:
            child = state.clone()
            child.apply(self.actions_on_way[base + i])
            self.over[base + i] = 1 if child.actor == OVER else 0
            self.scores[base + i] = self.guess(child, depth - 1) if from_table else self.static(child, depth - 1)
            i += 1
        return n

    def guess(self, state: State, depth: i64) -> float:
        """What the table says, whatever it rests on, or else the evaluator."""
        if state.actor != OVER:
            key = i64(state.key())
            slot = key & (self.slots - 1)
            if self.keys[slot] == key:
                return self.stored[slot]
        return self.static(state, depth)

    def bring_best(self, place: i64, end: i64, highest: bool) -> None:
        """Swap the best of the rest to its place."""
        scores = self.scores
        best = place
        i = place + 1
        while i < end:
            if scores[i] > scores[best] if highest else scores[i] < scores[best]:
                best = i
            i += 1
        self.swap(place, best)

    def bring_first(self, base: i64, n: i64, first: i64) -> bool:
        """Swap the table's action to the front; False if there is none."""
        if first == NONE:
            return False
        i: i64 = 0
        while i < n and self.actions_on_way[base + i] != first:
            i += 1
        if i == n:
            return False
        self.swap(base, base + i)
        return True

    def swap(self, a: i64, b: i64) -> None:
        action = self.actions_on_way[a]
        score = self.scores[a]
        over = self.over[a]
        self.actions_on_way[a] = self.actions_on_way[b]
        self.scores[a] = self.scores[b]
        self.over[a] = self.over[b]
        self.actions_on_way[b] = action
        self.scores[b] = score
        self.over[b] = over

    def grow_stack(self) -> None:
        self.actions_on_way = doubled(self.actions_on_way)
        self.over = doubled(self.over)
        self.scores = doubled_floats(self.scores)
        self.lows = doubled_floats(self.lows)
        self.highs = doubled_floats(self.highs)
        self.room *= 2

    # ── Chance ────────────────────────────────────────────────────────────────────────────────────

    def average(self, state: State, depth: i64, low: float, high: float) -> float:
        """The mean over all outcomes. Bounds of those not yet searched show when it can't lie between low and high."""
        base = self.top
        n = self.list_outcomes(state)
        least = LEAST
        most = MOST
        i: i64 = 0
        while i < n and depth > 2:  # Star2: one good action for each outcome bounds it from one side
            chance = self.scores[base + i]
            child = state.clone()
            child.apply(self.actions_on_way[base + i])
            if child.actor >= 0:
                if self.maximises(child):
                    wanted = (high - least) / chance + LEAST
                    self.lows[base + i] = self.probe(child, depth - 1, LEAST, min(wanted, MOST))
                    least += chance * (self.lows[base + i] - LEAST)
                else:
                    wanted = (low - most) / chance + MOST
                    self.highs[base + i] = self.probe(child, depth - 1, max(wanted, LEAST), MOST)
                    most += chance * (self.highs[base + i] - MOST)
            if self.stopped:
                return 0.5
            if least >= high:
                return self.mean(base, least)
            if most <= low:
                return self.mean(base, most)
            i += 1
        i = 0
        while i < n:  # Star1: every outcome needs a value only where it still decides
            chance = self.scores[base + i]
            child = state.clone()
            child.apply(self.actions_on_way[base + i])
            floor = (low - most) / chance + self.highs[base + i]
            ceiling = (high - least) / chance + self.lows[base + i]
            value = self.value_of(child, depth - 1, max(floor, LEAST), min(ceiling, MOST))
            if self.stopped:
                return 0.5
            if value >= ceiling:
                return self.mean(base, least + chance * (value - self.lows[base + i]))
            if value <= floor:
                return self.mean(base, most + chance * (value - self.highs[base + i]))
            least += chance * (value - self.lows[base + i])
            most += chance * (value - self.highs[base + i])
            i += 1
        return self.mean(base, least)

    def mean(self, base: i64, value: float) -> float:
        """Chance chooses no action: says so, and returns the value."""
        self.actions_on_way[base] = NONE
        return value

    def list_outcomes(self, state: State) -> i64:
        """Put the outcomes and their probabilities on top of the stack; how many."""
        n = state.fill_actions(self.legal)
        base = self.top
        while base + n > self.room:
            self.grow_stack()
        self.top = base + n
        total = 0.0
        i: i64 = 0
        while i < n:
            outcome = i64(self.legal[i])
            self.actions_on_way[base + i] = outcome
            self.scores[base + i] = float(state.weight(outcome))
            self.lows[base + i] = LEAST
            self.highs[base + i] = MOST
            total += self.scores[base + i]
            i += 1
        i = base
        while i < base + n:
            self.scores[i] /= total
            i += 1
        return n

    def probe(self, state: State, depth: i64, low: float, high: float) -> float:
        """A bound of what a position is worth to whoever acts: the value of the action that looks best."""
        top = self.top
        estimates = self.estimates
        n = self.expand(state, depth, depth > 2)
        maximises = self.maximises(state)
        self.bring_best(top, top + n, maximises)
        self.estimates = estimates
        value = self.scores[top]
        if self.over[top] == 0:
            child = state.clone()
            child.apply(self.actions_on_way[top])
            value = self.value_of(child, depth - 1 if n > 1 else depth, low, high)
        self.top = top
        return value

    # ── The transposition table ───────────────────────────────────────────────────────────────────

    def store(self, key: i64, value: float, depth: i64, low: float, high: float, action: i64) -> None:
        bound = AT_LEAST if value >= high else AT_MOST if value <= low else EXACT
        # A proven win holds at any depth, as does a proven loss.
        if (value >= 1.0 and bound != AT_MOST) or (value <= 0.0 and bound != AT_LEAST):
            depth = SOLVED
        slot = key & (self.slots - 1)
        if self.keys[slot] == NONE:
            self.size += 1
        self.keys[slot] = key
        self.stored[slot] = value
        self.notes[slot] = depth * DEPTH_UNIT + bound * BOUND_UNIT + action + 1
        if 2 * self.size > self.slots and self.slots < MOST_SLOTS:
            self.grow_table()

    def grow_table(self) -> None:
        keys = self.keys
        stored = self.stored
        notes = self.notes
        old = self.slots
        self.slots = 4 * old
        self.size = 0
        self.keys = vec[i64]([NONE] * int(self.slots))
        self.stored = vec[float]([0.0] * int(self.slots))
        self.notes = vec[i64]([0] * int(self.slots))
        i: i64 = 0
        while i < old:
            if keys[i] != NONE:
                slot = keys[i] & (self.slots - 1)
                self.keys[slot] = keys[i]
                self.stored[slot] = stored[i]
                self.notes[slot] = notes[i]
                self.size += 1
            i += 1

    # ── What was found ────────────────────────────────────────────────────────────────────────────

    def best(self) -> int:
        """The action to play; −1 if nothing is known yet."""
        return -1 if self.position is None else int(self.root_actions[0])

    def lead(self) -> int:
        """A tree's best action may be out of reach of the others; here a deeper look can always change it."""
        return 0

    def is_unstable(self) -> bool:
        """Did the last deepening find another best action?"""
        return self.position is None or self.changed

    def actions(self) -> list[tuple[int, int, float]]:
        """Every action at the root, with the nodes it took and its value, the best first."""
        return [(entry.action, entry.visits, entry.value) for entry in self.entries([])]

    def entries(self, line: list[int]) -> list[Entry]:
        """What is known of every action at the root, the best first; of the others their values are mostly bounds."""
        if line or self.position is None:
            return []
        actor = int(self.position.actor)
        return [self.entry(place, actor) for place in range(int(self.count))]

    def entry(self, place: int, actor: int) -> Entry:
        mine = self.mine[actor] == 1
        value = self.root_values[place]
        own = min(max(value if mine else 1.0 - value, 0.0), 1.0)
        good = 1.0 if own > 0.5 else 0.0
        return Entry(int(self.root_actions[place]), int(self.root_nodes[place]), own, 0.0, good, self.winner(value))

    def winner(self, value: float) -> int:
        """The side that has a proven win at such a value, or −1."""
        if UNSURE <= value <= SURE:
            return -1
        mine = 0 if self.seat in self.sides[0] else 1
        return mine if value > 0.5 else 1 - mine

    def line(self, first: int, least_visits: int) -> list[int]:
        """The expected course: `first`, then the best action of every position known (of chance the commonest)."""
        return self.walk(first)[0]

    def walk(self, first: int) -> tuple[list[int], State]:
        """The expected course, and the position it leads to."""
        assert self.position is not None
        state = self.position.clone()
        actions: list[int] = []
        action: i64 = first
        while action != NONE:
            actions.append(int(action))
            state.apply(action)
            action = self.expected(state)
        return actions, state

    def expected(self, state: State) -> i64:
        if state.actor == OVER:
            return NONE
        key = i64(state.key())
        slot = key & (self.slots - 1)
        if self.keys[slot] != key:
            return NONE
        if state.actor != CHANCE:
            return (self.notes[slot] & (BOUND_UNIT - 1)) - 1
        outcomes = state.legal_actions()
        return max(outcomes, key=lambda outcome: state.weight(outcome))

    def remembered(self, action: int) -> tuple[int, list[float]]:
        """After an action at the root: the features at the end of the expected course, as of one leaf."""
        evaluator = self.evaluator
        if evaluator is None or self.position is None:
            return 0, []
        leaf = self.walk(action)[1]
        if leaf.actor == OVER:
            return 0, []
        evaluator.fill(leaf, evaluator.features)
        return 1, list(evaluator.features)

    def advance(self, action: int) -> bool:
        """Go on from the position after `action`: the table is kept."""
        self.position = None
        self.simulations = 0
        self.depth = 0
        self.solved = False
        return True


def tells(note: i64, value: float, low: float, high: float) -> bool:
    """Does a stored value say all that is asked between low and high?"""
    bound = (note // BOUND_UNIT) & 3
    return bound == EXACT or (bound == AT_LEAST and value >= high) or (bound == AT_MOST and value <= low)
