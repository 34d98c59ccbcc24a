"""Questions that only the browser which was asked can answer: its cookie names what was asked."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import Request

from klatsch.server.http.auth import server_of
from klatsch.server.http.cookies import cookie_name, set_cookie
from klatsch.server.server import Server
from klatsch.server.storage.passkeys import Site

HANDSHAKE = "-handshake"


def site_of(server: Server, request: Request) -> Site:
    """This server as browsers know it."""
    base = urlsplit(server.settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}")
    return Site(base.hostname or "", f"{base.scheme}://{base.netloc}")


async def begin_handshake(request: Request, kind: str, data: dict[str, str]) -> None:
    server = server_of(request)
    secret = await server.handshakes.begin(kind, data)
    set_cookie(request, server.settings, cookie_name(server.settings, HANDSHAKE), secret)


async def take_handshake(request: Request, kind: str) -> dict[str, str]:
    server = server_of(request)
    return await server.handshakes.take(kind, request.cookies.get(cookie_name(server.settings, HANDSHAKE), ""))
