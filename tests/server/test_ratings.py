"""What a rated game counts: little for those who play each other again and again, nothing for what was no game."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from klatsch.server.match import playing, setup
from klatsch.server.match.pace import DAY, Live
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.player_ratings import LEAST_TURNS, WEIGHTS
from klatsch.server.storage.schema import matches, persons

import postgres
from serving import Visitor, with_account

PLAN = {
    "game": "coffee-chess",
    "seats": ["me", "open"],
    "rated": True,
    "pace": {"kind": "live", "seconds": 900},
}


def do(client: TestClient, table: str, command: str, **body: Any) -> Any:
    answer = client.post(f"/api/tables/{table}/{command}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def begin(winner: TestClient, loser: TestClient) -> str:
    table = str(winner.post("/api/tables", json=PLAN).json()["id"])
    do(loser, table, "join")
    for client in (winner, loser):
        do(client, table, "ready", nonce="ab" * 16)
    return table


def play(winner: TestClient, loser: TestClient, turns: int = LEAST_TURNS) -> dict[str, Any]:
    """A rated game that the loser gives up after so many turns of both; its result as the winner sees it."""
    table = begin(winner, loser)
    for client in (winner, loser) * turns:
        do(client, table, "play", action="end")
    do(loser, table, "resign")
    result: dict[str, Any] = winner.get(f"/api/tables/{table}").json()["result"]
    return result


def rating(client: TestClient) -> dict[str, Any]:
    """Of whoever asks; games 0 if they have none."""
    name = client.get("/api/me").json()["name"]
    players = client.get("/api/leaderboard/coffee-chess").json()["players"]
    return next((row for row in players if row["name"] == name), {"rating": 1500, "games": 0})


@pytest.fixture
def anna(somebody: Visitor) -> TestClient:
    return with_account(somebody(), "Anna")


@pytest.fixture
def bela(somebody: Visitor) -> TestClient:
    return with_account(somebody(), "Béla")


def test_the_same_two_win_less_and_less_and_then_nothing(anna: TestClient, bela: TestClient) -> None:
    """Two accounts and one script don't get to the first place."""
    ratings, words = [1500], []
    for _ in range(len(WEIGHTS) + 2):
        words.append(play(anna, bela)["rating"])
        ratings.append(rating(anna)["rating"])
    gains = [after - before for before, after in pairwise(ratings)]
    assert gains == sorted(gains, reverse=True)
    assert gains[len(WEIGHTS) - 1] > 0
    assert gains[len(WEIGHTS) :] == [0, 0]
    assert rating(anna)["games"] == len(WEIGHTS)
    assert words[0] == "It counts for the leaderboard."
    assert words[1].startswith("It counts 50 %")
    assert words[-1].endswith("you have played each other 4 times within a day.")


def test_a_game_with_somebody_else_counts_whole(anna: TestClient, bela: TestClient, somebody: Visitor) -> None:
    for _ in range(2):
        play(anna, bela)
    assert play(anna, with_account(somebody(), "Caro"))["rating"] == "It counts for the leaderboard."


def test_after_a_day_it_counts_whole_again(app: FastAPI, anna: TestClient, bela: TestClient) -> None:
    play(anna, bela)
    server: Server = app.state.server

    async def a_day_passes() -> None:
        async with server.storage.write() as db:
            await db.execute(matches.update().values(changed=matches.c.changed - DAY))

    assert anna.portal is not None
    anna.portal.call(a_day_passes)
    assert play(anna, bela)["rating"] == "It counts for the leaderboard."


def test_what_ends_at_once_is_not_rated(anna: TestClient, bela: TestClient) -> None:
    result = play(anna, bela, turns=LEAST_TURNS - 1)
    assert result["rating"].startswith("It doesn't count for the leaderboard: it ended before")
    assert (rating(anna)["games"], rating(bela)["games"]) == (0, 0)
    assert anna.get("/api/leaderboard/coffee-chess").json()["seats"] == []
    assert play(anna, bela)["rating"] == "It counts for the leaderboard."  # the short one wasn't the first of the day


def test_turns_that_were_taken_back_are_none(anna: TestClient, bela: TestClient) -> None:
    table = begin(anna, bela)
    for _ in range(2 * LEAST_TURNS):
        do(anna, table, "play", action="end")
        do(anna, table, "undo")
    do(bela, table, "resign")
    assert "ended before" in anna.get(f"/api/tables/{table}").json()["result"]["rating"]


