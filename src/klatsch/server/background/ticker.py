"""The tick, once a second: clocks run out, waiting bots move, a heartbeat is written.

By the heartbeat clocks stand still while no server runs.
"""

from __future__ import annotations

import asyncio
import time

import structlog
from sqlalchemy import or_, select, update

from klatsch.server.background.bot_driver import BotDriver
from klatsch.server.match import playing
from klatsch.server.match.hosted_match import Status
from klatsch.server.screens.notify_processes import ANNOUNCE_SECONDS, ProcessNotifier
from klatsch.server.storage.database import Storage
from klatsch.server.storage.matches import MatchStore
from klatsch.server.storage.schema import matches, shared

HEARTBEAT = "heartbeat"
TICK_SECONDS = 1.0

logger = structlog.get_logger("klatsch")


class Ticker:
    def __init__(self, storage: Storage, store: MatchStore, bots: BotDriver, processes: ProcessNotifier) -> None:
        self.storage = storage
        self.matches = store
        self.bots = bots
        self.processes = processes

    async def tick_forever(self) -> None:
        announced = 0.0
        while True:
            try:
                await self.tick()
                if time.monotonic() - announced > ANNOUNCE_SECONDS:
                    announced = time.monotonic()
                    await self.processes.announce()
                    await self.storage.tidy()
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("tick failed")
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> None:
        now = time.time()
        async with self.storage.write() as db:
            await self.storage.set_shared(db, HEARTBEAT, repr(now))
        async with self.storage.read() as db:
            late = list(await db.scalars(select(matches.c.id).where(matches.c.deadline < now)))
            free = or_(matches.c.leased_until.is_(None), matches.c.leased_until < now)
            waiting = list(await db.scalars(select(matches.c.id).where(matches.c.bot_to_move, free)))
        for id in late:
            await self.let_time_out(id)
        for id in waiting:
            self.bots.drive(id)

    async def let_time_out(self, id: str) -> None:
        try:
            async with self.matches.change(id) as hosted:
                playing.time_out(hosted, time.time())
        except Exception:  # one broken match must not stop the others' clocks
            logger.exception("time-out failed", match=id)

    async def make_up_for_outage(self) -> None:
        """While no server ran, no clock ran: deadlines move by the time since the last heartbeat."""
        now = time.time()
        async with self.storage.write() as db:
            found = await db.scalar(select(shared.c.value).where(shared.c.name == HEARTBEAT))
            gap = now - float(found) if found is not None else 0.0
            if gap < 2 * TICK_SECONDS:  # another host was awake
                return
            running = matches.c.status == Status.PLAYING
            await db.execute(
                update(matches)
                .where(running, matches.c.deadline.is_not(None))
                .values(
                    deadline=matches.c.deadline + gap,
                    turn_since=matches.c.turn_since + gap,
                    revision=matches.c.revision + 1,
                )
            )
