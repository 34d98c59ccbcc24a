"""What holds in every position of every game: conservation, small decisions, prompts; damaged states."""

from __future__ import annotations

import itertools
import math

import pytest

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.chocolate_coin.invariant import invariant
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules import layout as at
from klatsch.games.chocolate_coin.rules.game import STEPS, ChocolateCoin

from games.chocolate_coin.table import asked, here, play, table

VARIANTS: list[tuple[int, dict[str, str]]] = [
    (4, {}),
    (3, {"gift_relay": "no", "ie_regions": "precincts", "scoring_turn": "yes"}),
    (2, {"bp_regions": "bases", "secondary_from": "top"}),
]


def check(state: ChocolateCoin) -> None:
    assert invariant(state) is None


def random_game(game: klatsch.Game, seats: int, seed: int) -> int:
    """The most actions that were legal at once."""
    state = game.new(seats)
    assert isinstance(state, ChocolateCoin)
    rng = Rng(seed)
    most = 0
    while state.actor != klatsch.OVER:
        if state.actor >= 0:
            legal = state.legal_actions()
            assert len(legal) > 1  # §7.3: a single answer is not asked
            assert len(set(legal)) == len(legal)
            most = max(most, len(legal))
        state.apply(state.sample(rng))
        check(state)
    return most


@pytest.mark.rule("chocolate_coin 1.6", "chocolate_coin 1.8", "chocolate_coin 7.3")
@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_tokens_are_conserved(seats: int, options: dict[str, str]) -> None:
    game = klatsch.load("chocolate-coin", **options)
    assert max(random_game(game, seats, seed) for seed in range(30)) <= 150


@pytest.mark.long
@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_tokens_are_conserved_at_length(seats: int, options: dict[str, str]) -> None:
    game = klatsch.load("chocolate-coin", **options)
    assert max(random_game(game, seats, seed) for seed in range(3000)) <= 150


def eager(state: klatsch.State, rng: Rng) -> int:
    """A random action, but never a pass and seldom an end: games full of tokens, with empty supplies."""
    legal = state.legal_actions()
    useful = [action for action in legal if action > 1]
    return legal[rng.below(len(legal))] if not useful or rng.below(20) == 0 else useful[rng.below(len(useful))]


@pytest.mark.rule("chocolate_coin 1.8", "chocolate_coin 1.9")
def test_tokens_are_conserved_when_supplies_are_empty() -> None:
    """Eager play empties supplies, so that own tokens are taken off the board; the prompts are read as well."""
    game = klatsch.load("chocolate-coin")
    taken_off = 0
    for seed in range(12):
        state = game.new(4)
        rng = Rng(seed)
        while state.actor != klatsch.OVER:
            action = eager(state, rng) if state.actor >= 0 else int(state.sample(rng))
            assert state.prompt(klatsch.PUBLIC)
            assert state.describe(action, klatsch.PUBLIC)
            taken_off += game.notation(action).startswith("take off")
            state.apply(action)
            assert isinstance(state, ChocolateCoin)
            check(state)
    assert taken_off > 20


def test_every_kind_of_decision_is_reached_and_refuses_politely() -> None:
    """Over eager games every kind of question comes up; whatever else is tried gets a clause and a sentence."""
    from klatsch.games.chocolate_coin.words import CLAUSES

    game = klatsch.load("chocolate-coin")
    seen: dict[int, int] = {}
    for seed in range(200):
        if set(seen) == set(CLAUSES):
            break
        # Random Santas seldom bring a gift to a dock: every second game begins with some there.
        state: klatsch.State = game.new(4) if seed % 2 else table("l3: gift 2 5\nr1: gift 3\nm1: santa 2")
        rng = Rng(1000 + seed)
        while state.actor != klatsch.OVER:
            assert isinstance(state, ChocolateCoin)
            kind = int(state.v[at.KIND])
            if state.actor >= 0 and seen.get(kind, 0) < 3:
                seen[kind] = seen.get(kind, 0) + 1
                legal = set(state.legal_actions())
                for action in range(len(game.actions)):
                    refusal = state.refusal(action)
                    assert (refusal is None) == (action in legal)
                    assert refusal is None or (refusal.clause and game.definition.words.say("en")(refusal.message))
            state.apply(eager(state, rng) if state.actor >= 0 else int(state.sample(rng)))
    assert set(CLAUSES) - set(seen) == set()


# ── Nothing is offered twice, nothing is left out ─────────────────────────────────────────────────────────────────


