"""ChoCo for the page: where everybody stands, and a word to newcomers."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.core.definition import Sheet
from klatsch.games.choco import DEFINITION
from klatsch.games.choco.layout import BEGINNER, COLOURS, PHASE
from klatsch.games.choco.position import ALL_PASSED, COLOUR_CHOICE

from games.choco.chocotable import position
from playing import walk

SAY = DEFINITION.words.say("en")
TABLE = """
m1 m1 m2 m2 m3 w3
m1 w1 d2 d2 w3 w3
"""


def sheet(state: klatsch.State, viewer: int = klatsch.PUBLIC) -> Sheet:
    return DEFINITION.tally(state.view(viewer), SAY)


def guide(state: klatsch.State, seat: int) -> str | None:
    told = state.game.definition.guide(state, seat)
    return None if told is None else SAY(told)


# ── Where everybody stands ────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("choco 9.4")
def test_a_neutral_group_is_in_the_tally() -> None:
    """The six of milk touch white four times and dark twice."""
    state = position(TABLE)
    assert sheet(state).columns == ("Colour", "Largest group", "Neutral groups", "Points", "Tokens")
    assert sheet(state).rows == (("white", "3", "6", "9", "6"), ("dark", "2", "0", "2", "6"))


@pytest.mark.rule("choco 9.2")
def test_three_have_no_neutral_groups() -> None:
    state = position(TABLE, seats=3, colours="wmd")
    assert sheet(state).columns == ("Colour", "Largest group", "Points", "Tokens")
    assert [row[2] for row in sheet(state).rows] == ["3", "6", "2"]


def test_before_the_colours_are_chosen_nothing_is_known() -> None:
    start = klatsch.load("choco").new(2)
    assert sheet(start).rows == (("–", "–", "–", "–", "6"),) * 2


@pytest.mark.rule("choco 9.6")
def test_the_score_sheet_shows_what_decided_a_tie() -> None:
    state = position("w1 w1 d2 d2\nw1 m1 m2 d2\nm3 m3 . .\nm3 w3 . .", hand="mmmd", others=("dddw",))
    state.end_game(ALL_PASSED)
    assert sheet(state, klatsch.OPEN).columns[-1] == "Next group"
    assert sheet(state, klatsch.OPEN).rows == (("white", "3", "0", "3", "1"), ("dark", "3", "0", "3", "0"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sheet_has_a_row_for_every_seat_and_agrees_with_the_result(seats: int) -> None:
    for state in walk(klatsch.load("choco"), seats, 5):
        found = sheet(state, klatsch.OPEN if state.actor == klatsch.OVER else 0)
        assert len(found.rows) == seats
        assert {len(row) for row in found.rows} == {len(found.columns)}
    points = [int(row[found.columns.index("Points")]) for row in found.rows]
    assert state.outcome is not None
    assert max(points) == points[state.outcome.ranking[0][0]]


# ── A word to newcomers ───────────────────────────────────────────────────────────────────────────


def test_the_guide_names_the_colour_that_the_hand_has_most_of() -> None:
    state = position("w1 w1\nw1 m1", hand="mmmd mmdd wwmd dddw")
    state.v[COLOURS] = -1
    state.v[PHASE] = COLOUR_CHOICE
    state.v[BEGINNER] = 1
    told = guide(state, 0)
    assert told is not None
    assert told.endswith("Of the colours left, your hand has most milk: 6 pieces.")
    assert guide(state, 1) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_guide_speaks_in_everybodys_first_turn_only(seats: int) -> None:
    guided: dict[int, set[int]] = {seat: set() for seat in range(seats)}
    for state in walk(klatsch.load("choco", swap="off"), seats, 1):
        seat = int(state.actor)
        if seat >= 0:
            laid = int(state.view(seat)["phase"] != "token") + len(state.view(seat)["cards"])
            if guide(state, seat):
                guided[seat].add(laid)
            else:
                assert laid > seats
    assert sorted(min(turns) for turns in guided.values()) == list(range(1, seats + 1))
    assert all(len(turns) == 1 for turns in guided.values())


def test_every_decision_of_a_first_turn_is_explained() -> None:
    seen = set()
    for seed in range(40):
        for state in walk(klatsch.load("choco"), 3, seed):
            for seat in range(3):
                told = state.game.definition.guide(state, seat)
                if told:
                    assert SAY(told)
                    seen.add(told.id)
    assert seen >= {f"guide.{id}" for id in ("colour", "colour_left", "first_card", "card", "place", "token")}
    assert seen >= {"guide.offered", "guide.answered"}
