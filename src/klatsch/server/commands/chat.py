"""Commands for chat and reports."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import insert

from klatsch.server.commands.context import CommandContext, command
from klatsch.server.errors import Refused
from klatsch.server.match.chat_rooms import room_of
from klatsch.server.screens.frames import Answer
from klatsch.server.storage.schema import reports

MOST_TEXT = 500


@dataclass(frozen=True)
class Listening:
    """Is anybody there? That there is an answer says that the line is alive."""


@command(Listening)
async def listening(context: CommandContext, command: Listening) -> Answer:
    return Answer()


@dataclass(frozen=True)
class Chat:
    """Say something to everybody at the match; at a private or running one, players to players and others to others.

    With an `id` of its own it is said once, however often it is sent.
    """

    text: str
    id: str = ""


@command(Chat)
async def say(context: CommandContext, command: Chat) -> Answer:
    text = " ".join(command.text.split())[:MOST_TEXT]
    if not text:
        raise Refused("nothing_said", 422)
    server, person = context.server, context.person
    if await server.chat.is_said(person, command.id):
        return Answer()
    await server.moderation.check_may_speak(person)
    await server.budgets.spend("chat", context.spender)
    hosted = await server.matches.get(context.match_id)
    async with server.storage.write() as db:
        added = await server.chat.add(db, hosted.id, person, text, room_of(hosted, person.id), command.id)
        if added is not None:
            await server.processes.publish_chat(db, hosted.id, added[0])
    if added is not None:
        server.connections.tell(hosted, added[1])
    return Answer()


@dataclass(frozen=True)
class Report:
    """Tell the host of the server about somebody's behaviour."""

    person: str
    text: str


@command(Report)
async def report(context: CommandContext, command: Report) -> Answer:
    await context.server.budgets.spend("reports", context.spender)
    async with context.server.storage.write() as db:
        await db.execute(
            insert(reports).values(
                person=context.person.id,
                about=command.person[:24],
                match=context.match_id,
                text=command.text[:MOST_TEXT],
                at=time.time(),
            )
        )
    return Answer()
