"""What lasts for one turn only, what goes on from turn to turn, and who counts: RULES.md 2, 4, 8, 9 and 10."""

from __future__ import annotations

import pytest

from klatsch.games.four_armies.position import ALIVE, FALLEN, FORCED
from klatsch.games.four_armies.rules import FourArmies

from games.four_armies.drawn import actor, copy, legal, piles, play, position


def reason(state: FourArmies) -> str:
    assert state.outcome is not None
    return state.outcome.reason.id


def ranking(state: FourArmies) -> list[set[str]]:
    assert state.outcome is not None
    return [{state.board.armies[seat] for seat in place} for place in state.outcome.ranking]


def beat(state: FourArmies, seat: int) -> FourArmies:
    """The army, which has no units left, was beaten before."""
    state.v[FALLEN + seat] = 1
    state.v[ALIVE] -= 1
    return state


# ── 4.2 ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 4.2")
def test_a_chain_to_the_edge_does_not_open_chip() -> None:
    """b3 touches both c4 and Chip."""
    state = position(".. .. .. Hr .. Dr Hr .. .. .. .. .. .. .. .. .. .. .. ..")
    assert "regular c4" in legal(state, "place")
    assert "regular c3" not in legal(state, "place")
    assert state.why_not("place regular c3") == "4.2"
    assert "b3 c3" in legal(state, "move")


# ── 2.3, 2.6, 8.5 – 8.9 Heroes ────────────────────────────────────────────────────────────────────

# A Human on b3 corners the Hero; b1 is the one hex around b2 that touches no Human.
CORNERED = """
              ..
          ..      ..
      ..      Hr      ..
          ..      ..
      Hr      ..      ..
          Eh      ..
      ..      Er      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 8.5")
def test_the_twenty_forced_advances_are_counted_anew_each_turn() -> None:
    state = position(CORNERED, "human,elf")
    state.v[FORCED] = 20
    play(state, "place regular e3", "place regular e1", "move c4 b3", "retreat b2 b1")
    assert legal(state) == {"force a2 b2", "force b3 b2", "spare"}


DWARVES = """
              D1
          ..      ..
      ..      ..      Hr
          ..      ..
      ..      ..      ..
          ..      ..
      Dr      ..      ..
          ..      Dh
              D2
