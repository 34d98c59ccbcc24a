"""Capture and advance, Mounted units: RULES.md 5 and 6."""

from __future__ import annotations

import pytest

from games.four_armies.drawn import actor, copy, legal, piles, play, position, shows

# ── 5.1, 5.2 Captures ─────────────────────────────────────────────────────────────────────────────

ONE_MORE = """
              ..
          ..      ..
      ..      ..      ..
          Hr      ..
      ..      Dr      ..
          ..      ..
      ..      ..      ..
          Hr      ..
              ..
"""


@pytest.mark.rule("four_armies 5.1")
def test_two_units_of_one_enemy_capture() -> None:
    state = play(position(ONE_MORE), "move b1 c2", "halt")
    assert piles(state) == {"human": "Dr"}
    assert actor(state) == "dwarf"


@pytest.mark.rule("four_armies 5.1")
def test_units_of_two_enemies_do_not() -> None:
    state = play(position(ONE_MORE, "human,dwarf,elf", active="elf"), "place regular c1", "move b3 b4")
    play(state, "move c3 b3", "move c1 c2")
    assert piles(state) == {}


@pytest.mark.rule("four_armies 5.1", "four_armies 5.4")
def test_who_moves_between_two_enemies_is_captured_on_the_own_turn() -> None:
    state = position(
        """
              ..
          ..      ..
      ..      Hr      ..
          ..      ..
      ..      ..      ..
          Hr      ..
      ..      Dr      ..
          ..      ..
              ..
        """,
        active="dwarf",
    )
    play(state, "move c2 c3")
    assert piles(state) == {"human": "Dr"}
    # Humans don't advance: it isn't their turn to act within, and now it is their turn to move.
    assert actor(state) == "human"
    assert legal(state, "advance") == set()


@pytest.mark.rule("four_armies 5.2")
def test_captures_of_one_check_are_simultaneous() -> None:
    """The unit placed on b3 takes a2 and c4 together with a3 and c5, though a2 and c4 take it."""
    state = position(
        """
              Hr
          ..      ..
      Hr      Dr      ..
          ..      ..
      Dr      ..      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
        """
    )
    play(state, "place regular b3")
    assert piles(state) == {"human": "Dr Dr", "dwarf": "Hr"}


# ── 5.3 Several captors ───────────────────────────────────────────────────────────────────────────

RING = """
              ..
          ..      ..
      Fr      Dr      ..
          Hr      Dr
      ..      ..      ..
          Hr      Gr
      ..      Gr      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 5.3")
@pytest.mark.parametrize("claim", ["most_units", "owner"])
@pytest.mark.parametrize("captor", ["human", "dwarf", "goblin"])
def test_three_armies_claim_one_unit_and_its_owner_chooses(claim: str, captor: str) -> None:
    state = play(position(RING, "falcon,human,dwarf,goblin", claim=claim), "move a3 c3")
    assert actor(state) == "falcon"
    assert legal(state) == {"give human", "give dwarf", "give goblin"}
    assert state.why_not("give elf") == "5.3"
    assert state.why_not("place regular a1") == "5.3"
    play(state, f"give {captor}")
    assert piles(state) == {captor: "Fr"}
    assert actor(state) == "human"


THREE_AND_TWO = RING.replace("Hr      Gr\n      ..      Gr", "Hr      Gr\n      ..      Hr")


@pytest.mark.rule("four_armies 5.3")
def test_most_units_have_the_better_claim() -> None:
    """Three Humans before two Dwarves; the one Goblin has no claim."""
    state = play(position(THREE_AND_TWO, "falcon,human,dwarf,goblin"), "move a3 c3")
    assert piles(state) == {"human": "Fr"}


@pytest.mark.rule("four_armies 5.3")
def test_under_owner_the_smaller_claim_may_be_chosen() -> None:
    state = play(position(THREE_AND_TWO, "falcon,human,dwarf,goblin", claim="owner"), "move a3 c3")
    assert legal(state) == {"give human", "give dwarf"}
    assert piles(play(state, "give dwarf")) == {"dwarf": "Fr"}


@pytest.mark.rule("four_armies 5.3", "four_armies 6.1")
def test_first_strike_goes_before_more_units() -> None:
    """Three Humans, but the Dwarves' two have a Mounted unit among them."""
    state = position(THREE_AND_TWO.replace("Fr      Dr", "Fr      Dm"), "falcon,human,dwarf,goblin", claim="owner")
    assert piles(play(state, "move a3 c3")) == {"dwarf": "Fr"}


# ── 5.4, 5.5 Advances ─────────────────────────────────────────────────────────────────────────────

EXAMPLE_3 = """
              ..
          ..      ..
      ..      ..      Hr
          Hr      Dr
      ..      Dr      ..
          ..      ..
      ..      ..      ..
          Hr      ..
              ..
"""


