"""Players by name: the grammar of `--seat` and `--bots`, and the bots it makes.

`human`, `random`, `greedy` (one decision ahead), `bot:1` … `bot:8` (levels), `search:sims=N` (simulations a
decision), `search:seconds=S` (seconds a turn). Adapters register the bots of other programs, as `openspiel:sims=N`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

from klatsch.bots.bot import Bot, cheats
from klatsch.bots.bot_config import BotConfig
from klatsch.bots.greedy import GreedyBot
from klatsch.bots.level_bot import LEVELS, LevelBot
from klatsch.bots.search_bot import SearchBot
from klatsch.core.game import KnownState
from klatsch.core.rng import Rng

HUMAN = "human"
GRAMMAR = "human, random, greedy, bot:1 … bot:8, search:sims=N or search:seconds=S"
LEVEL_NAMES = {f"bot:{level}": level for level in LEVELS}

Maker = Callable[[str], Bot]
_makers: dict[str, Maker | str] = {}


def register(word: str, maker: Maker | str) -> None:
    """Who makes the players whose names begin with `word:`: a function, or a module that has it as `make_bot`."""
    _makers[word] = maker


def maker(word: str) -> Maker:
    found = _makers[word]
    if isinstance(found, str):
        loaded: Maker = importlib.import_module(found).make_bot
        _makers[word] = found = loaded
    return found


class RandomBot:
    """Any legal action, all alike."""

    def choose(self, known: KnownState, rng: Rng) -> int:
        state = known.state
        return int(state.sample(rng))

    def saw(self, actor: int, action: int | None) -> None:
        pass


def check_player(name: str) -> str:
    """A name for a real table as it is; ValueError lists the valid ones."""
    if name != HUMAN and cheats(make_bot(name)):
        raise ValueError(f"{name!r} looks at hidden cards: it plays in the arena only")
    return name


def make_bot(name: str) -> Bot:
    """A new bot: it has a memory, so every seat of every game gets its own."""
    if name == "random":
        return RandomBot()
    if name == "greedy":
        return GreedyBot()
    if name in LEVEL_NAMES:
        return LevelBot(LEVEL_NAMES[name])
    if name.startswith("search:"):
        return make_search_bot(name)
    word = name.partition(":")[0]
    if word in _makers:
        return maker(word)(name)
    if name == HUMAN:
        raise ValueError("a person can't play here: name bots only")
    foreign = "".join(f", {word}:…" for word in _makers)
    raise ValueError(f"there is no player {name!r}; a player is {GRAMMAR}{foreign}")


def make_search_bot(name: str) -> SearchBot:
    """`search:sims=100`, and for experiments changes after it: `search:sims=100:prior=2:data=bot.toml`."""
    parts = [part.partition("=") for part in name.split(":")[1:]]
    given = {key: value for key, _, value in parts}
    sims, seconds = given.pop("sims", ""), given.pop("seconds", "")
    data = given.pop("data", "")
    try:
        search_bot = SearchBot(int(sims or 0), float(seconds or 0), data=Path(data) if data else None, changes=given)
        BotConfig().tuned(given)
        sound = bool(sims) != bool(seconds) and (search_bot.sims > 0 or 0 < search_bot.seconds <= 600)
    except ValueError as error:
        raise ValueError(f"there is no player {name!r}; a player is {GRAMMAR} ({error})") from error
    if not sound:
        raise ValueError(f"there is no player {name!r}; a player is {GRAMMAR}, up to 600 seconds")
    return search_bot
