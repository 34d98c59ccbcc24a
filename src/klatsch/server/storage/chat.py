"""Chat in the database; a line that is sent twice is stored once."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import RowMapping, select
from sqlalchemy.dialects import postgresql, sqlite

from klatsch.server.match.chat_rooms import Room
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import chat

LINES_SHOWN = 50
MOST_ID = 40


class ChatLine(msgspec.Struct):
    person: str
    name: str
    text: str
    at: float  # seconds since 1970
    room: Room = Room.EVERYBODY


class ChatStore:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.insert = sqlite.insert if storage.settings.is_sqlite else postgresql.insert

    async def is_said(self, person: Person, id: str) -> bool:
        """Was the line that this person's page calls so said already, through whichever process?"""
        if not id:
            return False
        async with self.storage.read() as db:
            found = select(chat.c.id).where(chat.c.person == person.id, chat.c.sent == id[:MOST_ID])
            return await db.scalar(found) is not None

    async def add(
        self, db: Database, match_id: str, person: Person, text: str, room: Room, id: str = ""
    ) -> tuple[int, ChatLine] | None:
        """The line and its number, within a transaction; None if it was said meanwhile through another process."""
        line = ChatLine(person.id, person.name, text, time.time(), room)
        row = {"match": match_id, "sent": id[:MOST_ID] or None, **msgspec.structs.asdict(line)}
        new = self.insert(chat).values(row).on_conflict_do_nothing(index_elements=["person", "sent"])
        number = await db.scalar(new.returning(chat.c.id))
        return None if number is None else (int(number), line)

    async def line(self, number: int) -> ChatLine:
        async with self.storage.read() as db:
            return as_line((await db.execute(select(chat).where(chat.c.id == number))).mappings().one())

    async def latest(self, match_id: str, rooms: Sequence[Room] = tuple(Room)) -> list[ChatLine]:
        """The last lines that were said there, the oldest first."""
        there = (chat.c.match == match_id) & chat.c.room.in_(rooms)
        async with self.storage.read() as db:
            query = select(chat).where(there).order_by(chat.c.id.desc()).limit(LINES_SHOWN)
            rows = (await db.execute(query)).mappings().all()
        return [as_line(row) for row in reversed(rows)]


def as_line(row: RowMapping) -> ChatLine:
    return ChatLine(row["person"], row["name"], row["text"], row["at"], Room(row["room"]))
