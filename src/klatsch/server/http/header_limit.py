"""A limit for the head of a request: uvicorn's parser would collect headers of any size."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 32 * 1024


class BoundedHttp(HttpToolsProtocol):
    in_head = False
    head = 0  # bytes of it so far

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head, self.head = True, 0

    def on_headers_complete(self) -> None:
        self.in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.in_head and not self.transport.is_closing():
            self.head += len(data)
            if self.head > MOST_HEAD:
                self.send_400_response("The head of the request is too long.")
