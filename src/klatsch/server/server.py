"""The house: everything that one server process runs, and what it does by itself once a second.

Bots move, clocks run out, and a heartbeat is written, so that clocks stand still while no server runs.
"""

from __future__ import annotations

import asyncio
import gc
import secrets
import time
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

import structlog
from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from sqlalchemy import insert, or_, select, update

from klatsch.core.message import IllegalAction
from klatsch.core.rng import Rng
from klatsch.match.match import NotAllowed
from klatsch.server.background.workers import BotWorkers, decide
from klatsch.server.background.your_turn import Notifier
from klatsch.server.http.local_network import Network
from klatsch.server.match import playing
from klatsch.server.match.hosted_match import PLAYING, HostedMatch, Refused
from klatsch.server.screens.connections import Hub
from klatsch.server.screens.notify_processes import ANNOUNCE_SECONDS, Fanout
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage
from klatsch.server.storage.matches import MatchStore
from klatsch.server.storage.people import People
from klatsch.server.storage.schema import matches, shared

HEARTBEAT = "heartbeat"
TICK_SECONDS = 1.0
LEASE_SECONDS = 10.0
REMEMBERED_LINES = 2000
# New objects before the collector looks: an action makes some thousands, and nearly none of them in circles.
GC_THRESHOLDS = (50_000, 20, 20)
LIMITS = {
    "chat": "10/10 seconds",
    "report": "5/minute",
    "study": "20/minute",
    "create": "30/minute",
    "guest": "60/minute",
    "sign_in": "10/minute",
    "sign_in_from": "30/minute",
    "sign_up": "10/hour",
    "analyse": "10/minute",
}

logger = structlog.get_logger("klatsch")


