"""Chat: a line is said once, however often it is sent; and who hears whom at which table."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from serving import Visitor

NONCE = "ab" * 16


def two_players(somebody: Visitor, **more: Any) -> tuple[TestClient, TestClient, str]:
    """At a table where the match has begun."""
    anna, bela = somebody(), somebody()
    opened = anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "invited"], **more}).json()
    do(bela, opened["id"], "join", invitation=opened["invitations"]["1"])
    for each in (anna, bela):
        do(each, opened["id"], "ready", nonce=NONCE)
    return anna, bela, opened["id"]


def do(client: TestClient, table: str, command: str, **body: Any) -> None:
    answer = client.post(f"/api/tables/{table}/{command}", json=body)
    assert answer.status_code == 200, answer.text


def lines_of(client: TestClient, table: str) -> list[str]:
    """What somebody who opens the page now is shown."""
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        while (frame := socket.receive_json())["type"] != "chat_before":
            pass
    return [line["text"] for line in frame["lines"]]


def use_up_the_limit(client: TestClient, table: str) -> None:
    while client.post(f"/api/tables/{table}/chat", json={"text": "again and again"}).status_code == 200:
        pass


def test_a_line_that_the_limit_refused_is_said_when_it_is_sent_again(app: FastAPI, somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    use_up_the_limit(anna, table)
    late = {"text": "sorry, late", "id": "1-2-3"}
    assert anna.post(f"/api/tables/{table}/chat", json=late).status_code == 429
    app.state.server.budgets.buckets.clear()  # some seconds later
    for _ in range(3):
        do(anna, table, "chat", **late)
    assert lines_of(bela, table).count("sorry, late") == 1


def test_a_line_that_is_said_already_costs_nothing(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    do(anna, table, "chat", text="once", id="1-2-3")
    for _ in range(30):  # three times the limit
        do(anna, table, "chat", text="once", id="1-2-3")
    do(anna, table, "chat", text="another", id="1-2-4")
    assert lines_of(bela, table) == ["once", "another"]


def test_two_people_may_call_their_lines_the_same(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    do(anna, table, "chat", text="mine", id="1-2-3")
    do(bela, table, "chat", text="and mine", id="1-2-3")
    assert lines_of(bela, table) == ["mine", "and mine"]


# ── Rooms ─────────────────────────────────────────────────────────────────────────────────────────


def say_by_http(client: TestClient, table: str, text: str) -> None:
    do(client, table, "chat", text=text)


def say_by_socket(client: TestClient, table: str, text: str) -> None:
    client.post("/api/me", json={})  # as the page does for whoever wants to act
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_json({"do": "chat", "re": 1, "text": text})
        while (frame := socket.receive_json()).get("re") != 1:
            pass
        assert frame["type"] == "done"


BY = pytest.mark.parametrize("say", [say_by_http, say_by_socket])


def heard(socket: WebSocketTestSession, mark: str) -> list[str]:
    """What an open page is told until the mark."""
    texts: list[str] = []
    while mark not in texts:
        frame = socket.receive_json()
        if frame["type"] == "chat":
            texts.append(frame["text"])
    return texts


@BY
def test_while_a_match_is_played_strangers_and_players_dont_hear_each_other(somebody: Visitor, say: Any) -> None:
    anna, bela, table = two_players(somebody)
    stranger, other = somebody(), somebody()
    with (
        bela.websocket_connect(f"/api/tables/{table}/socket") as player,
        other.websocket_connect(f"/api/tables/{table}/socket") as watcher,
    ):
        say(stranger, table, "play b1, the queen hangs")
        say(anna, table, "only for you")
        say(stranger, table, "the end")
        assert heard(watcher, "the end") == ["play b1, the queen hangs", "the end"]
        say(anna, table, "your turn")
        assert heard(player, "your turn") == ["only for you", "your turn"]
    assert lines_of(bela, table) == ["only for you", "your turn"]
    assert lines_of(other, table) == ["play b1, the queen hangs", "the end"]


@BY
def test_when_it_is_over_everybody_talks_together_and_what_players_said_stays_theirs(
    somebody: Visitor, say: Any
) -> None:
    anna, bela, table = two_players(somebody)
    stranger = somebody()
    say(anna, table, "only for you")
    do(bela, table, "resign")
    say(stranger, table, "well played")
    say(anna, table, "thanks")
    assert lines_of(bela, table) == ["only for you", "well played", "thanks"]
    assert lines_of(stranger, table) == ["well played", "thanks"]


@BY
def test_at_a_private_table_strangers_speak_to_strangers_from_beginning_to_end(somebody: Visitor, say: Any) -> None:
    anna, stranger = somebody(), somebody()
    opened = anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "invited"], "private": True}).json()
    table = opened["id"]
    say(stranger, table, "let me in")
    say(anna, table, "where are you?")
    bela = somebody()
    assert lines_of(bela, table) == ["let me in"]
    do(bela, table, "join", invitation=opened["invitations"]["1"])
    assert lines_of(bela, table) == ["where are you?"]  # who sits down belongs to them
    for each in (anna, bela):
        do(each, table, "ready", nonce=NONCE)
    do(bela, table, "resign")
    say(stranger, table, "that was bad")
    assert lines_of(anna, table) == ["where are you?"]


@BY
def test_before_a_public_match_whoever_comes_by_may_ask(somebody: Visitor, say: Any) -> None:
    anna, stranger = somebody(), somebody()
    table = anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "open"]}).json()["id"]
    say(stranger, table, "may I?")
    assert lines_of(anna, table) == ["may I?"]


def test_the_page_says_who_hears_you(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    rooms = [each.get(f"/api/tables/{table}").json()["room"] for each in (anna, bela, somebody())]
    assert rooms == ["players", "players", "watchers"]
    do(bela, table, "resign")
    assert anna.get(f"/api/tables/{table}").json()["room"] == "everybody"
