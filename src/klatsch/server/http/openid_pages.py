"""Signing in with OpenID Connect: to the provider and back."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from klatsch.server.budgets import Spender, address_of
from klatsch.server.errors import Refused
from klatsch.server.http.auth import TheServer, Visitor, guest, remember
from klatsch.server.http.challenges import begin_handshake, site_of, take_handshake
from klatsch.server.server import Server
from klatsch.server.storage.people import Person

router = APIRouter(include_in_schema=False)
BACK = "/sign-in/openid/back"


@router.get("/sign-in/openid")
async def begin(request: Request, server: TheServer, person: Visitor) -> Response:
    if not server.openid.active:
        raise Refused("no_such_page", 404)
    await server.budgets.spend("handshakes", Spender("", address_of(request)))
    address, asked = await server.openid.begin(site_of(server, request).origin + BACK)
    await begin_handshake(request, "openid", {**asked, "account": "" if person.is_guest else person.id})
    return RedirectResponse(address, 303)


@router.get(BACK)
async def back(request: Request, server: TheServer, person: Visitor) -> Response:
    """Somebody known signs in; an account gets one more way in; a guest gets an account."""
    asked = await take_handshake(request, "openid")
    if asked["account"] != ("" if person.is_guest else person.id):  # somebody else has signed in meanwhile
        raise Refused("too_late", 403)
    place = site_of(server, request).origin + BACK
    identity = await server.openid.finish(place, f"{place}?{request.url.query}", asked)
    known = await server.people.by_identity(identity.issuer, identity.subject)
    if not person.is_guest:
        if known is not None and known.id != person.id:
            raise Refused("openid_taken")
        if known is None:
            await server.people.add_identity(person, identity.issuer, identity.subject)
        return RedirectResponse("/me", 303)
    if known is None:
        known = await new_account(server, request, identity.name)
        await server.people.add_identity(known, identity.issuer, identity.subject)
    else:
        await server.people.bring_along(person, known)
    await remember(request, known)
    return RedirectResponse("/", 303)


async def new_account(server: Server, request: Request, name: str) -> Person:
    return await server.people.sign_up_elsewhere(await guest(request), name)
