"""Databases: both kinds, from nothing and from the first released schema; nothing is applied twice or half."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, select, text, update

from klatsch.server.errors import Refused
from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch, Status
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage import migrate
from klatsch.server.storage.database import Storage
from klatsch.server.storage.migrations import NEWEST
from klatsch.server.storage.schema import events, matches, metadata

import postgres

ANNA = PersonRef("a", "Anna")
NONCE = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres.postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=postgres.missing)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "sqlite":
        return Settings(data=tmp_path)
    url = request.getfixturevalue("database")
    asyncio.run(empty(Storage(Settings(database=url))))
    return Settings(data=tmp_path, database=url)


async def empty(storage: Storage) -> None:
    async with storage.write() as db:
        await db.execute(text("DROP SCHEMA public CASCADE"))
        await db.execute(text("CREATE SCHEMA public"))
    await storage.close()


async def started(server: Server, *seats: str) -> HostedMatch:
    hosted = setup.open_match(NewMatch("coffee-chess", seats or ("me", "me")), ANNA, time.time())
    setup.be_ready(hosted, ANNA.id, NONCE, time.time())
    await server.matches.add(hosted)
    return hosted


def test_the_migrations_lead_to_the_schema(settings: Settings) -> None:
    async def check() -> list[object]:
        storage = Storage(settings)
        await storage.open()
        async with storage.read() as db:
            differences: list[object] = await db.run_sync(difference)
        await storage.close()
        return differences

    def difference(connection: Connection) -> list[object]:
        assert migrate.current(connection) == migrate.newest() == NEWEST
        for table in metadata.sorted_tables:  # what Alembic doesn't compare: later migrations go by these names
            stored = {key["name"] for key in inspect(connection).get_foreign_keys(table.name)}
            assert stored == {key.name for key in table.foreign_key_constraints}
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert asyncio.run(check()) == []


def test_a_match_comes_back_as_it_was(settings: Settings) -> None:
    async def check() -> None:
        one, two = Server(settings), Server(settings)
        await one.storage.open()
        hosted = await started(one)
        async with one.matches.change(hosted.id) as fork:
            playing.play(fork, 0, "place b1", None, time.time())
        again = await two.matches.get(hosted.id)
        assert again.match is not None
        assert [event.line for event in again.match.events] == ["play 0 place b1"]
        assert again.checksum == fork.checksum
        assert again.seats == fork.seats
        for server in (one, two):
            await server.storage.close()

    asyncio.run(check())


def test_nothing_is_kept_of_a_change_that_may_fail(settings: Settings) -> None:
    """Within a change a match is read in a revision that may never be there for good: nobody else may be shown it."""

    async def check() -> None:
        server = Server(settings)
        await server.storage.open()
        hosted = await started(server)
        server.matches.kept.clear()
        with contextlib.suppress(ZeroDivisionError):
            async with server.matches.change(hosted.id) as fork:
                assert hosted.id not in server.matches.kept
                playing.play(fork, 0, "place b1", None, time.time())
                raise ZeroDivisionError
        assert hosted.id not in server.matches.kept
        assert (await server.matches.get(hosted.id)).version == hosted.version
        await server.storage.close()

    asyncio.run(check())


def test_hammering_one_match_applies_nothing_twice(settings: Settings) -> None:
    """Many clients of two processes play the same decision: one of them does, the others are told."""

    async def check() -> None:
        servers = [Server(settings), Server(settings)]
        await servers[0].storage.open()
        hosted = await started(servers[0])

        async def click(server: Server, version: int) -> bool:
            try:
                async with server.matches.change(hosted.id) as fork:
                    playing.play(fork, 0, "place b1", version, time.time())
            except Refused:
                return False
            return True

        for version in range(2):
            clicks = [click(servers[number % 2], version) for number in range(20)]
            assert sum(await asyncio.gather(*clicks)) == 1
        async with servers[0].storage.read() as db:
            lines = list(await db.scalars(select(events.c.line).order_by(events.c.number)))
        assert lines == ["play 0 place b1"] * 2
        for server in servers:
            await server.storage.close()

    asyncio.run(check())


def test_joins_at_the_same_moment_never_overfill_a_seat(settings: Settings) -> None:
    async def check() -> None:
        servers = [Server(settings), Server(settings)]
        await servers[0].storage.open()
        hosted = setup.open_match(NewMatch("four-armies", ("me", "open", "open", "open")), ANNA, time.time())
        await servers[0].matches.add(hosted)

        async def join(number: int) -> bool:
            try:
                async with servers[number % 2].matches.change(hosted.id) as fork:
                    setup.join(fork, PersonRef(f"p{number}", f"P {number}"), None, None)
            except Refused:
                return False
            return True

        assert sum(await asyncio.gather(*(join(number) for number in range(24)))) == 3
        now = await servers[1].matches.get(hosted.id)
        assert len({seat.person for seat in now.seats}) == 4
        for server in servers:
            await server.storage.close()

    asyncio.run(check())


def test_after_new_rules_an_unfinished_match_goes_on_or_is_closed(settings: Settings) -> None:
    async def check() -> None:
        server = Server(settings)
        await server.storage.open()
        same, other, broken = [await started(server) for _ in range(3)]
        for hosted in (same, other, broken):
            async with server.matches.change(hosted.id) as fork:
                playing.play(fork, 0, "place b1", None, time.time())
        async with server.storage.write() as db:
            await db.execute(update(matches).values(rules_version=0))
            await db.execute(update(matches).where(matches.c.id == other.id).values(checksum="x"))
            await db.execute(update(events).where(events.c.match == broken.id).values(line="play 0 place a1"))
        server.matches.kept.clear()
        await server.matches.adopt_new_rules()
        statuses = [(await server.matches.get(hosted.id)).status for hosted in (same, other, broken)]
        assert statuses == [Status.PLAYING, Status.CLOSED, Status.CLOSED]
        await server.storage.close()

    asyncio.run(check())
