"""A cache of drawings and what is made of them: equal views look the same to everybody."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import msgspec

from klatsch.core.definition import View
from klatsch.core.game import Game
from klatsch.drawing import Drawing

Made = TypeVar("Made")
KEPT = 4000


class DrawingCache:
    def __init__(self) -> None:
        self.drawings: OrderedDict[tuple[str, str, bytes], Drawing] = OrderedDict()
        self.made: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()

    def draw(self, game: Game, view: View, lang: str) -> Drawing:
        key = (game.digest.hex(), lang, msgspec.json.encode(view))
        found = self.drawings.get(key)
        if found is None:
            drawn = game.definition.draw(view, game.definition.words.say(lang))
            assert isinstance(drawn, Drawing)
            self.drawings[key] = found = drawn
            if len(self.drawings) > KEPT:
                self.drawings.popitem(last=False)
        self.drawings.move_to_end(key)
        return found

    def once(self, key: Hashable, version: object, make: Callable[[], Made]) -> Made:
        """What `make` gives, until the version is another."""
        known = self.made.get(key)
        if known is None or known[0] != version:
            known = self.made[key] = (version, make())
            if len(self.made) > KEPT:
                self.made.popitem(last=False)
        made: Made = known[1]
        return made
