"""What one person and one address may use, and that nobody else pays for who uses too much."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.requests import HTTPConnection
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from klatsch.server import budgets
from klatsch.server.app import make_app
from klatsch.server.background.fair_queue import FairQueue
from klatsch.server.background.workers import BotWorkers
from klatsch.server.budgets import BUDGETS, HOLDINGS, MOST_TABLES, Bucket, Budgets, Rate, Spender, address_of
from klatsch.server.errors import Refused
from klatsch.server.http import connection_limits
from klatsch.server.match import setup
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.screens.connections import Connection
from klatsch.server.screens.raw_socket import UVICORN
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage
from klatsch.server.storage.people import Person

import postgres
from serving import Visitor, some_address

ANNA, BELA = Spender("anna", "192.0.2.1"), Spender("bela", "192.0.2.2")
FEW = budgets.Budget(Rate(3, 60), Rate(5, 60), "tests")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "few", FEW)


async def spent(found: Budgets, who: Spender, times: int) -> int:
    """How often of so many times it was allowed."""
    allowed = 0
    for _ in range(times):
        try:
            await found.spend("few", who)
            allowed += 1
        except Refused:
            pass
    return allowed


# ── Buckets ───────────────────────────────────────────────────────────────────────────────────────


def test_a_bucket_refills_steadily_and_never_overflows() -> None:
    bucket, rate = Bucket(10.0, 100.0), Rate(10, 5)
    assert all(bucket.take(rate, 1, 100.0) for _ in range(10))
    assert not bucket.take(rate, 1, 100.4)  # 0.8 are back
    assert bucket.take(rate, 1, 100.5)
    assert bucket.take(rate, 10, 1000.0)
    assert not bucket.take(rate, 1, 1000.0)


def test_a_person_and_an_address_have_a_budget_each(tmp_path: Path) -> None:
    async def check() -> None:
        found = Budgets(Storage(Settings(data=tmp_path)))
        assert await spent(found, ANNA, 9) == 3
        assert await spent(found, Spender("a second person of Anna's", ANNA.address), 9) == 2
        assert await spent(found, BELA, 9) == 3

    asyncio.run(check())


def test_what_is_charged_afterwards_is_owed(tmp_path: Path) -> None:
    async def check() -> None:
        found = Budgets(Storage(Settings(data=tmp_path)))
        assert await found.is_left("few", ANNA)
        found.charge("few", ANNA, 100.0)
        assert not await found.is_left("few", ANNA)
        assert await found.is_left("few", BELA)

    asyncio.run(check())


@postgres.missing
def test_processes_around_one_database_share_the_budgets(tmp_path: Path) -> None:
    async def check(url: str) -> None:
        settings = Settings(data=tmp_path, database=url)
        one, two = Storage(settings), Storage(settings)
        await one.open()
        first, second = Budgets(one), Budgets(two)
        assert await spent(first, ANNA, 2) + await spent(second, ANNA, 9) == 3
        assert await spent(second, BELA, 9) == 3
        await first.tidy()
        await one.close()
        await two.close()

    with postgres.postgres() as url:
        asyncio.run(check(url))


async def is_refused(found: Budgets, who: Spender) -> bool:
    try:
        async with found.hold("few", who):
            return False
    except Refused:
        return True


def test_what_is_held_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HOLDINGS, "few", budgets.Holding(1, 2, "tests"))

    async def check() -> None:
        found = Budgets(Storage(Settings(data=tmp_path)))
        another, third = Spender("another", ANNA.address), Spender("a third", ANNA.address)
        async with found.hold("few", ANNA):
            assert await is_refused(found, ANNA)
            async with found.hold("few", another):
                assert await is_refused(found, third)
        assert not await is_refused(found, ANNA)
        assert not found.held

    asyncio.run(check())


@postgres.missing
def test_what_other_processes_hold_counts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HOLDINGS, "few", budgets.Holding(1, 2, "tests"))

    async def check(url: str) -> None:
        settings = Settings(data=tmp_path, database=url)
        storages = [Storage(settings), Storage(settings)]
        await storages[0].open()
        one, two = (Budgets(storage, name) for storage, name in zip(storages, ("one", "two"), strict=True))
        async with one.hold("few", ANNA):
            assert await is_refused(two, ANNA)
            assert not await is_refused(two, BELA)
            await one.tidy()
            assert await is_refused(two, ANNA)
        assert not await is_refused(two, ANNA)
        for storage in storages:
            await storage.close()

    with postgres.postgres() as url:
        asyncio.run(check(url))


# ── Addresses ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_version_six_count_by_their_network(host: str, address: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == address


@pytest.mark.parametrize(
    ("settings", "host", "believed"),
    [
        ({}, "127.0.0.1", False),
        ({"public_url": "https://klatsch.example"}, "127.0.0.1", True),
        ({"public_url": "https://klatsch.example"}, "192.0.2.1", False),
        ({"trusted_proxies": "10.0.0.0/8, 192.0.2.1"}, "10.1.2.3", True),
        ({"trusted_proxies": "10.0.0.0/8, 192.0.2.1"}, "192.0.2.2", False),
    ],
)
def test_a_proxys_word_counts_only_where_it_is_configured(
    settings: dict[str, str], host: str, believed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(Budgets, "spend", spy_on(seen))
    with TestClient(make_app(Settings(data=tmp_path, **settings)), client=(host, 1)) as client:  # type: ignore[arg-type]
        client.get("/healthz", headers={"X-Forwarded-For": "203.0.113.9"})
    assert seen == ["203.0.113.9" if believed else host]
    assert Settings(**settings).is_proxy(host) == believed  # type: ignore[arg-type]


def spy_on(seen: list[str]) -> object:
    async def spend(self: Budgets, what: str, who: Spender, amount: float = 1.0) -> None:
        seen.append(who.address)

    return spend


# ── At the server ─────────────────────────────────────────────────────────────────────────────────


def closing_code(closed: WebSocketTestSession) -> int:
    """With which code a socket is closed, whatever it is told before."""
    try:
        for _ in range(100):
            closed.receive_json()
    except WebSocketDisconnect as end:
        return end.code
    raise AssertionError("it stays open")


def test_whoever_floods_a_socket_is_closed_and_nobody_else(somebody: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "frames", budgets.Budget(Rate(20, 600), Rate(100, 600), "tests"))
    anna, bela = somebody(), somebody()
    table = anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    with bela.websocket_connect(f"/api/tables/{table}/socket") as quiet:
        with anna.websocket_connect(f"/api/tables/{table}/socket") as loud:
            for number in range(40):
                loud.send_json({"do": "listening", "re": number})
            assert closing_code(loud) == 4429
        quiet.send_json({"do": "listening", "re": 7})
        assert any(quiet.receive_json().get("re") == 7 for _ in range(10))


@pytest.mark.parametrize("frame", [b"\x00\xff", b""])
def test_a_binary_frame_is_refused_quietly(somebody: Visitor, frame: bytes) -> None:
    anna = somebody()
    table = anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    with anna.websocket_connect(f"/api/tables/{table}/socket") as loud:
        loud.send_bytes(frame)
        assert closing_code(loud) == 1003


def test_nobody_has_more_sockets_than_they_may(somebody: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HOLDINGS, "sockets", budgets.Holding(1, 5, "tests"))
    anna = somebody()
    table = anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    path = f"/api/tables/{table}/socket"
    with anna.websocket_connect(path), anna.websocket_connect(path) as second:
        assert closing_code(second) == 4429
    with anna.websocket_connect(f"/api/tables/{table}/socket") as third:
        assert third.receive_json()["type"] in ("screen", "chat_before")


def test_nobody_opens_or_joins_more_tables_than_they_may(somebody: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tables", "joins"):
        monkeypatch.setitem(BUDGETS, name, budgets.Budget(Rate(1000, 1), Rate(1000, 1), "tests"))
    monkeypatch.setattr("klatsch.server.storage.match_lists.MOST_SEATS", MOST_TABLES + 2)
    anna, bela = somebody(), somebody()
    plan = {"game": "coffee-chess", "seats": ["me", "open"]}
    tables = [anna.post("/api/tables", json=plan).json()["id"] for _ in range(MOST_TABLES)]
    refused = anna.post("/api/tables", json=plan)
    assert (refused.status_code, str(MOST_TABLES) in refused.json()["error"]) == (429, True)
    assert anna.post(f"/api/tables/{tables[0]}/stand_up").status_code == 200
    assert anna.post("/api/tables", json=plan).status_code == 201
    more = [somebody().post("/api/tables", json=plan).json()["id"] for _ in range(4)]
    taken = [bela.post(f"/api/tables/{id}/join").status_code for id in [*tables[1:], *more]]
    assert (taken.count(200), taken.count(429)) == (MOST_TABLES + 2, 1)


def test_new_guests_are_counted_by_address(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "guests", budgets.Budget(None, Rate(2, 600), "tests"))
    plan = {"game": "coffee-chess", "seats": ["me", "open"]}
    with TestClient(app) as first:
        codes = []
        for address in (some_address(), some_address()):
            for _ in range(3):
                stranger = TestClient(app, headers={"X-Forwarded-For": address})
                stranger.portal = first.portal
                codes.append(stranger.post("/api/tables", json=plan).status_code)
    assert codes == [201, 201, 429] * 2


# ── Half requests ─────────────────────────────────────────────────────────────────────────────────


@contextmanager
def listening(app: FastAPI) -> Iterator[int]:
    """The application on a real port of this machine, in a thread."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", **UVICORN))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(20)


