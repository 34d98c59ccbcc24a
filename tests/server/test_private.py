"""What a server keeps to itself: files that only it reads, a key outside the database, a log without people's words."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from server.test_operation import logged_server
from sqlalchemy import insert
from typer.testing import CliRunner
from websockets.asyncio.client import connect

from klatsch.cli.app import app as commands
from klatsch.server.app import make_app
from klatsch.server.host import admin, export_import
from klatsch.server.host.load_client import Client
from klatsch.server.http.safe_log import chain, scrubbed, told, told_with_places
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage
from klatsch.server.storage.player_ratings import LEAST_TURNS
from klatsch.server.storage.profiles import PersonalData
from klatsch.server.storage.schema import metadata, reports, shared

import postgres
from serving import Visitor, serving

ROOT = Path(__file__).parents[2]
SAID = "meet me behind the coffee machine"


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


# ── Files ─────────────────────────────────────────────────────────────────────────────────────────


def test_files_are_for_the_server_alone(tmp_path: Path) -> None:
    """Whatever the umask of who starts it, and also what the first release left readable."""
    before = os.umask(0o022)
    try:
        fresh, old = tmp_path / "fresh", tmp_path / "old"
        old.mkdir()
        (old / "klatsch.sqlite3").touch(0o644)
        for folder in (fresh, old):
            with TestClient(make_app(Settings(data=folder))) as client:
                client.post("/api/me", json={})
                found = {path.name: mode(path) for path in folder.iterdir()}
            names = {"klatsch.sqlite3", "klatsch.sqlite3-wal", "klatsch.sqlite3-shm", "klatsch.key", "klatsch.lock"}
            assert found == dict.fromkeys(names, 0o600)
        assert mode(fresh) == 0o700
        asyncio.run(export_import.export(Settings(data=fresh), tmp_path / "file"))
        assert mode(tmp_path / "file") == 0o600
    finally:
        os.umask(before)


def test_the_unit_is_hardened() -> None:
    unit = (ROOT / "deploy" / "klatsch.service").read_text("utf-8")
    for line in ("UMask=0077", "StateDirectoryMode=0700", "LimitNOFILE=65536", "NoNewPrivileges=yes"):
        assert f"\n{line}\n" in unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed: apt-get install systemd")
def test_systemd_finds_the_unit_hardened() -> None:
    unit = str(ROOT / "deploy" / "klatsch.service")
    shown = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", shown.stdout)
    assert found, shown.stdout + shown.stderr
    assert float(found[1]) <= 3.0


def test_the_image_runs_as_nobody_special_and_says_how_it_is(tmp_path: Path) -> None:
    """Its check succeeds where a server is ready, and fails where there is none."""
    lines = (ROOT / "deploy" / "Containerfile").read_text("utf-8").splitlines()
    last = len(lines) - [line.startswith("FROM") for line in reversed(lines)].index(True)
    assert "USER klatsch" in lines[last:]
    (check,) = [line for line in lines if line.startswith("HEALTHCHECK")]
    words = [sys.executable, *json.loads(check[check.index("[") :])[1:]]
    with serving(tmp_path) as address:
        port = address.rpartition(":")[2]
        environment = {**os.environ, "KLATSCH_PORT": port}
        assert subprocess.run(words, env=environment, check=False, timeout=30).returncode == 0
    gone = subprocess.run(words, env=environment, check=False, timeout=30, stderr=subprocess.DEVNULL)
    assert gone.returncode != 0


# ── The key ───────────────────────────────────────────────────────────────────────────────────────


def test_the_key_comes_from_the_environment_or_a_file(tmp_path: Path) -> None:
    async def opened(**given: str) -> Server:
        server = Server(Settings(data=tmp_path, **given))  # type: ignore[arg-type]
        await server.open()
        await server.close()
        return server

    async def check() -> None:
        made = await opened()
        assert made.key.secret.hex() == (tmp_path / "klatsch.key").read_text().strip()
        assert (await opened()).key.secret == made.key.secret
        assert (await opened(key="ab" * 32)).key.secret == b"\xab" * 32
        (tmp_path / "other").write_text("cd" * 32 + "\n")
        assert (await opened(key_file=str(tmp_path / "other"))).key.secret == b"\xcd" * 32
        (tmp_path / "bad").write_text("secret")
        with pytest.raises(ValueError, match="64 hexadecimal digits"):
            await opened(key_file=str(tmp_path / "bad"))

    asyncio.run(check())
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        Settings(data=tmp_path, key="short").check()


@postgres.missing
def test_hosts_of_one_database_have_the_same_key(tmp_path: Path) -> None:
    """The first host takes the first release's key along; one that has another is told so and doesn't serve."""

    async def check(url: str) -> None:
        old = "ef" * 32
        storage = Storage(Settings(data=tmp_path, database=url))
        await storage.open()
        async with storage.write() as db:
            await db.execute(insert(shared).values(name="cookie_key", value=old))
        await storage.close()
        for folder, given, fits in (("a", "", True), ("b", "", False), ("c", old, True), ("d", "ab" * 32, False)):
            server = Server(Settings(data=tmp_path / folder, database=url, key=given))
            try:
                if fits:
                    await server.open()
                    assert server.key.secret.hex() == old
                else:
                    with pytest.raises(ValueError, match="give all of them the same"):
                        await server.open()
            finally:
                await server.close()

    with postgres.postgres() as url:
        asyncio.run(check(url))


@pytest.mark.parametrize(("address", "told"), [("https://games.example.org", True), ("", False)])
def test_browsers_are_told_to_stay_with_https(tmp_path: Path, address: str, told: bool) -> None:
    with TestClient(make_app(Settings(data=tmp_path, public_url=address))) as client:
        for path in ("/", "/api/games", "/static/css/base.css"):
            assert ("strict-transport-security" in client.get(path).headers) == told


# ── The log ───────────────────────────────────────────────────────────────────────────────────────


def test_the_log_of_a_failing_database_tells_no_secret(tmp_path: Path) -> None:
    """The database refuses everything that is written; what should have been written isn't in the log."""
    with logged_server(tmp_path) as (address, log):
        client = Client(address)
        asyncio.run(fail_in_all_ways(address, client, tmp_path / "klatsch.sqlite3"))
        time.sleep(0.5)
        lines = log.read_text(errors="replace").partition("\n")[2]  # the first one says where it is
    assert "IntegrityError" in lines
    assert "storage/chat.py" in lines  # it is told where
    for secret in (SAID, "127.0.0.1", *client.cookies.values()):
        assert secret not in lines, secret
    assert not re.search(r"\b[0-9a-f]{32,}\b", lines)  # no seed, no digest


