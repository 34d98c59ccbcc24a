"""ChoCo, RULES.md 3 and 4: where a card may go. Positions are drawn as in chocotable.py."""

from __future__ import annotations

import pytest

import klatsch

from games.choco.chocotable import holding, picture, position


def sentence(state: klatsch.State, notation: str) -> str:
    with pytest.raises(klatsch.IllegalAction) as refused:
        state.play(notation)
    return refused.value.sentence


ONE = """
w1 w1
w1 m1
"""


@pytest.mark.rule("choco 3.1", "choco 3.2", "choco 3.3")
def test_beside_another_card() -> None:
    state = holding(position(ONE), "wmwd")
    assert state.why_not("lay 2 0") is None
    state.play("lay 2 0")
    assert picture(state) == "wwwm\nwmwd"


@pytest.mark.rule("choco 3.1")
def test_taken_cells_are_refused() -> None:
    state = holding(position(ONE), "wwdd")
    assert state.why_not("lay 1 0") == "4.2"
    assert state.why_not("lay 1 1") == "4.2"


@pytest.mark.rule("choco 3.2")
def test_one_contact_only_is_refused() -> None:
    state = holding(position(ONE), "wwwd")
    assert state.why_not("lay 2 -1") == "3.2"  # white to white, but one piece only
    assert "touch 1 piece edge" in sentence(state, "lay 2 -1")


@pytest.mark.rule("choco 3.2")
def test_corner_contact_only_is_refused() -> None:
    state = holding(position(ONE), "wwwm")
    assert state.why_not("lay 2 2") == "3.2"
    assert state.why_not("lay -2 -2") == "3.2"
    assert "touch 0 pieces edge" in sentence(state, "lay 2 2")


@pytest.mark.rule("choco 3.1", "choco 3.2")
def test_offset_laying_against_two_cards() -> None:
    """Not in line with either card, one contact with each."""
    state = position("""
        w1 w1 m2 m2
        w1 m1 m2 d2
    """)
    holding(state, "mddd")
    assert state.why_not("lay 1 2") is None
    state.play("lay 1 2")
    assert picture(state) == "wwmm\nwmmd\n.md.\n.dd."


@pytest.mark.rule("choco 3.1", "choco 3.2")
def test_a_hole_may_be_closed_in() -> None:
    """Four cards like a windmill round the free cell 2 2; the last touches one piece of two cards each."""
    state = position("""
        .  .  w2 w2 .
        w1 w1 w2 d2 .
        m1 w1 .  d3 d3
        .  .  .  w3 d3
    """)
    holding(state, "wmmm")
    state.play("lay 1 3")
    assert picture(state) == "..ww.\nwwwd.\nmw.dd\n.wmwd\n.mm.."


@pytest.mark.rule("choco 3.3")
def test_contacts_without_an_equal_colour_are_refused() -> None:
    state = holding(position(ONE), "dddm")
    assert state.why_not("lay 2 0") == "3.3"
    assert "none of them in its own colour" in sentence(state, "lay 2 0")
    state = holding(position(ONE), "ddmd")  # its milk meets the milk
    assert state.why_not("lay 2 0") is None


@pytest.mark.rule("choco 3.3", "choco 4.7")
def test_only_visible_colours_join() -> None:
    """Below the middle, milk lies on level 1; above it, white covers it."""
    table = """
        w1 w1 w2 w2
        w1 m1 m2 w2
    """
    assert holding(position(table), "mddd").why_not("lay 1 2") is None
    assert holding(position(table), "wddd").why_not("lay 1 2") == "3.3"
    upper = """
        .  m3 m3
        .  w3 w3
    """
    assert picture(position(table, upper)) == "wMMw\nwWWw"
    assert holding(position(table, upper), "mddd").why_not("lay 1 2") == "3.3"
    assert holding(position(table, upper), "wddd").why_not("lay 1 2") is None


TWO = """
w1 w1 m2 m2
w1 d1 m2 d2
"""


@pytest.mark.rule("choco 4.1")
def test_level_two_costs_a_token_that_stays_on_the_card() -> None:
    state = holding(position(TWO, tokens=2), "wwmm")
    state.play("lay 1 0")
    view = state.view(klatsch.PUBLIC)
    assert picture(state) == "wWWm\nwMMd"
    assert view["cards"][2]["level"] == 2
    assert view["cards"][2]["token"]
    assert view["tokens"] == [1, 2]


@pytest.mark.rule("choco 4.1")
def test_without_a_token_there_is_no_level_two() -> None:
    state = holding(position(TWO, tokens=0), "wwmm")
    assert state.why_not("lay 1 0") == "4.1"
    assert not any(state.why_not(f"lay {x} {y}") is None for x in range(3) for y in range(1))


@pytest.mark.rule("choco 4.2")
def test_overhang_is_refused() -> None:
    state = holding(position(TWO), "wwmm")
    assert [state.why_not(place) for place in ("lay 1 1", "lay 1 -1", "lay 3 0", "lay -1 0")] == ["4.2"] * 4


