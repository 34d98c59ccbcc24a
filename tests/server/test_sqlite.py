"""SQLite as we use it: readers see one moment, nothing is left open, the log of writes is tidied up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from sqlite3 import OperationalError

import pytest
from sqlalchemy import Connection, func, insert, select, text

from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage, is_current
from klatsch.server.storage.schema import shared


async def opened(folder: Path) -> Storage:
    storage = Storage(Settings(data=folder))
    await storage.open()
    return storage


async def write(storage: Storage, name: str) -> None:
    async with storage.write() as db:
        await db.execute(insert(shared).values(name=name, value="x" * 200))


def test_a_reader_sees_one_moment(tmp_path: Path) -> None:
    """Whatever is written meanwhile."""

    async def check() -> None:
        storage = await opened(tmp_path)
        number = select(func.count()).select_from(shared)
        async with storage.read() as db:
            before = await db.scalar(number)
            await write(storage, "later")
            assert await db.scalar(number) == before
        async with storage.read() as db:
            assert await db.scalar(number) == before + 1
        await storage.close()

    asyncio.run(check())


def test_a_closed_database_is_one_file(tmp_path: Path) -> None:
    """SQLite puts the others away when the last connection is closed, those of readers among them."""

    async def check() -> None:
        storage = await opened(tmp_path)
        async with storage.read() as one, storage.read() as two:
            assert await one.scalar(select(1)) == await two.scalar(select(1)) == 1
        assert len(list(tmp_path.iterdir())) == 3
        await storage.close()
        assert len(list(tmp_path.iterdir())) == 1

    asyncio.run(check())


def test_tidying_moves_what_was_written_into_the_file(tmp_path: Path) -> None:
    async def check() -> None:
        storage = await opened(tmp_path)
        await write(storage, "needle")
        (file,) = tmp_path.glob("*.sqlite*[!lm]")
        assert b"needle" not in file.read_bytes()
        await storage.tidy()
        assert b"needle" in file.read_bytes()
        await storage.close()

    asyncio.run(check())


def test_who_waits_too_long_for_another_process_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klatsch.server.storage.sqlite_writer.LOCKED_SECONDS", 0.02)

    async def check() -> None:
        storage, another = await opened(tmp_path), await opened(tmp_path)
        async with another.write():
            with pytest.raises(OperationalError, match="locked"):
                await write(storage, "in vain")
        await write(storage, "then")
        for each in (storage, another):
            await each.close()

    asyncio.run(check())


def test_whether_a_database_has_the_newest_schema(tmp_path: Path) -> None:
    def version(connection: Connection, number: str) -> bool:
        connection.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": number})
        return is_current(connection)

    async def check() -> None:
        storage = Storage(Settings(data=tmp_path))
        async with storage.write() as db:
            assert not await db.run_sync(is_current)
        await storage.open()
        async with storage.write() as db:
            assert await db.run_sync(is_current)
            assert not await db.run_sync(lambda connection: version(connection, "0000"))
        await storage.close()

    asyncio.run(check())
