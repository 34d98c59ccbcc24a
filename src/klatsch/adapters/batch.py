"""Many games at once as numpy arrays, stepped by one compiled call (extra: rl).

    batch = Batch("connect-four", games=1024, seed=1)
    step = batch.step(choose(batch.observations, batch.masks))  # an action for each game

A game that ends begins anew at once: `step.ended` says which did, `step.rewards` what each seat got for it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from klatsch.adapters.observations import Eyes, Floats, eyes_for
from klatsch.core.batch import Games, new_games
from klatsch.core.game import State
from klatsch.core.message import IllegalAction
from klatsch.core.rng import Rng

Number = TypeVar("Number", bound=np.generic)


class Step(NamedTuple):
    """What a step brought."""

    rewards: Floats  # (games, seats): 0 but where a game ended
    ended: NDArray[np.bool_]  # (games,)
    actors: NDArray[np.int8]  # (games,): who acted


class Batch:
    """Chance draws from `seed`: the same seed and actions give the same games."""

    def __init__(self, name: str, games: int = 256, seed: int = 0, seats: int | None = None, **options: object) -> None:
        if games < 1:
            raise ValueError("at least one game is needed")
        eyes = eyes_for(name, options, seats)
        self.use(eyes, new_games(eyes.game, eyes.observer, games, seed))

    def use(self, eyes: Eyes, games: Games) -> None:
        self.games = games
        self.eyes = eyes
        self.game = eyes.game
        self.seats = eyes.seats
        self.look()

    def __len__(self) -> int:
        return len(self.games.states)

    def look(self) -> None:
        """Copies of the games' buffers: what a caller keeps doesn't change at the next step."""
        games = self.games
        count = len(self)
        # Who decides in each game, what is legal there, and what the one who decides may know.
        self.actors = array(games.actors, np.int16).astype(np.int8)
        self.masks = array(games.masks, np.bool_).reshape(count, -1).copy()
        self.observations: Floats = array(games.observations, np.int16).reshape(count, -1) * self.eyes.scale

    def step(self, actions: ArrayLike) -> Step:
        """Play an action in every game; IllegalAction if one isn't legal, and nothing changes."""
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise ValueError(f"an action for each of the {len(self)} games is needed, as whole numbers")
        listed: list[int] = chosen.tolist()
        self.check(listed)
        actors = self.actors
        games = self.games
        games.step(listed)
        self.look()
        rewards = array(games.rewards, np.float64).reshape(len(self), -1).astype(np.float32)
        return Step(rewards, array(games.ended, np.bool_).copy(), actors)

    def check(self, actions: list[int]) -> None:
        number = self.games.first_illegal(actions)
        if number >= 0:
            state = self.games.states[number]
            refusal = state.refusal(actions[number])
            assert refusal is not None
            raise IllegalAction(refusal, self.game.definition.words, where=f"game {number}: ")

    def state(self, number: int) -> State:
        """A copy of one of the games."""
        return self.games.states[number].clone()

    def sample(self, rng: Rng) -> NDArray[np.int64]:
        """A random legal action for every game, drawn in one compiled call."""
        return np.array(self.games.sample(rng), np.int64)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return resumed, (self.eyes, self.games.states, self.games.rng)


def resumed(eyes: Eyes, states: list[State], rng: Rng) -> Batch:
    """A batch that goes on where another was copied."""
    batch = Batch.__new__(Batch)
    batch.use(eyes, Games(eyes.game, eyes.observer, states, rng))
    return batch


def array(buffer: object, dtype: type[Number]) -> NDArray[Number]:
    """A vec as an array on the same memory, read only; numpy's types don't know vecs yet."""
    return np.frombuffer(cast("bytes", buffer), dtype)
