"""The way of frames to real sockets: well formed at every size, and never more than a slow client takes."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from klatsch.server.host.load_client import Client
from klatsch.server.match import playing, setup
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.screens.connections import MOST_MESSAGES, Connection
from klatsch.server.screens.frames import ChatFrame
from klatsch.server.screens.match_socket import DirectSender
from klatsch.server.screens.raw_socket import DirectProtocol, frame_head
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.people import Person

from serving import serving

NONCE = "0123456789abcdef" * 2


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 100_000])
def test_the_head_of_a_frame(size: int) -> None:
    text = b"x" * size
    assert frame_head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


class SlowProtocol:
    """A socket whose client takes nothing until it is told to."""

    def __init__(self) -> None:
        self.takes_more = False
        self.when_writable: Any = None
        self.written: list[bytes] = []

    def write_texts(self, texts: list[bytes]) -> None:
        self.written += texts


def test_a_slow_client_gets_fewer_updates_and_no_longer_queue(tmp_path: Path) -> None:
    async def check() -> None:
        server = Server(Settings(data=tmp_path))
        await server.storage.open()
        server.matches.listeners.append(server.connections)
        hosted = setup.open_match(NewMatch("coffee-chess", ("me", "me")), PersonRef("a", "Anna"), time.time())
        setup.be_ready(hosted, "a", NONCE, time.time())
        await server.matches.add(hosted)
        slow = SlowProtocol()
        connection = Connection(Person("", "", "en", True), hosted.id, "en")
        sender = DirectSender(server, connection, cast(DirectProtocol, slow))
        server.connections.enter(connection, hosted)
        for _ in range(12):
            async with server.matches.change(hosted.id) as fork:
                assert fork.match is not None
                action = fork.game.notation(fork.match.state.legal_actions()[0])
                playing.play(fork, fork.actor, action, None, time.time())
        for number in range(3 * MOST_MESSAGES):
            connection.send(ChatFrame("", "Anna", str(number), 0.0))
        await asyncio.sleep(0.01)
        assert slow.written == []
        assert len(connection.messages) == MOST_MESSAGES
        slow.takes_more = True
        sender.wake()
        await asyncio.sleep(0.05)
        told = [json.loads(text) for text in slow.written]
        assert [int(each["text"]) for each in told if each["type"] == "chat"] == [*range(200, 300)]
        screens = [each for each in told if each["type"] != "chat"]
        assert [(each["type"], each["version"]) for each in screens] == [("screen", fork.version)]
        assert not connection.messages
        sender.stop()
        server.connections.leave(connection)
        connection.refresh()  # nobody is there any more: nothing is drawn for them
        await asyncio.sleep(0.01)
        assert len(slow.written) == len(told)
        await server.storage.close()

    asyncio.run(check())


# ── A real server ─────────────────────────────────────────────────────────────────────────────────


def test_sockets_of_a_real_server(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        asyncio.run(talk(address))


async def listen(socket: ClientConnection) -> None:
    """Until it is closed."""
    while True:
        await socket.recv()


async def talk(address: str) -> None:
    client = Client(address)
    table = await client.open_table("coffee-chess", "me", "me")
    place = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    own: dict[str, str] = {"Cookie": client.cookie}
    async with connect(place, additional_headers=own) as socket:
        assert not socket.protocol.extensions  # nothing is compressed: frames are the same bytes for everybody
        await socket.send(json.dumps({"do": "ready", "re": 1, "nonce": NONCE}))
        kinds: list[str] = []
        while "done" not in kinds:
            kinds.append(json.loads(await socket.recv())["type"])
        assert "screen" in kinds
        await socket.ping()  # uvicorn still answers
        await socket.send(json.dumps({"do": "play", "re": 2, "action": "place b1", "seen": 0}))
        answers = [json.loads(await socket.recv()) for _ in range(2)]
        assert sorted(each["type"] for each in answers) == ["done", "update"]
        await socket.send("x" * 9000)  # more than a command needs
        with pytest.raises(ConnectionClosed) as closed:
            await listen(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    async with connect(place, additional_headers=own, max_size=None) as socket:
        await socket.send("x" * 40_000)  # more than uvicorn reads
        with pytest.raises(ConnectionClosed):
            await listen(socket)
    foreign = {**own, "Origin": "https://elsewhere.example"}
    with pytest.raises(InvalidStatus) as refused:
        async with connect(place, additional_headers=foreign):
            pass
    assert refused.value.response.status_code == 403
    shown = await asyncio.to_thread(client.send, f"/api/tables/{table}")
    assert shown["version"] == 1
