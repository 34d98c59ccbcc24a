"""One seat of a game as a Gymnasium environment, the other seats played by bots (extra: rl).

    gymnasium.make("klatsch.adapters.gymnasium:klatsch/coin-age-v1", opponents="bot:2", seat=None)

An observation is a row of numbers (docs/learning.md says which); `info["action_mask"]` and `action_masks()` have a 1
for every legal action. The reward comes at the end: 1 for a win, −1 for a loss between two sides. An action that isn't
legal loses the game at once, since learners without masks try them; with `illegal="raise"` it is an error instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from klatsch.adapters.observations import RENDER_MODES, Floats, Masks, checked_render_mode, eyes_for
from klatsch.bots.bot import Bot, choose, tell
from klatsch.bots.bot_names import HUMAN, check_player, make_bot
from klatsch.core import registry
from klatsch.core.batch import as_reward
from klatsch.core.game import CHANCE, OPEN, OVER
from klatsch.core.message import IllegalAction
from klatsch.core.rng import Rng

Info = dict[str, Any]


class SeatEnv(gymnasium.Env):  # type: ignore[misc]  # Gymnasium is checked as if it had no types
    """One seat of a game; bots play the others."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "random",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """`seat` None: another one every game. `opponents`: one name for all, or one for each other seat, in order."""
        self.eyes = eyes_for(name, options, seats)
        self.game = self.eyes.game
        self.seats = self.eyes.seats
        self.sides = len(self.game.definition.sides(self.seats))
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"the seat is one from 0 to {self.seats - 1}, or None for another every game, not {seat}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is lose or raise, not {illegal!r}")
        self.own_seat = seat
        self.opponents = checked_opponents(opponents, self.seats - 1)
        self.illegal_loses = illegal == "lose"
        self.render_mode = checked_render_mode(render_mode)
        self.action_space = gymnasium.spaces.Discrete(len(self.game.actions))
        self.observation_space = gymnasium.spaces.Box(0, 1, (self.eyes.size,), np.float32)
        self.position = self.game.new(self.seats)
        self.seat = seat or 0
        self.rng = Rng(0)
        self.bots: dict[int, Bot] = {}
        self.lost_by_illegal = False

    # ── Play ──────────────────────────────────────────────────────────────────────────────────────

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, Info]:
        """A new game, up to the seat's first decision."""
        super().reset(seed=seed)
        self.rng = Rng(int(self.np_random.integers(2**63)))
        self.seat = int(self.np_random.integers(self.seats)) if self.own_seat is None else self.own_seat
        others = [other for other in range(self.seats) if other != self.seat]
        self.bots = {other: make_bot(player) for other, player in zip(others, self.opponents, strict=True)}
        self.position = self.game.new(self.seats)
        self.lost_by_illegal = False
        self.go_on()
        if self.position.actor == OVER:
            return self.reset(options=options)  # the others ended the game before this seat was asked anything
        return self.eyes.see(self.position, self.seat), self.info()

    def step(self, action: int) -> tuple[Floats, float, bool, bool, Info]:
        """Play an action, then everybody else's up to the seat's next decision."""
        if self.position.actor == OVER or self.lost_by_illegal:
            raise ValueError("the game is over: reset the environment")
        try:
            self.play(int(action))
        except IllegalAction as error:
            if not self.illegal_loses:
                raise
            return self.lose(error.sentence)
        over = self.position.actor == OVER
        reward = as_reward(self.position.utility(self.seat), self.sides) if over else 0.0
        return self.eyes.see(self.position, self.seat), reward, over, False, self.info()

    def play(self, action: int) -> None:
        """The own action, then everybody else's up to the next own decision; IllegalAction, and nothing changes."""
        self.position.play(action)
        tell(self.bots, self.game, self.seat, action)
        self.go_on()

    def go_on(self) -> None:
        position = self.position
        while position.actor not in (OVER, self.seat):
            actor = int(position.actor)
            if actor == CHANCE:
                action = int(position.sample(self.rng))
            else:
                action = choose(self.bots[actor], position, self.rng)
            tell(self.bots, self.game, actor, action)
            position.apply(action)

    def lose(self, sentence: str) -> tuple[Floats, float, bool, bool, Info]:
        self.lost_by_illegal = True
        info = {**self.info(), "illegal": sentence}
        return self.eyes.see(self.position, self.seat), as_reward(0.0, self.sides), True, False, info

    # ── What is seen ──────────────────────────────────────────────────────────────────────────────

    def action_masks(self) -> Masks:
        """1 for every legal action; all 0 once the game is over."""
        return self.eyes.mask(self.position)

    def info(self) -> Info:
        return {"action_mask": self.action_masks()}

    def render(self) -> str | None:
        """The board as the seat may see it: text for `ansi`, SVG for `svg`."""
        if self.render_mode is None:
            return None
        viewer = OPEN if self.position.actor == OVER else self.seat
        return self.position.svg(viewer) if self.render_mode == "svg" else self.position.text(viewer)


def checked_opponents(given: str | Sequence[str], count: int) -> list[str]:
    """A player for each other seat; ValueError lists the valid names."""
    names = [given] * count if isinstance(given, str) else list(given)
    if len(names) != count:
        raise ValueError(f"there are {count} other seats, and {len(names)} opponents were named")
    if HUMAN in names:
        raise ValueError("a person can't play here: name bots only")
    return [check_player(name) for name in names]


def register_all() -> None:
    """Make all games known to `gymnasium.make`, as `klatsch/coin-age-v1`: the version is that of the rules."""
    for name in registry.names():
        id = f"klatsch/{name}-v{registry.definition(name).rules_version}"
        gymnasium.register(id, entry_point="klatsch.adapters.gymnasium:SeatEnv", kwargs={"name": name})


register_all()
