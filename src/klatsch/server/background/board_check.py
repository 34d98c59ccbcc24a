"""Builds a stranger's board, or reads their position, in a process of its own first, with limits of time and memory.

Only what was done there quickly is done in the web process, where everybody would wait for it.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from klatsch.core import registry
from klatsch.server.background.workers import BotWorkers, start_thinking
from klatsch.server.errors import Refused
from klatsch.server.storage.boards import own_boards

Result = TypeVar("Result")
MOST_SECONDS = 1.0  # for a board
POSITION_SECONDS = 4.0  # for a position, which may be the first of its game here: usually it takes some milliseconds
MOST_MEMORY = 2**30
MOST_KNOWN = 1000


class BoardCheck:
    def __init__(self) -> None:
        self.workers = BotWorkers(1, limit_and_start)
        self.turn = asyncio.Lock()  # a board that takes too long ends the process: nobody else's may be in it
        self.good: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def check(self, game: str, options: dict[str, str]) -> None:
        """Refused if one of the options is a board that takes too much; ValueError if the rules refuse it."""
        for name, text in own_boards(game, options).items():
            if (game, text) not in self.good:
                await self.build(game, name, text)
                self.good[game, text] = None
                if len(self.good) > MOST_KNOWN:
                    self.good.popitem(last=False)

    async def build(self, game: str, name: str, text: str) -> None:
        await self.run("board_too_slow", MOST_SECONDS, build_board, game, name, text)

    async def position(self, task: Callable[..., Result], *args: Any) -> Result:
        """What a task of position_tasks.py says; Refused if it takes too much, ValueError if there is no such one."""
        return await self.run("position_too_slow", POSITION_SECONDS, task, *args)

    async def run(self, refusal: str, seconds: float, task: Callable[..., Result], *args: Any) -> Result:
        """The task's result; Refused with that sentence if it takes too much."""
        async with self.turn:
            await self.workers.ask(is_awake)  # its start isn't the task's fault
            try:
                return await asyncio.wait_for(self.workers.ask(task, *args), seconds)
            except (TimeoutError, MemoryError):
                self.workers.stop()
                raise Refused(refusal, 422) from None

    def close(self) -> None:
        self.workers.close()


def limit_and_start() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    start_thinking()


def is_awake() -> bool:
    """Once the games are there: reading them isn't the task's fault, either."""
    return all(registry.definition(name) for name in registry.names())


def build_board(game: str, name: str, text: str) -> None:
    registry.load_with(game, {name: text}).new(registry.definition(game).seats[0])
