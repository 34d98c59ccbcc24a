"""What bots see in a position of Coffee Chess."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.bots.bot_config import bot_config, make_evaluator
from klatsch.core.evaluator import Evaluator
from klatsch.language import read_catalogue

from games.coffee_chess.positions import BLACK, WHITE, play, position
from playing import walk

# White has the line c4-d5-e6; d5 and e6 lie beside the two beans of d6.
MEETING = """
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  2  1  .  .  .
    .  .  .  3  .  .  .  .
    .  .  1  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    1  .  .  .  .  .  .  .
"""


def evaluator(state: klatsch.State) -> Evaluator:
    made = make_evaluator(state.game, 2, bot_config(state.game.definition, 2))
    assert made is not None
    return made


def test_the_features_of_a_position() -> None:
    state = position(MEETING, actor=WHITE, inventories=(2, 1))
    white, black = evaluator(state).table(state)
    left = (50 - 8 - 3) / 50
    assert white == {
        "beans": 5,
        "late_beans": pytest.approx(5 * (1 - left)),
        "saved": 2,
        "lines": 1,
        "income": pytest.approx(left),
        "near_lines": 2,  # b3-c4-d5 and d5-e6-f7
        "loot": 2,  # d5 takes both beans of d6, nothing is left for e6
        "threat": 0,
        "tallest": 3,
        "squares": 3,
        "turn": 1,
    }
    assert (black["beans"], black["lines"], black["loot"], black["threat"], black["turn"]) == (3, 0, 0, 2, 0)


def test_in_the_middle_of_a_turn() -> None:
    """Who has placed steals no more this turn; a robber that has received doesn't rob again."""
    state = position(MEETING, actor=WHITE, inventories=(3, 1))
    judge = evaluator(state)
    placing = state.clone()
    play(placing, "place h1")
    assert judge.table(placing)[WHITE]["loot"] == 0
    stealing = state.clone()
    play(stealing, "steal d6 e6")
    # e6 has taken one; d5 takes the other.
    assert judge.table(stealing)[WHITE]["loot"] == 1


def test_the_mirror_image_swaps_the_seats() -> None:
    """Files reversed, white squares become black ones: the same position with the colours exchanged."""
    mirrored = "\n".join(" ".join(reversed(row.split())) for row in MEETING.strip().splitlines())
    there = position(MEETING, actor=WHITE, inventories=(2, 1))
    here = position(mirrored, actor=BLACK, inventories=(1, 2))
    judge = evaluator(there)
    assert judge.table(there) == judge.table(here)[::-1]
    assert judge.values(there) == pytest.approx(judge.values(here)[::-1])


def test_it_prefers_what_is_better() -> None:
    row = position({"c4": 1, "d5": 1, "e6": 1, "a1": 1, "c1": 1, "e1": 1}, actor=BLACK)
    scattered = position({"c4": 1, "h5": 1, "e6": 1, "a1": 1, "c1": 1, "e1": 1}, actor=BLACK)
    judge = evaluator(row)
    assert judge.values(row)[WHITE] > judge.values(scattered)[WHITE]
    ahead = position({"b1": 9, "h8": 5}, actor=BLACK)
    assert judge.values(ahead)[WHITE] > 0.6


@pytest.mark.parametrize("options", [{}, {"bank_end": "finish_turn", "move_amount": "any", "steal_amount": "any"}])
def test_chances_add_up_in_every_state(options: dict[str, str]) -> None:
    game = klatsch.load("coffee-chess", **options)
    judge = make_evaluator(game, 2, bot_config(game.definition, 2))
    assert judge is not None
    for state in walk(game, 2, 4):
        assert sum(judge.values(state)) == pytest.approx(1)


def test_every_feature_has_words() -> None:
    state = position({})
    words = read_catalogue(state.game.definition.folder, "en")
    assert {f"feature_{name}" for name in evaluator(state).names} == {id for id in words if id.startswith("feature_")}
