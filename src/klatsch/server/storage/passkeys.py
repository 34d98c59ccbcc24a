"""Passkeys in the database: a device's public keys, by which it proves whom it belongs to."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import RowMapping, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException

from klatsch.server.errors import Refused
from klatsch.server.match.setup import new_id
from klatsch.server.storage.database import Storage
from klatsch.server.storage.schema import passkeys, persons

MOST_PASSKEYS = 20


@dataclass(frozen=True)
class Site:
    """As a passkey knows us: it is good for one site only, so a false site gets nothing."""

    id: str
    origin: str


@dataclass(frozen=True)
class ListedPasskey:
    id: str
    label: str
    created: float
    used: float | None


class Passkeys:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def of(self, person: str) -> list[RowMapping]:
        async with self.storage.read() as db:
            query = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created)
            return list((await db.execute(query)).mappings().all())

    async def listed(self, person: str) -> list[ListedPasskey]:
        return [ListedPasskey(row["id"], row["label"], row["created"], row["used"]) for row in await self.of(person)]

    async def add(self, person: str, credential: dict[str, object], challenge: str, site: Site, label: str) -> None:
        if len(await self.of(person)) >= MOST_PASSKEYS:
            raise Refused("too_many_passkeys")
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=site.id,
                expected_origin=site.origin,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise Refused("passkey_failed", 403) from error
        values = {
            "id": new_id(16),
            "person": person,
            "credential": bytes_to_base64url(made.credential_id),
            "public_key": bytes_to_base64url(made.credential_public_key),
            "sign_count": made.sign_count,
            "label": label,
        }
        try:
            async with self.storage.write() as db:
                await db.execute(insert(passkeys).values(**values, created=time.time()))
        except IntegrityError as error:  # somebody has it already
            raise Refused("passkey_failed", 403) from error

    async def check(self, credential: dict[str, object], challenge: str, site: Site) -> str:
        """Whose passkey has signed the challenge."""
        query = (
            select(passkeys)
            .join(persons, persons.c.id == passkeys.c.person)
            .where(passkeys.c.credential == str(credential.get("id", ""))[:1400], persons.c.banned.is_(False))
        )
        async with self.storage.read() as db:
            row = (await db.execute(query)).mappings().one_or_none()
        if row is None:
            raise Refused("passkey_failed", 403)
        try:
            proof = verify_authentication_response(
                credential=credential,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=site.id,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(row["public_key"]),
                credential_current_sign_count=row["sign_count"],
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise Refused("passkey_failed", 403) from error
        values = {"sign_count": proof.new_sign_count, "used": time.time()}
        async with self.storage.write() as db:
            await db.execute(update(passkeys).where(passkeys.c.id == row["id"]).values(**values))
        return str(row["person"])

    async def end(self, person: str, id: str) -> None:
        async with self.storage.write() as db:
            ended = await db.execute(delete(passkeys).where(passkeys.c.person == person, passkeys.c.id == id))
        if not ended.rowcount:
            raise Refused("no_such_session", 404)
