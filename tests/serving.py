"""A real server for tests: a process of its own on a free port of this machine, with an empty database."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from fastapi.testclient import TestClient

Visitor = Callable[..., TestClient]
"""Makes a new visitor of one server, with cookies of their own; at an address, if one is given."""

PASSWORD = "espresso forte"
START_SECONDS = 180.0  # on a machine that is busy with other things


def with_account(client: TestClient, name: str) -> TestClient:
    """The same visitor with an account, as rated games ask for it."""
    answer = client.post("/api/me/sign-up", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return client


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def some_address() -> str:
    """Of a visitor: every one has another, so that nobody's budget is used up by the others."""
    return str(IPv4Address(random.randrange(2**24, 2**31)))


@contextmanager
def serving(data: Path, *options: str) -> Iterator[str]:
    """The address of a server that runs until the block ends."""
    port = free_port()
    process = start(data, port, *options)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def start(data: Path, port: int, *options: str) -> subprocess.Popen[bytes]:
    process = launch(data, port, *options)
    wait_for(f"http://127.0.0.1:{port}/healthz", process)
    return process


def launch(data: Path, port: int, *options: str) -> subprocess.Popen[bytes]:
    """The same without waiting for it."""
    command = [sys.executable, "-m", "klatsch", "serve", "--port", str(port), "--data", str(data)]
    command += ["--trusted-proxies", "127.0.0.1", *options]
    # Measured, a server would be half as fast: pages and clocks are tested as they are.
    environment = {name: value for name, value in os.environ.items() if name != "COVERAGE_PROCESS_START"}
    return subprocess.Popen(command, env={**environment, "PYTHONUNBUFFERED": "1"})


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, "the server stopped"
        try:
            urlopen(address, timeout=5).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    process.kill()
    raise AssertionError("the server didn't start")
