"""Alpha-beta: the same values as a plain minimax, forced wins, and the same answer for the same seed and budget."""

from __future__ import annotations

import pytest
from librt.vecs import vec

import klatsch
from klatsch.bots.alphabeta import NEARER, SURE, UNSURE, AlphaBeta
from klatsch.bots.knowledge import Tuning
from klatsch.bots.players import make_bot
from klatsch.bots.searcher import Searcher
from klatsch.core.evaluator import Evaluator
from klatsch.core.rng import Rng

from playing import walk


class Scrambled(Evaluator):
    """A wild evaluator: all values differ, so that a pruned line that mattered shows."""

    def __init__(self, game: klatsch.Game) -> None:
        super().__init__(game, 2, ("chaos",))
        self.use({"chaos": 1.0}, 1.0)

    def fill(self, state: klatsch.State, out: vec[float]) -> None:
        out[0] = sum(number * (i * 37 % 11 - 5) for i, number in enumerate(state.numbers())) % 17 / 5
        out[1] = 1.5


def plain(state: klatsch.State, depth: int, seat: int, evaluator: Evaluator) -> float:
    """Minimax without any pruning, averaging over chance; a forced action costs no depth."""
    if state.actor == klatsch.OVER:
        utility = state.utility(seat)
        return utility + (NEARER * (depth + 1) if utility == 1 else -NEARER * (depth + 1) if utility == 0 else 0)
    if depth <= 0:
        return min(max(evaluator.values(state)[seat], UNSURE), SURE)
    actions = state.legal_actions()
    forced = len(actions) == 1 and state.actor != klatsch.CHANCE
    values = [plain(after(state, a), depth if forced else depth - 1, seat, evaluator) for a in actions]
    return mean_or_best(state, values, seat)


def mean_or_best(state: klatsch.State, values: list[float], seat: int) -> float:
    if state.actor == klatsch.CHANCE:
        weights = state.weights()
        return sum(w * value for w, value in zip(weights, values, strict=True)) / sum(weights)
    return max(values) if state.actor == seat else min(values)


def after(state: klatsch.State, action: int) -> klatsch.State:
    child = state.clone()
    child.apply(action)
    return child


def at(game: klatsch.Game, decision: int, seed: int) -> klatsch.State | None:
    """A position of a random game in which a seat has a choice, after at least so many decisions."""
    for number, state in enumerate(walk(game, 2, seed)):
        if number >= decision and state.actor >= 0 and len(state.legal_actions()) > 1:
            return state.clone()
    return None


def values_at(state: klatsch.State, depth: int, seat: int, evaluator: Evaluator) -> AlphaBeta:
    search = AlphaBeta(state.game, 2, seat, Tuning(), evaluator, seed=1)
    search.deepest = depth
    search.run(state, 1_000_000)
    return search


@pytest.mark.parametrize(
    ("name", "decision", "depth"),
    [
        ("connect-four", 12, 3),
        ("connect-four", 22, 4),
        ("coffee-chess", 20, 2),
        ("coffee-chess", 52, 2),
        ("coin-age", 12, 2),
        ("coin-age", 25, 3),
    ],
)
def test_it_finds_the_values_of_plain_minimax(name: str, decision: int, depth: int) -> None:
    game = klatsch.load(name)
    evaluator = Scrambled(game)
    positions = [state for seed in range(3) if (state := at(game, decision, seed)) is not None]
    assert positions
    for state in positions:
        for seat in (0, 1):
            search = values_at(state, depth, seat, evaluator)
            values = {a: plain(after(state, a), int(search.depth) - 1, seat, evaluator) for a in state.legal_actions()}
            best = max(values.values()) if seat == state.actor else min(values.values())
            # How near a proven win is may be known from an earlier, shallower look.
            assert search.root_values[0] == pytest.approx(best, abs=1e-5)
            assert values[search.best()] == pytest.approx(best, abs=1e-5)


def solve(state: klatsch.State, seat: int, known: dict[int, float]) -> float:
    """The value of a position from all the ways in which the game can go on."""
    if state.actor == klatsch.OVER:
        return state.utility(seat)
    key = state.key()
    if key not in known:
        values = [solve(after(state, action), seat, known) for action in state.legal_actions()]
        known[key] = mean_or_best(state, values, seat)
    return known[key]


def test_it_solves_endgames() -> None:
    """Connect Four with eight or fewer squares empty; the search knows when it has seen all of it."""
    game = klatsch.load("connect-four")
    positions = [state for seed in range(60) if (state := at(game, 34, seed)) is not None]
    assert len(positions) > 3
    for state in positions:
        search = AlphaBeta(game, 2, int(state.actor), Tuning(), None, seed=1)
        search.run(state, 1_000_000)
        assert search.is_done()
        assert round(search.actions()[0][2], 3) == solve(state, int(state.actor), {})


