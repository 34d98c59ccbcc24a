# klatsch: compiled
"""Many games of one kind, stepped together in one call on plain buffers, for learners.

Chance is drawn here, so somebody always decides; a game that ends begins anew at once. What a step brought is written
into the buffers: they are read, never written, from outside.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from klatsch.core.game import CHANCE, OVER, Game, State
from klatsch.core.observer import Observer
from klatsch.core.rng import Rng


def as_reward(share: float, sides: i64) -> float:
    """A share of the win on a scale that sums to nothing over the sides: 1 for a win alone, 0 for an even share."""
    return (share * float(sides) - 1.0) / (float(sides) - 1.0)


class Games:
    def __init__(self, game: Game, observer: Observer, states: list[State], rng: Rng) -> None:
        """`states` become these games' own."""
        seats = int(observer.seats)
        count = len(states)
        self.start = game.new(seats)
        self.observer = observer
        self.states = states
        self.rng = rng
        self.seats: i64 = seats
        self.sides: i64 = len(game.definition.sides(seats))
        self.actions: i64 = len(game.actions)
        self.legal = vec[i16]([0] * len(game.actions))
        self.actors = vec[i16]([0] * count)  # who decides in each game
        self.masks = vec[u8]([0] * (count * len(game.actions)))  # 1 for every legal action
        self.observations = vec[i16]([0] * (count * int(observer.size)))  # as the seat that decides sees it
        self.rewards = vec[float]([0.0] * (count * seats))  # of every seat, for a game that the last step ended
        self.ended = vec[u8]([0] * count)  # 1 where the last step ended a game
        for number in range(count):
            self.settle(number)
            self.show(number)

    def first_illegal(self, actions: list[int]) -> int:
        """The first game whose action isn't legal, −1 if all are."""
        for number, action in enumerate(actions):
            if not 0 <= action < self.actions or self.masks[number * self.actions + action] == 0:
                return number
        return -1

    def step(self, actions: list[int]) -> None:
        """Play a legal action in every game. Unchecked: `first_illegal` checks."""
        for number, action in enumerate(actions):
            self.states[number].apply(action)
            self.settle(number)
            self.show(number)

    def settle(self, number: i64) -> None:
        """Draw chance up to the next decision; a game that is over gives its rewards and begins anew."""
        state = self.states[number]
        self.draw(state)
        at = number * self.seats
        over = state.actor == OVER
        self.ended[number] = 1 if over else 0
        for seat in range(self.seats):
            self.rewards[at + seat] = as_reward(state.utility(seat), self.sides) if over else 0.0
        if over:
            state = self.start.clone()
            self.draw(state)
            self.states[number] = state

    def draw(self, state: State) -> None:
        while state.actor == CHANCE:
            state.apply(state.sample(self.rng))

    def show(self, number: i64) -> None:
        """Write who decides, what is legal, and what the actor may know."""
        state = self.states[number]
        self.actors[number] = i16(state.actor)
        self.observer.write(state, state.actor, self.observations, number * self.observer.size)
        masks = self.masks
        first = number * self.actions
        for i in range(first, first + self.actions):
            masks[i] = 0
        legal = self.legal
        n = state.fill_actions(legal)
        for i in range(n):
            masks[first + i64(legal[i])] = 1

    def sample(self, rng: Rng) -> list[int]:
        """A random legal action for every game."""
        return [int(state.sample(rng)) for state in self.states]


def new_games(game: Game, observer: Observer, count: int, seed: int) -> Games:
    start = game.new(int(observer.seats))
    return Games(game, observer, [start.clone() for _ in range(count)], Rng(seed))
