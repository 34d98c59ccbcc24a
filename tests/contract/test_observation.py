"""What learners are given of every game: it fits its layout, tells all that a seat knows, and nothing else."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import pytest

import klatsch
from klatsch.core.observation_layout import Part, slices
from klatsch.core.observer import Observer

from contract.variants import VARIANTS, Variant
from playing import all_definitions, walk

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def observer(game: klatsch.Game, seats: int) -> Observer:
    make = game.definition.observation
    assert make is not None, f"{game.name} has no observation"
    return make(game, seats)


def known_to(state: klatsch.State, seat: int) -> tuple[int, ...]:
    """The same numbers for all states that a seat can't tell apart: what it doesn't know is dealt in the same way."""
    return int(state.actor), *state.clone().resample(seat, klatsch.Rng(1)).numbers()


def part_of(numbers: list[int], layout: tuple[Part, ...], name: str) -> list[int]:
    return numbers[slices(layout)[name]]


def check(variant: Variant, games: int) -> None:
    game = variant.load()
    eyes = observer(game, variant.seats)
    most = [part.most for part in eyes.layout for _ in range(part.size)]
    rng = klatsch.Rng(7)
    knowledge: dict[tuple[int, ...], tuple[int, ...]] = {}
    for seed in range(games):
        for number, state in enumerate(walk(game, variant.seats, seed)):
            seat = (number + seed) % variant.seats
            numbers = eyes.numbers(state, seat)
            assert all(0 <= number <= limit for number, limit in zip(numbers, most, strict=True))
            other = state.clone().resample(seat, rng)
            assert eyes.numbers(other, seat) == numbers, "it tells what the seat can't know"
            if state.actor != klatsch.OVER:
                known = known_to(state, seat)
                assert knowledge.setdefault((seat, *numbers), known) == known, "it tells too little"


@each_variant
def test_it_tells_what_the_seat_knows_and_nothing_else(variant: Variant) -> None:
    check(variant, 1)


@pytest.mark.long
@each_variant
def test_it_tells_what_the_seat_knows_and_nothing_else_in_many_games(variant: Variant) -> None:
    check(variant, 40)


@pytest.mark.parametrize("definition", all_definitions(), ids=lambda definition: definition.name)
def test_layouts_are_sound(definition: klatsch.core.definition.Definition[Any]) -> None:
    game = klatsch.load(definition.name)
    for seats in definition.seats:
        eyes = observer(game, seats)
        names = [part.name for part in eyes.layout]
        assert names[:2] == ["seat", "actor"]
        assert len(set(names)) == len(names)
        assert sum(part.size for part in eyes.layout) == eyes.size == len(eyes.numbers(game.new(seats), 0))
        assert all(part.meaning and part.most > 0 for part in eyes.layout)


SCRIPT = """
import hashlib, json, sys
import klatsch
from klatsch.core.rng import Rng
sums = {}
for name in klatsch.names():
    game = klatsch.load(name)
    state = game.new()
    eyes = game.definition.observation(game, int(state.seats))
    rng, sum = Rng(5), hashlib.sha256()
    for step in range(300):
        if state.actor == klatsch.OVER:
            break
        state.apply(state.sample(rng))
        sum.update(json.dumps(eyes.numbers(state, step % int(state.seats))).encode())
    sums[name] = sum.hexdigest()
print(json.dumps([klatsch.compiled(), sums]))
"""


def test_compiled_and_interpreted_observers_agree() -> None:
    if not klatsch.compiled():
        pytest.skip("the rules are not compiled here: there is nothing to compare")
    told = []
    for pure in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "KLATSCH_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(json.loads(done.stdout))
    assert [compiled for compiled, _ in told] == [True, False]
    assert told[0][1] == told[1][1]
    assert hashlib.sha256().hexdigest() not in told[0][1].values()


# Where the sizes of three hands lie among ChoCo's numbers, and the last of those hands: four cards of five numbers.
SIZES = slice(152, 155)
HAND_OF_2 = 196

# ── Single games ──────────────────────────────────────────────────────────────────────────────────────


def test_connect_four_from_both_seats() -> None:
    game = klatsch.load("connect-four")
    state = game.new()
    for column in (3, 3, 0):
        state.apply(column)
    eyes = observer(game, 2)
    yellow, red = (part_of(eyes.numbers(state, seat), eyes.layout, "discs") for seat in (0, 1))
    assert [place for place, disc in enumerate(yellow) if disc] == [0, 3 * 6, 42 + 3 * 6 + 1]
    assert red == yellow[42:] + yellow[:42]
    assert part_of(eyes.numbers(state, 0), eyes.layout, "actor") == [0, 1, 0]
    assert part_of(eyes.numbers(state, 1), eyes.layout, "actor") == [1, 0, 0]


def test_kuhn_poker_shows_the_other_card_only_at_the_end() -> None:
    game = klatsch.load("kuhn-poker")
    state = game.new()
    eyes = observer(game, 2)
    for action in ("deal 2", "deal 3", "pass"):
        state.play(action)
    assert part_of(eyes.numbers(state, 1), eyes.layout, "cards") == [0, 0, 1, 0, 0, 0]
    assert part_of(eyes.numbers(state, 1), eyes.layout, "bets") == [1, 0, 0, 0, 0, 0]
    state.play("bet")
    state.play("bet")
    assert part_of(eyes.numbers(state, 1), eyes.layout, "cards") == [0, 0, 1, 0, 1, 0]
    assert part_of(eyes.numbers(state, 1), eyes.layout, "bets") == [1, 0, 0, 1, 0, 1]


def test_coin_age_tells_points_and_banks() -> None:
    game = klatsch.load("coin-age")
    eyes = observer(game, 2)
    for state in walk(game, 2, 3):
        numbers = eyes.numbers(state, 1)
        totals = state.view(1)["totals"]
        assert part_of(numbers, eyes.layout, "points") == [totals[1]["points"], totals[0]["points"]]
        assert part_of(numbers, eyes.layout, "banks") == [
            *state.view(1)["banks"][1].values(),
            *state.view(1)["banks"][0].values(),
        ]


def test_choco_tells_nothing_of_the_places_in_other_hands() -> None:
    """Two cards of another hand change places: its owner sees that, nobody else does."""
    game = klatsch.load("choco")
    eyes = observer(game, 3)
    changed = 0
    for state in walk(game, 3, 2):
        numbers = state.numbers()
        if min(numbers[SIZES]) < 2 or state.view(2)["phase"] not in ("card", "token"):
            continue
        one, two = numbers[HAND_OF_2 : HAND_OF_2 + 5], numbers[HAND_OF_2 + 5 : HAND_OF_2 + 10]
        other = game.from_numbers(3, [*numbers[:HAND_OF_2], *two, *one, *numbers[HAND_OF_2 + 10 :]])
        for seat in (0, 1):
            assert other.view(seat) == state.view(seat)
            assert eyes.numbers(other, seat) == eyes.numbers(state, seat)
        changed += eyes.numbers(other, 2) != eyes.numbers(state, 2)
    assert changed > 5
