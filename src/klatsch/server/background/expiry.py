"""What is idle ends: tables that nobody began or plays any more, and guests who never came back."""

from __future__ import annotations

import time

from sqlalchemy import ColumnElement, and_, delete, not_, select

from klatsch.server.match.hosted_match import Status
from klatsch.server.storage.matches import MatchStore
from klatsch.server.storage.schema import matches, persons, seats

DAY = 86400.0
WAITING_DAYS = 7  # of a table that hasn't begun
PLAYING_DAYS = 180  # of a game without a clock
GUEST_DAYS = 90  # of a guest who sits nowhere and has no account
AT_ONCE = 50


class Expiry:
    def __init__(self, store: MatchStore) -> None:
        self.matches = store

    async def run(self) -> None:
        now = time.time()
        waiting = and_(matches.c.status == Status.WAITING, matches.c.changed < now - WAITING_DAYS * DAY)
        forgotten = and_(
            matches.c.status == Status.PLAYING,
            matches.c.deadline.is_(None),
            matches.c.changed < now - PLAYING_DAYS * DAY,
        )
        for idle in (waiting, forgotten):
            await self.close_all(idle)
        await self.forget_guests(now - GUEST_DAYS * DAY)

    async def close_all(self, idle: ColumnElement[bool]) -> None:
        async with self.matches.storage.read() as db:
            found = list(await db.scalars(select(matches.c.id).where(idle).limit(AT_ONCE)))
        for id in found:
            async with self.matches.change(id) as hosted:
                hosted.status, hosted.note, hosted.rated = Status.CLOSED, "idle", False
                hosted.bot_to_move, hosted.deadline = False, None

    async def forget_guests(self, before: float) -> None:
        sits = persons.c.id.in_(select(seats.c.person).where(seats.c.person.is_not(None)))
        guest = and_(persons.c.folded.is_(None), persons.c.created < before, not_(sits))
        async with self.matches.storage.write() as db:
            idle = select(persons.c.id).where(guest).limit(AT_ONCE)
            await db.execute(delete(persons).where(persons.c.id.in_(list(await db.scalars(idle)))))
