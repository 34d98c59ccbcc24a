"""The options of Chocolate COIN: who plays what, the board file, the rulings of the reference sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations

from klatsch.core.options import BoardFile, Choice, Option, PerSeat
from klatsch.games.chocolate_coin import boardfile
from klatsch.games.chocolate_coin.actions import FACTIONS, RANKS, REGIONS, SUITS
from klatsch.games.chocolate_coin.boardfile import Campus, Effect, Formula
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


# §6.2, §6.3: the rulebook's own formula, and readings of the two that stand on its reference sheet.
BY_BASES = Formula("bases", plus=1)
IE_FORMULAS = {"half_units": Formula("units", divided_by=2, least=1), "precincts": Formula("precincts", plus=1)}
BP_FORMULAS = {"presence": Formula("regions", least=1), "half_tokens": Formula("tokens", divided_by=2, least=1)}

OPTIONS: tuple[Option, ...] = (
    FactionsBySeat("factions"),
    BoardFile("board", boardfile.SHIPPED, boardfile.read),
    Choice("ie_regions", "board", *IE_FORMULAS),
    Choice("bp_regions", "board", *BP_FORMULAS),
    Choice("ops_special_second", "op_or_event", "op"),
    Choice("scoring_turn", "no", "yes"),
    Choice("santa_build", "bases", "bases_gifts"),
    Choice("gift_relay", "yes", "no"),
    Choice("secondary_from", "below", "top"),
)


def prepare(options: Mapping[str, str]) -> Board:
    campus = boardfile.read(options["board"])
    return Board(tables(campus, options), options, campus)


# ── A board file as tables of numbers ─────────────────────────────────────────────────────────────────────────────


def tables(campus: Campus, options: Mapping[str, str]) -> dict[str, list[int]]:
    adjacent = matrix(REGIONS, campus.borders)
    precincts = tuple(precinct.id for precinct in campus.precincts)
    touches = [[int(region in precinct.touches) for region in REGIONS] for precinct in campus.precincts]
    effects, event_first = event_tables(campus)
    return {
        "adjacent": flat(adjacent),
        "neighbours": [sum(row) for row in adjacent],
        "transit": flat(matrix(precincts, [line.ends for line in campus.lines])),
        "touches": flat(touches),
        "touching": flat([touching(touches, region) for region in range(len(REGIONS))]),
        "area": [("north", "middle", "south").index(region.area) for region in campus.regions],
        "spaces": [region.spaces for region in campus.regions],
        "workshop": [int(region.workshop) for region in campus.regions],
        "dock": [int(region.dock) for region in campus.regions],
        "cane": [int(region.cane) for region in campus.regions],
        "suit_faction": [campus.suits.index(suit) for suit in SUITS],
        "formulas": flat([formula_of(faction, campus, options).numbers for faction in FACTIONS]),
        "effects": effects,
        "event_first": event_first,
    }


def formula_of(faction: str, campus: Campus, options: Mapping[str, str]) -> Formula:
    if faction == "ie":
        return IE_FORMULAS.get(options["ie_regions"], campus.formulas["ie"])
    if faction == "bp":
        return BP_FORMULAS.get(options["bp_regions"], campus.formulas["bp"])
    return BY_BASES


def matrix(ids: tuple[str, ...], pairs: tuple[tuple[str, str], ...] | list[tuple[str, str]]) -> list[list[int]]:
    joined = {frozenset(pair) for pair in pairs}
    return [[int(frozenset((a, b)) in joined and a != b) for b in ids] for a in ids]


def flat(rows: list[list[int]]) -> list[int]:
    return [number for row in rows for number in row]


def touching(touches: list[list[int]], region: int) -> list[int]:
    """The precincts of a Region, and −1 for each that isn't one."""
    found = [precinct for precinct, regions in enumerate(touches) if regions[region]]
    return found + [-1] * (len(touches) - len(found))


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


# 0 for any, else the operation + 1; the faction's own is found when the event is played.
OPERATION_KINDS = {"any": 0, "recruit": 1, "move": 2, "attack": 3, "own": 8}


def effect_numbers(effect: Effect) -> list[int]:
    """The code of rules.board and four parameters, as rules.events reads them."""
    sign = boardfile.SIGNS.index(effect.word("where", "anywhere"))
    whom = boardfile.WHOM.index(effect.word("who", "you"))
    parameters: dict[str, Callable[[], list[int]]] = {
        "place": lambda: [effect.number("most"), 0, 0, sign],
        "move": lambda: [int(effect.get("units") == "one")],
        "support": lambda: [effect.number("shifts"), ("", "santa", "elf").index(effect.word("toward"))],
        "remove": lambda: [
            effect.number("regions"),
            int(effect.get("against") == "card") + 2 * effect.number("bases"),
            effect.number("lowers"),
            sign,
        ],
        "operation": lambda: [OPERATION_KINDS[effect.word("kind", "any")], int(effect.get("regions") == "all")],
        "special": list,
        "score": lambda: [effect.number("points"), effect.number("santa", effect.number("points")), whom],
        "stealth": lambda: [effect.number("by"), ("", "expose", "hide").index(effect.word("way"))],
        "gift": lambda: [effect.number(way) for way in ("put", "remove", "change", "move")],
        "base": lambda: [int(effect.get("does") == "remove"), 0, 0, sign],
        "lose": lambda: [effect.number("points")],
        "track": lambda: [effect.number("to"), whom],
    }
    chosen = parameters[effect.name]()
    return [list(parameters).index(effect.name), *chosen, *([0] * (4 - len(chosen)))]
