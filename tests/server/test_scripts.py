"""The scripts of the pages: their types are checked, and the types of the frames are those that the server sends."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest
from fastapi.testclient import TestClient

from klatsch.server.screens.frames import Screen
from klatsch.server.typescript import FILE, types_of_frames

from serving import Visitor

NONCE = "ab" * 16
MAY_SKIP = not os.environ.get("KLATSCH_NO_SKIP")


@pytest.mark.skipif(MAY_SKIP and shutil.which("npx") is None, reason="Node is not installed: apt-get install npm")
def test_the_types_of_the_scripts() -> None:
    checked = subprocess.run([".ci/check-scripts"], capture_output=True, text=True, check=False, timeout=300)
    if MAY_SKIP and re.search(r"npm (error|ERR!)", checked.stderr):
        pytest.skip("npm can't fetch TypeScript here (no registry): the scripts' types aren't checked")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def first_screen(client: TestClient, match: str) -> dict[str, Any]:
    with client.websocket_connect(f"/api/tables/{match}/socket") as socket:
        frames = [socket.receive_json() for _ in range(2)]
    return next(frame for frame in frames if frame["type"] == "screen")


def test_the_types_of_the_frames_are_made_from_the_structs() -> None:
    told = FILE.read_text(encoding="utf-8")
    assert told == types_of_frames(), "run: uv run python -m klatsch.server.typescript"


def test_a_screen_always_has_what_the_scripts_count_on(somebody: Visitor) -> None:
    """What is never null in a screen has no question mark in its type."""
    client = somebody()
    always = {name for name, hint in get_type_hints(Screen).items() if NoneType not in get_args(hint)}
    assert always >= {"status", "version", "seats", "prompt"}
    match = client.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    assert always <= set(first_screen(client, match))
    for command, given in (("ready", {"nonce": NONCE}), ("play", {"action": "place a8"}), ("resign", {})):
        assert client.post(f"/api/tables/{match}/{command}", json=given).status_code == 200
        assert always <= set(first_screen(client, match)), command
