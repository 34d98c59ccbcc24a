"""The Elf Hero: Withdraw, and Force after it. RULES.md 8.3 to 8.5."""

from __future__ import annotations

import pytest

from klatsch.games.four_armies.position import FORCED

from games.four_armies.drawn import actor, copy, legal, piles, play, position

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


@pytest.mark.rule("four_armies 8.3")
def test_the_elf_hero_retreats() -> None:
    state = play(position(CORNERED, "human,elf"), "move c4 b3")
    assert actor(state) == "elf"
    assert legal(state) == {"retreat b2 b1", "stay"}
    assert piles(play(copy(state), "stay", "halt")) == {"human": "Eh"}
    assert piles(play(state, "retreat b2 b1")) == {}


REGULAR_CORNERED = """
              ..
          ..      ..
      ..      ..      ..
          ..      ..
      ..      ..      Hr
          E1      ..
      E2      Er      ..
          ..      Hr
              ..
"""


@pytest.mark.rule("four_armies 8.3")
def test_a_regular_beside_the_hero_retreats_and_another_does_not() -> None:
    beside = position(REGULAR_CORNERED.replace("E1", "Eh").replace("E2", ".."), "human,elf")
    assert legal(play(beside, "move e2 d2")) == {"retreat c2 b1", "stay"}
    play(beside, "retreat c2 b1")
    assert actor(beside) == "elf"
    assert legal(beside, "force") == set()  # only the Hero's retreat allows it
    apart = position(REGULAR_CORNERED.replace("E1", "..").replace("E2", "Eh"), "human,elf")
    assert piles(play(apart, "move e2 d2")) == {"human": "Er"}


