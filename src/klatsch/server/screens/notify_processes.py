"""Notices between the processes around one PostgreSQL, by NOTIFY, with ids only. With SQLite there is one process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec
import structlog
from sqlalchemy import text

from klatsch.server.background.tasks import Tasks
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.screens.connections import Connections
from klatsch.server.settings import Settings
from klatsch.server.storage.chat import ChatStore
from klatsch.server.storage.database import Database
from klatsch.server.storage.matches import MatchListener, MatchStore

CHANNEL = "klatsch"
RETRY_SECONDS = 1.0
ANNOUNCE_SECONDS = 10.0
logger = structlog.get_logger("klatsch")


class Notice(msgspec.Struct):
    """What one process tells the others."""

    by: str
    kind: Literal["changed", "chat", "here", "who", "person"]
    match: str  # person: none
    people: list[str] = []  # here: who of the players looks through the process …
    others: int = 0  # … and how many more: a notice has a limit, and there is none to those who watch
    id: int = 0  # chat: the number of the line


class ProcessNotifier(MatchListener):
    def __init__(
        self,
        name: str,
        settings: Settings,
        matches: MatchStore,
        connections: Connections,
        chat: ChatStore,
        tasks: Tasks,
    ) -> None:
        self.name = name  # of this process
        self.settings = settings
        self.active = not settings.is_sqlite
        self.matches = matches
        self.connections = connections
        self.chat = chat
        self.tasks = tasks
        self.when_person_changes: Callable[[], Awaitable[None]] | None = None  # sessions of somebody have ended

    async def publish(self, db: Database, notice: Notice) -> None:
        """Within a transaction: the others hear of it when that is there for good."""
        if self.active:
            words = msgspec.json.encode(notice).decode()
            await db.execute(text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": words})

    async def changing(self, db: Database, hosted: HostedMatch) -> None:
        await self.publish(db, Notice(self.name, "changed", hosted.id))

    async def say(self, notice: Notice) -> None:
        if self.active:
            async with self.matches.storage.write() as db:
                await self.publish(db, notice)

    async def ask_who_is_there(self, match_id: str) -> None:
        await self.say(Notice(self.name, "who", match_id))

    async def say_who_is_here(self, match_id: str) -> None:
        players, others = self.connections.players_and_others(match_id)
        await self.say(Notice(self.name, "here", match_id, people=players, others=others))

    async def publish_chat(self, db: Database, match_id: str, number: int) -> None:
        await self.publish(db, Notice(self.name, "chat", match_id, id=number))

    async def say_person_changed(self) -> None:
        await self.say(Notice(self.name, "person", ""))

    # ── Listening ─────────────────────────────────────────────────────────────────────────────────

    async def listen_forever(self) -> None:
        """Hears the others; after a lost connection everything that is shown here is looked up again."""
        import asyncpg

        address = self.settings.database_url.replace("+asyncpg", "")
        while True:
            try:
                connection = await asyncpg.connect(address)
                try:
                    await connection.add_listener(CHANNEL, self.heard)
                    await self.refresh_all()
                    while not connection.is_closed():
                        await asyncio.sleep(RETRY_SECONDS)
                finally:
                    await connection.close(timeout=1)
            except (OSError, asyncpg.PostgresError, TimeoutError):
                logger.warning("the database's notifications are lost; trying again")
                await asyncio.sleep(RETRY_SECONDS)

    def heard(self, connection: object, pid: int, channel: str, words: str) -> None:
        notice = msgspec.json.decode(words, type=Notice)
        if notice.by != self.name:
            self.tasks.start(self.act(notice))

    async def act(self, notice: Notice) -> None:
        if notice.kind == "here":
            self.connections.set_elsewhere(notice.by, notice.match, [*notice.people, *[""] * notice.others])
        elif notice.kind == "who":
            await self.say_who_is_here(notice.match)
        elif notice.kind == "person":
            if self.when_person_changes is not None:
                await self.when_person_changes()
        elif notice.match in self.connections.by_match:
            if notice.kind == "changed":
                await self.connections.changed(await self.matches.get(notice.match))
            elif notice.kind == "chat":
                line = await self.chat.line(notice.id)
                self.connections.tell(await self.matches.get(notice.match), line)  # who sits there now

    async def announce(self) -> None:
        """Now and then: who looks through this process. Processes that stay silent are forgotten."""
        if self.active:
            for match_id in list(self.connections.by_match):
                await self.say_who_is_here(match_id)
            self.connections.forget_silent(3 * ANNOUNCE_SECONDS)

    async def refresh_all(self) -> None:
        for match_id in list(self.connections.by_match):
            await self.connections.changed(await self.matches.get(match_id))
            await self.ask_who_is_there(match_id)
