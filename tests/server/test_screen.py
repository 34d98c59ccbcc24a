"""Parts of the screen that need no browser: who watches, and what chance did after the last decision."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from klatsch.core.rng import Rng
from klatsch.server.http.auth import NOBODY
from klatsch.server.match import playing
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.pausable_clock import PausableClock
from klatsch.server.match.setup import NewMatch, PersonRef, be_ready, open_match
from klatsch.server.screens.connections import Connection, Connections, everybody
from klatsch.server.screens.drawing_cache import DrawingCache
from klatsch.server.screens.notify_processes import Notice, ProcessNotifier
from klatsch.server.screens.screen import screen, viewer_for
from klatsch.server.screens.what_happened import last_drawn, last_places
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.people import Person

ANNA = PersonRef("a", "Anna")


def begun(game: str, seats: int = 2) -> HostedMatch:
    hosted = open_match(NewMatch(game, ("me",) * seats), ANNA, 100.0)
    be_ready(hosted, ANNA.id, "0123456789abcdef" * 2, 100.0)
    return hosted


def watching(connections: Connections, hosted: HostedMatch) -> int:
    shown = screen(
        hosted, ANNA.id, viewer_for(hosted, ANNA.id), "en", DrawingCache(), connections.present(hosted.id), 0
    )
    return int(shown.watching or 0)


def test_strangers_are_counted_one_by_one_and_people_once() -> None:
    assert everybody(["b", "", "a", "b", ""]) == ["a", "b", "", ""]
    hosted, connections = begun("coffee-chess"), Connections(PausableClock())
    anna, bela = (Person(id, id, "en", is_guest=True) for id in "ab")
    strangers = [Connection(NOBODY, hosted.id, "en") for _ in range(3)]
    for connection in (*strangers, *(Connection(person, hosted.id, "en") for person in (anna, bela, bela))):
        connections.enter(connection, hosted)
    assert watching(connections, hosted) == 4  # three strangers and Béla; Anna plays
    connections.leave(strangers[0])
    connections.set_elsewhere("another process", hosted.id, ["b", "", ""])
    assert watching(connections, hosted) == 5


def test_what_chance_did_is_told_until_the_next_decision() -> None:
    hosted = begun("coin-age")
    assert hosted.match is not None
    for _ in range(6):
        entries = hosted.match.entries
        at = max((n for n, entry in enumerate(entries) if entry.event.kind == "play"), default=-1)
        tosses = [(entry.number, entry.event.detail) for entry in entries[at + 1 :]]
        assert last_drawn(hosted.match) == tosses
        assert all(detail.startswith("toss") for _, detail in tosses)
        assert last_drawn(hosted.match, 1) == [(entries[0].number, entries[0].event.detail)]
        action = hosted.game.notation(hosted.match.state.legal_actions()[-1])
        playing.play(hosted, hosted.actor, action, hosted.version, 101.0)


def test_before_the_first_decision_all_draws_are_told() -> None:
    hosted = begun("chocolate-coin", 4)
    assert hosted.match is not None
    drawn = [(number, event.detail) for number, event in enumerate(hosted.match.events, 1)]
    assert len(drawn) > 1
    assert last_drawn(hosted.match) == drawn


@pytest.mark.parametrize("game", ["choco"])
def test_what_chance_did_is_not_told_where_hands_are_hidden(game: str) -> None:
    hosted = begun(game)
    assert hosted.match is not None
    assert any(entry.event.kind == "chance" for entry in hosted.match.entries)
    assert last_drawn(hosted.match) == []


def test_an_older_revision_never_replaces_a_newer_one() -> None:
    """What was looked up may come later than what has happened since."""
    hosted, connections = begun("coffee-chess"), Connections(PausableClock())
    older = hosted.fork()
    hosted.revision = older.revision + 1
    connections.enter(Connection(NOBODY, hosted.id, "en"), hosted)
    connections.learn(older)
    assert connections.latest[hosted.id] is hosted


def test_the_last_move_marks_no_slot_of_a_hidden_hand() -> None:
    """Which card of the hand was taken is the player's own business, until it lies on the table."""
    hosted = begun("choco")
    rng = Rng(2)
    chosen = 0
    for _ in range(40):
        match = hosted.running_match()
        if match.over:
            break
        seat, action = hosted.actor, int(match.state.sample(rng))
        playing.play(hosted, seat, hosted.game.notation(action), None, 101.0)
        from_hand = {anchor for anchor in hosted.game.actions[action].anchors if anchor.startswith("hand")}
        chosen += bool(from_hand)
        assert not from_hand & set(last_places(match, DrawingCache(), "en"))
    assert chosen > 3


def test_a_notice_about_many_who_watch_is_short() -> None:
    """PostgreSQL sends at most 8,000 bytes: four hundred ids were too many, and closed the table to its own host."""
    connections = Connections(PausableClock())
    hosted = begun("coffee-chess")
    people = [ANNA.id, *(f"somebody-{number:07}" for number in range(1000)), "", ""]
    for id in people:
        connections.enter(Connection(Person(id, id, "en", True), hosted.id, "en"), hosted)
    players, others = connections.players_and_others(hosted.id)
    assert (players, others) == ([ANNA.id], 1002)
    assert len(msgspec.json.encode(Notice("a-process", "here", hosted.id, people=players, others=others))) < 200
    elsewhere = Connections(PausableClock())
    elsewhere.set_elsewhere("a-process", hosted.id, [*players, *[""] * others])
    assert ANNA.id in elsewhere.present(hosted.id)
    assert len(elsewhere.present(hosted.id)) == 1003


@pytest.mark.parametrize("fails", ["ask_who_is_there", "say_who_is_here"])
def test_a_socket_that_fails_at_once_leaves_no_ghost(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        server, hosted = Server(Settings(data=tmp_path)), begun("coffee-chess")
        connection = Connection(NOBODY, hosted.id, "en")

        async def fail(self: ProcessNotifier, match_id: str) -> None:
            raise OSError("the database is gone")

        monkeypatch.setattr(ProcessNotifier, fails, fail)
        with pytest.raises(OSError, match="gone"):
            async with server.connections.here_with(connection, hosted, server.processes):
                pass
        assert not server.connections.by_match
        await server.storage.close()

    asyncio.run(check())
