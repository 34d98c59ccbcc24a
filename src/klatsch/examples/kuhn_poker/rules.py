# klatsch: compiled
"""The rules of Kuhn poker: chance deals, cards are hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE, OPEN, OVER, PUBLIC, Game, State
from klatsch.core.message import Message, Outcome
from klatsch.core.rng import Rng

# The action table: three deals, then the two decisions.
DEAL: Final = 0  # rank − 1
PASS: Final = 3
BET: Final = 4

NO_CARD: Final = 0


class NoRulings:
    """Kuhn poker has no options."""

    def __init__(self, options: Mapping[str, str]) -> None:
        pass


@final
class KuhnPoker(State):
    def __init__(self, game: Game, seats: i64) -> None:
        super().__init__(game, seats)
        self.actor = CHANCE
        self.first_card: i64 = NO_CARD
        self.second_card: i64 = NO_CARD
        self.bets: i64 = 0  # the decisions so far, as digits: 1 a pass, 2 a bet
        self.winner: i64 = -1

    def card(self, seat: i64) -> i64:
        return self.first_card if seat == 0 else self.second_card

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
                if rank != self.first_card:
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
        if self.first_card == NO_CARD:
            self.first_card = rank
        else:
            self.second_card = rank
            self.actor = 0

    def redeal(self, seat: i64, rng: Rng) -> None:
        """The other card is one of the two that the seat doesn't hold; for PUBLIC all are unknown."""
        if seat == OPEN or self.shown():
            return
        if seat == PUBLIC and self.first_card != NO_CARD:
            self.first_card = 1 + rng.below(3)
        if self.second_card == NO_CARD:
            if seat == 1 and self.first_card != NO_CARD:
                self.first_card = 1 + rng.below(3)
        elif seat == 1:
            self.first_card = 1 + (self.second_card + rng.below(2)) % 3
        else:
            self.second_card = 1 + (self.first_card + rng.below(2)) % 3

    # ── 2 Betting ─────────────────────────────────────────────────────────────────────────────────

    def decide(self, bet: bool) -> None:
        seat = self.actor
        before = self.bets
        self.bets = before * 10 + (2 if bet else 1)
        answers_a_bet = before % 10 == 2
        if answers_a_bet and not bet:
            self.end(1 - seat)
        elif answers_a_bet or (before == 1 and not bet):
            self.end(0 if self.first_card > self.second_card else 1)
        else:
            self.actor = 1 - seat

    # ── 3 The end ─────────────────────────────────────────────────────────────────────────────────

    def end(self, winner: i64) -> None:
        self.winner = winner
        self.actor = OVER

    def folded(self) -> bool:
        return self.bets == 21 or self.bets == 121

    def utility(self, seat: i64) -> float:
        return 1.0 if seat == self.winner else 0.0

    def result(self) -> Outcome:
        winner = int(self.winner)
        reason = "end.fold" if self.folded() else "end.show"
        return Outcome(Message(reason, who=Message("seat", number=winner + 1)), ((winner,), (1 - winner,)))

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> KuhnPoker:
        copy = KuhnPoker(self.game, self.seats)
        copy.restore(self.numbers())
        return copy

    def numbers(self) -> list[int]:
        return [int(self.actor), int(self.first_card), int(self.second_card), int(self.bets), int(self.winner)]

    def restore(self, numbers: list[int]) -> None:
        self.actor, self.first_card, self.second_card, self.bets, self.winner = numbers


def new(game: Game, seats: int) -> KuhnPoker:
    return KuhnPoker(game, seats)
