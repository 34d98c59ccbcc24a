"""Klatsch: a table for small board games, and the same games as a fast library.

>>> import klatsch
>>> game = klatsch.load("coffee-chess")
>>> state = game.new(seats=2)
>>> state.play("place e4")
"""

from __future__ import annotations

import os

if os.environ.get("KLATSCH_PURE", "0") not in ("", "0"):
    from klatsch import _pure

    _pure.prefer_sources()

from klatsch import adapters, examples, games
from klatsch.core.game import CHANCE, OPEN, OVER, PUBLIC, Game, State
from klatsch.core.message import IllegalAction, Message, Outcome, Refusal
from klatsch.core.registry import load, names, register
from klatsch.core.rng import Rng
from klatsch.match.match import Match

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "OPEN",
    "OVER",
    "PUBLIC",
    "Game",
    "IllegalAction",
    "Match",
    "Message",
    "Outcome",
    "Refusal",
    "Rng",
    "State",
    "compiled",
    "load",
    "names",
    "register",
]

games.register_all()
examples.register_all()
adapters.register_all()


def compiled() -> bool:
    """Are the rules running as compiled modules (and not as their Python sources)?"""
    import klatsch.core.game as rules

    return not str(rules.__file__).endswith(".py")
