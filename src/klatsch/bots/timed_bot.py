"""A bot with a stopwatch, and how much thinking time was used over many games."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from math import inf

from klatsch.bots.bot import Bot, cheats
from klatsch.core.game import CHANCE, KnownState
from klatsch.core.rng import Rng

# A turn that takes so many times its seconds is an overrun.
TOLERANCE = 1.1


@dataclass
class Usage:
    """What a side's bots used; sums, so that sides and rounds can be added up."""

    turns: int = 0
    seconds: float = 0.0
    overruns: int = 0
    choices: int = 0  # decisions with more than one legal action
    simulations: int = 0

    def add(self, other: Usage) -> None:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    @property
    def seconds_a_turn(self) -> float:
        return self.seconds / max(self.turns, 1)

    @property
    def simulations_a_choice(self) -> float:
        return self.simulations / max(self.choices, 1)


class Timed:
    """Plays as the bot does, and counts. A turn lasts until another seat acts; its decisions share its seconds.

    An overrun must show both on the clock on the wall and in the time that the processor worked for this process:
    on a busy machine the system may stop any process for longer than the tolerance, which is no fault of the bot.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.cheats = cheats(bot)
        limit = float(getattr(bot, "seconds", 0.0))
        self.most = TOLERANCE * limit if limit else inf
        self.seat = CHANCE
        self.usage = Usage()
        self.wall = 0.0  # in this turn
        self.worked = 0.0

    def choose(self, known: KnownState, rng: Rng) -> int:
        state = known.state
        self.seat = int(state.actor)
        wall, worked = time.perf_counter(), time.process_time()
        action = self.bot.choose(known, rng)
        self.wall += time.perf_counter() - wall
        self.worked += time.process_time() - worked
        if len(state.legal_actions()) > 1:
            self.usage.choices += 1
            self.usage.simulations += int(getattr(self.bot, "simulations", 0))
        return action

    def saw(self, actor: int, action: int | None) -> None:
        self.bot.saw(actor, action)
        if actor not in (CHANCE, self.seat):
            self.end_turn()

    def end_turn(self) -> None:
        if self.wall > 0.0:
            self.usage.turns += 1
            self.usage.seconds += self.wall
            self.usage.overruns += min(self.wall, self.worked) > self.most
        self.wall = self.worked = 0.0