@pytest.mark.rule("four_armies 5.4", "four_armies 5.5")
def test_example_3_capture_advance_capture_advance() -> None:
    state = play(position(EXAMPLE_3), "move b1 c2")
    assert legal(state) == {"advance b3 c3", "advance c2 c3", "halt"}
    play(state, "advance b3 c3")
    assert piles(state) == {"human": "Dr Dr"}
    assert legal(state) == {"advance c3 d3", "advance e3 d3", "halt"}
    play(state, "advance c3 d3")
    assert actor(state) == "dwarf"
    assert shows(
        state,
        """
              ..
          ..      ..
      ..      ..      Hr
          ..      Hr
      ..      ..      ..
          ..      ..
      ..      Hr      ..
          ..      ..
              ..
        """,
    )


# Two armies, since who stands beside two units of one army is captured itself.
TWO_AT_ONCE = """
              ..
          Er      ..
      Hr      ..      ..
          ..      ..
      ..      Dr      ..
          ..      ..
      ..      Hr      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 5.5")
def test_advances_stay_open_in_any_order() -> None:
    state = play(position(TWO_AT_ONCE, "human,dwarf,elf"), "place regular b3")
    assert legal(state) == {"advance a3 b4", "advance b3 b4", "advance b3 c3", "advance c2 c3", "halt"}
    play(state, "advance b3 c3")
    # b3 has moved: only a3 may still go to b4.
    assert legal(state) == {"advance a3 b4", "halt"}
    assert state.why_not("advance b3 b4") == "5.4"
    play(state, "advance a3 b4")
    assert actor(state) == "dwarf"


@pytest.mark.rule("four_armies 5.5")
def test_halting_closes_all_advances() -> None:
    state = play(position(TWO_AT_ONCE, "human,dwarf,elf"), "place regular b3", "halt")
    assert actor(state) == "dwarf"


@pytest.mark.rule("four_armies 5.5")
def test_with_one_advance_a_check_the_others_close() -> None:
    state = play(position(TWO_AT_ONCE, "human,dwarf,elf", advance="one"), "place regular b3", "advance b3 c3")
    assert actor(state) == "dwarf"


@pytest.mark.rule("four_armies 5.5")
def test_with_one_advance_the_next_check_gives_another() -> None:
    state = play(position(EXAMPLE_3, advance="one"), "move b1 c2", "advance b3 c3")
    assert legal(state) == {"advance c3 d3", "advance e3 d3", "halt"}


@pytest.mark.rule("four_armies 5.1", "four_armies 5.5")
def test_who_advances_may_be_captured() -> None:
    """With b2 the unit on b3 takes c3; advancing there, it stands between d2 and d3."""
    state = position(
        """
              ..
          Hr      ..
      ..      ..      ..
          ..      Dr
      ..      Dr      ..
          Hr      Dr
      ..      ..      ..
          ..      ..
              ..
        """
    )
    play(state, "move b4 b3")
    assert legal(state) == {"advance b2 c3", "advance b3 c3", "halt"}
    play(state, "advance b3 c3")
    assert piles(state) == {"human": "Dr", "dwarf": "Hr"}
    assert actor(state) == "dwarf"


@pytest.mark.rule("four_armies 5.6", "four_armies 2.1", "four_armies 2.2")
def test_advance_after_an_elimination() -> None:
    """The Dwarves fall with c3; c3 may be entered, e2, freed by their fall, may not."""
    state = position(
        """
              ..
          ..      ..
      ..      ..      ..
          Hr      ..
      ..      Dr      Dr
          ..      ..
      ..      ..      ..
          Hr      ..
              ..
        """,
        "human,dwarf,elf",
        reserve={"dwarf": ""},
    )
    play(state, "move b1 c2")
    assert state.view(0)["seats"][1]["units"] == {}
    assert state.view(0)["seats"][1]["out"] == {"regular": 3, "mounted": 1, "hero": 1}
    assert legal(state) == {"advance b3 c3", "advance c2 c3", "halt"}
    assert actor(play(state, "advance b3 c3")) == "elf"


# ── 6.1, 6.2 First Strike ─────────────────────────────────────────────────────────────────────────

# Whatever is placed on b3 stands between a2 and c4, and captures a2 with a3.
EXCHANGE = """
              ..
          ..      ..
      Hr      D2      ..
          ..      ..
      D1      ..      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 6.1")
def test_a_mounted_unit_strikes_before_it_is_captured() -> None:
    state = play(position(EXCHANGE.replace("D1", "Dr").replace("D2", "Dr")), "place mounted b3")
    assert piles(state) == {"human": "Dr"}
    assert legal(state) == {"advance a3 a2", "advance b3 a2", "halt"}


@pytest.mark.rule("four_armies 6.2")
def test_a_mounted_defender_strikes_first_too() -> None:
    state = play(position(EXCHANGE.replace("D1", "Dr").replace("D2", "Dm")), "place regular b3")
    assert piles(state) == {"dwarf": "Hr"}
    assert actor(state) == "dwarf"


