"""The registry of games by name. Core names none of them: the packages above register theirs."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from klatsch.core import options
from klatsch.core.definition import Definition
from klatsch.core.game import Game

# A game has about 120 kB of tables, and there is no end to boards that people bring. All seatings of one game fit.
MOST_SHARED = 256

_definitions: dict[str, Definition[Any] | str] = {}


def register(definition: Definition[Any]) -> None:
    """Make a game known to `load` in this process."""
    _definitions[definition.name] = definition
    _shared.cache_clear()


def register_module(name: str, module: str) -> None:
    """The same for a game that is imported when somebody asks for it; the module has a DEFINITION."""
    _definitions[name] = module
    _shared.cache_clear()


def names() -> list[str]:
    """All games that `load` knows."""
    return list(_definitions)


def definition(name: str) -> Definition[Any]:
    found = _definitions.get(name)
    if found is None:
        close = difflib.get_close_matches(name, _definitions, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise ValueError(f"there is no game {name!r}; {hint}the games are {', '.join(_definitions)}")
    if isinstance(found, str):
        loaded = importlib.import_module(found).DEFINITION
        assert isinstance(loaded, Definition)
        _definitions[name] = found = loaded
    return found


def load(name: str, *, rng: object = None, **given: object) -> Game:
    """A game with its options; ValueError lists the valid names, options or values.

    A `random` board is drawn here, by `rng` (an Rng, a random.Random or a seed) if one is given; `Game.options` tells
    which it is.
    """
    return load_with(name, options.drawn(definition(name).options, given, rng))


def load_with(name: str, given: Mapping[str, object]) -> Game:
    """The same with options as they are recorded: nothing is drawn, so that the same options are the same game."""
    found = definition(name)
    return Game(found, options.resolve(found.options, given))


def shared(name: str, given: Mapping[str, str]) -> Game:
    """The same, one for all in this process who ask for it: most of what a match holds are its game's tables."""
    return _shared(name, tuple(sorted(given.items())))


@lru_cache(maxsize=MOST_SHARED)
def _shared(name: str, given: tuple[tuple[str, str], ...]) -> Game:
    return load_with(name, dict(given))
