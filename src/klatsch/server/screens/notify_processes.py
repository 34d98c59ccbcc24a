"""Tells the other processes around one PostgreSQL what has changed: ids only, by NOTIFY. With SQLite there is one."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import structlog
from sqlalchemy import text

from klatsch.server.background.tasks import Tasks
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.screens.connections import Connections, chat_frame
from klatsch.server.settings import Settings
from klatsch.server.storage.chat import ChatStore
from klatsch.server.storage.database import Database
from klatsch.server.storage.matches import MatchListener, MatchStore

CHANNEL = "klatsch"
RETRY_SECONDS = 1.0
ANNOUNCE_SECONDS = 10.0
logger = structlog.get_logger("klatsch")


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

    async def publish(self, db: Database, kind: str, match_id: str, **more: Any) -> None:
        """Within a transaction: the others hear of it when that is there for good."""
        if self.active:
            words = json.dumps({"by": self.name, "kind": kind, "match": match_id, **more})
            await db.execute(text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": words})

    async def changing(self, db: Database, hosted: HostedMatch) -> None:
        await self.publish(db, "changed", hosted.id)

    async def say(self, kind: str, match_id: str, **more: Any) -> None:
        if self.active:
            async with self.matches.storage.write() as db:
                await self.publish(db, kind, match_id, **more)

    async def say_who_is_here(self, match_id: str) -> None:
        await self.say("here", match_id, people=self.connections.here(match_id))

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
        told = json.loads(words)
        if told["by"] != self.name:
            self.tasks.start(self.act(told))

    async def act(self, told: dict[str, Any]) -> None:
        match_id = told["match"]
        if told["kind"] == "here":
            self.connections.set_elsewhere(told["by"], match_id, told["people"])
        elif told["kind"] == "who":
            await self.say_who_is_here(match_id)
        elif match_id in self.connections.by_match:
            if told["kind"] == "changed":
                await self.connections.changed(await self.matches.get(match_id))
            elif told["kind"] == "chat":
                line = await self.chat.line(told["id"])
                self.connections.tell(match_id, chat_frame(line), line["person"])

    async def announce(self) -> None:
        """Now and then: who looks through this process. Processes that stay silent are forgotten."""
        if self.active:
            for match_id in list(self.connections.by_match):
                await self.say_who_is_here(match_id)
            self.connections.forget_silent(3 * ANNOUNCE_SECONDS)

    async def refresh_all(self) -> None:
        for match_id in list(self.connections.by_match):
            await self.connections.changed(await self.matches.get(match_id))
            await self.say("who", match_id)
