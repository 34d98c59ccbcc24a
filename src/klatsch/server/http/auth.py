"""Authentication: a person by cookie or token, or nobody yet; and the language of the answer."""

from __future__ import annotations

from typing import Annotated

from babel import negotiate_locale
from fastapi import Depends, Query, Response
from starlette.requests import HTTPConnection

from klatsch.language import LANGUAGES
from klatsch.server.budgets import Spender, address_of
from klatsch.server.errors import Refused
from klatsch.server.server import Server
from klatsch.server.storage.people import COOKIE, COOKIE_SECONDS, Person

LANGUAGE_COOKIE = "lang"
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
    return await server.people.by_cookie(connection.cookies.get(COOKIE)) or NOBODY


async def guest(connection: HTTPConnection, response: Response) -> Person:
    """Whoever asks; somebody new becomes a guest."""
    server = server_of(connection)
    person = await visitor(connection)
    if person is NOBODY:
        await server.budgets.spend("guests", Spender("", address_of(connection)))
        person = await server.people.new_guest(language_of(connection))
        remember(server, response, person)
    return person


def remember(server: Server, response: Response, person: Person) -> None:
    response.set_cookie(
        COOKIE,
        server.people.cookie(person),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=server.settings.secure,
    )


async def account(connection: HTTPConnection) -> Person:
    person = await visitor(connection)
    if person is NOBODY:
        raise Refused("sign_in_first", 401)
    return person


def spender_of(connection: HTTPConnection, person: Person) -> Spender:
    """Whose budget an answer is taken from."""
    return server_of(connection).budgets.seen(person.id, address_of(connection))


TheServer = Annotated[Server, Depends(server_of)]
Language = Annotated[str, Depends(language_of)]
After = Annotated[str, Query(max_length=60)]  # the place in a list at which the page before ended
Visitor = Annotated[Person, Depends(visitor)]
Guest = Annotated[Person, Depends(guest)]
Account = Annotated[Person, Depends(account)]
