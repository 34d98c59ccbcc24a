"""Finished games stay readable for good, also where today's rules refuse their events."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import select

from klatsch.drawing import Piece
from klatsch.server.match.ending import Told
from klatsch.server.server import Server
from klatsch.server.storage.schema import endings, events, matches

from serving import Visitor

NONCE = "ab" * 16


def finished(anna: TestClient, bela: TestClient, **more: Any) -> str:
    """A game of four actions that somebody gave up."""
    table = str(anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "open"], **more}).json()["id"])
    assert bela.post(f"/api/tables/{table}/join", json={}).status_code == 200
    for each in (anna, bela):
        each.post(f"/api/tables/{table}/ready", json={"nonce": NONCE})
    for _ in range(4):
        screens = [(each, each.get(f"/api/tables/{table}").json()) for each in (anna, bela)]
        who, screen = next((each, screen) for each, screen in screens if screen.get("actions"))
        assert who.post(f"/api/tables/{table}/play", json={"action": screen["actions"][-1][0]}).status_code == 200
    assert bela.post(f"/api/tables/{table}/resign", json={}).status_code == 200
    return table


def in_database(app: FastAPI, client: TestClient, *statements: Any) -> Any:
    """What the last statement finds; what was known in memory is forgotten."""
    server: Server = app.state.server

    async def run() -> Any:
        async with server.storage.write() as db:
            found = None
            for each in statements:
                result = await db.execute(each)
                found = result.scalars().all() if result.returns_rows else None
        server.matches.kept.clear()
        return found

    assert client.portal is not None
    return client.portal.call(run)


def kept(app: FastAPI, client: TestClient, table: str) -> bool:
    """It is stored in the background, soon."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if in_database(app, client, select(endings.c.match).where(endings.c.match == table)):
            return True
        time.sleep(0.05)
    return False


def refuse_its_events(app: FastAPI, client: TestClient, table: str) -> None:
    """As if it had been played by rules of another time, in which a queen could be bought."""
    first = (events.c.match == table) & (events.c.number == 1)
    in_database(
        app,
        client,
        events.update().where(first).values(line="play 0 buy queen"),
        matches.update().where(matches.c.id == table).values(rules_version=0),
    )


def lead_elsewhere(app: FastAPI, client: TestClient, table: str) -> None:
    """Today's rules allow every event, but the position is another."""
    in_database(
        app, client, matches.update().where(matches.c.id == table).values(rules_version=0, checksum="of other rules")
    )


def lose_its_options(app: FastAPI, client: TestClient, table: str) -> None:
    """It was played with an option that there is no more."""
    lead_elsewhere(app, client, table)
    in_database(app, client, matches.update().where(matches.c.id == table).values(options={"gone": "yes"}))


CHANGES = pytest.mark.parametrize("change", [refuse_its_events, lead_elsewhere, lose_its_options])


@CHANGES
def test_a_finished_game_is_shown_as_it_ended(app: FastAPI, somebody: Visitor, change: Callable[..., None]) -> None:
    anna, bela = somebody(), somebody()
    table = finished(anna, bela)
    assert kept(app, anna, table)
    watcher = somebody()
    before = watcher.get(f"/api/tables/{table}").json()
    own = anna.get(f"/api/tables/{table}").json()["result"]
    change(app, anna, table)
    after = watcher.get(f"/api/tables/{table}").json()
    assert "older rules" in after["prompt"]
    assert anna.get(f"/api/tables/{table}").json()["result"] == own
    assert own["wins"] == "You won"
    assert (after["status"], after["result"]) == ("over", before["result"])
    assert after["pieces"] == before["pieces"]
    assert [line[:2] for line in after["log"]] == [line[:2] for line in before["log"]]
    for part in ("columns", "rows"):
        assert after["tally"][part] == before["tally"][part]


@CHANGES
def test_every_position_of_it_can_be_seen(app: FastAPI, somebody: Visitor, change: Callable[..., None]) -> None:
    anna, bela = somebody(), somebody()
    table = finished(anna, bela)
    assert kept(app, anna, table)

    def pieces(position: int) -> Any:
        return anna.post(f"/api/tables/{table}/at", json={"position": position, "viewer": -4}).json()["pieces"]

    before = [pieces(position) for position in range(6)]
    change(app, anna, table)
    assert [pieces(position) for position in range(6)] == before
    assert before[0] != before[4]


def test_records_of_the_version_before_show_their_last_position() -> None:
    """They had no positions: their pieces are those of the end."""
    told = Told("", "", [Piece("a", "<g/>")], [], [], [], "", "", [], width=1, height=1)
    without = {"positions", "layout"}
    record = {name: value for name, value in msgspec.to_builtins(told).items() if name not in without}
    old = msgspec.convert(record, Told)
    assert old.drawing_at(0).pieces == old.last_drawing.pieces == (Piece("a", "<g/>"),)


@CHANGES
@pytest.mark.parametrize("lang", ["en", "pt", "ro"])
def test_no_page_of_it_fails(app: FastAPI, somebody: Visitor, change: Callable[..., None], lang: str) -> None:
    anna, bela = somebody(), somebody()
    table = finished(anna, bela)
    assert kept(app, anna, table)
    change(app, anna, table)
    stranger = somebody()
    stranger.cookies.set("lang", lang)
    person = anna.get("/api/me").json()["id"]
    for page in (f"/table/{table}", f"/replay/{table}", f"/fair-dice/{table}", f"/people/{person}", "/"):
        assert stranger.get(page).status_code == 200, page
    for command, body in (("at", {"position": 2, "viewer": -4}), ("at", {"position": 0}), ("board", {"viewer": 0})):
        answer = stranger.post(f"/api/tables/{table}/{command}", json=body)
        assert answer.status_code == 200, answer.text
    replay = stranger.get(f"/api/tables/{table}/replay")
    assert (replay.status_code, "rules 0" in replay.text) == (200, True)
    for what in ("draws", "analysis"):  # what only the rules could tell
        assert stranger.get(f"/api/tables/{table}/{what}").status_code == 409
    with stranger.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert socket.receive_json()["type"] in ("screen", "chat_before")


def test_what_was_never_kept_is_readable_all_the_same(app: FastAPI, somebody: Visitor) -> None:
    """A server was killed as a game ended, and the next one had other rules."""
    anna, bela = somebody(), somebody()
    table = finished(anna, bela)
    assert kept(app, anna, table)
    in_database(app, anna, endings.delete())
    refuse_its_events(app, anna, table)
    shown = anna.get(f"/api/tables/{table}").json()
    assert shown["result"]["ranking"] == [[0], [1]]
    assert shown["log"][0] == [1, "play 0 buy queen", -1]
    for page in (f"/table/{table}", f"/replay/{table}"):
        assert anna.get(page).status_code == 200


def test_older_games_are_caught_up_with(app: FastAPI, somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    table = finished(anna, bela)
    assert kept(app, anna, table)
    in_database(app, anna, endings.delete())
    assert anna.portal is not None
    anna.portal.call(app.state.server.endings.catch_up)
    assert kept(app, anna, table)
