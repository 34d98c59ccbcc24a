"""Administration from the command line: people, tables, reports."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy import select, update

from klatsch.core.game import OVER
from klatsch.server.match.hosted_match import Status
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage
from klatsch.server.storage.people import HASHER, folded
from klatsch.server.storage.schema import matches, persons
from klatsch.server.storage.schema import reports as reported


async def reset_password(settings: Settings, name: str) -> str:
    password = secrets.token_urlsafe(9)
    values = {"password": HASHER.hash(password), "sessions": persons.c.sessions + 1}
    await change_account(settings, name, values)
    return f"The new password of {name} is {password}"


async def ban(settings: Settings, name: str, lift: bool) -> str:
    await change_account(settings, name, {"banned": not lift, "sessions": persons.c.sessions + 1})
    return f"{name} may come in again." if lift else f"{name} is kept out."


async def change_account(settings: Settings, name: str, values: Mapping[str, object]) -> None:
    storage = Storage(settings)
    try:
        await storage.open()
        async with storage.write() as db:
            changed = await db.execute(update(persons).where(persons.c.folded == folded(name)).values(**values))
            if not changed.rowcount:
                raise ValueError(f"there is no account {name!r}")
    finally:
        await storage.close()


async def close(settings: Settings, match: str) -> str:
    """A server that runs sees the table's new revision when it next looks."""
    storage = Storage(settings)
    try:
        await storage.open()
        async with storage.write() as db:
            changed = await db.execute(
                update(matches)
                .where(matches.c.id == match)
                .values(
                    status=Status.CLOSED,
                    rated=False,
                    note="by_the_house",
                    actor=OVER,
                    bot_to_move=False,
                    deadline=None,
                    changed=time.time(),
                    revision=matches.c.revision + 1,
                )
            )
            if not changed.rowcount:
                raise ValueError(f"there is no table {match!r}")
    finally:
        await storage.close()
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
        f"{datetime.fromtimestamp(row['at'], UTC):%Y-%m-%d %H:%M} {row['name'] or row['about']} "
        f"at {row['match']}: {row['text']}"
        for row in rows
    )
