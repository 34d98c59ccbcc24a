"""The interface of a bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from klatsch.core.game import Game, KnownState, State
from klatsch.core.rng import Rng


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, known: KnownState, rng: Rng) -> int:
        """An action for the seat to move, from what that seat knows."""

    def saw(self, actor: int, action: int | None) -> None:
        """What was played, by a seat or by CHANCE; None where this bot can't know which action it was."""


def choose(bot: Bot, state: State, rng: Rng) -> int:
    """The bot's action for the seat to move, from what that seat may know."""
    return bot.choose(state.known_to(int(state.actor), rng), rng)


def cheats(bot: Bot) -> bool:
    """Does it want to see what its seat can't know? Only a yardstick of the arena does, and its name says so."""
    return bool(getattr(bot, "cheats", False))


def tell(bots: Mapping[int, Bot], game: Game, actor: int, action: int | None) -> None:
    """Tell all bots of an action. Where cards are hidden, a seat is sure only of its own."""
    for seat, bot in bots.items():
        bot.saw(actor, action if actor == seat or not game.definition.hidden else None)
