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
    Variant("coffee-chess", 2, {"bank_end": "finish_turn", "white_first_draw": 1, "quiet": "off", "black_start": 1}),
    Variant(
        "coffee-chess", 2, {"move_amount": "any", "steal_amount": "any", "black_start": 2, "idle_end": "two_turns"}
    ),
    Variant("coin-age", 2, {}),
    Variant("coin-age", 2, {"map": "frozen", "capture_own": "no", "move_whose": "own"}),
    Variant("coin-age", 2, {"map": "lagoon", "cover_own": "no", "majority": "more_than_half"}),
    Variant("coin-age", 2, {"map": "volcano", "capture_own": "no", "cover_own": "no"}),
    Variant("four-armies", 4, {}),
    Variant("four-armies", 5, {"claim": "owner", "elf_force": "hero_and_regulars", "prisoner_exchange": "on"}),
    Variant("four-armies", 2, {"armies": "goblin,falcon", "max_five": "on", "arms_race": "largest", "stalemate": 3}),
    Variant("four-armies", 3, {"armies": "dwarf,elf,human", "berserk_with": "any", "advance": "one"}),
    Variant("four-armies", 2, {"armies": "elf,dwarf", "arms_race": "smallest", "hero_or_mounted": "on", "rounds": 20}),
    Variant("choco", 2, {}),
    Variant("choco", 3, {}),
    Variant("choco", 4, {}),
    Variant("choco", 2, {"cover_match": "beneath", "neutral": "largest", "contact_unit": "pieces"}),
    Variant("choco", 3, {"cover_match": "either", "swap": "off", "tie": "shared"}),
    Variant("choco", 4, {"token_target": "just_laid"}),
    Variant("chocolate-coin", 4, {}),
    Variant(
        "chocolate-coin",
        3,
        {"ie_regions": "precincts", "bp_regions": "half_tokens", "santa_build": "bases_gifts", "gift_relay": "no"},
    ),
    Variant(
        "chocolate-coin",
        2,
        {"ie_regions": "half_units", "bp_regions": "presence", "scoring_turn": "yes", "secondary_from": "top"},
    ),
    Variant("chocolate-coin", 4, {"factions": "bp,elf,ie,santa", "ops_special_second": "op", "scoring_turn": "yes"}),
    Variant("connect-four", 2, {}),
    Variant("kuhn-poker", 2, {}),
]
