"""Reads a game's data/bot.toml: the evaluator's weights, search settings and levels.

```toml
# made by: klatsch train coin-age --games 4000
opening = 1          # where chance is small: everybody's first turns that are random in matches, lest games repeat
scale = 4.0          # so many points more are odds of e : 1
[weights]            # points, by feature; every feature of the evaluator has one
lead = 1.0
[search]             # the fields of bots.search.Tuning
exploration = 0.5
[search-3]           # what differs with three seats (likewise weights-3)
[[level]]            # eight of them, from the kindest to the strongest; [[level-3]] with three seats
sims = 4
```
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from klatsch.core.definition import Definition
from klatsch.core.evaluator import Evaluator
from klatsch.core.game import Game


@dataclass(frozen=True)
class Tuning:
    """How to search a game. The defaults suit a game that has no data."""

    exploration: float = 0.7
    rollout: int = 1_000_000  # decisions played at random before the evaluator is asked
    widening: float = 0.0  # with w > 0 a node of n visits tries no more than 2 + w·√n different actions
    prior: float = 0.0  # with p > 0 an action begins with the evaluator's value, counted as p visits
    horizon: int = 1_000_000  # decisions, those of chance among them, that the tree looks ahead


@dataclass(frozen=True)
class Level:
    """A bot for people: how much it thinks, how well it knows the game, how steadily it plays the best."""

    sims: int
    evaluates: bool = True  # or else random play to the end tells what a position is worth
    sharpness: float = 0.0  # z > 0: actions are drawn by visits^z; 0: always the best


# For games whose data says nothing of levels.
PLAIN_LEVELS = (
    *(Level(sims, sharpness=1.0) for sims in (4, 10, 25)),
    *(Level(sims, sharpness=2.0) for sims in (60, 150)),
    *(Level(sims) for sims in (400, 1000, 2500)),
)


@dataclass(frozen=True)
class BotConfig:
    tuning: Tuning = Tuning()
    scale: float = 1.0
    weights: tuple[tuple[str, float], ...] = ()
    levels: tuple[Level, ...] = PLAIN_LEVELS
    opening: int = 0  # turns of every seat that are random in matches

    def tuned(self, changes: Mapping[str, object]) -> Tuning:
        """The tuning with some fields changed, given as text or numbers; ValueError for what Tuning hasn't."""
        kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(Tuning)}
        unknown = set(changes) - set(kinds)
        if unknown:
            raise ValueError(f"a search has {', '.join(kinds)} to be set, not {', '.join(sorted(unknown))}")
        return replace(self.tuning, **{name: kinds[name](value) for name, value in changes.items()})


def bot_config(definition: Definition[Any], seats: int, data: Path | None = None) -> BotConfig:
    """What the game's own data says for that number of seats, or another file."""
    return read_bot_config(data or definition.folder / "data" / "bot.toml", seats)


@cache
def read_bot_config(path: Path, seats: int) -> BotConfig:
    if not path.exists():
        return BotConfig()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    weights = data.get("weights", {}) | data.get(f"weights-{seats}", {})
    search = data.get("search", {}) | data.get(f"search-{seats}", {})
    levels = tuple(Level(**level) for level in data.get(f"level-{seats}", data.get("level", []))) or PLAIN_LEVELS
    opening = int(data.get("opening", 0))
    known = BotConfig(Tuning(), float(data.get("scale", 1.0)), tuple(sorted(weights.items())), levels, opening)
    return replace(known, tuning=known.tuned(search))


def make_evaluator(game: Game, seats: int, known: BotConfig) -> Evaluator | None:
    """The game's evaluator with the known weights, or None where a game has none."""
    make = game.definition.evaluator
    if make is None:
        return None
    evaluator = make(game, seats)
    evaluator.use(dict(known.weights), known.scale)
    return evaluator
