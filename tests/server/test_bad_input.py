"""Malformed, oversized, out-of-order and replayed input: a clear refusal, never a failure, never a changed game."""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from klatsch.server.commands import COMMANDS
from klatsch.server.words import WORDS

from serving import Visitor

FRAMES = int(os.environ.get("KLATSCH_FUZZ_FRAMES", "20000"))  # of the long form
FAILED = WORDS.say("en")("refused.failed", reference="").rstrip(".")
MARKUP = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>"
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**31,
    2**63,
    2**70,
    -(2**63),
    0.5,
    float("1e308"),
    "",
    " ",
    "0",
    "a" * 1000,
    "\x00",
    "\ud83c\udf70",
    "é" * 300,
    MARKUP,
    "../../etc/passwd",
    "%00",
    "'; DROP TABLE matches; --",
    [],
    [[]],
    [1],
    ["sq-a1"],
    ["a"] * 500,
    {},
    {"a": 1},
    "place b1",
    "end",
    "draw",
    "undo",
    "bot:1",
    "bot:99",
    "f" * 32,
    "rematch",
]


def frame(rng: random.Random, nested: bool = True) -> Any:
    """A frame that nobody's page would send: a command with odd values, missing and surplus keys."""
    name = rng.choice([*COMMANDS, "nothing", 1, None])
    data: dict[str, Any] = {"do": name, "re": rng.choice([0, 1, "x", None, [1]])}
    kind = COMMANDS[name][0] if name in COMMANDS else None
    for field in getattr(kind, "__dataclass_fields__", {}):
        if rng.random() < 0.85:
            data[field] = rng.choice(ODD)
    if rng.random() < 0.1:
        data[rng.choice(["do", "seat", "person", "__class__", ""])] = rng.choice(ODD)
    if rng.random() < 0.05:
        del data["do"]
    return data


def text(rng: random.Random) -> str:
    whole = json.dumps(frame(rng))
    if rng.random() < 0.1:
        cut = rng.randrange(len(whole))
        return whole[:cut] + rng.choice(["", "\x00", "}", '"']) + whole[cut + rng.randrange(3) :]
    return whole


def table_of(client: TestClient, other: TestClient) -> str:
    table = str(client.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"])
    other.post(f"/api/tables/{table}/join", json={})
    for each in (client, other):
        each.post(f"/api/tables/{table}/ready", json={"nonce": "ab" * 16})
    return table


def hammer(somebody: Visitor, number: int, seed: int) -> None:
    rng = random.Random(seed)
    anna, bela, stranger = somebody(), somebody(), somebody()
    table = table_of(anna, bela)
    before = anna.get(f"/api/tables/{table}").json()
    with stranger.websocket_connect(f"/api/tables/{table}/socket") as socket:
        for _ in range(number):
            sent = text(rng)
            socket.send_text(sent)
            answer = socket.receive_json()
            while answer["type"] not in ("done", "refused"):
                answer = socket.receive_json()
            assert not str(answer.get("error")).startswith(FAILED), sent
    after = anna.get(f"/api/tables/{table}").json()
    assert after["version"] == before["version"]
    assert after["view"] == before["view"]


def test_a_strangers_frames_change_nothing(somebody: Visitor) -> None:
    hammer(somebody, 400, 1)


@pytest.mark.long
def test_many_frames_change_nothing(somebody: Visitor) -> None:
    hammer(somebody, FRAMES, 2)


def test_a_players_odd_frames_are_refused_or_legal(somebody: Visitor) -> None:
    """From somebody who may act: whatever is done is a legal action, and nothing fails."""
    rng = random.Random(3)
    anna, bela = somebody(), somebody()
    table = table_of(anna, bela)
    for client in (anna, bela):
        with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
            for _ in range(200):
                sent = text(rng)
                if '"hint"' in sent or '"explain"' in sent:
                    continue
                socket.send_text(sent)
                answer = socket.receive_json()
                while answer["type"] not in ("done", "refused"):
                    answer = socket.receive_json()
                assert not str(answer.get("error")).startswith(FAILED), sent
    assert anna.get(f"/api/tables/{table}").status_code == 200


def test_a_replayed_action_is_stale(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    table = str(anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "open"]}).json()["id"])
    bela.post(f"/api/tables/{table}/join", json={})
    for each in (anna, bela):
        each.post(f"/api/tables/{table}/ready", json={"nonce": "ab" * 16})
    body = {"action": "place b1", "seen": 0}
    answers = [anna.post(f"/api/tables/{table}/play", json=body).status_code for _ in range(3)]
    assert answers == [200, 412, 412]


def test_an_oversized_frame_ends_the_connection(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    table = table_of(anna, bela)
    with anna.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_text(json.dumps({"do": "chat", "text": "x" * 20_000}))
        with pytest.raises(WebSocketDisconnect):
            frames(socket, 10)


def frames(socket: Any, number: int) -> list[Any]:
    return [socket.receive_json() for _ in range(number)]


def test_nobody_acts_on_anothers_seat(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    table = table_of(anna, bela)
    for seat in (0, 1):
        answer = somebody().post(f"/api/tables/{table}/play", json={"action": 0, "seat": seat})
        assert answer.status_code == 403
    assert anna.post(f"/api/tables/{table}/resign", json={"seat": 1}).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/table/nowhere",
        "/table/%00",
        "/table/" + "x" * 500,
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/art/nothing.svg",
        "/rules/nothing",
        "/api/tables/x/replay",
        "/api/people/x",
        "/language/xx?back=//elsewhere.example",
        "/api/leaderboard/x",
        "/api/tables?which=everything",
        "/table/x?invite=" + "y" * 3000,
        "/api/tables/x/analysis",
    ],
)
def test_odd_paths_are_refused(somebody: Visitor, path: str) -> None:
    answer = somebody().get(path, follow_redirects=False)
    assert answer.status_code in (303, 307, 404, 409, 422), answer.status_code
    assert "elsewhere" not in answer.headers.get("location", "")


def test_names_and_chat_full_of_markup_stay_text(somebody: Visitor) -> None:
    client = somebody()
    assert client.post("/api/me", json={"name": MARKUP}).status_code == 422
    table = str(client.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"])
    client.post(f"/api/tables/{table}/chat", json={"text": MARKUP})
    assert "<script>alert" not in client.get(f"/table/{table}").text


@pytest.mark.parametrize("host", ["elsewhere.example", "localhost@elsewhere.example", ""])
def test_a_forged_host_changes_no_link(somebody: Visitor, host: str) -> None:
    answer = somebody().post(
        "/api/tables", json={"game": "choco", "seats": ["me", "open"]}, headers={"Host": host, "X-Forwarded-Host": host}
    )
    assert "elsewhere" not in answer.text
