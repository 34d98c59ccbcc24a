"""Levels 1 to 8: bots for people, from a kind beginner to the strongest. What each is, a game's data says."""

from __future__ import annotations

from klatsch.bots.bot_config import Level, bot_config
from klatsch.bots.leaf_statistics import Entry
from klatsch.bots.search_bot import SearchBot
from klatsch.core.game import KnownState
from klatsch.core.rng import Rng

LEVELS = range(1, 9)
# An action with fewer visits than this part of the best one's is a blunder, and no level draws it.
LEAST_PART = 0.1


class LevelBot:
    """Searches as its level says, and draws among the better actions where the level isn't sharp."""

    def __init__(self, level: int) -> None:
        if level not in LEVELS:
            raise ValueError(f"levels go from {LEVELS[0]} to {LEVELS[-1]}, not {level}")
        self.level = level
        self.search_bot: SearchBot | None = None
        self.settings: Level | None = None  # of the game that it played last

    def choose(self, known: KnownState, rng: Rng) -> int:
        state = known.state
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        level = bot_config(state.game.definition, int(state.seats)).levels[self.level - 1]
        if self.search_bot is None or level != self.settings:
            self.search_bot, self.settings = SearchBot(sims=level.sims, evaluates=level.evaluates), level
        best = self.search_bot.choose(known, rng)
        search = self.search_bot.search
        if level.sharpness == 0.0 or search is None:
            return best
        return drawn(search.entries([]), level.sharpness, rng)

    def saw(self, actor: int, action: int | None) -> None:
        if self.search_bot is not None:
            self.search_bot.saw(actor, action)


def drawn(entries: list[Entry], sharpness: float, rng: Rng) -> int:
    """One of the better actions, by visits^z."""
    most = entries[0].visits
    better = [entry for entry in entries if entry.visits >= LEAST_PART * most]
    weights = [(entry.visits / most) ** sharpness for entry in better]
    point = rng.bits() / 2**32 * sum(weights)
    for entry, weight in zip(better, weights, strict=True):
        point -= weight
        if point < 0:
            return entry.action
    return better[-1].action
