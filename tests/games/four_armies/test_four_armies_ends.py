"""Losing, winning, and games without a winner: RULES.md 2, 7.3 and 10; a golden game for each way of ending."""

from __future__ import annotations

from typing import Any

import pytest

import klatsch
from klatsch.games.four_armies import rules
from klatsch.games.four_armies.position import ALIVE, FALLEN
from klatsch.games.four_armies.rules import FourArmies

from games.four_armies.drawn import actor, legal, piles, play, position


def reason(state: FourArmies) -> str:
    assert state.outcome is not None
    return state.outcome.reason.id


def ranking(state: FourArmies) -> list[set[str]]:
    assert state.outcome is not None
    return [{state.board.armies[seat] for seat in place} for place in state.outcome.ranking]


def alive(state: FourArmies) -> set[str]:
    return {seat["army"] for seat in state.view(klatsch.PUBLIC)["seats"] if seat["alive"]}


# ── 2.1 – 2.3 Losing ──────────────────────────────────────────────────────────────────────────────

# On b3 a Human takes the Elf on b4, with a3, and the Dwarf on c3, with c2.
TWO_FALL = """
              ..
          Er      ..
      Hr      ..      Er
          ..      ..
      ..      Dr      ..
          ..      ..
      ..      Hr      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 2.1", "four_armies 2.2")
def test_two_armies_fall_at_once() -> None:
    """The Elves have e3 left on the map, the Dwarves one unit in reserve: both are beaten, before any advance."""
    state = position(TWO_FALL, "human,elf,dwarf,goblin", reserve={"elf": "", "dwarf": "Dm"})
    play(state, "place regular b3")
    assert alive(state) == {"human", "goblin"}
    seats = state.view(0)["seats"]
    assert seats[1]["units"] == {}
    assert seats[2]["reserve"] == {}
    assert piles(state) == {"human": "Er Dr"}
    assert seats[1]["out"] == {"regular": 3, "mounted": 1, "hero": 1}
    assert legal(state) == {"advance a3 b4", "advance b3 b4", "advance b3 c3", "advance c2 c3", "halt"}
    assert actor(play(state, "halt")) == "goblin"


@pytest.mark.rule("four_armies 2.1")
def test_two_units_left_are_enough() -> None:
    state = position(TWO_FALL, "human,elf,dwarf,goblin", reserve={"elf": "Em", "dwarf": "Dm Dh"})
    assert alive(play(state, "place regular b3")) == {"human", "elf", "dwarf", "goblin"}


@pytest.mark.rule("four_armies 2.2", "four_armies 4.5")
def test_prisoners_of_a_beaten_army_are_out_of_the_game() -> None:
    """With the Dwarves the two Humans they held leave the game: nothing is left to rally."""
    state = position(TWO_FALL, "human,elf,dwarf,goblin", reserve={"dwarf": "Dm"}, captured={"dwarf": "Hr Hh"})
    play(state, "place mounted b3", "halt")
    assert piles(state) == {"human": "Er Dr"}
    assert state.view(0)["seats"][0]["out"] == {"regular": 1, "hero": 1}
    play(state, "place regular e2", "place regular e1")
    assert actor(state) == "human"
    assert state.why_not("rally") == "4.5"


@pytest.mark.rule("four_armies 2.2", "four_armies 4.6")
def test_a_beaten_army_in_the_own_pile_still_serves_to_be_flipped() -> None:
    captured = {"elf": "Hr Hr", "human": "Dr"}
    state = position(EQUAL.replace("Dr", "Er"), "human,elf,dwarf", captured=captured)
    state.v[FALLEN + 2] = 5
    state.v[ALIVE] = 2
    assert "rally" in legal(state)


SUICIDE = """
              ..
          ..      ..
      ..      Dr      ..
          ..      ..
      ..      ..      ..
          Dr      ..
      ..      Hr      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 2.3")
def test_who_falls_on_the_own_turn_ends_it() -> None:
    state = position(SUICIDE, "human,dwarf,elf", reserve={"human": "Hr"})
    play(state, "move c2 c3")
    assert alive(state) == {"dwarf", "elf"}
    assert actor(state) == "dwarf"


# ── 2.4 – 2.6, 7.3 Winning ────────────────────────────────────────────────────────────────────────

