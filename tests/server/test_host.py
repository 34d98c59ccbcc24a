"""What hosts do: move a server between databases, look after people and tables, read settings, put load on it."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from klatsch.server import settings
from klatsch.server.host import admin, export_import, load_test
from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch, Status
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import chat, metadata

import postgres

NONCE = "0123456789abcdef" * 2


async def furnished(server: Server) -> tuple[Person, HostedMatch]:
    """A server with an account and a running game."""
    await server.open()
    person, _ = await server.people.sign_up(await server.people.new_guest("en"), "Anna", "espresso forte")
    hosted = setup.open_match(NewMatch("choco", ("me", "me")), PersonRef(person.id, person.name), time.time())
    setup.be_ready(hosted, person.id, NONCE, time.time())
    await server.matches.add(hosted)
    rng = random.Random(2)
    for _ in range(10):
        async with server.matches.change(hosted.id) as fork:
            assert fork.match is not None
            action = rng.choice(fork.match.state.legal_actions())
            playing.play(fork, fork.actor, fork.game.notation(action), None, time.time())
    async with server.storage.write() as db:
        await db.execute(chat.insert().values(match=hosted.id, person=person.id, name="Anna", text="Hé!", at=1.0))
    return person, fork


async def everything(server: Server) -> dict[str, list[tuple[object, ...]]]:
    async with server.storage.read() as db:
        return {
            table.name: [tuple(row) for row in await db.execute(select(table).order_by(*table.primary_key.columns))]
            for table in metadata.sorted_tables
            if table.name != "shared"
        }


def test_a_server_moves_from_sqlite_to_sqlite(tmp_path: Path) -> None:
    asyncio.run(move(Settings(data=tmp_path / "a"), Settings(data=tmp_path / "b"), tmp_path / "file"))


@postgres.missing
def test_a_server_moves_from_sqlite_to_postgresql_and_back(tmp_path: Path) -> None:
    with postgres.postgres() as url:
        there = Settings(data=tmp_path, database=url)
        asyncio.run(move(Settings(data=tmp_path / "a"), there, tmp_path / "file"))
        asyncio.run(export_import.export(there, tmp_path / "back"))
        assert asyncio.run(export_import.fill(Settings(data=tmp_path / "c"), tmp_path / "back"))
        nowhere = Settings(data=tmp_path, database=url.removesuffix("klatsch") + "nowhere")
        with pytest.raises(ValueError, match=r'the database can.t be opened: .*database "nowhere" does not exist'):
            asyncio.run(export_import.export(nowhere, tmp_path / "never"))


async def move(source: Settings, target: Settings, file: Path) -> None:
    one, two = Server(source), Server(target)
    person, hosted = await furnished(one)
    secret = await one.sessions.begin(person.id, False, "", "")
    before = await everything(one)
    await one.ticker.tick()
    await one.close()
    rows = await export_import.export(source, file)
    assert rows > 10
    with pytest.raises(ValueError, match="isn't empty"):
        await export_import.fill(source, file)
    assert '"heartbeat"' in file.read_text("utf-8")  # clocks have stood still since
    assert await export_import.fill(target, file) == rows
    await two.open()
    assert await everything(two) == before
    assert (await two.people.sign_in("anna", "espresso forte")).id == person.id
    assert await two.people.by_session(secret, "") is not None  # nobody has to sign in again
    assert one.key.secret.hex() not in file.read_text("utf-8")
    assert (await two.matches.get(hosted.id)).checksum == hosted.checksum
    async with two.storage.write() as db:  # and new rows get new numbers
        await db.execute(chat.insert().values(match=hosted.id, person=person.id, name="Anna", text="Hi", at=2.0))
    await two.close()


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"format": "klatsch-server 1", "schema": "0000"}'])
def test_a_file_that_is_no_export(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    with pytest.raises(ValueError, match="file"):
        asyncio.run(export_import.fill(Settings(data=tmp_path), file))


def test_care_for_people_and_tables(tmp_path: Path) -> None:
    async def check() -> None:
        given = Settings(data=tmp_path)
        server = Server(given)
        person, hosted = await furnished(server)
        secret = await server.sessions.begin(person.id, False, "", "")
        told = await admin.reset_password(given, "ANNA")
        assert (await server.people.sign_in("anna", told.rpartition(" ")[2])).id == person.id
        assert await server.people.by_session(secret, "") is None
        await admin.ban(given, "anna", lift=False)
        with pytest.raises(ValueError, match="closed by the host"):
            await server.people.sign_in("anna", told.rpartition(" ")[2])
        await admin.ban(given, "anna", lift=True)
        assert (await server.matches.get(hosted.id)).status == Status.PLAYING
        await admin.close(given, hosted.id)
        assert (await server.matches.get(hosted.id)).status == Status.CLOSED
        assert await admin.reports(given) == "Nothing was reported."
        for work in (admin.ban(given, "nobody", lift=False), admin.close(given, "nowhere")):
            with pytest.raises(ValueError, match="there is no"):
                await work
        await server.close()

    asyncio.run(check())


def test_settings_come_from_flags_environment_and_file(tmp_path: Path) -> None:
    file = tmp_path / "klatsch.toml"
    file.write_text('port = 1\nhost = "file"\nworkers = 1\nbot_workers = 3\n')
    found = settings.load({"port": 3, "host": None}, {"KLATSCH_PORT": "2", "KLATSCH_HOST": "environment"}, file)
    assert (found.port, found.host, found.bot_workers) == (3, "environment", 3)
    assert settings.load({}, found.as_environment(), None) == found


@pytest.mark.parametrize(
    ("flags", "environment", "file", "words"),
    [
        ({"workers": 2}, {}, "", "postgresql"),
        ({}, {"KLATSCH_PORT": "many"}, "", "KLATSCH_PORT can't be 'many'"),
        ({}, {"KLATSCH_METRICS": "perhaps"}, "", "yes or no"),
        ({}, {}, "colour = 1", "no setting 'colour'"),
        ({}, {}, "port = ", "klatsch.toml"),
        ({"public_url": "example.org"}, {}, "", "http"),
    ],
)
def test_settings_that_cannot_be(
    tmp_path: Path, flags: dict[str, object], environment: dict[str, str], file: str, words: str
) -> None:
    path = tmp_path / "klatsch.toml"
    path.write_text(file)
    with pytest.raises(ValueError, match=words):
        settings.load(flags, environment, path)


def test_a_small_load() -> None:
    report = load_test.measure(tables=3, seconds=3, address="", database="")
    assert report.errors == 0, report.first_error
    assert report.actions >= 6
    assert json.loads(report.json())["sockets"] == 9
    assert 0 < report.median_ms <= report.p99_ms <= report.worst_ms


def test_load_is_for_this_machine_only() -> None:
    with pytest.raises(ValueError, match="this machine only"):
        load_test.measure(1, 1, "http://example.org", "")
