"""Analyses of finished matches: made once, when somebody first asks, and kept in the database."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

import msgspec
from sqlalchemy import delete, insert, select

from klatsch.match.match import Match
from klatsch.server.background.fair_queue import FairQueue
from klatsch.server.background.tasks import Tasks
from klatsch.server.background.workers import Analysis, give_analysis
from klatsch.server.budgets import Budgets, Spender
from klatsch.server.storage.database import Storage
from klatsch.server.storage.schema import analyses


class Analyses:
    def __init__(self, storage: Storage, queue: FairQueue, budgets: Budgets, tasks: Tasks) -> None:
        self.storage = storage
        self.queue = queue
        self.budgets = budgets
        self.tasks = tasks
        self.running: dict[tuple[str, str], asyncio.Task[Analysis]] = {}

    async def of(self, id: str, match: Match, lang: str, who: Spender) -> Analysis:
        """The analysis in a language. It costs only whom it has to be made for."""
        async with self.storage.read() as db:
            where = (analyses.c.match == id) & (analyses.c.lang == lang)
            found = await db.scalar(select(analyses.c.data).where(where))
        if found is not None:
            return msgspec.convert(found, Analysis)
        task = self.running.get((id, lang))
        if task is None:  # who asks while it is being made waits for the same one
            await self.budgets.spend("analyses", who)
            task = self.running[id, lang] = self.tasks.start(self.make(id, match, lang, who))
            task.add_done_callback(lambda _: self.running.pop((id, lang), None))
        return await asyncio.shield(task)

    async def make(self, id: str, match: Match, lang: str, who: Spender) -> Analysis:
        made = await self.queue.ask(who.key, give_analysis, match.replay().text(), lang)
        async with self.storage.write() as db:
            await db.execute(delete(analyses).where(analyses.c.match == id, analyses.c.lang == lang))
            await db.execute(insert(analyses).values(match=id, lang=lang, data=asdict(made)))
        return made
