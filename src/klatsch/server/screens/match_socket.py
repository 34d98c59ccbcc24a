"""The WebSocket of a match: changes of the screen go out, commands come in."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import islice

import msgspec
import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from klatsch.server.budgets import BUDGETS, Bucket, Spender
from klatsch.server.commands import COMMANDS, CommandContext
from klatsch.server.errors import Refused, error_answer, failed
from klatsch.server.http.auth import language_of, server_of, spender_of, visitor
from klatsch.server.http.monitoring import in_short
from klatsch.server.match.chat_rooms import rooms_heard
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.screens.connections import Connection
from klatsch.server.screens.frames import Answer, ChatBefore, RefusedFrame
from klatsch.server.screens.raw_socket import DirectProtocol, direct
from klatsch.server.server import Server
from klatsch.server.storable import check_json

router = APIRouter()
logger = structlog.get_logger("klatsch")
MOST_FRAME = 8 * 1024
MOST_AT_ONCE = 8  # frames in one call of the system: an answer and the screen that follows from it
FOR_EVERYBODY = ("at", "board", "listening", "why")


@router.websocket("/api/tables/{match_id}/socket")
async def socket(websocket: WebSocket, match_id: str) -> None:
    server = server_of(websocket)
    await websocket.accept()
    try:
        person = await visitor(websocket)
        hosted = await server.matches.get(match_id)
    except Refused as error:
        await websocket.close(4000 + error.status, str(error))
        return
    connection = Connection(person, match_id, language_of(websocket))
    connection.hang_up = lambda: server.tasks.start(hang_up(websocket))
    spender = spender_of(websocket, person)
    try:
        async with server.budgets.hold("sockets", spender):
            await talk(server, connection, hosted, spender, websocket)
    except WebSocketDisconnect:
        pass
    except Refused as error:
        await websocket.close(4000 + error.status, str(error))


async def talk(
    server: Server, connection: Connection, hosted: HostedMatch, spender: Spender, websocket: WebSocket
) -> None:
    """As long as the socket is open; whatever happens, nobody is left behind as a ghost."""
    connection.muted = set(await server.people.blocked_by(connection.person.id))
    async with server.connections.here_with(connection, hosted, server.processes):
        await server.connections.changed(await server.matches.get(hosted.id))  # it may have changed since
        stop = start_sending(server, connection, websocket)
        try:
            connection.send(await chat_before(server, connection))
            await take_frames(server, connection, spender, websocket)
        finally:
            stop()


async def hang_up(websocket: WebSocket) -> None:
    """The session has ended."""
    with suppress(RuntimeError):  # it is closed already
        await websocket.close(4401)


def start_sending(server: Server, connection: Connection, websocket: WebSocket) -> Callable[[], None]:
    """From now on the connection is told what happens; the answer ends that."""
    protocol = direct(websocket)
    if protocol is not None:
        sender = DirectSender(server, connection, protocol)
        sender.wake()
        return sender.stop
    wakes = asyncio.Event()
    wakes.set()
    connection.wake = wakes.set
    task = asyncio.create_task(send_frames(server, connection, websocket, wakes))

    def stop() -> None:
        task.cancel()

    return stop


class DirectSender:
    """Writes what is to be said as soon as the loop turns, and no more than the socket takes."""

    def __init__(self, server: Server, connection: Connection, protocol: DirectProtocol) -> None:
        self.server = server
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
            logger.exception("frame failed", match=self.connection.match_id)

    def next_frame(self) -> bytes | None:
        return self.server.connections.next_frame(self.connection)

    def stop(self) -> None:
        self.stopped = True


async def send_frames(server: Server, connection: Connection, websocket: WebSocket, wakes: asyncio.Event) -> None:
    """By ASGI, where the server isn't ours."""
    while True:
        await wakes.wait()
        wakes.clear()
        while (frame := server.connections.next_frame(connection)) is not None:
            try:
                await websocket.send_text(frame.decode())
            except (RuntimeError, WebSocketDisconnect):
                return


async def take_frames(server: Server, connection: Connection, spender: Spender, websocket: WebSocket) -> None:
    """One command after another; after each of them everybody else has a turn. Refused: somebody floods us."""
    rate = BUDGETS["socket_frames"].person
    assert rate is not None
    flow = Bucket(rate.amount, time.monotonic())
    context = CommandContext(server, connection.person, spender, connection.match_id, connection.lang, connection)
    while True:
        frame = await websocket.receive()
        if frame["type"] == "websocket.disconnect" or connection.ended:
            return
        text = frame.get("text")
        if text is None or len(text) > MOST_FRAME:
            await websocket.close(1003 if text is None else 1009)
            return
        if not flow.take(rate, 1.0, time.monotonic()):
            raise Refused("too_often", 429)
        await server.budgets.spend("frames", spender)
        connection.send(await obey(context, text))
        await asyncio.sleep(0)


async def obey(context: CommandContext, frame: str) -> Answer | RefusedFrame:
    """Do what a frame says: {"do": "play", "re": 7, …}. The answer carries the same number."""
    number: int | None = None
    try:
        data = msgspec.json.decode(frame, type=dict[str, object])
        asked, name = data.pop("re", None), data.pop("do", None)
        number = asked if isinstance(asked, int) else None
        check_json(frame)
        if not isinstance(name, str) or name not in COMMANDS:
            raise Refused("no_such_command", 422)
        if not context.person.id and name not in FOR_EVERYBODY:  # the pages make a guest of whoever wants to act
            raise Refused("sign_in_first", 401)
        if name not in FOR_EVERYBODY:
            context.person.need("play")
        command = COMMANDS[name]
        answer = await command.handler(context, msgspec.convert(data, command.kind))
        answer.re = number
        return answer
    except (msgspec.MsgspecError, ValueError) as error:
        told = error_answer(error, context.lang)
    except Exception as error:
        reference = secrets.token_hex(4)
        logger.error("command failed", match=context.match_id, reference=reference, error=in_short(error))
        told = failed(context.lang, reference)
    return RefusedFrame(told.error, told.clause, re=number)


async def chat_before(server: Server, connection: Connection) -> ChatBefore:
    """The last lines of chat that this person may read, without those of people whom they have muted."""
    hosted = await server.matches.get(connection.match_id)
    lines = await server.chat.latest(hosted.id, rooms_heard(hosted, connection.person.id))
    return ChatBefore([line for line in lines if line.person not in connection.muted])
