"""The scripts of the pages: their types are checked, and the types of the frames are those that the server sends."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from klatsch.server.commands import COMMANDS

from serving import Visitor

NONCE = "ab" * 16
FRAMES = Path("src/klatsch/server/static/lib/frames.d.ts").read_text(encoding="utf-8")
MAY_SKIP = not os.environ.get("KLATSCH_NO_SKIP")


@pytest.mark.skipif(MAY_SKIP and shutil.which("npx") is None, reason="Node is not installed: apt-get install npm")
def test_the_types_of_the_scripts() -> None:
    checked = subprocess.run([".ci/check-scripts"], capture_output=True, text=True, check=False, timeout=300)
    if MAY_SKIP and re.search(r"npm (error|ERR!)", checked.stderr):
        pytest.skip("npm can't fetch TypeScript here (no registry): the scripts' types aren't checked")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def fields(interface: str, optional: bool = True) -> set[str]:
    """The names of an interface's own fields."""
    body = re.search(rf"^export interface {interface}\b.*?\{{\n(.*?)^\}}", FRAMES, re.DOTALL | re.MULTILINE)
    assert body, interface
    return set(re.findall(r"^  (\w+)\??:" if optional else r"^  (\w+):", body[1], re.MULTILINE))


def first_screen(client: TestClient, match: str) -> dict[str, Any]:
    with client.websocket_connect(f"/api/tables/{match}/socket") as socket:
        frames = [socket.receive_json() for _ in range(2)]
    return next(frame for frame in frames if frame["type"] == "screen")


def test_the_frames_have_the_fields_that_the_scripts_know(somebody: Visitor) -> None:
    client = somebody()
    match = client.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    screens = [first_screen(client, match)]
    for command, given in (("ready", {"nonce": NONCE}), ("play", {"action": "place a8"}), ("resign", {})):
        assert client.post(f"/api/tables/{match}/{command}", json=given).status_code == 200
        screens.append(first_screen(client, match))
    assert all(fields("Screen", optional=False) <= set(screen) for screen in screens)
    sent = {name: value for screen in screens for name, value in screen.items()}
    assert set(sent) | {"next"} == fields("Screen") | fields("Changes") | {"type"}  # nobody wants a rematch
    for name, interface in (("result", "Result"), ("pieces", "PieceChange"), ("log", "LogChange")):
        assert set(sent[name]) == fields(interface)
    assert set(sent["seats"][0]) == fields("Seat")


def test_the_scripts_know_every_command_and_its_answer(somebody: Visitor) -> None:
    assert fields("Answers") == set(COMMANDS)
    client = somebody()
    match = client.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    client.post(f"/api/tables/{match}/ready", json={"nonce": NONCE})
    for command, given, answer in (
        ("at", {"position": 0}, "Position"),
        ("board", {}, "Background"),
        ("why", {"places": ["sq-b8"]}, "Reason"),
    ):
        answered = client.post(f"/api/tables/{match}/{command}", json=given).json()
        assert set(answered) == fields(answer), command
