"""ChoCo, RULES.md 5 and 6: safety, drawing, passing and the end."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.choco.cards import SHAPE_NAMES
from klatsch.games.choco.grid import cell_at
from klatsch.games.choco.layout import LAID, STACK, TOKENS
from klatsch.games.choco.rules import ChoCo

from games.choco.chocotable import CLOSED, FACE_TABLE, empty_stack, holding, position

TWO = """
w1 w1 m2 m2
w1 d1 m2 d2
"""


def tokens_offered(state: ChoCo) -> list[str]:
    return [state.game.notation(action) for action in state.legal_actions()]


# ── 5 Safety ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("choco 5.1", "choco 5.4")
def test_after_laying_on_level_one_a_token_may_go_onto_a_card() -> None:
    state = holding(position(TWO, tokens=2), "wwwm")
    assert state.why_not("token 1") == "2.6"  # never instead of laying
    state.play("lay 0 2")
    assert state.actor == 0
    assert tokens_offered(state) == ["keep tokens", "token 1", "token 2", "token 3"]
    state.play("token 1")
    view = state.view(klatsch.PUBLIC)
    assert [card["token"] for card in view["cards"]] == [True, False, False]
    assert view["tokens"] == [1, 2]
    assert state.actor == klatsch.CHANCE  # the draw comes after it
    other = holding(position(TWO, tokens=2, safe=(1,)), "wwmm")
    assert other.why_not("lay 1 0") == "4.4"  # it can't be covered any more


@pytest.mark.rule("choco 5.1")
def test_one_token_at_most_and_none_is_fine() -> None:
    state = holding(position(TWO, tokens=2), "wwwm")
    state.play("lay 0 2")
    state.play("keep tokens")
    assert state.actor == klatsch.CHANCE
    assert state.view(klatsch.PUBLIC)["tokens"] == [2, 2]


@pytest.mark.rule("choco 5.1")
def test_which_cards_take_a_safety_token() -> None:
    """Card 2 is wholly covered, 5 and 6 lie above, 3 has a token; 1 and 4 are partly covered."""
    state = position(
        """
        w1 w1 m2 m2 w4 w4
        w1 d1 m2 d2 d4 w4
        w3 w3 .  .  .  .
        w3 m3 .  .  .  .
        """,
        """
        .  w5 w5 w6 w6
        .  m5 m5 d6 d6
        """,
        safe=(3,),
    )
    holding(state, "wwwd").play("lay -2 0")
    assert tokens_offered(state) == ["keep tokens", "token 1", "token 4", "token 7"]
    assert [state.why_not(f"token {number}") for number in (2, 3, 5, 6, 8)] == ["5.1"] * 5
    sentences = [state.game.definition.why_not(state, state.game.parse(f"token {n}")).message.id for n in (2, 3, 5, 8)]
    assert sentences == ["not.token_covered", "not.token_there", "not.token_above", "not.not_on_table"]


@pytest.mark.rule("choco 5.2")
def test_only_the_card_just_laid_by_another_ruling() -> None:
    state = holding(position(TWO, token_target="just_laid"), "wwwm")
    state.play("lay 0 2")
    assert tokens_offered(state) == ["keep tokens", "token 3"]
    assert state.why_not("token 1") == "5.2"


@pytest.mark.rule("choco 5.1")
def test_without_tokens_there_is_no_question() -> None:
    state = holding(position(TWO, tokens=0), "wwwm")
    state.play("lay 0 2")
    assert state.actor == klatsch.CHANCE


@pytest.mark.rule("choco 5.3")
def test_no_safety_token_after_level_two() -> None:
    state = holding(position(TWO), "wwmm")
    state.play("lay 1 0")
    assert state.actor == klatsch.CHANCE


# ── 6 Drawing, passing and the end ────────────────────────────────────────────────────────────────


@pytest.mark.rule("choco 6.1")
def test_drawing_up_to_four_while_the_stack_lasts() -> None:
    state = holding(position(TWO, hand="wwwm wwwd mmmd", others=("dddw",), tokens=0), "wwmm")
    state.play("lay 0 2")
    assert next(state.game.notation(outcome) for outcome in state.legal_actions()) == "draw wwwm"
    state.play("draw wddw")
    assert [card["face"] for card in state.view(0)["hands"][0]] == ["wwwm", "wwwd", "mmmd", "wddw"]
    assert state.actor == 1
    state = holding(position(TWO, hand="wwwm wwwd mmmd", others=("dddw",), tokens=0), "wwmm")
    empty_stack(state)
    state.play("lay 0 2")
    assert state.actor == 1
    assert len(state.view(0)["hands"][0]) == 3


@pytest.mark.rule("choco 6.2")
def test_who_can_lay_may_not_pass() -> None:
    state = position(TWO, hand="wwwm")
    assert state.why_not("pass") == "6.2"


@pytest.mark.rule("choco 6.2", "choco 6.4")
def test_who_can_lay_nothing_passes_and_all_passing_ends_the_game() -> None:
    state = position(CLOSED, hand="mmmd dddm", others=("mmdd",), safe=(1, 2, 3, 4))
    assert tokens_offered(state) == ["pass"]
    assert state.prompt(0) == "None of your cards can be laid: pass."
    assert state.prompt(1) == "Player 1 is about to lay a card."
    state.play("pass")
    assert state.actor == 1
    assert len(state.view(0)["hands"][0]) == 2  # nothing is drawn
    state.play("pass")
    assert state.actor == klatsch.OVER
    assert state.prompt(klatsch.PUBLIC) == "Everybody has passed. White 12, dark 2."
    assert state.utilities() == [1, 0]


@pytest.mark.rule("choco 6.4")
def test_a_card_laid_in_between_starts_the_count_again() -> None:
    state = position(
        CLOSED, seats=3, colours="wmd", hand="mmmd", others=("dddm", "wddw"), safe=(1, 2, 3, 4), swap="off"
    )
    empty_stack(state)
    state.play("pass")
    state.play("pass")
    state.play("card 1 turn 0")
    state.play(state.legal_actions()[0])
    state.play("keep tokens")
    assert state.actor == 0  # the third laid, so it goes on; now dark is in reach
    assert "pass" not in tokens_offered(state)


@pytest.mark.rule("choco 6.4")
def test_after_a_card_in_between_all_must_pass_again() -> None:
    """Only the third has a token; the card goes into the middle of level 2, so white alone stays outside."""
    state = position(CLOSED, seats=3, colours="wmd", hand="mmmd", others=("dddm", "wwwm"), tokens=0, swap="off")
    empty_stack(state)
    state.v[TOKENS + 2] = 1
    for step in ("pass", "pass", "card 1 turn 0", "lay 1 1", "pass"):
        assert state.actor != klatsch.OVER
        state.play(step)
    assert state.actor == 1  # three passes in all, but one in a row
    state.play("pass")
    assert state.actor == klatsch.OVER  # the third has no cards left


@pytest.mark.rule("choco 6.4")
def test_a_seat_without_cards_is_not_asked() -> None:
    state = position(CLOSED, seats=3, colours="wmd", hand="mmmd", others=("", "dddm"), safe=(1, 2, 3, 4), swap="off")
    empty_stack(state)
    state.play("pass")
    assert state.actor == 2
    state.play("pass")
    assert state.actor == klatsch.OVER


def last_card(safe_tokens: int) -> ChoCo:
    """35 cards in a row, the 36th in the hand of seat 0, which has tokens."""
    state = position("w1 w1\nw1 m1", tokens=safe_tokens)
    order = [name for name, copies in FACE_TABLE for _ in range(copies)][1:]
    for number, name in enumerate(order[:-1], 1):
        shape = SHAPE_NAMES.index(name)
        state.v[STACK + shape // 4] -= 1
        state.put(shape, cell_at(2 * number, 0))
    return holding(state, order[-1])


@pytest.mark.rule("choco 6.3", "choco 5.3")
def test_the_last_card_ends_the_game_at_once() -> None:
    state = last_card(3)
    assert state.view(0)["stack"] == 0
    state.play(state.legal_actions()[0])
    assert state.v[LAID] == 36
    assert state.actor == klatsch.OVER  # no safety token after it, though seat 0 had three
    assert state.prompt(klatsch.OPEN).startswith("All cards are laid. White ")
