"""People in the database: guests by a session; an account adds a name and password, and keeps their games."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import ColumnElement, RowMapping, and_, delete, insert, or_, select, text, update

from klatsch.server.errors import Refused
from klatsch.server.match.setup import new_id
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.key import Key
from klatsch.server.storage.names import checked_name, folded, guest_name, skeleton
from klatsch.server.storage.passwords import check_password, is_right, new_code
from klatsch.server.storage.passwords import hashed as hashed_password
from klatsch.server.storage.schema import blocks, chat, identities, passkeys, persons, reports, seats, shared
from klatsch.server.storage.schema import matches as matches_table
from klatsch.server.storage.sessions import DAY, NO_ENTRY, OLD_COOKIE, Entry, Sessions, end_all

HERE_DAYS = 1  # a guest who was seen since then is here, and nobody else has their name
NAMES_LOCK = 5215  # any number that nobody else uses in this database


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    lang: str
    is_guest: bool
    sessions: int = 0
    mail: str = ""
    entry: Entry = NO_ENTRY
    moderator: bool = False
    warning: str = ""  # a moderator's words that they haven't read yet

    def need(self, scope: str) -> None:
        """Refused if they came in by a token that isn't for this."""
        if scope not in self.entry.scopes:
            raise Refused("token_scope", 403, scope=scope)