def test_chance_is_exact_near_the_end() -> None:
    """Coin Age: Heads decides on the last turn but one, then Tails tosses and has the last turn."""
    game = klatsch.load("coin-age")
    solved = 0
    for seed in range(40):
        state = at(game, 30, seed)
        if state is None or state.actor != 0 or len(state.legal_actions()) > 12:
            continue
        numbers = state.numbers()
        numbers[3] = 199
        last = game.from_numbers(2, numbers)
        search = AlphaBeta(game, 2, 0, Tuning(), None, seed=1)
        search.run(last, 200_000)
        assert search.is_done()
        assert search.actions()[0][2] == pytest.approx(solve(last, 0, {}), abs=1e-5)
        solved += 1
        if solved == 2:
            break
    assert solved == 2


def test_it_takes_the_nearer_win() -> None:
    state = klatsch.load("connect-four").new()
    for action in ("drop 1", "drop 1", "drop 2", "drop 2", "drop 3", "drop 3"):
        state.play(action)
    search = AlphaBeta(state.game, 2, 0, Tuning(), None, seed=1)
    search.run(state, 10_000)
    assert search.best() == state.game.parse("drop 4")
    assert search.is_done()
    assert search.depth == 1
    assert search.entries([])[0].winner == 0


def test_a_forced_win_of_several_moves() -> None:
    """Two discs in the middle of an empty first row, with room on both sides: three in a row win on either side."""
    state = klatsch.load("connect-four").new()
    for action in ("drop 4", "drop 4", "drop 3", "drop 3"):
        state.play(action)
    search = AlphaBeta(state.game, 2, 0, Tuning(), None, seed=1)
    search.run(state, 10_000)
    assert state.game.notation(search.best()) in ("drop 2", "drop 5")
    line = search.line(search.best(), 1)
    for step in line:
        state.apply(step)
    assert state.actor == klatsch.OVER
    assert state.utility(0) == 1


def test_with_few_actions_it_claims_no_proof() -> None:
    """Connect Four, lost for the seat to move; a search that leaves actions out can't be sure."""
    state = klatsch.load("connect-four").new()
    for action in ("drop 3", "drop 7", "drop 4", "drop 7", "drop 5"):
        state.play(action)
    sure = AlphaBeta(state.game, 2, 1, Tuning(), None, seed=1)
    sure.run(state, 2000)
    narrow = AlphaBeta(state.game, 2, 1, Tuning(width=2), None, seed=1)
    narrow.run(state, 2000)
    assert sure.entries([])[0].winner == 0
    assert narrow.root_values[0] > 0


@pytest.mark.parametrize("name", ["connect-four", "coffee-chess", "coin-age"])
def test_the_same_seed_and_budget_give_the_same_answer(name: str) -> None:
    game = klatsch.load(name)
    state = at(game, 10, 2)
    assert state is not None
    before = state.to_bytes()
    found = []
    for _ in range(2):
        bot = Searcher(sims=300, changes={"method": "alphabeta"})
        search = bot.study(state.clone(), Rng(4))
        assert isinstance(search, AlphaBeta)
        assert search.simulations <= 300
        found.append((search.actions(), search.line(search.best(), 1)))
    assert found[0] == found[1]
    assert state.to_bytes() == before


def test_it_keeps_to_its_time_and_falls_back_where_cards_are_hidden() -> None:
    state = at(klatsch.load("coffee-chess"), 10, 2)
    assert state is not None
    bot = Searcher(seconds=0.05, changes={"method": "alphabeta"})
    bot.choose(state, Rng(1))
    assert 0 < bot.left < 0.05
    choco = klatsch.load("choco").new(2)
    hidden = Searcher(sims=10, changes={"method": "alphabeta"})
    while choco.actor == klatsch.CHANCE:
        choco.play(choco.draw(1))
    assert not isinstance(hidden.study(choco, Rng(1)), AlphaBeta)
    with pytest.raises(ValueError, match="no game for alpha-beta"):
        AlphaBeta(choco.game, 2, 0, Tuning(), None, seed=1)


@pytest.mark.parametrize("name", ["coffee-chess", "coin-age"])
def test_keys_tell_states_apart(name: str) -> None:
    """Equal states share a key; among thousands of different ones no two do."""
    game = klatsch.load(name)
    keys: dict[int, bytes] = {}
    for seed in range(30):
        for state in walk(game, 2, seed):
            data = state.to_bytes()
            assert keys.setdefault(state.key(), data) == data
            assert game.from_bytes(data).key() == state.key()
            assert 0 <= state.key() < 2**62
    assert len(keys) > 1000


def test_players_may_name_the_method() -> None:
    assert make_bot("search:sims=50:method=alphabeta:width=8")