TWO_PLACES = """
              Hr
          ..      ..
      ..      ..      Xr
          ..      ..
      ..      ..      ..
          ..      ..
      Hr      Hr      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 2.4")
@pytest.mark.parametrize("target", ["e1", "c3"])
def test_three_named_spaces_win(target: str) -> None:
    state = position(TWO_PLACES.replace("Xr", "Dr"))
    play(state, f"place regular {target}" if target == "e1" else "move c2 c3")
    assert reason(state) == "end.three_places"
    assert state.utilities() == [1.0, 0.0]
    assert ranking(state) == [{"human"}, {"dwarf"}]


@pytest.mark.rule("four_armies 2.4", "four_armies 7.3")
def test_falcons_in_the_game_forbid_it() -> None:
    state = position(TWO_PLACES.replace("Xr", "Fr"), "human,falcon,dwarf")
    play(state, "move c2 c3")
    assert actor(state) == "falcon"
    assert state.view(0)["seats"][0]["named"] == 3


@pytest.mark.rule("four_armies 2.4", "four_armies 7.3")
def test_the_fall_of_the_falcons_allows_it_on_another_player_turn() -> None:
    """Humans hold three places; the Dwarves beat the Falcons, and the Humans have won."""
    state = position(
        """
              Hr
          ..      ..
      ..      ..      ..
          ..      Dr
      ..      Hr      Fr
          ..      ..
      Hr      ..      ..
          ..      ..
              ..
        """,
        "dwarf,human,falcon",
        reserve={"falcon": "Fr"},
    )
    play(state, "place regular e3")
    assert alive(state) == {"dwarf", "human"}
    assert legal(state) == {"advance d3 e2", "advance e3 e2", "halt"}
    play(state, "halt")
    assert reason(state) == "end.three_places"
    assert state.utilities() == [0.0, 1.0, 0.0]
    assert ranking(state) == [{"human"}, {"dwarf"}, {"falcon"}]


@pytest.mark.rule("four_armies 2.4", "four_armies 6.3")
def test_a_retreat_on_another_player_turn_can_win() -> None:
    state = position(
        """
              ..
          Dm      ..
      Hr      ..      ..
          ..      ..
      ..      Hr      ..
          ..      ..
      Dr      ..      Dr
          ..      ..
              ..
        """
    )
    play(state, "move c3 b3", "retreat b4 c5")
    assert reason(state) == "end.three_places"
    assert state.utilities() == [0.0, 1.0]


@pytest.mark.rule("four_armies 2.5")
def test_the_last_one_left_wins() -> None:
    state = position(SUICIDE, reserve={"human": "Hr"})
    play(state, "move c2 c3")
    assert reason(state) == "end.last_left"
    assert state.utilities() == [0.0, 1.0]


@pytest.mark.rule("four_armies 2.5")
def test_if_all_fall_together_they_share() -> None:
    """b3 and a2 are captured together; each side is left with one unit."""
    state = position(
        """
              ..
          ..      ..
      Hr      Dr      ..
          ..      ..
      Dr      ..      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
        """,
        reserve={"human": "Hr", "dwarf": ""},
    )
    play(state, "place regular b3")
    assert reason(state) == "end.all_fell"
    assert state.utilities() == [0.5, 0.5]
    assert ranking(state) == [{"human", "dwarf"}]


@pytest.mark.rule("four_armies 2.6")
def test_winning_is_looked_at_after_all_captures() -> None:
    """The third named space is entered, but whoever stands there is captured at once: no win."""
    state = position(
        """
              Hr
          ..      ..
      ..      ..      ..
          ..      ..
      ..      ..      Dr
          ..      ..
      Hr      ..      ..
          ..      Dr
              ..
        """
    )
    play(state, "place regular e1")
    assert piles(state) == {"dwarf": "Hr"}
    assert actor(state) == "dwarf"


# ── 10 When nobody wins ───────────────────────────────────────────────────────────────────────────

EQUAL = """
              ..
          ..      ..
      ..      ..      ..
          ..      ..
      Hr      ..      Dr
          ..      ..
      ..      ..      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 10.1", "four_armies 10.2")
def test_rounds_without_a_capture_end_the_game() -> None:
    state = position(EQUAL, stalemate=2)
    play(state, "place regular a3", "move e2 e3", "move a2 a1")
    assert actor(state) == "dwarf"
    play(state, "move e3 e2")
    assert reason(state) == "end.stalemate"
    assert ranking(state) == [{"human"}, {"dwarf"}]  # a1 is Hangman's Tree


@pytest.mark.rule("four_armies 10.1")
def test_a_round_is_a_turn_of_each_living_player() -> None:
    state = play(position(EQUAL, "human,dwarf,elf", stalemate=1), "move a2 a3", "move e2 e3")
    assert actor(state) == "elf"
    assert reason(play(state, "place regular c1")) == "end.stalemate"


