"""The search: reproducible, better than chance, blind to what its seat can't know."""

from __future__ import annotations

from typing import Any

import pytest

import klatsch
from klatsch.arena.simulate import simulate
from klatsch.bots.bot import choose
from klatsch.bots.bot_config import Tuning, bot_config, make_evaluator
from klatsch.bots.bot_names import check_player, make_bot
from klatsch.bots.mcts import LEFT_AS_IT_IS, Search
from klatsch.core.game import State


def after(name: str, *actions: str) -> klatsch.State:
    state = klatsch.load(name).new()
    for action in actions:
        state.play(action)
    return state


def known(search: Search, *line: int) -> list[tuple[int, int, float]]:
    """Actions with their visits and mean values, most visited first."""
    return [(entry.action, entry.visits, entry.value) for entry in search.entries(list(line))]


def test_it_takes_a_win_and_stops_one() -> None:
    """Yellow threatens four in the first row; whoever is to move must play there."""
    to_win = after("connect-four", "drop 1", "drop 1", "drop 2", "drop 2", "drop 3", "drop 3")
    to_block = after("connect-four", "drop 1", "drop 7", "drop 2", "drop 7", "drop 3")
    for state in (to_win, to_block):
        search = Search(state.game, 2, int(state.actor), Tuning(), None, seed=1)
        search.run(state, 3000)
        assert search.best() == state.game.parse("drop 4")


def test_it_proves_a_win_and_stops() -> None:
    """Yellow has three in a row with both ends free: whatever Red does, Yellow wins."""
    state = after("connect-four", "drop 3", "drop 3", "drop 4", "drop 4", "drop 5")
    search = Search(state.game, 2, 1, Tuning(), None, seed=1)
    search.run(state, 100_000)
    assert search.is_done()
    assert search.simulations < 100_000
    assert all(entry.winner == 0 and entry.value == 0 for entry in search.entries([]))
    threat = after("connect-four", "drop 3", "drop 3", "drop 4", "drop 4")
    search = Search(threat.game, 2, 0, Tuning(), None, seed=1)
    search.run(threat, 100_000)
    assert search.entries([search.best()])[0].winner == 0


def test_nothing_is_proven_where_cards_are_hidden() -> None:
    state = after("kuhn-poker", "deal 1", "deal 3")
    search = Search(state.game, 2, 0, Tuning(), None, seed=1)
    search.run(state, 2000)
    assert not search.is_done()


def test_a_horizon_limits_the_tree() -> None:
    state = after("connect-four")
    search = Search(state.game, 2, 0, Tuning(horizon=2), None, seed=1)
    search.run(state, 3000)
    first = search.best()
    reply = search.entries([first])[0].action
    assert search.entries([first, reply]) == []


@pytest.mark.parametrize(
    ("name", "simulations", "changes", "best", "nodes", "replies"),
    [
        ("connect-four", 6000, {}, 3, 13616, [(3, 438), (2, 429), (4, 429), (1, 231)]),
        ("connect-four", 3000, {"widening": 1.0}, 3, 5405, [(2, 207), (4, 207), (3, 192), (1, 130)]),
        ("kuhn-poker", 500, {}, 3, 9, [(4, 247), (3, 48)]),
    ],
)
def test_a_seeded_search_is_the_same_as_ever(
    name: str,
    simulations: int,
    changes: dict[str, float],
    best: int,
    nodes: int,
    replies: list[tuple[int, int]],
) -> None:
    """Recorded before the columns of the tree became narrow: what makes a search faster may not change it."""
    game = klatsch.load(name)
    state, rng, told = game.new(), klatsch.Rng(9), bot_config(game.definition, 2)
    while state.actor == klatsch.CHANCE:
        state.apply(state.sample(rng))
    evaluator = make_evaluator(game, 2, told)
    search = Search(game, 2, int(state.actor), told.tuned(changes), evaluator, seed=4)
    search.run(state, simulations)
    assert search.best() == best
    search.advance(best)
    assert search.size == nodes
    assert [(entry.action, entry.visits) for entry in search.entries([])][:4] == replies


@pytest.mark.parametrize("name", klatsch.names())
def test_the_same_seed_and_budget_give_the_same_tree(name: str) -> None:
    game = klatsch.load(name)
    state = game.new()
    while state.actor == klatsch.CHANCE:
        state.play(state.draw(5))
    before = state.to_bytes()
    trees = []
    for steps in ((200,), (50, 150), (1,) * 200):
        search = Search(game, int(state.seats), int(state.actor), Tuning(), None, seed=3)
        for simulations in steps:
            search.run(state, simulations)
        trees.append(known(search))
    assert trees[0] == trees[1] == trees[2]
    assert sum(visits for _, visits, _ in trees[0]) == 200
    assert all(0 <= value <= 1 for _, _, value in trees[0])
    assert state.to_bytes() == before


def test_the_tree_is_kept_between_decisions() -> None:
    state = after("connect-four", "drop 4")
    search = Search(state.game, 2, 1, Tuning(), None, seed=1)
    search.run(state, 2000)
    best, visits, _ = known(search)[0]
    assert search.advance(best)
    assert search.simulations == visits
    state.play(best)
    search.run(state, 100)
    assert sum(count for _, count, _ in known(search)) == visits + 100 - 1


