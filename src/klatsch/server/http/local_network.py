"""Opens a local server to the home network on request, so that friends' links work.

Nothing is sent to find this machine's address: connecting a UDP socket only asks the system which way it would go.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address

import uvicorn
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp

from klatsch.server.errors import Refused
from klatsch.server.screens.raw_socket import UVICORN
from klatsch.server.settings import Settings

SOMEWHERE = ("192.0.2.1", 9)  # an address kept for documentation: nobody is there
START_SECONDS = 10.0
EVERYWHERE = ("0.0.0.0", "::")  # to listen on; nobody can be reached there


def local_address() -> str | None:
    """This machine's address in its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if is_loopback(found) else found


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Listener(uvicorn.Server):
    """A second one in a process: signals are the first one's."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Network:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.address = ""  # as friends in the network reach us, once it is open
        self.task: asyncio.Task[None] | None = None
        self.listener: Listener | None = None

    @property
    def base(self) -> str:
        """What links begin with where nobody's page tells how we are reached: in mails, webhooks and the API."""
        if self.settings.host in EVERYWHERE and not self.settings.public_url:
            return f"http://{local_address() or 'localhost'}:{self.settings.port}"
        return self.address or self.settings.address

    def link_base(self, connection: HTTPConnection) -> str:
        """What a link for friends begins with: an address that their devices can reach, if there is one."""
        host = connection.url.hostname or ""
        if self.settings.public_url or is_loopback(host) or host in EVERYWHERE:
            return self.base
        return f"{connection.url.scheme}://{connection.url.netloc}"

    def is_dead_end(self, connection: HTTPConnection) -> bool:
        """Would a friend's device find nobody behind a link?"""
        return is_loopback(self.link_base(connection).partition("://")[2].rpartition(":")[0].strip("[]"))

    def check_asked_from_here(self, connection: HTTPConnection) -> None:
        """Only somebody at this machine opens it."""
        client = connection.client.host if connection.client else ""
        if not self.settings.on_loopback or not (is_loopback(client) and is_loopback(connection.url.hostname or "")):
            raise Refused("network_elsewhere", 403)

    async def open(self, app: ASGIApp) -> str:
        """Listen on this machine's address too, with the same application; returns what links begin with."""
        if self.address:
            return self.address
        host = local_address()
        if host is None:
            raise Refused("no_network")
        bound = bound_socket(host, self.settings.port)
        config = uvicorn.Config(app, lifespan="off", log_level="warning", **UVICORN)
        self.listener = Listener(config)
        self.task = asyncio.create_task(self.listener.serve(sockets=[bound]))
        self.address = f"http://{host}:{bound.getsockname()[1]}"
        async with asyncio.timeout(START_SECONDS):
            while not self.listener.started:
                await asyncio.sleep(0.02)
        return self.address

    async def close(self) -> None:
        if self.listener is not None and self.task is not None:
            self.listener.should_exit = self.listener.force_exit = True
            await asyncio.gather(self.task, return_exceptions=True)


def bound_socket(host: str, port: int) -> socket.socket:
    """On the port that people know; on any where that is taken."""
    for each in (port, 0):
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, each))
            return made
        except OSError:
            made.close()
    raise Refused("no_network")
