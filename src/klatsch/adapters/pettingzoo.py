"""Our games as PettingZoo's: `env("coin-age", map="lagoon")` is an AEC environment (extra: rl).

Agents are `seat_0`, `seat_1` …; who acts next is whoever the rules ask. An observation is a dictionary: "observation"
has the numbers that the seat may know (docs/learning.md says which), "action_mask" a 1 for every legal action, all 0
for a seat that isn't asked. Chance is drawn by the environment. An action that isn't legal raises IllegalAction with a
sentence, and nothing changes; to make it a loss, wrap the environment in PettingZoo's TerminateIllegalWrapper.
"""

from __future__ import annotations

from secrets import randbits
from typing import Any

import gymnasium.spaces
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from klatsch.adapters.observations import RENDER_MODES, Floats, checked_render_mode, eyes_for
from klatsch.core.batch import as_reward
from klatsch.core.game import CHANCE, OPEN, OVER, PUBLIC, State
from klatsch.core.rng import Rng

Observation = dict[str, Any]


def env(name: str, seats: int | None = None, render_mode: str | None = None, **options: object) -> Any:
    """A game as an environment that checks the order of its calls; `raw_env` is the same without."""
    return OrderEnforcingWrapper(raw_env(name, seats, render_mode, **options))


def raw_env(name: str, seats: int | None = None, render_mode: str | None = None, **options: object) -> KlatschEnv:
    """A game as an environment, as PettingZoo's own wrappers want it."""
    return KlatschEnv(name, seats, render_mode, **options)


class KlatschEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is checked as if it had no types
    def __init__(self, name: str, seats: int | None = None, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self.eyes = eyes_for(name, options, seats)
        self.game = self.eyes.game
        self.seats = self.eyes.seats
        definition = self.game.definition
        self.metadata = {
            "name": f"klatsch_{name.replace('-', '_')}_v{definition.rules_version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = checked_render_mode(render_mode)
        self.sides = len(definition.sides(self.seats))
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: self.space() for agent in self.possible_agents}
        self.state_space = gymnasium.spaces.Box(0, 1, (self.seats * self.eyes.size,), np.float32)
        self.position = self.game.new(self.seats)
        self.rng: Rng | None = None

    def space(self) -> gymnasium.spaces.Dict:
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 1, (self.eyes.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (len(self.game.actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    # ── Play ──────────────────────────────────────────────────────────────────────────────────────

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Without a seed chance goes on from the last one's, at first from the system's."""
        if seed is not None or self.rng is None:
            self.rng = Rng(randbits(96) if seed is None else seed)
        self.position = self.game.new(self.seats)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is an action only for an agent whose game is over")
        self.position.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.go_on()
        self._accumulate_rewards()

    def go_on(self) -> None:
        """To the next decision, or to the end."""
        position = self.position
        assert self.rng is not None
        while position.actor == CHANCE:
            position.apply(position.sample(self.rng))
        if position.actor == OVER:
            self.end()
        else:
            self.agent_selection = self.possible_agents[position.actor]

    def end(self) -> None:
        self.agent_selection = self.agents[0]
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = as_reward(self.position.utility(seat), self.sides)
            self.terminations[agent] = True

    # ── What is seen ──────────────────────────────────────────────────────────────────────────────

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        asked = self.position.actor == seat
        mask = self.eyes.mask(self.position) if asked else np.zeros(len(self.game.actions), np.int8)
        return {"observation": self.eyes.see(self.position, seat), "action_mask": mask}

    def state(self) -> Floats:
        """What all seats together may know, for a critic that sees more than its actors."""
        return np.concatenate([self.eyes.see(self.position, seat) for seat in range(self.seats)])

    def klatsch_state(self) -> State:
        """A copy of the position itself."""
        return self.position.clone()

    def render(self) -> str | None:
        """The board as everybody may see it: text for `ansi`, SVG for `svg`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode, ansi or svg")
            return None
        viewer = OPEN if self.position.actor == OVER else PUBLIC
        return self.position.svg(viewer) if self.render_mode == "svg" else self.position.text(viewer)

    def close(self) -> None:
        """Nothing is held open."""
