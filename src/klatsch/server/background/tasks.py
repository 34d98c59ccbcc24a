"""Background tasks of one server process: started anywhere, cancelled together."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

Result = TypeVar("Result")


class Tasks:
    def __init__(self) -> None:
        self.running: set[asyncio.Task[object]] = set()

    def start(self, work: Coroutine[object, object, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        return task

    async def close(self) -> None:
        """Tasks in the middle of a transaction are let finish it or none."""
        ending = list(self.running)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