class Server:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.name = secrets.token_hex(6)  # of this process, for leases
        self.storage = Storage(settings)
        self.matches = MatchStore(self.storage)
        self.hub = Hub()
        self.fanout = Fanout(self)
        self.matches.publish = self.fanout.publish
        self.thinkers = BotWorkers(settings.bot_workers)
        self.analysts = BotWorkers(1)  # an analysis takes long: bots don't wait for it
        self.analyses: dict[tuple[str, str], asyncio.Task[dict[str, Any]]] = {}
        self.said: OrderedDict[tuple[str, str], None] = OrderedDict()  # lines of chat that came with an id
        self.notifier = Notifier(self)
        self.network = Network(settings)
        self.people: People
        self.limiter = MovingWindowRateLimiter(MemoryStorage())
        self.limits: dict[str, RateLimitItem] = {name: parse(words) for name, words in LIMITS.items()}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.driven: set[str] = set()  # matches whose bots move by a task of this process

    # ── Opening and closing ───────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        await self.storage.open()
        self.people = People(self.storage, await self.storage.secret("cookie_key"))
        self.matches.listeners += [self.hub.changed, self.wake_bots, self.notifier.changed]
        await self.matches.adopt_new_rules()
        await self.make_up_for_outage()
        self.start(self.tick_forever())
        if self.fanout.active:
            self.start(self.fanout.listen_forever())
        gc.collect()
        gc.freeze()  # what is there now stays: the collector need not look at it again
        gc.set_threshold(*GC_THRESHOLDS)

    async def close(self) -> None:
        """What is acknowledged is in the database; tasks in the middle of a transaction are let finish it or none."""
        self.closing = True
        await self.network.close()
        running = [*self.tasks, *self.analyses.values()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        self.thinkers.close()
        self.analysts.close()
        await self.storage.close()

    def start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # ── Every second ──────────────────────────────────────────────────────────────────────────────

    async def tick_forever(self) -> None:
        announced = 0.0
        while True:
            try:
                await self.tick()
                if time.monotonic() - announced > ANNOUNCE_SECONDS:
                    announced = time.monotonic()
                    await self.fanout.announce()
                    await self.storage.tidy()
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("tick failed")
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> None:
        now = time.time()
        async with self.storage.write() as db:
            changed = await db.execute(update(shared).where(shared.c.name == HEARTBEAT).values(value=repr(now)))
            if not changed.rowcount:
                await db.execute(insert(shared).values(name=HEARTBEAT, value=repr(now)))
        async with self.storage.read() as db:
            late = list(await db.scalars(select(matches.c.id).where(matches.c.deadline < now)))
            free = or_(matches.c.leased_until.is_(None), matches.c.leased_until < now)
            thinking = list(await db.scalars(select(matches.c.id).where(matches.c.bot_to_move, free)))
        for id in late:
            await self.let_time_out(id)
        for id in thinking:
            self.drive(id)

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
            running = matches.c.status == PLAYING
            await db.execute(
                update(matches)
                .where(running, matches.c.deadline.is_not(None))
                .values(
                    deadline=matches.c.deadline + gap,
                    turn_since=matches.c.turn_since + gap,
                    revision=matches.c.revision + 1,
                )
            )

    # ── Bots ──────────────────────────────────────────────────────────────────────────────────────

    async def wake_bots(self, hosted: HostedMatch) -> None:
        if hosted.bot_to_move:
            self.drive(hosted.id)

    def drive(self, id: str) -> None:
        if id not in self.driven:
            self.driven.add(id)
            self.start(self.let_bots_move(id))

    async def let_bots_move(self, id: str) -> None:
        try:
            while await self.lease(id) and await self.bot_decides(id):
                pass
        finally:
            self.driven.discard(id)

    async def lease(self, id: str) -> bool:
        """The right to think about a match, for a while: a dead process loses it by itself."""
        now = time.time()
        free = or_(matches.c.leased_until.is_(None), matches.c.leased_until < now, matches.c.leased_by == self.name)
        async with self.storage.write() as db:
            found = await db.execute(
                update(matches)
                .where(matches.c.id == id, matches.c.bot_to_move, free)
                .values(leased_by=self.name, leased_until=now + LEASE_SECONDS)
            )
        return bool(found.rowcount)

    async def bot_decides(self, id: str) -> bool:
        hosted = await self.matches.get(id)
        bot, seat, seen = playing.bot_turn(hosted), hosted.actor, hosted.version
        if bot is None or hosted.match is None:
            return False
        known = hosted.match.state.clone().resample(seat, Rng(secrets.randbits(63)))
        options = tuple(hosted.game.options.items())
        begun = time.monotonic()
        thought = asyncio.ensure_future(
            self.thinkers.ask(decide, hosted.game.name, options, known.to_bytes(), bot, secrets.randbits(63))
        )
        while not (await asyncio.wait({thought}, timeout=LEASE_SECONDS / 3))[0]:
            await self.lease(id)  # a long thought keeps its right
        action = thought.result()
        await asyncio.sleep(max(0.0, self.settings.bot_pause - (time.monotonic() - begun)))
        try:
            async with self.matches.change(id) as hosted:
                if playing.bot_turn(hosted) is not None:
                    playing.play(hosted, seat, action, seen, time.time())
        except (Refused, NotAllowed, IllegalAction):
            pass  # the match went on without it: look again
        return hosted.bot_to_move

    # ── Manners ───────────────────────────────────────────────────────────────────────────────────

    def is_new(self, line: tuple[str, str]) -> bool:
        """A line that was sent again after a lost connection is known already."""
        if line in self.said:
            return False
        self.said[line] = None
        if len(self.said) > REMEMBERED_LINES:
            self.said.popitem(last=False)
        return True

    async def limit(self, what: str, who: str) -> None:
        """Refused if somebody does something too often."""
        if not await self.limiter.hit(self.limits[what], what, who):
            raise Refused("too_often", 429)

    async def check_not_blocked(self, person: str, other: str) -> None:
        """People who have blocked each other don't sit down together."""
        for one, two in ((person, other), (other, person)):
            if (await self.people.blocked_by(one)).get(two) == "block":
                raise Refused("blocked", 403)
