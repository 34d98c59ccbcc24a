"""The load test: tables with two players and a spectator, one action a second each, on this machine only.

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
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec

from klatsch.server.host.load_client import Client
from klatsch.server.host.load_socket import Wire, connect

ACTION_SECONDS = 1.0
OPENED_AT_ONCE = 8
START_SECONDS = 60.0
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
    generator_cpu_seconds: float = 0.0
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
            f"{self.bytes_a_frame:,.0f} bytes a frame; the generator took {self.generator_cpu_seconds:.1f} s of "
            "processor time",
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


class Told(msgspec.Struct):
    """What a load generator reads of a frame; the rest is skipped."""

    type: str
    version: int = -1
    status: str = ""
    actions: msgspec.Raw = msgspec.Raw()  # empty: as before
    error: str = ""


HEARD = msgspec.json.Decoder(Told)
CHOICES = msgspec.json.Decoder(list[list[Any]])


class Screen:
    """One socket of a table: which version it shows, and what can be done there."""

    def __init__(self, client: Client, match: str, ready: bool) -> None:
        self.client = client
        self.match = match
        self.ready = ready  # a player: adds a number to the dice, and then the match begins
        self.version = -1
        self.status = ""
        self.actions: bytes | None = None
        self.bytes = 0
        self.frames = 0
        self.looked: Callable[[], None] = lambda: None
        self.failed: Callable[[str], None] = lambda reason: None
        self.wire: Wire

    async def enter(self) -> None:
        path = f"/api/tables/{self.match}/socket"
        self.wire = await connect(self.client.address, path, self.client.headers, self.hear, self.lost)
        if self.ready:
            self.wire.send(b'{"do":"ready","re":0,"nonce":"%032x"}' % random.getrandbits(128))

    def hear(self, frame: bytes) -> None:
        self.bytes += len(frame)
        self.frames += 1
        told = HEARD.decode(frame)
        if told.type == "refused":
            self.failed(told.error)
        if told.type not in ("screen", "update"):
            return
        if actions := bytes(told.actions):
            self.actions = None if actions == b"null" else actions
        self.status = told.status or self.status
        if told.version > self.version:
            self.version = told.version
            self.looked()

    def lost(self) -> None:
        self.failed("the connection was lost")

    def act(self, rng: random.Random) -> None:
        assert self.actions is not None
        action = rng.choice(CHOICES.decode(self.actions))[0]
        self.wire.send(b'{"do":"play","re":1,"action":%d,"seen":%d}' % (action, self.version))


class LoadedTable:
    def __init__(self, players: Sequence[Screen], watcher: Screen, rng: random.Random) -> None:
        self.players = players
        self.all = [*players, watcher]
        self.rng = rng
        self.times: list[float] = []
        self.errors: list[str] = []
        self.wanted = 0  # the version that all screens shall show
        self.shown: asyncio.Future[None] | None = None
        for each in self.all:
            each.looked, each.failed = self.looked, self.failed

    def looked(self) -> None:
        if self.shown is not None and not self.shown.done() and all(each.version >= self.wanted for each in self.all):
            self.shown.set_result(None)

    def failed(self, reason: str) -> None:
        if self.shown is not None and not self.shown.done():
            self.shown.set_exception(OSError(reason))

    async def act_for(self, seconds: float) -> None:
        """An action a second, each awaited on all screens; the tables don't beat in time. Until the match is over."""
        await asyncio.sleep(self.rng.random() * ACTION_SECONDS)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and self.players[0].status == "playing":
            begun = time.perf_counter()
            try:
                await self.act()
                self.times.append(time.perf_counter() - begun)
            except OSError as error:  # a time-out is one too
                self.errors.append(repr(error))
            await asyncio.sleep(max(0.0, ACTION_SECONDS - (time.perf_counter() - begun)))

    async def act(self) -> None:
        actor = next((each for each in self.players if each.actions is not None), None)
        if actor is None:
            raise OSError("nobody can act")
        self.wanted = actor.version + 1
        self.shown = asyncio.get_running_loop().create_future()
        actor.act(self.rng)
        await asyncio.wait_for(self.shown, LATE_SECONDS)


async def open_loaded(address: str, rng: random.Random) -> LoadedTable:
    one, two = Client(address), Client(address)
    match = await one.open_table("coffee-chess", "me", "open", private=True)
    await two.post(f"/api/tables/{match}/join", {})
    players = [Screen(client, match, ready=True) for client in (one, two)]
    return LoadedTable(players, Screen(Client(address), match, ready=False), rng)


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
            match = await opener(address, random.Random(number))
            for each in match.all:
                await each.enter()
            return match

    found = await asyncio.gather(*(opened(number) for number in range(tables)))
    screens = [each for match in found for each in match.all]
    async with asyncio.timeout(START_SECONDS):
        while not all(each.status == "playing" for each in screens):
            await asyncio.sleep(0.1)
    cpu, own = server.cpu_seconds() if server else 0.0, time.process_time()
    frames, size = sum(each.frames for each in screens), sum(each.bytes for each in screens)
    await asyncio.gather(*(match.act_for(seconds) for match in found))
    frames, size = sum(each.frames for each in screens) - frames, sum(each.bytes for each in screens) - size
    report.generator_cpu_seconds = time.process_time() - own
    if server:
        report.server_cpu_seconds = server.cpu_seconds() - cpu
        report.server_megabytes = server.megabytes()
        report.kilobytes_a_table = 1024 * (report.server_megabytes - before) / tables
    for each in screens:
        each.wire.transport.abort()
    times = sorted(each for match in found for each in match.times)
    errors = [error for match in found for error in match.errors]
    report.actions, report.errors = len(times), len(errors)
    report.first_error = errors[0] if errors else ""
    report.bytes_a_frame = size / max(1, frames)
    if times:
        report.median_ms, report.p99_ms, report.worst_ms = (
            1000 * times[int(part * (len(times) - 1))] for part in (0.5, 0.99, 1.0)
        )
    if report.server_cpu_seconds:
        report.actions_a_cpu_second = report.actions / report.server_cpu_seconds


def run_lean(work: Coroutine[object, object, None]) -> None:
    """In the event loop that costs least, where it is installed."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # there is none for Windows
        asyncio.run(work)
    else:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(work)


def measure(tables: int, seconds: float, address: str, database: str) -> Report:
    """Loads a server on this machine, its own one unless an address is given; ValueError for any other machine."""
    report = Report(tables, 3 * tables, seconds)
    if address:
        if urlsplit(address).hostname not in ("127.0.0.1", "localhost", "::1"):
            raise ValueError("a load is put on servers of this machine only")
        run_lean(run(address.rstrip("/"), tables, seconds, report, None))
    else:
        with own_server(database) as (own, process):
            run_lean(run(own, tables, seconds, report, process))
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
        command += ["--trusted-proxies", "127.0.0.1"]  # so that every player has an address and a budget of their own
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
