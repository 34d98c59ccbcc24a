"""The socket of a match: the screen's changes go out, commands come in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Any

import msgspec
import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy import select

from klatsch.core.message import IllegalAction
from klatsch.match.match import NotAllowed
from klatsch.server.commands import COMMANDS, Visit
from klatsch.server.direct import DirectProtocol, direct
from klatsch.server.fanout import chat_frame
from klatsch.server.house import House
from klatsch.server.hub import Connection
from klatsch.server.live import WORDS, Refused
from klatsch.server.schema import chat
from klatsch.server.visitors import house_of, language_of, visitor

router = APIRouter()
logger = structlog.get_logger("klatsch")
MOST_FRAME = 8 * 1024
CHAT_SHOWN = 50
MOST_AT_ONCE = 8  # frames in one call of the system: an answer and the screen that follows from it
FOR_EVERYBODY = ("at", "board", "listening", "why")


@router.websocket("/api/tables/{match}/socket")
async def socket(websocket: WebSocket, match: str) -> None:
    house = house_of(websocket)
    await websocket.accept()
    try:
        person = await visitor(websocket)
        live = await house.tables.get(match)
    except Refused as error:
        await websocket.close(4000 + error.status, str(error))
        return
    connection = Connection(person, match, language_of(websocket))
    connection.muted = set(await house.people.blocked_by(person.id))
    house.hub.enter(connection, live)
    await house.hub.changed(await house.tables.get(match))  # something may have happened while we looked it up
    await house.fanout.say("who", match)
    await house.fanout.say("here", match, people=house.hub.here(match))
    stop = start_sending(house, connection, websocket)
    try:
        connection.send({"type": "chat_before", "lines": await chat_of(house, connection)})
        await take_frames(house, connection, websocket)
    except WebSocketDisconnect:
        pass
    finally:
        stop()
        house.hub.leave(connection)
        await house.fanout.say("here", match, people=house.hub.here(match))


def start_sending(house: House, connection: Connection, websocket: WebSocket) -> Callable[[], None]:
    """From now on the connection is told what happens; the answer ends that."""
    protocol = direct(websocket)
    if protocol is not None:
        sender = DirectSender(house, connection, protocol)
        sender.wake()
        return sender.stop
    wakes = asyncio.Event()
    wakes.set()
    connection.wake = wakes.set
    task = asyncio.create_task(send_frames(house, connection, websocket, wakes))

    def stop() -> None:
        task.cancel()

    return stop


class DirectSender:
    """Writes what is to be said as soon as the loop turns, and no more than the socket takes."""

    def __init__(self, house: House, connection: Connection, protocol: DirectProtocol) -> None:
        self.house = house
        self.connection = connection
        self.protocol = protocol
        self.loop = asyncio.get_running_loop()
        self.awake = self.stopped = False
        connection.wake = protocol.when_writable = self.wake

    def wake(self) -> None:
        if not self.awake:
            self.awake = True
            self.loop.call_soon(self.send)

    def send(self) -> None:
        self.awake = False
        try:
            while self.protocol.takes_more and not self.stopped:
                frames = list(islice(iter(self.next_frame, None), MOST_AT_ONCE))
                if not frames:
                    return
                self.protocol.write_texts(frames)
        except Exception:
            logger.exception("frame failed", match=self.connection.match)

    def next_frame(self) -> bytes | None:
        return self.house.hub.next_frame(self.connection)

    def stop(self) -> None:
        self.stopped = True


async def send_frames(house: House, connection: Connection, websocket: WebSocket, wakes: asyncio.Event) -> None:
    """By ASGI, where the server isn't ours."""
    while True:
        await wakes.wait()
        wakes.clear()
        while (frame := house.hub.next_frame(connection)) is not None:
            try:
                await websocket.send_text(frame.decode())
            except (RuntimeError, WebSocketDisconnect):
                return


async def take_frames(house: House, connection: Connection, websocket: WebSocket) -> None:
    visit = Visit(house, connection.person, connection.match, connection.lang, connection)
    while True:
        frame = await websocket.receive_text()
        if len(frame) > MOST_FRAME:
            await websocket.close(1009)
            return
        connection.send(await obey(visit, frame))


async def obey(visit: Visit, frame: str) -> dict[str, Any]:
    """Do what a frame says: {"do": "play", "re": 7, …}. The answer carries the same number."""
    number: Any = None
    try:
        data = msgspec.json.decode(frame, type=dict[str, Any])
        number, name = data.pop("re", None), data.pop("do", None)
        if not isinstance(name, str) or name not in COMMANDS:
            raise Refused("no_such_command", 422)
        if not visit.person.id and name not in FOR_EVERYBODY:  # the pages make a guest of whoever wants to act
            raise Refused("sign_in_first", 401)
        kind, handler = COMMANDS[name]
        return {"type": "done", "re": number, **await handler(visit, msgspec.convert(data, kind))}
    except (msgspec.MsgspecError, ValueError) as error:
        return {"type": "refused", "re": number, **refusal(error, visit.lang, visit)}
    except Exception:
        logger.exception("command failed", match=visit.match)
        return {"type": "refused", "re": number, "sentence": WORDS.say(visit.lang)("refused.failed"), "clause": ""}


def refusal(error: Exception, lang: str, visit: Visit) -> dict[str, str]:
    if isinstance(error, Refused):
        return {"sentence": WORDS.say(lang)(error.message), "clause": ""}
    live = visit.house.hub.latest.get(visit.match)
    if isinstance(error, (IllegalAction, NotAllowed)) and live is not None:
        say = live.game.definition.words.say(lang)
        if isinstance(error, IllegalAction):
            return {"sentence": say(error.refusal.message), "clause": error.refusal.clause}
        return {"sentence": say(error.message), "clause": ""}
    return {"sentence": str(error), "clause": ""}


async def chat_of(house: House, connection: Connection) -> list[dict[str, Any]]:
    """The last things that were said, without those whom this person has muted."""
    async with house.storage.read() as db:
        query = select(chat).where(chat.c.match == connection.match).order_by(chat.c.id.desc()).limit(CHAT_SHOWN)
        rows = (await db.execute(query)).mappings().all()
    return [chat_frame(dict(row)) for row in reversed(rows) if row["person"] not in connection.muted]
