"""Sessions and tokens in the database: a row for each device and for each program that somebody comes in with.

Cookies and tokens are random secrets; the database has their digests. What ends a session ends it everywhere: `ended`
counts it for all processes, and the listeners close its sockets at once.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, delete, insert, select, update

from klatsch.server.errors import Refused
from klatsch.server.match.setup import new_id
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.schema import bans, persons, sessions, shared, tokens

HOUR, DAY = 3600.0, 86400.0
SESSION_DAYS = 365  # at most; a guest, who has no other way back, has them all
IDLE_DAYS = 60  # an account's session that isn't used for so long ends
BAN_HOURS = 24  # for which nobody new comes from where a banned person was
TOKEN_DAYS, MOST_TOKEN_DAYS = 90, 365
SCOPES = ("read", "play", "account")  # what a token may do; each is given with those before it
ENDED = "sessions_ended"  # the name of the count in the table `shared`


@dataclass(frozen=True)
class Entry:
    """How somebody came in: by a device's session, which may do everything, or by a program's token."""

    id: str = ""
    scopes: tuple[str, ...] = SCOPES


NO_ENTRY = Entry()
OLD_COOKIE = Entry("old")  # of the first release: good until there is a session in its place


@dataclass(frozen=True)
class ListedSession:
    id: str
    device: str
    created: float
    seen: float
    current: bool


@dataclass(frozen=True)
class ListedToken:
    id: str
    label: str
    scopes: str
    created: float
    expires: float
    used: float | None


class Sessions:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.listeners: list[Callable[[str], Awaitable[None]]] = []  # told of a person whose sessions have ended

    # ── Devices ───────────────────────────────────────────────────────────────────────────────────

    async def begin(self, person: str, is_guest: bool, device: str, address: str) -> str:
        """A new session; the answer is its secret, which only the cookie has."""
        secret, now = secrets.token_urlsafe(32), time.time()
        values = {"id": new_id(16), "digest": digest_of(secret), "person": person, "device": device, "address": address}
        times = {"created": now, "seen": now, "expires": session_end(now, now, is_guest)}
        async with self.storage.write() as db:
            await db.execute(delete(sessions).where(sessions.c.expires < now))
            await db.execute(insert(sessions).values(**values, **times))
        return secret

    async def find(self, secret: str, address: str) -> tuple[RowMapping, Entry] | None:
        """Whose session it is: the person's row."""
        row = await self.row(sessions, sessions.c.digest == digest_of(secret))
        if row is None:
            return None
        if time.time() - row["used_at"] > HOUR:
            await self.note_seen(row, address)
        return row, Entry(row["entry"])

    async def row(self, table: Any, where: ColumnElement[bool]) -> RowMapping | None:
        """A person by a session or token that is valid now."""
        own = (
            [sessions.c.seen.label("used_at")]
            if table is sessions
            else [tokens.c.used.label("used_at"), tokens.c.scopes]
        )
        query = (
            select(persons, table.c.id.label("entry"), table.c.created.label("begun"), *own)
            .join(persons, persons.c.id == table.c.person)
            .where(where, table.c.expires > time.time(), persons.c.banned.is_(False))
        )
        async with self.storage.read() as db:
            found: RowMapping | None = (await db.execute(query)).mappings().one_or_none()
            return found

    async def note_seen(self, row: RowMapping, address: str) -> None:
        now = time.time()
        values = {"seen": now, "expires": session_end(row["begun"], now, row["folded"] is None), "address": address}
        async with self.storage.write() as db:
            await db.execute(update(sessions).where(sessions.c.id == row["entry"]).values(**values))
            await db.execute(update(persons).where(persons.c.id == row["id"]).values(seen=now))

    async def of(self, person: str, current: str) -> list[ListedSession]:
        """A person's devices, the last seen first."""
        query = select(sessions).where(sessions.c.person == person, sessions.c.expires > time.time())
        async with self.storage.read() as db:
            rows = (await db.execute(query.order_by(sessions.c.seen.desc()))).mappings().all()
        return [
            ListedSession(row["id"], row["device"], row["created"], row["seen"], row["id"] == current) for row in rows
        ]

    async def end(self, person: str, id: str) -> None:
        async with self.storage.write() as db:
            ended = await db.execute(delete(sessions).where(sessions.c.person == person, sessions.c.id == id))
            if not ended.rowcount:
                raise Refused("no_such_session", 404)
            await count_ended(db, person)
        await self.tell(person)

    async def end_everywhere(self, person: str) -> None:
        async with self.storage.write() as db:
            await end_sessions(db, person)
        await self.tell(person)

    async def tell(self, person: str) -> None:
        """After the transaction: whoever holds something open for that person looks whether they still may."""
        for listener in self.listeners:
            await listener(person)

    # ── Programs ──────────────────────────────────────────────────────────────────────────────────

    async def new_token(self, person: str, label: str, scopes: str, days: int) -> str:
        token, now = secrets.token_urlsafe(32), time.time()
        values = {"id": new_id(16), "digest": digest_of(token), "person": person, "label": label, "scopes": scopes}
        async with self.storage.write() as db:
            await db.execute(delete(tokens).where(tokens.c.expires < now))
            await db.execute(insert(tokens).values(**values, created=now, expires=now + days * DAY))
        return token

    async def find_token(self, token: str) -> tuple[RowMapping, Entry] | None:
        row = await self.row(tokens, tokens.c.digest == digest_of(token))
        if row is None:
            return None
        if time.time() - (row["used_at"] or 0.0) > HOUR:
            async with self.storage.write() as db:
                await db.execute(update(tokens).where(tokens.c.id == row["entry"]).values(used=time.time()))
        return row, Entry(row["entry"], tuple(row["scopes"].split()))

    async def tokens_of(self, person: str) -> list[ListedToken]:
        names = ("id", "label", "scopes", "created", "expires", "used")
        query = select(*(tokens.c[name] for name in names)).where(
            tokens.c.person == person, tokens.c.expires > time.time()
        )
        async with self.storage.read() as db:
            return [ListedToken(**row) for row in (await db.execute(query.order_by(tokens.c.created))).mappings()]

    async def end_tokens(self, person: str, id: str | None = None) -> None:
        """One of them, or all."""
        which = [tokens.c.person == person] if id is None else [tokens.c.person == person, tokens.c.id == id]
        async with self.storage.write() as db:
            ended = await db.execute(delete(tokens).where(*which))
            if id is not None and not ended.rowcount:
                raise Refused("no_such_session", 404)
            await count_ended(db, person)
        await self.tell(person)

    # ── What has ended ────────────────────────────────────────────────────────────────────────────

    async def ended(self) -> str:
        """Changes whenever a session or token was ended by somebody, in any process."""
        async with self.storage.read() as db:
            return str(await db.scalar(select(shared.c.value).where(shared.c.name == ENDED)))

    async def valid(self, ids: list[str]) -> set[str]:
        """Those of the sessions and tokens that haven't ended."""
        found: set[str] = set()
        async with self.storage.read() as db:
            for start in range(0, len(ids), 500):
                some = ids[start : start + 500]
                for table in (sessions, tokens):
                    query = select(table.c.id).where(table.c.id.in_(some), table.c.expires > time.time())
                    found.update(await db.scalars(query))
        return found

    async def counters(self, people: list[str]) -> dict[str, int]:
        """How often sessions of each have ended: what a cookie of the first release must know."""
        async with self.storage.read() as db:
            query = select(persons.c.id, persons.c.sessions).where(
                persons.c.id.in_(people), persons.c.banned.is_(False)
            )
            return {row.id: row.sessions for row in await db.execute(query)}

    # ── Bans ──────────────────────────────────────────────────────────────────────────────────────

    async def check_welcome(self, address: str) -> None:
        """Nobody new comes in from where somebody was banned, for a time."""
        query = select(bans.c.until).where(bans.c.address == address, bans.c.until > time.time()).limit(1)
        async with self.storage.read() as db:
            if await db.scalar(query) is not None:
                raise Refused("banned_here", 403)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def session_end(created: float, seen: float, is_guest: bool) -> float:
    longest = created + SESSION_DAYS * DAY
    return longest if is_guest else min(longest, seen + IDLE_DAYS * DAY)


