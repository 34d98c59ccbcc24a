"""What must hold in every game, checked by random play."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.four_armies import position as at
from klatsch.games.four_armies import rules
from klatsch.games.four_armies.actions import ACTIONS, Place, Step
from klatsch.games.four_armies.hexes import HEXES, NEAR, neighbours
from klatsch.games.four_armies.rules import FourArmies
from klatsch.games.four_armies.view import PHASES

from games.four_armies.drawn import settled
from games.four_armies.test_four_armies_agreement import after, random_state

VARIANTS: list[tuple[int, dict[str, object]]] = [
    (2, {"armies": "elf,human"}),
    (3, {"armies": "goblin,dwarf,elf", "prisoner_exchange": "on"}),
    (4, {"claim": "owner", "berserk_with": "any"}),
    (5, {"elf_force": "hero_and_regulars", "advance": "one", "prisoner_exchange": "on"}),
    (5, {"max_five": "on", "arms_race": "smallest", "hero_or_mounted": "on"}),
]
each_variant = pytest.mark.parametrize(("seats", "options"), VARIANTS)


def steps(seats: int, options: dict[str, object], seed: int) -> Iterator[tuple[FourArmies, int, FourArmies]]:
    """Every step of a random game: the state before, the action, the state after."""
    state = klatsch.load("four-armies", **options).new(seats)
    assert isinstance(state, FourArmies)
    rng = Rng(seed)
    while state.actor != klatsch.OVER:
        before = state.clone()
        action = int(state.sample(rng))
        state.apply(action)
        yield before, action, state


@each_variant
def test_units_are_conserved_and_turns_settled(seats: int, options: dict[str, object]) -> None:
    """Map + reserve + captured + out of the game hold every unit, always; and when an action is to be chosen, nobody
    stands beside two enemies of one army, and nothing of the last captures is left in the numbers."""
    for seed in range(25):
        for _, _, state in steps(seats, options, seed):
            assert rules.invariant(state) is None
            if state.v[at.PHASE] in (at.CHOOSE_ACTION, at.CHOOSE_BERSERK):
                assert settled(state)
                assert not any(state.v[number] for number in range(at.SNAPSHOT, at.FEWEST))


def moved_unit(before: FourArmies, action: int) -> tuple[int, int, int] | None:
    """Owner, source and target (as masks) of a unit that the action moves or places."""
    record = ACTIONS[action]
    if isinstance(record, Place):
        return int(before.actor), 0, 2**record.hex
    if isinstance(record, Step):
        return int(before.owner_at(record.source)), 2**record.source, 2**record.target
    return None


@each_variant
def test_who_can_capture_whom(seats: int, options: dict[str, object]) -> None:
    """On a player's turn every capture is by or from that player; only units of theirs that came to their hex in this
    turn are captured, and every capture by them is beside such a unit."""
    captures = 0
    for seed in range(25):
        came = 0  # where units of the active player stand that moved, were placed or advanced this turn
        turn = 0
        for before, action, state in steps(seats, options, seed):
            if before.v[at.TURN] != turn:
                turn, came = int(before.v[at.TURN]), 0
            active = int(before.v[at.ACTIVE])
            expected = [int(before.v[at.UNITS + seat]) for seat in range(seats)]
            moved = moved_unit(before, action)
            if moved is not None:
                owner, source, target = moved
                expected[owner] = expected[owner] & ~source | target
                if owner == active:
                    came = came & ~source | target
            for captor in range(seats):
                for owner in range(seats):
                    if (
                        captor != owner
                        and state.lives(captor)
                        and state.held(captor, owner) > before.held(captor, owner)
                    ):
                        captures += 1
                        assert active in (captor, owner)
            if action_withdraws(action):
                continue
            for seat in range(seats):
                lost = expected[seat] & ~int(state.v[at.UNITS + seat])
                if lost and state.lives(seat) and seat == active:
                    assert lost & ~came == 0
                elif lost and state.lives(seat):
                    assert all(int(NEAR[hex]) & came for hex in range(19) if lost & 2**hex)
            came &= int(state.v[at.UNITS + active])
    assert captures > 30


def action_withdraws(action: int) -> bool:
    return ACTIONS[action].notation == "withdraw"


def test_every_kind_of_decision_occurs_in_random_play() -> None:
    seen = set()
    for seats, options in VARIANTS:
        for seed in range(60):
            for before, _, _ in steps(seats, options, seed):
                seen.add(PHASES[before.v[at.PHASE]])
    assert seen == set(PHASES)


def test_damaged_numbers_are_refused_or_played() -> None:
    """`restore` raises nothing but ValueError and IndexError."""
    rng = random.Random(4)
    state = klatsch.load("four-armies").new(4)
    good = state.numbers()
    with pytest.raises(ValueError, match="no state"):
        state.clone().restore(good[:-1])
    for _ in range(300):
        bad = list(good)
        for _ in range(rng.randrange(1, 5)):
            bad[rng.randrange(len(bad))] = rng.choice((-1, 7, 99, 2**19, -(2**31), 2**31 - 1))
        try:
            state.clone().restore(bad)
        except (ValueError, IndexError):
            continue
    overlapping = list(good)
    overlapping[1 + at.UNITS] = overlapping[2 + at.UNITS] = 5
    with pytest.raises(ValueError, match="no state"):
        state.clone().restore(overlapping)


def test_threatened_units_are_those_that_one_action_could_capture() -> None:
    """The marks of the drawing, against trying every placement and move of every enemy."""
    rng = random.Random(9)
    marked = 0
    for _ in range(40):
        state = random_state(rng)
        found = set()
        for enemy in range(state.seats):
            turn = state.clone()
            turn.v[at.ACTIVE] = enemy
            turn.choose_action()
            for action in turn.legal_actions():
                notation = turn.game.notation(action)
                if notation.split()[0] in ("place", "move"):
                    found |= captured_by(after(turn, notation), enemy)
        marked += len(found)
        assert set(state.view(0)["threatened"]) == found
    assert marked > 40


def captured_by(state: FourArmies, seat: int) -> set[str]:
    return {
        name
        for hex, name in enumerate(HEXES)
        if state.owner_at(hex) not in (-1, seat) and sum(state.owner_at(near) == seat for near in neighbours(hex)) >= 2
    }