@pytest.mark.rule("choco 4.2")
def test_a_hole_beneath_is_refused() -> None:
    state = position("""
        w1 w1 w2 w2
        w1 m1 m2 w2
        w3 w3 .  .
        w3 d3 .  .
    """)
    assert holding(state, "wwmm").why_not("lay 1 1") == "4.2"


@pytest.mark.rule("choco 4.3")
def test_covering_a_single_card_is_refused() -> None:
    state = holding(position(TWO), "wwmm")
    assert state.why_not("lay 0 0") == "4.3"
    assert state.why_not("lay 2 0") == "4.3"


@pytest.mark.rule("choco 4.4")
@pytest.mark.parametrize("safe", [1, 2])
def test_covering_a_token_is_refused(safe: int) -> None:
    state = holding(position(TWO, safe=(safe,)), "wwmm")
    assert state.why_not("lay 1 0") == "4.4"


@pytest.mark.rule("choco 4.5")
def test_a_partly_covered_card_may_be_covered_again_elsewhere() -> None:
    state = position(
        """
        w1 w1 m2 m2 w3 w3
        w1 d1 m2 d2 d3 w3
        """,
        """
        .  w4 w4
        .  m4 m4
        """,
    )
    holding(state, "mwdw")
    assert state.why_not("lay 3 0") is None
    state.play("lay 3 0")
    assert picture(state) == "wWWMWw\nwMMDWw"


@pytest.mark.rule("choco 4.5")
def test_there_is_no_third_level() -> None:
    state = position(
        """
        w1 w1 m2 m2
        w1 d1 m2 d2
        w3 w3 w4 w4
        d3 w3 w4 m4
        """,
        """
        .  .  .
        .  w5 w5
        .  d5 m5
        """,
    )
    holding(state, "wwmm")
    assert state.why_not("lay 1 1") == "4.5"
    assert state.why_not("lay 0 1") == "4.5"  # half over the upper card: no more than over it
    assert state.why_not("lay 1 2") == "4.5"


@pytest.mark.rule("choco 4.6")
def test_beside_asks_for_an_equal_neighbour() -> None:
    table = """
        w1 m1 m2 w2
        w1 w1 d2 w2
    """
    # The covering card's neighbours are w and w, on the left and on the right.
    assert holding(position(table), "mmdm").why_not("lay 1 0") == "4.6"
    assert holding(position(table), "mmwm").why_not("lay 1 0") is None
    assert "no piece beside it" in sentence(holding(position(table), "mmdm"), "lay 1 0")


@pytest.mark.rule("choco 4.6")
def test_beneath_asks_for_an_equal_colour_under_it() -> None:
    table = """
        w1 m1 m2 w2
        w1 w1 d2 w2
    """
    state = holding(position(table, cover_match="beneath"), "wwwm")
    assert state.why_not("lay 1 0") is None  # w on w1
    state = holding(position(table, cover_match="beneath"), "wwdw")
    assert state.why_not("lay 1 0") == "4.6"  # joins white beside it, but covers no equal colour
    assert holding(position(table, cover_match="beneath"), "mmdm").why_not("lay 1 0") is None


@pytest.mark.rule("choco 4.6")
def test_either_takes_both() -> None:
    table = """
        w1 m1 m2 w2
        w1 w1 d2 w2
    """
    assert holding(position(table, cover_match="either"), "wwdw").why_not("lay 1 0") is None
    assert holding(position(table, cover_match="either"), "mmdm").why_not("lay 1 0") is None
    assert holding(position(table, cover_match="either"), "dddm").why_not("lay 1 0") == "4.6"


@pytest.mark.rule("choco 4.7", "choco 9.1")
def test_visible_pieces_of_both_levels_join_and_covered_ones_do_not_count() -> None:
    state = position(TWO)
    assert state.view(klatsch.PUBLIC)["tally"]["white"]["largest"] == 3
    assert state.view(klatsch.PUBLIC)["tally"]["milk"]["largest"] == 3
    holding(state, "wwmm").play("lay 1 0")
    assert picture(state) == "wWWm\nwMMd"
    assert state.view(klatsch.PUBLIC)["tally"]["white"]["largest"] == 4  # w, w below and W, W above
    assert state.view(klatsch.PUBLIC)["tally"]["milk"]["largest"] == 2


@pytest.mark.rule("choco 6.2", "choco 4.1")
def test_if_only_level_two_is_possible_it_must_be_played_while_tokens_last() -> None:
    """White all round and milk within: a card without white fits on level 2 only."""
    table = """
        w1 w1 w2 w2
        w1 m1 m2 w2
        w3 m3 d4 w4
        w3 w3 w4 w4
    """
    state = position(table, hand="mmmd", tokens=1)
    assert "pass" not in [state.game.notation(action) for action in state.legal_actions()]
    assert state.why_not("pass") == "6.2"
    for action in state.legal_actions():
        after = state.clone()
        after.play(action)
        places = [after.game.notation(place) for place in after.legal_actions()]
        assert set(places) <= {"lay 0 0", "lay 1 0", "lay 0 1", "lay 1 1", "lay 2 1", "lay 1 2"}
    state = position(table, hand="mmmd", tokens=0)
    assert [state.game.notation(action) for action in state.legal_actions()] == ["pass"]
    assert state.why_not("card 1 turn 0") == "4.1"
