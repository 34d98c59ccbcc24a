"""Reports, what moderators do about them, and the record of who did what, about whom, when and why."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import RowMapping, insert, select, update

from klatsch.server.errors import Refused
from klatsch.server.match.hosted_match import Status
from klatsch.server.storage.chat import ChatLine, as_line
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.matches import MatchStore
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import audit, chat, persons, reports
from klatsch.server.storage.sessions import Sessions, ban_addresses, end_all

Act = Literal["mute", "warn", "close", "ban", "nothing"]
DAY = 86400.0
LINES_AROUND = 12
MOST_LISTED = 100


@dataclass(frozen=True)
class OpenReport:
    id: int
    by: str
    about: str
    about_name: str
    match: str | None
    text: str
    at: float
    lines: list[ChatLine]  # what was said at that table until then


@dataclass(frozen=True)
class Done:
    """A line of the record."""

    name: str  # who
    act: str
    about: str
    about_name: str
    match: str | None
    days: int
    reason: str
    at: float


class Moderation:
    def __init__(self, storage: Storage, store: MatchStore, sessions: Sessions) -> None:
        self.storage = storage
        self.matches = store
        self.sessions = sessions

    # ── Reading ───────────────────────────────────────────────────────────────────────────────────

    async def open_reports(self) -> list[OpenReport]:
        """The oldest first."""
        query = (
            select(reports, persons.c.name)
            .outerjoin(persons, persons.c.id == reports.c.about)
            .where(~reports.c.done)
            .order_by(reports.c.id)
            .limit(MOST_LISTED)
        )
        async with self.storage.read() as db:
            rows = (await db.execute(query)).mappings().all()
            return [await report_of(db, row) for row in rows]

    async def record(self) -> list[Done]:
        """The latest first."""
        query = (
            select(audit, persons.c.name.label("about_name"))
            .outerjoin(persons, persons.c.id == audit.c.about)
            .order_by(audit.c.id.desc())
            .limit(MOST_LISTED)
        )
        async with self.storage.read() as db:
            rows = (await db.execute(query)).mappings().all()
        names = Done.__dataclass_fields__
        return [Done(**{name: row[name] for name in names} | {"about_name": row["about_name"] or "?"}) for row in rows]

    # ── Acting ────────────────────────────────────────────────────────────────────────────────────

    async def decide(self, moderator: Person, report: int, act: Act, days: int, reason: str) -> None:
        """Do it and write it down, both or neither; a table is closed when that is written."""
        async with self.storage.write() as db:
            row = (await db.execute(select(reports).where(reports.c.id == report))).mappings().one_or_none()
            if row is None or row["done"]:
                raise Refused("no_such_report", 404)
            about, match = row["about"], row["match"]
            if act == "close" and match is None:
                raise Refused("no_such_table", 404)
            await act_on(db, about, act, days, reason)
            await db.execute(update(reports).where(reports.c.id == report).values(done=True))
            entry = {"moderator": moderator.id, "name": moderator.name, "act": act, "about": about, "match": match}
            days = days if act == "mute" else 0
            await db.execute(insert(audit).values(**entry, days=days, reason=reason, at=time.time()))
        if act == "close":
            await self.close(match)
        elif act == "ban":
            await self.sessions.tell(about)

    async def close(self, match: str) -> None:
        """Everybody who looks at the table sees it at once."""
        async with self.matches.change(match) as hosted:
            if hosted.status in (Status.WAITING, Status.PLAYING):
                hosted.status, hosted.note, hosted.rated = Status.CLOSED, "by_the_house", False
                hosted.deadline, hosted.bot_to_move = None, False

    async def check_may_speak(self, person: Person) -> None:
        async with self.storage.read() as db:
            until = await db.scalar(select(persons.c.silent_until).where(persons.c.id == person.id))
        if until is not None and until > time.time():
            raise Refused("muted_by_the_host", 403, hours=int((until - time.time()) // 3600) + 1)

    async def warning_read(self, person: Person) -> None:
        async with self.storage.write() as db:
            await db.execute(update(persons).where(persons.c.id == person.id).values(warning=""))


async def report_of(db: Database, row: RowMapping) -> OpenReport:
    around = (chat.c.match == row["match"]) & (chat.c.at <= row["at"])
    query = select(chat).where(around).order_by(chat.c.id.desc()).limit(LINES_AROUND)
    lines = [as_line(each) for each in (await db.execute(query)).mappings()]
    plain = {name: row[name] for name in ("id", "about", "match", "text", "at")}
    return OpenReport(by=row["person"], about_name=row["name"] or "?", lines=lines[::-1], **plain)


async def act_on(db: Database, person: str, act: Act, days: int, reason: str) -> None:
    them = update(persons).where(persons.c.id == person)
    if act == "mute":
        await db.execute(them.values(silent_until=time.time() + days * DAY))
    elif act == "warn":
        await db.execute(them.values(warning=reason))
    elif act == "ban":
        await db.execute(them.values(banned=True))
        await ban_addresses(db, person)
        await end_all(db, person)
