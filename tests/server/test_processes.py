"""Three processes around one PostgreSQL: players of one table on different ones; one is killed in mid-game."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from klatsch.server.host.load_client import Client

import postgres
from players import Onlooker, Player
from serving import free_port, launch, wait_for

pytestmark = postgres.missing
PATIENCE_SECONDS = 60


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[str, subprocess.Popen[bytes]]]]:
    with ExitStack() as stack:
        database = stack.enter_context(postgres.postgres())
        running = []
        for _ in range(3):
            port = free_port()
            process = launch(tmp_path_factory.getbasetemp(), port, "--database", database, "--bot-pause", "0.05")
            stack.callback(process.wait, 20)
            stack.callback(process.terminate)
            running.append((f"http://127.0.0.1:{port}", process))
        for address, process in running:
            wait_for(f"{address}/readyz", process)
        yield running


def test_chat_goes_round(processes: list[tuple[str, subprocess.Popen[bytes]]]) -> None:
    async def check() -> None:
        one, two = Client(processes[0][0]), Client(processes[1][0])
        table = await one.open_table("coffee-chess", "me", "open")
        heard: list[str] = []

        class Listener(Onlooker):
            async def told(self, message: dict[str, object]) -> None:
                if message["type"] == "chat":
                    heard.append(str(message["text"]))

        listener = Listener(two, table)
        task = asyncio.create_task(listener.run())
        await until(lambda: listener.screen)
        await one.post(f"/api/tables/{table}/chat", {"text": "hello there"})
        await until(lambda: heard == ["hello there"])
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(check())


def test_a_line_that_is_sent_through_two_processes_is_said_once(
    processes: list[tuple[str, subprocess.Popen[bytes]]],
) -> None:
    """Its page lost the first answer and was connected anew, elsewhere; or both come at the same moment."""

    async def check() -> None:
        one, two = Client(processes[0][0]), Client(processes[1][0])
        table = await one.open_table("coffee-chess", "me", "open")
        two.cookies = one.cookies
        for id in ("1-2-3", "1-2-4", "1-2-5"):
            sent = (each.post(f"/api/tables/{table}/chat", {"text": id, "id": id}) for each in (one, two))
            await asyncio.gather(*sent)
        mine = two.send("/api/me/data")
        assert [line["text"] for line in mine["chat"]] == ["1-2-3", "1-2-4", "1-2-5"]

    asyncio.run(check())


def test_strangers_of_another_process_dont_hear_players(processes: list[tuple[str, subprocess.Popen[bytes]]]) -> None:
    class Listener(Onlooker):
        def __init__(self, client: Client, table: str) -> None:
            super().__init__(client, table)
            self.heard: list[str] = []

        async def told(self, message: dict[str, object]) -> None:
            if message["type"] == "chat":
                self.heard.append(str(message["text"]))

    async def check() -> None:
        one, two, three = (Client(address) for address, _ in processes)
        table = await one.open_table("coffee-chess", "me", "open", private=True)
        await two.post(f"/api/tables/{table}/join", {})
        player, stranger = Listener(two, table), Listener(Client(processes[1][0]), table)
        tasks = [asyncio.create_task(each.run()) for each in (player, stranger)]
        await until(lambda: player.screen and stranger.screen)
        await three.post(f"/api/tables/{table}/chat", {"text": "from a stranger"})
        await one.post(f"/api/tables/{table}/chat", {"text": "from a player"})
        await until(lambda: player.heard and stranger.heard)
        assert (player.heard, stranger.heard) == (["from a player"], ["from a stranger"])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(check())


def test_players_on_different_processes(processes: list[tuple[str, subprocess.Popen[bytes]]]) -> None:
    asyncio.run(play_across(processes))


async def play_across(processes: list[tuple[str, subprocess.Popen[bytes]]]) -> None:
    addresses = [address for address, _ in processes]
    one, two = Client(addresses[0]), Client(addresses[1])
    table = await one.open_table("chocolate-coin", "me", "open", "bot:1", "bot:1")  # long, and nobody is beaten
    await two.post(f"/api/tables/{table}/join", {})
    rng = random.Random(1)
    first, second = (Player(client, table, rng, pause=0.05) for client in (one, two))
    watcher = Onlooker(Client(addresses[2]), table)
    tasks = [asyncio.create_task(each.run()) for each in (first, second, watcher)]
    try:
        await until(lambda: len(first.done) > 3 and len(second.done) > 3)
        await until(lambda: watcher.screen.get("version", 0) >= first.done[-1][0])
        await until(lambda: all(seat["present"] for seat in watcher.screen["seats"]))
        # The process that the first player, and perhaps a bot's thought, were on dies; others go on with both.
        processes[0][1].send_signal(signal.SIGKILL)
        one.address = addresses[2]
        before = len(first.done), len(second.done), watcher.screen["version"]
        await until(lambda: len(first.done) > before[0] + 2 and len(second.done) > before[1] + 2)
        await until(lambda: watcher.screen["version"] > before[2] + 10)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(true: object) -> None:
    assert callable(true)
    for _ in range(PATIENCE_SECONDS * 10):
        if true():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it didn't happen")