def test_without_an_account_at_the_end_nobody_is_rated(app: FastAPI, anna: TestClient, bela: TestClient) -> None:
    """As at a table that was opened before rated games asked for accounts."""
    server: Server = app.state.server

    async def become_guests() -> None:
        async with server.storage.write() as db:
            await db.execute(persons.update().values(folded=None))

    table = begin(anna, bela)
    for client in (anna, bela) * LEAST_TURNS:
        do(client, table, "play", action="end")
    assert anna.portal is not None
    anna.portal.call(become_guests)
    do(bela, table, "resign")
    assert anna.get(f"/api/tables/{table}").json()["result"]["rating"].endswith("has no account.")
    assert rating(anna)["games"] == 0


def test_a_guest_is_refused_with_a_sentence(somebody: Visitor, anna: TestClient) -> None:
    guest = somebody()
    for answer in (
        guest.post("/api/tables", json=PLAN),
        guest.post(f"/api/tables/{anna.post('/api/tables', json=PLAN).json()['id']}/join", json={}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (
            403,
            "A rated game is for people with accounts: make one first.",
        )


def test_rated_without_a_clock_is_refused_with_a_sentence(anna: TestClient) -> None:
    answer = anna.post("/api/tables", json={**PLAN, "pace": {"kind": "none"}})
    assert answer.status_code == 422
    assert "needs a clock" in answer.json()["error"]


def test_no_bot_plays_ones_own_rated_seat(anna: TestClient, bela: TestClient) -> None:
    table = begin(anna, bela)
    answer = anna.post(f"/api/tables/{table}/take_over", json={"seat": 0})
    assert (answer.status_code, answer.json()["error"]) == (409, "In a rated game no bot plays for you.")


def test_the_leaderboard_tells_what_counts(somebody: Visitor) -> None:
    text = somebody().get("/leaderboard").text
    assert f"{LEAST_TURNS} turns for every seat" in text
    assert "50 %, 25 %, 12.5 %" in text


# ── At the same moment ────────────────────────────────────────────────────────────────────────────


async def end_at_once(settings: Settings) -> list[float]:
    """Games of the same two people that end at the same moment, on two servers of one database; what each counted."""
    servers = [Server(settings), Server(settings)]
    first = servers[0]
    await first.storage.open()
    for server in servers:
        await server.key.open(server.storage)
    people = []
    for name in ("Anna", "Béla"):
        account, _ = await first.people.sign_up(await first.people.new_guest("en"), name, "espresso forte")
        people.append(PersonRef(account.id, account.name))
    ids = [await nearly_over(first, *people) for _ in range(len(WEIGHTS) + 2)]

    async def resign(server: Server, id: str) -> None:
        async with server.matches.change(id) as hosted:
            playing.resign(hosted, 1, server.clock.now())

    await asyncio.gather(*(resign(servers[number % 2], id) for number, id in enumerate(ids)))
    weights = [(await first.matches.get(id)).rating_weight for id in ids]
    for server in servers:
        await server.close()
    return sorted((weight for weight in weights if weight is not None), reverse=True)


async def nearly_over(server: Server, anna: PersonRef, bela: PersonRef) -> str:
    now = server.clock.now()
    hosted = setup.open_match(NewMatch("coffee-chess", ("me", "open"), rated=True, pace=Live(900)), anna, now)
    setup.join(hosted, bela, None, None)
    for person in (anna, bela):
        setup.be_ready(hosted, person.id, "ab" * 16, now)
    for seat in (0, 1) * LEAST_TURNS:
        playing.play(hosted, seat, "end", None, now)
    await server.matches.add(hosted)
    return hosted.id


def test_games_that_end_at_the_same_moment_are_counted_one_after_another(tmp_path: Path) -> None:
    assert asyncio.run(end_at_once(Settings(data=tmp_path))) == [*WEIGHTS, 0.0, 0.0]


@postgres.missing
def test_with_postgresql_too(tmp_path: Path) -> None:
    with postgres.postgres() as url:
        assert asyncio.run(end_at_once(Settings(data=tmp_path, database=url))) == [*WEIGHTS, 0.0, 0.0]
