"""Who looks at a match, and what their pages are told when something changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from klatsch.drawing import Piece
from klatsch.server.http.auth import NOBODY
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.pausable_clock import PausableClock
from klatsch.server.match.setup import NewMatch, PersonRef, be_ready, open_match
from klatsch.server.screens.connections import Connection, Connections
from klatsch.server.screens.diff import piece_difference
from klatsch.server.storage.people import Person

from serving import Visitor

NONCE = "0123456789abcdef" * 2
ANNA = Person("a", "Anna", "en", is_guest=True)


def begun() -> HostedMatch:
    hosted = open_match(NewMatch("coffee-chess", ("me", "me")), PersonRef("a", "Anna"), 100.0)
    be_ready(hosted, "a", NONCE, 100.0)
    return hosted


def told(connections: Connections, connection: Connection) -> dict[str, Any]:
    """What changes on a page; nothing if it knows all."""
    frame = connections.next_frame(connection)
    return {} if frame is None else dict(json.loads(frame))


# ── Coming and going ──────────────────────────────────────────────────────────────────────────────


def test_pages_are_told_who_comes_and_goes() -> None:
    hosted, connections = begun(), Connections(PausableClock())
    anna, stranger = Connection(ANNA, hosted.id, "en"), Connection(NOBODY, hosted.id, "en")
    connections.enter(anna, hosted)
    assert told(connections, anna)["watching"] == 0
    connections.enter(stranger, hosted)
    assert told(connections, anna) == {"type": "update", "watching": 1}
    connections.leave(stranger)
    assert told(connections, anna) == {"type": "update", "watching": 0}
    assert told(connections, anna) == {}


def test_nothing_is_kept_of_a_match_that_nobody_looks_at() -> None:
    hosted, connections = begun(), Connections(PausableClock())
    anna = Connection(ANNA, hosted.id, "en")
    connections.enter(anna, hosted)
    connections.leave(anna)
    assert (dict(connections.by_match), connections.latest, connections.present(hosted.id)) == ({}, {}, [])


def test_who_looked_through_a_process_that_fell_silent_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("klatsch.server.screens.connections.time.monotonic", lambda: now)
    hosted, connections = begun(), Connections(PausableClock())
    anna = Connection(ANNA, hosted.id, "en")
    connections.enter(anna, hosted)
    connections.set_elsewhere("silent", hosted.id, ["b", ""])
    now = 1020.0
    connections.set_elsewhere("alive", hosted.id, ["c"])
    assert told(connections, anna)["watching"] == 3
    now = 1031.0
    connections.forget_silent(30.0)
    assert told(connections, anna)["watching"] == 1
    now = 1060.0
    connections.forget_silent(30.0)
    assert told(connections, anna)["watching"] == 0
    assert dict(connections.elsewhere) == {}


# ── Differences ───────────────────────────────────────────────────────────────────────────────────


def changed(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> Any:
    found = piece_difference(tuple(Piece(*piece) for piece in old), tuple(Piece(*piece) for piece in new))
    return None if found is None else json.loads(bytes(found))


def test_only_changed_pieces_travel_and_their_order_if_that_has_changed() -> None:
    before = [("a", "<a/>"), ("b", "<b/>")]
    assert changed(before, list(before)) is None
    assert changed(before, [("a", "<a/>"), ("b", "<c/>")]) == {"set": {"b": "<c/>"}}
    assert changed(before, before[::-1]) == {"set": {}, "order": ["b", "a"]}
    assert changed(before, before[:1]) == {"set": {}, "order": ["a"]}


# ── On the socket ─────────────────────────────────────────────────────────────────────────────────


def at_table(anna: TestClient, *seats: str) -> str:
    return str(anna.post("/api/tables", json={"game": "coffee-chess", "seats": seats}).json()["id"])


def two_people(somebody: Visitor) -> tuple[TestClient, TestClient, str]:
    anna, bela = somebody(), somebody()
    table = at_table(anna, "me", "open")
    bela.post(f"/api/tables/{table}/join", json={})
    for each in (anna, bela):
        each.post(f"/api/tables/{table}/ready", json={"nonce": NONCE})
    return anna, bela, table


def first_of(socket: Any, *kinds: str) -> dict[str, Any]:
    while (frame := socket.receive_json())["type"] not in kinds:
        pass
    return dict(frame)


def test_choices_leave_the_screen_with_the_turn(somebody: Visitor) -> None:
    anna, _, table = two_people(somebody)
    with anna.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert first_of(socket, "screen")["actions"]
        socket.send_json({"do": "play", "re": 1, "action": "end", "seen": 0})
        while "actor" not in (update := first_of(socket, "update")):
            pass
        assert (update["actor"], update["actions"]) == (1, None)


def test_whether_something_can_be_taken_back(somebody: Visitor) -> None:
    """Freely by whoever has just decided, by asking when the other has decided since; not where nothing was decided."""
    anna, bela, table = two_people(somebody)

    def shown(client: TestClient) -> Any:
        with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
            return first_of(socket, "screen")["undo"]

    assert [shown(anna), shown(bela)] == ["", ""]
    anna.post(f"/api/tables/{table}/play", json={"action": "end"})
    assert [shown(anna), shown(bela)] == ["free", ""]
    bela.post(f"/api/tables/{table}/play", json={"action": "place a1"})
    assert [shown(anna), shown(bela), shown(somebody())] == ["ask", "free", ""]


def test_who_is_there(somebody: Visitor) -> None:
    """Bots always are, people while they look, and an open seat never."""
    anna = somebody()
    table = str(anna.post("/api/tables", json={"game": "choco", "seats": ["me", "open", "bot:1", "open"]}).json()["id"])
    bela = somebody()
    bela.post(f"/api/tables/{table}/join", json={"seat": 3})
    with anna.websocket_connect(f"/api/tables/{table}/socket") as socket:
        seats = first_of(socket, "screen")["seats"]
    assert [seat["present"] for seat in seats] == [True, False, True, False]


@pytest.mark.parametrize("frame", ["[1, 2]", "7", '"play"', "null"])
def test_a_frame_that_is_no_object_is_refused_and_nothing_fails(somebody: Visitor, frame: str) -> None:
    anna, _, table = two_people(somebody)
    with anna.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_text(frame)
        answer = first_of(socket, "refused")
        assert answer["re"] is None
        assert str(answer["error"]).startswith("Expected `object`")
