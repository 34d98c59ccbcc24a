"""A database of the first release, as it was then: the newest server brings it up to date, and its people play on.

`released/` holds that schema as SQL and a furnished server's rows. Nothing of it is made from today's schema.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, func, insert, select

from klatsch.core import registry
from klatsch.server.match import playing
from klatsch.server.match.hosted_match import HostedMatch, Status
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage import migrate
from klatsch.server.storage.database import Storage
from klatsch.server.storage.migrations import NEWEST
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import chat, metadata, shared

import postgres

RELEASED = Path(__file__).parent / "released"


def rows() -> Iterator[tuple[str, dict[str, Any]]]:
    """The furnished server's rows, parents first."""
    for line in (RELEASED / "0001.jsonl").read_text(encoding="utf-8").splitlines()[1:]:
        data = json.loads(line)
        yield data["table"], data["row"]


def make_first_release(connection: Connection) -> None:
    statements = (RELEASED / f"0001.{connection.dialect.name}.sql").read_text(encoding="utf-8").split(";\n")
    for statement in filter(str.strip, statements):
        connection.exec_driver_sql(statement)
    there = MetaData()
    there.reflect(connection)
    for table, row in rows():
        connection.execute(insert(there.tables[table]).values(row))


async def bring_up_to_date(settings: Settings) -> None:
    old = Storage(settings)
    async with old.write() as db:
        await db.run_sync(make_first_release)
    await old.close()
    server = Server(settings)
    await server.open()
    try:
        await check_schema(server)
        await check_people(server)
        await check_matches(server)
    finally:
        await server.close()


async def check_schema(server: Server) -> None:
    def differences(connection: Connection) -> list[object]:
        assert migrate.current(connection) == NEWEST
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with server.storage.read() as db:
        assert await db.run_sync(differences) == []
        for table in metadata.sorted_tables:
            kept = sum(name == table.name for name, _ in rows())
            assert (await db.scalar(select(func.count()).select_from(table))) >= kept, table.name
        assert (await db.scalar(select(chat.c.text))) == "Olá! <b>"


async def check_people(server: Server) -> None:
    anna = await server.people.sign_in("anna", "espresso forte")
    await check_key_and_cookie(server, anna)
    assert "mute" in (await server.people.blocked_by(anna.id)).values()


async def check_key_and_cookie(server: Server, anna: Person) -> None:
    """The key is in a file now, and no more in the database; the cookies that it signed are good."""
    (key,) = [row["value"] for name, row in rows() if name == "shared" and row["name"] == "cookie_key"]
    assert server.key.file.read_text().strip() == key
    assert server.key.file.stat().st_mode & 0o777 == 0o600
    async with server.storage.read() as db:
        assert key not in list(await db.scalars(select(shared.c.value)))
        until = await db.scalar(select(shared.c.value).where(shared.c.name == "old_cookies_until"))
    assert float(until) == pytest.approx(time.time() + 60 * 86400, abs=600)
    words = f"{anna.id}.{anna.sessions}"
    signature = hmac.digest(bytes.fromhex(key), b"cookie|" + words.encode(), "sha256").hex()[:40]
    assert (await server.people.by_old_cookie(f"{words}.{signature}")) is not None


async def check_matches(server: Server) -> None:
    """Those that the rules of today replay to the same position go on from there; what was over is over."""
    going_on = 0
    for row in (row for name, row in rows() if name == "matches"):
        hosted = await server.matches.get(row["id"])
        if row["status"] == Status.OVER:
            assert (hosted.status, hosted.result) == (Status.OVER, row["result"])
        elif row["rules_version"] == registry.definition(row["game"]).rules_version or hosted.status == Status.PLAYING:
            assert (hosted.status, hosted.checksum, hosted.version) == (Status.PLAYING, row["checksum"], row["version"])
            await play_on(server, hosted)
            going_on += 1
        else:
            assert hosted.status == Status.CLOSED
    assert going_on, "no match of the first release is playable any more: freeze another one beside it"


async def play_on(server: Server, hosted: HostedMatch) -> None:
    rng = random.Random(1)
    for _ in range(5):
        async with server.matches.change(hosted.id) as fork:
            assert fork.match is not None
            action = rng.choice(fork.match.state.legal_actions())
            playing.play(fork, fork.actor, fork.game.notation(action), fork.version, time.time())
    server.matches.kept.clear()
    assert (await server.matches.get(hosted.id)).checksum == fork.checksum


def test_a_server_of_the_first_release_goes_on_with_sqlite(tmp_path: Path) -> None:
    asyncio.run(bring_up_to_date(Settings(data=tmp_path)))


@postgres.missing
def test_a_server_of_the_first_release_goes_on_with_postgresql(tmp_path: Path) -> None:
    with postgres.postgres() as url:
        asyncio.run(bring_up_to_date(Settings(data=tmp_path, database=url)))


def test_the_frozen_schema_is_the_first_step(tmp_path: Path) -> None:
    """The released step still makes what it made: it was never edited."""

    def columns(connection: Connection) -> dict[str, list[tuple[str, str, bool]]]:
        there = MetaData()
        there.reflect(connection)
        return {
            table.name: [(column.name, str(column.type), bool(column.nullable)) for column in table.columns]
            for table in there.sorted_tables
        }

    def by_the_step(connection: Connection) -> None:
        migrate.upgrade(connection, "0001")

    async def check() -> None:
        found = []
        for name, make in (("frozen", make_first_release), ("step", by_the_step)):
            (tmp_path / name).mkdir()
            storage = Storage(Settings(data=tmp_path / name))
            async with storage.write() as db:
                await db.run_sync(make)
            async with storage.read() as db:
                found.append(await db.run_sync(columns))
            await storage.close()
        assert found[0] == found[1]

    asyncio.run(check())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_both_databases_are_frozen(kind: str) -> None:
    text = (RELEASED / f"0001.{kind}.sql").read_text(encoding="utf-8")
    assert text.count("CREATE TABLE") == 12
