# klatsch: compiled
"""What a learner is given of Kuhn poker: the own card, the bets, and the other card once it is shown."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import Game, State
from klatsch.core.observation_layout import Part
from klatsch.core.observer import Observer, put, put_one_of
from klatsch.examples.kuhn_poker.rules import BETS, NO_CARD, KuhnPoker

MOST_BETS = 3


class KuhnPokerObserver(Observer):
    def __init__(self, game: Game, seats: int) -> None:
        parts = (
            Part("cards", (2, 3), 1, "the own card, then the other's where it was shown; by rank"),
            Part("dealt", (2,), 1, "has the own seat a card, has the other?"),
            Part("bets", (MOST_BETS, 2), 1, "each decision so far: pass, bet"),
        )
        super().__init__(game, seats, parts, recalls=True)

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(state, KuhnPoker)
        for holder in (seat, 1 - seat):
            seen = state.seen(holder, seat)
            at = put_one_of(out, at, state.card(holder) - 1 if seen else -1, 3)
        for holder in (seat, 1 - seat):
            at = put(out, at, 0 if state.card(holder) == NO_CARD else 1)
        return put_bets(out, at, state.v[BETS])


def put_bets(out: vec[i16], at: i64, bets: i64) -> i64:
    """The first decision is the highest digit."""
    made: i64 = 0
    rest = bets
    while rest > 0:
        made += 1
        rest //= 10
    rest = bets
    decision = made
    while decision > 0:
        decision -= 1
        put_one_of(out, at + 2 * decision, rest % 10 - 1, 2)
        rest //= 10
    return at + 2 * MOST_BETS