@pytest.mark.rule("four_armies 10.1", "four_armies 4.7")
def test_a_rallied_unit_is_no_lasting_loss() -> None:
    state = position(EQUAL, captured={"dwarf": "Hr Hr", "human": "Dr"}, stalemate=1, quiet=1)
    assert reason(play(state, "rally", "face up", "take regular dwarf")) == "end.stalemate"


@pytest.mark.rule("four_armies 10.1", "four_armies 5.1")
def test_fewer_units_than_ever_begin_the_count_anew() -> None:
    state = position(SUICIDE, stalemate=1, quiet=1)
    assert actor(play(state, "move c2 c3")) == "dwarf"
    assert state.view(0)["quiet"] == 0


@pytest.mark.rule("four_armies 10.1", "four_armies 5.1")
def test_a_capture_that_takes_back_what_was_rallied_is_no_lasting_loss() -> None:
    """Twelve units are left, and there have been eleven before; with ten it would be another matter."""
    state = position(SUICIDE, stalemate=1, quiet=1, fewest=11)
    assert reason(play(state, "move c2 c3")) == "end.stalemate"


@pytest.mark.rule("four_armies 10.1", "four_armies 2.1")
def test_an_army_beaten_begins_the_count_anew() -> None:
    """However many units there are in the end: those of the Humans are no reason to rally them again."""
    state = position(SUICIDE, "human,dwarf,elf", reserve={"human": "Hr"}, stalemate=1, quiet=2, fewest=3)
    play(state, "move c2 c3")
    assert alive(state) == {"dwarf", "elf"}
    assert actor(state) == "dwarf"
    assert state.view(0)["quiet"] == 0


@pytest.mark.rule("four_armies 10.1", "four_armies 4.7")
def test_capture_and_rally_in_turn_do_not_keep_a_game_alive() -> None:
    """A Human walks into the same trap again and again, and is rallied again and again; only the first is a loss."""
    trap = ".. .. .. Dr .. .. .. .. .. .. Dr .. .. Dr .. .. .. .. .."  # a3, e2, a1
    state = position(trap, captured={"dwarf": "Hr Hr", "human": "Dr"}, stalemate=3)
    play(state, "place regular a2", "move e2 e3")
    play(state, "rally", "face up", "take regular dwarf", "move e3 e2")
    play(state, "place regular a2", "move e2 e3")
    assert piles(state) == {"dwarf": "Hr Hr Hr", "human": "Dr"}
    assert state.view(0)["quiet"] == 5
    assert reason(play(state, "rally", "face up", "take regular dwarf")) == "end.stalemate"


@pytest.mark.rule("four_armies 10.2")
@pytest.mark.parametrize(
    ("reserve", "first"),
    [
        ({}, {"human", "dwarf"}),
        ({"human": "Hr"}, {"dwarf"}),
        ({"dwarf": "Dr Dr"}, {"human"}),
    ],
)
def test_then_most_units_win_or_equal_ones_share(reserve: dict[str, str], first: set[str]) -> None:
    state = play(position(EQUAL, reserve=reserve, stalemate=1, quiet=1), "move a2 a3")
    assert reason(state) == "end.stalemate"
    assert ranking(state)[0] == first
    assert state.utilities() == [(army in first) / len(first) for army in ("human", "dwarf")]


@pytest.mark.rule("four_armies 10.2")
def test_a_beaten_army_never_shares() -> None:
    state = position(EQUAL, "human,dwarf,elf", reserve={"elf": ""}, stalemate=1, quiet=1, sound=False)
    state.v[FALLEN + 2] = 1
    state.v[ALIVE] = 2
    play(state, "move a2 a3")
    assert state.utilities() == [0.5, 0.5, 0.0]
    assert ranking(state) == [{"human", "dwarf"}, {"elf"}]


@pytest.mark.rule("four_armies 10.3")
def test_the_last_round_ends_the_game() -> None:
    state = play(position(EQUAL, rounds=2), "move a2 a1", "move e2 e3", "move a1 a2")
    assert actor(state) == "dwarf"
    play(state, "move e3 e2")
    assert reason(state) == "end.rounds"
    assert ranking(state) == [{"human", "dwarf"}]


