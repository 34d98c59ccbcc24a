"""What ChoCo's evaluator counts, in drawn positions and beside the scoring."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.bots.bot_config import bot_config, make_evaluator
from klatsch.core.evaluator import Evaluator
from klatsch.core.game import State
from klatsch.games.choco import DEFINITION
from klatsch.games.choco.evaluate import NAMES
from klatsch.games.choco.rules import ChoCo
from klatsch.games.choco.scoring import Survey

from games.choco.chocotable import holding, position
from playing import walk


def evaluator_for(state: State) -> Evaluator:
    evaluator = make_evaluator(state.game, int(state.seats), bot_config(DEFINITION, int(state.seats)))
    assert evaluator is not None
    return evaluator


def features(state: State, seat: int = 0) -> dict[str, float]:
    return evaluator_for(state).table(state)[seat]


def value(state: State) -> float:
    """For seat 0."""
    return evaluator_for(state).values(state)[0]


# Eight whites in one group; the upper row holds them together.
CHAIN = """
w1 w1 w2 w2 w3 w3
m1 w1 m2 m2 w3 m3
"""


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (2, {"neutral": "largest", "contact_unit": "pieces"}),
        (3, {}),
        (4, {"contact_unit": "pieces"}),
    ],
    ids=str,
)
def test_groups_and_neutral_points_are_those_of_the_scoring(seats: int, options: dict[str, str]) -> None:
    for seed in range(3):
        for state in walk(klatsch.load("choco", **options), seats, seed):
            assert isinstance(state, ChoCo)
            if state.actor == klatsch.OVER:
                break
            survey = Survey(state)
            for seat, counted in enumerate(evaluator_for(state).table(state)):
                colour = int(state.colour(seat))
                if colour >= 0:
                    assert counted["group"] == survey.largest(colour)
                    assert counted["neutral"] == survey.from_neutral(colour)
                assert counted["tokens"] == state.tokens(seat)


def test_a_cover_in_the_middle_cuts_a_chain() -> None:
    """A card over the second and third column covers three whites of eight and leaves a group of four."""
    state = position(CHAIN)
    assert features(state)["group"] == 8
    assert features(state)["exposed"] == 4
    assert features(position(CHAIN, safe=(1, 2, 3)))["exposed"] == 0
    assert features(position(CHAIN, safe=(1, 2, 3)))["safe"] == 8
    assert features(position(CHAIN, tokens=0))["exposed"] == 0


def test_one_card_could_join_two_groups() -> None:
    """A card in the gap at the lower left joins the two whites of card 3 to the five above."""
    state = position(
        """
        d1 m1 w2 w2
        w1 w1 w2 d2
        .  .  d3 d3
        .  .  w3 w3
    """
    )
    assert features(state)["group"] == 5
    assert features(state)["join"] == 2


def test_the_hand_and_the_turn() -> None:
    state = position("w1 w1\nw1 d1", hand="wwwm mmdd", others=("dddw ddwm",))
    own, other = evaluator_for(state).table(state)
    assert (own["hand_pieces"], own["hand_best"], own["turn"]) == (3, 3, 1)
    assert (other["hand_pieces"], other["hand_best"], other["turn"]) == (5, 3, 0)


def test_the_chosen_card_counts_at_its_best_place() -> None:
    """Three whites beside three whites."""
    assert features(holding(position("w1 w1\nw1 d1", tokens=0), "wwwm"))["chosen"] == 3


def test_swapped_colours_swap_the_features() -> None:
    board = CHAIN.replace("m", "d")
    first, second = position(board, colours="wd"), position(board, colours="dw")
    for name in set(NAMES) - {"turn"}:
        assert features(first, 0)[name] == features(second, 1)[name]
        assert features(first, 1)[name] == features(second, 0)[name]


def test_the_larger_group_and_more_tokens_are_better() -> None:
    white, dark = position(CHAIN, colours="wd"), position(CHAIN, colours="dw")
    assert value(white) > 0.5 > value(dark)
    assert value(position(CHAIN, safe=(1, 2, 3))) > value(white)


def test_every_feature_has_a_name_for_people() -> None:
    say = DEFINITION.words.say("en")
    assert len({say(f"feature_{name}") for name in NAMES}) == len(NAMES)
