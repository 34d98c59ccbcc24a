"""What people say to each other, and to the host about each other."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import insert

from klatsch.server.commands.visit import Answer, Visit, command
from klatsch.server.fanout import chat_frame
from klatsch.server.live import Refused
from klatsch.server.schema import chat, reports

MOST_TEXT = 500


@dataclass(frozen=True)
class Listening:
    """Is anybody there? That there is an answer says that the line is alive."""


@command(Listening)
async def listening(visit: Visit, command: Listening) -> Answer:
    return {}


@dataclass(frozen=True)
class Chat:
    """Say something to everybody at the match. With an `id` of its own it is said once, however often it is sent."""

    text: str
    id: str = ""


@command(Chat)
async def say(visit: Visit, command: Chat) -> Answer:
    text = " ".join(command.text.split())[:MOST_TEXT]
    if not text:
        raise Refused("nothing_said", 422)
    if command.id and not visit.house.is_new((visit.person.id, command.id[:40])):
        return {}
    await visit.house.limit("chat", visit.person.id)
    live = await visit.house.tables.get(visit.match)
    said = {"person": visit.person.id, "name": visit.person.name, "text": text, "at": time.time()}
    async with visit.house.storage.write() as db:
        id = await db.scalar(insert(chat).values(match=live.id, **said).returning(chat.c.id))
        await visit.house.fanout.publish(db, "chat", live.id, id=id)
    visit.house.hub.tell(live.id, chat_frame(said), visit.person.id)
    return {}


@dataclass(frozen=True)
class Report:
    """Tell the host of the server about somebody's behaviour."""

    person: str
    text: str


@command(Report)
async def report(visit: Visit, command: Report) -> Answer:
    await visit.house.limit("report", visit.person.id)
    async with visit.house.storage.write() as db:
        await db.execute(
            insert(reports).values(
                person=visit.person.id,
                about=command.person[:24],
                match=visit.match,
                text=command.text[:MOST_TEXT],
                at=time.time(),
            )
        )
    return {}
