"""Connect Four: its rules."""

from __future__ import annotations

import pytest

import klatsch


def after(*columns: int) -> klatsch.State:
    state = klatsch.load("connect-four").new()
    for column in columns:
        state.play(f"drop {column}")
    return state


@pytest.mark.rule("connect_four 1.1", "connect_four 1.2")
def test_discs_fall_and_turns_alternate() -> None:
    state = after(4, 4, 4)
    assert state.text(0).splitlines()[3:6] == [". . . y . . .", ". . . r . . .", ". . . y . . ."]
    assert state.actor == 1


@pytest.mark.rule("connect_four 1.2")
def test_a_full_column_takes_no_disc() -> None:
    state = after(1, 1, 1, 1, 1, 1)
    assert state.why_not("drop 1") == "1.2"
    assert len(state.legal_actions()) == 6


@pytest.mark.rule("connect_four 2.1")
@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        ((1, 1, 2, 2, 3, 3, 4), 0),
        ((1, 2, 1, 2, 1, 2, 1), 0),
        ((1, 2, 2, 3, 3, 4, 3, 4, 4, 7, 4), 0),
        ((7, 6, 6, 5, 5, 4, 5, 4, 4, 1, 4), 0),
        ((7, 1, 7, 2, 6, 3, 6, 4), 1),
    ],
)
def test_four_in_a_row_win(columns: tuple[int, ...], winner: int) -> None:
    assert after(*columns[:-1]).actor != klatsch.OVER
    state = after(*columns)
    assert state.utilities() == [1.0 - winner, float(winner)]


@pytest.mark.rule("connect_four 2.1")
def test_no_row_runs_across_the_edge() -> None:
    """Three on top of a column and one at the foot of the next are no four."""
    state = after(7, 1, 7, 1, 6, 1, 1, 7, 1, 6, 1, 5, 2)
    assert state.actor != klatsch.OVER


@pytest.mark.rule("connect_four 2.2")
def test_a_full_board_is_a_draw() -> None:
    state = klatsch.load("connect-four").new()
    game = state.game
    seed = next(seed for seed in range(5000) if game.playout(state, seed).utilities() == [0.5, 0.5])
    final = game.playout(state, seed)
    assert "." not in final.text(klatsch.OPEN)
    assert final.outcome is not None
    assert final.outcome.ranking == ((0, 1),)


def test_what_bots_look_at() -> None:
    state = after(1, 1, 2, 2, 3, 7)
    #   r r . . . . .
    #   y y y . . . r      yellow makes four in column 4
    evaluate = klatsch.load("connect-four").definition.evaluator
    assert evaluate is not None
    evaluator = evaluate(state.game, 2)
    yellow, red = evaluator.table(state)
    assert yellow == {"threats": 1, "centre": 0, "turn": 1}
    assert red == {"threats": 0, "centre": 0, "turn": 0}
    slanting = evaluator.table(after(1, 2, 2, 3, 4, 3, 3, 4, 5, 4, 6))
    #   . . y r . . .
    #   . y r r . . .
    #   y r r y y y .      yellow wants column 4 above its slanting three, and column 7; red column 5 above its three
    assert [seat["threats"] for seat in slanting] == [2, 1]
    assert [seat["centre"] for seat in slanting] == [1, 2]
