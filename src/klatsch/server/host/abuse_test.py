"""The abuse benchmark: one hostile visitor attacks a server of this machine while a normal table plays.

What is measured is what it costs the others: the time from a click at the normal table to all its screens. Every attack
is bounded in count and time, comes from one address, and runs in a process of its own.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from klatsch.server.host.load_client import Client
from klatsch.server.host.load_socket import Wire, connect
from klatsch.server.host.load_test import Process, open_loaded, own_server, run_lean

CLICK_SECONDS = 0.05  # between two clicks at the normal table
MOST_COST_MS = 100.0  # that a hostile visitor may add to the slowest hundredth of clicks
HALF_REQUESTS = 1200
MOST_REQUESTS = 4000
AT_ONCE = 10


@dataclass
class Cost:
    attack: str
    attempts: int
    refused: int
    clicks: int
    median_ms: float
    p99_ms: float
    errors: int
    server_megabytes: float


@dataclass
class Tried:
    """What an attack did: how often, and how often it was refused or closed."""

    attempts: int = 0
    refused: int = 0


class Visitor(Client):
    """One who is hostile: whoever they pretend to be, they come from one address."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.forwarded_for = "198.51.100.66"


# ── Attacks ───────────────────────────────────────────────────────────────────────────────────────

Attack = Callable[[str, float, Tried], Coroutine[object, object, None]]


async def repeat(seconds: float, tried: Tried, request: Callable[[], Awaitable[object]]) -> None:
    """A request again and again, several at once, whatever is answered."""
    end = time.monotonic() + seconds

    async def one_after_another() -> None:
        while time.monotonic() < end and tried.attempts < MOST_REQUESTS:
            tried.attempts += 1
            try:
                await request()
            except (ValueError, OSError):
                tried.refused += 1
                await asyncio.sleep(0.005)

    await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))


async def hostile_boards(address: str, seconds: float, tried: Tried) -> None:
    visitor = Visitor(address)
    texts = [
        ".".join("a" * 32_000) + " = 1",
        "a = " + "[" * 60_000,
        "\n".join(f"a{n}.b.c.d.e.f=1" for n in range(1900)),
    ]

    async def request() -> object:
        plan = {"game": "coin-age", "seats": ["me", "open"], "options": {"map": random.choice(texts)}}
        return await visitor.post("/api/tables", plan)

    await repeat(seconds, tried, request)


async def many_tables(address: str, seconds: float, tried: Tried) -> None:
    async def request() -> object:
        return await Visitor(address).open_table("coffee-chess", "me", "open")

    await repeat(seconds, tried, request)


async def many_bots(address: str, seconds: float, tried: Tried) -> None:
    """Tables of the strongest bots, played without their owner."""
    visitor = Visitor(address)

    async def request() -> object:
        table = await visitor.open_table("four-armies", "me", "bot:8", "bot:8", "bot:8")
        await visitor.post(f"/api/tables/{table}/ready", {"nonce": "ab" * 16})
        return await visitor.post(f"/api/tables/{table}/take_over", {"seat": 0})

    await repeat(seconds, tried, request)


async def many_hints(address: str, seconds: float, tried: Tried) -> None:
    visitor = Visitor(address)
    table = await visitor.open_table("coffee-chess", "me", "me")
    await visitor.post(f"/api/tables/{table}/ready", {"nonce": "ab" * 16})

    async def request() -> object:
        return await visitor.post(f"/api/tables/{table}/hint", {"step": 4})

    await repeat(seconds, tried, request)


async def many_accounts(address: str, seconds: float, tried: Tried) -> None:
    """Argon2 takes 64 MB for each password."""

    async def request() -> object:
        name = f"Somebody {random.randrange(10**9)}"
        return await Visitor(address).post("/api/me/sign-up", {"name": name, "password": "a long passphrase"})

    await repeat(seconds, tried, request)


async def many_sign_ins(address: str, seconds: float, tried: Tried) -> None:
    async def request() -> object:
        return await Visitor(address).post("/api/me/sign-in", {"name": "anna", "password": "a wrong passphrase"})

    await repeat(seconds, tried, request)


async def many_pages(address: str, seconds: float, tried: Tried) -> None:
    visitor = Visitor(address)

    async def request() -> None:
        await visitor.get("/")

    await repeat(seconds, tried, request)


async def flooded_sockets(address: str, seconds: float, tried: Tried) -> None:
    """Five sockets that send as much as they can, and come again when they are closed."""
    visitor = Visitor(address)
    table = await visitor.open_table("coffee-chess", "me", "me")
    end = time.monotonic() + seconds
    flood = b'{"do":"listening","re":1}'

    async def one_socket() -> None:
        while time.monotonic() < end:
            closed = asyncio.Event()
            try:
                wire = await connect(address, f"/api/tables/{table}/socket", visitor.headers, ignore, closed.set)
            except OSError:
                tried.refused += 1
                await asyncio.sleep(0.05)
                continue
            await send_until(wire, flood, closed, end, tried)

    await asyncio.gather(*(one_socket() for _ in range(5)))


