"""Clocks of a server: neither a step of the system's clock nor a stopped server costs anybody time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch, Status
from klatsch.server.match.pace import Live
from klatsch.server.match.pausable_clock import LONGEST_GAP, PausableClock
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings

from serving import Visitor

ANNA = PersonRef("a", "Anna")
NONCE = "0123456789abcdef" * 2


class Seconds:
    """A monotonic clock that we move."""

    def __init__(self) -> None:
        self.passed = 1000.0

    def __call__(self) -> float:
        return self.passed


@asynccontextmanager
async def awake(settings: Settings, seconds: Seconds) -> AsyncIterator[Server]:
    """A server whose ticks come when we say so."""
    server = Server(settings)
    server.clock.monotonic = seconds
    await server.storage.open()
    await server.ticker.go_on()
    yield server
    await server.close()


async def begun(server: Server) -> HostedMatch:
    """A minute for everybody."""
    hosted = setup.open_match(NewMatch("coffee-chess", ("me", "me"), pace=Live(60)), ANNA, time.time())
    setup.be_ready(hosted, ANNA.id, NONCE, server.clock.now())
    await server.matches.add(hosted)
    return hosted


async def pass_time(server: Server, seconds: Seconds, number: int) -> None:
    """As when nothing goes wrong: a tick every second."""
    for _ in range(number):
        seconds.passed += 1
        await server.ticker.tick()


async def left(server: Server, id: str) -> float:
    """What the first seat has left; 0 when its time is out."""
    hosted = await server.matches.get(id)
    return 0.0 if hosted.deadline is None else hosted.deadline - server.clock.now()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path)


def test_a_minute_is_a_minute(settings: Settings) -> None:
    async def check() -> None:
        seconds = Seconds()
        async with awake(settings, seconds) as server:
            hosted = await begun(server)
            await pass_time(server, seconds, 59)
            assert (await server.matches.get(hosted.id)).status == Status.PLAYING
            await pass_time(server, seconds, 1)
            over = await server.matches.get(hosted.id)
            assert (over.status, over.result) == (Status.OVER, [0.0, 1.0])

    asyncio.run(check())


@pytest.mark.parametrize("step", [1200.0, -1200.0])
def test_a_step_of_the_systems_clock_costs_nobody_time(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    async def check() -> None:
        seconds, true_time = Seconds(), time.time
        async with awake(settings, seconds) as server:
            hosted = await begun(server)
            await pass_time(server, seconds, 10)
            monkeypatch.setattr("time.time", lambda: true_time() + step)
            await pass_time(server, seconds, 10)
            assert await left(server, hosted.id) == pytest.approx(40)
            async with server.matches.change(hosted.id) as fork:
                playing.play(fork, 0, "place b1", None, server.clock.now())
        async with awake(settings, seconds) as server:  # nor after a restart
            assert await left(server, hosted.id) == pytest.approx(40)

    asyncio.run(check())


def test_a_stopped_server_costs_nobody_time(settings: Settings) -> None:
    """Its process was stopped, or the database was away: no tick, and nobody could move."""

    async def check() -> None:
        seconds = Seconds()
        async with awake(settings, seconds) as server:
            hosted = await begun(server)
            await pass_time(server, seconds, 10)
            seconds.passed += 1200
            async with server.matches.change(hosted.id) as fork:  # before the first tick
                playing.play(fork, 0, "place b1", None, server.clock.now())
            await pass_time(server, seconds, 1)
            assert await left(server, hosted.id) == pytest.approx(50 - LONGEST_GAP)

    asyncio.run(check())


def test_clocks_stand_still_while_no_server_runs(settings: Settings) -> None:
    async def check() -> None:
        seconds = Seconds()
        async with awake(settings, seconds) as server:
            hosted = await begun(server)
            await pass_time(server, seconds, 10)
        seconds.passed = 5.0  # another machine, which counts from its own start
        async with awake(settings, seconds) as server:
            assert await left(server, hosted.id) == pytest.approx(50)
            await pass_time(server, seconds, 50)
            assert (await server.matches.get(hosted.id)).status == Status.OVER

    asyncio.run(check())


def test_processes_share_the_game_clock() -> None:
    seconds = Seconds()
    awake, asleep = PausableClock(seconds), PausableClock(seconds)
    asleep.go_on(awake.time)
    for _ in range(20):
        seconds.passed += 1
        shared = awake.tick(awake.time)
    assert asleep.now() < shared
    assert asleep.tick(shared) == shared == awake.tick(shared)


# ── Between two ticks ─────────────────────────────────────────────────────────────────────────────


def do(client: TestClient, table: str, command: str, **body: Any) -> Any:
    return client.post(f"/api/tables/{table}/{command}", json=body)


@pytest.mark.parametrize(
    ("command", "body"), [("play", {"action": "end"}), ("resign", {}), ("offer", {"offer": "draw"}), ("undo", {})]
)
def test_what_comes_after_the_time_is_out_is_refused_and_the_time_out_recorded(
    app: FastAPI, somebody: Visitor, monkeypatch: pytest.MonkeyPatch, command: str, body: dict[str, Any]
) -> None:
    anna, bela = somebody(), somebody()
    plan = {"game": "coffee-chess", "seats": ["me", "open"], "pace": {"kind": "live", "seconds": 30}}
    table = str(anna.post("/api/tables", json=plan).json()["id"])
    do(bela, table, "join")
    for client in (anna, bela):
        do(client, table, "ready", nonce=NONCE)
    server: Server = app.state.server
    now = server.clock.now()
    monkeypatch.setattr(server.ticker, "tick", idle)
    monkeypatch.setattr(server.clock, "now", lambda: now + 31)
    answer = do(anna, table, command, **body)
    assert (answer.status_code, answer.json()["error"]) == (409, "The clock has run out: it is too late for that.")
    screen = anna.get(f"/api/tables/{table}").json()
    assert (screen["status"], screen["result"]["shares"]) == ("over", [0.0, 1.0])


async def idle() -> None:
    """No tick comes."""
