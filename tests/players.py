"""People at a server's tables: they keep their screen by the socket, act, and come back when they were cut off.

What they do, a browser's page does too.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from klatsch.server.host.load_client import Client

RETRY_SECONDS = 0.2


class Onlooker:
    """Keeps a table's screen; what it shows is in `screen`."""

    def __init__(self, client: Client, table: str) -> None:
        self.client = client
        self.match = table
        self.screen: dict[str, Any] = {}

    async def run(self) -> None:
        """Until the match is over or the task is cancelled; a lost connection is made again."""
        while self.screen.get("status") not in ("over", "closed"):
            try:
                await self.stay()
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await asyncio.sleep(RETRY_SECONDS)

    async def stay(self) -> None:
        address = self.client.address.replace("http", "ws", 1) + f"/api/tables/{self.match}/socket"
        headers = {"Cookie": self.client.cookie} if self.client.cookie else {}
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
            await self.entered(socket)
            async for frame in socket:
                message = json.loads(frame)
                if message["type"] in ("screen", "update"):
                    self.screen |= message
                    await self.looked()
                    if self.screen.get("status") in ("over", "closed"):
                        return
                else:
                    await self.told(message)

    async def entered(self, socket: ClientConnection) -> None:
        """The connection stands; what was known before is told anew."""
        self.screen = {}
        self.socket = socket

    async def looked(self) -> None:
        """The screen has changed."""

    async def told(self, message: dict[str, Any]) -> None:
        """Something that isn't the screen."""


class Player(Onlooker):
    """Plays at random, as soon as it may, one decision at a time."""

    def __init__(self, client: Client, table: str, rng: random.Random, pause: float = 0.0) -> None:
        super().__init__(client, table)
        self.rng = rng
        self.pause = pause
        self.waiting = False  # for the answer to a decision
        self.sent: dict[str, Any] = {}
        self.done: list[tuple[int, int]] = []  # decisions that were acknowledged: their event and action

    async def entered(self, socket: ClientConnection) -> None:
        await super().entered(socket)
        self.waiting = False
        await socket.send(json.dumps({"do": "ready", "re": 0, "nonce": secrets.token_hex(16)}))

    async def looked(self) -> None:
        own = self.screen.get("actions") and self.screen["actor"] == self.screen["viewer"]
        if self.screen.get("status") == "playing" and own and not self.waiting:
            self.waiting = True
            await asyncio.sleep(self.pause)
            action = self.rng.choice(self.screen["actions"])[0]
            self.sent = {"do": "play", "re": 1, "action": action, "seen": self.screen["version"]}
            await self.socket.send(json.dumps(self.sent))

    async def told(self, message: dict[str, Any]) -> None:
        if message.get("re") != 1:
            return
        self.waiting = False
        if message["type"] == "done":
            self.done.append((self.sent["seen"] + 1, self.sent["action"]))
        await self.looked()
