"""Parts of the screen that need no browser: who watches, and what chance did after the last decision."""

from __future__ import annotations

import pytest

from klatsch.server import playing
from klatsch.server.hub import Connection, Hub, everybody
from klatsch.server.live import Live
from klatsch.server.people import Person
from klatsch.server.screen import Artist, last_drawn, screen, viewer_for
from klatsch.server.seating import Plan, Sitter, be_ready, open_match
from klatsch.server.visitors import NOBODY

ANNA = Sitter("a", "Anna")


def begun(game: str, seats: int = 2) -> Live:
    live = open_match(Plan(game, ("me",) * seats), ANNA, 100.0)
    be_ready(live, ANNA.id, "0123456789abcdef" * 2, 100.0)
    return live


def watching(hub: Hub, live: Live) -> int:
    shown = screen(live, ANNA.id, viewer_for(live, ANNA.id), "en", Artist(), hub.present(live.id))
    return int(shown["watching"])


def test_strangers_are_counted_one_by_one_and_people_once() -> None:
    assert everybody(["b", "", "a", "b", ""]) == ["a", "b", "", ""]
    live, hub = begun("coffee-chess"), Hub()
    anna, bela = (Person(id, id, "en", is_guest=True) for id in "ab")
    strangers = [Connection(NOBODY, live.id, "en") for _ in range(3)]
    for connection in (*strangers, *(Connection(person, live.id, "en") for person in (anna, bela, bela))):
        hub.enter(connection, live)
    assert watching(hub, live) == 4  # three strangers and Béla; Anna plays
    hub.leave(strangers[0])
    hub.set_elsewhere("another process", live.id, ["b", "", ""])
    assert watching(hub, live) == 5


def test_what_chance_did_is_told_until_the_next_decision() -> None:
    live = begun("coin-age")
    assert live.table is not None
    for _ in range(6):
        entries = live.table.entries
        at = max((n for n, entry in enumerate(entries) if entry.event.kind == "play"), default=-1)
        tosses = [(entry.number, entry.event.detail) for entry in entries[at + 1 :]]
        assert last_drawn(live.table) == tosses
        assert all(detail.startswith("toss") for _, detail in tosses)
        assert last_drawn(live.table, 1) == [(entries[0].number, entries[0].event.detail)]
        action = live.game.notation(live.table.state.legal_actions()[-1])
        playing.play(live, live.actor, action, live.version, 101.0)


@pytest.mark.parametrize("game", ["choco"])
def test_what_chance_did_is_not_told_where_hands_are_hidden(game: str) -> None:
    live = begun(game)
    assert live.table is not None
    assert any(entry.event.kind == "chance" for entry in live.table.entries)
    assert last_drawn(live.table) == []