async def fail_in_all_ways(address: str, client: Client, path: Path) -> None:
    table = await client.open_table("choco", "me", "open")
    with sqlite3.connect(path) as base:
        for each in ("chat", "matches", "sessions", "persons", "reports"):
            base.execute(
                f"CREATE TRIGGER no_{each} BEFORE INSERT ON {each} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
    base.close()
    person = "0123456789abcdef"
    for path_, body in (
        (f"/api/tables/{table}/chat", {"text": SAID}),
        ("/api/tables", {"game": "choco", "seats": ["me", "open"]}),
        (f"/api/people/{person}/report", {"text": SAID}),
    ):
        with suppress(ValueError, OSError):
            await client.post(path_, body)
    with suppress(ValueError, OSError):
        await Client(address).post("/api/me", {})
    place = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with connect(place, additional_headers={"Cookie": client.cookie}) as wire:
        await wire.send(json.dumps({"do": "chat", "re": 1, "text": SAID}))
        while json.loads(await wire.recv()).get("re") != 1:
            pass


@postgres.missing
def test_errors_of_postgresql_are_told_without_what_they_quote(tmp_path: Path) -> None:
    async def check(url: str) -> None:
        storage = Storage(Settings(data=tmp_path, database=url))
        await storage.open()
        try:
            for _ in range(2):
                async with storage.write() as db:
                    await db.execute(insert(shared).values(name="one", value=SAID))
                    await db.execute(insert(shared).values(name="one", value=SAID))
        finally:
            await storage.close()

    with postgres.postgres() as url, pytest.raises(Exception, match="duplicate") as raised:
        asyncio.run(check(url))
    assert any("=(one)" in str(each) for each in chain(raised.value))  # so much for its own words
    shown = told_with_places(raised.value)
    assert "IntegrityError" in shown
    assert "=(one)" not in shown
    assert SAID not in shown


@pytest.mark.parametrize(
    "words",
    [
        "no table 'my secret'",
        'no table "my secret"',
        "key " + "ab" * 16,
        "from 198.51.100.7",
        "from 2001:db8::7 port 1",
        "cookie Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v",
    ],
)
def test_what_an_error_quotes_is_left_out(words: str) -> None:
    shown = told(ValueError(words))
    assert shown.startswith("ValueError: ")
    assert "…" in shown
    for secret in ("my secret", "abab", "198", "2001", "Zm9v"):
        assert secret not in shown
    assert scrubbed("list index out of range") == "list index out of range"


# ── What players wrote, before the host's eyes ────────────────────────────────────────────────────


def test_what_players_wrote_does_nothing_in_the_hosts_terminal(tmp_path: Path) -> None:
    nasty = "\x1b[2J\x1b]0;owned\x07 a\nb [red]c[/red] :smile: \u202egnp\x9b1m"

    async def furnish() -> None:
        server = Server(Settings(data=tmp_path))
        await server.open()
        async with server.storage.write() as db:
            row = {"person": "a", "about": "b", "match": None, "text": nasty, "at": 1.0}
            await db.execute(insert(reports).values(**row))
        await server.close()

    asyncio.run(furnish())
    shown = CliRunner().invoke(commands, ["admin", "reports", "--data", str(tmp_path)])
    assert shown.exit_code == 0, shown.output
    assert [letter for letter in shown.output if not letter.isprintable()] == ["\n"]
    assert r"\x1b[2J" in shown.output
    assert "[red]c[/red] :smile:" in shown.output
    assert r"\u202egnp" in shown.output
    refused = CliRunner().invoke(commands, ["admin", "ban", nasty, "--data", str(tmp_path)])
    assert refused.exit_code != 0
    assert "\x1b" not in str(refused.exception)
    assert admin.escaped("Zoë 山田 ’") == "Zoë 山田 ’"


# ── One's own data ────────────────────────────────────────────────────────────────────────────────


def test_my_data_has_everything(app: FastAPI, somebody: Visitor) -> None:
    client, other = somebody(), somebody()
    client.post("/api/me/sign-up", json={"name": "Zoë", "password": "espresso forte"})
    other.post("/api/me/sign-up", json={"name": "Bela", "password": "espresso forte"})
    client.post("/api/me/tokens", json={"label": "my bot"})
    plan = {"game": "coffee-chess", "seats": ["me", "open"], "rated": True, "pace": {"kind": "live", "seconds": 600}}
    table = client.post("/api/tables", json=plan).json()["id"]
    other.post(f"/api/tables/{table}/join", json={})
    for each in (client, other):
        each.post(f"/api/tables/{table}/ready", json={"nonce": "ab" * 16})
    client.post(f"/api/tables/{table}/chat", json={"text": SAID})
    for _ in range(LEAST_TURNS):
        for each in (client, other):
            each.post(f"/api/tables/{table}/play", json={"action": "end"})
    other.post(f"/api/tables/{table}/resign", json={})
    their = other.get("/api/me").json()["id"]
    client.post(f"/api/people/{their}/peace", json={"kind": "mute"})
    client.post(f"/api/people/{their}/report", json={"text": "very loud"})
    other.post(f"/api/people/{client.get('/api/me').json()['id']}/report", json={"text": "they report me"})
    answer = client.get("/api/me/data")
    data = answer.json()
    assert data["person"]["name"] == "Zoë"
    assert [row["game"] for row in data["ratings"]] == ["coffee-chess"]
    assert [(row["other"], row["kind"]) for row in data["blocks"]] == [(their, "mute")]
    assert [row["text"] for row in data["reports"]] == ["very loud"]
    assert [row["text"] for row in data["chat"]] == [SAID]
    assert [row["device"] for row in data["sessions"]] == ["testclient"]
    assert [row["label"] for row in data["tokens"]] == ["my bot"]
    assert [row["id"] for row in data["tables_you_opened"]] == [table]
    for secret in ("argon2", "digest", "skeleton", "they report me"):
        assert secret not in answer.text


def test_no_table_about_people_is_left_out() -> None:
    told = {each.name for each in fields(PersonalData)} | {"persons"}
    about = {table.name for table in metadata.sorted_tables if {"person", "player"} & set(table.columns.keys())}
    assert about <= told