# A Mounted Human on c3 strikes first at the Hero, with a2, and at the Regular beside it, with d2.
BOTH_CORNERED = """
              ..
          ..      ..
      ..      Hm      ..
          ..      ..
      Hr      ..      ..
          Eh      Hr
      ..      Er      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 8.3", "four_armies 6.4")
def test_the_hero_may_go_first_and_the_regular_still_retreats() -> None:
    state = play(position(BOTH_CORNERED, "human,elf"), "move c4 c3")
    assert legal(state) == {"retreat b2 b1", "retreat c2 b1", "retreat c2 c1", "stay"}
    play(state, "retreat b2 b1")
    assert legal(state) == {"retreat c2 c1", "stay"}
    play(state, "retreat c2 c1")
    assert piles(state) == {}


@pytest.mark.rule("four_armies 6.4")
def test_of_two_units_the_first_keeps_the_hex() -> None:
    state = play(position(BOTH_CORNERED, "human,elf"), "move c4 c3", "retreat c2 b1")
    # b1 was the Hero's only way out.
    assert piles(state) == {"human": "Eh"}
    assert actor(state) == "human"


@pytest.mark.rule("four_armies 6.4")
def test_a_unit_may_retreat_again_in_a_later_batch() -> None:
    """On c4 a Dwarf corners the Hero, with e3, and the Regular on c3, with b3. The Hero retreats to d2 and forces e3
    after it; the Regular stays, and the Dwarf who advances to c3 corners the Hero once more."""
    state = position(
        """
              ..
          ..      ..
      Dr      ..      Dm
          Dr      Eh
      ..      Er      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
        """,
        "dwarf,elf",
    )
    play(state, "place regular c4", "retreat d3 d2", "force e3 d3", "stay")
    play(state, "advance c4 c3")
    assert actor(state) == "elf"
    assert "retreat d2 d1" in legal(state)


@pytest.mark.rule("four_armies 8.4")
def test_after_the_hero_retreat_an_enemy_is_forced_into_the_trap() -> None:
    state = play(position(CORNERED, "human,elf"), "move c4 b3", "retreat b2 b1")
    assert actor(state) == "elf"
    assert legal(state) == {"force a2 b2", "force b3 b2", "spare"}
    assert state.why_not("force a2 b3") == "8.4"
    assert state.why_not("pass") == "8.4"
    spared = play(copy(state), "spare")
    assert piles(spared) == {}
    assert actor(spared) == "elf"
    assert legal(spared, "force") == set()
    # b2 lies between the Hero on b1 and the Regular on c2.
    play(state, "force b3 b2")
    assert piles(state) == {"elf": "Hr"}
    assert actor(state) == "elf"


@pytest.mark.rule("four_armies 8.4")
@pytest.mark.parametrize(
    ("option", "forces"),
    [
        ("hero", {"force a2 b2", "force c3 b2", "spare"}),
        ("hero_and_regulars", {"force a2 b2", "force c3 b2", "force c3 c2", "force d2 c2", "spare"}),
    ],
)
def test_whose_retreat_allows_forcing(option: str, forces: set[str]) -> None:
    state = position(BOTH_CORNERED, "human,elf", elf_force=option)
    play(state, "move c4 c3", "retreat b2 b1", "retreat c2 c1")
    assert legal(state) == forces


@pytest.mark.rule("four_armies 8.4", "four_armies 8.5")
def test_several_forces_stay_open_as_long_as_unit_and_hex_remain() -> None:
    state = position(BOTH_CORNERED, "human,elf", elf_force="hero_and_regulars")
    play(state, "move c4 c3", "retreat b2 b1", "retreat c2 c1", "force a2 b2")
    assert legal(state) == {"force c3 c2", "force d2 c2", "spare"}
    assert actor(play(copy(state), "spare")) == "elf"
    # On c2 the Human is taken by b1 and c1, and takes b1 with b2: the Hero has nowhere to go.
    play(state, "force d2 c2")
    assert piles(state) == {"human": "Eh", "elf": "Hr"}


@pytest.mark.rule("four_armies 8.5")
def test_only_a_survivor_is_forced() -> None:
    """A Regular on c3 is captured by the Hero and its Regular while it corners them."""
    state = play(position(BOTH_CORNERED.replace("Hm", "Hr"), "human,elf"), "move c4 c3", "retreat b2 b1", "stay")
    assert piles(state) == {"human": "Er", "elf": "Hr"}
    assert legal(state) == {"force a2 b2", "spare"}


@pytest.mark.rule("four_armies 8.5", "four_armies 5.4")
def test_captures_by_a_forced_unit_give_advances_to_the_active_player() -> None:
    """Forced to b2, the Human is captured by b1 and c2, and captures c2 together with d2."""
    state = position(CORNERED.replace("Eh      ..", "Eh      Hr"), "human,elf")
    play(state, "move c4 b3", "retreat b2 b1", "force a2 b2")
    assert actor(state) == "elf"
    assert legal(state) == {"retreat c2 c1", "stay"}
    play(state, "stay")
    assert piles(state) == {"human": "Er", "elf": "Hr"}
    assert actor(state) == "human"
    assert legal(state) == {"advance d2 c2", "halt"}


@pytest.mark.rule("four_armies 8.5")
def test_nobody_is_forced_more_than_twenty_times_a_turn() -> None:
    state = play(position(CORNERED, "human,elf"), "move c4 b3")
    state.v[FORCED] = 20
    play(state, "retreat b2 b1")
    assert legal(state, "force") == set()
    assert legal(state, "place") != set()


@pytest.mark.rule("four_armies 8.3", "four_armies 8.10")
def test_awe_does_not_stop_elf_retreats() -> None:
    """The Falcon Hero stands beside the Elf Hero, but away from the hex that it retreats to."""
    state = position(
        """
              ..
          ..      ..
      ..      Hr      ..
          Hr      ..
      ..      ..      ..
          Eh      ..
      ..      Fh      ..
          ..      ..
              ..
        """,
        "human,elf,falcon",
    )
    play(state, "move c4 c3")
    assert legal(state) == {"retreat b2 a1", "stay"}
