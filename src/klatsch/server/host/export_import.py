"""Export and import: a whole server as one file.

JSON, one row a line, parents before children; so a server moves between SQLite and PostgreSQL.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from sqlalchemy import Table, func, insert, select, text

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
    rows = 0
    try:
        async with storage.read() as db:
            if not settings.is_sqlite:  # one moment for all tables; SQLite reads one anyway
                await db.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            with open(path, "w", encoding="utf-8", opener=private) as file:
                print(json.dumps({"format": FORMAT, "schema": NEWEST}), file=file)
                for table in metadata.sorted_tables:
                    rows += await write_table(db, table, file)
    finally:
        await storage.close()
    return rows


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
    with path.open(encoding="utf-8") as file:
        check_head(file.readline(), path)
        name = ""
        batch: list[dict[str, object]] = []
        for number, line in enumerate(file, start=2):
            try:
                data = json.loads(line)
                table, row = data["table"], data["row"]
                metadata.tables[table]
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"{path}: line {number} can't be read") from error
            if batch and (table != name or len(batch) == BATCH):
                yield metadata.tables[name], batch
                batch = []
            name = table
            batch.append(row)
        if batch:
            yield metadata.tables[name], batch


def check_head(line: str, path: Path) -> None:
    try:
        head = json.loads(line)
    except ValueError:
        head = {}
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise ValueError(f"{path} is no export of a Klatsch server")
    if head.get("schema") != NEWEST:
        raise ValueError(f"{path} has schema {head.get('schema')}; here is {NEWEST}: export it with this version")


async def count_on(db: Database) -> None:
    """PostgreSQL numbers new rows from where the imported ones end."""
    for table in metadata.sorted_tables:
        if table.name in ("chat", "reports"):
            highest = f"(SELECT COALESCE(MAX(id), 0) + 1 FROM {table.name})"
            await db.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {highest}, false)"))
