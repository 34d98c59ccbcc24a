"""Coin Age's actions and positions as data: clicks, keys, numbers."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.coin_age.layout import CAPTURED, MOVED, PAID
from klatsch.games.coin_age.rules import blank

from games.coin_age.positions import new, play
from playing import walk


def test_clicks_lead_to_actions() -> None:
    """A coin, then a space or the other bank; a stack, then a space or the own bank; the end is a button."""
    game = klatsch.load("coin-age")
    anchors = {notation: game.actions[game.parse(notation)].anchors for notation in
               ("place dime b2", "pay dime", "move b2 b3", "capture b2", "end")}  # fmt: skip
    assert anchors == {
        "place dime b2": ("coin-dime", "space-b2"),
        "pay dime": ("coin-dime", "pay-here"),
        "move b2 b3": ("space-b2", "space-b3"),
        "capture b2": ("space-b2", "capture-here"),
        "end": (),
    }


def test_equal_positions_have_equal_keys() -> None:
    one = play(new(), "toss dime penny; place dime a1; place penny a2; end")
    other = play(new(), "toss dime penny; place penny a2; place dime a1; end")
    assert one == other
    assert one.key() == other.key()
    assert one.key() != play(other, "toss none").key()


@pytest.mark.parametrize(
    ("script", "field"),
    [("", "paid"), ("", "moved"), ("", "captured"), ("toss dime penny", "moved"), ("toss dime", "captured")],
)
def test_flags_that_do_not_fit_the_toss_are_refused(script: str, field: str) -> None:
    """Before the toss nothing is left of the turn before; after it only what the matches allow can have been done."""
    state = play(new(), script)
    numbers = state.numbers()
    again = blank(state.game, 2)
    again.restore(numbers)
    assert again == state
    numbers[1 + {"paid": PAID, "moved": MOVED, "captured": CAPTURED}[field]] = 1
    with pytest.raises(ValueError, match="no state of Coin Age"):
        again.restore(numbers)


def test_damaged_numbers_are_refused() -> None:
    """Every single number of a position changed a little: another possible position, or ValueError; never a crash."""
    game = klatsch.load("coin-age")
    refused = 0
    for state in walk(game, 2, 4):
        numbers = state.numbers()
        for i in range(len(numbers)):
            for change in (-(2**20), -1, 1, 16, 300):
                damaged = [*numbers[:i], numbers[i] + change, *numbers[i + 1 :]]
                again = blank(game, 2)
                try:
                    again.restore(damaged)
                except ValueError:
                    refused += 1
                    continue
                assert again.numbers() == damaged
                if again.actor != klatsch.OVER:
                    again.apply(again.sample(Rng(i)))
        for wrong in ([], numbers[:-1], [*numbers, 0]):
            with pytest.raises(ValueError):
                blank(game, 2).restore(wrong)
    assert refused > 100
