"""The evaluator of Coin Age: feature values of drawn positions, both sides alike, and obvious preferences."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.bots.bot_config import bot_config, make_evaluator
from klatsch.core.evaluator import Evaluator
from klatsch.core.rng import Rng
from klatsch.games.coin_age.evaluate import NAMES
from klatsch.language import read_catalogue

from games.coin_age.positions import bank, play, position

# C3 alone is empty; the Plains (B4, C3) are Tails' until Heads comes there.
#   Copper Peaks A1 1H, A2 1H, B1 2H, A3 1T   Heads 2 · 4, Tails 1
#   Forests      C1 1T, B2 1T, B3 2H          Heads 2,     Tails 2 · 2
#   Silver City  C2 2T                                     Tails 2 · 2
#   Plains       B4 1T                                     Tails 2 · 1, with Heads in C3 only 1
ONE_EMPTY = "A1 1H A2 1H B1 2H A3 1T C1 1T B2 1T B3 2H C2 2T B4 1T"


def evaluator(state: klatsch.State) -> Evaluator:
    made = make_evaluator(state.game, 2, bot_config(state.game.definition, 2))
    assert made is not None
    return made


def features(state: klatsch.State) -> list[dict[str, float]]:
    return evaluator(state).table(state)


def chance_of_heads(state: klatsch.State) -> float:
    return evaluator(state).values(state)[0]


def some(table: dict[str, float], names: str) -> list[float]:
    return [table[name] for name in names.split()]


def test_the_first_position() -> None:
    heads, tails = features(klatsch.load("coin-age").new())
    kept = "points late_points secure spaces dimes pennies nickels quarters"
    assert some(heads, kept) == some(tails, kept) == [10, 1, 0, 0, 4, 3, 2, 1]
    assert some(heads, "turn placements captures") == [1, 1.625, 0.0625]
    assert some(tails, "turn placements captures") == [0, 0, 0]


def test_only_a_smaller_coin_of_the_opponent_endangers_points() -> None:
    # Heads' C2 and C3 score double; Tails' bank has no dime, so that only the nickel is in danger.
    state = position("C2 2H C3 3H A1 1H A2 1T B1 1T", heads="1111122234")
    assert bank(state, 1) == "22334"
    heads, tails = features(state)
    assert heads["points"] == 2 * 2 + 2 * 3 + 1 + 10
    assert heads["secure"] == 2 * 2 + 1
    assert tails["secure"] == 2 * 2


@pytest.mark.parametrize(
    ("script", "placements", "captures"),
    [
        ("toss none", 0, 1),
        ("toss dime", 1, 0),
        ("toss dime penny", 2, 0),
        ("toss dime penny nickel", 2, 0),
        ("toss dime penny; place dime a1", 1, 0),
        ("toss dime penny; place dime a1; place penny a2", 0, 0),
        ("toss dime penny nickel quarter; place dime a1; place penny a2; pay nickel", 1, 0),
    ],
)
def test_what_the_toss_still_allows(script: str, placements: int, captures: int) -> None:
    heads, tails = features(play(klatsch.load("coin-age").new(), script))
    assert some(heads, "turn placements captures") == [1, placements, captures]
    assert some(tails, "turn placements captures") == [0, 0, 0]


def test_who_can_end_the_game_ahead() -> None:
    # Heads has 10 on the map, Tails 10 once C3 is Heads': the banks and the coin on C3 decide.
    state = position(ONE_EMPTY, heads="11233344")
    assert len(bank(state, 1)) == 3
    assert features(state)[0]["closing"] == 15 / 16  # any match will do
    poor = position(ONE_EMPTY, heads="3344")
    assert len(bank(poor, 1)) == 7
    # With a nickel 10 + 3 + 3 against 10 + 7, with a quarter one more: level on points at best.
    assert features(poor)[0]["closing"] == 0
    assert features(poor)[1]["threat"] == 7 / 8  # any match of three kinds


def test_after_the_toss_closing_is_certain_or_impossible() -> None:
    state = position(ONE_EMPTY, heads="11233344")
    assert features(play(state.clone(), "toss dime"))[0]["closing"] == 1
    assert features(play(state.clone(), "toss none"))[0]["closing"] == 0


def test_three_spaces_are_filled_by_paying_only() -> None:
    state = position("A1 1H A2 1H B1 2H C2 2T B3 1H C1 1H B2 2H", heads="11112223344")
    assert bank(state, 1) == "33"
    heads, tails = features(state)
    assert heads["closing"] == 1 / 16
    assert tails["threat"] == 0


def swapped(state: klatsch.State) -> klatsch.State:
    """The same position with Heads and Tails exchanged, one turn later."""
    actor, heads, tails, turn, *rest = state.numbers()
    toss, stacks = rest[:7], rest[7:]
    exchanged = [stack & 15 | 16 * (~(stack >> 4) & stack & 15) for stack in stacks]
    return state.game.from_numbers(2, [1 - actor if actor >= 0 else actor, tails, heads, turn + 1, *toss, *exchanged])


@pytest.mark.parametrize("map_", ["forest", "frozen", "lagoon", "volcano"])
def test_both_sides_are_seen_alike(map_: str) -> None:
    game = klatsch.load("coin-age", map=map_)
    rng = Rng(7)
    for _ in range(5):
        state = game.new()
        for _ in range(60):
            assert features(state) == features(swapped(state))[::-1]
            state.apply(state.sample(rng))
            if state.actor == klatsch.OVER:
                break


def test_more_spaces_and_a_richer_bank_are_better() -> None:
    even = position("A1 2H A2 2T", heads="111122334")
    assert 0.3 < chance_of_heads(even) < 0.7
    more_spaces = position("A1 2H A2 2T B1 1H", heads="11122334")
    assert chance_of_heads(more_spaces) > chance_of_heads(even)
    assert chance_of_heads(position(ONE_EMPTY, heads="11233344")) > 0.8
    assert chance_of_heads(position(ONE_EMPTY, heads="33")) < 0.2


def test_every_feature_has_its_words() -> None:
    catalogue = read_catalogue(klatsch.load("coin-age").definition.folder, "en")
    assert [id for id in catalogue if id.startswith("feature")] == [f"feature_{name}" for name in NAMES]
