"""`MatchStore`: reads a match from the database, and changes one in a single transaction.

Any process can serve any match: what is kept in memory is only a copy, good for one revision.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import cache

from sqlalchemy import RowMapping, insert, select, update

from klatsch.core import registry
from klatsch.core.game import OVER, PUBLIC, Game
from klatsch.core.replay import read_event
from klatsch.drawing import Drawing
from klatsch.match.match import Match
from klatsch.match.verify import resume
from klatsch.server.errors import Refused
from klatsch.server.match.ending import Ending, Told, unpacked
from klatsch.server.match.hosted_match import HostedMatch, Seat, Status
from klatsch.server.match.pace import checked_pace
from klatsch.server.screens.page_drawing import layout_of
from klatsch.server.storage import player_ratings
from klatsch.server.storage.boards import read_options, stored_options
from klatsch.server.storage.database import Database, Storage, commit_to_disk
from klatsch.server.storage.schema import endings, events, matches, seats
from klatsch.server.storage.sqlite_writer import Prepared, given

KEPT = 2000  # matches in memory
# Columns that are a match's own and not derived; its pace, which never changes, is written once.
PLAIN = """
host status private rated shared_screen position seed revision version turn_since deadline bot_to_move
leased_by leased_until offers next_match removed result rating_weight created changed note
""".split()


class MatchListener:
    """Whoever wants to know that a match changes: within the transaction, and when it is there for good."""

    async def changing(self, db: Database, hosted: HostedMatch) -> None:
        pass

    async def changed(self, hosted: HostedMatch) -> None:
        pass


class MatchStore:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.kept: OrderedDict[str, HostedMatch] = OrderedDict()
        self.listeners: list[MatchListener] = []

    # ── Reading ───────────────────────────────────────────────────────────────────────────────────

    async def get(self, id: str) -> HostedMatch:
        """The match as it is now. Not to be changed: that is what `change` is for."""
        async with self.storage.read() as db:
            return await self.load(db, id)

    async def load(self, db: Database, id: str, *, lock: bool = False) -> HostedMatch:
        found = (await (LOCKED if lock else GLANCE).run(db, {"match": id})).fetchone()
        if found is None:
            raise Refused("no_such_table", 404)
        kept = self.kept.get(id)
        if kept is not None and kept.revision == found[0]:
            self.kept.move_to_end(id)
            _, kept.leased_by, kept.leased_until = found  # a lease changes without a revision
            return kept
        hosted = await read_match(db, (await db.execute(select(matches).where(matches.c.id == id))).mappings().one())
        if not lock:  # within a change the revision may be one that is never there for good
            self.keep(hosted)
        return hosted

    def keep(self, hosted: HostedMatch) -> None:
        self.kept[hosted.id] = hosted
        self.kept.move_to_end(hosted.id)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    # ── Writing ───────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def change(self, id: str) -> AsyncIterator[HostedMatch]:
        """A fork of the match to change; when the block ends without an error, the change is there for good."""
        async with self.storage.write() as db:
            before = await self.load(db, id, lock=True)
            hosted = before.fork()
            yield hosted
            hosted.revision += 1
            hosted.changed = time.time()
            if hosted.status == Status.OVER and before.status != Status.OVER:
                await player_ratings.settle(db, hosted, hosted.changed)
            await write_match(db, hosted, before)
            if hosted.sequel is not None:
                await add_match(db, hosted.sequel)
            for listener in self.listeners:
                await listener.changing(db, hosted)
        await self.settled(hosted)

    async def add(self, hosted: HostedMatch) -> None:
        async with self.storage.write() as db:
            await add_match(db, hosted)
        await self.settled(hosted)

    async def adopt_new_rules(self) -> None:
        """After an upgrade unfinished matches are replayed: the same position goes on, any other is closed unrated."""
        for name in registry.names():
            version = registry.definition(name).rules_version
            running = (matches.c.game == name) & (matches.c.status == Status.PLAYING)
            older = running & (matches.c.rules_version != version)
            async with self.storage.read() as db:
                found = list(await db.scalars(select(matches.c.id).where(older)))
            for id in found:
                async with self.storage.write() as db:
                    await adopt(db, id, version)

    async def settled(self, hosted: HostedMatch) -> None:
        self.keep(hosted)
        for listener in self.listeners:
            await listener.changed(hosted)


async def read_match(db: Database, row: RowMapping) -> HostedMatch:
    found = (await db.execute(select(seats).where(seats.c.match == row["id"]).order_by(seats.c.seat))).mappings()
    hosted = HostedMatch(
        id=row["id"],
        game=await read_game(db, row),
        seats=[seat_of(each) for each in found],
        pace=checked_pace(**row["pace"]),
        **{name: row[name] for name in PLAIN},
    )
    if hosted.status == Status.PLAYING:
        hosted.match = replayed(hosted, await lines_of(db, hosted.id))
    elif hosted.status == Status.OVER:
        await read_finished(db, hosted, row)
    return hosted


async def read_game(db: Database, row: RowMapping) -> Game:
    """With its options; of a match that is over and whose options there are no more, as it usually is."""
    try:
        return registry.shared(row["game"], await read_options(db, row["options"]))
    except ValueError:
        if row["status"] not in (Status.OVER, Status.CLOSED):
            raise
        return registry.shared(row["game"], {})


def replayed(hosted: HostedMatch, lines: list[str]) -> Match:
    return resume(hosted.record([read_event(line) for line in lines]))


async def read_finished(db: Database, hosted: HostedMatch, row: RowMapping) -> None:
    """It stays readable for good: replayed, if the rules still lead to its end; else as it was shown then."""
    lines = await lines_of(db, hosted.id)
    try:
        match = replayed(hosted, lines)
    except (ValueError, IndexError, KeyError, AssertionError):  # whatever rules do with what they don't know
        match = None
    if match is not None and match.over:
        hosted.match = match
        if row["rules_version"] == hosted.game.definition.rules_version or hosted.checksum == row["checksum"]:
            return
        hosted.match = None
    hosted.ending = await stored_ending(db, hosted.id) or bare_ending(hosted, lines)


def bare_ending(hosted: HostedMatch, lines: list[str]) -> Ending:
    """Of a match whose end was never kept: the empty board, what happened as it is written, and who won."""
    definition, shares = hosted.game.definition, hosted.result or []
    say = definition.words.say("en")
    drawing = definition.draw(hosted.game.new(len(hosted.seats)).view(PUBLIC), say)
    assert isinstance(drawing, Drawing)
    places = sorted(set(shares), reverse=True)
    told = Told(
        layout=layout_of(drawing),
        definitions=drawing.definitions,
        board=drawing.board,
        pieces=[],
        log=list(enumerate(lines, start=1)),
        columns=[],
        rows=[],
        reason="",
        wins=" & ".join(seat.name for seat, share in zip(hosted.seats, shares, strict=False) if share == places[0]),
        ranking=[[seat for seat, share in enumerate(shares) if share == place] for place in places],
    )
    return Ending({"en": told})


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
        "status": Status.CLOSED,
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


def plain(hosted: HostedMatch) -> dict[str, object]:
    return derived(hosted) | {name: getattr(hosted, name) for name in PLAIN}


def derived(hosted: HostedMatch) -> dict[str, object]:
    return {"actor": hosted.actor, "checksum": hosted.checksum}


async def stored_ending(db: Database, match_id: str) -> Ending | None:
    found = await db.scalar(select(endings.c.data).where(endings.c.match == match_id))
    return None if found is None else unpacked(found)


async def add_match(db: Database, hosted: HostedMatch) -> None:
    definition = hosted.game.definition
    await db.execute(
        insert(matches).values(
            id=hosted.id,
            game=hosted.game.name,
            rules_version=definition.rules_version,
            options=await stored_options(db, hosted.game.name, hosted.game.options),
            pace=asdict(hosted.pace),
            **plain(hosted),
        )
    )
    await db.execute(insert(seats), [{"match": hosted.id, **seat.row()} for seat in hosted.seats])
    await add_events(db, hosted, 0)


async def write_match(db: Database, hosted: HostedMatch, before: HostedMatch) -> None:
    names = tuple(name for name in PLAIN if getattr(hosted, name) != getattr(before, name))
    values = {name: getattr(hosted, name) for name in names} | derived(hosted)
    await update_of(names).run(db, {"match": hosted.id, **values})
    for seat, old in zip(hosted.seats, before.seats, strict=True):
        if seat != old:
            where = (seats.c.match == hosted.id) & (seats.c.seat == seat.number)
            await db.execute(update(seats).where(where).values(**seat.row()))
    await add_events(db, hosted, before.version)


async def add_events(db: Database, hosted: HostedMatch, stored: int) -> None:
    if hosted.match is None or len(hosted.match.events) == stored:
        return
    new = hosted.match.events[stored:]
    if any(event.kind == "chance" for event in new):  # or after a power cut everybody would know the next draws
        await commit_to_disk(db)
    rows = [
        {"match": hosted.id, "number": number, "line": event.line, "at": hosted.changed}
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
