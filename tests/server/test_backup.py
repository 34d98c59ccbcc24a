"""Back-ups: taken while people play, restored once before they are called good, and refused when they aren't."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select
from typer.testing import CliRunner

from klatsch.cli.app import app
from klatsch.server.host import export_import
from klatsch.server.host.backup import backup, restore
from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage
from klatsch.server.storage.schema import events, matches

import postgres

NONCE = "0123456789abcdef" * 2
SECRET = "three cups of coffee"


async def begun(server: Server) -> HostedMatch:
    person = await server.people.new_guest("en")
    hosted = setup.open_match(NewMatch("chocolate-coin", ("me",) * 4), PersonRef(person.id, "Anna"), time.time())
    setup.be_ready(hosted, person.id, NONCE, time.time())
    await server.matches.add(hosted)
    return hosted


async def play(server: Server, id: str, rng: random.Random) -> int:
    async with server.matches.change(id) as fork:
        assert fork.match is not None
        action = rng.choice(fork.match.state.legal_actions())
        playing.play(fork, fork.actor, fork.game.notation(action), None, time.time())
    return fork.version


async def furnished(settings: Settings) -> None:
    """A running game of some actions."""
    server = Server(settings)
    await server.open()
    hosted = await begun(server)
    for number in range(20):
        await play(server, hosted.id, random.Random(number))
    await server.close()


async def versions(settings: Settings) -> list[tuple[int, int]]:
    """Of each match: how many events it should have, and how many there are."""
    storage = Storage(settings)
    await storage.open()
    counted = select(func.count()).where(events.c.match == matches.c.id).scalar_subquery()
    async with storage.read() as db:
        rows = [(version, number) for version, number in await db.execute(select(matches.c.version, counted))]
    await storage.close()
    return rows


# ── While it runs ─────────────────────────────────────────────────────────────────────────────────


def test_a_back_up_while_people_play(tmp_path: Path) -> None:
    asyncio.run(back_up_while_playing(Settings(data=tmp_path / "here"), Settings(data=tmp_path / "there"), tmp_path))


@postgres.missing
def test_a_back_up_of_postgresql_while_people_play(tmp_path: Path) -> None:
    with postgres.postgres() as url:
        here = Settings(data=tmp_path / "here", database=url)
        asyncio.run(back_up_while_playing(here, Settings(data=tmp_path / "there"), tmp_path))


async def back_up_while_playing(here: Settings, there: Settings, folder: Path) -> None:
    server = Server(here)
    await server.open()
    running = [await begun(server) for _ in range(3)]
    rng = random.Random(3)
    before = sum([await play(server, hosted.id, rng) for hosted in running])
    # In a thread with a loop of its own, as the command is a process of its own.
    task = asyncio.create_task(asyncio.to_thread(lambda: asyncio.run(backup(here, folder / "file"))))
    played = 0
    while not task.done():
        await play(server, rng.choice(running).id, rng)
        played += 1
        await asyncio.sleep(0)
    await task
    after = sum([(await server.matches.get(hosted.id)).version for hosted in running])
    await server.close()
    assert played > 10, "nobody played meanwhile"
    await restore(there, folder / "file")  # which compares rows and positions
    found = await versions(there)
    assert all(version == number for version, number in found)  # no half of a change
    assert before <= sum(version for version, _ in found) < after
    two = Server(there)
    await two.open()
    for hosted in running:
        await play(two, hosted.id, rng)  # and it goes on
    await two.close()


# ── What is refused ───────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def furnished_server(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    settings = Settings(data=tmp_path_factory.mktemp("furnished"))
    asyncio.run(furnished(settings))
    return settings


@pytest.mark.parametrize("passphrase", ["", SECRET])
def test_there_and_back(furnished_server: Settings, tmp_path: Path, passphrase: str) -> None:
    file = tmp_path / "file"
    rows = asyncio.run(backup(furnished_server, file, passphrase))
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file"]  # nothing else is left
    there = Settings(data=tmp_path / "there")
    assert asyncio.run(restore(there, file, passphrase)) == rows
    assert asyncio.run(versions(there)) == asyncio.run(versions(furnished_server))
    with pytest.raises(ValueError, match="isn't empty"):
        asyncio.run(restore(there, file, passphrase))


def test_an_encrypted_back_up_tells_nothing_to_a_wrong_passphrase(furnished_server: Settings, tmp_path: Path) -> None:
    file = tmp_path / "file"
    asyncio.run(backup(furnished_server, file, SECRET))
    assert b"chocolate-coin" not in file.read_bytes()
    for wrong in ("", "four cups of coffee"):
        with pytest.raises(ValueError, match=r"the passphrase isn't that of .*file"):
            asyncio.run(restore(Settings(data=tmp_path / "there"), file, wrong))


@pytest.mark.parametrize("passphrase", ["", SECRET])
@pytest.mark.parametrize("damage", ["a bit", "the end", "the head", "something more"])
def test_a_damaged_file_is_refused(furnished_server: Settings, tmp_path: Path, passphrase: str, damage: str) -> None:
    file, there = tmp_path / "file", Settings(data=tmp_path / "there")
    asyncio.run(backup(furnished_server, file, passphrase))
    data = bytearray(file.read_bytes())
    if damage == "a bit":
        data[-200] ^= 1
    elif damage == "the end":
        del data[-50:]
    elif damage == "the head":
        data = data.replace(b'"events":', b'"events":1')
    else:
        data += b"more"
    file.write_bytes(data)
    with pytest.raises(ValueError, match=r"damaged|hasn't the rows"):
        asyncio.run(restore(there, file, passphrase))
    assert not (there.data / "klatsch.sqlite3").exists()  # nothing was begun


@pytest.mark.parametrize("text", [b"", b"nonsense", b"{}\n", b'{"sha256": ""}\n', b"\xff\xfe\n"])
def test_another_file_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "file").write_bytes(text)
    with pytest.raises(ValueError, match="file is no back-up"):
        asyncio.run(restore(Settings(data=tmp_path / "there"), tmp_path / "file"))


def test_a_back_up_that_cant_be_restored_is_none(
    furnished_server: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the one of yesterday stays."""
    file = tmp_path / "file"
    asyncio.run(backup(furnished_server, file))
    yesterday = file.read_bytes()
    write_table = export_import.write_table

    async def forgetful(db: object, table: object, out: object) -> int:
        return await write_table(db, table, out) + (getattr(table, "name", "") == "events")  # type: ignore[arg-type]

    monkeypatch.setattr(export_import, "write_table", forgetful)
    with pytest.raises(ValueError, match="hasn't the rows"):
        asyncio.run(backup(furnished_server, file))
    assert file.read_bytes() == yesterday
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_match_of_another_position_is_noticed(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "here")

    async def check() -> None:
        await furnished(settings)
        storage = Storage(settings)
        await storage.open()
        async with storage.write() as db:
            await db.execute(matches.update().values(checksum="of another"))
        await storage.close()
        with pytest.raises(ValueError, match="another position"):
            await backup(settings, tmp_path / "file")

    asyncio.run(check())


