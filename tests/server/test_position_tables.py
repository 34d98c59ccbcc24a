"""Tables that begin from a position: opened, played, kept, moved to another server; and what is refused."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from server.test_api import LIVE, do, look, open_table, play_randomly, ready

import klatsch
from klatsch.match.verify import verify_text
from klatsch.server.host import export_import
from klatsch.server.match import playing, setup
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings

from serving import Visitor, with_account

LATE = "black to act; turn 300; beans b1 9, c1 9, d2 9, e2 9; inventories 3 3; bank 8; drew 2"
HANDS = (
    "2 to act; seats 2; cards wwwd 0 0 safe, mmww 0 -2; tokens 6 5; colours dark milk; "
    "hand-1 wmmw, mmmd, wwdd, wwwm; hand-2 mmmw, mmdd, ddwm, wddw"
)


def test_a_table_begins_there_and_its_replay_verifies(somebody: Visitor) -> None:
    client = somebody()
    table = open_table(client, "coffee-chess", "me", "me", position=LATE)
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        play_randomly(socket, random.Random(1))
    text = client.get(f"/api/tables/{table}/replay").text
    assert f"\nposition {LATE} #" in text
    assert verify_text(text).match.state_after(0) == klatsch.load("coffee-chess").from_position(LATE)
    assert client.get(f"/replay/{table}").status_code == 200
    do(client, table, "rematch")
    again = look(client, table)["next"]
    ready(client, again)
    assert look(client, again)["view"]["turn"] == 300


def test_everybody_is_told_that_it_was_set_up(somebody: Visitor) -> None:
    client = somebody()
    table = open_table(client, "coffee-chess", "me", "open", position=LATE)
    assert "begins from a position that was set up" in client.get(f"/table/{table}").text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"position": "white to act; beans a1 60"}, "there are more than 50 beans"),
        ({"position": "over; ended quiet"}, "in this position the game is over"),
        ({"position": "nonsense"}, "begins with 'white to act'"),
        ({"position": LATE, "rated": True, "pace": LIVE}, "A rated game begins at the beginning"),
        ({"position": "x" * 30_000}, "at most 20000"),
    ],
)
def test_what_is_refused(somebody: Visitor, change: dict[str, object], sentence: str) -> None:
    client = with_account(somebody(), "Anna")
    answer = client.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "open"], **change})
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]


def test_the_position_must_fit_the_seats(somebody: Visitor) -> None:
    plan = {"game": "four-armies", "seats": ["me", "open", "open"], "position": "human to act; seats 4"}
    assert "one of 4 players, not of 3" in somebody().post("/api/tables", json=plan).json()["error"]


def test_hidden_hands_stay_hidden(somebody: Visitor) -> None:
    """The one gate: while it runs, nobody is sent the position that the maker set up, nor the other hand."""
    anna, bela = somebody(), somebody()
    table = open_table(anna, "choco", "me", "open", position=HANDS)
    do(bela, table, "join")
    for person in (anna, bela):
        ready(person, table)
    for person in (anna, bela, somebody()):
        told = [
            person.get(address).text
            for address in (f"/table/{table}", f"/api/tables/{table}", f"/api/tables/{table}/replay", "/api/tables")
        ]
        assert not any("hand-1 wmmw" in text or "mmmw, mmdd" in text for text in told)
    own, other = look(anna, table)["view"], look(bela, table)["view"]
    assert own != other
    do(anna, table, "resign")
    assert "hand-1 wmmw" in anna.get(f"/api/tables/{table}/replay").text


def test_it_survives_a_restart_and_a_move(tmp_path: Path) -> None:
    old, new = Settings(data=tmp_path / "old"), Settings(data=tmp_path / "new")
    for settings in (old, new):
        settings.data.mkdir()

    async def check() -> None:
        server = Server(old)
        await server.open()
        person = await server.people.new_guest("en")
        wanted = NewMatch("coffee-chess", ("me", "me"), position=LATE)
        hosted = setup.open_match(wanted, PersonRef(person.id, "Anna"), time.time())
        setup.be_ready(hosted, person.id, "ab" * 16, time.time())
        await server.matches.add(hosted)
        async with server.matches.change(hosted.id) as fork:
            playing.play(fork, 1, "place a1", None, time.time())
        checksum = fork.checksum
        server.matches.kept.clear()
        assert (await server.matches.get(hosted.id)).checksum == checksum
        await server.close()
        await export_import.export(old, tmp_path / "all.jsonl")
        await export_import.fill(new, tmp_path / "all.jsonl")
        server = Server(new)
        await server.open()
        moved = await server.matches.get(hosted.id)
        assert (moved.position, moved.checksum) == (LATE, checksum)
        await server.close()

    asyncio.run(check())


def test_a_page_that_waits_shows_the_position(somebody: Visitor) -> None:
    client: TestClient = somebody()
    fresh = client.get(f"/table/{open_table(client, 'coin-age', 'me', 'open')}").text
    set_up = open_table(client, "coin-age", "me", "open", position="chance to act; turn 5; stacks a3 3H, c3 4T")
    assert "stack-" in client.get(f"/table/{set_up}").text
    assert "stack-" not in fresh
