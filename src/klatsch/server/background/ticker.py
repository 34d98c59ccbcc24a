"""The tick, once a second: the game clock goes on, clocks run out, waiting bots move, a heartbeat is written.

The heartbeat is how far the game clock has come: from there the next server goes on, however long none ran.
"""

from __future__ import annotations

import asyncio
import time

import structlog
from sqlalchemy import or_, select

from klatsch.server.background.bot_driver import BotDriver
from klatsch.server.background.expiry import Expiry
from klatsch.server.background.tasks import Tasks
from klatsch.server.budgets import Budgets
from klatsch.server.match import playing
from klatsch.server.match.pausable_clock import PausableClock
from klatsch.server.screens.notify_processes import ANNOUNCE_SECONDS, ProcessNotifier
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.matches import MatchStore
from klatsch.server.storage.schema import matches, shared

HEARTBEAT = "heartbeat"
TICK_SECONDS = 1.0

logger = structlog.get_logger("klatsch")


class Ticker:
    def __init__(
        self,
        storage: Storage,
        store: MatchStore,
        bots: BotDriver,
        processes: ProcessNotifier,
        clock: PausableClock,
        tasks: Tasks,
        expiry: Expiry,
        budgets: Budgets,
    ) -> None:
        self.storage = storage
        self.matches = store
        self.bots = bots
        self.processes = processes
        self.clock = clock
        self.tasks = tasks
        self.expiry = expiry
        self.budgets = budgets
        self.care: asyncio.Task[None] | None = None  # what takes longer, beside the tick

    async def tick_forever(self) -> None:
        announced = 0.0
        while True:
            try:
                await self.tick()
                if time.monotonic() - announced > ANNOUNCE_SECONDS:
                    announced = time.monotonic()
                    if self.care is None or self.care.done():  # the tick waits for nothing
                        self.care = self.tasks.start(self.take_care())
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("tick failed")
            await asyncio.sleep(TICK_SECONDS)

    async def take_care(self) -> None:
        """Now and then; whatever of it hangs, clocks run on."""
        try:
            await self.processes.announce()
            await self.storage.tidy()
            await self.expiry.run()
            await self.budgets.tidy()
        except Exception:
            logger.exception("care failed")

    async def tick(self) -> None:
        now = await self.beat()
        async with self.storage.read() as db:
            late = list(await db.scalars(select(matches.c.id).where(matches.c.deadline <= now)))
            free = or_(matches.c.leased_until.is_(None), matches.c.leased_until < time.time())
            waiting = list(await db.scalars(select(matches.c.id).where(matches.c.bot_to_move, free)))
        for id in late:
            await self.let_time_out(id)
        for id in waiting:
            self.bots.drive(id)

    async def beat(self) -> float:
        """The game clock goes on, for all processes; what it shows."""
        async with self.storage.write() as db:
            now = self.clock.tick(await last_beat(db))
            await self.storage.set_shared(db, HEARTBEAT, repr(now))
        return now

    async def go_on(self) -> None:
        """While no server ran, no clock ran."""
        async with self.storage.read() as db:
            self.clock.go_on(await last_beat(db))

    async def let_time_out(self, id: str) -> None:
        try:
            async with self.matches.change(id) as hosted:
                playing.time_out(hosted, self.clock.now())
        except Exception:  # one broken match must not stop the others' clocks
            logger.exception("time-out failed", match=id)


async def last_beat(db: Database) -> float | None:
    """What the game clock showed at the last tick of any process."""
    found = await db.scalar(select(shared.c.value).where(shared.c.name == HEARTBEAT).with_for_update())
    return None if found is None else float(found)
