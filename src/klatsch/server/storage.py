"""The database connection: transactions that write one after another, and reads beside them."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, event, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from klatsch.server.migrations import NEWEST
from klatsch.server.schema import shared
from klatsch.server.settings import Settings


class Storage:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = make_engine(settings)

    async def open(self) -> None:
        if self.settings.is_sqlite:
            self.settings.data.mkdir(parents=True, exist_ok=True)
        async with self.write() as db:
            if not await db.run_sync(is_current):
                from klatsch.server.migrate import upgrade  # Alembic takes long to load, and is needed rarely

                await db.run_sync(upgrade)

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; what it did is there for good when the block ends, or not at all."""
        async with self.engine.connect() as connection:
            db = await connection.execution_options(writes=True)
            async with db.begin():
                yield db

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as db, db.begin():
            yield db

    async def secret(self, name: str) -> str:
        """A key that all hosts of the database share, made by the first."""
        async with self.read() as db:
            found = await db.scalar(select(shared.c.value).where(shared.c.name == name))
        if found is not None:
            return str(found)
        try:
            async with self.write() as db:
                await db.execute(insert(shared).values(name=name, value=secrets.token_hex(32)))
        except IntegrityError:
            pass  # another host was faster
        return await self.secret(name)


def is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    return bool(connection.scalar(text("SELECT version_num FROM alembic_version")) == NEWEST)


def make_engine(settings: Settings) -> AsyncEngine:
    engine = create_async_engine(settings.database_url)
    if settings.is_sqlite:
        event.listen(engine.sync_engine, "connect", prepare_sqlite)
        event.listen(engine.sync_engine, "begin", begin_sqlite)
    return engine


def prepare_sqlite(connection: Any, record: object) -> None:
    """The driver's own transactions silently lose updates: we begin ours ourselves."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin_sqlite(connection: Any) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