def test_where_nothing_is_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no database"):
        asyncio.run(backup(Settings(data=tmp_path), tmp_path / "file"))
    assert list(tmp_path.iterdir()) == []


# ── Of older versions ─────────────────────────────────────────────────────────────────────────────


def test_an_export_of_the_first_release_is_read(tmp_path: Path) -> None:
    old = Path(__file__).parent / "released" / "0001.jsonl"
    settings = Settings(data=tmp_path / "there")
    asyncio.run(export_import.fill(settings, old))
    there = sum(json.loads(line).get("table") == "matches" for line in old.read_text("utf-8").splitlines())
    assert len(asyncio.run(versions(settings))) == there > 0


# ── The commands ──────────────────────────────────────────────────────────────────────────────────


def test_the_commands_take_the_passphrase_from_the_environment(furnished_server: Settings, tmp_path: Path) -> None:
    run = CliRunner(env={"KLATSCH_BACKUP_PASSPHRASE": SECRET}).invoke
    file, there = str(tmp_path / "file"), str(tmp_path / "there")
    done = run(app, ["backup", file, "--encrypt", "--data", str(furnished_server.data)])
    assert (done.exit_code, "were restored from it once" in done.stdout) == (0, True), done.output
    done = run(app, ["restore", file, "--data", there])
    assert (done.exit_code, "rows were restored" in done.stdout) == (0, True), done.output
    assert SECRET not in done.output


def test_the_commands_ask_for_the_passphrase(furnished_server: Settings, tmp_path: Path) -> None:
    file = str(tmp_path / "file")
    words = f"{SECRET}\n{SECRET}\n"
    done = CliRunner().invoke(app, ["backup", file, "--encrypt", "--data", str(furnished_server.data)], input=words)
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(app, ["restore", file, "--data", str(tmp_path / "there")], input="wrong\n")
    assert "the passphrase isn't that of" in str(done.exception)
