"""Worker processes for bots' decisions, hints, explanations and analyses. They take bytes and return data.

The state that is handed over is already re-dealt for its seat: what a seat can't know never leaves the web process.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, TypeVar

from klatsch.analysis.analyse import analyse
from klatsch.analysis.graph import in_words, svg_graph
from klatsch.bots.bot_names import make_bot
from klatsch.bots.explain import explain, sentences
from klatsch.bots.hints import hint
from klatsch.bots.search_for_explanation import study
from klatsch.core import registry
from klatsch.core.game import PUBLIC
from klatsch.core.rng import Rng
from klatsch.match.verify import verify_text

Result = TypeVar("Result")
STUDY_SECONDS = 1.5
ANALYSIS_SIMS = 300


class BotWorkers:
    def __init__(self, workers: int, start: Callable[[], None] | None = None) -> None:
        self.workers = workers
        self.start = start or start_thinking  # what each process does first
        self.pool: ProcessPoolExecutor | None = None
        self.closed = False

    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=self.start)
        return self.pool

    async def ask(self, task: Callable[..., Result], *args: Any) -> Result:
        """The task's result from one of the processes; one that died is replaced and asked again."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.open(), task, *args)
        except BrokenProcessPool:
            if self.closed:
                raise
            self.pool = None
            return await loop.run_in_executor(self.open(), task, *args)

    def close(self) -> None:
        """Nobody waits for thoughts that are being thought."""
        self.closed = True
        self.stop()
        gc.collect()  # what the processes shared is given back: uvicorn ends this one without tidying up

    def stop(self) -> None:
        """End what is being done; whoever asks next gets new processes."""
        pool, self.pool = self.pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=True, cancel_futures=True)


def start_thinking() -> None:
    """Thinking must not slow the pages down, nor outlive a server that was killed."""
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def decide(name: str, options: dict[str, str], state: bytes, bot: str, seed: int) -> str:
    """A bot's action, as notation."""
    game = registry.shared(name, options)
    return game.notation(make_bot(bot).choose(game.known_from_bytes(state), Rng(seed)))


def give_hint(name: str, options: dict[str, str], state: bytes, step: int, lang: str, seed: int) -> list[str]:
    game = registry.shared(name, options)
    known = game.known_from_bytes(state)
    say = known.state.say_to(int(known.state.actor), lang)
    search = study(known, Rng(seed), seconds=STUDY_SECONDS)
    return [say(message) for message in hint(search, known, step, lang)]


def give_explanation(
    name: str, options: dict[str, str], state: bytes, lang: str, seed: int, to_player: bool = True
) -> list[str]:
    """Told to the seat that decides, or of a position that nobody plays."""
    game = registry.shared(name, options)
    known = game.known_from_bytes(state)
    say = known.state.say_to(int(known.state.actor) if to_player else PUBLIC, lang)
    return [say(message) for message in sentences(explain(study(known, Rng(seed), seconds=STUDY_SECONDS), known))]


@dataclass(frozen=True)
class TurningPoint:
    event: int
    words: str


@dataclass(frozen=True)
class Analysis:
    """A finished game judged: the graph, its turning points in words with the events they are at, and all numbers."""

    svg: str
    turning: list[TurningPoint]
    data: dict[str, object]


def give_analysis(replay: str, lang: str) -> Analysis:
    found = analyse(verify_text(replay).match, sims=ANALYSIS_SIMS, seed=0)
    say = found.match.game.definition.words.say(lang)
    turning = [TurningPoint(turn.worst.number, in_words(turn, found, say)) for turn in found.marked()]
    return Analysis(svg_graph(found, say), turning, found.as_data())
