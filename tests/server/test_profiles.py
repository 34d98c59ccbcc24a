"""What is told of people and matches: ratings, leaderboards, one's own data, downloads."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import pytest

from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch, Status
from klatsch.server.match.pace import Live
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.storage import downloads, profiles
from klatsch.server.storage.people import Person
from klatsch.server.storage.player_ratings import LEAST_TURNS
from klatsch.server.storage.schema import matches, ratings

from serving import Visitor

Checking = Callable[[Callable[[Server], Awaitable[None]]], None]
NONCE = "ab" * 16


async def lost(server: Server, loser: Person, winner: Person, *, rated: bool = True) -> HostedMatch:
    """A match that the first of them gave up."""
    now = time.time()
    one, two = (PersonRef(person.id, person.name) for person in (loser, winner))
    hosted = setup.open_match(NewMatch("coffee-chess", ("me", "open"), pace=Live(600), rated=rated), one, now)
    setup.join(hosted, two, None, None)
    for person in (one, two):
        setup.be_ready(hosted, person.id, NONCE, now)
    await server.matches.add(hosted)
    async with server.matches.change(hosted.id) as fork:
        for turn in range(2 * LEAST_TURNS):
            playing.play(fork, turn % 2, "end", None, now)
        playing.resign(fork, 0, now)
    return await server.matches.get(hosted.id)


def test_a_rated_game_counts_for_both_and_stands_at_their_seats(with_server: Checking) -> None:
    async def check(server: Server) -> None:
        guests = [await server.people.new_guest("en") for _ in range(2)]
        names = ("Anna", "Béla")
        signed = [await server.people.sign_up(*each, "espresso forte") for each in zip(guests, names, strict=True)]
        anna, bela = [person for person, _ in signed]
        hosted = await lost(server, anna, bela)
        told = [await profiles.profile(server.storage, person) for person in (anna, bela)]
        assert [(each.id, each.name, each.guest) for each in told] == [
            (person.id, person.name, False) for person in (anna, bela)
        ]
        rows = [each.ratings[0] for each in told]
        assert [(row.game, row.games, row.wins) for row in rows] == [
            ("coffee-chess", 1, 0.0),
            ("coffee-chess", 1, 1.0),
        ]
        assert rows[0].rating < 1500 < rows[1].rating
        first, second = (seat.rating for seat in hosted.seats)
        assert first is not None
        assert second is not None
        assert first[0] < 25.0 < second[0]

    with_server(check)


def test_an_unrated_game_counts_for_nobody(with_server: Checking) -> None:
    async def check(server: Server) -> None:
        anna, bela = [await server.people.new_guest("en") for _ in range(2)]
        hosted = await lost(server, anna, bela, rated=False)
        assert (await profiles.profile(server.storage, bela)).ratings == []
        assert [seat.rating for seat in hosted.seats] == [None, None]

    with_server(check)


def test_the_best_are_those_of_whom_it_is_sure(with_server: Checking) -> None:
    """A newcomer with a high mean and a wide interval stands below somebody who has played for long."""

    async def check(server: Server) -> None:
        known = {"sure": (27.0, 1.0), "perhaps": (29.0, 8.0), "surely not": (20.0, 1.0)}
        async with server.storage.write() as db:
            for player, (mu, sigma) in known.items():
                values = {"game": "coffee-chess", "player": player, "mu": mu, "sigma": sigma, "games": 3, "wins": 1.0}
                await db.execute(ratings.insert().values(**values))
        board = await profiles.leaderboard(server.storage, "coffee-chess")
        assert [row.player for row in board.players] == ["sure", "surely not", "perhaps"]
        assert [row.name for row in board.players] == ["sure", "surely not", "perhaps"]
        assert (await profiles.leaderboard(server.storage, "choco")).players == []

    with_server(check)


def test_everything_that_is_stored_about_oneself(somebody: Visitor) -> None:
    anna = somebody()
    table = anna.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "me"]}).json()["id"]
    anna.post(f"/api/tables/{table}/ready", json={"nonce": NONCE})
    anna.post(f"/api/tables/{table}/play", json={"action": "place b1"})
    anna.post(f"/api/tables/{table}/play", json={"action": "end"})
    anna.post(f"/api/tables/{table}/chat", json={"text": "hello there"})
    told = anna.get("/api/me/data").json()
    assert set(told) > {"person", "seats", "chat", "tokens", "events_at_your_tables"}
    assert not {"password", "recovery", "sessions", "folded"} & set(told["person"])
    assert [(seat["match"], seat["seat"]) for seat in told["seats"]] == [(table, 0), (table, 1)]
    assert [line["text"] for line in told["chat"]] == ["hello there"]
    assert told["events_at_your_tables"] == 2


def test_of_a_closed_match_its_events_can_be_had(with_server: Checking) -> None:
    async def check(server: Server) -> None:
        now = time.time()
        anna = PersonRef("a", "Anna")
        hosted = setup.open_match(NewMatch("coffee-chess", ("me", "me")), anna, now)
        setup.be_ready(hosted, anna.id, NONCE, now)
        await server.matches.add(hosted)
        async with server.matches.change(hosted.id) as fork:
            playing.play(fork, 0, "place b1", None, now)
        async with server.storage.write() as db:  # as after rules that can't replay it
            await db.execute(matches.update().values(status=Status.CLOSED, note="rules_changed", revision=9))
        closed = await server.matches.get(hosted.id)
        text, name = await downloads.closed_download(server.storage, closed)
        assert name == f"coffee-chess-{hosted.id}.replay"
        assert "play 0 place b1" in text
        assert hosted.seed in text  # nobody takes its draws on trust

    with_server(check)


@pytest.mark.parametrize(
    ("results", "shares"),
    [
        ([], []),
        ([[1, 0], [0.5, 0.5]], [0.75, 0.25]),
        ([[1, 0], [0, 0, 1], [1, 0, 0]], [0.5, 0.0, 0.5]),
    ],
)
def test_how_often_each_seat_wins(results: list[list[float]], shares: list[float]) -> None:
    """Where the number of seats differs, the games with most count."""
    told = profiles.seat_shares(results)
    assert [row.share for row in told] == shares
    assert [row.seat for row in told] == list(range(len(shares)))
    assert all(row.games == 2 for row in told)
