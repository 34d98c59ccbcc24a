"""A refusal has one shape and speaks the reader's language, by HTTP and by the socket."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from serving import Visitor

NONCE = "ef" * 16
# A command, what is sent with it, and the clause that forbids it: refused by the rules, by the match, by the server.
REFUSALS: list[tuple[str, dict[str, Any], str]] = [
    ("play", {"action": "place a1"}, "1.1"),
    ("undo", {}, ""),
    ("come_back", {}, ""),
]


def started(client: TestClient) -> str:
    made = client.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]})
    table = str(made.json()["id"])
    assert client.post(f"/api/tables/{table}/ready", json={"nonce": NONCE}).status_code == 200
    return table


def by_socket(client: TestClient, table: str, lang: str, command: str, body: dict[str, Any]) -> dict[str, Any]:
    with client.websocket_connect(f"/api/tables/{table}/socket?lang={lang}") as socket:
        socket.send_json({"do": command, "re": 7, **body})
        while (frame := socket.receive_json())["type"] != "refused":
            pass
    return dict(frame)


@pytest.mark.parametrize("lang", ["en", "pt", "ro"])
@pytest.mark.parametrize(("command", "body", "clause"), REFUSALS, ids=["rules", "match", "server"])
def test_both_ways_tell_the_same(somebody: Visitor, lang: str, command: str, body: dict[str, Any], clause: str) -> None:
    client = somebody()
    table = started(client)
    answer = client.post(f"/api/tables/{table}/{command}?lang={lang}", json=body)
    assert answer.status_code == 409
    assert set(answer.json()) == {"error", "clause"}
    frame = by_socket(client, table, lang, command, body)
    assert {name: frame[name] for name in ("error", "clause")} == answer.json()
    assert answer.json()["clause"] == clause
    english = client.post(f"/api/tables/{table}/{command}?lang=en", json=body).json()["error"]
    assert (answer.json()["error"] == english) == (lang == "en")
