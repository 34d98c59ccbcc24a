"""Back-ups: a server as it is at one moment, while it runs. The file is restored once before it is called good."""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import RowMapping, func, make_url, select

from klatsch.core import registry
from klatsch.server.host import export_import
from klatsch.server.host.sealed_file import Head, read_head, seal, unseal
from klatsch.server.match.hosted_match import Status
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Database, Storage, is_current
from klatsch.server.storage.matches import read_match
from klatsch.server.storage.migrations import NEWEST
from klatsch.server.storage.schema import matches, metadata

FORMAT = "klatsch-backup 1"
NAME = "server.jsonl"  # of the content

Told = Callable[[str], object]
"""Is told, in words, how far it is."""


async def backup(settings: Settings, file: Path, passphrase: str = "", told: Told = str) -> int:
    """Writes a checked back-up; how many rows. ValueError, and no file, if it can't be restored."""
    with TemporaryDirectory(prefix="klatsch-backup-") as made:
        folder = Path(made)
        told("Copying …")
        async with standing_still(settings, folder / "copy") as storage:
            counts = await export_import.write_all(storage, folder / NAME)
        told(f"Writing {sum(counts.values())} rows …")
        head = Head(FORMAT, NEWEST, time.time(), dict(counts))
        unfinished = file.with_name(f"{file.name}.unfinished")
        try:
            seal(folder / NAME, unfinished, head, passphrase)
            await restore(Settings(data=folder / "check"), unfinished, passphrase, told)
            unfinished.replace(file)  # until now an older back-up of this name was not touched
        finally:
            unfinished.unlink(missing_ok=True)
    return sum(counts.values())


@asynccontextmanager
async def standing_still(settings: Settings, copy: Path) -> AsyncIterator[Storage]:
    """A server's database at one moment: of SQLite's file a copy, which also may be brought up to date."""
    if settings.is_sqlite:
        copy_file(Path(make_url(settings.database_url).database or ""), copy)
        settings = Settings(data=copy)
    storage = Storage(settings)
    try:
        if settings.is_sqlite:
            await storage.open()
        else:
            await check_schema(storage)
        yield storage
    finally:
        await storage.close()


def copy_file(source: Path, folder: Path) -> None:
    """SQLite's own way: in one step, so that it neither stops those who write nor begins anew because of them."""
    if not source.is_file():
        raise ValueError(f"there is no database {source}")
    folder.mkdir(mode=0o700)
    one, other = sqlite3.connect(source), sqlite3.connect(folder / "klatsch.sqlite3")
    try:
        one.backup(other)
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{source} can't be copied: {error}") from error
    finally:
        one.close()
        other.close()


async def check_schema(storage: Storage) -> None:
    """A back-up changes nothing: it doesn't bring a database up to date on which an older server may run."""
    async with storage.read() as db:
        if not await db.run_sync(is_current):
            raise ValueError("the database is of another version: start this version's server first")


# ── Checking and restoring ────────────────────────────────────────────────────────────────────────


async def restore(settings: Settings, file: Path, passphrase: str = "", told: Told = str) -> int:
    """Fills an empty database; how many rows. ValueError if the file, the passphrase or the place isn't right."""
    head = head_of(file)
    with TemporaryDirectory(prefix="klatsch-restore-") as folder:
        told("Reading …")
        content = Path(folder) / NAME
        unseal(file, content, passphrase)
        if counted(content) != Counter(head.rows):
            raise ValueError(f"{file} hasn't the rows that it should have")
        told("Restoring …")
        rows = await export_import.fill(settings, content)
    await check_restored(settings, head, told)
    return rows


def head_of(file: Path) -> Head:
    with file.open("rb") as source:
        head = read_head(source, file)
    if head.format != FORMAT:
        raise ValueError(f"{file} is no back-up that this version of Klatsch can read")
    return head


def counted(content: Path) -> Counter[str]:
    """How many rows there are of each table."""
    with content.open(encoding="utf-8") as file:
        next(file)
        return Counter(json.loads(line)["table"] for line in file)


async def check_restored(settings: Settings, head: Head, told: Told) -> None:
    """All rows are there, and every running match is replayed to the position that it had."""
    storage = Storage(settings)
    try:
        await storage.open()
        async with storage.read() as db:
            if head.schema == NEWEST:  # steps between versions may make rows
                await check_counts(db, Counter(head.rows))
            running = select(matches).where(matches.c.status == Status.PLAYING).order_by(matches.c.id)
            rows = (await db.execute(running)).mappings().all()
            for number, row in enumerate(rows, start=1):
                told(f"Checking running games: {number} of {len(rows)} …")
                await check_position(db, row)
    finally:
        await storage.close()


async def check_counts(db: Database, wanted: Counter[str]) -> None:
    for table in metadata.sorted_tables:
        found = await db.scalar(select(func.count()).select_from(table))
        if found != wanted[table.name]:
            raise ValueError(f"{table.name}: {found} rows were restored instead of {wanted[table.name]}")


async def check_position(db: Database, row: RowMapping) -> None:
    """Of a match by today's rules; whether others can go on, the server decides when it next starts."""
    if row["rules_version"] != registry.definition(row["game"]).rules_version:
        return
    hosted = await read_match(db, row)
    if (hosted.checksum, len(hosted.running_match().events)) != (row["checksum"], row["version"]):
        raise ValueError(f"match {row['id']} was restored to another position than it had")
