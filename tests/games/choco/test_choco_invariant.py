"""ChoCo: what holds in every state, and states that are refused because it doesn't."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.choco.invariant import invariant
from klatsch.games.choco.layout import (
    ACTIVE,
    CHOSEN_SLOT,
    ENDED,
    GIVEN_BY,
    HELD_BY,
    LAID,
    LENGTH,
    MAY_BE,
    OFFERED_SLOT,
    PARTNER,
    PHASE,
    SHAPE_OF,
    STACK,
    TOKENS,
    at,
)
from klatsch.games.choco.position import CARD_CHOICE, DRAWING
from klatsch.games.choco.possible import ROW, SEAT, STORIES, WAYS
from klatsch.games.choco.rules import ChoCo

from playing import walk

ACTOR, FIRST = 0, 1  # where the actor and the vector stand in a state's numbers


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_holds_in_random_games(seats: int) -> None:
    for state in walk(klatsch.load("choco"), seats, 30 + seats):
        assert isinstance(state, ChoCo)
        assert invariant(state) is None


def middle() -> ChoCo:
    """A game of three in which cards have been laid, at the choice of a card."""
    for state in walk(klatsch.load("choco"), 3, 1):
        assert isinstance(state, ChoCo)
        if state.v[LAID] == 5 and state.v[PHASE] == CARD_CHOICE:
            assert state.game.from_numbers(3, state.numbers()) == state
            return state
    raise AssertionError("no such state")


def full_face(state: ChoCo) -> int:
    return next(face for face in range(21) if state.v[STACK + face] > 0)


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (FIRST + at(0, 0) + MAY_BE, 0, "card 1 of seat 1 has a face that was ruled out"),
        (FIRST + at(1, 2) + HELD_BY, 1, "card 3 of seat 2 is known to the wrong seats"),
        (FIRST + at(1, 2) + HELD_BY, 2 + 8, "card 3 of seat 2 is known to the wrong seats"),
        (FIRST + at(2, 3) + GIVEN_BY, 3, "card 4 of seat 3 came from the wrong seat"),
        (FIRST + TOKENS, 9, None),
        (ACTOR, klatsch.CHANCE, "somebody acts who has nothing to decide"),
        (FIRST + PHASE, DRAWING, "somebody acts who has nothing to decide"),
        (FIRST + ENDED, 1, "the game is over without a reason, or has one and goes on"),
        (FIRST + PARTNER, 0, "an offer was made to nobody, or nothing was offered to somebody"),
        (FIRST + CHOSEN_SLOT, 0, "a card is chosen, offered or answered that isn't there"),
        (FIRST + OFFERED_SLOT, 0, "a card is chosen, offered or answered that isn't there"),
    ],
)
def test_numbers_that_break_it_are_refused(place: int, value: int, sentence: str | None) -> None:
    state = middle()
    numbers = state.numbers()
    if place == FIRST + PARTNER:
        value = (int(state.v[ACTIVE]) + 1) % 3
    assert numbers[place] != value
    numbers[place] = value
    broken = state.game.definition.blank(state.game, 3)
    broken.restore(numbers)
    assert invariant(broken) == sentence or (sentence is None and "tokens" in str(invariant(broken)))
    with pytest.raises(ValueError, match="damaged"):
        state.game.from_numbers(3, numbers)


def test_a_deck_that_lacks_cards_is_refused() -> None:
    state = middle()
    numbers = state.numbers()
    numbers[FIRST + STACK + full_face(state)] = 0
    with pytest.raises(ValueError, match="damaged"):
        state.game.from_numbers(3, numbers)
    numbers = state.numbers()
    numbers[FIRST + SHAPE_OF] = (numbers[FIRST + SHAPE_OF] + 4) % 84  # another face on the table
    with pytest.raises(ValueError, match="damaged"):
        state.game.from_numbers(3, numbers)


def test_a_deck_of_33_at_the_beginning_is_refused() -> None:
    state = klatsch.load("choco").new(2)
    numbers = state.numbers()
    assert numbers[FIRST + STACK] == 3
    numbers[FIRST + STACK] = 0
    with pytest.raises(ValueError, match="damaged"):
        state.game.from_numbers(2, numbers)


def doubtful() -> ChoCo:
    for state in walk(klatsch.load("choco"), 3, 1):
        assert isinstance(state, ChoCo)
        if len(state.possible) == 2 * ROW:
            assert state.game.from_numbers(3, state.numbers()) == state
            return state
    raise AssertionError("no such state")


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        (1, 0, "the hands that may be are not in order"),
        (0, 0, "the hands that may be are not in order"),
        (0, None, "may have one hand only, and yet it is in doubt"),
    ],
)
def test_possible_hands_that_break_it_are_refused(first: int, second: int | None, sentence: str) -> None:
    state = doubtful()
    numbers = state.numbers()
    start = FIRST + LENGTH
    rows = [numbers[start : start + ROW], numbers[start + ROW :]]
    changed = [*numbers[:start], *rows[first], *(rows[second] if second is not None else [])]
    broken = state.game.definition.blank(state.game, 3)
    broken.restore(changed)
    assert sentence in str(invariant(broken))
    with pytest.raises(ValueError, match="damaged"):
        state.game.from_numbers(3, changed)


@pytest.mark.parametrize(("place", "value"), [(SEAT, 3), (WAYS, 0), (STORIES, -1), (STORIES, 2**30)])
def test_possible_hands_outside_all_bounds_are_refused(place: int, value: int) -> None:
    numbers = doubtful().numbers()
    numbers[FIRST + LENGTH + place] = value
    with pytest.raises(ValueError, match="damaged"):
        klatsch.load("choco").from_numbers(3, numbers)


def test_a_hand_that_is_none_of_the_possible_ones_is_refused() -> None:
    state = doubtful()
    seat = int(state.possible[SEAT])
    drawn = next(slot for slot in range(state.size(seat)) if not state.was_swapped(at(seat, slot)))
    face = int(state.face(seat, drawn))
    state.v[at(seat, drawn) + MAY_BE] = 2**face
    assert invariant(state) == f"seat {seat + 1} has a hand that can't be"
