"""Chat: a line is said once, however often and through whichever process it is sent."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

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
