"""A minimal WebSocket client for the load test, which shares the processor with the server that it measures.

Only for servers of this machine that we start ourselves: frames come whole, and what is sent is masked with zeros.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable, Mapping
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
HEAD_END = b"\r\n\r\n"
NO_MASK = bytes(4)


class Wire(asyncio.Protocol):
    """One connection; `hear` gets the text of every frame, `lost` is called when it ends."""

    def __init__(self, head: bytes, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self.head = head
        self.hear = hear
        self.lost = lost
        self.pending = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is none by its class
        self.transport.write(self.head)

    def data_received(self, data: bytes) -> None:
        data = self.pending + data if self.pending else data
        if not self.opened.done():
            head, end, data = data.partition(HEAD_END)
            if not end:
                self.pending = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(OSError(head.partition(b"\r\n")[0].decode()))
                return
            self.opened.set_result(None)
        self.pending = self.take_frames(data)

    def take_frames(self, data: bytes) -> bytes:
        """Hears what is whole; the rest."""
        at = 0
        while len(data) >= at + 2:
            opcode, size, begin = data[at] & 15, data[at + 1] & 127, at + 2
            if size >= 126:
                begin += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : begin], "big")
            if len(data) < begin + size:
                break
            at = begin + size
            if opcode == TEXT:
                self.hear(data[begin:at])
            elif opcode == PING:
                self.send(data[begin:at], PONG)
            elif opcode == CLOSE:
                self.transport.close()
        return data[at:]

    def send(self, text: bytes, opcode: int = TEXT) -> None:
        size = len(text)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | opcode]) + length + NO_MASK + text)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or OSError("the connection was closed"))
        self.lost()


async def connect(
    address: str, path: str, headers: Mapping[str, str], hear: Callable[[bytes], None], lost: Callable[[], None]
) -> Wire:
    """A connection to a path of a server, when it stands; OSError if it won't."""
    host, port = urlsplit(address).hostname or "", urlsplit(address).port or 80
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
        *(f"{name}: {value}" for name, value in headers.items() if value),
    ]
    head = "\r\n".join(lines).encode() + HEAD_END
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(head, hear, lost), host, port)
    await wire.opened
    return wire