def is_closed(made: socket.socket) -> bool:
    made.settimeout(10)
    try:
        return made.recv(1000) == b""
    except ConnectionResetError:
        return True


def test_half_a_request_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "HEAD_SECONDS", 0.3)
    with listening(make_app(Settings(data=tmp_path))) as port:
        for words in (b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "):
            with socket.create_connection(("127.0.0.1", port)) as half:
                half.sendall(words)
                assert is_closed(half)


def test_one_address_has_only_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MOST_CONNECTIONS", 5)
    with listening(make_app(Settings(data=tmp_path))) as port:
        many = [socket.create_connection(("127.0.0.1", port)) for _ in range(6)]
        assert is_closed(many[-1])
        for each in many:
            each.close()
        with socket.create_connection(("127.0.0.1", port)) as again:
            again.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b"200" in again.recv(100)
    assert not connection_limits.OPEN


# ── Thinking ──────────────────────────────────────────────────────────────────────────────────────


class SlowWorkers(BotWorkers):
    """One process, in which a question takes one turn of the loop."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []

    async def ask(self, task: object, *args: object) -> object:  # type: ignore[override]
        self.asked.append(str(args[0]))
        await asyncio.sleep(0.001)
        return None


def test_people_are_served_in_turn(tmp_path: Path) -> None:
    async def check() -> None:
        workers = SlowWorkers()
        queue = FairQueue(workers)
        asked = ["loud"] * 400 + ["anna", "bela", "anna"]
        await asyncio.gather(*(queue.ask(who, print, who) for who in asked))
        assert workers.asked[:6] == ["loud", "loud", "anna", "bela", "loud", "anna"]
        assert (len(workers.asked), queue.free, len(queue.waiting)) == (403, 1, 0)

    asyncio.run(check())


def test_whoever_stops_waiting_leaves_the_queue(tmp_path: Path) -> None:
    async def check() -> None:
        queue = FairQueue(SlowWorkers())
        tasks = [asyncio.create_task(queue.ask("anna", print, str(number))) for number in range(5)]
        await asyncio.sleep(0)
        for task in tasks[1:4]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert queue.free == 1

    asyncio.run(check())


def test_bots_among_themselves_wait_until_somebody_looks(tmp_path: Path) -> None:
    async def check() -> None:
        server = Server(Settings(data=tmp_path, bot_pause=0.0))
        await server.storage.open()
        anna = PersonRef("anna", "Anna")
        hosted = setup.open_match(NewMatch("coffee-chess", ("bot:1", "me")), anna, time.time())
        setup.be_ready(hosted, "anna", "ab" * 16, time.time())
        await server.matches.add(hosted)
        assert await server.bots.is_wanted(hosted.id)
        async with server.matches.change(hosted.id) as fork:
            fork.seats[1].bot = "bot:8"  # a bot plays for Anna, who has gone
        assert not await server.bots.is_wanted(hosted.id)
        connection = Connection(Person("", "", "en", True), hosted.id, "en")
        server.connections.enter(connection, await server.matches.get(hosted.id))
        assert await server.bots.is_wanted(hosted.id)
        await server.close()

    asyncio.run(check())


def test_a_bot_thinks_no_longer_than_whoever_opened_the_table_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        server = Server(Settings(data=tmp_path, bot_pause=0.0))
        await server.storage.open()
        hosted = setup.open_match(NewMatch("coffee-chess", ("bot:1", "me")), PersonRef("anna", "Anna"), time.time())
        setup.be_ready(hosted, "anna", "ab" * 16, time.time())
        await server.matches.add(hosted)
        server.budgets.charge("bot_seconds", Spender("anna", ""), 1e6)
        assert not await server.bots.bot_decides(hosted.id)
        assert (await server.matches.get(hosted.id)).version == hosted.version
        await server.close()

    asyncio.run(check())


def test_the_documented_limits_are_those_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(BUDGETS, "few")
    assert budgets.budget_table() in Path("docs/host-a-server.md").read_text("utf-8")
