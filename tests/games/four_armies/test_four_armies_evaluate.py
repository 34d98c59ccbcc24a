"""What bots see in a position: features on drawn maps, and which of two positions they prefer."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.bots.bot_config import bot_config, make_evaluator
from klatsch.core.evaluator import Evaluator
from klatsch.core.game import OVER, State
from klatsch.core.rng import Rng
from klatsch.games.four_armies.evaluate import FEATURES
from klatsch.language import read_catalogue

from games.four_armies.drawn import play, position


def evaluator(state: State) -> Evaluator:
    made = make_evaluator(state.game, state.seats, bot_config(state.game.definition, state.seats))
    assert made is not None
    return made


def features(state: State, seat: int = 0) -> dict[str, float]:
    return evaluator(state).table(state)[seat]


# Humans hold Chip and Foggy Mountain, Dwarves Hangman's Tree; b2 and c3 threaten each other.
TWO_PLACES = """
              Hr
          ..      ..
      ..      Hr      ..
          ..      ..
      ..      Hm      ..
          Dr      ..
      Dh      ..      ..
          ..      ..
              ..
"""


def test_features_of_both_sides() -> None:
    human, dwarf = evaluator(position(TWO_PLACES)).table(position(TWO_PLACES))
    assert human == {
        "places": 2,
        "open_places": 1,  # e1, from the reserve
        "win_now": 1,
        "win_threat": 0,
        "units": 6,
        "on_map": 3,
        "mounted": 1,
        "hero": 1,
        "berserker": 0,
        "prey_now": 1,  # b2, with a second unit on c2 or b3
        "prey": 0,
        "exposed": 0,  # the Mounted unit would retreat
        "linked": 3,
        "pressure": 1,  # c4
        "mobility": 14,  # all vacant hexes: at the edge, or beside a unit
        "last_stand": 0,
        "to_move": 1,
        "beaten": 0,
    }
    assert (dwarf["places"], dwarf["berserker"], dwarf["exposed"], dwarf["to_move"]) == (1, 1, 1, 0)


def test_a_third_place_is_a_threat_on_the_other_ones_turn() -> None:
    human = features(position(TWO_PLACES, active="dwarf"))
    assert (human["win_now"], human["win_threat"]) == (0, 1)


def test_no_third_place_for_a_unit_that_holds_one() -> None:
    """Without a reserve e1 is reached only by leaving a place, or by a unit that isn't there."""
    alone = """
              Hr
          ..      ..
      ..      ..      ..
          ..      ..
      ..      Hm      ..
          ..      ..
      Dh      ..      ..
          ..      ..
              Dr
    """
    assert features(position(alone, reserve={"human": ""}))["win_now"] == 0
    assert features(position(alone, reserve={"human": "Hr"}))["win_now"] == 1


def test_a_mounted_unit_without_a_haven_is_exposed() -> None:
    cornered = """
              Hm
          Dr      ..
      ..      ..      Dr
          ..      ..
      ..      ..      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
    """
    state = position(cornered, active="dwarf")
    assert features(state)["exposed"] == 1  # a Dwarf on c4 or d4 leaves no vacant hex free of enemies
    assert features(state, 1)["prey_now"] == 1


def test_falcons_make_places_worthless() -> None:
    state = position(TWO_PLACES, "human,dwarf,falcon")
    assert {name: features(state)[name] for name in ("places", "open_places", "win_now")} == {
        "places": 0,
        "open_places": 0,
        "win_now": 0,
    }


@pytest.mark.parametrize(
    ("quiet", "round_number", "places"), [(0, 1, 0), (60, 1, 2 * 60 / 120), (0, 76, 2 * 0.75), (60, 76, 2 * 0.75)]
)
def test_with_falcons_places_count_the_more_the_nearer_an_end_is(quiet: int, round_number: int, places: float) -> None:
    state = position(TWO_PLACES, "human,dwarf,falcon", quiet=quiet, round_number=round_number)
    assert features(state)["places"] == pytest.approx(places)


def test_a_rally_counts_by_its_chance() -> None:
    state = position(TWO_PLACES, captured={"human": "Dr", "dwarf": "Hr Hh"})
    assert features(state)["units"] == 4
    play(state, "rally")
    assert features(state)["units"] == 4.5


def test_seats_may_be_swapped() -> None:
    state = position(TWO_PLACES, "human,dwarf", active="dwarf")
    swapped = position(TWO_PLACES, "dwarf,human", active="dwarf")
    assert evaluator(state).table(state) == evaluator(swapped).table(swapped)[::-1]
    assert evaluator(state).values(state) == pytest.approx(evaluator(swapped).values(swapped)[::-1])


def test_a_capture_and_the_block_of_a_third_place_are_preferred() -> None:
    captured = play(position(TWO_PLACES), "move c4 b3", "halt")
    idle = play(position(TWO_PLACES), "place regular a3")
    assert evaluator(captured).values(captured)[0] > evaluator(idle).values(idle)[0]
    blocked = play(position(TWO_PLACES, active="dwarf"), "place regular e1")
    missed = play(position(TWO_PLACES, active="dwarf"), "place regular e2")
    assert evaluator(blocked).values(blocked)[1] > evaluator(missed).values(missed)[1]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_any_running_state_has_a_value(seats: int) -> None:
    """Chance and the middle of a turn included, with every optional rule."""
    options = dict.fromkeys(("prisoner_exchange", "arms_race", "max_five", "hero_or_mounted"), "on")
    game = klatsch.load("four-armies", **options)
    rng = Rng(seats)
    for _ in range(10):
        state = game.new(seats)
        judge = evaluator(state)
        while state.actor != OVER:
            assert sum(judge.values(state)) == pytest.approx(1)
            state.apply(state.sample(rng))
        assert judge.values(state) == state.utilities()


def test_every_feature_has_a_name_for_players() -> None:
    catalogue = read_catalogue(klatsch.load("four-armies").definition.folder, "en")
    assert {f"feature_{name}" for name in FEATURES} == {id for id in catalogue if id.startswith("feature_")}
