"""What a table shows of the four armies: units that glide, hexes in words, where all stand, a newcomer's first turn."""

from __future__ import annotations

import re

import pytest

import klatsch
from klatsch.core.definition import Sheet
from klatsch.drawing import Drawing
from klatsch.games.four_armies.rules import FourArmies

from games.four_armies.drawn import play, position

#                c5
#            b4      d4
#        a3      c4      e3
#            b3      d3
#        a2      c3      e2
APART = """
                 ..
             ..      Dr
         Hr      ..      ..
             ..      ..
         Hh      ..      Dh
             ..      ..
         ..      ..      ..
             ..      ..
                 ..
"""


def pieces(state: FourArmies) -> dict[str, str]:
    definition = state.game.definition
    drawing = definition.draw(state.view(klatsch.PUBLIC), definition.words.say("en"))
    assert isinstance(drawing, Drawing)
    return {piece.id: piece.markup for piece in drawing.pieces}


def units(state: FourArmies) -> list[str]:
    return [id for id in pieces(state) if id.startswith("unit-")]


def tally(state: FourArmies) -> Sheet:
    definition = state.game.definition
    return definition.tally(state.view(klatsch.PUBLIC), definition.words.say("en"))


def guide(state: klatsch.State) -> str | None:
    message = state.game.definition.guide(state, int(state.actor))
    return None if message is None else state.game.definition.words.say("en")(message)


# ── Drawing ───────────────────────────────────────────────────────────────────────────────────────────


def test_every_unit_is_drawn_and_one_of_a_kind_keeps_its_element() -> None:
    state = position(APART)
    before, old = units(state), pieces(state)
    play(state, "place mounted b4")
    after, new = units(state), pieces(state)
    assert len(before) == 12
    assert set(before) == set(after)
    assert {id for id in after if old[id] != new[id]} == {"unit-human-mounted"}


def test_a_moved_regular_vanishes_and_appears_as_the_same_kind() -> None:
    state = position(APART)
    before, old = set(units(state)), pieces(state)
    play(state, "move a3 b3")
    after, new = set(units(state)), pieces(state)
    assert (before - after, after - before) == ({"unit-a3"}, {"unit-b3"})
    assert 'data-kind="human-regular"' in old["unit-a3"]
    assert 'data-kind="human-regular"' in new["unit-b3"]


def test_hexes_and_reserves_have_names() -> None:
    svg = position(APART).svg(0)
    names = dict(re.findall(r'id="([\w-]+)"[^>]* aria-label="([^"]+)"', svg))
    assert names["hex-c3"] == "c3, Riverport of Chip"
    assert names["hex-a2"] == "a2: Hero, Humans"
    assert names["hex-d1"] == "d1"
    assert names["reserve-regular"] == "Regular in the reserve, 3 there"
    assert names["army-dwarf"] == "Dwarves"


def test_a_hex_tells_its_danger() -> None:
    state = position(".. .. .. Hr .. .. Dr .. .. .. .. .. .. .. .. .. .. .. ..")
    assert 'aria-label="b3: Regular, Dwarves; could be captured"' in state.svg(0)


# ── Where all stand ───────────────────────────────────────────────────────────────────────────────────


def test_the_tally_counts_places_and_units() -> None:
    state = position("Hr .. .. .. .. .. .. .. .. .. .. .. .. Hh .. .. .. Dr ..", captured={"human": "Dr Dh"})
    columns, rows, _ = tally(state)
    assert columns == ("Places", "On the map", "Reserve", "Captured")
    assert rows == (("2", "2", "4", "2"), ("0", "1", "3", "0"))


def test_a_beaten_army_has_no_numbers() -> None:
    state = position(".. .. .. .. Dr .. .. .. .. .. .. Dr .. .. Hr .. .. .. ..", reserve={"human": "Hr"})
    play(state, "move c2 c3")
    assert tally(state).rows[0] == ("beaten", "", "", "")


# ── The countdown ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 10.5")
@pytest.mark.parametrize(
    ("quiet", "round_number", "said"),
    [(0, 90, ""), (78, 90, "Stalemate in 1 round"), (65, 90, "Stalemate in 8 rounds"), (0, 98, "3 rounds left")],
)
def test_an_end_that_is_near_is_counted_down(quiet: int, round_number: int, said: str) -> None:
    state = position(APART, quiet=quiet, round_number=round_number)
    assert (f">{said}</text>" in pieces(state)["countdown"]) == bool(said)
    assert [line.strip() for line in state.text(0).splitlines() if "Stalemate" in line or "left" in line] == (
        [said] if said else []
    )
    columns, rows, _ = tally(state)
    assert columns[4:] == (("Turns left",) if said else ())
    assert all(len(row) == len(columns) for row in rows)


@pytest.mark.rule("four_armies 10.5")
def test_everybody_sees_the_own_turns_that_are_left() -> None:
    state = position(APART, quiet=75)
    assert [row[4] for row in tally(state).rows] == ["3", "2"]


def test_the_round_is_told_beside_the_turn() -> None:
    assert "Turn 10, round 7 of 100" in pieces(position(APART, round_number=7))["turn"]


# ── How long it takes ─────────────────────────────────────────────────────────────────────────────────


def test_more_seats_and_falcons_take_longer() -> None:
    definition = klatsch.load("four-armies").definition
    usual = definition.minutes_by_seats(klatsch.load("four-armies"))
    with_falcons = definition.minutes_by_seats(klatsch.load("four-armies", armies="falcon,human,elf,dwarf,goblin"))
    assert list(usual.values()) == sorted(usual.values())
    assert all(with_falcons[seats] > usual[seats] for seats in (2, 3, 4))
    assert with_falcons[5] == usual[5]  # all five play


# ── A newcomer's first turn ───────────────────────────────────────────────────────────────────────────


def begun(armies: str) -> klatsch.State:
    state = klatsch.load("four-armies", armies=armies).new(len(armies.split(",")))
    state.play(f"first {armies.split(',')[0]}")
    return state


def test_the_first_unit_goes_to_a_quiet_named_space() -> None:
    state = begun("human,elf,dwarf")
    assert "on Foggy Mountain" in (guide(state) or "")
    state.play("place regular c5")
    assert "on Hangman's Tree" in (guide(state) or "")
    state.play("place regular b1")
    assert "on Lookout Post" in (guide(state) or "")
    state.play("place regular e1")
    assert guide(state) is None


def test_where_no_named_space_is_quiet_distance_is_wise() -> None:
    state = begun("human,elf,dwarf,goblin")
    for action in ("place regular c5", "place regular a2", "place regular e1"):
        state.play(action)
    assert "one hex away" in (guide(state) or "")


def test_falcons_change_how_the_game_is_won() -> None:
    state = begun("falcon,elf")
    assert "Your units land on any free hex" in (guide(state) or "")
    state.play("place regular c3")
    assert "last army left" in (guide(state) or "")
