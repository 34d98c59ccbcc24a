"""Tells the other processes around one PostgreSQL what has changed: ids only, by NOTIFY. With SQLite there is one."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import select, text

from klatsch.server.storage.database import Database
from klatsch.server.storage.schema import chat

if TYPE_CHECKING:
    from klatsch.server.server import Server

CHANNEL = "klatsch"
RETRY_SECONDS = 1.0
ANNOUNCE_SECONDS = 10.0
logger = structlog.get_logger("klatsch")


class Fanout:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.active = not server.settings.is_sqlite

    async def publish(self, db: Database, kind: str, match_id: str, **more: Any) -> None:
        """Within a transaction: the others hear of it when that is there for good."""
        if self.active:
            words = json.dumps({"by": self.server.name, "kind": kind, "match": match_id, **more})
            await db.execute(text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": words})

    async def say(self, kind: str, match_id: str, **more: Any) -> None:
        if self.active:
            async with self.server.storage.write() as db:
                await self.publish(db, kind, match_id, **more)

    # ── Listening ─────────────────────────────────────────────────────────────────────────────────

    async def listen_forever(self) -> None:
        """Hears the others; after a lost connection everything that is shown here is looked up again."""
        import asyncpg

        address = self.server.settings.database_url.replace("+asyncpg", "")
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
        if told["by"] != self.server.name:
            self.server.start(self.act(told))

    async def act(self, told: dict[str, Any]) -> None:
        hub, match = self.server.hub, told["match"]
        if told["kind"] == "here":
            hub.set_elsewhere(told["by"], match, told["people"])
        elif told["kind"] == "who":
            await self.say("here", match, people=hub.here(match))
        elif match in hub.connections:
            if told["kind"] == "changed":
                await hub.changed(await self.server.matches.get(match))
            elif told["kind"] == "chat":
                await self.pass_on_chat(match, told["id"])

    async def pass_on_chat(self, match_id: str, id: int) -> None:
        async with self.server.storage.read() as db:
            row = (await db.execute(select(chat).where(chat.c.id == id))).mappings().one()
        self.server.hub.tell(match_id, chat_frame(dict(row)), row["person"])

    async def announce(self) -> None:
        """Now and then: who looks through this process. Processes that stay silent are forgotten."""
        if self.active:
            for match in list(self.server.hub.connections):
                await self.say("here", match, people=self.server.hub.here(match))
            self.server.hub.forget_silent(3 * ANNOUNCE_SECONDS)

    async def refresh_all(self) -> None:
        for match in list(self.server.hub.connections):
            await self.server.hub.changed(await self.server.matches.get(match))
            await self.say("who", match)


def chat_frame(row: dict[str, Any]) -> dict[str, Any]:
    """A line of chat, as a page is told it."""
    return {"type": "chat", **{name: row[name] for name in ("person", "name", "text", "at")}}
