"""Drives bots: one task per bot to move, under a lease in the database, with the thinking in a worker process."""

from __future__ import annotations

import asyncio
import secrets
import time

from sqlalchemy import or_, update

from klatsch.core.message import IllegalAction
from klatsch.core.rng import Rng
from klatsch.match.match import NotAllowed
from klatsch.server.background.fair_queue import FairQueue
from klatsch.server.background.tasks import Tasks
from klatsch.server.background.workers import decide
from klatsch.server.budgets import Budgets
from klatsch.server.errors import Refused
from klatsch.server.match import playing
from klatsch.server.match.hosted_match import HostedMatch, SeatKind
from klatsch.server.match.pausable_clock import PausableClock
from klatsch.server.screens.connections import Connections
from klatsch.server.storage.matches import MatchListener, MatchStore
from klatsch.server.storage.schema import matches

LEASE_SECONDS = 10.0


class BotDriver(MatchListener):
    def __init__(
        self,
        process: str,
        store: MatchStore,
        queue: FairQueue,
        budgets: Budgets,
        connections: Connections,
        tasks: Tasks,
        pause: float,
        clock: PausableClock,
    ) -> None:
        self.process = process  # whose leases these are
        self.matches = store
        self.queue = queue
        self.budgets = budgets
        self.connections = connections
        self.tasks = tasks
        self.pause = pause  # seconds that a bot takes at least
        self.clock = clock
        self.driven: set[str] = set()  # matches whose bots move by a task of this process

    async def changed(self, hosted: HostedMatch) -> None:
        if hosted.bot_to_move:
            self.drive(hosted.id)

    def drive(self, id: str) -> None:
        if id not in self.driven:
            self.driven.add(id)
            self.tasks.start(self.let_bots_move(id))

    async def let_bots_move(self, id: str) -> None:
        try:
            while await self.is_wanted(id) and await self.lease(id) and await self.bot_decides(id):
                pass
        finally:
            self.driven.discard(id)

    async def is_wanted(self, id: str) -> bool:
        """Where only bots play and nobody looks, nothing is lost if they wait until somebody does."""
        hosted = await self.matches.get(id)
        played = any(seat.kind == SeatKind.PERSON and seat.bot is None for seat in hosted.seats)
        return played or bool(self.connections.present(id))

    async def lease(self, id: str) -> bool:
        """The right to think about a match, for a while: a dead process loses it by itself."""
        now = time.time()
        free = or_(matches.c.leased_until.is_(None), matches.c.leased_until < now, matches.c.leased_by == self.process)
        async with self.matches.storage.write() as db:
            found = await db.execute(
                update(matches)
                .where(matches.c.id == id, matches.c.bot_to_move, free)
                .values(leased_by=self.process, leased_until=now + LEASE_SECONDS)
            )
        return bool(found.rowcount)

    async def bot_decides(self, id: str) -> bool:
        hosted = await self.matches.get(id)
        bot, seat, seen = playing.bot_turn(hosted), hosted.actor, hosted.version
        if bot is None or hosted.match is None:
            return False
        owner = self.budgets.spender(hosted.host)
        if not await self.budgets.is_left("bot_seconds", owner):
            return False  # the lease runs out, and the tick looks again
        known = hosted.match.state.known_to(seat, Rng(secrets.randbits(63)))
        begun, options = time.monotonic(), hosted.game.options
        thought = asyncio.ensure_future(
            self.queue.timed(owner.key, decide, hosted.game.name, options, known.to_bytes(), bot, secrets.randbits(63))
        )
        while not (await asyncio.wait({thought}, timeout=LEASE_SECONDS / 3))[0]:
            await self.lease(id)  # a long thought keeps its right
        action, seconds = thought.result()
        self.budgets.charge("bot_seconds", owner, seconds)
        await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - begun)))
        try:
            async with self.matches.change(id) as hosted:
                if playing.bot_turn(hosted) is not None:
                    playing.play(hosted, seat, action, seen, self.clock.now())
        except (Refused, NotAllowed, IllegalAction):
            pass  # the match went on without it: look again
        return hosted.bot_to_move