def test_a_large_tree_forgets_what_was_not_played() -> None:
    """And is the same tree otherwise: what is known of the rest, and how it grows on."""
    state = after("connect-four", "drop 4")
    search = Search(state.game, 2, 1, Tuning(), None, seed=1)
    search.run(state, 20_000)
    assert search.size > LEFT_AS_IT_IS
    best = search.best()
    line = [best, search.entries([best])[0].action]
    before = known(search, *line)
    size = search.size
    assert search.advance(best)
    assert search.size < size
    assert known(search, *line[1:]) == before
    state.play(best)
    visits = sum(count for _, count, _ in known(search))
    search.run(state, 500)
    assert sum(count for _, count, _ in known(search)) == visits + 500


def test_it_sees_nothing_hidden() -> None:
    """Whatever the other holds, the same seed gives the same search."""
    found = []
    for card in (2, 3):
        state = after("kuhn-poker", "deal 1", f"deal {card}")
        search = Search(state.game, 2, 0, Tuning(), None, seed=8)
        search.run(state, 500)
        found.append(known(search))
    assert found[0] == found[1]


def test_it_beats_random_play() -> None:
    game = klatsch.load("coffee-chess", white_first_draw=1)
    assert simulate(game, ["search:sims=300", "random"], 10, seed=1).share(0)[0] > 0.8
    assert simulate(game, ["random", "search:sims=300"], 10, seed=1).share(1)[0] > 0.8


@pytest.mark.parametrize("name", ["random", "search:sims=100", "search:seconds=0.5", "search:seconds=2"])
def test_players_by_name(name: str) -> None:
    assert check_player(name) == name
    assert make_bot(name)


@pytest.mark.parametrize(
    "name", ["", "search", "search:sims=0", "search:sims=1.5", "search:seconds=0", "bot:99", "Human"]
)
def test_unknown_players(name: str) -> None:
    with pytest.raises(ValueError, match=r"a player is human, random, greedy, bot:1"):
        check_player(name)


def test_a_time_budget_is_kept() -> None:
    """Two thirds of a turn's time go to its first decision; a forced one takes none."""
    import time

    state = klatsch.load("coffee-chess").new()
    start = time.perf_counter()
    choose(make_bot("search:seconds=0.3"), state, klatsch.Rng(1))
    assert 0.05 < time.perf_counter() - start < 2
    forced = after("coffee-chess", "place b1", "place b1")
    start = time.perf_counter()
    assert choose(make_bot("search:seconds=60"), forced, klatsch.Rng(1)) == forced.game.parse("end")
    assert time.perf_counter() - start < 1


# ── Chance ────────────────────────────────────────────────────────────────────────────────────────────


class Tosses(State):
    """A seat waits (action 0) and loses, or tosses (1); heads (0) make seat 0 the favourite, three to one.

    Then the seat goes on (0), and a second toss decides."""

    def __init__(self, game: klatsch.Game, seat: int, first: int = -1, second: int = -1, stage: str = "choice") -> None:
        super().__init__(game, 2)
        self.seat, self.first, self.second = seat, first, second
        self.stage = stage
        self.actor = {"choice": seat, "go on": seat, "over": klatsch.OVER}.get(stage, klatsch.CHANCE)

    def fill_actions(self, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 1 if self.stage == "go on" else 2

    def weight(self, outcome: int) -> int:
        return 3 if self.stage == "second toss" and outcome == self.first else 1

    def after(self, action: int) -> Tosses:
        game, seat = self.game, self.seat
        if self.stage == "choice" and action == 0:
            return Tosses(game, seat, second=1 - seat, stage="over")
        if self.stage == "choice":
            return Tosses(game, seat, stage="first toss")
        if self.stage == "first toss":
            return Tosses(game, seat, action, stage="go on")
        if self.stage == "go on":
            return Tosses(game, seat, self.first, stage="second toss")
        return Tosses(game, seat, self.first, action, "over")

    def apply(self, action: int) -> None:
        after = self.after(action)
        self.first, self.second, self.stage, self.actor = after.first, after.second, after.stage, after.actor

    def clone(self) -> Tosses:
        return Tosses(self.game, self.seat, self.first, self.second, self.stage)

    def utility(self, seat: int) -> float:
        return 1.0 if seat == self.second else 0.0


@pytest.mark.parametrize("seat", [0, 1])
def test_tosses_prove_nothing_and_are_valued_for_the_searching_seat(seat: int) -> None:
    """A win that only one outcome gives is not certain, and what chance leads to is told as the seat sees it."""
    state = Tosses(klatsch.load("connect-four"), seat)
    search = Search(state.game, 2, seat, Tuning(), None, seed=1)
    search.run(state, 1200)
    assert search.proven() == -1
    wait, toss = sorted(search.entries([]), key=lambda entry: entry.action)
    assert wait.winner == 1 - seat
    assert toss.winner == -1
    assert abs(toss.value - 0.5) < 0.08
    outcomes = {entry.action: entry.value for entry in search.entries([1])}
    assert abs(outcomes[seat] - 0.75) < 0.1
    assert abs(outcomes[1 - seat] - 0.25) < 0.1
