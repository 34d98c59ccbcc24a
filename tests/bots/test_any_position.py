"""A bot may be handed positions in any order, and told of what happens between them or not: it answers for each."""

from __future__ import annotations

from itertools import product

import pytest

import klatsch
from klatsch.bots.bot import choose, tell
from klatsch.bots.bot_names import make_bot
from klatsch.bots.search_bot import SearchBot
from klatsch.core import registry
from klatsch.core.rng import Rng

from playing import walk

GAMES = ("coffee-chess", "coin-age", "four-armies", "choco", "chocolate-coin")
BOTS = ("greedy", "bot:3", "search:sims=20")


def positions(name: str, seed: int, seats: int | None = None) -> list[klatsch.State]:
    """Decisions of a random game, in random order."""
    game = klatsch.load(name)
    states = walk(game, seats or registry.definition(name).seats[0], seed)
    found = [state.clone() for state in states if state.actor >= 0 and len(state.legal_actions()) > 1]
    rng = Rng(seed)
    return sorted(found, key=lambda state: rng.bits())[:25]


@pytest.mark.parametrize(("name", "bot"), list(product(GAMES, BOTS)))
def test_it_answers_for_the_position_it_is_handed(name: str, bot: str) -> None:
    """As a bot does that has seen nothing else: a stale tree would answer otherwise, where it can answer at all."""
    kept = make_bot(bot)
    for number, state in enumerate(positions(name, seed=1)):
        action = choose(kept, state, Rng(number))
        assert state.is_legal(action)
        assert action == choose(make_bot(bot), state, Rng(number))


@pytest.mark.parametrize("name", GAMES)
def test_half_told_is_not_told(name: str) -> None:
    """It hears of its own choices, but of nothing that others do; then of another game than it is asked about."""
    kept = make_bot("search:sims=20")
    for number, state in enumerate(positions(name, seed=2)):
        action = choose(kept, state, Rng(number))
        assert action == choose(make_bot("search:sims=20"), state, Rng(number))
        kept.saw(int(state.actor), action)
        kept.saw(1 - int(state.actor), number)


@pytest.mark.parametrize("name", GAMES)
def test_it_may_change_games_and_tables(name: str) -> None:
    definition = registry.definition(name)
    for bot in BOTS:
        kept = make_bot(bot)
        choose(kept, positions("connect-four", seed=3)[0], Rng(0))
        for seats in definition.seats:
            state = positions(name, seed=3, seats=seats)[0]
            assert choose(kept, state, Rng(1)) == choose(make_bot(bot), state, Rng(1))


@pytest.mark.parametrize("name", GAMES)
def test_the_documented_way_is_the_right_way(name: str) -> None:
    """Made once, asked every turn and told nothing, as docs/library.md shows it."""
    game = klatsch.load(name)
    state = game.new()
    bots = [make_bot("bot:3") for _ in range(state.seats)]
    rng = Rng(4)
    for _ in range(60):
        if state.actor == klatsch.OVER:
            break
        if state.actor == klatsch.CHANCE:
            state.play(state.draw(rng))
        else:
            state.play(choose(bots[state.actor], state, rng))  # IllegalAction if it isn't


@pytest.mark.parametrize("name", GAMES)
def test_it_keeps_its_tree_where_the_game_went_on(name: str) -> None:
    """Told of everything, a search that decides twice in a turn begins with what it found at the first."""
    game = klatsch.load(name)
    state = game.new()
    bots = {seat: SearchBot(sims=30) for seat in range(state.seats)}
    rng = Rng(5)
    kept = 0
    for _ in range(80):
        if state.actor == klatsch.OVER:
            break
        actor = int(state.actor)
        if actor == klatsch.CHANCE:
            action = state.draw(rng)
        else:
            before = bots[actor].search
            action = choose(bots[actor], state, rng)
            kept += before is not None and before is bots[actor].search
        tell(bots, game, actor, action)
        state.play(action)
    assert kept > 5


def test_time_is_whole_again_for_a_position_that_does_not_follow() -> None:
    """Told nothing, a bot would else have the rest of its first turn's time for all the game: after eight, no time."""
    bot = SearchBot(seconds=0.02)
    left = []
    for number, state in enumerate(positions("coffee-chess", seed=6)[:12]):
        choose(bot, state, Rng(number))
        left.append(bot.left)
    assert max(left[8:]) > 0.001  # of a turn, a tenth to a third is kept for its next decision
