# klatsch: compiled
"""The rules of Kuhn poker: chance deals, cards are hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE, OPEN, OVER, PUBLIC, Game
from klatsch.core.message import Message, Outcome
from klatsch.core.rng import Rng
from klatsch.core.vector_state import VectorState

# The action table: three deals, then the two decisions.
DEAL: Final = 0  # rank − 1
PASS: Final = 3
BET: Final = 4

NO_CARD: Final = 0

# The numbers of a state, in its vector `v`.
CARD: Final = 0  # + seat: the rank of its card
BETS: Final = CARD + 2  # the decisions so far, as digits: 1 a pass, 2 a bet
WINNER: Final = BETS + 1  # −1 before the end
LENGTH: Final = WINNER + 1


class NoRulings:
    """Kuhn poker has no options."""

    def __init__(self, options: Mapping[str, str]) -> None:
        pass


@final
class KuhnPoker(VectorState):
    def card(self, seat: i64) -> i64:
        return self.v[CARD + seat]

    def seen(self, seat: i64, viewer: i64) -> bool:
        return viewer == seat or viewer == OPEN or self.shown()

    def shown(self) -> bool:
        """§3.1: have the cards been shown?"""
        return self.actor == OVER and not self.folded()

    # ── 1 The deal ────────────────────────────────────────────────────────────────────────────────

    def fill_actions(self, out: vec[i16]) -> i64:
        n: i64 = 0
        if self.actor == CHANCE:
            for rank in range(1, 4):
                if rank != self.card(0):
                    out[n] = i16(DEAL + rank - 1)
                    n += 1
            return n
        out[0] = PASS
        out[1] = BET
        return 2

    def apply(self, action: i64) -> None:
        if action < PASS:
            self.deal(action - DEAL + 1)
        else:
            self.decide(action == BET)

    def deal(self, rank: i64) -> None:
        if self.card(0) == NO_CARD:
            self.v[CARD] = rank
        else:
            self.v[CARD + 1] = rank
            self.actor = 0

    def redeal(self, seat: i64, rng: Rng) -> None:
        """The other card is one of the two that the seat doesn't hold; for PUBLIC all are unknown."""
        v = self.v
        if seat == OPEN or self.shown():
            return
        if seat == PUBLIC and v[CARD] != NO_CARD:
            v[CARD] = 1 + rng.below(3)
        if v[CARD + 1] == NO_CARD:
            if seat == 1 and v[CARD] != NO_CARD:
                v[CARD] = 1 + rng.below(3)
        elif seat == 1:
            v[CARD] = 1 + (v[CARD + 1] + rng.below(2)) % 3
        else:
            v[CARD + 1] = 1 + (v[CARD] + rng.below(2)) % 3

    # ── 2 Betting ─────────────────────────────────────────────────────────────────────────────────

    def decide(self, bet: bool) -> None:
        seat = self.actor
        before = self.v[BETS]
        self.v[BETS] = before * 10 + (2 if bet else 1)
        answers_a_bet = before % 10 == 2
        if answers_a_bet and not bet:
            self.end(1 - seat)
        elif answers_a_bet or (before == 1 and not bet):
            self.end(0 if self.card(0) > self.card(1) else 1)
        else:
            self.actor = 1 - seat

    # ── 3 The end ─────────────────────────────────────────────────────────────────────────────────

    def end(self, winner: i64) -> None:
        self.v[WINNER] = winner
        self.actor = OVER

    def folded(self) -> bool:
        return self.v[BETS] == 21 or self.v[BETS] == 121

    def utility(self, seat: i64) -> float:
        return 1.0 if seat == self.v[WINNER] else 0.0

    def result(self) -> Outcome:
        winner = int(self.v[WINNER])
        reason = "end.fold" if self.folded() else "end.show"
        return Outcome(Message(reason, who=Message("seat", number=winner + 1)), ((winner,), (1 - winner,)))

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> KuhnPoker:
        copy = KuhnPoker(self.game, self.seats, self.v[:])
        copy.actor = self.actor
        return copy


def blank(game: Game, seats: int) -> KuhnPoker:
    return KuhnPoker(game, seats, vec[i64]([0] * LENGTH))


def new(game: Game, seats: int) -> KuhnPoker:
    state = blank(game, seats)
    state.actor = CHANCE
    state.v[WINNER] = -1
    return state