@pytest.mark.rule("four_armies 6.2")
def test_mounted_units_on_both_sides_strike_together() -> None:
    state = play(position(EXCHANGE.replace("D1", "Dr").replace("D2", "Dm")), "place mounted b3")
    assert piles(state) == {"human": "Dr", "dwarf": "Hm"}


@pytest.mark.rule("four_armies 6.2")
def test_a_mounted_unit_strikes_first_as_a_third() -> None:
    """Dwarves on a2, c4 and, Mounted, b2 take the unit on b3 before it can take a2."""
    state = position(
        """
              ..
          ..      ..
      Hr      Dr      ..
          ..      ..
      Dr      ..      ..
          Dm      ..
      ..      ..      ..
          ..      ..
              ..
        """
    )
    play(state, "place regular b3")
    assert piles(state) == {"dwarf": "Hr"}
    assert actor(state) == "dwarf"


@pytest.mark.rule("four_armies 6.1")
def test_advances_of_a_first_strike_come_before_other_captures() -> None:
    """The Mounted unit and d2 take c3; the capture of e2, by d2 and e3, waits until the advance is decided."""
    state = position(
        """
              ..
          ..      ..
      ..      ..      Hr
          Hm      ..
      ..      Dr      Er
          ..      ..
      ..      ..      ..
          ..      Hr
              ..
        """,
        "human,dwarf,elf",
    )
    play(state, "move d1 d2")
    assert piles(state) == {"human": "Dr"}
    assert legal(state) == {"advance b3 c3", "advance d2 c3", "halt"}
    waiting = copy(state)
    play(waiting, "halt")
    assert piles(waiting) == {"human": "Dr Er"}
    # If d2 advances, e2 stands beside e3 only, and lives.
    play(state, "advance d2 c3")
    assert piles(state) == {"human": "Dr"}
    assert actor(state) == "dwarf"


# ── 6.3 – 6.5 Retreat ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 6.3", "four_armies 6.5")
def test_example_4_a_retreat_with_one_hex_to_go_to() -> None:
    """Of the hexes around c3, b2 and c2 touch b1, d3 touches c4; only d2 is free."""
    state = position(
        """
              ..
          Hr      ..
      ..      ..      ..
          Hr      ..
      ..      Dm      ..
          ..      ..
      ..      ..      ..
          Hr      ..
              ..
        """
    )
    play(state, "move b4 c4")
    assert actor(state) == "dwarf"
    assert legal(state) == {"retreat c3 d2", "stay"}
    for hex in ("b2", "c2", "d3"):
        assert state.why_not(f"retreat c3 {hex}") == "6.3"
    assert state.why_not("move c3 d2") == "6.4"
    stays = copy(state)
    play(state, "retreat c3 d2")
    assert piles(state) == {}
    assert actor(state) == "dwarf"
    assert legal(state, "advance") == set()
    assert "withdraw" in legal(state)
    play(stays, "stay")
    assert piles(stays) == {"human": "Dm"}
    assert legal(stays) == {"advance b3 c3", "advance c4 c3", "halt"}


@pytest.mark.rule("four_armies 6.3")
def test_without_a_free_hex_the_mounted_unit_is_captured() -> None:
    state = position(
        """
              ..
          Hr      ..
      ..      ..      ..
          Hr      ..
      ..      Dm      ..
          ..      ..
      ..      ..      Hr
          Hr      ..
              ..
        """
    )
    play(state, "move b4 c4")
    assert piles(state) == {"human": "Dm"}
    assert actor(state) == "human"


@pytest.mark.rule("four_armies 6.3")
def test_nobody_retreats_on_the_own_turn() -> None:
    state = position(
        """
              ..
          ..      ..
      ..      Hr      ..
          Hr      ..
      ..      ..      ..
          ..      ..
      ..      Dm      ..
          ..      ..
              ..
        """,
        active="dwarf",
    )
    play(state, "move c2 c3")
    assert piles(state) == {"human": "Dm"}


BOTH_FLEE = """
              ..
          ..      ..
      ..      Hr      ..
          ..      ..
      Hr      ..      Hr
          Dm      Em
      ..      ..      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 6.4")
@pytest.mark.parametrize("order", ["dwarf,elf", "elf,dwarf"])
def test_retreats_are_decided_from_the_left_of_the_active_player(order: str) -> None:
    state = play(position(BOTH_FLEE, f"human,{order}"), "move c4 c3")
    flights = {"dwarf": "b2 b1", "elf": "d2 d1"}
    for army in order.split(","):
        assert actor(state) == army
        assert legal(state) == {f"retreat {flights[army]}", "stay"}
        play(state, f"retreat {flights[army]}")
    assert piles(state) == {}
