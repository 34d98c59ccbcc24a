"""Chat in the database; a line that is sent twice is stored once."""

from __future__ import annotations

import time
from collections import OrderedDict

import msgspec
from sqlalchemy import RowMapping, insert, select

from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import chat

LINES_SHOWN = 50
LINES_REMEMBERED = 2000


class ChatLine(msgspec.Struct):
    person: str
    name: str
    text: str
    at: float  # seconds since 1970


class ChatStore:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.sent: OrderedDict[tuple[str, str], None] = OrderedDict()  # lines that came with an id

    def is_new(self, person: Person, id: str) -> bool:
        """A line that was sent again after a lost connection is known already."""
        line = (person.id, id)
        if line in self.sent:
            return False
        self.sent[line] = None
        if len(self.sent) > LINES_REMEMBERED:
            self.sent.popitem(last=False)
        return True

    async def add(self, db: Database, match_id: str, person: Person, text: str) -> tuple[int, ChatLine]:
        """The line and its number, within a transaction."""
        line = ChatLine(person.id, person.name, text, time.time())
        row = {"match": match_id, **msgspec.structs.asdict(line)}
        number = await db.scalar(insert(chat).values(row).returning(chat.c.id))
        return int(number), line

    async def line(self, number: int) -> ChatLine:
        async with self.storage.read() as db:
            return as_line((await db.execute(select(chat).where(chat.c.id == number))).mappings().one())

    async def latest(self, match_id: str) -> list[ChatLine]:
        """The last lines, the oldest first."""
        async with self.storage.read() as db:
            query = select(chat).where(chat.c.match == match_id).order_by(chat.c.id.desc()).limit(LINES_SHOWN)
            rows = (await db.execute(query)).mappings().all()
        return [as_line(row) for row in reversed(rows)]


def as_line(row: RowMapping) -> ChatLine:
    return ChatLine(row["person"], row["name"], row["text"], row["at"])
