"""A real server under odd requests: it refuses them, lives on, tells how it is, and its log tells no secret."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import connect

from klatsch.server.host.load_client import Client

from serving import free_port, wait_for

PASSWORD = "correct horse espresso"
NONCE = "00112233445566778899aabbccddeeff"
SAID = "meet me behind the coffee machine"


@contextmanager
def logged_server(folder: Path) -> Iterator[tuple[str, Path]]:
    """A server whose log goes to a file."""
    port, log = free_port(), folder / "log"
    options = ["--port", str(port), "--data", str(folder), "--json-logs", "--metrics", "--bot-pause", "0"]
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "klatsch", "serve", *options],
            stdout=file,
            stderr=file,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/readyz", process)
            yield f"http://127.0.0.1:{port}", log
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    with logged_server(tmp_path_factory.mktemp("server")) as found:
        yield found


def raw(address: str, request: bytes) -> bytes:
    """What the server answers to these very bytes; nothing if it just hangs up."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port or 80), timeout=10) as wire:
        wire.settimeout(3)
        try:
            wire.sendall(request)
            return b"".join(iter(lambda: wire.recv(65536), b""))
        except (TimeoutError, ConnectionError):
            return b""


BODY = b'{"game": "choco", "seats": ["me", "open"]}'


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /static/../app.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /static/..%2fapp.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /static/%2e%2e/%2e%2e/server/app.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /static/....//app.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /static/..\\app.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /static//etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /table/%00%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /language/pt?back=/%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /table/\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: -5\r\n\r\n" + BODY,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\n"
        + BODY,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 42\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        + (b"8000\r\n" + b"x" * 0x8000 + b"\r\n") * 6
        + b"0\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: null\r\nContent-Length: 42\r\n\r\n"
        + BODY,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: http://x@elsewhere.example\r\n"
        b"Content-Length: 42\r\n\r\n" + BODY,
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: " + b"y" * 200_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + b"X-Many: yyyyyyyyyyyyyyyy\r\n" * 2000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Endless: " + b"y" * 3_000_000,
        b"GET / HTTP/1.1\r\nHost: x\r\nHo st: y\r\nConnection: close\r\n\r\n",
        b"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # a browser that wants TLS
        b"NONSENSE\r\n\r\n",
    ],
)
def test_tricks_with_paths_and_headers(server: tuple[str, Path], request_bytes: bytes) -> None:
    answer = raw(server[0], request_bytes)
    head = answer.partition(b"\r\n\r\n")[0]
    if answer:
        status = int(answer.split(b" ", 2)[1])
        assert status in (303, 307) or 400 <= status < 500, head
    assert b"\nset-cookie: a=" not in head.lower()
    assert b"def make_app" not in answer
    assert b"root:" not in answer
    assert json.loads(urlopen(f"{server[0]}/readyz", timeout=10).read()) == {"status": "ready"}


def test_it_tells_how_it_is(server: tuple[str, Path]) -> None:
    address = server[0]
    assert json.loads(urlopen(f"{address}/healthz", timeout=10).read()) == {"status": "alive"}
    shown = urlopen(f"{address}/metrics", timeout=10).read().decode()
    for name in ("klatsch_requests_total", "klatsch_commands_total", "klatsch_sockets", "klatsch_tables_looked_at"):
        assert f"# TYPE {name} " in shown, name


def test_the_log_of_a_running_game_tells_no_secret(tmp_path: Path) -> None:
    with logged_server(tmp_path) as (address, log):
        client = Client(address)
        asyncio.run(be_talkative(address, client))
        told = log.read_text(errors="replace")
        base = sqlite3.connect(tmp_path / "klatsch.sqlite3")
        secrets = [row[0] for row in base.execute("SELECT seed FROM matches")]
        secrets += [row[0] for row in base.execute("SELECT password FROM persons WHERE password IS NOT NULL")]
        secrets += [row[0] for row in base.execute("SELECT digest FROM sessions")]
        lines = [row[0] for row in base.execute("SELECT line FROM events")]
        base.close()
    assert len(secrets) >= 3
    assert len(lines) >= 3
    for secret in (*secrets, *lines, *client.cookies.values(), PASSWORD, NONCE, SAID):
        assert secret not in told, secret


async def be_talkative(address: str, client: Client) -> None:
    """Whatever could end up in a log: names and passwords, good and bad frames, requests that are refused."""
    await client.post("/api/me/sign-up", {"name": "Anna", "password": PASSWORD})
    table = await client.open_table("choco", "me", "bot:1")
    for path, body in (
        (f"/api/tables/{table}/play", {"action": "nonsense"}),
        (f"/api/tables/{table}/chat", {"text": SAID}),
        ("/api/me/sign-in", {"name": "Anna", "password": PASSWORD + "x"}),
        ("/api/nothing", {"password": PASSWORD}),
    ):
        with suppress(ValueError):
            await client.post(path, body)
    place = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with connect(place, additional_headers={"Cookie": client.cookie}) as wire:
        await wire.send(json.dumps({"do": "ready", "re": 0, "nonce": NONCE}))
        await wire.send('{"do": "chat", "text": ' + SAID)
        done = 0
        actions: list[list[int]] = []
        while done < 3:
            frame = json.loads(await wire.recv())
            actions = frame.get("actions", actions) or []
            done += frame.get("re") == 1 and frame["type"] == "done"
            if frame.get("actions"):
                await wire.send(json.dumps({"do": "play", "re": 1, "action": actions[0][0]}))
