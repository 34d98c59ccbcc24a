"""Export and import: a whole server as one file.

JSON, one row a line, parents before children; so a server moves between SQLite and PostgreSQL.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text

from klatsch.server.settings import Settings
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.key import MARK_NAME
from klatsch.server.storage.migrations import NEWEST
from klatsch.server.storage.schema import metadata

FORMAT = "klatsch-server 1"
BATCH = 500


async def export(settings: Settings, path: Path) -> int:
    """Writes everything; how many rows."""
    storage = Storage(settings)
    await storage.open()
    try:
        return sum((await write_all(storage, path)).values())
    finally:
        await storage.close()


async def write_all(storage: Storage, path: Path) -> dict[str, int]:
    """Everything as it is at one moment; how many rows of each table."""
    async with storage.read() as db:
        if not storage.settings.is_sqlite:  # one moment for all tables; SQLite reads one anyway
            await db.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        with open(path, "w", encoding="utf-8", opener=private) as file:
            print(json.dumps({"format": FORMAT, "schema": NEWEST}), file=file)
            return {table.name: await write_table(db, table, file) for table in metadata.sorted_tables}


def private(path: str, flags: int) -> int:
    """A file that nobody else reads: it holds seeds and hashes of passwords."""
    descriptor = os.open(path, flags, 0o600)
    os.fchmod(descriptor, 0o600)
    return descriptor


async def write_table(db: Database, table: Table, file: TextIO) -> int:
    number = 0
    keys = list(table.primary_key.columns)
    for row in (await db.execute(select(table).order_by(*keys))).mappings():
        if row.get("name") == MARK_NAME and table.name == "shared":  # the next host may have another key
            continue
        print(json.dumps({"table": table.name, "row": dict(row)}, ensure_ascii=False), file=file)
        number += 1
    return number


async def fill(settings: Settings, path: Path) -> int:
    """Reads a file into an empty database; ValueError, and nothing is changed, if that can't be."""
    with TemporaryDirectory(prefix="klatsch-import-") as folder:
        return await fill_with(settings, await brought_up_to_date(path, Path(folder)))


async def fill_with(settings: Settings, path: Path) -> int:
    storage = Storage(settings)
    await storage.open()
    rows = 0
    try:
        async with storage.write() as db:
            await check_empty(db)
            for table, batch in batches(path):
                await db.execute(insert(table), batch)
                rows += len(batch)
            if not settings.is_sqlite:
                await count_on(db)
    finally:
        await storage.close()
    return rows


async def check_empty(db: Database) -> None:
    for table in metadata.sorted_tables:
        if table.name != "shared" and await db.scalar(select(func.count()).select_from(table)):
            raise ValueError(f"the database isn't empty: it has {table.name}")
    await db.execute(metadata.tables["shared"].delete())


def batches(path: Path) -> Iterator[tuple[Table, list[dict[str, object]]]]:
    """The rows of a file, some of one table at a time."""
    for name, rows in batches_of(path, metadata):
        yield metadata.tables[name], rows


def batches_of(path: Path, schema: MetaData) -> Iterator[tuple[str, list[dict[str, object]]]]:
    with path.open(encoding="utf-8") as file:
        check_head(file.readline(), path)
        name = ""
        batch: list[dict[str, object]] = []
        for number, line in enumerate(file, start=2):
            try:
                data = json.loads(line)
                table, row = data["table"], data["row"]
                schema.tables[table]
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"{path}: line {number} can't be read") from error
            if batch and (table != name or len(batch) == BATCH):
                yield name, batch
                batch = []
            name = table
            batch.append(row)
        if batch:
            yield name, batch


def check_head(line: str, path: Path) -> str:
    """The schema of the rows that follow."""
    try:
        head = json.loads(line)
    except ValueError:
        head = {}
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise ValueError(f"{path} is no export of a Klatsch server")
    return str(head.get("schema"))


# ── Of older versions ─────────────────────────────────────────────────────────────────────────────


async def brought_up_to_date(path: Path, folder: Path) -> Path:
    """The same server in today's schema: an older one is filled in as it was, and then takes the steps since."""
    with path.open(encoding="utf-8") as file:
        schema = check_head(file.readline(), path)
    if schema == NEWEST:
        return path
    from klatsch.server.storage.migrate import known, upgrade

    if schema not in known():
        raise ValueError(f"{path} has schema {schema}, which this version (with {NEWEST}) doesn't know")
    storage = Storage(Settings(data=folder))
    try:
        async with storage.write() as db:
            await db.run_sync(lambda connection: upgrade(connection, schema))
            await db.run_sync(lambda connection: fill_older(connection, path))
        await storage.open()
        await write_all(storage, folder / "newer.jsonl")
    finally:
        await storage.close()
    return folder / "newer.jsonl"


def fill_older(connection: Connection, path: Path) -> None:
    there = MetaData()
    there.reflect(connection)
    connection.execute(there.tables["shared"].delete())  # what the steps have written is in the file, too
    for name, rows in batches_of(path, there):
        connection.execute(insert(there.tables[name]), rows)


async def count_on(db: Database) -> None:
    """PostgreSQL numbers new rows from where the imported ones end."""
    for table in metadata.sorted_tables:
        if table.name in ("audit", "chat", "reports"):
            highest = f"(SELECT COALESCE(MAX(id), 0) + 1 FROM {table.name})"
            await db.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {highest}, false)"))
