"""A queue before a pool of processes that serves people in turn: many questions of one don't hold up another."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, TypeVar

from klatsch.server.background.workers import BotWorkers

Result = TypeVar("Result")


class FairQueue:
    def __init__(self, workers: BotWorkers) -> None:
        self.workers = workers
        self.free = workers.workers
        # Who waits, in the order in which they are served next; each with their own questions, the oldest first.
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def ask(self, who: str, task: Callable[..., Result], *args: Any) -> Result:
        """The task's result, when it is this person's turn."""
        return (await self.timed(who, task, *args))[0]

    async def timed(self, who: str, task: Callable[..., Result], *args: Any) -> tuple[Result, float]:
        """The same, and how many seconds it took from its turn on."""
        await self.enter(who)
        begun = time.monotonic()
        try:
            return await self.workers.ask(task, *args), time.monotonic() - begun
        finally:
            self.leave()

    async def enter(self, who: str) -> None:
        if self.free:
            self.free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # it was our turn just now
            raise

    def leave(self) -> None:
        """The next person's oldest question; who has more goes to the end."""
        while self.waiting:
            who, questions = self.waiting.popitem(last=False)
            turn = questions.popleft()
            if questions:
                self.waiting[who] = questions
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1