async def send_until(wire: Wire, frame: bytes, closed: asyncio.Event, end: float, tried: Tried) -> None:
    while time.monotonic() < end and not closed.is_set():
        for _ in range(50):
            wire.send(frame)
        tried.attempts += 50
        await asyncio.sleep(0.001)
    tried.refused += closed.is_set()
    wire.transport.abort()


def ignore(frame: bytes) -> None:
    """What the server says doesn't matter to whoever floods it."""


async def half_requests(address: str, seconds: float, tried: Tried) -> None:
    """Requests that are begun and never told to the end, as many as take all descriptors of a process."""
    parts = urlsplit(address)
    held: list[socket.socket] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and len(held) < HALF_REQUESTS:
        tried.attempts += 1
        try:
            made = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=2)
            made.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            held.append(made)
        except OSError:
            tried.refused += 1
        await asyncio.sleep(0)
    await asyncio.sleep(max(0.0, end - time.monotonic()))
    for made in held:
        made.close()


ATTACKS: dict[str, Attack] = {
    "hostile boards": hostile_boards,
    "flooded sockets": flooded_sockets,
    "many tables": many_tables,
    "bots without their owner": many_bots,
    "many hints": many_hints,
    "many accounts": many_accounts,
    "many sign-ins": many_sign_ins,
    "many pages": many_pages,
    "half requests": half_requests,
}


def carry_out(name: str, address: str, seconds: float) -> Tried:
    """In a process of its own, behind everybody else on this machine's processors."""
    if hasattr(os, "nice"):
        os.nice(10)
    tried = Tried()
    asyncio.run(ATTACKS[name](address, seconds, tried))
    return tried


# ── What it costs ─────────────────────────────────────────────────────────────────────────────────


async def clicks(address: str, seconds: float) -> tuple[list[float], int]:
    """A normal table plays; how long each click took, and how many failed."""
    rng = random.Random(1)
    times: list[float] = []
    errors = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        table = await open_loaded(address, rng)
        for each in table.all:
            await each.enter()
        while not all(each.status == "playing" for each in table.all):
            await asyncio.sleep(0.02)
        while time.monotonic() < end and table.players[0].status == "playing":
            begun = time.perf_counter()
            try:
                await table.act()
                times.append(time.perf_counter() - begun)
            except OSError:
                errors += 1
            await asyncio.sleep(CLICK_SECONDS)
        for each in table.all:
            each.wire.transport.abort()
    return times, errors


async def measure_one(name: str, address: str, seconds: float, server: Process, attackers: ProcessPoolExecutor) -> Cost:
    loop = asyncio.get_running_loop()
    attack = loop.run_in_executor(attackers, carry_out, name, address, seconds) if name in ATTACKS else None
    times, errors = await clicks(address, seconds)
    tried = await attack if attack is not None else Tried()
    times.sort()
    median, p99 = (1000 * times[int(part * (len(times) - 1))] if times else float("inf") for part in (0.5, 0.99))
    return Cost(name, tried.attempts, tried.refused, len(times), median, p99, errors, server.megabytes())


def measure(seconds: float, names: list[str], database: str, told: Callable[[Cost], None]) -> list[Cost]:
    """Every attack after the other, each against a new server, after a quiet time to compare with."""
    costs: list[Cost] = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as attackers:
        for name in ["nobody", *names]:
            with own_server(database) as (address, server):

                async def work(name: str = name, address: str = address, server: Process = server) -> None:
                    costs.append(await measure_one(name, address, seconds, server, attackers))

                run_lean(work())
            told(costs[-1])
    return costs


def extra_ms(costs: list[Cost]) -> dict[str, float]:
    """What each attack adds to the slowest hundredth of clicks."""
    quiet = costs[0].p99_ms
    return {cost.attack: cost.p99_ms - quiet for cost in costs[1:]}


def as_json(costs: list[Cost]) -> str:
    return json.dumps([asdict(cost) for cost in costs])


def as_table(costs: list[Cost]) -> str:
    lines = [
        "| attack | attempts | refused | clicks | median ms | p99 ms | failed clicks | server MB |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {cost.attack} | {cost.attempts:,} | {cost.refused:,} | {cost.clicks} | {cost.median_ms:.0f} "
        f"| {cost.p99_ms:.0f} | {cost.errors} | {cost.server_megabytes:.0f} |"
        for cost in costs
    ]
    return "\n".join(lines)
