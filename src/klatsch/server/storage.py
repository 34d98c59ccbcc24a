"""The database connection: transactions that write one after another, and reads beside them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from klatsch.server.migrations import NEWEST
from klatsch.server.schema import shared
from klatsch.server.settings import Settings


class Database(Protocol):
    """A connection inside a transaction: what SQLAlchemy's own and `AtOnce` have in common."""

    async def execute(self, statement: Any, parameters: Any = None, /) -> Any: ...

    async def scalar(self, statement: Any, /) -> Any: ...

    async def scalars(self, statement: Any, /) -> Any: ...

    async def run_sync(self, task: Callable[[Connection], Any], /) -> Any: ...


class AtOnce:
    """A connection to a file, with the face of one over the network.

    SQLite answers within microseconds. Asked through a thread, as aiosqlite does, an action costs fifteen changes of
    thread; so it is asked at once. Writers queue up before it, since one that waited inside SQLite would stop them all.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def execute(self, statement: Any, parameters: Any = None, /) -> Any:
        return self.connection.execute(statement, parameters)

    async def scalar(self, statement: Any, /) -> Any:
        return self.connection.scalar(statement)

    async def scalars(self, statement: Any, /) -> Any:
        return self.connection.scalars(statement)

    async def run_sync(self, task: Callable[[Connection], Any], /) -> Any:
        return task(self.connection)


class Storage:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine: AsyncEngine | None = None
        self.file: Engine | None = None
        if settings.is_sqlite:
            self.file = make_file_engine(settings)
            self.writing = asyncio.Lock()
        else:
            self.engine = create_async_engine(settings.database_url)

    async def open(self) -> None:
        if self.settings.is_sqlite:
            self.settings.data.mkdir(parents=True, exist_ok=True)
        async with self.write() as db:
            if not await db.run_sync(is_current):
                from klatsch.server.migrate import upgrade  # Alembic takes long to load, and is needed rarely

                await db.run_sync(upgrade)

    async def close(self) -> None:
        if self.engine is not None:
            await self.engine.dispose()
        if self.file is not None:
            self.file.dispose()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Database]:
        """A transaction; what it did is there for good when the block ends, or not at all."""
        if self.file is not None:
            async with self.writing:
                with self.file.connect().execution_options(writes=True) as connection, connection.begin():
                    yield AtOnce(connection)
        else:
            assert self.engine is not None
            async with self.engine.connect() as db, db.begin():
                yield db

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Database]:
        if self.file is not None:
            with self.file.connect() as connection, connection.begin():
                yield AtOnce(connection)
        else:
            assert self.engine is not None
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


def make_file_engine(settings: Settings) -> Engine:
    engine = create_engine(settings.database_url, poolclass=QueuePool, pool_size=10)
    event.listen(engine, "connect", prepare_sqlite)
    event.listen(engine, "begin", begin_sqlite)
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
