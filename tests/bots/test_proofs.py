"""What a search proves, and what it tries, in games that are drawn as trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import klatsch
from klatsch.bots.bot_config import Tuning
from klatsch.bots.mcts import Search
from klatsch.core.game import CHANCE, OVER, State


@dataclass(frozen=True)
class Node:
    """Who decides, and what follows each action; at the end, each seat's share."""

    actor: int
    after: tuple[Node, ...] = ()
    shares: tuple[float, ...] = ()


WON, LOST, SHARED = Node(OVER, shares=(1, 0)), Node(OVER, shares=(0, 1)), Node(OVER, shares=(0.5, 0.5))


class Drawn(State):
    """A position of a game that is a tree; all outcomes of chance are alike."""

    def __init__(self, game: klatsch.Game, node: Node) -> None:
        super().__init__(game, 2)
        self.node = node
        self.actor = node.actor

    def fill_actions(self, out: Any) -> int:
        for action in range(len(self.node.after)):
            out[action] = action
        return len(self.node.after)

    def weight(self, outcome: int) -> int:
        return 1

    def apply(self, action: int) -> None:
        self.node = self.node.after[action]
        self.actor = self.node.actor

    def clone(self) -> Drawn:
        return Drawn(self.game, self.node)

    def utility(self, seat: int) -> float:
        return self.node.shares[seat]


def searched(tree: Node, simulations: int, seed: int = 1) -> Search:
    state = Drawn(klatsch.load("connect-four"), tree)
    search = Search(state.game, 2, 0, Tuning(), None, seed=seed)
    search.run(state, simulations)
    return search


def test_whoever_can_win_wins() -> None:
    """0: ─ 1: ─ lost        The first action leaves the other a win; after the second all is won.
    │    └ won
    └ 1: ─ won, won"""
    search = searched(Node(0, (Node(1, (LOST, WON)), Node(1, (WON, WON)))), 200)
    assert search.proven() == 0
    assert search.is_done()
    assert search.simulations < 200
    assert search.best() == 1


def test_a_shared_win_proves_nothing() -> None:
    search = searched(Node(0, (SHARED, LOST)), 50)
    assert search.proven() == -1
    assert search.best() == 0
    assert {entry.action: (entry.value, entry.winner) for entry in search.entries([])} == {0: (0.5, -1), 1: (0.0, 1)}


def test_behind_a_toss_what_is_proven_is_worth_that_and_no_more() -> None:
    """After either side of the coin the seat has a won action and a lost one: it takes the won one, always."""
    win = Node(0, (LOST, WON, LOST))
    search = searched(Node(0, (Node(CHANCE, (win, win)), SHARED)), 300)
    assert [(entry.value, entry.winner) for entry in search.entries([0])] == [(1.0, 0), (1.0, 0)]
    toss = next(entry for entry in search.entries([]) if entry.action == 0)
    assert toss.value > 0.9
    assert toss.winner == -1


def test_every_untried_action_has_its_chance_to_be_the_first() -> None:
    several = Node(0, (Node(CHANCE, (WON, LOST)),) * 4)
    assert {searched(several, 1, seed).best() for seed in range(60)} == {0, 1, 2, 3}


@pytest.mark.parametrize(("actions", "lead"), [(1, 5), (2, 1)])
def test_how_far_the_best_action_is_ahead(actions: int, lead: int) -> None:
    """Of two that are alike one is visited once more in five simulations."""
    assert searched(Node(0, (SHARED,) * actions), 5).lead() == lead
