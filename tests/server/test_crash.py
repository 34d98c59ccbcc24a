"""The server is killed at random moments while programs play all five games; nothing acknowledged is lost.

Short form: a few kills. Long form (`pytest -m long`): hundreds, on both databases.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

import klatsch
from klatsch.games import GAMES
from klatsch.server.host.load_client import Client
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage
from klatsch.server.storage.matches import lines_of

import postgres
from players import Player
from serving import free_port, start

Ending: TypeAlias = Callable[["subprocess.Popen[bytes]"], None]
KILLS = 2
STOP_SECONDS = 20  # a busy machine; half of them is what the server gives its sockets
COME_BACK_SECONDS = 60
ENOUGH = 20  # acknowledged decisions, for something to be lost
LONG_KILLS = int(os.environ.get("KLATSCH_CRASH_KILLS", "200"))


@pytest.fixture
def database() -> Iterator[str]:
    with postgres.postgres() as url:
        yield url


def test_killing_the_server_loses_nothing(tmp_path: Path) -> None:
    asyncio.run(play_through_crashes(Settings(data=tmp_path), KILLS))


@postgres.missing
def test_killing_the_server_loses_nothing_on_postgresql(tmp_path: Path, database: str) -> None:
    asyncio.run(play_through_crashes(Settings(data=tmp_path, database=database), KILLS))


@pytest.mark.long
def test_hundreds_of_kills(tmp_path: Path) -> None:
    asyncio.run(play_through_crashes(Settings(data=tmp_path), LONG_KILLS))


@pytest.mark.long
@postgres.missing
def test_hundreds_of_kills_on_postgresql(tmp_path: Path, database: str) -> None:
    asyncio.run(play_through_crashes(Settings(data=tmp_path, database=database), LONG_KILLS))


def test_a_server_that_is_stopped_ends_by_itself_and_loses_nothing(tmp_path: Path) -> None:
    """SIGTERM, as systemd sends it, in the middle of five games: what was acknowledged is there, and nothing hangs."""
    asyncio.run(play_through_crashes(Settings(data=tmp_path), KILLS, stop))


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are listed by /proc (Linux)")
@pytest.mark.parametrize("name", ["kill", "stop"])
def test_bots_processes_end_with_their_server(tmp_path: Path, name: str) -> None:
    end_server = {"kill": kill, "stop": stop}[name]
    port = free_port()
    process = start(tmp_path, port, "--bot-pause", "0")
    try:
        client = Client(f"http://127.0.0.1:{port}")
        asyncio.run(client.open_table("coffee-chess", "bot:1", "me"))
        table = asyncio.run(client.open_table("coffee-chess", "me", "bot:1"))
        client.send(f"/api/tables/{table}/ready", {"nonce": "ab" * 16})
        client.send(f"/api/tables/{table}/hint", {})  # a process has thought
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    finally:
        end_server(process)
    assert children
    end = time.monotonic() + COME_BACK_SECONDS
    while any(Path(f"/proc/{child}/exe").exists() for child in children):
        assert time.monotonic() < end, "they live on"
        time.sleep(0.1)


async def play_through_crashes(settings: Settings, kills: int, end: Ending | None = None) -> None:
    rng = random.Random(kills)
    port = free_port()
    folder = settings.data
    options = ["--bot-pause", "0", *(["--database", settings.database] if settings.database else [])]
    process = await asyncio.to_thread(start, folder, port, *options)
    crew = Workers(f"http://127.0.0.1:{port}", settings, rng)
    try:
        await crew.sit_down()
        for _ in range(kills):
            if rng.random() < 0.75:  # else it may fall before anybody is back
                await crew.come_back()
            await asyncio.sleep(rng.uniform(0.0, 1.0))
            await asyncio.to_thread(end or kill, process)
            process = await asyncio.to_thread(start, folder, port, *options)
        await crew.come_back(ENOUGH)
        await crew.leave()
        await crew.check()
        print(
            f"{kills} kills, {crew.acknowledged()} acknowledged decisions at {len(crew.players) // 2} tables: all there"
        )
    finally:
        await crew.leave()
        await asyncio.to_thread(kill, process)


def kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(10)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    assert process.wait(STOP_SECONDS) in (0, -signal.SIGTERM)


class Workers:
    """Players of all five games, two people at a table and bots on the other seats."""

    def __init__(self, address: str, settings: Settings, rng: random.Random) -> None:
        self.address = address
        self.storage = Storage(settings)
        self.rng = rng
        self.players: list[Player] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.finished: set[str] = set()

    async def sit_down(self) -> None:
        for game in GAMES:
            await self.open_table(game)

    async def open_table(self, game: str) -> None:
        one, two = Client(self.address), Client(self.address)
        others = ["bot:1"] * (klatsch.load(game).new().seats - 2)
        table = await one.open_table(game, "me", "open", *others)
        await two.post(f"/api/tables/{table}/join", {})
        for client in (one, two):
            player = Player(client, table, random.Random(self.rng.random()), pause=0.02)
            self.players.append(player)
            self.tasks.append(asyncio.create_task(self.play_on(player, game)))

    async def play_on(self, player: Player, game: str) -> None:
        """When a match ends, another begins: there is always something to lose."""
        await player.run()
        if player.match in self.finished:
            return None
        self.finished.add(player.match)
        while True:
            try:
                return await self.open_table(game)
            except (OSError, ValueError):  # the server is down just now
                await asyncio.sleep(0.3)

    def acknowledged(self) -> int:
        return sum(len(player.done) for player in self.players)

    async def come_back(self, enough: int = 0) -> None:
        """All by themselves, after every restart: something more is acknowledged, and enough in all."""
        before = self.acknowledged()
        for _ in range(20 * COME_BACK_SECONDS):
            await asyncio.sleep(0.05)
            if self.acknowledged() > max(before, enough):
                return
        raise AssertionError("the players didn't come back")

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def check(self) -> None:
        """Every acknowledged decision is in the record, at its place, once; and the record replays."""
        assert self.acknowledged() > ENOUGH
        for player in self.players:
            shown = await asyncio.to_thread(player.client.send, f"/api/tables/{player.match}")
            game = klatsch.load(shown["game"])
            async with self.storage.read() as db:
                lines = await lines_of(db, player.match)
            for number, action in player.done:
                assert lines[number - 1].startswith("play "), (player.match, number)
                assert lines[number - 1].split(" ", 2)[2] == game.notation(action), (player.match, number)
            numbers = [number for number, _ in player.done]
            assert len(set(numbers)) == len(numbers)
        await self.storage.close()
