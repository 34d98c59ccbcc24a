"""Our games as OpenSpiel's: importing this module registers `klatsch_coffee_chess` and all others (extra: openspiel).

    pyspiel.load_game("klatsch_four_armies", {"players": 2, "options": "board:plains"})

`options` is written `name:value|name:value`, with `;` inside a value where Klatsch has a comma. Utilities are moved
from shares of the win to a zero-sum scale (1 for a win alone, 0 for an even share), as OpenSpiel's MCTS expects:
it takes what is below 0 for a loss, and stops at `max_utility`.

The observation of a player is the view, as a tensor the numbers of docs/learning.md. The information state is all that
the player was told since the beginning; as a tensor only where the observation recalls that.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from klatsch.adapters.observations import Eyes, Floats
from klatsch.adapters.openspiel_recall import Beginning, Past, seen_by
from klatsch.core import registry
from klatsch.core.batch import as_reward
from klatsch.core.definition import Definition
from klatsch.core.game import OVER, Game, State
from klatsch.core.rng import Rng

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
Outcomes = list[tuple[int, float]]


def spiel_name(name: str) -> str:
    return "klatsch_" + name.replace("-", "_")


def load_spiel_game(game: Game, seats: int) -> KlatschGame:
    """OpenSpiel's form of a game with its options."""
    return cached_spiel_game(game.name, json.dumps(game.options), seats)


@cache
def cached_spiel_game(name: str, options: str, seats: int) -> KlatschGame:
    definition = registry.definition(name)
    given = json.loads(options)
    changed = {option.name: given[option.name] for option in definition.options if given[option.name] != option.default}
    parameters: dict[str, object] = {"players": seats}
    if changed:
        parameters["options"] = written_options(changed)
    loaded = pyspiel.load_game(spiel_name(name), parameters)
    assert isinstance(loaded, KlatschGame)
    return loaded


def written_options(options: dict[str, str]) -> str:
    return "|".join(f"{name}:{value.replace(',', ';')}" for name, value in options.items())


def read_options(written: str) -> dict[str, str]:
    parts = [part.partition(":") for part in written.split("|") if part]
    return {name: value.replace(";", ",") for name, _, value in parts}


# ── The game ──────────────────────────────────────────────────────────────────────────────────────────


@cache
def game_type(definition: Definition[Any]) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    observed = definition.observation is not None
    return kinds(
        short_name=spiel_name(definition.name),
        long_name=f"{definition.title} (Klatsch)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if definition.hidden else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(definition.seats),
        min_num_players=min(definition.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=observed and usual_eyes(definition).observer.recalls,
        provides_observation_string=True,
        provides_observation_tensor=observed,
        parameter_specification={"players": definition.seats[0], "options": ""},
    )


def usual_eyes(definition: Definition[Any]) -> Eyes:
    return Eyes(registry.load(definition.name), definition.seats[0])


class KlatschGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    definition: Definition[Any]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        definition = self.definition
        given = parameters or {}
        self.klatsch = registry.load_with(definition.name, read_options(given.get("options", "")))
        self.seats = int(given.get("players", definition.seats[0]))
        self.initial = self.klatsch.new(self.seats)
        self.beginning = Beginning(self.initial)
        self.sides = len(definition.sides(self.seats))
        information = pyspiel.GameInfo(
            num_distinct_actions=len(self.klatsch.actions),
            max_chance_outcomes=len(self.klatsch.actions),
            num_players=self.seats,
            min_utility=as_reward(0.0, self.sides),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.klatsch.max_decisions,
        )
        super().__init__(game_type(definition), information, given)

    def new_initial_state(self) -> KlatschState:
        return KlatschState(self)

    def returns(self, final: State) -> list[float]:
        return [as_reward(share, self.sides) for share in final.utilities()]

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer:
        if params:
            raise ValueError(f"an observation of {self.klatsch.name} has no parameters; given were {params}")
        return Observer(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class Position:
    """A state as OpenSpiel copies it: it makes a new KlatschState and deep-copies all its attributes, this one."""

    __slots__ = ("beginning", "player", "state")

    def __init__(self, state: State, beginning: Beginning | None = None) -> None:
        self.state = state
        self.beginning = beginning  # None: nobody will ask for information states
        self.player = TERMINAL if state.actor == OVER else int(state.actor)  # CHANCE is −1 for both

    def __deepcopy__(self, memo: object) -> Position:
        return Position(self.state.clone(), self.beginning)


class KlatschState(pyspiel.State):  # type: ignore[misc]
    """OpenSpiel asks a state about eight times a step who is to move, so that these methods are short before all."""

    def __init__(self, game: KlatschGame) -> None:
        super().__init__(game)
        self.position = Position(game.initial.clone(), game.beginning)

    @property
    def state(self) -> State:
        return self.position.state

    def current_player(self) -> int:
        return self.position.player

    def is_terminal(self) -> bool:
        return self.position.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        actions = self.position.state.legal_actions()
        actions.sort()  # as OpenSpiel demands
        return actions

    def chance_outcomes(self) -> Outcomes:
        return sorted(self.position.state.outcomes())

    def _apply_action(self, action: int) -> None:
        position = self.position
        state = position.state
        state.apply(action)
        actor = state.actor
        position.player = TERMINAL if actor == OVER else actor

    def returns(self) -> list[float]:
        state = self.position.state
        if state.actor != OVER:
            return [0.0] * int(state.seats)
        returns: list[float] = self.get_game().returns(state)
        return returns

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.state.game.notation(action)

    def __str__(self) -> str:
        return json.dumps(self.position.state.numbers())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KlatschState:
        """A state that the player can't tell from this one, now or by anything told before."""
        copy = resample(self, player, Rng(int(sampler() * 2**53)))
        before = self.position.beginning
        if before is not None:
            past = Past(before, tuple(self.history()), player)
            copy.position.beginning = Beginning(copy.position.state.clone(), past)
        return copy


class Observer:
    """What a player sees, as text and numbers; with `recall`, all that the player was told since the beginning."""

    tensor: Floats | None = None

    def __init__(self, game: KlatschGame, recall: bool) -> None:
        self.recall = recall
        self.hidden = game.definition.hidden
        self.dict: dict[str, Floats] = {}
        if game.definition.observation is not None:
            eyes = Eyes(game.klatsch, game.seats)
            if eyes.observer.recalls or not recall:
                self.eyes = eyes
                self.tensor = tensor = np.zeros(eyes.size, np.float32)
                self.dict = {part.name: tensor[eyes.slices[part.name]].reshape(part.shape) for part in eyes.layout}

    def set_from(self, state: KlatschState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self.eyes.see(state.position.state, player)

    def string_from(self, state: KlatschState, player: int) -> str:
        position = state.position
        if not self.recall:
            return seen_by(position.state, player)
        if not self.hidden:
            history: str = state.history_str()
            return history
        told = position.beginning.told(state.history(), player) if position.beginning else ""
        return f"{told}\n{seen_by(position.state, player)}"


def resample(state: KlatschState, player: int, rng: Rng) -> KlatschState:
    """A state whose view by `player` is the same. Its history is untrue, so nobody remembers anything of it."""
    copy = state.clone()
    copy.position.state.resample(player, rng)
    copy.position.beginning = None
    assert isinstance(copy, KlatschState)
    return copy


def register(definition: Definition[Any]) -> None:
    # A class, not a partial or a lambda: OpenSpiel lets go of it after Python has ended, which only a class survives.
    made = type(definition.title, (KlatschGame,), {"definition": definition})
    pyspiel.register_game(game_type(definition), made)


for name in registry.names():
    register(registry.definition(name))
