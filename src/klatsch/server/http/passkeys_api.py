"""The HTTP API of passkeys: adding one to an account, and signing in with it."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel
from webauthn import generate_authentication_options, generate_registration_options, options_to_json
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from klatsch.server.budgets import Spender, address_of
from klatsch.server.errors import Refused
from klatsch.server.http.auth import Account, TheServer, Visitor, remember
from klatsch.server.http.challenges import begin_handshake, site_of, take_handshake
from klatsch.server.http.json_answer import JsonObject
from klatsch.server.http.user_agent import device_of
from klatsch.server.storage.passkeys import ListedPasskey

router = APIRouter(prefix="/api/me")


class Credential(BaseModel):
    """What the browser's `navigator.credentials` answered, with bytes in base64."""

    credential: JsonObject


async def ask(request: Request, kind: str, challenge: bytes) -> None:
    await begin_handshake(request, kind, {"challenge": bytes_to_base64url(challenge)})


async def asked(request: Request, kind: str) -> str:
    return (await take_handshake(request, kind))["challenge"]


@router.get("/passkeys")
async def list_passkeys(server: TheServer, person: Account) -> list[ListedPasskey]:
    return await server.passkeys.listed(person.id)


@router.post("/passkeys/begin")
async def begin_passkey(request: Request, server: TheServer, person: Account) -> JsonObject:
    """What the browser needs for making a passkey."""
    if person.is_guest:
        raise Refused("sign_in_first", 401)
    options = generate_registration_options(
        rp_id=site_of(server, request).id,
        rp_name="Klatsch",
        user_id=person.id.encode(),
        user_name=person.name,
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(row["credential"]))
            for row in await server.passkeys.of(person.id)
        ],
    )
    await ask(request, "new passkey", options.challenge)
    return dict(json.loads(options_to_json(options)))


@router.post("/passkeys", status_code=201)
async def add_passkey(given: Credential, request: Request, server: TheServer, person: Account) -> dict[str, str]:
    """A passkey for your account, called by the device on which it was made."""
    if person.is_guest:
        raise Refused("sign_in_first", 401)
    challenge = await asked(request, "new passkey")
    label = device_of(request.headers.get("user-agent", ""))
    await server.passkeys.add(person.id, given.credential, challenge, site_of(server, request), label)
    return {}


@router.post("/passkeys/{id}/end")
async def end_passkey(id: Annotated[str, Path(max_length=16)], server: TheServer, person: Account) -> dict[str, str]:
    """Nobody signs in with it any more."""
    await server.passkeys.end(person.id, id)
    return {}


@router.post("/sign-in/passkey/begin")
async def begin_sign_in(request: Request, server: TheServer) -> JsonObject:
    """What the browser needs for signing in with a passkey."""
    await server.budgets.spend("handshakes", Spender("", address_of(request)))
    options = generate_authentication_options(rp_id=site_of(server, request).id)
    await ask(request, "passkey", options.challenge)
    return dict(json.loads(options_to_json(options)))


@router.post("/sign-in/passkey")
async def sign_in(given: Credential, request: Request, server: TheServer, guest: Visitor) -> dict[str, str]:
    """Come back to your account with a passkey; what you play as a guest comes along."""
    challenge = await asked(request, "passkey")
    id = await server.passkeys.check(given.credential, challenge, site_of(server, request))
    person = await server.people.get(id)
    guest.need("account")
    await server.people.bring_along(guest, person)
    await remember(request, person)
    return {"id": person.id, "name": person.name}
