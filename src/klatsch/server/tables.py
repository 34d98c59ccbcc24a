"""Matches in the database: reading one, and changing one in a single transaction.

Any process can serve any match: what is kept in memory is only a copy, good for one revision.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from sqlalchemy import RowMapping, insert, select, update

from klatsch.core import registry
from klatsch.core.game import OVER
from klatsch.core.replay import read_event
from klatsch.match.verify import resume
from klatsch.server import ratings
from klatsch.server.commits import Prepared, given
from klatsch.server.live import CLOSED, FINISHED, PLAYING, Live, Refused, Seat, shared_game
from klatsch.server.schema import events, matches, seats
from klatsch.server.storage import Database, Storage

KEPT = 2000  # matches in memory
# Columns that are a match's own and not derived.
PLAIN = """
host status private rated shared_screen pace seed revision version turn_since deadline bot_to_move
leased_by leased_until offers next_match result created changed note
""".split()

Listener = Callable[[Live], Awaitable[None]]
Publisher = Callable[[Database, str, str], Awaitable[None]]


class Tables:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.kept: OrderedDict[str, Live] = OrderedDict()
        self.listeners: list[Listener] = []
        self.publish: Publisher | None = None  # tells the other processes, within the transaction

    # ── Reading ───────────────────────────────────────────────────────────────────────────────────

    async def get(self, id: str) -> Live:
        """The match as it is now. Not to be changed: that is what `change` is for."""
        async with self.storage.read() as db:
            return await self.load(db, id)

    async def load(self, db: Database, id: str, *, lock: bool = False) -> Live:
        found = (await (LOCKED if lock else GLANCE).run(db, {"match": id})).fetchone()
        if found is None:
            raise Refused("no_such_table", 404)
        kept = self.kept.get(id)
        if kept is not None and kept.revision == found[0]:
            self.kept.move_to_end(id)
            _, kept.leased_by, kept.leased_until = found  # a lease changes without a revision
            return kept
        live = await read_match(db, (await db.execute(select(matches).where(matches.c.id == id))).mappings().one())
        if not lock:  # within a change the revision may be one that is never there for good
            self.keep(live)
        return live

    def keep(self, live: Live) -> None:
        self.kept[live.id] = live
        self.kept.move_to_end(live.id)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    # ── Writing ───────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def change(self, id: str) -> AsyncIterator[Live]:
        """A fork of the match to change; when the block ends without an error, the change is there for good."""
        async with self.storage.write() as db:
            before = await self.load(db, id, lock=True)
            live = before.fork()
            yield live
            live.revision += 1
            live.changed = time.time()
            if live.status == FINISHED and before.status != FINISHED:
                await ratings.settle(db, live)
            await write_match(db, live, before)
            if live.sequel is not None:
                await add_match(db, live.sequel)
            if self.publish is not None:
                await self.publish(db, "changed", id)
        await self.settled(live)

    async def add(self, live: Live) -> None:
        async with self.storage.write() as db:
            await add_match(db, live)
        await self.settled(live)

    async def adopt_new_rules(self) -> None:
        """After an upgrade unfinished matches are replayed: the same position goes on, any other is closed unrated."""
        for name in registry.names():
            version = registry.definition(name).rules_version
            older = (matches.c.game == name) & (matches.c.rules_version != version) & (matches.c.status == PLAYING)
            async with self.storage.read() as db:
                found = list(await db.scalars(select(matches.c.id).where(older)))
            for id in found:
                async with self.storage.write() as db:
                    await adopt(db, id, version)

    async def settled(self, live: Live) -> None:
        self.keep(live)
        for listener in self.listeners:
            await listener(live)


async def read_match(db: Database, row: RowMapping) -> Live:
    found = (await db.execute(select(seats).where(seats.c.match == row["id"]).order_by(seats.c.seat))).mappings()
    live = Live(
        id=row["id"],
        game=shared_game(row["game"], tuple(row["options"].items())),
        seats=[seat_of(each) for each in found],
        **{name: row[name] for name in PLAIN},
    )
    if live.status in (PLAYING, FINISHED):
        live.table = resume(live.record([read_event(line) for line in await lines_of(db, live.id)]))
    return live


async def lines_of(db: Database, id: str) -> list[str]:
    """A match's events, as they are written in its replay."""
    return list(await db.scalars(select(events.c.line).where(events.c.match == id).order_by(events.c.number)))


async def adopt(db: Database, id: str, version: int) -> None:
    row = (await db.execute(select(matches).where(matches.c.id == id).with_for_update())).mappings().one()
    try:
        same = (await read_match(db, row)).checksum == row["checksum"]
    except ValueError:
        same = False
    closed = {
        "status": CLOSED,
        "rated": False,
        "note": "rules_changed",
        "bot_to_move": False,
        "deadline": None,
        "actor": OVER,
    }
    values = {"rules_version": version} if same else closed
    await db.execute(update(matches).where(matches.c.id == id).values(revision=matches.c.revision + 1, **values))


def seat_of(row: RowMapping) -> Seat:
    return Seat(row["seat"], **{name: row[name] for name in Seat.__dataclass_fields__ if name != "number"})


def plain(live: Live) -> dict[str, Any]:
    return derived(live) | {name: getattr(live, name) for name in PLAIN}


def derived(live: Live) -> dict[str, Any]:
    return {"actor": live.actor, "checksum": live.checksum}


async def add_match(db: Database, live: Live) -> None:
    definition = live.game.definition
    await db.execute(
        insert(matches).values(
            id=live.id,
            game=live.game.name,
            rules_version=definition.rules_version,
            options=live.game.options,
            **plain(live),
        )
    )
    await db.execute(insert(seats), [{"match": live.id, **seat.row()} for seat in live.seats])
    await add_events(db, live, 0)


async def write_match(db: Database, live: Live, before: Live) -> None:
    names = tuple(name for name in PLAIN if getattr(live, name) != getattr(before, name))
    values = {name: getattr(live, name) for name in names} | derived(live)
    await update_of(names).run(db, {"match": live.id, **values})
    for seat, old in zip(live.seats, before.seats, strict=True):
        if seat != old:
            where = (seats.c.match == live.id) & (seats.c.seat == seat.number)
            await db.execute(update(seats).where(where).values(**seat.row()))
    await add_events(db, live, before.version)


async def add_events(db: Database, live: Live, stored: int) -> None:
    if live.table is None or len(live.table.events) == stored:
        return
    new = live.table.events[stored:]
    rows = [
        {"match": live.id, "number": number, "line": event.line, "at": live.changed}
        for number, event in enumerate(new, start=stored + 1)
    ]
    await NEW_EVENT.run(db, *rows)


# ── Statements for every action ───────────────────────────────────────────────────────────────────

glance = select(matches.c.revision, matches.c.leased_by, matches.c.leased_until).where(matches.c.id == given("match"))
GLANCE, LOCKED = Prepared(glance), Prepared(glance.with_for_update())
NEW_EVENT = Prepared(insert(events).values({name: given(name) for name in ("match", "number", "line", "at")}))


@cache
def update_of(names: tuple[str, ...]) -> Prepared:
    values = {name: given(name) for name in (*names, "actor", "checksum")}
    return Prepared(update(matches).where(matches.c.id == given("match")).values(values))
