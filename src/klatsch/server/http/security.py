"""Security middleware: foreign origins may not act, bodies have a limit, every answer carries strict headers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from klatsch.server.budgets import Budgets, Spender, address_of
from klatsch.server.errors import Refused
from klatsch.server.http.connection_limits import MOST_HEAD
from klatsch.server.settings import Settings
from klatsch.server.storable import check_json

MOST_BODY = 128 * 1024
BODY_SECONDS = 20.0
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
# Where players use https: browsers don't try without it any more, for a year.
HSTS = (b"strict-transport-security", b"max-age=31536000")


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings, budgets: Budgets) -> None:
        self.app = app
        self.settings = settings
        self.budgets = budgets
        self.extra = [HSTS] if settings.secure else []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            if self.is_foreign(scope):
                await receive()
                await send({"type": "websocket.close", "code": 4403})
            else:
                await self.app(scope, receive, send)
        elif self.acts(scope) and self.is_foreign(scope):
            await refuse(send, 403, b'{"error":"this page is of another site","clause":""}')
        elif sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEAD:
            await refuse(send, 431, b'{"error":"the head of the request is too long","clause":""}')
        elif body_length(scope) > MOST_BODY:
            await refuse(send, 413, b'{"error":"that is too long","clause":""}')
        elif await self.asks_too_often(scope):
            await refuse(send, 429, b'{"error":"that was too often; wait a little","clause":""}')
        else:
            try:
                whole = await checked_body(scope, receive)
            except (Refused, TimeoutError) as error:
                status = error.status if isinstance(error, Refused) else 408
                words = str(error) or "the request took too long"
                await refuse(send, status, json.dumps({"error": words, "clause": ""}).encode())
                return
            await self.app(scope, whole, with_headers(send, scope["path"], self.extra))

    async def asks_too_often(self, scope: Scope) -> bool:
        try:
            await self.budgets.spend("requests", Spender("", address_of(HTTPConnection(scope))))
        except Refused:
            return True
        return False

    def acts(self, scope: Scope) -> bool:
        return scope["method"] not in SAFE_METHODS

    def is_foreign(self, scope: Scope) -> bool:
        """Does a page of another site ask? Programs send no origin."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return False
        try:
            asked = urlsplit(origin.decode("latin-1")).netloc
        except ValueError:  # http://[
            return True
        own = {headers.get(b"host", b"").decode("latin-1"), urlsplit(self.settings.address).netloc}
        return asked not in own


def body_length(scope: Scope) -> int:
    given = dict(scope["headers"]).get(b"content-length", b"0")
    return int(given) if given.isdigit() else MOST_BODY + 1


async def checked_body(scope: Scope, receive: Receive) -> Receive:
    """The whole body, in time and not too long, without letters that can't be stored; then the rest as it comes."""
    asked = scope["path"] + unquote(scope["query_string"].decode("latin-1"), errors="replace")
    if "\0" in asked:
        raise Refused("odd_letters", 422)
    if scope["method"] in SAFE_METHODS:
        return receive
    body = b""
    async with asyncio.timeout(BODY_SECONDS):
        while True:
            message = await receive()
            body += message.get("body", b"")
            if message["type"] != "http.request" or len(body) > MOST_BODY:
                return only({"type": "http.disconnect"}, receive)
            if not message.get("more_body"):
                break
    check_json(body)
    return only({"type": "http.request", "body": body, "more_body": False}, receive)


def only(message: Message, receive: Receive) -> Receive:
    """A message first, then what comes."""
    first: list[Message] = [message]

    async def receive_next() -> Message:
        return first.pop() if first else await receive()

    return receive_next


def with_headers(send: Send, path: str, more: Sequence[tuple[bytes, bytes]] = ()) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            cache = b"no-cache" if path.startswith("/static/") else b"no-store"
            given = {name for name, _ in message["headers"]}
            extra = [*HEADERS, *more, (b"cache-control", cache)]
            message["headers"] = [*message["headers"], *(pair for pair in extra if pair[0] not in given)]
        await send(message)

    return send_with_headers


async def refuse(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
