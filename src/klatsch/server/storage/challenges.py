"""What a browser was asked and must answer once and soon: challenges of passkeys, states of OpenID Connect."""

from __future__ import annotations

import secrets
import time

from sqlalchemy import delete, insert, select

from klatsch.server.errors import Refused
from klatsch.server.storage.database import Storage
from klatsch.server.storage.schema import handshakes
from klatsch.server.storage.sessions import digest_of

LONGEST_SECONDS = 600.0


class Handshakes:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def begin(self, kind: str, data: dict[str, str]) -> str:
        """The secret for the browser's cookie: nobody else can answer."""
        secret, now = secrets.token_urlsafe(32), time.time()
        row = {"digest": digest_of(secret), "kind": kind, "data": data, "expires": now + LONGEST_SECONDS}
        async with self.storage.write() as db:
            await db.execute(delete(handshakes).where(handshakes.c.expires < now))
            await db.execute(insert(handshakes).values(**row))
        return secret

    async def take(self, kind: str, secret: str) -> dict[str, str]:
        """What was asked; it can't be answered again."""
        digest = digest_of(secret)
        query = select(handshakes.c.data).where(
            handshakes.c.digest == digest, handshakes.c.kind == kind, handshakes.c.expires > time.time()
        )
        async with self.storage.write() as db:
            found: dict[str, str] | None = await db.scalar(query)
            taken = await db.execute(delete(handshakes).where(handshakes.c.digest == digest))
        if found is None or not taken.rowcount:
            raise Refused("too_late", 403)
        return found
