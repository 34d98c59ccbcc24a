"""The Heroes, each alone and each against Awe: RULES.md 8 (the Elf Hero has a file of its own)."""

from __future__ import annotations

from typing import Any

import pytest

from games.four_armies.drawn import actor, copy, legal, piles, play, position


def targets(moves: set[str], source: str) -> set[str]:
    return {name.split()[1] for name in moves if name.startswith(source)}


# ── 8.1 ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 8.1")
def test_a_hero_captures_and_is_captured_like_a_regular() -> None:
    state = position(
        """
              ..
          ..      ..
      Hh      ..      ..
          ..      ..
      Dh      ..      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
        """
    )
    play(state, "place regular b3")
    assert piles(state) == {"human": "Dh"}
    assert legal(state) == {"advance a3 a2", "advance b3 a2", "halt"}


# ── 8.2 Human: Charge ─────────────────────────────────────────────────────────────────────────────

CHARGE = """
              ..
          ..      ..
      ..      ..      ..
          ..      ..
      ..      Dr      ..
          Hh      ..
      Hr      ..      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 8.2")
def test_the_human_hero_charges_two_hexes_but_not_through_an_enemy() -> None:
    state = position(CHARGE)
    near = {"b1", "b3", "a2", "c2"}
    # Over b1, b3, a2 and c2; d3 could only be reached through the Dwarf on c3.
    two = {"a3", "b4", "c4", "c1", "d1", "d2"}
    assert targets(legal(state, "move"), "b2") == near | two
    assert state.why_not("move b2 d3") == "8.2"
    assert targets(legal(state, "move"), "a1") == near  # a Regular along the chain


@pytest.mark.rule("four_armies 8.2")
def test_a_charge_does_not_lengthen_a_chain_move() -> None:
    """The Hero on a1 gets beside its chain a2–a3 (b4, b3), but not two hexes from there (c4, c5)."""
    state = position(
        """
              ..
          ..      ..
      Hr      ..      ..
          ..      ..
      Hr      ..      ..
          ..      ..
      Hh      ..      ..
          ..      ..
              ..
        """
    )
    assert targets(legal(state, "move"), "a1") == {"b1", "b2", "b3", "b4", "c1", "c2", "c3"}


@pytest.mark.rule("four_armies 8.2", "four_armies 8.10")
def test_awe_does_not_stop_a_charge() -> None:
    state = position(CHARGE.replace("Dr", "Fh"), "human,falcon")
    assert "c4" in targets(legal(state, "move"), "b2")


# ── 8.6, 8.7 Dwarf: Berserk ───────────────────────────────────────────────────────────────────────

DWARVES = """
              ..
          ..      ..
      ..      ..      Hr
          ..      ..
      ..      ..      ..
          ..      ..
      Dr      ..      ..
          ..      Dh
              ..
