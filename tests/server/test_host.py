"""What hosts do: move a server between databases, look after people and tables, read settings, put load on it."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from klatsch.server import care, load, playing, seating, settings, transfer
from klatsch.server.house import House
from klatsch.server.live import CLOSED, PLAYING, Live
from klatsch.server.people import Person
from klatsch.server.schema import chat, metadata
from klatsch.server.seating import Plan, Sitter
from klatsch.server.settings import Settings

import postgres

NONCE = "0123456789abcdef" * 2


async def furnished(house: House) -> tuple[Person, Live]:
    """A server with an account and a running game."""
    await house.open()
    person, _ = await house.people.sign_up(await house.people.new_guest("en"), "Anna", "espresso forte")
    live = seating.open_match(Plan("choco", ("me", "me")), Sitter(person.id, person.name), time.time())
    seating.be_ready(live, person.id, NONCE, time.time())
    await house.tables.add(live)
    rng = random.Random(2)
    for _ in range(10):
        async with house.tables.change(live.id) as fork:
            assert fork.table is not None
            action = rng.choice(fork.table.state.legal_actions())
            playing.play(fork, fork.actor, fork.game.notation(action), None, time.time())
    async with house.storage.write() as db:
        await db.execute(chat.insert().values(match=live.id, person=person.id, name="Anna", text="Hé!", at=1.0))
    return person, fork


async def everything(house: House) -> dict[str, list[tuple[object, ...]]]:
    async with house.storage.read() as db:
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
        asyncio.run(transfer.export(there, tmp_path / "back"))
        assert asyncio.run(transfer.fill(Settings(data=tmp_path / "c"), tmp_path / "back"))
        nowhere = Settings(data=tmp_path, database=url.removesuffix("klatsch") + "nowhere")
        with pytest.raises(ValueError, match=r'the database can.t be opened: .*database "nowhere" does not exist'):
            asyncio.run(transfer.export(nowhere, tmp_path / "never"))


async def move(source: Settings, target: Settings, file: Path) -> None:
    one, two = House(source), House(target)
    person, live = await furnished(one)
    before = await everything(one)
    await one.tick()
    await one.close()
    rows = await transfer.export(source, file)
    assert rows > 10
    with pytest.raises(ValueError, match="isn't empty"):
        await transfer.fill(source, file)
    assert '"heartbeat"' in file.read_text("utf-8")  # clocks have stood still since
    assert await transfer.fill(target, file) == rows
    await two.open()
    assert await everything(two) == before
    assert (await two.people.sign_in("anna", "espresso forte")).id == person.id
    assert await two.people.by_cookie(one.people.cookie(person)) is not None  # the key has moved too
    assert (await two.tables.get(live.id)).checksum == live.checksum
    async with two.storage.write() as db:  # and new rows get new numbers
        await db.execute(chat.insert().values(match=live.id, person=person.id, name="Anna", text="Hi", at=2.0))
    await two.close()


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"format": "klatsch-server 1", "schema": "0000"}'])
def test_a_file_that_is_no_export(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    with pytest.raises(ValueError, match="file"):
        asyncio.run(transfer.fill(Settings(data=tmp_path), file))


def test_care_for_people_and_tables(tmp_path: Path) -> None:
    async def check() -> None:
        given = Settings(data=tmp_path)
        house = House(given)
        person, live = await furnished(house)
        cookie = house.people.cookie(person)
        told = await care.reset_password(given, "ANNA")
        assert (await house.people.sign_in("anna", told.rpartition(" ")[2])).id == person.id
        assert await house.people.by_cookie(cookie) is None
        await care.ban(given, "anna", lift=False)
        with pytest.raises(ValueError, match="closed by the host"):
            await house.people.sign_in("anna", told.rpartition(" ")[2])
        await care.ban(given, "anna", lift=True)
        assert (await house.tables.get(live.id)).status == PLAYING
        await care.close(given, live.id)
        assert (await house.tables.get(live.id)).status == CLOSED
        assert await care.reports(given) == "Nothing was reported."
        for work in (care.ban(given, "nobody", lift=False), care.close(given, "nowhere")):
            with pytest.raises(ValueError, match="there is no"):
                await work
        await house.close()

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
    report = load.measure(tables=3, seconds=3, address="", database="")
    assert report.errors == 0, report.first_error
    assert report.actions >= 6
    assert json.loads(report.json())["sockets"] == 9
    assert 0 < report.median_ms <= report.p99_ms <= report.worst_ms


def test_load_is_for_this_machine_only() -> None:
    with pytest.raises(ValueError, match="this machine only"):
        load.measure(1, 1, "http://example.org", "")
