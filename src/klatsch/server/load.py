"""A bounded load on a server of this machine: tables with two players and a spectator, one action a second each.

The game is Coffee Chess. What is measured is the time from sending an action to the moment when all three screens of
the table show it, beside errors, and the server's own processor time and memory.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from klatsch.server.client import Client, Onlooker

ACTION_SECONDS = 1.0
OPENED_AT_ONCE = 8
LATE_SECONDS = 10.0  # an action that isn't on all screens by then is an error


@dataclass
class Report:
    tables: int
    sockets: int
    seconds: float
    actions: int = 0
    errors: int = 0
    median_ms: float = 0.0
    p99_ms: float = 0.0
    worst_ms: float = 0.0
    bytes_a_frame: float = 0.0
    server_cpu_seconds: float = 0.0
    server_megabytes: float = 0.0
    actions_a_cpu_second: float = 0.0
    kilobytes_a_table: float = 0.0
    first_error: str = ""

    def json(self) -> str:
        return json.dumps(asdict(self))

    def text(self) -> str:
        lines = [
            f"{self.tables} tables, {self.sockets} sockets, {self.seconds:.0f} s: {self.actions} actions, "
            f"{self.errors} errors",
            f"action to all screens: median {self.median_ms:.0f} ms, p99 {self.p99_ms:.0f} ms, "
            f"worst {self.worst_ms:.0f} ms",
            f"{self.bytes_a_frame:,.0f} bytes a frame",
        ]
        if self.server_cpu_seconds:
            lines.append(
                f"server: {self.server_cpu_seconds:.1f} s of processor time, {self.actions_a_cpu_second:.0f} actions "
                f"a second of it, {self.server_megabytes:.0f} MB, {self.kilobytes_a_table:.0f} kB a table"
            )
        if self.first_error:
            lines.append(f"first error: {self.first_error}")
        return "\n".join(lines)


# ── One table ─────────────────────────────────────────────────────────────────────────────────────


@dataclass
class LoadedTable:
    players: list[Onlooker]
    watcher: Onlooker
    rng: random.Random
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def all(self) -> list[Onlooker]:
        return [*self.players, self.watcher]

    async def act_for(self, seconds: float) -> None:
        """An action a second, each awaited on all screens; the tables don't beat in time."""
        await asyncio.sleep(self.rng.random() * ACTION_SECONDS)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            begun = time.perf_counter()
            try:
                await self.act()
                self.times.append(time.perf_counter() - begun)
            except (TimeoutError, OSError, RuntimeError) as error:
                self.errors.append(repr(error))
            await asyncio.sleep(max(0.0, ACTION_SECONDS - (time.perf_counter() - begun)))

    async def act(self) -> None:
        actor = next((each for each in self.players if each.screen.get("actions")), None)
        if actor is None:
            raise RuntimeError(f"nobody can act: {self.players[0].screen.get('status')}")
        version = actor.screen["version"]
        action = self.rng.choice(actor.screen["actions"])
        await actor.play(action, version)
        end = time.perf_counter() + LATE_SECONDS
        while any(each.screen.get("version", 0) <= version for each in self.all):
            if time.perf_counter() > end:
                raise TimeoutError(f"version {version} wasn't passed on all screens")
            await asyncio.sleep(0.002)


class Seated(Onlooker):
    """Adds its number to the dice, and waits to be told what to do."""

    async def entered(self, socket: Any) -> None:
        await super().entered(socket)
        await socket.send(json.dumps({"do": "ready", "re": 0, "nonce": self.client_nonce()}))

    def client_nonce(self) -> str:
        return f"{random.getrandbits(128):032x}"


async def open_loaded(address: str, rng: random.Random) -> LoadedTable:
    one, two = Client(address), Client(address)
    table = await one.open_table("coffee-chess", "me", "open", private=True)
    await two.post(f"/api/tables/{table}/join", {})
    return LoadedTable([Seated(one, table), Seated(two, table)], Onlooker(Client(address), table), rng)


Opener = Callable[[str, random.Random], Awaitable[LoadedTable]]

# ── All of them ───────────────────────────────────────────────────────────────────────────────────


async def run(
    address: str,
    tables: int,
    seconds: float,
    report: Report,
    server: Process | None,
    opener: Opener = open_loaded,
) -> None:
    before = server.megabytes() if server else 0.0
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def opened(number: int) -> LoadedTable:
        async with gate:
            return await opener(address, random.Random(number))

    found = await asyncio.gather(*(opened(number) for number in range(tables)))
    looking = [asyncio.create_task(each.run()) for table in found for each in table.all]
    try:
        while not all(each.screen.get("status") == "playing" for table in found for each in table.all):
            await asyncio.sleep(0.1)
        cpu = server.cpu_seconds() if server else 0.0
        frames = sum(each.frames for table in found for each in table.all)
        size = sum(each.bytes for table in found for each in table.all)
        await asyncio.gather(*(table.act_for(seconds) for table in found))
        frames = sum(each.frames for table in found for each in table.all) - frames
        size = sum(each.bytes for table in found for each in table.all) - size
        if server:
            report.server_cpu_seconds = server.cpu_seconds() - cpu
            report.server_megabytes = server.megabytes()
            report.kilobytes_a_table = 1024 * (report.server_megabytes - before) / tables
    finally:
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
    times = sorted(each for table in found for each in table.times)
    errors = [error for table in found for error in table.errors]
    report.actions, report.errors = len(times), len(errors)
    report.first_error = errors[0] if errors else ""
    report.bytes_a_frame = size / max(1, frames)
    if times:
        report.median_ms, report.p99_ms, report.worst_ms = (
            1000 * times[int(part * (len(times) - 1))] for part in (0.5, 0.99, 1.0)
        )
    if report.server_cpu_seconds:
        report.actions_a_cpu_second = report.actions / report.server_cpu_seconds


def measure(tables: int, seconds: float, address: str, database: str) -> Report:
    """Loads a server on this machine, its own one unless an address is given; ValueError for any other machine."""
    report = Report(tables, 3 * tables, seconds)
    if address:
        if urlsplit(address).hostname not in ("127.0.0.1", "localhost", "::1"):
            raise ValueError("a load is put on servers of this machine only")
        asyncio.run(run(address.rstrip("/"), tables, seconds, report, None))
    else:
        with own_server(database) as (own, process):
            asyncio.run(run(own, tables, seconds, report, process))
    return report


@dataclass
class Process:
    """What the operating system tells of the server's process (Linux)."""

    pid: int

    def cpu_seconds(self) -> float:
        words = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / 100

    def megabytes(self) -> float:
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


@contextmanager
def own_server(database: str) -> Iterator[tuple[str, Process]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="klatsch-load-") as folder:
        command = [sys.executable, "-m", "klatsch", "serve", "--port", str(port), "--data", folder]
        server = subprocess.Popen(
            [*command, *(["--database", database] if database else [])], stdout=subprocess.DEVNULL
        )
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for(f"{address}/readyz", server)
            yield address, Process(server.pid)
        finally:
            server.terminate()
            server.wait(20)


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if server.poll() is not None:
            raise ValueError("the server stopped at once")
        try:
            urlopen(address, timeout=5).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    raise ValueError("the server didn't start within a minute")
