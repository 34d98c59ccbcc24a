"""The optional rules: RULES.md 9."""

from __future__ import annotations

import pytest

import klatsch

from games.four_armies.drawn import actor, copy, legal, piles, play, position

APART = """
              ..
          ..      ..
      Hr      ..      Dr
          ..      ..
      Hr      ..      Dr
          ..      ..
      ..      ..      ..
          ..      ..
              ..
"""
PRISONERS = {"dwarf": "Hr Hh", "human": "Dr Dm"}

# ── 9.1, 9.2 Prisoner Exchange ────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 9.1")
def test_an_exchange_is_one_for_one_and_never_mounted() -> None:
    state = position(APART, captured=PRISONERS, prisoner_exchange="on")
    assert legal(state, "offer") == {"dwarf regular regular", "dwarf regular hero"}
    assert state.why_not("offer dwarf hero regular") == "9.1"
    without = position(APART, captured=PRISONERS)
    assert without.why_not("offer dwarf regular regular") == "9.1"


@pytest.mark.rule("four_armies 9.1")
@pytest.mark.parametrize(
    ("captured", "offers"),
    [
        ({"dwarf": "Hr", "human": "Dr"}, set()),
        ({"dwarf": "Hr Hr"}, set()),
        ({"dwarf": "Hm Hr", "human": "Dm"}, set()),
        ({"dwarf": "Hr", "elf": "Hm", "human": "Dr"}, {"dwarf regular regular"}),
        ({"dwarf": "Hr", "elf": "Hr", "human": "Er"}, {"elf regular regular"}),
    ],
)
def test_who_may_offer_an_exchange(captured: dict[str, str], offers: set[str]) -> None:
    state = position(APART, "human,dwarf,elf", captured=captured, prisoner_exchange="on")
    assert legal(state, "offer") == offers


@pytest.mark.rule("four_armies 9.2")
def test_an_exchange_accepted_is_the_action() -> None:
    state = play(position(APART, captured=PRISONERS, prisoner_exchange="on"), "offer dwarf regular hero")
    assert actor(state) == "dwarf"
    assert legal(state) == {"accept", "refuse"}
    assert state.why_not("move e2 e1") == "9.2"
    play(state, "accept")
    assert piles(state) == {"human": "Dm", "dwarf": "Hr"}
    seats = state.view(0)["seats"]
    assert seats[0]["reserve"] == {"regular": 1, "mounted": 1, "hero": 1}
    assert seats[1]["reserve"] == {"regular": 2, "hero": 1}
    assert actor(state) == "dwarf"
    assert "place regular c5" in legal(state)


@pytest.mark.rule("four_armies 9.2")
def test_an_exchange_refused_needs_another_action_and_no_second_offer() -> None:
    captured = {"dwarf": "Hr", "elf": "Hr", "human": "Dr Er"}
    state = position(APART, "human,dwarf,elf", captured=captured, prisoner_exchange="on")
    play(state, "offer dwarf regular regular", "refuse")
    assert actor(state) == "human"
    assert legal(state, "offer") == {"elf regular regular"}
    assert state.why_not("offer dwarf regular regular") == "9.2"
    assert state.why_not("pass") == "3.2"
    play(state, "offer elf regular regular", "refuse")
    assert legal(state, "offer") == set()
    play(state, "move a2 a1", "move e2 e1", "place regular c1")
    assert legal(state, "offer") == {"dwarf regular regular", "elf regular regular"}


@pytest.mark.rule("four_armies 9.2", "four_armies 10.1")
def test_an_exchange_is_no_lasting_loss() -> None:
    state = position(APART, captured=PRISONERS, prisoner_exchange="on", stalemate=1, quiet=1)
    assert actor(play(copy(state), "offer dwarf regular regular", "refuse", "move a2 a1")) == "over"
    assert actor(play(state, "offer dwarf regular regular", "accept")) == "over"


# ── 9.3 – 9.5 Limits of placing ───────────────────────────────────────────────────────────────────

CROWD = """
              ..
          ..      ..
      Hr      ..      Dr
          ..      ..
      Hr      ..      ..
          Hr      ..
      Hr      ..      ..
          ..      ..
              X1
"""


@pytest.mark.rule("four_armies 9.3")
@pytest.mark.parametrize(("fifth", "option", "allowed"), [("Hm", "on", False), ("Hm", "off", True), ("..", "on", True)])
def test_at_most_five_on_the_map(fifth: str, option: str, allowed: bool) -> None:
    state = position(CROWD.replace("X1", fifth), max_five=option)
    assert ("hero c2" in legal(state, "place")) == allowed
    assert state.why_not("place hero c2") == (None if allowed else "9.3")
    assert legal(state, "move") != set()


@pytest.mark.rule("four_armies 9.4")
def test_an_arms_race_goes_step_by_step() -> None:
    start = ".. .. .. Hr .. Dr .. .. .. .. .. .. .. .. .. .. .. .. .."
    state = position(start, arms_race="on")
    play(state, "place regular a2")  # two to one
    play(state, "move e3 e2")
    assert state.why_not("place regular a1") == "9.4"
    play(state, "move a2 a1", "place regular e3")  # two to two
    assert state.why_not("place regular a2") is None


# The Humans have two units on the map, the Dwarves one or two, the Elves none.
@pytest.mark.rule("four_armies 9.4")
@pytest.mark.parametrize(
    ("dwarf", "reading", "allowed"),
    [("Dr", "largest", True), ("Dr", "smallest", False), ("..", "largest", False), ("..", "off", True)],
)
def test_in_an_arms_race_the_largest_or_the_smallest_rival_counts(dwarf: str, reading: str, allowed: bool) -> None:
    start = f".. .. .. Hr .. Dr .. .. Hr .. {dwarf} .. .. .. .. .. .. .. .."
    state = position(start, "human,dwarf,elf", arms_race=reading)
    assert state.why_not("place regular a1") == (None if allowed else "9.4")


@pytest.mark.rule("four_armies 9.4")
@pytest.mark.parametrize(("reading", "ahead_of"), [("largest", "every other player"), ("smallest", "another player")])
def test_a_refused_placement_names_the_rival(reading: str, ahead_of: str) -> None:
    state = position(".. .. .. Hr .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..", "human,dwarf,elf", arms_race=reading)
    refusal = state.refusal("place regular a1")
    assert refusal is not None
    assert ahead_of in state.game.definition.words.say("en")(refusal.message)


@pytest.mark.rule("four_armies 9.4")
@pytest.mark.parametrize("on", ["on", True])
def test_an_arms_race_switched_on_is_with_the_largest(on: object) -> None:
    assert klatsch.load("four-armies", arms_race=on).options["arms_race"] == "largest"
    assert klatsch.load("four-armies", arms_race=False).options["arms_race"] == "off"


@pytest.mark.rule("four_armies 9.5")
@pytest.mark.parametrize(("standing", "other"), [("Hh", "mounted"), ("Hm", "hero")])
def test_hero_or_mounted(standing: str, other: str) -> None:
    start = f".. .. .. {standing} .. Dr .. .. .. .. .. .. .. .. .. .. .. .. .."
    state = position(start, hero_or_mounted="on")
    assert state.why_not(f"place {other} a1") == "9.5"
    assert state.why_not("place regular a1") is None
    assert position(start).why_not(f"place {other} a1") is None
