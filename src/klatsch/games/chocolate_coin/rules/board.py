# klatsch: compiled
"""The board file and the options as the rules ask for them: tables of numbers, shared by all states of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.games.chocolate_coin.rules.layout import REGION_COUNT

# Effects of events (§11.3). How many numbers describe one: its code and four parameters.
STRIDE: Final = 5

EFFECT_PLACE: Final = 0
EFFECT_MOVE: Final = 1
EFFECT_SUPPORT: Final = 2
EFFECT_REMOVE: Final = 3
EFFECT_OPERATION: Final = 4
EFFECT_SPECIAL: Final = 5
EFFECT_SCORE: Final = 6
EFFECT_STEALTH: Final = 7
EFFECT_GIFT: Final = 8
EFFECT_BASE: Final = 9
EFFECT_LOSE: Final = 10
EFFECT_TRACK: Final = 11

# What a formula for the number of Regions counts (§6.3), as in boardfile.COUNTED.
COUNT_BASES: Final = 0
COUNT_UNITS: Final = 1
COUNT_TOKENS: Final = 2
COUNT_REGIONS: Final = 3
COUNT_PRECINCTS: Final = 4
FORMULA: Final = 4  # numbers: what is counted, divided by, plus, at least

BITS: Final = vec[i64]([2**n for n in range(16)])

# Tokens of each faction that may lie on the board: all but the markers for score and action track (§1.6).
TOKENS: Final = vec[i64]([13, 8, 14, 6])
GOALS: Final = vec[i64]([15, 10, 8, 6])
# A point's worth of each goal, in 120ths: ratios compare as whole numbers (§14.3).
WHOLE_RATIO: Final = 120
RATIO_UNITS: Final = vec[i64]([8, 12, 15, 20])


class Board:
    def __init__(self, tables: dict[str, list[int]], options: Mapping[str, str], file: object) -> None:
        self.file = file  # the boardfile.Campus: names, geometry, words
        self.adjacent = vec[i64](tables["adjacent"])  # 9 × 9
        self.neighbours = vec[i64](tables["neighbours"])  # how many each Region has
        self.precincts: i64 = len(tables["touches"]) // REGION_COUNT  # how many there are
        self.transit = vec[i64](tables["transit"])  # precincts × precincts
        self.touches = vec[i64](tables["touches"])  # precincts × 9 Regions
        self.touching = vec[i64](tables["touching"])  # precincts of each Region, 9 × precincts, −1 after the last
        self.area = vec[i64](tables["area"])
        self.spaces = vec[i64](tables["spaces"])
        self.workshop = vec[i64](tables["workshop"])
        self.dock = vec[i64](tables["dock"])
        self.cane = vec[i64](tables["cane"])
        self.suit_faction = vec[i64](tables["suit_faction"])
        self.effects = vec[i64](tables["effects"])  # STRIDE numbers each
        self.event_first = vec[i64](tables["event_first"])  # 2 × rank + column: its first effect; one more at the end
        self.formulas = vec[i64](tables["formulas"])  # of each faction, FORMULA numbers
        self.event_after_ops_special: bool = options["ops_special_second"] == "op_or_event"
        self.scoring_turn: bool = options["scoring_turn"] == "yes"
        self.gifts_need_welcome: bool = options["santa_build"] == "bases_gifts"
        self.gift_relay: bool = options["gift_relay"] == "yes"
        self.secondary_from_top: bool = options["secondary_from"] == "top"
        self.factions: str = options["factions"]

    def is_adjacent(self, region: i64, other: i64) -> bool:
        return self.adjacent[region * REGION_COUNT + other] == 1

    def has_line(self, precinct: i64, other: i64) -> bool:
        """§1.3: a transit line between two precincts."""
        return self.transit[precinct * self.precincts + other] == 1

    def is_touched(self, region: i64, precinct: i64) -> bool:
        return self.touches[precinct * REGION_COUNT + region] == 1
