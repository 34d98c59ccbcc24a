"""Chocolate COIN for the page: where everybody stands, and a word to newcomers."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.core.definition import Sheet
from klatsch.games.chocolate_coin import DEFINITION

from games.chocolate_coin.table import play, table
from playing import walk

SAY = DEFINITION.words.say("en")
TABLE = """
    track: santa elf | ie bp
    score: santa 5, ie 2, elf 4, bp 6
    north: santa
    south: elf
    l1: santa 3, elf 1
    a: 2
    """


def sheet(state: klatsch.State) -> Sheet:
    return DEFINITION.tally(state.view(klatsch.PUBLIC), SAY)


# ── Where everybody stands ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 14.2")
def test_four_have_a_score_each() -> None:
    found = sheet(table(TABLE))
    assert found.columns[:4] == ("Faction", "Score / goal", "Reached", "Points to go")
    assert [row[:4] for row in found.rows] == [
        ("Santa", "5 / 15", "33 %", "10"),
        ("IE", "2 / 10", "20 %", "8"),
        ("E.L.F.", "4 / 8", "50 %", "4"),
        ("BP", "6 / 6", "100 %", "0"),
    ]
    assert [row[5] for row in found.rows] == ["1", "–", "1", "–"]


@pytest.mark.rule("chocolate_coin 14.4")
def test_who_plays_two_factions_has_the_lower_ratio() -> None:
    found = sheet(table(TABLE, seats=2))
    assert [row[:3] for row in found.rows] == [
        ("Santa · IE", "5 / 15 · 2 / 10", "20 %"),
        ("E.L.F. · BP", "4 / 8 · 6 / 6", "50 %"),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_the_end_the_sheet_shows_what_decides(seats: int) -> None:
    *_, state = walk(klatsch.load("chocolate-coin"), seats, 1)
    found = DEFINITION.tally(state.view(klatsch.OPEN), SAY)
    assert found.columns == ("Faction", "Score / goal", "Reached")
    reached = [int(row[2].split()[0]) for row in found.rows]
    assert state.outcome is not None
    assert max(reached) == reached[state.outcome.ranking[0][0]]


# ── A word to newcomers ───────────────────────────────────────────────────────────────────────────────────────────


def guide(state: klatsch.State) -> str | None:
    told = state.game.definition.guide(state, int(state.actor))
    return None if told is None else SAY(told)


def test_each_faction_hears_what_it_plays_for() -> None:
    state = table(TABLE)
    told = guide(state)
    assert told is not None
    assert told.startswith("Santa needs 15 points")
    assert DEFINITION.guide(state, 1) is None  # not asked now
    play(state, "pass")
    told = guide(state)
    assert told is not None
    assert told.startswith("E.L.F. needs 8 points")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_guide_falls_silent_after_the_first_turns(seats: int) -> None:
    spoken = set()
    for state in walk(klatsch.load("chocolate-coin"), seats, 4):
        if state.actor >= 0:
            turn = state.view(klatsch.PUBLIC)["turn"]
            if guide(state):
                spoken.add((turn, int(state.actor)))
                assert turn <= 2
    assert {seat for _, seat in spoken} == set(range(seats))


def test_every_word_of_the_guide_can_be_heard() -> None:
    """All that the guide may say is in the catalogue, whatever is played."""
    heard = set()
    for seed in range(20):
        for state in walk(klatsch.load("chocolate-coin"), 4, seed):
            if state.actor >= 0:
                told = state.game.definition.guide(state, int(state.actor))
                if told is not None:
                    assert SAY(told)
                    heard.add(told.id)
            if state.view(klatsch.PUBLIC)["turn"] > 2:
                break
    assert len(heard) > 20
