"""Boards that strangers bring: checked where they hold nobody up, and stored once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from klatsch.games.coin_age import maps
from klatsch.server.background import board_check
from klatsch.server.background.board_check import MOST_MEMORY, BoardCheck
from klatsch.server.errors import Refused
from klatsch.server.match import setup
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage import boards as stored_boards
from klatsch.server.storage.schema import boards, matches

from serving import Visitor

OWN = (maps.DATA / "forest.toml").read_text("utf-8").replace("reconstruction", "# reconstruction") + "\n# mine\n"
ANNA = PersonRef("a", "Anna")


def open_with(client: TestClient, game: str, **options: str) -> tuple[int, str]:
    answer = client.post("/api/tables", json={"game": game, "seats": ["me", "open"], "options": options})
    return answer.status_code, answer.text


@pytest.mark.parametrize(
    "text", [".".join("a" * 32_000) + " = 1", "a = " + "[" * 30_000, "a = " + "[\n" * 900, "a = " + "9" * 5_000]
)
@pytest.mark.parametrize(("game", "option"), [("coin-age", "map"), ("four-armies", "map"), ("chocolate-coin", "board")])
def test_a_hostile_board_is_a_sentence_at_once(somebody: Visitor, game: str, option: str, text: str) -> None:
    client = somebody()
    open_with(client, "coffee-chess")  # makes the guest
    begun = time.monotonic()
    status, told = open_with(client, game, **{option: text})
    assert (status, len(told) < 500) == (422, True)
    assert time.monotonic() - begun < 10  # a process has to start; the event loop is free meanwhile


def test_a_board_of_ones_own_is_played_and_stored_once(tmp_path: Path) -> None:
    async def check() -> None:
        server = Server(Settings(data=tmp_path))
        await server.storage.open()
        wanted = NewMatch("coin-age", ("me", "open"), {"map": OWN})
        made = [setup.open_match(wanted, ANNA, time.time()) for _ in range(3)]
        for hosted in made:
            await server.matches.add(hosted)
        async with server.storage.read() as db:
            assert await db.scalar(select(func.count()).select_from(boards)) == 1
            rows = list(await db.scalars(select(matches.c.options)))
        assert {row["map"][:5] for row in rows} == {"file:"}
        server.matches.kept.clear()
        stored_boards.KEPT.clear()
        assert (await server.matches.get(made[0].id)).game.options["map"] == OWN
        await server.storage.close()

    asyncio.run(check())


def test_only_texts_are_boards_of_ones_own() -> None:
    assert stored_boards.own_boards("coin-age", {"map": OWN}) == {"map": OWN}
    assert stored_boards.own_boards("coin-age", {"map": "lagoon"}) == {}
    assert stored_boards.own_boards("coin-age", {"map": "random"}) == {}
    assert stored_boards.own_boards("coffee-chess", {}) == {}


def build_for_ever(game: str, name: str, text: str) -> None:
    while True:
        pass


def build_a_mountain(game: str, name: str, text: str) -> None:
    bytearray(2 * MOST_MEMORY)


@pytest.mark.parametrize("build", [build_for_ever, build_a_mountain])
def test_a_board_that_takes_too_much_ends_only_its_own_process(build: object, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        checks = BoardCheck()
        with monkeypatch.context() as patched:
            patched.setattr(board_check, "build_board", build)
            with pytest.raises(Refused, match="takes too long"):
                await checks.check("coin-age", {"map": OWN})
        await checks.check("coin-age", {"map": OWN})  # the next one is served
        await checks.check("coin-age", {"map": "lagoon"})
        checks.close()

    asyncio.run(check())


def test_what_the_rules_refuse_has_their_sentence() -> None:
    async def check() -> None:
        checks = BoardCheck()
        with pytest.raises(ValueError, match="option map: the map is no valid TOML"):
            await checks.check("coin-age", {"map": "= = =\n"})
        checks.close()

    asyncio.run(check())