class People:
    def __init__(self, storage: Storage, sessions: Sessions, key: Key) -> None:
        self.storage = storage
        self.sessions = sessions
        self.key = key

    # ── Who is it? ────────────────────────────────────────────────────────────────────────────────

    async def by_session(self, secret: str, address: str) -> Person | None:
        found = await self.sessions.find(secret, address)
        return None if found is None else person_of(*found)

    async def by_token(self, token: str) -> Person | None:
        found = await self.sessions.find_token(token)
        return None if found is None else person_of(*found)

    async def by_old_cookie(self, cookie: str) -> Person | None:
        """A cookie of the first release, which was the same for all devices: good until the person's sessions end."""
        words = self.key.checked("cookie", cookie)
        if words is None:
            return None
        id, _, count = words.partition(".")
        row = await self.row(persons.c.id == id)
        if row is None or row["banned"] or str(row["sessions"]) != count or not await self.takes_old_cookies():
            return None
        return person_of(row, OLD_COOKIE)

    async def takes_old_cookies(self) -> bool:
        async with self.storage.read() as db:
            until = await db.scalar(select(shared.c.value).where(shared.c.name == "old_cookies_until"))
        return until is not None and time.time() < float(until)

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
        person = Person(new_id(16), "", lang, is_guest=True)
        now = time.time()
        async with self.storage.write() as db:
            await self.lock_names(db)
            name = await self.free_guest_name(db)
            values = {"id": person.id, "name": name, "skeleton": skeleton(name), "lang": lang, "mail": ""}
            times = {"created": now, "seen": now}
            await db.execute(insert(persons).values(**values, **times, banned=False, sessions=0))
        return await self.get(person.id)

    async def free_guest_name(self, db: Database) -> str:
        attempt = 0
        while await self.is_taken(db, name := guest_name(attempt)):
            attempt += 1
        return name

    async def sign_up(self, person: Person, name: str, password: str) -> tuple[Person, str]:
        """Makes the guest an account; the recovery code is shown this one time.

        What could come in as the guest can't come in to the account: whoever planted a cookie would have it.
        """
        if not person.is_guest:
            raise Refused("has_account")
        name = checked_name(name)
        check_password(password, name)
        code = new_code()
        hashed, secret = [await hashed_password(each) for each in (password, code)]
        async with self.storage.write() as db:
            await self.check_free(db, name, person.id)
            await db.execute(
                update(persons)
                .where(persons.c.id == person.id)
                .values(name=name, folded=folded(name), skeleton=skeleton(name), password=hashed, recovery=secret)
            )
            await end_all(db, person.id)
            await db.execute(update(seats).where(seats.c.person == person.id).values(name=name))
            await self.refresh_matches(db, person.id)
        await self.sessions.tell(person.id)
        return await self.get(person.id), code

    async def refresh_matches(self, db: Database, id: str) -> None:
        """What is kept in memory of a person's tables is old now."""
        theirs = matches_table.c.id.in_(select(seats.c.match).where(seats.c.person == id))
        await db.execute(update(matches_table).where(theirs).values(revision=matches_table.c.revision + 1))

    async def check_free(self, db: Database, name: str, own: str) -> None:
        """Refused if somebody else is called so, or so that it looks the same."""
        await self.lock_names(db)
        if await self.is_taken(db, name, own):
            raise Refused("name_taken", name=name)

    async def lock_names(self, db: Database) -> None:
        """Two who want one name come one after the other; to a file they do anyway."""
        if not self.storage.settings.is_sqlite:
            await db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": NAMES_LOCK})

    async def is_taken(self, db: Database, name: str, own: str = "") -> bool:
        """An account has its name for good, a guest while they are here."""
        here = and_(persons.c.folded.is_(None), persons.c.seen > time.time() - HERE_DAYS * DAY)
        alike = and_(persons.c.skeleton == skeleton(name), or_(persons.c.folded.is_not(None), here))
        query = select(persons.c.id).where(persons.c.id != own, or_(persons.c.folded == folded(name), alike)).limit(1)
        return await db.scalar(query) is not None

    async def account_id(self, name: str) -> str:
        """Of the account of that name; nothing if there is none."""
        row = await self.row(persons.c.folded == folded(name))
        return "" if row is None else str(row["id"])

    # ── Known elsewhere ───────────────────────────────────────────────────────────────────────────

    async def by_identity(self, issuer: str, subject: str) -> Person | None:
        """Whoever a provider of OpenID Connect knows by that subject."""
        mine = and_(identities.c.issuer == issuer, identities.c.subject == subject)
        row = await self.row(persons.c.id == select(identities.c.person).where(mine).scalar_subquery())
        if row is not None and row["banned"]:
            raise Refused("banned", 403)
        return None if row is None else person_of(row)

    async def add_identity(self, person: Person, issuer: str, subject: str) -> None:
        async with self.storage.write() as db:
            values = {"issuer": issuer, "subject": subject, "person": person.id, "created": time.time()}
            await db.execute(insert(identities).values(**values))

    async def sign_up_elsewhere(self, person: Person, wished: str) -> Person:
        """Makes the guest an account without a password. It is called as the provider says, if that can be."""
        async with self.storage.write() as db:
            name = await self.free_name(db, wished, person.id)
            values = {"name": name, "folded": folded(name), "skeleton": skeleton(name)}
            await db.execute(update(persons).where(persons.c.id == person.id).values(**values))
            await end_all(db, person.id)
            await db.execute(update(seats).where(seats.c.person == person.id).values(name=name))
            await self.refresh_matches(db, person.id)
        await self.sessions.tell(person.id)
        return await self.get(person.id)

    async def free_name(self, db: Database, wished: str, own: str) -> str:
        for name in (wished, *(f"{wished[:20]} {number}" for number in range(2, 10))):
            try:
                name = checked_name(name)
                await self.check_free(db, name, own)
            except Refused:
                continue
            return name
        return await self.free_guest_name(db)

    async def knows_from(self, person: Person, issuer: str) -> bool:
        mine = and_(identities.c.issuer == issuer, identities.c.person == person.id)
        async with self.storage.read() as db:
            return await db.scalar(select(identities.c.subject).where(mine).limit(1)) is not None

    async def has_password(self, person: Person) -> bool:
        row = await self.row(persons.c.id == person.id)
        return row is not None and row["password"] is not None

    # ── Passwords ─────────────────────────────────────────────────────────────────────────────────

    async def sign_in(self, name: str, password: str) -> Person:
        row = await self.row(persons.c.folded == folded(name))
        # A name that doesn't exist takes as long as one that does.
        stored = row["password"] if row is not None else None
        if not await is_right(stored, password) or row is None:
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
            await end_all(db, guest.id)
        await self.sessions.tell(guest.id)

    async def recover(self, name: str, code: str, password: str) -> tuple[Person, str]:
        """A new password by the recovery code, which is spent then; the next one is shown this one time."""
        row = await self.row(persons.c.folded == folded(name))
        stored = row["recovery"] if row is not None else None
        if not await is_right(stored, code.strip().lower()) or row is None:
            raise Refused("wrong_code", 403)
        fresh = new_code()
        secret = await hashed_password(fresh)
        person = person_of(row)
        return await self.set_password(person, password, persons.c.recovery == stored, recovery=secret), fresh

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        await self.sign_in(person.name, old)
        return await self.set_password(person, new)

    async def set_password(self, person: Person, password: str, *still: ColumnElement[bool], **more: str) -> Person:
        """A new password ends all sessions and all tokens. `still`: what nobody may have changed meanwhile."""
        check_password(password, person.name)
        hashed = await hashed_password(password)
        values = {"password": hashed, **more}
        async with self.storage.write() as db:
            changed = await db.execute(update(persons).where(persons.c.id == person.id, *still).values(**values))
            if not changed.rowcount:
                raise Refused("wrong_code", 403)
            await end_all(db, person.id)
        await self.sessions.tell(person.id)
        return await self.get(person.id)

    async def change(self, person: Person, **values: str) -> Person:
        """Name (of a guest), language, where "your turn" goes."""
        if "name" in values:
            values["name"] = checked_name(values["name"])
            values["skeleton"] = skeleton(values["name"])
            if not person.is_guest:
                raise Refused("has_account")
        async with self.storage.write() as db:
            if "name" in values:
                await self.check_free(db, values["name"], person.id)
            await db.execute(update(persons).where(persons.c.id == person.id).values(**values))
            if "name" in values:
                await db.execute(update(seats).where(seats.c.person == person.id).values(name=values["name"]))
                await self.refresh_matches(db, person.id)
        return await self.get(person.id)

    async def set_mail(self, id: str, mail: str, instead_of: str | None = None) -> None:
        """A confirmed address, or none; only in place of another, if that is told."""
        where = persons.c.id == id if instead_of is None else (persons.c.id == id) & (persons.c.mail == instead_of)
        async with self.storage.write() as db:
            await db.execute(update(persons).where(where).values(mail=mail))

    async def forget(self, person: Person) -> None:
        """Delete everything that tells who it was; finished games stay, played by somebody."""
        async with self.storage.write() as db:
            await end_all(db, person.id)
            await end_ways_in(db, person.id)
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
                    skeleton="",
                    password=None,
                    recovery=None,
                    mail="",
                    moderator=False,
                    warning="",
                )
            )
        await self.sessions.tell(person.id)

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


async def end_ways_in(db: Database, person: str) -> None:
    """Passkeys, and who they are elsewhere."""
    for table in (passkeys, identities):
        await db.execute(delete(table).where(table.c.person == person))


def person_of(row: RowMapping, entry: Entry = NO_ENTRY) -> Person:
    return Person(
        row["id"],
        row["name"],
        row["lang"],
        row["folded"] is None,
        row["sessions"],
        row["mail"],
        entry,
        row["moderator"],
        row["warning"],
    )
