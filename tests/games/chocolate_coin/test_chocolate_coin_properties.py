"""What holds in every position of every game: conservation, small decisions, prompts; damaged states."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.chocolate_coin.boardfile import shipped_text
from klatsch.games.chocolate_coin.invariant import invariant
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules import layout as at
from klatsch.games.chocolate_coin.rules.game import STEPS, ChocolateCoin

from games.chocolate_coin.table import table

DOCKED = "l3: gift 2 5\nr1: gift 3\nm1: santa 2"
VARIANTS: list[tuple[int, dict[str, str]]] = [
    (4, {}),
    (3, {"gift_relay": "no", "ie_regions": "precincts", "scoring_turn": "yes"}),
    (2, {"bp_regions": "half_tokens", "secondary_from": "top", "santa_build": "bases_gifts"}),
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

    # No event of the campus asks about stealth or moves to any Region, so here they do.
    board = shipped_text("campus").replace('effect = "lose", points = 3', 'effect = "stealth", by = 2')
    board = board.replace('effect = "operation", kind = "move" }', 'effect = "move", units = "any" }')
    game = klatsch.load("chocolate-coin", board=board)
    seen: dict[int, int] = {}
    for seed in range(200):
        if set(seen) == set(CLAUSES):
            break
        # Random Santas seldom bring a gift to a dock: every second game begins with some there.
        state: klatsch.State = game.new(4) if seed % 2 else table(DOCKED, board=board)
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
    """A stored match has a checksum over them: an offset that moves would close it, unless the rules' version rises."""
    places = (at.DICE, at.SUPPORT, at.TRACK, at.GIFTS, at.SEEN, at.KIND, at.ACTION_FIRST, at.ROLLED, at.MOVED_SANTA)
    assert places == (49, 55, 66, 70, 124, 156, 170, 201, 208)
    assert (at.ACTION_END, at.SIZE, kinds.KINDS) == (318, 321, 51)
    assert (at.DIE_REGION, at.DIE_BASE, at.DIE_PLACED, at.DIE_MOVED) == (64, 32, 16, 8)


def test_every_step_stands_in_the_place_of_its_kind() -> None:
    assert [step.kind for step in STEPS] == list(range(kinds.KINDS))
