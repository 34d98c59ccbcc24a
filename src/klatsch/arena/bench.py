"""Benchmarks of rules and search: random games or simulations per second, contestants side by side in one run.

Machines are noisy, so an absolute rate proves little: contestants take turns, round after round, and what counts is
the median of the rounds' ratios. Each contestant runs in a process of its own that serves measurements on request.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from klatsch.arena import other_engines
from klatsch.arena.workers import progress_bar
from klatsch.bots.bot_config import Tuning
from klatsch.bots.mcts import Search
from klatsch.core import game as game_module
from klatsch.core import registry
from klatsch.core.game import OVER

ROUNDS = 5
YARDSTICK = "connect-four"
BATCH = 1024  # games stepped by one call


class Contestant(NamedTuple):
    label: str
    what: str  # a key of LOOPS
    game: str
    pure: bool = False  # interpreted rules


class Row(NamedTuple):
    """One line of the printed table."""

    game: str
    contestant: str
    per_second: float  # random games, or simulations of a search
    compared: str  # the first contestant of the group
    ratio: float | None  # how many times as fast as this one the first is


# ── What is measured, in the worker's process ─────────────────────────────────────────────────────────


def playouts(game: str) -> Callable[[int], object]:
    loaded = registry.load(game)
    start = loaded.new()
    return lambda games: loaded.playouts(start, games, 1)


def python_loop(game: str) -> Callable[[int], object]:
    start = registry.load(game).new()
    picks = other_engines.random_picks()

    def play(games: int) -> None:
        for _ in range(games):
            state = start.clone()
            while state.actor != OVER:
                legal = state.legal_actions()
                state.apply(legal[next(picks) % len(legal)])

    return play


def search(game: str) -> Callable[[int], object]:
    """Our search with random rollouts to the end, as OpenSpiel's does them: a new tree for each so many simulations."""
    loaded = registry.load(game)
    start = loaded.new()

    def play(simulations: int) -> None:
        for number in range(simulations // other_engines.SIMULATIONS_PER_SEARCH):
            tree = Search(loaded, int(start.seats), int(start.actor), Tuning(), None, number)
            tree.run(start, other_engines.SIMULATIONS_PER_SEARCH)

    return play


def batch(game: str) -> Callable[[int], object]:
    """Many games at a time through numpy, with observations and masks; actions are chosen from the masks, as there."""
    import numpy

    from klatsch.adapters.batch import Batch  # numpy is an extra

    games_at_once = Batch(game, games=BATCH, seed=1)
    random = numpy.random.default_rng(1)
    keys = random.random((97, *games_at_once.masks.shape), numpy.float32)  # drawn beforehand, as the others' are
    number = 0

    def play(games: int) -> None:
        nonlocal number
        finished = 0
        while finished < games:
            number += 1
            finished += int(games_at_once.step((games_at_once.masks * keys[number % len(keys)]).argmax(1)).ended.sum())

    return play


LOOPS: dict[str, Callable[[str], Callable[[int], object]]] = {
    "playouts": playouts,
    "python loop": python_loop,
    "batch": batch,
    "openspiel rollouts": lambda game: other_engines.openspiel_rollouts(),
    "search": search,
    "openspiel search": lambda game: other_engines.openspiel_search(),
    "openspiel loop": lambda game: other_engines.openspiel_loop(),
    "pettingzoo loop": lambda game: other_engines.pettingzoo_loop(),
}


# What is done in no smaller portions than this.
PORTIONS = {
    "openspiel rollouts": other_engines.ROLLOUTS_PER_SIMULATION,
    "search": other_engines.SIMULATIONS_PER_SEARCH,
    "openspiel search": other_engines.SIMULATIONS_PER_SEARCH,
}


def rate(play: Callable[[int], object], seconds: float, smallest: int) -> float:
    """Games a second, over at least `seconds`."""
    games = smallest
    while True:
        start = time.perf_counter()
        play(games)
        passed = time.perf_counter() - start
        if passed >= seconds:
            return games / passed
        games = max(games * 2, round(games * 1.2 * seconds / max(passed, 1e-6)))
        games = -(-games // smallest) * smallest


def serve() -> None:
    """A worker: reads what to measure and for how long from each line, answers with the rate."""
    ready: dict[tuple[str, str], Callable[[int], object]] = {}
    for line in sys.stdin:
        what, game, seconds = json.loads(line)
        if (what, game) not in ready:
            ready[what, game] = LOOPS[what](game)
        print(json.dumps(rate(ready[what, game], seconds, PORTIONS.get(what, 1))), flush=True)


# ── Taking turns ──────────────────────────────────────────────────────────────────────────────────────


class Worker:
    def __init__(self, pure: bool) -> None:
        environment = {**os.environ, "KLATSCH_PURE": "1" if pure else "0"}
        command = [sys.executable, "-c", "from klatsch.arena.bench import serve; serve()"]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def measure(self, contestant: Contestant, seconds: float) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([contestant.what, contestant.game, seconds]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise ValueError(f"measuring {contestant.label} failed; its process has said why")
        return float(json.loads(answer))

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def comparisons(names: Sequence[str], with_peers: bool) -> list[list[Contestant]]:
    """Groups that are measured side by side; the first of each is compared with all others."""
    groups = [
        [
            Contestant("compiled, one call", "playouts", name),
            Contestant("interpreted, one call", "playouts", name, pure=True),
        ]
        for name in names
    ]
    if with_peers:
        groups.append(
            [
                Contestant("Klatsch, one call", "playouts", YARDSTICK),
                Contestant("OpenSpiel, C++ rollouts", "openspiel rollouts", YARDSTICK),
            ]
        )
        groups.append(
            [
                Contestant("Klatsch, search", "search", YARDSTICK),
                Contestant("OpenSpiel, C++ MCTS", "openspiel search", YARDSTICK),
            ]
        )
        groups.append(
            [
                Contestant("Klatsch, Python loop", "python loop", YARDSTICK),
                Contestant("OpenSpiel, Python loop", "openspiel loop", YARDSTICK),
                Contestant("PettingZoo, Python loop", "pettingzoo loop", YARDSTICK),
            ]
        )
        groups.append(
            [
                Contestant(f"Klatsch, batches of {BATCH}", "batch", YARDSTICK),
                Contestant("PettingZoo, Python loop", "pettingzoo loop", YARDSTICK),
            ]
        )
    return groups


def require_peers() -> None:
    import importlib.util

    missing = [name for name in ("pyspiel", "pettingzoo") if importlib.util.find_spec(name) is None]
    if missing:
        raise ValueError(f"{' and '.join(missing)} must be installed: uv run --extra bench klatsch bench --peers")


def bench(names: Sequence[str], with_peers: bool, seconds: float) -> list[Row]:
    if game_module.__file__.endswith(".py"):
        raise ValueError("the rules are not compiled here: there is nothing to compare")
    if with_peers:
        require_peers()
    workers = {pure: Worker(pure) for pure in (False, True)}
    groups = comparisons(names, with_peers)
    rows: list[Row] = []
    try:
        with progress_bar() as bar:
            task = bar.add_task("measuring", total=ROUNDS * sum(len(group) for group in groups))
            for group in groups:
                rates: list[list[float]] = [[] for _ in group]
                for _ in range(ROUNDS):
                    for position, contestant in enumerate(group):
                        rates[position].append(workers[contestant.pure].measure(contestant, seconds / ROUNDS))
                        bar.advance(task)
                rows += group_rows(group, rates)
    finally:
        for worker in workers.values():
            worker.close()
    return rows


def group_rows(group: Sequence[Contestant], rates: Sequence[Sequence[float]]) -> list[Row]:
    first = group[0]
    rows = [Row(first.game, first.label, median(rates[0]), "", None)]
    for contestant, measured in zip(group[1:], rates[1:], strict=True):
        ratio = median(a / b for a, b in zip(rates[0], measured, strict=True))
        rows.append(Row(contestant.game, contestant.label, median(measured), first.label, ratio))
    return rows


def as_table(rows: Sequence[Row]) -> str:
    """Markdown, as docs/figures.md keeps it."""
    lines = ["| game | contestant | random games, or simulations of a search, a second | |", "|---|---|---:|---|"]
    for row in rows:
        note = f"{row.compared} is {row.ratio:.1f}× as fast" if row.ratio is not None else ""
        lines.append(f"| {row.game} | {row.contestant} | {row.per_second:,.0f} | {note} |")
    return "\n".join(lines)
