"""Your turn, told to somebody who isn't looking: by mail through a real SMTP dialogue, by webhook to a real server."""

from __future__ import annotations

import asyncio
import json
import re
import socketserver
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_string
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from klatsch.server.app import make_app
from klatsch.server.http import local_network
from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.pace import Days, Live, Pace
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings

NONCE = "0123456789abcdef" * 2


@contextmanager
def running(server: socketserver.TCPServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield int(server.socket.getsockname()[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


def hook(told: list[dict[str, str]]) -> HTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    return HTTPServer(("127.0.0.1", 0), Handler)


def mailbox(letters: list[str]) -> socketserver.ThreadingTCPServer:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            """Just enough SMTP."""
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                word = line[:4].upper()
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    letters.append(self.letter())
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
                if word == b"QUIT":
                    return

        def letter(self) -> str:
            lines = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line.decode())
            return "".join(lines)

    return socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)


async def two_turns(server: Server, pace: Pace) -> None:
    """Anna and Béla, neither looking: a turn of Anna's, one of Béla's."""
    await server.open()
    anna, bela = [await server.people.new_guest("en") for _ in range(2)]
    await server.people.change(bela, mail="bela@example.org")
    wanted = NewMatch("coffee-chess", ("me", "open"), pace=pace)
    hosted = setup.open_match(wanted, PersonRef(anna.id, "Anna"), time.time())
    setup.join(hosted, PersonRef(bela.id, "Béla"), None, None)
    await server.matches.add(hosted)
    for person in (anna, bela):
        async with server.matches.change(hosted.id) as fork:
            setup.be_ready(fork, person.id, NONCE, time.time())
    for seat, action in ((0, "place b1"), (0, "end"), (1, "end")):
        await play(server, hosted, seat, action)
    for _ in range(100):
        if not any("send_mail" in repr(task) or "call_webhook" in repr(task) for task in server.tasks.running):
            break
        await asyncio.sleep(0.05)
    await server.close()


async def play(server: Server, hosted: HostedMatch, seat: int, action: str) -> None:
    async with server.matches.change(hosted.id) as fork:
        playing.play(fork, seat, action, None, time.time())


def test_a_turn_is_told_once_by_mail_and_webhook(tmp_path: Path) -> None:
    letters: list[str] = []
    told: list[dict[str, str]] = []
    with running(mailbox(letters)) as smtp, running(hook(told)) as web:
        settings = Settings(data=tmp_path, mail_server=f"127.0.0.1:{smtp}", webhook=f"http://127.0.0.1:{web}/")
        asyncio.run(two_turns(Server(settings), Days(2)))
    assert len(letters) == 1
    assert "To: bela@example.org" in letters[0]
    assert "Coffee Chess: it's your turn" in letters[0]
    assert "/table/" in letters[0]
    assert len(told) == 3  # Anna, Béla, Anna again
    assert {each["game"] for each in told} == {"coffee-chess"}


def test_in_a_live_game_nobody_is_written_to(tmp_path: Path) -> None:
    told: list[dict[str, str]] = []
    with running(hook(told)) as web:
        settings = Settings(data=tmp_path, webhook=f"http://127.0.0.1:{web}/")
        asyncio.run(two_turns(Server(settings), Live(300)))
    assert told == []


def test_a_dead_webhook_stops_nothing(tmp_path: Path) -> None:
    asyncio.run(two_turns(Server(Settings(data=tmp_path, webhook="http://127.0.0.1:9/")), Days(1)))


def test_mail_and_webhook_lead_to_an_address_that_others_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "local_address", lambda: "192.168.1.7")
    letters: list[str] = []
    told: list[dict[str, str]] = []
    with running(mailbox(letters)) as smtp, running(hook(told)) as web:
        where = {"mail_server": f"127.0.0.1:{smtp}", "webhook": f"http://127.0.0.1:{web}/"}
        settings = Settings(data=tmp_path, host="0.0.0.0", port=8000, **where)  # type: ignore[arg-type]
        asyncio.run(two_turns(Server(settings), Days(2)))
    assert f"http://192.168.1.7:8000/table/{told[0]['table']}" in letters[0]
    assert {each["link"] for each in told} == {f"http://192.168.1.7:8000/table/{told[0]['table']}"}


