"""Whole games by notation, one for each way of ending."""

from __future__ import annotations

import klatsch

from games.four_armies.drawn import position

THREE_PLACES = """
first elf, place regular e1, place hero e2, place mounted a1, place mounted d4, place regular c5
"""

# Three Elves fall in the Humans' traps, one of them by its own move; two are left in the end, then one.
LAST_LEFT = """
first elf, place hero e2, place regular a3, place regular a1, place mounted d4, move e2 d2, place hero d3,
place regular e3, place regular d1, advance d1 d2, place regular e3, place regular b1, place regular a2, move d3 b2
"""

# Four armies: retreats, advances, captures on the own turn; the Goblins are left.
LAST_OF_FOUR = """
first dwarf, place regular a1, place mounted c1, place regular a3, place mounted e2, place mounted b4,
place regular e1, place regular d1, place hero d4, place hero e3, place hero d1, move a3 b3, move e2 d3, move b4 c4,
place regular c2, place mounted c5, place regular b4, move a1 b1, place regular b2, place regular e2,
place regular e3, advance e3 e2, place regular a3, move d1 a1, place regular e3, halt, place regular a2,
place regular a2, advance a3 b3, move a1 c3, advance b2 b3, place hero c4, place regular d1, place regular c4,
retreat d3 e3, move e3 d3
"""

ALL_FELL = """
first human, place hero b1, place regular d1, place regular a3, place regular a2, place mounted d2, place hero e1,
place regular e2, move d2 c2, place regular c5, move e2 d2, withdraw, place mounted d4, place regular e3,
place regular e2, place regular a1, halt, place mounted d3, advance e3 e2, advance d3 d4, place regular d2,
move c5 c4, move b1 c3, halt, advance c3 d2, place regular b4, place regular e3, move d4 e3, place mounted c2,
advance d1 d2, place regular d3, advance e2 d2, place hero e2, advance c2 d2, move d3 c4, move d2 d3
"""

STALEMATE = """
first human, place regular a1, place hero e3, move a1 a2, move e3 e2, place mounted a1, move e2 e1
"""


def play_all(seats: int, script: str, **options: object) -> klatsch.State:
    """Plays the script to its last word, and not before is the game over."""
    state = klatsch.load("four-armies", **options).new(seats)
    for notation in script.split(","):
        assert state.actor != klatsch.OVER
        state.play(notation.strip())
    assert state.actor == klatsch.OVER
    return state


def ending(state: klatsch.State) -> tuple[str, str, list[float]]:
    assert state.outcome is not None
    return state.outcome.reason.id, state.prompt(klatsch.OPEN), state.utilities()


def test_three_places() -> None:
    assert ending(play_all(2, THREE_PLACES)) == (
        "end.three_places",
        "Elves hold three of the four named spaces and win.",
        [0.0, 1.0],
    )


def test_last_left() -> None:
    assert ending(play_all(2, LAST_LEFT)) == ("end.last_left", "Humans are the last army left and win.", [1.0, 0.0])


def test_last_of_four() -> None:
    state = play_all(4, LAST_OF_FOUR)
    assert ending(state) == ("end.last_left", "Goblins are the last army left and win.", [0.0, 0.0, 0.0, 1.0])
    assert state.outcome is not None
    assert state.outcome.ranking == ((3,), (1,), (0,), (2,))


def test_all_fell() -> None:
    state = play_all(3, ALL_FELL)
    sentence = "The last armies fell together and share the win: Humans, Elves."
    assert ending(state) == ("end.all_fell", sentence, [0.5, 0.5, 0.0])
    assert state.outcome is not None
    assert state.outcome.ranking == ((0, 1), (2,))


def test_stalemate() -> None:
    """Three rounds without a capture: each holds one named space, the numbers are equal, they share."""
    assert ending(play_all(2, STALEMATE, stalemate=3)) == (
        "end.stalemate",
        "3 rounds without a lasting loss. Best placed: Humans, Elves.",
        [0.5, 0.5],
    )


def test_the_last_round() -> None:
    """Nothing is captured; 200 rounds would be a stalemate, but the hundredth is over before."""
    state = position(".. .. .. Hr .. Dr .. .. .. .. .. .. .. .. .. .. .. .. ..", round_number=21, stalemate=200)
    turns = 0
    while state.actor != klatsch.OVER:
        human = int(state.actor) == 0
        here = next(iter(state.view(0)["seats"][0 if human else 1]["units"]))
        there = {"a3": "a2", "a2": "a3", "e3": "e2", "e2": "e3"}[here]
        state.play(f"move {here} {there}")
        turns += 1
    assert turns == 160
    sentence = "100 rounds are over, and nobody has won. Best placed: Humans, Dwarves."
    assert ending(state) == ("end.rounds", sentence, [0.5, 0.5])
