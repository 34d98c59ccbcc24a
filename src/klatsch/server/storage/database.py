"""The database connection: transactions that write one after another, and reads beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, insert, inspect, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from klatsch.server.settings import Settings, data_folder
from klatsch.server.storage.migrations import NEWEST
from klatsch.server.storage.schema import shared
from klatsch.server.storage.sqlite_writer import InlineConnection, Writer

# Pages that SQLite lets pile up before it stops everybody to tidy up by itself: the house does it before, in a thread.
MOST_WAL = "wal_autocheckpoint=20000"
# PostgreSQL waits for the disk unless its host has told it not to.
WAIT_FOR_DISK = text(
    "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'"
)


class Database(Protocol):
    """A connection inside a transaction: what SQLAlchemy's own and `AtOnce` have in common."""

    async def execute(self, statement: Any, parameters: Any = None, /) -> Any: ...

    async def scalar(self, statement: Any, /) -> Any: ...

    async def scalars(self, statement: Any, /) -> Any: ...

    async def run_sync(self, task: Callable[[Connection], Any], /) -> Any: ...


class Storage:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine: AsyncEngine | None = None
        self.file: Engine | None = None
        self.threads = ThreadPoolExecutor(1, "database")  # of its own: others' work may hang
        if settings.is_sqlite:
            self.file = make_file_engine(settings)
            self.writer = Writer(self.file)
        else:
            self.engine = create_async_engine(settings.database_url, hide_parameters=True)

    async def open(self) -> None:
        if self.file is not None and self.file.url.database:
            make_private(Path(self.file.url.database))
        try:
            async with self.write() as db:
                if not await db.run_sync(is_current):
                    from klatsch.server.storage.migrate import upgrade  # Alembic loads slowly, and is needed rarely

                    await db.run_sync(upgrade)
        except DBAPIError as error:
            raise ValueError(f"the database can't be opened: {error.orig}") from error

    async def close(self) -> None:
        self.threads.shutdown(wait=True)
        if self.engine is not None:
            await self.engine.dispose()
        if self.file is not None:
            self.writer.close()
            self.file.dispose()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Database]:
        """A transaction; what it did is there for good when the block ends, or not at all."""
        if self.file is not None:
            async with self.writer.change() as db:
                yield db
        else:
            assert self.engine is not None
            async with self.engine.connect() as connection, connection.begin():
                if self.settings.durable:
                    await commit_to_disk(connection)
                yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Database]:
        if self.file is not None:
            with self.file.connect() as connection, connection.begin():
                yield InlineConnection(connection)
        else:
            assert self.engine is not None
            async with self.engine.connect() as db, db.begin():
                yield db

    async def tidy(self) -> None:
        """Now and then, so that no commit has to wait for the disk."""
        if self.file is not None:
            await asyncio.get_running_loop().run_in_executor(self.threads, checkpoint, self.file)

    async def set_shared(self, db: Database, name: str, value: str) -> None:
        """Within a transaction: a value that all hosts of the database share."""
        changed = await db.execute(update(shared).where(shared.c.name == name).values(value=value))
        if not changed.rowcount:
            await db.execute(insert(shared).values(name=name, value=value))


def make_private(path: Path) -> None:
    """Nobody else on the machine reads it; what SQLite writes beside it gets the same rights."""
    if not path.parent.exists() or path.parent == data_folder():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.parent.chmod(0o700)
    path.touch(mode=0o600)
    for each in path.parent.glob(f"{path.name}*"):  # as the first release left them
        each.chmod(0o600)


async def commit_to_disk(db: Database) -> None:
    """This transaction must survive a power cut before anybody is told of it."""
    if isinstance(db, InlineConnection):
        db.to_disk = True
    else:
        await db.execute(WAIT_FOR_DISK)


def is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    return bool(connection.scalar(text("SELECT version_num FROM alembic_version")) == NEWEST)


def make_file_engine(settings: Settings) -> Engine:
    engine = create_engine(settings.database_url, poolclass=QueuePool, pool_size=10, hide_parameters=True)
    event.listen(engine, "connect", partial(prepare_sqlite, "FULL" if settings.durable else "NORMAL"))
    event.listen(engine, "begin", begin_sqlite)
    return engine


def prepare_sqlite(synchronous: str, connection: Any, record: object) -> None:
    """The driver's own transactions silently lose updates: we begin ours ourselves."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON", "busy_timeout=10000", MOST_WAL):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def checkpoint(engine: Engine) -> None:
    """Moves what was written ahead into the database's file; waits for the disk, so it is called in a thread."""
    with engine.connect() as connection:
        connection.connection.driver_connection.execute("PRAGMA wal_checkpoint(PASSIVE)")  # type: ignore[union-attr]


def begin_sqlite(connection: Any) -> None:
    if not connection.get_execution_options().get("writes", False):  # the writer begins by itself
        connection.exec_driver_sql("BEGIN")
