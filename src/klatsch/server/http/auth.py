"""Authentication: a person by a session's cookie or a token, or nobody yet; and the language of the answer."""

from __future__ import annotations

from typing import Annotated

from babel import negotiate_locale
from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from klatsch.language import LANGUAGES
from klatsch.server.budgets import Spender, address_of
from klatsch.server.errors import Refused
from klatsch.server.http.cookies import cookie_name, set_cookie
from klatsch.server.http.user_agent import device_of
from klatsch.server.match.setup import new_id
from klatsch.server.server import Server
from klatsch.server.storage.people import Person

LANGUAGE_COOKIE = "lang"
FIRST_COOKIE = "klatsch"  # of the first release, also over https
DEVICE = "-device"  # the cookie that tells on which account this device has signed in before
NOBODY = Person("", "", "en", is_guest=True)


def server_of(connection: HTTPConnection) -> Server:
    server: Server = connection.app.state.server
    return server


def language_of(connection: HTTPConnection) -> str:
    """As chosen on the page, else as the browser asks, else English."""
    chosen = connection.query_params.get("lang") or connection.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    wanted = [part.partition(";")[0].strip() for part in connection.headers.get("accept-language", "").split(",")]
    return negotiate_locale(wanted, LANGUAGES, sep="-") or "en"


async def visitor(connection: HTTPConnection) -> Person:
    """Whoever asks, NOBODY included."""
    server = server_of(connection)
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        person = await server.people.by_token(token.strip())
        if person is None:
            raise Refused("bad_token", 401)
        return person
    return await by_cookie(server, connection) or NOBODY


async def by_cookie(server: Server, connection: HTTPConnection) -> Person | None:
    secret = connection.cookies.get(cookie_name(server.settings))
    if secret is not None and "." not in secret:
        return await server.people.by_session(secret[:100], address_mark(connection))
    old = connection.cookies.get(FIRST_COOKIE)
    person = None if old is None else await server.people.by_old_cookie(old)
    if person is not None and connection.scope["type"] == "http":
        return await replace_old_cookie(connection, person)
    return person


async def replace_old_cookie(connection: HTTPConnection, person: Person) -> Person:
    """Nobody is thrown out by the upgrade: a session takes the cookie's place."""
    server = server_of(connection)
    if cookie_name(server.settings) != FIRST_COOKIE:
        set_cookie(connection, server.settings, FIRST_COOKIE, "")
    return await remember(connection, person)


async def guest(connection: HTTPConnection) -> Person:
    """Whoever asks, to play; somebody new becomes a guest."""
    server = server_of(connection)
    person = await visitor(connection)
    person.need("play")
    if person is NOBODY:
        await server.budgets.spend("guests", Spender("", address_of(connection)))
        if not server.settings.on_loopback:  # there it is only oneself
            await server.sessions.check_welcome(address_mark(connection))
        person = await remember(connection, await server.people.new_guest(language_of(connection)))
    return person


def address_mark(connection: HTTPConnection) -> str:
    """What is kept of an address."""
    return server_of(connection).key.address_mark(address_of(connection))


# ── Sessions ──────────────────────────────────────────────────────────────────────────────────────


async def remember(connection: HTTPConnection, person: Person) -> Person:
    """A new session on this device; the one that it had ends."""
    server = server_of(connection)
    before = await by_session(connection)
    if before is not None:
        await server.sessions.end(before.id, before.entry.id)
    device = device_of(connection.headers.get("user-agent", ""))
    secret = await server.sessions.begin(person.id, person.is_guest, device, address_mark(connection))
    set_cookie(connection, server.settings, cookie_name(server.settings), secret)
    if not person.is_guest:
        device_words = f"{person.id}.{new_id(16)}"
        set_cookie(
            connection, server.settings, cookie_name(server.settings, DEVICE), server.key.signed("device", device_words)
        )
    return await server.people.by_session(secret, address_mark(connection)) or person


async def by_session(connection: HTTPConnection) -> Person | None:
    server = server_of(connection)
    secret = connection.cookies.get(cookie_name(server.settings), "")
    return await server.people.by_session(secret[:100], address_mark(connection))


def forget_cookies(connection: HTTPConnection, *kinds: str) -> None:
    server = server_of(connection)
    for kind in kinds:
        set_cookie(connection, server.settings, cookie_name(server.settings, kind), "")


def known_device(connection: HTTPConnection, account: str) -> str:
    """This device's mark, if it has signed in to that account before."""
    server = server_of(connection)
    words = server.key.checked("device", connection.cookies.get(cookie_name(server.settings, DEVICE)))
    person, _, device = (words or "").partition(".")
    return device if account and person == account else ""


async def owner(connection: HTTPConnection) -> Person:
    """Whoever asks about their own account."""
    person = await guest(connection)
    person.need("account")
    return person


async def account(connection: HTTPConnection) -> Person:
    person = await visitor(connection)
    if person is NOBODY:
        raise Refused("sign_in_first", 401)
    person.need("account")
    return person


def spender_of(connection: HTTPConnection, person: Person) -> Spender:
    """Whose budget an answer is taken from."""
    return server_of(connection).budgets.seen(person.id, address_of(connection))


TheServer = Annotated[Server, Depends(server_of)]
Language = Annotated[str, Depends(language_of)]
After = Annotated[str, Query(max_length=60)]  # the place in a list at which the page before ended
Visitor = Annotated[Person, Depends(visitor)]
Guest = Annotated[Person, Depends(guest)]
Owner = Annotated[Person, Depends(owner)]
Account = Annotated[Person, Depends(account)]