"""


@pytest.mark.rule("four_armies 8.6")
def test_the_dwarf_hero_moves_in_addition_after_the_action() -> None:
    state = play(position(DWARVES, "dwarf,human"), "move a1 a2")
    assert actor(state) == "dwarf"
    assert legal(state) == {f"berserk d1 {hex}" for hex in ("d2", "c1", "c2", "e1")} | {"end"}
    assert state.why_not("berserk a2 a3") == "8.6"
    assert state.why_not("move d1 d2") == "3.2"
    assert actor(play(copy(state), "end")) == "human"
    assert actor(play(state, "berserk d1 d2")) == "human"


@pytest.mark.rule("four_armies 8.6")
def test_the_dwarf_hero_moves_in_addition_before_the_action() -> None:
    state = play(position(DWARVES, "dwarf,human"), "berserk d1 d2")
    assert actor(state) == "dwarf"
    assert legal(state, "berserk") == set()
    assert targets(legal(state, "move"), "d2") == set()
    assert state.why_not("move d2 d3") == "8.6"
    assert state.why_not("berserk d2 d3") == "8.6"
    assert actor(play(state, "move a1 a2")) == "human"


@pytest.mark.rule("four_armies 8.6")
def test_the_hero_that_acted_moves_no_more() -> None:
    assert actor(play(position(DWARVES, "dwarf,human"), "move d1 d2")) == "human"


@pytest.mark.rule("four_armies 8.7")
def test_the_hero_just_placed_moves_no_more() -> None:
    state = position(DWARVES.replace("Dh", ".."), "dwarf,human")
    assert legal(state, "berserk") == set()
    assert actor(play(state, "place hero c1")) == "human"


@pytest.mark.rule("four_armies 8.6")
@pytest.mark.parametrize(("option", "after_placing"), [("any", "dwarf"), ("move", "human")])
def test_with_which_action_the_hero_may_move(option: str, after_placing: str) -> None:
    placed = play(position(DWARVES, "dwarf,human", berserk_with=option), "place regular c5")
    assert actor(placed) == after_placing
    moved = play(position(DWARVES, "dwarf,human", berserk_with=option), "move a1 a2")
    assert actor(moved) == "dwarf"
    first = play(position(DWARVES, "dwarf,human", berserk_with=option), "berserk d1 d2")
    assert (legal(first, "place") == set()) == (option == "move")
    assert first.why_not("place regular c5") == (None if option == "any" else "8.6")


@pytest.mark.rule("four_armies 8.6")
def test_unless_told_otherwise_the_hero_moves_with_another_units_move_only() -> None:
    """Not after a rally that failed: play passes on."""
    captured = {"human": "Dr Dr", "dwarf": "Hr"}
    assert actor(play(position(DWARVES, "dwarf,human"), "place regular c5")) == "human"
    assert actor(play(position(DWARVES, "dwarf,human", captured=captured), "rally", "face down")) == "human"
    loose = position(DWARVES, "dwarf,human", captured=captured, berserk_with="any")
    assert actor(play(loose, "rally", "face down")) == "dwarf"


@pytest.mark.rule("four_armies 8.6")
@pytest.mark.parametrize(
    ("option", "asked"), [("move", "now move another unit"), ("any", "now take the turn's action")]
)
def test_after_the_hero_the_prompt_names_what_is_left(option: str, asked: str) -> None:
    assert asked in play(position(DWARVES, "dwarf,human", berserk_with=option), "berserk d1 d2").prompt(0)


@pytest.mark.rule("four_armies 8.6")
def test_if_nothing_else_can_be_done_the_hero_move_was_the_turn() -> None:
    state = position(DWARVES.replace("Dr", ".."), "dwarf,human", berserk_with="move")
    play(state, "berserk d1 d2")
    assert legal(state) == {"pass"}
    assert actor(play(state, "pass")) == "human"


@pytest.mark.rule("four_armies 8.7")
def test_captures_are_checked_after_each_part() -> None:
    """The Hero goes to c4 and takes b3 with a3; a3 advances to it; then b1 is moved."""
    state = position(
        """
              ..
          ..      Dh
      Dr      ..      ..
          Hr      ..
      ..      ..      ..
          ..      ..
      ..      ..      ..
          Dr      ..
              ..
        """,
        "dwarf,human",
    )
    play(state, "berserk d4 c4")
    assert piles(state) == {"dwarf": "Hr"}
    play(state, "advance a3 b3")
    assert actor(state) == "dwarf"
    assert actor(play(state, "move b1 b2")) == "human"


@pytest.mark.rule("four_armies 8.6", "four_armies 8.10")
def test_awe_does_not_stop_berserk() -> None:
    state = position(DWARVES.replace("Hr", "Fr").replace("..      Dh", "Fh      Dh"), "dwarf,falcon")
    assert "d1 d2" in legal(state, "berserk")


# ── 8.8, 8.9 Goblin: Horde ────────────────────────────────────────────────────────────────────────

GOBLINS = """
              ..
          Hr      ..
      ..      ..      Gr
          ..      ..
      ..      ..      ..
          ..      G1
      ..      Hr      ..
          ..      ..
              ..
