"""How Coffee Chess ends: clause 7."""

from __future__ import annotations

from typing import Any

import pytest

import klatsch
from klatsch.games.coffee_chess.layout import BANK, DRAWN, IDLE_TURNS, TURN
from klatsch.games.coffee_chess.rules import CoffeeChess

from games.coffee_chess.positions import BLACK, WHITE, board_of, play, position

# ── 7 The end ─────────────────────────────────────────────────────────────────────────────────────────


def nearly_empty_bank(**options: Any) -> CoffeeChess:
    """Black is to end the turn; White then draws the last two beans and may move or steal."""
    state = position({"c4": 3, "c5": 2, "b1": 39}, actor=BLACK, inventories=(2, 2), **options)
    assert state.v[BANK] == 2
    return state


@pytest.mark.rule("coffee_chess 7.1", "coffee_chess 7.2")
def test_an_empty_bank_ends_the_game_at_once() -> None:
    state = nearly_empty_bank()
    state.play("end")
    assert state.actor == klatsch.OVER
    assert state.utilities() == [1.0, 0.0]
    assert state.outcome is not None
    assert state.outcome.reason.id == "end.bank_empty"
    assert state.outcome.ranking == ((0,), (1,))
    assert state.prompt(klatsch.OPEN) == "The bank is empty: 42 to 2 on the board."


@pytest.mark.rule("coffee_chess 7.1")
def test_finish_turn_lets_the_drawer_act() -> None:
    state = nearly_empty_bank(bank_end="finish_turn")
    play(state, "end", "place c4", "end")
    assert state.actor == klatsch.OVER
    assert board_of(state)["c4"] == 4


@pytest.mark.rule("coffee_chess 7.1")
def test_a_price_paid_into_the_bank_keeps_the_game_going() -> None:
    state = nearly_empty_bank(bank_end="finish_turn")
    play(state, "end", "steal c5 c4", "end")
    # One bean was paid, and Black takes it: the bank is empty again, after a short draw.
    assert (state.actor, state.v[DRAWN], state.v[BANK]) == (BLACK, 1, 0)
    state.play("end")
    assert state.actor == klatsch.OVER


@pytest.mark.rule("coffee_chess 7.2")
def test_equal_is_a_draw_and_inventories_count_nothing() -> None:
    state = position({"c4": 22, "c5": 22}, actor=BLACK, inventories=(0, 4))
    state.play("end")
    assert state.utilities() == [0.5, 0.5]
    assert state.outcome is not None
    assert state.outcome.ranking == ((0, 1),)


def quiet_game(**options: Any) -> CoffeeChess:
    """Full inventories: nobody draws, so the bank reaches no new low. White has a stack to walk around."""
    return position({"c4": 3, "c5": 1}, inventories=(5, 5), **options)


def walk_around(state: klatsch.State, turns: int) -> int:
    """White's stack walks forth and back for a bean a turn, which is drawn again; Black saves."""
    for turn in range(turns):
        if state.actor == klatsch.OVER:
            return turn
        if state.actor == WHITE:
            beans = state.view(WHITE)["beans"]
            state.play("move c4 d3" if beans["c4"] > 1 else "move d3 c4")
        state.play("end")
    return turns


@pytest.mark.rule("coffee_chess 7.3")
def test_forty_quiet_turns_end_the_game() -> None:
    state = quiet_game()
    assert walk_around(state, 100) == 40
    assert state.outcome is not None
    assert state.outcome.reason.id == "end.quiet"
    assert state.utilities() == [1.0, 0.0]


@pytest.mark.rule("coffee_chess 7.3")
def test_a_new_low_begins_the_count_anew() -> None:
    state = quiet_game()
    walk_around(state, 36)
    assert state.actor == WHITE
    play(state, "place b1", "end", "place a1", "end")  # both will draw, below the old low
    assert state.actor == WHITE
    # White has drawn to a new low, and does again in the third turn, since Black took the bean that White had paid in
    # between. From the end of that turn on it takes forty.
    assert walk_around(state, 100) == 3 + 40


@pytest.mark.rule("coffee_chess 7.3", "coffee_chess 7.5")
def test_without_the_quiet_rule_turn_400_ends_the_game() -> None:
    state = quiet_game(quiet="off")
    assert walk_around(state, 500) == 392  # from turn 9 on
    assert state.outcome is not None
    assert state.outcome.reason.id == "end.turn_400"
    assert state.v[TURN] == 400


def save(state: klatsch.State) -> int:
    """Both save until the game is over; how many turns that took."""
    turns = 0
    while state.actor != klatsch.OVER:
        state.play("end")
        turns += 1
    return turns


@pytest.mark.rule("coffee_chess 7.4")
def test_both_may_save_as_long_as_they_want() -> None:
    """As the rulebook says: only forty quiet turns end it."""
    state = klatsch.load("coffee-chess").new()
    # Both draw 2, 2 and 1; the sixth turn brings the bank's last new low.
    assert save(state) == 6 + 40
    assert state.outcome is not None
    assert state.outcome.reason.id == "end.quiet"


@pytest.mark.rule("coffee_chess 7.4", "coffee_chess 7.5")
def test_turn_400_ends_what_nothing_else_does() -> None:
    state = klatsch.load("coffee-chess", quiet="off").new()
    assert save(state) == 400
    assert state.outcome is not None
    assert state.outcome.reason.id == "end.turn_400"


@pytest.mark.rule("coffee_chess 7.4")
def test_two_idle_turns_end_the_game() -> None:
    state = position({"c4": 1}, inventories=(5, 5), idle_end="two_turns")
    play(state, "end", "end")
    # The first turn began with a draw of two (so says the position); the second and third had neither.
    assert state.actor != klatsch.OVER
    state.play("end")
    assert state.actor == klatsch.OVER
    assert state.outcome is not None
    assert state.outcome.reason.id == "end.nobody_acts"


@pytest.mark.rule("coffee_chess 7.4")
def test_a_turn_with_an_action_is_not_idle() -> None:
    """Full inventories, so nobody draws; but White acts in every turn."""
    state = position({"c4": 3}, actor=BLACK, inventories=(5, 5), idle_end="two_turns")
    play(state, "end")  # idle, were it not for the draw that the position says
    play(state, "move c4 d3", "end")  # White drew nothing, but acted
    assert state.v[IDLE_TURNS] == 0
    play(state, "end")
    assert state.v[IDLE_TURNS] == 1
    assert state.actor == WHITE


@pytest.mark.rule("coffee_chess 7.1")
def test_a_short_draw_empties_the_bank_too() -> None:
    state = position({"b1": 46}, actor=BLACK, inventories=(2, 1))
    assert state.v[BANK] == 1
    state.play("end")
    assert state.v[DRAWN] == 1
    assert state.outcome is not None
    assert state.outcome.reason.id == "end.bank_empty"
