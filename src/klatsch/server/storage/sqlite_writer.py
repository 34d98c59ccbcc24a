"""Group commit for SQLite: all writes of one turn of the event loop share one commit.

Every change is a savepoint of the shared transaction, so that one that fails takes only itself back. Nobody is told
that a change was made before the commit that holds it. If one of the changes asks for it, the commit is on the disk
before anybody is told; the others of that commit have it for nothing.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from sqlite3 import SQLITE_BUSY, OperationalError
from typing import Any

from sqlalchemy import Connection, Engine, Executable, bindparam
from sqlalchemy.sql.compiler import SQLCompiler

LOCKED_SECONDS = 10.0
RETRY_SECONDS = 0.002


class InlineConnection:
    """A connection to a file, with the face of one over the network.

    SQLite answers within microseconds. Asked through a thread, as aiosqlite does, an action costs fifteen changes of
    thread; so it is asked at once. Writers queue up before it, since one that waited inside SQLite would stop them all.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.driver: Any = connection.connection.dbapi_connection
        self.to_disk = False  # the commit must survive a power cut

    async def execute(self, statement: Any, parameters: Any = None, /) -> Any:
        return self.connection.execute(statement, parameters)

    async def scalar(self, statement: Any, /) -> Any:
        return self.connection.scalar(statement)

    async def scalars(self, statement: Any, /) -> Any:
        return self.connection.scalars(statement)

    async def run_sync(self, task: Callable[[Connection], Any], /) -> Any:
        return task(self.connection)


class Writer:
    """The one connection that writes to a file."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.log = Path(f"{engine.url.database}-wal")
        self.turn = asyncio.Lock()  # one writer at a time between savepoint and release
        self.db: InlineConnection | None = None
        self.waiting: list[asyncio.Future[None]] = []  # for the commit

    @asynccontextmanager
    async def change(self) -> AsyncIterator[InlineConnection]:
        """What the block does is there for good when it ends, or not at all."""
        async with self.turn:
            db = await self.begin()
            db.driver.execute("SAVEPOINT change")
            try:
                yield db
                db.driver.execute("RELEASE change")
            except BaseException:
                self.take_back(db)
                raise
            done = self.commit_soon()
        await done

    async def begin(self) -> InlineConnection:
        """The shared transaction. It is begun and ended by the driver: SQLAlchemy takes ten times as long.

        Another process (`klatsch admin`) may write just now: it is awaited here, and not inside SQLite.
        """
        if self.db is None:
            self.db = InlineConnection(self.engine.connect().execution_options(writes=True))
            self.db.connection.begin()  # for SQLAlchemy (and Alembic) there is always one, which they don't end
            self.db.driver.execute("PRAGMA busy_timeout=0")
        end = time.monotonic() + LOCKED_SECONDS
        while not self.db.driver.in_transaction:
            try:
                self.db.driver.execute("BEGIN IMMEDIATE")
            except OperationalError as error:
                if error.sqlite_errorcode & 0xFF != SQLITE_BUSY or time.monotonic() > end:
                    raise  # a read-only file doesn't become another by waiting
                await asyncio.sleep(RETRY_SECONDS)
        return self.db

    def take_back(self, db: InlineConnection) -> None:
        if db.driver.in_transaction:
            db.driver.execute("ROLLBACK TO change")
            db.driver.execute("RELEASE change")
            self.schedule()
        else:  # after some errors (a full disk) SQLite itself has taken everything back
            self.commit()  # fails for all who wait, at once: the next transaction isn't theirs

    def commit_soon(self) -> asyncio.Future[None]:
        done = asyncio.get_running_loop().create_future()
        self.waiting.append(done)
        self.schedule()
        return done

    def schedule(self) -> None:
        """Whoever is ready in this turn of the loop still comes along."""
        asyncio.get_running_loop().call_soon(self.commit_unless_busy)

    def commit_unless_busy(self) -> None:
        if not self.turn.locked():  # else whoever writes now schedules it again
            self.commit()

    def commit(self) -> None:
        waiting, self.waiting = self.waiting, []
        failed: Exception | None = None
        try:
            if self.db is not None and self.db.driver.in_transaction:
                self.db.driver.execute("COMMIT")
                if self.db.to_disk:
                    self.db.to_disk = False
                    sync(self.log)
            elif waiting:  # SQLite took everything back by itself
                raise OSError("the change couldn't be written")
        except Exception as error:
            failed = error
            self.close_connection()
        for done in waiting:
            if done.done():  # its task was cancelled
                continue
            if failed is None:
                done.set_result(None)
            else:
                done.set_exception(failed)

    def close(self) -> None:
        self.commit()
        self.close_connection()

    def close_connection(self) -> None:
        if self.db is not None:
            self.db.connection.close()
            self.db = None


def sync(log: Path) -> None:
    """As SQLite itself does with synchronous=FULL, which can't be chosen once a transaction has begun.

    In the event loop: nobody may read what is committed, and not yet on the disk.
    """
    with log.open("r+b") as file:
        os.fsync(file.fileno())


class Prepared:
    """A statement for every action: on SQLite its text is kept, and goes straight to the driver."""

    def __init__(self, statement: Executable) -> None:
        self.statement = statement
        self.text = ""
        self.names: list[str] = []
        self.processors: list[Callable[[Any], Any] | None] = []

    async def run(self, db: Any, *rows: dict[str, object]) -> Any:
        """Execute it for one or more rows of parameters: a cursor of the driver, or SQLAlchemy's result."""
        if not isinstance(db, InlineConnection):
            return await db.execute(self.statement, rows[0] if len(rows) == 1 else list(rows))
        if not self.text:
            self.compile(db.connection)
        cursor = db.driver.cursor()
        for row in rows:
            cursor.execute(
                self.text,
                [
                    row[name] if process is None else process(row[name])
                    for name, process in zip(self.names, self.processors, strict=True)
                ],
            )
        return cursor

    def compile(self, connection: Connection) -> None:
        compiled = self.statement.compile(connection)  # type: ignore[attr-defined]
        assert isinstance(compiled, SQLCompiler)
        self.names = list(compiled.positiontup or ())
        types = [compiled.binds[name].type.dialect_impl(connection.dialect) for name in self.names]
        self.processors = [kind.bind_processor(connection.dialect) for kind in types]
        self.text = str(compiled)


def given(name: str) -> Any:
    """A parameter of a prepared statement."""
    return bindparam(name)