"""
LOST = {"human": "Gr Gr", "goblin": "Hr"}


@pytest.mark.rule("four_armies 8.8")
def test_a_horde_flips_twice() -> None:
    state = play(position(GOBLINS.replace("G1", "Gh"), "goblin,human", captured=LOST), "rally", "face down")
    assert actor(state) == "chance"
    assert actor(play(copy(state), "face down")) == "human"
    assert legal(play(state, "face up")) == {"take regular human", "leave"}


@pytest.mark.rule("four_armies 8.8")
def test_without_the_hero_there_is_one_flip() -> None:
    state = play(position(GOBLINS.replace("G1", "Gr"), "goblin,human", captured=LOST), "rally", "face down")
    assert actor(state) == "human"
    again = play(position(GOBLINS.replace("G1", "Gr"), "goblin,human", captured=LOST), "rally", "face up")
    assert actor(play(again, "take regular human")) == "human"


@pytest.mark.rule("four_armies 8.9")
def test_a_rallied_goblin_is_placed_beside_the_hero() -> None:
    state = play(position(GOBLINS.replace("G1", "Gh"), "goblin,human", captured=LOST), "rally", "face up")
    play(state, "take regular human")
    # Around d2: c2 is taken, c3 is Chip.
    assert legal(state) == {f"place regular {hex}" for hex in ("d1", "d3", "e1", "e2")} | {"reserve"}
    assert state.why_not("place regular c3") == "8.9"
    assert actor(play(copy(state), "reserve")) == "human"
    # On d1 it takes c2 together with the Hero.
    play(state, "place regular d1")
    assert piles(state) == {"human": "Gr", "goblin": "Hr Hr"}
    assert legal(state) == {"advance d1 c2", "advance d2 c2", "halt"}


@pytest.mark.rule("four_armies 8.9", "four_armies 9.3", "four_armies 9.4")
@pytest.mark.parametrize(("options", "placed"), [({}, True), ({"max_five": "on"}, True), ({"arms_race": "on"}, False)])
def test_a_horde_keeps_to_the_optional_rules(options: dict[str, Any], placed: bool) -> None:
    """Two Goblins on the map are one ahead of the one Human; a third would be two ahead."""
    drawn = GOBLINS.replace("G1", "Gh").replace("Hr      ..\n", "..      ..\n")
    state = play(position(drawn, "goblin,human", captured=LOST, **options), "rally", "face up", "take regular human")
    assert (actor(state) == "goblin") == placed


# ── 8.10 Falcon: Awe ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 8.10")
@pytest.mark.parametrize(("falcon", "refused"), [("Fh", "8.10"), ("Fr", None)])
def test_awe_forbids_to_withdraw(falcon: str, refused: str | None) -> None:
    state = position(
        """
              ..
          ..      ..
      ..      ..      ..
          ..      ..
      ..      Hm      ..
          F1      ..
      ..      ..      ..
          ..      ..
              ..
        """.replace("F1", falcon),
        "human,falcon",
    )
    assert state.why_not("withdraw") == refused


@pytest.mark.rule("four_armies 8.10")
@pytest.mark.parametrize(("falcon", "captured"), [("Fh", {"human": "Dr", "dwarf": "Hm"}), ("Fr", {"human": "Dr"})])
def test_awe_takes_the_first_strike_and_leaves_the_capture(falcon: str, captured: dict[str, str]) -> None:
    state = position(
        """
              ..
          ..      ..
      Hr      Dr      ..
          ..      ..
      Dr      F1      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
        """.replace("F1", falcon),
        "human,dwarf,falcon",
    )
    assert piles(play(state, "place mounted b3")) == captured


@pytest.mark.rule("four_armies 8.10")
@pytest.mark.parametrize("falcon", ["Fh", "Fr"])
def test_awe_forbids_the_retreat_even_if_the_falcon_hero_falls_with_it(falcon: str) -> None:
    """On c3 a Human takes b2, with b3, and c2, with d2. From b2 the way to a1 would be free."""
    state = position(
        """
              ..
          ..      ..
      ..      Hr      ..
          Hr      ..
      ..      ..      ..
          Dm      Hr
      ..      F1      ..
          ..      ..
              ..
        """.replace("F1", falcon),
        "human,dwarf,falcon",
    )
    play(state, "move c4 c3")
    if falcon == "Fh":
        assert piles(state) == {"human": "Dm Fh"}
        assert actor(state) == "human"
    else:
        assert legal(state) == {"retreat b2 a1", "stay"}


@pytest.mark.rule("four_armies 8.10")
@pytest.mark.parametrize("falcon", ["Fh", "Fr"])
def test_an_awed_mounted_elf_does_not_retreat_beside_its_hero(falcon: str) -> None:
    """On d2 the Mounted Human takes the Mounted unit on c3, with b2; from there the way to c4 would be free."""
    state = position(
        """
              ..
          ..      ..
      ..      ..      ..
          ..      Eh
      ..      Em      ..
          Hr      ..
      ..      F1      Hm
          ..      ..
              ..
        """.replace("F1", falcon),
        "human,elf,falcon",
    )
    play(state, "move e1 d2")
    if falcon == "Fh":
        assert piles(state) == {"human": "Em Fh", "elf": "Hm"}
    else:
        assert legal(state) == {"retreat c3 c4", "stay"}