def ends(state: klatsch.State, faction: str, places: str) -> list[tuple[str, ...]]:
    """What lies in some places after every way in which a faction can go on until another one is asked."""
    found = []
    waiting = [state]
    while waiting:
        position = waiting.pop()
        if asked(position) != faction:
            found.append(tuple(here(position, place) for place in places.split()))
            continue
        for action in position.legal_actions():
            copy = position.clone()
            copy.apply(action)
            waiting.append(copy)
    return found


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 8.17", "chocolate_coin 8.18", "chocolate_coin 8.22")
def test_every_way_to_use_three_hits_comes_once() -> None:
    """Brute force: any 0 … 3 tokens, bases only when the units of their faction that can be hit are gone."""
    state = table("m1: santa 4, elf 2, base elf, bp 2 2 5, base bp 3\na: 1\nb: 2")
    play(state, "primary ops", "attack", "region m1", "roll 1", "roll 2", "roll 3", "roll 6")
    found = ends(state, "santa", "m1 a b")
    wanted = set()
    for elf, elf_base, bp, bp_base, a, b in itertools.product(range(3), (0, 1), range(3), (0, 1), (0, 1), range(3)):
        if elf + elf_base + bp + bp_base + a + b > 3 or (elf_base and elf < 2) or (bp_base and bp < 2):
            continue
        things = ["santa 4", f"elf {2 - elf}" if elf < 2 else "", " ".join(["bp 5", *["2"] * (2 - bp)])]
        things += ["" if elf_base else "base elf", "" if bp_base else "base bp 3"]
        wanted.add((", ".join(thing for thing in things if thing), str(1 - a), str(2 - b)))
    assert set(found) == wanted
    assert len(found) == len(wanted)


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 9.5")
def test_every_way_to_disperse_comes_once() -> None:
    """Five units over the four neighbours of m1: 56 ways."""
    state = table("track: ie elf | santa bp\ncards: 2d 3d\na: 1\nm1: elf 5")
    play(state, "primary ops", "disperse", "region m1")
    found = ends(state, "ie", "m1 l1 r1 m2 r2")
    assert len(found) == len(set(found)) == math.comb(5 + 3, 3)


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 8.13")
def test_every_way_to_move_comes_once() -> None:
    """Two units and the gifts 2, 5, 5 from m1 to r1: (1 or 2 units) × (0 or 1 two) × (0, 1 or 2 fives)."""
    state = table("m1: santa 2, gift 2 5 5")
    play(state, "primary ops", "move", "region m1", "region r1")
    found = ends(state, "santa", "m1 r1")
    assert len(found) == len(set(found)) == 2 * 2 * 3


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 2.5", "chocolate_coin 2.7")
def test_every_set_up_comes_once() -> None:
    """E.L.F.: 10 splits of three units over three Regions; IE: 21 of two units over six precincts."""
    game = klatsch.load("chocolate-coin")
    for order, faction, places, count in (
        ("elf ie santa", "elf", "l1 r2 m3", 10),
        ("ie elf santa", "ie", "a b c d e f", 21),
    ):
        state = game.new(4)
        play(state, *(f"order {other}" for other in order.split()))
        found = ends(state, faction, places)
        assert len(found) == len(set(found)) == count
    state = game.new(4)
    play(state, "order santa", "order ie", "order elf")
    found = ends(state, "santa", "l1 m1 r1 l2 m2 r2 l3 m3 r3")
    pairs = 9 * 8 // 2 + 6  # two different Regions, or one that has two spaces
    assert len(found) == len(set(found)) == pairs * 9


def test_damaged_numbers_are_refused() -> None:
    state = table("l1: santa 1")
    numbers = state.numbers()
    for wrong in (
        [],
        numbers[:-1],
        [*numbers, 0],
        [9, *numbers[1:]],
        [*numbers[: at.KIND + 1], 99, *numbers[at.KIND + 2 :]],
    ):
        with pytest.raises(ValueError):
            state.restore(wrong)
    assert state.numbers() == numbers


def test_numbers_of_stored_matches_keep_their_places() -> None:
    """A stored match has a checksum over them: an offset that moves would close it."""
    places = (at.DICE, at.SUPPORT, at.TRACK, at.GIFTS, at.SEEN, at.KIND, at.ACTION_FIRST, at.ROLLED, at.MOVED_SANTA)
    assert places == (42, 48, 59, 63, 117, 149, 161, 185, 203)
    assert (at.ACTION_END, at.SIZE, kinds.KINDS) == (302, 305, 51)
    assert (at.DIE_REGION, at.DIE_BASE, at.DIE_PLACED, at.DIE_MOVED) == (64, 32, 16, 8)


def test_every_step_stands_in_the_place_of_its_kind() -> None:
    assert [step.kind for step in STEPS] == list(range(kinds.KINDS))