@pytest.mark.rule("four_armies 10.3")
def test_a_round_goes_around_the_table_from_who_began() -> None:
    state = klatsch.load("four-armies", rounds=1).new(3)
    assert isinstance(state, FourArmies)
    play(state, "first elf", "place regular e1", "place regular c5")
    assert actor(state) == "human"
    assert reason(play(state, "place regular a1")) == "end.rounds"


@pytest.mark.rule("four_armies 10.3", "four_armies 2.3")
def test_a_round_begins_at_the_place_of_who_began_even_if_beaten() -> None:
    """The Humans began and fall: Dwarves and Elves end this round, and have the next one."""
    state = position(SUICIDE, "human,dwarf,elf", reserve={"human": "Hr"}, rounds=2)
    play(state, "move c2 c3", "move b2 b1", "place regular e3")
    assert state.view(0)["round"] == 2
    play(state, "move b1 b2")
    assert actor(state) == "elf"
    assert reason(play(state, "move e3 e2")) == "end.rounds"


@pytest.mark.rule("four_armies 10.3")
def test_no_game_has_more_turns_than_the_longest_rounds() -> None:
    assert rules.MOST_ROUNDS * max(klatsch.load("four-armies").definition.seats) == rules.LAST_TURN
    with pytest.raises(ValueError, match=f"from 1 to {rules.MOST_ROUNDS}"):
        klatsch.load("four-armies", rounds=rules.MOST_ROUNDS + 1)


@pytest.mark.rule("four_armies 10.5")
@pytest.mark.parametrize(
    ("quiet", "round_number", "countdown"),
    [
        (0, 1, None),
        (59, 1, None),
        (60, 1, {"reason": "stalemate", "rounds": 10, "turns": [10, 10]}),
        (77, 1, {"reason": "stalemate", "rounds": 2, "turns": [2, 1]}),
        (0, 90, None),
        (0, 91, {"reason": "rounds", "rounds": 10, "turns": [10, 10]}),
        (77, 100, {"reason": "rounds", "rounds": 1, "turns": [1, 1]}),
        (79, 100, {"reason": "stalemate", "rounds": 1, "turns": [1, 0]}),
    ],
)
def test_the_last_ten_rounds_are_counted_down(
    quiet: int, round_number: int, countdown: dict[str, object] | None
) -> None:
    state = position(EQUAL, quiet=quiet, round_number=round_number)
    assert state.view(klatsch.PUBLIC)["countdown"] == countdown


@pytest.mark.rule("four_armies 10.5")
@pytest.mark.parametrize("options", [{"stalemate": 4}, {"rounds": 4}])
def test_the_game_ends_when_the_countdown_says_so(options: dict[str, Any]) -> None:
    """The Humans, who began, are beaten; then every turn counts one down, and the last one is the end."""
    state = position(SUICIDE, "human,dwarf,elf", reserve={"human": "Hr"}, **options)
    play(state, "move c2 c3", "move b2 b1", "place regular e3")
    turns_left = []
    while state.actor != klatsch.OVER:
        turns_left.append(state.view(klatsch.PUBLIC)["countdown"]["turns"])
        play(state, "move " + min(legal(state, "move")))
    assert turns_left == [[0, 3, 3], [0, 2, 3], [0, 2, 2], [0, 1, 2], [0, 1, 1], [0, 0, 1]]
    assert reason(state) == "end." + next(iter(options))


# ── Who is out ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 2.1")
def test_a_beaten_army_is_out() -> None:
    state = position(TWO_FALL, "human,elf,dwarf,goblin", reserve={"elf": "", "dwarf": "Dm"})
    assert not any(state.is_out(seat) for seat in range(4))
    play(state, "place regular b3")
    assert [state.is_out(seat) for seat in range(4)] == [False, True, True, False]


@pytest.mark.rule("four_armies 10.4")
def test_behind_the_winner_the_living_then_the_latest_beaten() -> None:
    reserve = {"elf": "", "falcon": ""}
    state = position(TWO_PLACES.replace("Xr", "Dr"), "human,dwarf,elf,goblin,falcon", reserve=reserve, sound=False)
    for seat, turn in ((2, 4), (4, 7)):
        state.v[FALLEN + seat] = turn
    state.v[ALIVE] = 3
    play(state, "move c2 c3")
    assert ranking(state) == [{"human"}, {"dwarf", "goblin"}, {"falcon"}, {"elf"}]
    other = position(TWO_PLACES.replace("Xr", "Dr"), "human,dwarf,goblin", reserve={"dwarf": "Dr Dr"})
    assert ranking(play(other, "move c2 c3")) == [{"human"}, {"goblin"}, {"dwarf"}]