# ── Nobody gets mail that they didn't ask for ─────────────────────────────────────────────────────


def link_in(letter: str, kind: str) -> str:
    text = message_from_string(letter.replace("\r\n", "\n")).get_payload(decode=True)
    assert isinstance(text, bytes)
    found = re.search(rf"(/mail/{kind}\?it=\S+)", text.decode())
    assert found, letter
    return found[1]


def until(come: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not come():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_an_address_is_confirmed_before_anything_else_is_sent(tmp_path: Path) -> None:
    letters: list[str] = []
    with running(mailbox(letters)) as smtp:
        settings = Settings(data=tmp_path, mail_server=f"127.0.0.1:{smtp}")
        with TestClient(make_app(settings)) as client:
            assert client.post("/api/me", json={"mail": "bela@example.org"}).json()["mail"] == ""
            until(lambda: len(letters) == 1)
            assert "To: bela@example.org" in letters[0]
            link = link_in(letters[0], "confirm")
            assert "bela@example.org" in client.get(link).text
            assert client.get("/api/me").json()["mail"] == ""  # a program that follows links has agreed to nothing
            assert client.post(link).status_code == 200
            assert client.get("/api/me").json()["mail"] == "bela@example.org"
            assert client.post(link[:-1] + "x").status_code == 404
            codes = [client.post("/api/me", json={"mail": "anna@example.org"}).status_code for _ in range(5)]
            assert codes == [200, 200, 200, 429, 429]


def test_who_wants_no_more_mail_gets_none(tmp_path: Path) -> None:
    letters: list[str] = []
    with running(mailbox(letters)) as smtp:
        settings = Settings(data=tmp_path, mail_server=f"127.0.0.1:{smtp}")
        asyncio.run(two_turns(Server(settings), Days(2)))
        assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in letters[0]
        link = link_in(letters[0], "stop")
        app = make_app(settings)
        with TestClient(app) as client:
            assert "bela@example.org" in client.get(link).text
            assert client.post(link, content="List-Unsubscribe=One-Click").status_code == 200
            assert client.post(link.replace("stop", "confirm")).status_code == 404
            with sqlite3.connect(tmp_path / "klatsch.sqlite3") as base:
                assert base.execute("SELECT count(*) FROM persons WHERE mail <> ''").fetchone() == (0,)


def test_about_one_table_there_is_one_mail_an_hour(tmp_path: Path) -> None:
    letters: list[str] = []

    async def check(server: Server) -> None:
        await server.open()
        person = await server.people.new_guest("en")
        await server.people.set_mail(person.id, "bela@example.org")
        person = await server.people.get(person.id)
        for name in ("first", "first", "second"):
            hosted = setup.open_match(NewMatch("coffee-chess", ("me", "open")), PersonRef(name, "Anna"), time.time())
            hosted.id = name
            await server.turn_notifier.send_mail(person, hosted)
        await server.close()

    with running(mailbox(letters)) as smtp:
        asyncio.run(check(Server(Settings(data=tmp_path, mail_server=f"127.0.0.1:{smtp}"))))
    assert len(letters) == 2


def test_a_mail_server_that_hangs_stops_no_clock(tmp_path: Path) -> None:
    """Once it stopped the heartbeat for 73 seconds, and clocks with it."""

    class Silent(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(1)  # until the other side gives up

    async def check(server: Server) -> None:
        await server.open()
        for number in range(40):
            server.tasks.start(server.outgoing.mail(f"{number}@example.org", "hello", "hello"))
        await asyncio.sleep(0)
        before = server.clock.now()
        began = time.monotonic()
        await server.ticker.take_care()
        await server.ticker.tick()
        await server.people.sign_up(await server.people.new_guest("en"), "Anna", "espresso forte")
        assert time.monotonic() - began < 5
        assert server.clock.now() > before
        await server.close()

    silent = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Silent)
    silent.daemon_threads = True
    with running(silent) as smtp:
        asyncio.run(check(Server(Settings(data=tmp_path, mail_server=f"127.0.0.1:{smtp}"))))
