"""A WebSocket protocol that writes frames directly: bytes made once are written as they are.

ASGI's own way (a task for each socket, a dictionary for each frame, three layers that look at it) costs more than
drawing the board. uvicorn still reads, pings and closes; without compression a text frame is its length and its text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "klatsch.direct"
MOST_RECEIVED = 16 * 1024


class UvicornOptions(TypedDict):
    http: str
    ws: str
    ws_max_size: int
    ws_per_message_deflate: bool
    proxy_headers: bool


# For every listener. Compressed, a socket would need a third of a megabyte for what saves it two kilobytes an action.
UVICORN: UvicornOptions = {
    "http": "klatsch.server.http.connection_limits:BoundedHttp",
    "ws": "klatsch.server.screens.raw_socket:DirectProtocol",
    "ws_max_size": MOST_RECEIVED,
    "ws_per_message_deflate": False,
    "proxy_headers": False,  # whom to believe is the application's matter (app.py)
}
WHOLE_TEXT = 0x81


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which its application may also write to directly."""

    when_writable: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    @property
    def takes_more(self) -> bool:
        """Neither closing nor behind with what it was given."""
        return self.writable.is_set() and not self.close_sent and not self.transport.is_closing()

    def write_texts(self, texts: list[bytes]) -> None:
        self.transport.write(b"".join([part for text in texts for part in (frame_head(len(text)), text)]))

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.when_writable is not None:
            self.when_writable()


def frame_head(size: int) -> bytes:
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + size.to_bytes(2, "big")
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8, "big")


def direct(websocket: WebSocket) -> DirectProtocol | None:
    """The socket's own protocol; None behind a server that isn't ours (tests within the process)."""
    found = websocket.scope["extensions"].get(EXTENSION) if "extensions" in websocket.scope else None
    return found if isinstance(found, DirectProtocol) else None
