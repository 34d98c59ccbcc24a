# klatsch: compiled
"""What all states of one game share: the armies by seat, the named spaces, and the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

HUMAN: Final = 0
ELF: Final = 1
DWARF: Final = 2
GOBLIN: Final = 3
FALCON: Final = 4
ARMIES: Final = ("human", "elf", "dwarf", "goblin", "falcon")

REGULAR: Final = 0
MOUNTED: Final = 1
HERO: Final = 2
KINDS: Final = ("regular", "mounted", "hero")

ARMY_COUNT: Final = 5
KIND_COUNT: Final = 3
assert (len(ARMIES), len(KINDS)) == (ARMY_COUNT, KIND_COUNT)

# How many Regulars, Mounted units and Heroes each army has (§1.3).
STRENGTH: Final = ((4, 1, 1), (4, 1, 1), (4, 1, 1), (4, 1, 1), (5, 0, 1))

FOGGY_MOUNTAIN: Final = 0
HANGMANS_TREE: Final = 1
LOOKOUT_POST: Final = 2
RIVERPORT_OF_CHIP: Final = 3
PLACES: Final = ("foggy_mountain", "hangmans_tree", "lookout_post", "riverport_of_chip")

NOBODY: Final = -1


class Board:
    def __init__(self, options: Mapping[str, str], places: list[int], reconstruction: bool) -> None:
        chosen = options["armies"]
        self.armies: tuple[str, ...] = ARMIES if chosen == "default" else tuple(chosen.split(","))
        self.army_of = vec[i64]([ARMIES.index(army) for army in self.armies])
        self.seat_of = vec[i64]([self.armies.index(army) if army in self.armies else NOBODY for army in ARMIES])
        self.default_armies: bool = chosen == "default"

        self.places: tuple[int, ...] = tuple(places)  # the hex of each of PLACES
        self.reconstruction: bool = reconstruction
        self.named: i64 = sum(2**place for place in places)

        self.most_units_claim: bool = options["claim"] == "most_units"
        self.one_advance: bool = options["advance"] == "one"
        self.regulars_force: bool = options["elf_force"] == "hero_and_regulars"
        self.berserk_with_move: bool = options["berserk_with"] == "move"
        self.stalemate_rounds: i64 = int(options["stalemate"])
        self.most_rounds: i64 = int(options["rounds"])
        self.prisoner_exchange: bool = options["prisoner_exchange"] == "on"
        self.max_five: bool = options["max_five"] == "on"
        self.arms_race: bool = options["arms_race"] != "off"
        self.largest_rival: bool = options["arms_race"] == "largest"
        self.hero_or_mounted: bool = options["hero_or_mounted"] == "on"
