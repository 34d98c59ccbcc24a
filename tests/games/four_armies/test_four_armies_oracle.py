"""The capture oracle against the rulebook's examples and our rulings, each worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from games.four_armies.oracle import (
    CHIP,
    NEIGHBOURS,
    Answer,
    Board,
    Options,
    Outcome,
    Position,
    Resolver,
    Stand,
    Unit,
    courses,
    find_batch,
    outcomes,
)

KINDS = {"m": "mounted", "h": "hero"}


def set_up(
    text: str, reserves: Mapping[str, int] | None = None, captured: Mapping[str, list[Unit]] | None = None, **rules: str
) -> Position:
    """A position from text such as "human 4 5m, elf 9h": armies in turn order, the first one active. Every army has
    five units in reserve unless told otherwise, so that nobody is eliminated by the way."""
    units: dict[int, Unit] = {}
    order: list[str] = []
    for part in text.split(","):
        army, *places = part.split()
        order.append(army)
        for place in places:
            units[int(place.rstrip("mh"))] = (army, KINDS.get(place[-1], "regular"))
    counts = dict.fromkeys(order, 5) | dict(reserves or {})
    return Position(units, order[0], order, counts, captured or {}, Options(**rules))


def play(position: Position, *answers: Answer) -> Resolver:
    resolver = Resolver(position)
    for choice in answers:
        resolver.answer(choice)
    return resolver


def asks(resolver: Resolver, army: str, kind: str, subject: int | None, *answers: Answer) -> None:
    decision = resolver.pending
    assert decision is not None
    assert (decision.army, decision.kind, decision.subject) == (army, kind, subject)
    assert decision.answers == frozenset(answers)


def settles(resolver: Resolver, text: str, **piles: list[str]) -> None:
    """The map is as in the text, and the captors' piles hold these armies' units; nothing is left to decide."""
    assert resolver.pending is None
    outcome = resolver.outcome()
    assert dict(outcome.units) == (dict(set_up(text).units) if text else {})
    held = {captor: sorted(army for army, _ in units) for captor, units in outcome.captured if units}
    assert held == {captor: sorted(units) for captor, units in piles.items()}


def test_geometry() -> None:
    assert sum(len(near) for near in NEIGHBOURS.values()) == 2 * 42
    assert all(hex_ in NEIGHBOURS[other] for hex_, near in NEIGHBOURS.items() for other in near)
    assert sorted(hex_ for hex_, near in NEIGHBOURS.items() if len(near) < 6) == [
        *range(4),
        6,
        7,
        11,
        12,
        *range(15, 19),
    ]
    assert sorted(hex_ for hex_, near in NEIGHBOURS.items() if len(near) == 3) == [0, 2, 7, 11, 16, 18]
    assert NEIGHBOURS[CHIP] == {4, 5, 8, 10, 13, 14}
    assert NEIGHBOURS[3] == {0, 4, 7, 8}


# The rulebook's examples


def test_example_1_a_placed_unit_is_captured_while_it_captures() -> None:
    resolver = play(set_up("human 0 7, goblin 3 4"))
    asks(resolver, "human", "advance", None, (7, 3), None)
    settles(play(set_up("human 0 7, goblin 3 4"), None), "human 7, goblin 4", human=["goblin"], goblin=["human"])
    settles(play(set_up("human 0 7, goblin 3 4"), (7, 3)), "human 3, goblin 4", human=["goblin"], goblin=["human"])


def test_example_1_a_placed_unit_is_only_captured() -> None:
    settles(play(set_up("human 0 18, goblin 3 4")), "human 18, goblin 3 4", goblin=["human"])


def test_example_2_the_moved_unit_and_one_enemy_are_captured_together() -> None:
    resolver = play(set_up("human 2 11 14, goblin 6 5"), None)
    settles(resolver, "human 11 14, goblin 5", human=["goblin"], goblin=["human"])


def test_example_3_capture_advance_capture_advance() -> None:
    position = set_up("human 13 8 6, goblin 9 5")
    asks(play(position), "human", "advance", None, (13, 9), (8, 9), None)
    asks(play(position, (8, 9)), "human", "advance", None, (9, 5), (6, 5), None)
    settles(play(position, (8, 9), (6, 5)), "human 13 9 5", human=["goblin", "goblin"])
    settles(play(position, None), "human 13 8 6, goblin 5", human=["goblin"])


def test_example_4_a_mounted_unit_with_one_hex_to_retreat_to() -> None:
    position = set_up("human 4 5 18, elf 9m")
    asks(play(position), "elf", "retreat", 9, 13, None)
    settles(play(position, 13), "human 4 5 18, elf 13m")
    asks(play(position, None), "human", "advance", None, (4, 9), (5, 9), None)


# Retreats


def test_no_retreat_on_the_own_turn() -> None:
    settles(play(set_up("elf 9m, human 4 5 18")), "human 4 5 18", human=["elf"])


def test_no_question_if_there_is_nowhere_to_go() -> None:
    asks(play(set_up("human 4 5 16 18, elf 9m")), "human", "advance", None, (4, 9), (5, 9), None)


def test_other_enemies_than_the_captor_bar_a_hex_too() -> None:
    asks(play(set_up("human 4 5, goblin 18, elf 9m")), "elf", "retreat", 9, 13, None)


def test_retreats_begin_left_of_the_active_army_and_see_earlier_ones() -> None:
    dwarf_first = set_up("human 6 10 16 17, dwarf 13m, goblin 5m")
    asks(play(dwarf_first), "dwarf", "retreat", 13, 8, None)
    asks(play(dwarf_first, 8), "goblin", "retreat", 5, 1, None)
    goblin_first = set_up("human 6 10 16 17, goblin 5m, dwarf 13m")
    asks(play(goblin_first), "goblin", "retreat", 5, 1, 4, None)
    asks(play(goblin_first, 1), "dwarf", "retreat", 13, 8, None)
    settles(play(goblin_first, 4, None), "human 6 10 16 17, goblin 4m", human=["dwarf"])


def test_a_retreating_unit_still_captures() -> None:
    position = set_up("human 5 8m, elf 9m 2")  # two first strikes: on 5 and on 9
    asks(play(position), "elf", "retreat", 9, 14, None)
    settles(play(position, 14), "human 8m, elf 14m 2", elf=["human"])


# Claims


def test_three_armies_with_two_units_each() -> None:
    position = set_up("human 9, elf 4 5, dwarf 8 13, goblin 10 14")
    asks(play(position), "human", "claim", 9, "elf", "dwarf", "goblin")
    settles(play(position, "dwarf"), "elf 4 5, dwarf 8 13, goblin 10 14", dwarf=["human"])


def test_most_units_claim_first() -> None:
    text = "human 9, elf 4 5 10, dwarf 8 13"
    settles(play(set_up(text)), "elf 4 5 10, dwarf 8 13", elf=["human"])
    asks(play(set_up(text, claim="owner")), "human", "claim", 9, "elf", "dwarf")


@pytest.mark.parametrize("rule", ["most_units", "owner"])
def test_first_strike_claims_before_all_others(rule: str) -> None:
    settles(play(set_up("human 9, elf 4 5 10, dwarf 8m 13", claim=rule)), "elf 4 5 10, dwarf 8m 13", dwarf=["human"])


# First strike


def test_first_strike_saves_the_striker_s_partner() -> None:
    position = set_up("human 4 3m, goblin 0 9")
    asks(play(position), "human", "advance", None, (3, 0), (4, 0), None)
    settles(play(position, None), "human 4 3m, goblin 9", human=["goblin"])
    settles(play(set_up("human 4 3, goblin 0 9"), None), "human 3, goblin 9", human=["goblin"], goblin=["human"])


def test_first_strike_against_the_mover() -> None:
    settles(play(set_up("human 4 3, goblin 0 9m")), "human 3, goblin 0 9m", goblin=["human"])


def test_two_first_strikes_are_simultaneous() -> None:
    resolver = play(set_up("human 4 3m, goblin 0 9m"))
    asks(resolver, "human", "advance", None, (3, 0), None)


def test_a_third_mounted_unit_makes_a_first_strike() -> None:
    assert find_batch(board_of(set_up("human 4 5 10m, goblin 9 1"))).keys() == {9}
    assert find_batch(board_of(set_up("human 4 5 10, goblin 9 1"))).keys() == {1, 4, 5, 9}


def test_the_rest_is_checked_after_the_advances_of_first_strike() -> None:
    position = set_up("human 4 3m 15 17, goblin 0, dwarf 18")
    asks(play(position), "human", "advance", None, (3, 0), (4, 0), None)
    asks(play(position, None), "human", "advance", None, (15, 18), (17, 18), None)
    asks(play(position, (4, 0)), "human", "advance", None, (15, 18), (17, 18), None)


# Advances


def test_advances_per_capture_or_one() -> None:
    text = "human 4m 13, goblin 8 9"
    asks(play(set_up(text)), "human", "advance", None, (4, 8), (4, 9), (13, 8), (13, 9), None)
    asks(play(set_up(text), (4, 8)), "human", "advance", None, (13, 9), None)  # the unit now at 8 has moved
    settles(play(set_up(text), (4, 8), (13, 9)), "human 8m 9", human=["goblin", "goblin"])
    settles(play(set_up(text, advance="one"), (4, 8)), "human 8m 13", human=["goblin", "goblin"])


def test_only_the_active_army_advances() -> None:
    assert play(set_up("human 9, goblin 4 5")).pending is None


def test_an_advance_can_be_captured() -> None:
    position = set_up("human 4 8, elf 9 10 14")
    settles(play(position, (8, 9)), "human 4, elf 10 14", human=["elf"], elf=["human"])


# Heroes


def test_elf_hero_retreats_and_forces() -> None:
    position = set_up("human 4 5, elf 9h")
    asks(play(position), "elf", "retreat", 9, 13, 14, None)
    asks(play(position, 13), "elf", "force", None, (4, 9), (5, 9), None)
    settles(play(position, 13, None), "human 4 5, elf 13h")
    settles(play(position, 13, (5, 9)), "human 4 9, elf 13h")
    assert play(position, 13, (5, 9)).outcome().forces_used == 1


def test_forced_into_a_trap() -> None:
    position = set_up("human 4 5, elf 9h 14")
    settles(play(position, 13, (4, 9)), "human 5, elf 13h 14", elf=["human"])


def test_elf_hero_lets_regulars_retreat() -> None:
    text = "human 4 5, elf 9 14h"
    asks(play(set_up(text)), "elf", "retreat", 9, 13, None)
    settles(play(set_up(text), 13), "human 4 5, elf 13 14h")
    wide = set_up(text, elf_force="hero_and_regulars")
    asks(play(wide, 13), "elf", "force", None, (4, 9), (5, 9), None)
    settles(play(wide, 13, (4, 9)), "human 5, elf 13 14h", elf=["human"])
    asks(play(set_up("human 4 5, elf 9 18h")), "human", "advance", None, (4, 9), (5, 9), None)


def test_elf_hero_grants_while_captured_in_the_same_batch() -> None:
    position = set_up("human 4 5 6, elf 9 10h")
    asks(play(position), "elf", "retreat", 9, 13, 14, None)
    asks(play(position, 14), "elf", "retreat", 10, 15, None)
    asks(play(position, 14, None), "human", "advance", None, (6, 10), None)
    settles(play(position, 14, None, None), "human 4 6, elf 14", human=["elf"], elf=["human"])


def test_several_forcings_are_offered_together() -> None:
    position = set_up("human 4 5 6, elf 9 10h", elf_force="hero_and_regulars")
    resolver = play(position, 14, 15)  # the unit at 5 was captured, though both retreated
    asks(resolver, "elf", "force", None, (4, 9), (6, 10), None)
    asks(play(position, 14, 15, (4, 9)), "elf", "force", None, (6, 10), None)
    settles(play(position, 14, 15, None), "human 4 6, elf 14 15h", elf=["human"])


def test_forcing_comes_before_advances_and_its_check_is_full() -> None:
    position = set_up("human 3m 4 15 17, elf 0 8h, goblin 18")
    asks(play(position), "elf", "retreat", 8, 12, None)
    asks(play(position, 12), "elf", "force", None, (3, 8), (4, 8), None)
    declined = play(position, 12, None)
    asks(declined, "human", "advance", None, (3, 0), (4, 0), None)
    assert (18, ("goblin", "regular")) in declined.outcome().units  # still to come: not a first strike
    asks(play(position, 12, (4, 8)), "human", "advance", None, (3, 0), (15, 18), (17, 18), None)


def test_no_more_than_twenty_forced_steps() -> None:
    start = set_up("human 4 5, elf 9h")
    asks(play(replace(start, forces_used=19), 13), "elf", "force", None, (4, 9), (5, 9), None)
    settles(play(replace(start, forces_used=20), 13), "human 4 5, elf 13h")


def test_awe_against_mounted_units() -> None:
    asks(play(set_up("human 4 5, elf 9m, falcon 14h")), "human", "advance", None, (4, 9), (5, 9), None)
    resolver = play(set_up("human 4 3m, goblin 0 9, falcon 7h"), None)
    settles(resolver, "human 3m, goblin 9, falcon 7h", human=["goblin"], goblin=["human"])


def test_awe_lasts_through_the_batch_in_which_the_falcon_hero_falls() -> None:
    resolver = play(set_up("human 4 5 17 18, elf 9m, falcon 14h"), None)
    settles(resolver, "human 4 5 17 18", human=["elf", "falcon"])


def test_awe_leaves_elf_retreats_alone() -> None:
    asks(play(set_up("human 4 5, falcon 10h, elf 9h 2")), "elf", "retreat", 9, 13, None)
    asks(play(set_up("human 4 5, falcon 12h, elf 9 13h")), "elf", "retreat", 9, 14, None)
    asks(play(set_up("human 4 5, falcon 8h, elf 9m 13h")), "human", "advance", None, (4, 9), (5, 9), None)


# Elimination


def test_elimination_removes_the_rest_and_leaves_the_advance() -> None:
    position = set_up("human 4 5, goblin 9 18, elf 16", {"goblin": 0}, {"goblin": [("elf", "regular")]})
    asks(play(position), "human", "advance", None, (4, 9), (5, 9), None)
    resolver = play(position, (4, 9))
    settles(resolver, "human 9 5, elf 16", human=["goblin"])
    assert resolver.outcome().eliminated == (frozenset({"goblin"}),)
    assert resolver.outcome().removed == (("elf", "regular"), ("goblin", "regular"))
    assert dict(resolver.outcome().reserves) == {"human": 5, "elf": 5}


def test_a_last_unit_in_reserve_does_not_help() -> None:
    resolver = play(set_up("human 9, goblin 4 5, elf 18", {"human": 1}))
    settles(resolver, "goblin 4 5, elf 18", goblin=["human"])
    assert resolver.outcome().eliminated == (frozenset({"human"}),)


def test_two_fall_together_and_the_turn_ends() -> None:
    resolver = play(set_up("human 0 7, goblin 3 4, falcon 18", {"human": 0, "goblin": 0}))
    settles(resolver, "falcon 18")
    assert resolver.outcome().eliminated == (frozenset({"human", "goblin"}),)
    settles(play(set_up("human 0 7, goblin 3 4", {"human": 0, "goblin": 0})), "")


def test_an_eliminated_elf_army_forces_nobody() -> None:
    resolver = play(set_up("human 3 4 5, elf 0 9h", {"elf": 0}), 14)
    asks(resolver, "human", "advance", None, (3, 0), None)
    assert resolver.outcome().eliminated == (frozenset({"elf"}),)


# The interface


def test_wrong_use_is_refused() -> None:
    with pytest.raises(ValueError, match="isn't alive"):
        Resolver(Position({0: ("elf", "hero")}, "human", ["human", "elf"], {"human": 5}))
    resolver = play(set_up("human 4 5, elf 9m"))
    with pytest.raises(ValueError, match="doesn't answer"):
        resolver.answer(0)


def test_outcomes_explores_everything() -> None:
    position = set_up("human 13 8 6, goblin 9 5")
    # No advance; 13 or 8 to Chip, and then none or one of two to 5.
    assert len(outcomes(position)) == 1 + 2 * 3
    assert all(play(position, *answers).outcome() == outcome for answers, outcome in courses(position))
    with pytest.raises(RuntimeError):
        outcomes(position, most=3)


# Random positions


def board_of(position: Position) -> Board:
    return {hex_: Stand(*unit) for hex_, unit in position.units.items()}


def random_position(rng: random.Random) -> Position:
    """A settled map onto which the active army has just put one more unit."""
    order = rng.sample(["human", "elf", "dwarf", "goblin", "falcon"], rng.randint(2, 5))
    all_kinds = ["hero", "mounted", "regular", "regular", "regular", "regular"]
    supply = {army: [kind for kind in all_kinds if army != "falcon" or kind != "mounted"] for army in order}
    units: dict[int, Unit] = {}
    for hex_ in rng.sample(range(19), rng.randint(4, 18)):
        army = rng.choice([*order[1:], order[0], order[0]])
        if supply[army]:
            kind = rng.choice(supply[army])
            trial = {**units, hex_: (army, kind)}
            if not find_batch({place: Stand(*unit) for place, unit in trial.items()}):
                units = trial
                supply[army].remove(kind)
    free = [hex_ for hex_ in range(19) if hex_ not in units]
    if supply[order[0]]:
        crowded = max(free, key=lambda hex_: len(NEIGHBOURS[hex_] & units.keys()))
        units[rng.choice([crowded, rng.choice(free)])] = (
            order[0],
            supply[order[0]].pop(rng.randrange(len(supply[order[0]]))),
        )
    sizes = Counter(army for army, _ in units.values())
    reserves = {army: rng.randint(max(0, 2 - sizes[army]), max(2, 6 - sizes[army])) for army in order}
    options = Options(
        rng.choice(["most_units", "owner"]),
        rng.choice(["per_capture", "one"]),
        rng.choice(["hero", "hero_and_regulars"]),
    )
    return Position(units, order[0], order, reserves, {}, options)


def tally(outcome: Outcome) -> Counter[Unit]:
    piles = [unit for _, units in outcome.captured for unit in units]
    return Counter([*(unit for _, unit in outcome.units), *piles, *outcome.removed])


def test_random_positions_keep_the_rules_invariants() -> None:
    kinds_asked: Counter[str] = Counter()
    for seed in range(3000):
        rng = random.Random(seed)
        position = random_position(rng)
        resolver = Resolver(position)
        while resolver.pending is not None:
            decision = resolver.pending
            kinds_asked[decision.kind] += 1
            assert len(decision.answers) >= 2
            assert (decision.army == position.active) == (decision.kind in ("advance", "claim"))
            resolver.answer(rng.choice(sorted(decision.answers, key=repr)))
        outcome = resolver.outcome()
        assert not find_batch({hex_: Stand(*unit) for hex_, unit in outcome.units})
        assert tally(outcome) == Counter(position.units.values())
        alive = dict(outcome.reserves)
        assert alive.keys() | frozenset().union(*outcome.eliminated) == set(position.order)
        for army, count in alive.items():
            assert count + sum(owner == army for _, (owner, _) in outcome.units) >= 2
        for captor, units in outcome.captured:
            assert all(position.active in (captor, owner) for owner, _ in units)
    assert min(kinds_asked[kind] for kind in ("retreat", "claim", "force", "advance")) > 5, kinds_asked


@pytest.mark.parametrize("seed", range(40))
def test_random_play_ends_in_one_of_the_outcomes(seed: int) -> None:
    rng = random.Random(seed)
    position = random_position(rng)
    resolver = Resolver(position)
    while resolver.pending is not None:
        resolver.answer(rng.choice(sorted(resolver.pending.answers, key=repr)))
    assert resolver.outcome() in outcomes(position)
