"""Coin Age against a slow second opinion: every position of random games, and positions that no game reached."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.coin_age.board import Board
from klatsch.games.coin_age.layout import BANK, LENGTH, STACK
from klatsch.games.coin_age.scoring import points

from games.coin_age.positions import (
    KINDS,
    Stack,
    Stacks,
    bank,
    code,
    legal,
    read_map_file,
    slow_captures,
    slow_moves,
    slow_placements,
    slow_points,
    stacks_of,
)
from playing import walk

MAPS = ("forest", "frozen", "lagoon", "volcano")
MAJORITIES = ("more_than_opponent", "more_than_half")
PLAIN = {"capture_own": "yes", "cover_own": "yes", "move_whose": "any", "majority": "more_than_opponent"}
STRICT = {"capture_own": "no", "cover_own": "no", "move_whose": "own", "majority": "more_than_half"}


def regions_of(name: str) -> list[list[str]]:
    return [region["spaces"] for region in read_map_file(name)["regions"].values()]


def board_of(name: str, majority: str) -> Board:
    board = klatsch.load("coin-age", map=name, majority=majority).board
    assert isinstance(board, Board)
    return board


# ── Whole games ───────────────────────────────────────────────────────────────────────────────────


class Turn:
    """What a turn allows, kept by hand beside a game that is played."""

    def __init__(self, matched: list[int]) -> None:
        self.matched = matched
        self.matches = len(matched)
        self.placed = 0
        self.done: set[str] = set()

    def note(self, verb: str, words: list[str]) -> None:
        if verb in ("place", "pay"):
            self.matched.remove(KINDS.index(words[0]) + 1)
        self.placed += verb == "place"
        self.done.add(verb)

    def allowed(self, stacks: Stacks, borders: dict[str, list[str]], side: str, options: dict[str, str]) -> set[str]:
        found = {"end"}
        most = {0: 0, 1: 1, 2: 2, 3: 2, 4: 3 if "pay" in self.done else 2}[self.matches]
        if self.placed < most:
            found |= slow_placements(stacks, self.matched, side, options["cover_own"] == "yes")
        if self.matches == 4 and "pay" not in self.done:
            found |= {f"pay {KINDS[value - 1]}" for value in self.matched}
        if self.matches <= 1 and "move" not in self.done:
            found |= slow_moves(stacks, borders, side, options["move_whose"] == "any")
        if self.matches == 0 and "capture" not in self.done:
            found |= slow_captures(stacks, side, options["capture_own"] == "yes")
        return found


def check_tally(state: klatsch.State, regions: list[list[str]], majority: str) -> None:
    """Per space, region and bank: the view's tally adds up to the slow scorer's points."""
    view = state.view(klatsch.PUBLIC)
    stacks = stacks_of(state)
    for seat, side in enumerate("HT"):
        expected = slow_points(stacks, bank(state, seat), side, regions, majority)
        total = view["totals"][seat]
        assert total["points"] == expected
        assert total["map"] == expected - len(bank(state, seat))
        assert total["bank"] == len(bank(state, seat))
        assert total["bank_value"] == sum(int(value) for value in bank(state, seat))
        assert total["map"] == sum(space["points"] for space in view["spaces"] if space["controls"] == seat)
        for region, spaces in zip(view["regions"], regions, strict=True):
            assert region["points"][seat] == slow_points(stacks, "", side, [spaces], majority)
            tops = [stacks[name][0][1] for name in spaces if stacks[name]]
            assert region["controlled"][seat] == tops.count(side)


def check_game(name: str, options: dict[str, str], seed: int) -> str:
    """Play one random game beside the slow opinion; how it ended."""
    game = klatsch.load("coin-age", map=name, **options)
    facts = read_map_file(name)
    borders = {space: entry["borders"] for space, entry in facts["spaces"].items()}
    regions = regions_of(name)
    state = game.new()
    rng = Rng(seed)
    turn = Turn([])
    while state.actor != klatsch.OVER:
        check_tally(state, regions, options["majority"])
        if state.actor != klatsch.CHANCE:
            assert legal(state) == turn.allowed(stacks_of(state), borders, "HT"[state.actor], options)
        action = int(state.sample(rng))
        verb, *words = game.notation(action).split()
        if verb == "toss":
            turn = Turn([KINDS.index(kind) + 1 for kind in words if kind != "none"])
        turn.note(verb, words)
        state.apply(action)
    check_tally(state, regions, options["majority"])
    check_winner(state)
    assert state.outcome is not None
    return state.outcome.reason.id


def check_winner(state: klatsch.State) -> None:
    totals = state.view(klatsch.PUBLIC)["totals"]
    heads, tails = ((total["points"], total["bank_value"]) for total in totals)
    assert state.utility(0) == (1.0 if heads > tails else 0.0 if heads < tails else 0.5)
    assert state.utility(1) == 1 - state.utility(0)


@pytest.mark.parametrize("options", [PLAIN, STRICT], ids=["plain", "strict"])
@pytest.mark.parametrize("name", MAPS)
def test_random_games_beside_the_slow_opinion(name: str, options: dict[str, str]) -> None:
    reasons = {check_game(name, options, seed) for seed in range(4)}
    assert "end.map_full" in reasons


@pytest.mark.long
@pytest.mark.parametrize("options", [PLAIN, STRICT], ids=["plain", "strict"])
@pytest.mark.parametrize("name", MAPS)
def test_random_games_beside_the_slow_opinion_at_length(name: str, options: dict[str, str]) -> None:
    reasons = {check_game(name, options, seed) for seed in range(1000, 1150)}
    assert reasons == {"end.map_full", "end.bank_empty"}


@pytest.mark.parametrize("name", MAPS)
def test_coins_are_conserved_and_stacks_get_smaller_upwards(name: str) -> None:
    for state in walk(klatsch.load("coin-age", map=name), 2, 3):
        stacks = stacks_of(state)
        coins = [value for stack in stacks.values() for value, _ in stack]
        coins += [int(value) for seat in (0, 1) for value in bank(state, seat)]
        assert sorted(coins) == [1] * 8 + [2] * 6 + [3] * 4 + [4] * 2
        for stack in stacks.values():
            values = [value for value, _ in stack]
            assert values == sorted(set(values))


# ── Positions that no game reached ────────────────────────────────────────────────────────────────

stack_strategy: st.SearchStrategy[Stack] = st.dictionaries(st.integers(1, 4), st.sampled_from("HT")).map(
    lambda coins: sorted(coins.items())
)
stacks_strategy = st.lists(stack_strategy, min_size=10, max_size=10)
bank_strategy = st.lists(st.sampled_from("1234"), max_size=15).map("".join)


def packed_bank(held: str) -> int:
    return sum(held.count(str(value)) * 16 ** (value - 1) for value in (1, 2, 3, 4))


def fast_points(board: Board, stacks: list[Stack], held: str, seat: int) -> int:
    v = vec[i64]([0] * LENGTH)
    v[BANK + seat] = packed_bank(held)
    for space, stack in enumerate(stacks):
        v[STACK + space] = code(stack)
    return int(points(board, v, seat))


def flipped(stacks: list[Stack]) -> list[Stack]:
    return [[(value, "T" if side == "H" else "H") for value, side in stack] for stack in stacks]


@given(st.sampled_from(MAPS), st.sampled_from(MAJORITIES), stacks_strategy, bank_strategy)
@settings(max_examples=300, deadline=None)
def test_scoring_is_what_the_slow_scorer_says(name: str, majority: str, stacks: list[Stack], held: str) -> None:
    board = board_of(name, majority)
    named = dict(zip(board.names, stacks, strict=True))
    for seat, side in enumerate("HT"):
        expected = slow_points(named, held, side, regions_of(name), majority)
        assert fast_points(board, stacks, held, seat) == expected


@given(st.sampled_from(MAPS), st.sampled_from(MAJORITIES), stacks_strategy)
@settings(max_examples=100, deadline=None)
def test_turning_every_coin_over_swaps_the_points(name: str, majority: str, stacks: list[Stack]) -> None:
    board = board_of(name, majority)
    assert fast_points(board, stacks, "", 0) == fast_points(board, flipped(stacks), "", 1)


@given(st.sampled_from(MAPS), stacks_strategy, bank_strategy)
@settings(max_examples=100, deadline=None)
def test_bounds_and_covered_coins(name: str, stacks: list[Stack], held: str) -> None:
    """A player has at least the plain values and at most twice those; coins under a top change nothing."""
    board = board_of(name, "more_than_opponent")
    plain = sum(stack[0][0] for stack in stacks if stack and stack[0][1] == "H")
    scored = fast_points(board, stacks, held, 0)
    assert plain <= scored - len(held) <= 2 * plain
    assert fast_points(board, [stack[:1] for stack in stacks], held, 0) == scored


@given(st.sampled_from(MAPS), stacks_strategy, st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_only_the_region_matters_not_the_space(name: str, stacks: list[Stack], chance: object) -> None:
    board = board_of(name, "more_than_opponent")
    shuffled = dict(zip(board.names, stacks, strict=True))
    for region in regions_of(name):
        inside = [shuffled[space] for space in region]
        chance.shuffle(inside)  # type: ignore[attr-defined]
        shuffled.update(zip(region, inside, strict=True))
    for seat in (0, 1):
        assert fast_points(board, list(shuffled.values()), "", seat) == fast_points(board, stacks, "", seat)
