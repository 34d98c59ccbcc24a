"""Which variants of each game the contract suite plays. A registered game without an entry fails the suite."""

from __future__ import annotations

from typing import NamedTuple

import klatsch


class Variant(NamedTuple):
    game: str
    seats: int
    options: dict[str, object]

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.seats}" + (f"-{chosen}" if chosen else "")

    def load(self) -> klatsch.Game:
        return klatsch.load(self.game, **self.options)


VARIANTS = [
    Variant("coffee-chess", 2, {}),
    Variant("coffee-chess", 2, {"bank_end": "finish_turn", "white_first_draw": 1, "quiet": "off"}),
    Variant("coffee-chess", 2, {"move_amount": "any", "steal_amount": "any"}),
    Variant("chocolate-coin", 4, {}),
    Variant("chocolate-coin", 3, {"ie_regions": "precincts", "bp_regions": "bases", "gift_relay": "no"}),
    Variant("chocolate-coin", 2, {"scoring_turn": "yes", "secondary_from": "top"}),
    Variant("chocolate-coin", 4, {"factions": "bp,elf,ie,santa", "ops_special_second": "op", "scoring_turn": "yes"}),
    Variant("connect-four", 2, {}),
    Variant("kuhn-poker", 2, {}),
]
