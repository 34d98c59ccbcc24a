"""Closes the sockets of sessions and tokens that have ended: here at once, in other processes by a notice.

`klatsch admin` is a process that sends no notices: so every process also looks, once a second, whether anything has
ended anywhere, which is one row; and once a minute what has run out by itself.
"""

from __future__ import annotations

import asyncio
from itertools import chain

import structlog

from klatsch.server.screens.connections import Connection, Connections
from klatsch.server.screens.notify_processes import ProcessNotifier
from klatsch.server.storage.sessions import OLD_COOKIE, Sessions

LOOK_SECONDS = 1.0
LOOKS_A_MINUTE = 60
logger = structlog.get_logger("klatsch")


class SocketCloser:
    def __init__(self, sessions: Sessions, connections: Connections, processes: ProcessNotifier) -> None:
        self.sessions = sessions
        self.connections = connections
        self.processes = processes

    async def person_changed(self, person: str) -> None:
        """A session or token of theirs has ended."""
        await self.close_ended()
        await self.processes.say_person_changed()

    async def close_ended(self) -> None:
        there = [each for each in chain(*self.connections.by_match.values()) if each.person.id]
        valid = await self.sessions.valid(sorted({each.person.entry.id for each in there}))
        counters = await self.sessions.counters(sorted({each.person.id for each in there if is_old(each)}))
        for each in there:
            has_ended = (
                counters.get(each.person.id) != each.person.sessions
                if is_old(each)
                else each.person.entry.id not in valid
            )
            if has_ended:
                each.end()

    async def watch_forever(self) -> None:
        known, looks = await self.sessions.ended(), 0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                now, looks = await self.sessions.ended(), looks + 1
                if now != known or looks % LOOKS_A_MINUTE == 0:
                    known = now
                    await self.close_ended()
            except Exception:  # the database is away for a while: whoever acts notices it, too
                logger.exception("sessions couldn't be looked at")


def is_old(connection: Connection) -> bool:
    return connection.person.entry is OLD_COOKIE
