"""People in the database: guests by a signed cookie; an account adds a name and password, and keeps their games."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from dataclasses import dataclass
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import ColumnElement, RowMapping, delete, insert, or_, select, update

from klatsch.server.errors import Refused
from klatsch.server.match.setup import new_id
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.schema import blocks, chat, persons, reports, seats, tokens
from klatsch.server.storage.schema import matches as matches_table

COOKIE = "klatsch"
COOKIE_SECONDS = 400 * 86400
NAME = re.compile(r"[\w .’'-]{2,24}")
GUEST_NAMES = """
Almond Apple Barley Biscuit Caramel Cardamom Chestnut Cinnamon Clove Cocoa Crema Filter Ginger Hazel
Honey Juniper Latte Lemon Maple Mocha Nutmeg Oat Peach Pepper Plum Praline Quince Saffron Sesame
Sugar Toffee Vanilla Walnut
""".split()
LEAST_PASSWORD, MOST_PASSWORD = 8, 200
HASHER = PasswordHasher()


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    lang: str
    is_guest: bool
    sessions: int = 0
    mail: str = ""


class People:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.key = b""  # signs cookies; known once it is open

    async def open(self) -> None:
        self.key = bytes.fromhex(await self.storage.secret("cookie_key"))

    # ── Who is it? ────────────────────────────────────────────────────────────────────────────────

    def cookie(self, person: Person) -> str:
        words = f"{person.id}.{person.sessions}"
        return f"{words}.{self.signature(words)}"

    def signature(self, words: str) -> str:
        return hmac.digest(self.key, b"cookie|" + words.encode(), "sha256").hex()[:40]

    async def by_cookie(self, cookie: str | None) -> Person | None:
        if cookie is None or len(cookie) > 120:
            return None
        words, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self.signature(words).encode()):
            return None
        id, _, sessions = words.partition(".")
        row = await self.row(persons.c.id == id)
        if row is None or row["banned"] or str(row["sessions"]) != sessions:
            return None
        return person_of(row)

    async def by_token(self, token: str) -> Person | None:
        digest = hashlib.sha256(token.encode()).hexdigest()
        row = await self.row(persons.c.id == select(tokens.c.person).where(tokens.c.digest == digest).scalar_subquery())
        return None if row is None or row["banned"] else person_of(row)

    async def row(self, where: ColumnElement[bool]) -> RowMapping | None:
        async with self.storage.read() as db:
            found: RowMapping | None = (await db.execute(select(persons).where(where))).mappings().one_or_none()
            return found

    async def get(self, id: str) -> Person:
        row = await self.row(persons.c.id == id)
        if row is None:
            raise Refused("no_such_person", 404)
        return person_of(row)

    # ── Guests and accounts ───────────────────────────────────────────────────────────────────────

    async def new_guest(self, lang: str) -> Person:
        name = f"{secrets.choice(GUEST_NAMES)} {secrets.choice(GUEST_NAMES)}"
        person = Person(new_id(16), name, lang, is_guest=True)
        async with self.storage.write() as db:
            now = time.time()
            await db.execute(
                insert(persons).values(
                    id=person.id,
                    name=name,
                    created=now,
                    seen=now,
                    lang=lang,
                    banned=False,
                    sessions=0,
                    mail="",
                )
            )
        return person

    async def sign_up(self, person: Person, name: str, password: str) -> tuple[Person, str]:
        """Makes the guest an account; the recovery code is shown this one time."""
        if not person.is_guest:
            raise Refused("has_account")
        name = checked_name(name)
        check_password(password)
        code = new_code()
        hashed, secret = [await asyncio.to_thread(HASHER.hash, each) for each in (password, code)]
        async with self.storage.write() as db:
            await self.check_free(db, name)
            await db.execute(
                update(persons)
                .where(persons.c.id == person.id)
                .values(name=name, folded=folded(name), password=hashed, recovery=secret)
            )
            await db.execute(update(seats).where(seats.c.person == person.id).values(name=name))
            await self.refresh_matches(db, person.id)
        return await self.get(person.id), code

    async def refresh_matches(self, db: Database, id: str) -> None:
        """What is kept in memory of a person's tables is old now."""
        theirs = matches_table.c.id.in_(select(seats.c.match).where(seats.c.person == id))
        await db.execute(update(matches_table).where(theirs).values(revision=matches_table.c.revision + 1))

    async def check_free(self, db: Database, name: str) -> None:
        if await db.scalar(select(persons.c.id).where(persons.c.folded == folded(name))) is not None:
            raise Refused("name_taken", name=name)

    async def sign_in(self, name: str, password: str) -> Person:
        row = await self.row(persons.c.folded == folded(name))
        # A name that doesn't exist takes as long as one that does.
        stored = row["password"] if row is not None else None
        if not await asyncio.to_thread(matches, stored, password) or row is None:
            raise Refused("wrong_password", 403)
        if row["banned"]:
            raise Refused("banned", 403)
        return person_of(row)

    async def bring_along(self, guest: Person, account: Person) -> None:
        """Who signs in keeps the seats that they took as a guest, but where the account sits already."""
        if not guest.id or not guest.is_guest or guest.id == account.id:
            return
        both = select(seats.c.match).where(seats.c.person == account.id)
        async with self.storage.write() as db:
            await self.refresh_matches(db, guest.id)
            await db.execute(
                update(seats)
                .where(seats.c.person == guest.id, seats.c.match.not_in(both))
                .values(person=account.id, name=account.name)
            )
            await db.execute(update(matches_table).where(matches_table.c.host == guest.id).values(host=account.id))

    async def recover(self, name: str, code: str, password: str) -> tuple[Person, str]:
        """A new password by the recovery code, which is spent then; the next one is shown this one time."""
        row = await self.row(persons.c.folded == folded(name))
        stored = row["recovery"] if row is not None else None
        if not await asyncio.to_thread(matches, stored, code.strip().lower()) or row is None:
            raise Refused("wrong_code", 403)
        fresh = new_code()
        secret = await asyncio.to_thread(HASHER.hash, fresh)
        return await self.set_password(row["id"], password, persons.c.recovery == stored, recovery=secret), fresh

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        await self.sign_in(person.name, old)
        return await self.set_password(person.id, new)

    async def set_password(self, id: str, password: str, *still: ColumnElement[bool], **more: str) -> Person:
        """A new password ends all other sessions, and all tokens. `still`: what nobody may have changed meanwhile."""
        check_password(password)
        hashed = await asyncio.to_thread(HASHER.hash, password)
        values = {"password": hashed, "sessions": persons.c.sessions + 1, **more}
        async with self.storage.write() as db:
            changed = await db.execute(update(persons).where(persons.c.id == id, *still).values(**values))
            if not changed.rowcount:
                raise Refused("wrong_code", 403)
            await db.execute(delete(tokens).where(tokens.c.person == id))
        return await self.get(id)

    async def change(self, person: Person, **values: str) -> Person:
        """Name (of a guest), language, where "your turn" goes."""
        if "name" in values:
            values["name"] = checked_name(values["name"])
            if not person.is_guest:
                raise Refused("has_account")
        async with self.storage.write() as db:
            if "name" in values:
                await self.check_free(db, values["name"])
            await db.execute(update(persons).where(persons.c.id == person.id).values(**values))
            if "name" in values:
                await db.execute(update(seats).where(seats.c.person == person.id).values(name=values["name"]))
                await self.refresh_matches(db, person.id)
        return await self.get(person.id)

    async def forget(self, person: Person) -> None:
        """Delete everything that tells who it was; finished games stay, played by somebody."""
        async with self.storage.write() as db:
            await db.execute(delete(tokens).where(tokens.c.person == person.id))
            await db.execute(delete(blocks).where(or_(blocks.c.person == person.id, blocks.c.other == person.id)))
            await db.execute(update(seats).where(seats.c.person == person.id).values(name="?"))
            await db.execute(delete(chat).where(chat.c.person == person.id))
            await db.execute(update(reports).where(reports.c.person == person.id).values(text=""))
            await self.refresh_matches(db, person.id)
            await db.execute(
                update(persons)
                .where(persons.c.id == person.id)
                .values(
                    name="?",
                    folded=None,
                    password=None,
                    recovery=None,
                    mail="",
                    sessions=persons.c.sessions + 1,
                )
            )

    # ── Tokens for programs ───────────────────────────────────────────────────────────────────────

    async def new_token(self, person: Person, label: str) -> str:
        token = secrets.token_urlsafe(32)
        async with self.storage.write() as db:
            await db.execute(
                insert(tokens).values(
                    digest=hashlib.sha256(token.encode()).hexdigest(),
                    person=person.id,
                    label=label,
                    created=time.time(),
                )
            )
        return token

    # ── Muted and blocked ─────────────────────────────────────────────────────────────────────────────────────

    async def set_block(self, person: Person, other: str, kind: str) -> None:
        """kind: mute, block, or nothing at all."""
        async with self.storage.write() as db:
            await db.execute(delete(blocks).where(blocks.c.person == person.id, blocks.c.other == other))
            if kind:
                await db.execute(insert(blocks).values(person=person.id, other=other, kind=kind))

    async def check_not_blocked(self, person: str, other: str) -> None:
        """People who have blocked each other don't sit down together."""
        for one, two in ((person, other), (other, person)):
            if (await self.blocked_by(one)).get(two) == "block":
                raise Refused("blocked", 403)

    async def blocked_by(self, id: str) -> dict[str, str]:
        """Whom a person has muted or blocked."""
        async with self.storage.read() as db:
            rows = await db.execute(select(blocks.c.other, blocks.c.kind).where(blocks.c.person == id))
            return {row.other: row.kind for row in rows}


def person_of(row: RowMapping) -> Person:
    return Person(row["id"], row["name"], row["lang"], row["password"] is None, row["sessions"], row["mail"])


def new_code() -> str:
    return "-".join(new_id(5) for _ in range(4))


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def checked_name(name: str) -> str:
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not NAME.fullmatch(name):
        raise Refused("bad_name", 422)
    return name


def check_password(password: str) -> None:
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Refused("bad_password", 422, least=LEAST_PASSWORD)


def matches(stored: str | None, given: str) -> bool:
    try:
        return HASHER.verify(stored or dummy(), given[:MOST_PASSWORD])
    except (VerifyMismatchError, InvalidHashError):
        return False


@cache
def dummy() -> str:
    """A password that nobody has: checking it takes as long as any other."""
    return HASHER.hash(secrets.token_hex(16))
