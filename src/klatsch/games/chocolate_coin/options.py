"""The options of Chocolate COIN: who plays what, the board file, the rulings of the reference sheet."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from klatsch.core.options import BoardFile, Choice, Option, PerSeat
from klatsch.games.chocolate_coin import boardfile
from klatsch.games.chocolate_coin.actions import FACTIONS, PRECINCTS, RANKS, REGIONS, SUITS
from klatsch.games.chocolate_coin.boardfile import Campus, Effect
from klatsch.games.chocolate_coin.rules.board import Board

# Who may sit at one table, in any order (§1.12).
COMPANIES = (
    frozenset({"santa", "ie", "elf", "bp"}),
    frozenset({"santa+ie", "elf", "bp"}),
    frozenset({"santa+ie", "elf+bp"}),
)


class FactionsBySeat(PerSeat):
    """A comma list, one entry a seat: four factions, or with the fixed pairs three or two players."""

    def __init__(self, name: str) -> None:
        super().__init__(name, FACTIONS)

    def check(self, value: str) -> str:
        if value == "default":
            return value
        players = ["+".join(sorted(player.split("+"), key=rank)) for player in value.split(",")]
        if frozenset(players) not in COMPANIES or len(set(players)) != len(players):
            raise self.refuse(value)
        return ",".join(players)

    def values(self) -> str:
        return (
            "default or one entry a seat, in any order, of santa,ie,elf,bp or santa+ie,elf,bp or santa+ie,elf+bp "
            "(the pairs are fixed)"
        )

    def examples(self) -> list[str]:
        return [self.default, *(",".join(order) for company in COMPANIES for order in permutations(sorted(company)))]


def rank(faction: str) -> int:
    return FACTIONS.index(faction) if faction in FACTIONS else len(FACTIONS)


OPTIONS: tuple[Option, ...] = (
    FactionsBySeat("factions"),
    BoardFile("board", boardfile.SHIPPED, boardfile.read),
    Choice("ie_regions", "half_units", "precincts"),
    Choice("bp_regions", "presence", "bases"),
    Choice("ops_special_second", "op_or_event", "op"),
    Choice("scoring_turn", "no", "yes"),
    Choice("gift_relay", "yes", "no"),
    Choice("secondary_from", "below", "top"),
)


def prepare(options: Mapping[str, str]) -> Board:
    campus = boardfile.read(options["board"])
    return Board(tables(campus), options, campus)


# ── A board file as tables of numbers ─────────────────────────────────────────────────────────────────────────────


def tables(campus: Campus) -> dict[str, list[int]]:
    adjacent = matrix(REGIONS, campus.borders)
    touches = [[int(region in precinct.touches) for region in REGIONS] for precinct in campus.precincts]
    effects, event_first = event_tables(campus)
    return {
        "adjacent": flat(adjacent),
        "last_neighbour": [max(i for i in range(9) if row[i]) for row in adjacent],
        "transit": flat(matrix(PRECINCTS, [line.ends for line in campus.lines])),
        "touches": flat(touches),
        "touching": flat([padded([p for p in range(6) if touches[p][region]]) for region in range(9)]),
        "area": [("north", "middle", "south").index(region.area) for region in campus.regions],
        "spaces": [region.spaces for region in campus.regions],
        "workshop": [int(region.workshop) for region in campus.regions],
        "dock": [int(region.dock) for region in campus.regions],
        "cane": [int(region.cane) for region in campus.regions],
        "suit_faction": [campus.suits.index(suit) for suit in SUITS],
        "effects": effects,
        "event_first": event_first,
    }


def matrix(ids: tuple[str, ...], pairs: tuple[tuple[str, str], ...] | list[tuple[str, str]]) -> list[list[int]]:
    joined = {frozenset(pair) for pair in pairs}
    return [[int(frozenset((a, b)) in joined and a != b) for b in ids] for a in ids]


def flat(rows: list[list[int]]) -> list[int]:
    return [number for row in rows for number in row]


def padded(precincts: list[int]) -> list[int]:
    return precincts + [-1] * (6 - len(precincts))


def event_tables(campus: Campus) -> tuple[list[int], list[int]]:
    effects: list[int] = []
    first: list[int] = []
    for event in campus.events:
        for column in event.columns:
            first.append(len(effects) // 5)
            for effect in column:
                effects += effect_numbers(effect)
    assert len(first) == 2 * len(RANKS)
    return effects, [*first, len(effects) // 5]


def effect_numbers(effect: Effect) -> list[int]:
    """The code of rules.board and four parameters."""
    parameters = {
        "place": [effect.number("most")],
        "move": [int(effect.get("units") == "one")],
        "support": [effect.number("shifts")],
        "remove": [effect.number("regions"), int(effect.get("against") == "card"), effect.number("lowers")],
        "operation": [],
        "special": [],
        "score": [effect.number("points"), effect.number("santa", effect.number("points"))],
        "stealth": [effect.number("by")],
        "gift": [effect.number(way) for way in ("put", "remove", "change", "move")],
        "base": [int(effect.get("does") == "remove")],
    }
    chosen = parameters[effect.name]
    return [list(parameters).index(effect.name), *chosen, *([0] * (4 - len(chosen)))]
