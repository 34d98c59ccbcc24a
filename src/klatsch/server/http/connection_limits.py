"""Limits for connections and for the head of a request: uvicorn would collect it at any size and wait for ever."""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from klatsch.server.server import Server

MOST_HEAD = 32 * 1024
HEAD_SECONDS = 10.0  # in which a request must have been begun, and its head told
MOST_CONNECTIONS = 256  # of one address at a time, in each process
OPEN: Counter[str] = Counter()


class BoundedHttp(HttpToolsProtocol):
    in_head = False
    head = 0  # bytes of it so far
    peer = ""
    alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.peer = self.client[0] if self.client else ""
        OPEN[self.peer] += 1
        if OPEN[self.peer] > MOST_CONNECTIONS and not self.is_proxy():
            transport.close()
        else:
            self.expect_head()

    def is_proxy(self) -> bool:
        """Behind a proxy's address are many people."""
        server: Server = self.app.state.server
        return server.settings.is_proxy(self.peer)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_alarm()
        self.forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self.forget()  # from now on it counts among the sockets (budgets.py)
        super().handle_websocket_upgrade()

    def forget(self) -> None:
        OPEN[self.peer] -= 1
        if OPEN[self.peer] <= 0:
            del OPEN[self.peer]

    def expect_head(self) -> None:
        self.stop_alarm()
        self.alarm = self.loop.call_later(HEAD_SECONDS, self.give_up)

    def stop_alarm(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head, self.head = True, 0
        self.expect_head()

    def on_headers_complete(self) -> None:
        self.in_head = False
        self.stop_alarm()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.in_head and not self.transport.is_closing():
            self.head += len(data)
            if self.head > MOST_HEAD:
                self.send_400_response("The head of the request is too long.")
