"""A bot that looks one decision ahead: whatever its evaluator likes best right after it."""

from __future__ import annotations

from klatsch.bots.bot_config import bot_config, make_evaluator
from klatsch.core.evaluator import Evaluator
from klatsch.core.game import CHANCE, Game, KnownState, State
from klatsch.core.rng import Rng

# Where chance follows an action, or a game has no evaluator, so many continuations are averaged.
SAMPLES = 16


class GreedyBot:
    def __init__(self) -> None:
        self.evaluator: Evaluator | None = None
        self.made_for: tuple[Game, int] | None = None

    def choose(self, known: KnownState, rng: Rng) -> int:
        state = known.state
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        game, seats = state.game, int(state.seats)
        if self.made_for != (game, seats):
            self.evaluator = make_evaluator(game, seats, bot_config(game.definition, seats))
            self.made_for = game, seats
        seat = int(state.actor)
        # A tiny random part decides between equals.
        return max(legal, key=lambda action: (self.worth(state, action, seat, rng), rng.bits()))

    def worth(self, state: State, action: int, seat: int, rng: Rng) -> float:
        after = state.clone()
        after.apply(action)
        if self.evaluator is None:
            return after.game.playouts(after, SAMPLES, int(rng.bits()))[seat]
        if after.actor != CHANCE:
            return self.evaluator.values(after)[seat]
        return sum(self.evaluator.values(settled(after, rng))[seat] for _ in range(SAMPLES)) / SAMPLES

    def saw(self, actor: int, action: int | None) -> None:
        pass


def settled(state: State, rng: Rng) -> State:
    """A copy in which chance has decided whatever it decides now."""
    after = state.clone()
    while after.actor == CHANCE:
        after.apply(after.sample(rng))
    return after