# ── Within somebody else's transaction; `Sessions.tell` belongs after it ──────────────────────────


async def end_sessions(db: Database, person: str) -> None:
    """All of a person's devices."""
    await db.execute(delete(sessions).where(sessions.c.person == person))
    await count_ended(db, person)


async def end_all(db: Database, person: str) -> None:
    """All devices and all programs."""
    await db.execute(delete(tokens).where(tokens.c.person == person))
    await end_sessions(db, person)


async def count_ended(db: Database, person: str) -> None:
    await db.execute(update(persons).where(persons.c.id == person).values(sessions=persons.c.sessions + 1))
    value = secrets.token_hex(8)
    changed = await db.execute(update(shared).where(shared.c.name == ENDED).values(value=value))
    if not changed.rowcount:
        await db.execute(insert(shared).values(name=ENDED, value=value))


async def ban_addresses(db: Database, person: str) -> None:
    """Where the person's devices are: nobody new comes from there for a time."""
    query = select(sessions.c.address).where(sessions.c.person == person).distinct()
    addresses = list(await db.scalars(query))
    until = time.time() + BAN_HOURS * HOUR
    await lift_addresses(db, person)
    for address in addresses:
        await db.execute(insert(bans).values(person=person, address=address, until=until))


async def lift_addresses(db: Database, person: str) -> None:
    await db.execute(delete(bans).where(bans.c.person == person))
