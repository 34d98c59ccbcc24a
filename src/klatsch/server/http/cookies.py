"""Cookies that an answer sets, whatever kind of answer it is."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from klatsch.server.settings import Settings

GIVEN = "klatsch.cookies"  # in the scope: the headers of the cookies
SECONDS = 400 * 86400  # as long as browsers keep any


def cookie_name(settings: Settings, kind: str = "") -> str:
    """`__Host-`: browsers take it over https only, from this very host, for all its paths."""
    return ("__Host-klatsch" if settings.secure else "klatsch") + kind


def set_cookie(connection: HTTPConnection, settings: Settings, name: str, value: str) -> None:
    """Nothing: the browser forgets it."""
    made = Response()
    seconds = SECONDS if value else 0
    made.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=settings.secure)
    connection.scope.setdefault(GIVEN, []).append(made.raw_headers[-1])


class SetCookies:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given: list[tuple[bytes, bytes]] = []
        scope[GIVEN] = given

        async def with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *given]
            await send(message)

        await self.app(scope, receive, with_cookies if scope["type"] == "http" else send)
