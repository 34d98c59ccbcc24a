"""Administration from the command line: people, tables, reports."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from sqlalchemy import select, update

from klatsch.core.game import OVER
from klatsch.server.match.hosted_match import Status
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.names import folded
from klatsch.server.storage.passwords import HASHER
from klatsch.server.storage.people import end_ways_in
from klatsch.server.storage.schema import matches, persons
from klatsch.server.storage.schema import reports as reported
from klatsch.server.storage.sessions import ban_addresses, end_all, lift_addresses


async def reset_password(settings: Settings, name: str) -> str:
    """Ends all sessions, tokens and other ways in: whoever had the old password may have made some."""
    password = secrets.token_urlsafe(9)
    async with opened(settings) as db:
        id = await account(db, name)
        await db.execute(update(persons).where(persons.c.id == id).values(password=HASHER.hash(password)))
        await end_ways_in(db, id)
        await end_all(db, id)
    return f"The new password of {escaped(name)} is {password}"


async def ban(settings: Settings, who: str, lift: bool) -> str:
    """An account by its name; anybody, guests too, by their id. For a day nobody new comes from where they are."""
    async with opened(settings) as db:
        id = await account_or_guest(db, who)
        await db.execute(update(persons).where(persons.c.id == id).values(banned=not lift))
        if lift:
            await lift_addresses(db, id)
        else:
            await ban_addresses(db, id)
            await end_all(db, id)
    return f"{escaped(who)} may come in again." if lift else f"{escaped(who)} is kept out."


async def make_moderator(settings: Settings, name: str, lift: bool) -> str:
    """An account that reads reports on the page /reports, and acts on them."""
    async with opened(settings) as db:
        id = await account(db, name)
        await db.execute(update(persons).where(persons.c.id == id).values(moderator=not lift))
    return f"{escaped(name)} is no moderator any more." if lift else f"{escaped(name)} is a moderator now."


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """A change of a server's database. Servers that run notice it within a second."""
    storage = Storage(settings)
    try:
        await storage.open()
        async with storage.write() as db:
            yield db
    finally:
        await storage.close()


async def account(db: Database, name: str) -> str:
    found = await db.scalar(select(persons.c.id).where(persons.c.folded == folded(name)))
    if found is None:
        raise ValueError(f"there is no account {escaped(name)!r}")
    return str(found)


async def account_or_guest(db: Database, who: str) -> str:
    """A guest is called by the id that their page's address ends with; names come and go."""
    if await db.scalar(select(persons.c.id).where(persons.c.id == who)) is not None:
        return who
    return await account(db, who)


def escaped(text: str) -> str:
    """What players wrote, so that it is seen and does nothing: no colours, no moving about, no turning round."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


async def close(settings: Settings, match: str) -> str:
    """A server that runs sees the table's new revision when it next looks."""
    values = {"status": Status.CLOSED, "rated": False, "note": "by_the_house", "actor": OVER, "bot_to_move": False}
    async with opened(settings) as db:
        changed = await db.execute(
            update(matches)
            .where(matches.c.id == match)
            .values(**values, deadline=None, changed=time.time(), revision=matches.c.revision + 1)
        )
        if not changed.rowcount:
            raise ValueError(f"there is no table {match!r}")
    return f"Table {match} is closed."


async def reports(settings: Settings) -> str:
    storage = Storage(settings)
    try:
        await storage.open()
        async with storage.read() as db:
            query = (
                select(reported, persons.c.name)
                .outerjoin(persons, persons.c.id == reported.c.about)
                .order_by(reported.c.at)
            )
            rows = (await db.execute(query)).mappings().all()
    finally:
        await storage.close()
    if not rows:
        return "Nothing was reported."
    return "\n".join(
        f"{datetime.fromtimestamp(row['at'], UTC):%Y-%m-%d %H:%M} {escaped(row['name'] or '?')} ({row['about']}) "
        f"at {row['match']}: {escaped(row['text'])}"
        for row in rows
    )
