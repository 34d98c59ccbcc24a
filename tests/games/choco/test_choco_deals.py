"""ChoCo, RULES.md 8.3: re-dealing makes all deals that agree with what was told equally likely."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass

import pytest

from klatsch.core.rng import Rng
from klatsch.games.choco.cards import FACE_NAMES
from klatsch.games.choco.layout import STACK
from klatsch.games.choco.rules import ChoCo

from games.choco.chocotable import TABLE, empty_stack, hands, position


@dataclass(frozen=True)
class Deal:
    """Seat 1 sees four cards in other hands, seven unseen in all, and was told something of two of them."""

    hand: str
    third: str
    stack: str
    dark: int  # told of the first card of `hand`
    white: int  # told of the first card of `third`
    deals: int  # that agree with it

    def state(self) -> ChoCo:
        state = position(TABLE, seats=3, colours="wmd", hand=self.hand, others=("dddw", self.third))
        empty_stack(state)
        for face in self.stack.split():
            state.v[STACK + FACE_NAMES.index(face)] += 1
        for step in ("offer 1 to 3", "answer 1", "decline"):
            state.play(step)
        return state

    def weights(self) -> dict[tuple[str, ...], float]:
        """Every deal of the seven unseen cards to the four places that agrees with what was told, and its chance."""
        cards = f"{self.hand} {self.third} {self.stack}".split()
        deals: Counter[tuple[str, ...]] = Counter()
        for deal in itertools.permutations(cards, 4):
            if deal[0].count("d") == self.dark and deal[2].count("w") == self.white:
                deals[deal] += 1
        total = sum(deals.values())
        return {deal: many / total for deal, many in deals.items()}


# The told cards have no face in common; some faces in common, so that what one gets takes choices from the other.
APART = Deal("mmmd wwmm", "wwwm mmmd", "mmmw wmmw dddm", dark=1, white=3, deals=20)
OVERLAPPING = Deal("mmwd wwwm", "wwdm dddm", "mmmd wwmm mmdw", dark=1, white=2, deals=140)


def count_deals(state: ChoCo, rounds: int, times: int) -> Counter[tuple[str, ...]]:
    rng = Rng(77 + times)
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(rounds):
        dealt = state.clone()
        for _ in range(times):
            dealt.resample(1, rng)
        assert isinstance(dealt, ChoCo)
        mine, _, theirs = hands(dealt)
        found[(*mine, *theirs)] += 1
    return found


@pytest.mark.rule("choco 8.3")
@pytest.mark.parametrize("deal", [APART, OVERLAPPING], ids=["apart", "overlapping"])
@pytest.mark.parametrize("times", [1, 2])
def test_redealing_once_or_twice_makes_all_possible_deals_equally_likely(deal: Deal, times: int) -> None:
    """Against a full enumeration. What was told leaves few faces for two of the four cards."""
    expected = deal.weights()
    assert len(expected) == deal.deals
    rounds = 4000
    found = count_deals(deal.state(), rounds, times)
    assert set(found) <= set(expected)
    surprise = sum((found[cards] - rounds * p) ** 2 / (rounds * p) for cards, p in expected.items())
    freedom = len(expected) - 1
    assert surprise < freedom + 5 * (2 * freedom) ** 0.5
