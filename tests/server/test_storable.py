"""Letters that PostgreSQL refuses never reach it; one server for a SQLite file; what is idle ends."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from klatsch.server.background.expiry import DAY, GUEST_DAYS, PLAYING_DAYS, WAITING_DAYS, Expiry
from klatsch.server.match import setup
from klatsch.server.match.hosted_match import Status
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storable import is_storable
from klatsch.server.storage.schema import matches, persons

from serving import Visitor

ODD = ["a\0b", "\ud800", "x\udfff", "\0"]


@pytest.mark.parametrize("odd", ODD)
def test_what_can_be_stored(odd: str) -> None:
    assert not is_storable({"a": [1, odd]})
    assert not is_storable({odd: 1})
    assert is_storable({"a": [1, "b", None, "😀", "\\u0000 in words"]})


@pytest.mark.parametrize("odd", ODD)
def test_odd_letters_are_refused_everywhere(somebody: Visitor, odd: str) -> None:
    client = somebody()
    table = client.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    requests = [
        ("/api/me", {"name": f"Anna {odd}"}),
        (f"/api/tables/{table}/chat", {"text": odd}),
        (f"/api/tables/{table}/join", {"invitation": odd}),
        (f"/api/tables/{table}/report", {"person": odd, "text": odd}),
        ("/api/tables", {"game": "coin-age", "seats": ["me"], "options": {"map": odd}}),
        ("/api/me/sign-in", {"name": odd, "password": odd}),
    ]
    for path, body in requests:
        answer = client.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"})
        assert answer.status_code == 422, path
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_text(json.dumps({"do": "chat", "re": 7, "text": odd}))
        answers = [socket.receive_json() for _ in range(3)]
    assert [answer["type"] for answer in answers].count("refused") == 1


@pytest.mark.parametrize("path", ["/table/%00", "/api/tables?after=%00", "/people/a%00b", "/rules/%00"])
def test_nor_do_they_come_in_addresses(somebody: Visitor, path: str) -> None:
    assert somebody().get(path).status_code == 422


def test_words_about_such_letters_are_fine(somebody: Visitor) -> None:
    client = somebody()
    table = client.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    assert client.post(f"/api/tables/{table}/chat", json={"text": r"what is \u0000?"}).status_code == 200


def test_a_second_server_on_one_file_refuses_to_start(tmp_path: Path) -> None:
    async def check() -> None:
        first, second = Server(Settings(data=tmp_path)), Server(Settings(data=tmp_path))
        await first.open()
        with pytest.raises(ValueError, match="another server uses the data"):
            await second.open()
        await first.close()
        await second.open()
        await second.close()

    asyncio.run(check())


def test_what_is_idle_ends_at_the_stated_times(tmp_path: Path) -> None:
    async def check() -> None:
        server = Server(Settings(data=tmp_path))
        await server.storage.open()
        now = time.time()
        ages = {"waiting": WAITING_DAYS, "playing": PLAYING_DAYS}
        made = {}
        for kind, days in ages.items():
            for age in (days - 1, days + 1):
                seats = ("me", "open") if kind == "waiting" else ("me", "me")
                hosted = setup.open_match(NewMatch("coffee-chess", seats), PersonRef("anna", "Anna"), now)
                if kind == "playing":
                    setup.be_ready(hosted, "anna", "ab" * 16, now)
                await server.matches.add(hosted)
                made[kind, age > days] = hosted.id
                async with server.storage.write() as db:
                    await db.execute(
                        update(matches).where(matches.c.id == hosted.id).values(changed=now - age * DAY, revision=9)
                    )
        young, old = [await server.people.new_guest("en") for _ in range(2)]
        async with server.storage.write() as db:
            long_ago = now - (GUEST_DAYS + 1) * DAY
            await db.execute(update(persons).where(persons.c.id == old.id).values(created=long_ago))
        await Expiry(server.matches).run()
        ended = {key: (await server.matches.get(id)).status == Status.CLOSED for key, id in made.items()}
        assert ended == {key: key[1] for key in made}
        async with server.storage.read() as db:
            assert await db.scalar(select(func.count()).select_from(persons)) == 1
        assert (await server.people.get(young.id)).id == young.id
        await server.storage.close()

    asyncio.run(check())