"""


def dwarves(first: str = "..", second: str = "..") -> str:
    return DWARVES.replace("D1", first).replace("D2", second)


@pytest.mark.rule("four_armies 8.6")
@pytest.mark.parametrize("turn", [("move a1 a2", "berserk d1 d2"), ("berserk d1 d2", "move a1 a2")])
def test_berserk_comes_back_with_the_next_turn(turn: tuple[str, str]) -> None:
    state = play(position(dwarves(), "dwarf,human"), *turn, "place regular c5")
    assert actor(state) == "dwarf"
    assert "d2 d1" in legal(state, "berserk")
    assert "d2 d1" in legal(state, "move")
    play(state, "move a2 a1")
    assert actor(state) == "dwarf"
    assert "d2 d1" in legal(state, "berserk")


@pytest.mark.rule("four_armies 8.6")
@pytest.mark.parametrize(
    "action",
    [
        ("rally", "face down"),
        ("rally", "face up", "leave"),
        ("rally", "face up", "take regular human"),
        ("withdraw",),
        ("offer human regular regular", "accept"),
    ],
)
@pytest.mark.parametrize("option", ["any", "move"])
def test_berserk_after_actions_that_move_no_unit(action: tuple[str, ...], option: str) -> None:
    captured = {"human": "Dr Dr", "dwarf": "Hr"}
    drawn = dwarves(second="Dm")
    state = position(drawn, "dwarf,human", captured=captured, prisoner_exchange="on", berserk_with=option)
    play(state, *action)
    if option == "move":
        assert actor(state) == "human"
        return
    assert actor(state) == "dwarf"
    assert {"berserk d1 d2", "end"} <= legal(state)
    assert not legal(state, "move")
    assert actor(play(state, "berserk d1 d2")) == "human"


@pytest.mark.rule("four_armies 2.6", "four_armies 8.7")
def test_the_third_place_must_still_be_held_at_the_end_of_the_turn() -> None:
    state = play(position(dwarves("Dr"), "dwarf,human", berserk_with="any"), "berserk d1 e1")
    assert state.view(0)["seats"][0]["named"] == 3
    assert actor(state) == "dwarf"
    assert reason(play(copy(state), "place regular c1")) == "end.three_places"
    assert actor(play(state, "move a1 a2")) == "human"


@pytest.mark.rule("four_armies 2.3", "four_armies 8.7")
def test_dwarves_beaten_by_their_berserk_have_no_action_left() -> None:
    state = position(
        """
              ..
          ..      ..
      ..      Hr      ..
          ..      ..
      ..      ..      ..
          Hr      ..
      ..      Dh      ..
          ..      ..
              ..
        """,
        "dwarf,human,elf",
        reserve={"dwarf": "Dr"},
    )
    play(state, "berserk c2 c3")
    assert piles(state) == {"human": "Dh"}
    assert not state.lives(0)
    assert actor(state) == "human"
    assert legal(state, "place") != set()
    assert actor(play(state, "place regular a3")) == "elf"


@pytest.mark.rule("four_armies 8.8", "four_armies 8.9", "four_armies 8.10")
def test_awe_does_not_stop_a_horde() -> None:
    """The Falcon Hero on d3 stands beside the Goblin Hero on d2."""
    drawn = ".. .. .. .. .. .. .. Fh .. .. .. .. Gh .. .. .. .. .. .."
    captured = {"falcon": "Gr Gr", "goblin": "Fr"}
    state = play(position(drawn, "goblin,falcon", captured=captured), "rally", "face down")
    assert actor(state) == "chance"
    play(state, "face up", "take regular falcon")
    assert legal(state) == {f"place regular {hex}" for hex in ("c2", "d1", "e1", "e2")} | {"reserve"}


# ── 9 Optional rules ──────────────────────────────────────────────────────────────────────────────

APART = ".. .. .. Hr .. Dr .. .. Hr .. Dr .. .. .. .. .. .. .. .."


@pytest.mark.rule("four_armies 9.2", "four_armies 8.1")
def test_a_hero_given_in_exchange_returns_as_the_hero() -> None:
    captured = {"dwarf": "Hr Hr", "human": "Dr Dh"}
    state = position(APART, captured=captured, prisoner_exchange="on")
    play(state, "offer dwarf hero regular", "accept")
    assert piles(state) == {"dwarf": "Hr", "human": "Dr"}
    seats = state.view(0)["seats"]
    assert seats[0]["reserve"] == {"regular": 1, "mounted": 1, "hero": 1}
    assert seats[1]["reserve"] == {"regular": 1, "mounted": 1, "hero": 1}
    assert "hero c5" in legal(state, "place")


@pytest.mark.rule("four_armies 9.4")
def test_an_arms_race_knows_no_beaten_army() -> None:
    """The Elves have nothing on the map: while they live, nobody may have a third unit there."""
    state = position(APART, "human,dwarf,elf", reserve={"elf": ""}, arms_race="smallest", sound=False)
    assert state.why_not("place regular a1") == "9.4"
    assert beat(state, 2).why_not("place regular a1") is None


# ── 10 When nobody wins ───────────────────────────────────────────────────────────────────────────

EQUAL = ".. .. .. .. .. .. .. .. Hr .. Dr .. .. .. .. .. .. .. .."


@pytest.mark.rule("four_armies 10.1")
def test_after_a_capture_the_quiet_turns_are_counted_again() -> None:
    """A Human walks between two Dwarves; then one quiet round is enough."""
    drawn = ".. .. .. .. Dr .. .. .. .. .. .. Dr .. .. Hr .. .. .. .."
    state = play(position(drawn, stalemate=1), "move c2 c3")
    assert piles(state) == {"dwarf": "Hr"}
    assert actor(play(state, "move b2 b1")) == "human"
    assert reason(play(state, "place regular e2")) == "end.stalemate"


@pytest.mark.rule("four_armies 10.1", "four_armies 6.5")
def test_a_retreat_alone_is_no_capture() -> None:
    drawn = ".. Dm .. Hr .. .. .. .. .. Hr .. .. .. .. .. .. .. .. .."
    state = play(position(drawn, stalemate=1, quiet=1), "move c3 b3", "retreat b4 c5")
    assert reason(state) == "end.stalemate"


@pytest.mark.rule("four_armies 10.1")
def test_a_round_has_no_turn_of_a_beaten_army() -> None:
    state = beat(position(EQUAL, "human,dwarf,elf", reserve={"elf": ""}, stalemate=1, sound=False), 2)
    assert actor(play(state, "move a2 a3")) == "dwarf"
    assert reason(play(state, "move e2 e3")) == "end.stalemate"


@pytest.mark.rule("four_armies 10.2")
def test_a_named_space_counts_more_than_any_number_of_units() -> None:
    state = position(EQUAL, reserve={"human": "Hr"}, stalemate=1, quiet=1)
    play(state, "move a2 a1")
    assert reason(state) == "end.stalemate"
    assert [int(state.forces(seat)) for seat in range(2)] == [2, 6]
    assert ranking(state) == [{"human"}, {"dwarf"}]


@pytest.mark.rule("four_armies 10.4", "four_armies 2.1")
def test_of_two_armies_beaten_in_one_turn_the_later_ranks_higher() -> None:
    """On c2 a Human takes Chip, with b3, and the Dwarves are beaten; advancing there takes d3, with e3: the Elves."""
    state = position(
        """
              ..
          ..      ..
      ..      ..      Hr
          Hr      Er
      ..      Dr      ..
          ..      ..
      ..      ..      ..
          Hr      ..
              ..
        """,
        "human,elf,dwarf,goblin",
        reserve={"elf": "Er", "dwarf": "Dr"},
        rounds=1,
    )
    play(state, "move b1 c2")
    assert (state.lives(1), state.lives(2)) == (True, False)
    play(state, "advance b3 c3", "halt", "place regular a3")
    assert reason(state) == "end.rounds"
    assert ranking(state)[2:] == [{"elf"}, {"dwarf"}]
