# klatsch: compiled
"""The action table of Chocolate COIN: its records, and where each kind begins in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from klatsch.core.action import Button

FACTIONS: Final = ("santa", "ie", "elf", "bp")
REGIONS: Final = ("l1", "m1", "r1", "l2", "m2", "r2", "l3", "m3", "r3")
PRECINCTS: Final = ("a", "b", "c", "d", "e", "f")
AREAS: Final = ("north", "middle", "south")
SUITS: Final = ("diamonds", "spades", "hearts", "clubs")
RANKS: Final = ("2", "3", "4", "6", "7", "8", "j", "q")
OPERATIONS: Final = ("recruit", "move", "attack", "pies", "disperse", "steal", "rally")
PRIMARIES: Final = ("ops+special", "event", "ops")
SECONDARIES: Final = ("op", "event", "ops", "special")
WAYS: Final = ("expose", "hide", "put gift", "remove gift", "change gift", "carry gift")


@dataclass(frozen=True)
class Take:
    """A space of the action grid."""

    column: str  # primary or secondary
    choice: str

    @property
    def notation(self) -> str:
        return f"{self.column} {self.choice}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"grid-{self.column}-{self.choice.replace('+', '-')}",)


@dataclass(frozen=True)
class Operation:
    number: int

    @property
    def notation(self) -> str:
        return OPERATIONS[self.number]

    @property
    def anchors(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Place:
    """A Region, a precinct, or an Area by its support circle."""

    kind: str
    number: int

    @property
    def id(self) -> str:
        return {"region": REGIONS, "precinct": PRECINCTS, "area": AREAS}[self.kind][self.number]

    @property
    def notation(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"support-{self.id}" if self.kind == "area" else f"{self.kind}-{self.id}",)


@dataclass(frozen=True)
class Amount:
    """How many: units, points of stealth, or the new value of a die."""

    number: int

    @property
    def notation(self) -> str:
        return f"amount {self.number}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Token:
    """A token in the Region that is being resolved. Of equal ones it doesn't matter which."""

    faction: int
    base: bool
    detail: int = -1  # IE: the precinct; Big Plastic: the stealth

    @property
    def notation(self) -> str:
        if self.faction == 1:
            return f"token ie {PRECINCTS[self.detail]}"
        stealth = f" {self.detail}" if self.faction == 3 else ""
        return f"token {FACTIONS[self.faction]} {'base' if self.base else 'unit'}{stealth}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"precinct-{PRECINCTS[self.detail]}",) if self.faction == 1 else ()


@dataclass(frozen=True)
class TakeOff:
    """An own token that leaves the board, to be placed anew."""

    what: str  # unit, base or support
    place: str
    stealth: int = 0  # of a Big Plastic die

    @property
    def notation(self) -> str:
        return f"take off {self.what} {self.place}" + (f" {self.stealth}" if self.stealth else "")

    @property
    def anchors(self) -> tuple[str, ...]:
        if self.what == "support":
            return (f"support-{self.place}",)
        return (f"precinct-{self.place}" if self.place in PRECINCTS else f"region-{self.place}",)


@dataclass(frozen=True)
class Gift:
    """A gift die of some value in the Region that is being resolved."""

    value: int

    @property
    def notation(self) -> str:
        return f"gift {self.value}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Shift:
    area: int
    side: str

    @property
    def notation(self) -> str:
        return f"shift {AREAS[self.area]} {self.side}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"support-{AREAS[self.area]}",)


@dataclass(frozen=True)
class Roll:
    value: int
    anchors: tuple[str, ...] = ()

    @property
    def notation(self) -> str:
        return f"roll {self.value}"


@dataclass(frozen=True)
class Card:
    """An event card by rank and suit; aces, and jokers, are all alike."""

    number: int
    anchors: tuple[str, ...] = ()

    @property
    def notation(self) -> str:
        return f"card {card_id(self.number)}"


@dataclass(frozen=True)
class Order:
    """The faction that comes next on the action track."""

    faction: int
    anchors: tuple[str, ...] = ()

    @property
    def notation(self) -> str:
        return f"order {FACTIONS[self.faction]}"


def card_id(card: int) -> str:
    """`3h` for the three of hearts; a card's number is 4 × rank + suit."""
    return "ace" if card == 32 else "joker" if card == 33 else RANKS[card // 4] + SUITS[card % 4][0]


# Where each kind begins in the table.
PASS: Final = 0
DONE: Final = 1
PRIMARY: Final = 2
SECONDARY: Final = 5
OPERATION: Final = 9
UNITS: Final = 16
BASE: Final = 17
REGION: Final = 18
PRECINCT: Final = 27
AREA: Final = 33
AMOUNT: Final = 36
TOKEN: Final = 51
TAKE_OFF: Final = 73
GIFT: Final = 208
SHIFT: Final = 214
WAY: Final = 220
ROLL: Final = 226
CARD: Final = 232
ORDER: Final = 266
COUNT: Final = 270

# Within TOKEN: a unit before a base of the same faction, as attacks remove them.
SANTA_UNIT: Final = 0
SANTA_BASE: Final = 1
ELF_UNIT: Final = 2
ELF_BASE: Final = 3
IE_UNIT: Final = 4  # + precinct
BP_UNIT: Final = 10  # + stealth − 1
BP_BASE: Final = 16  # + stealth − 1

TOKENS: Final = (
    Token(0, False),
    Token(0, True),
    Token(2, False),
    Token(2, True),
    *(Token(1, False, precinct) for precinct in range(6)),
    *(Token(3, False, stealth) for stealth in range(1, 7)),
    *(Token(3, True, stealth) for stealth in range(1, 7)),
)
# Within TAKE_OFF.
OFF_UNIT: Final = 0  # + region
OFF_BASE: Final = 9  # + region
OFF_PRECINCT: Final = 18  # + precinct
OFF_SUPPORT: Final = 24  # + area
OFF_DIE: Final = 27  # + 6 × region + stealth − 1
OFF_BASE_DIE: Final = 81  # + 6 × region + stealth − 1

Action = Button | Take | Operation | Place | Amount | Token | TakeOff | Gift | Shift | Roll | Card | Order

ACTIONS: Final[tuple[Action, ...]] = (
    Button("pass"),
    Button("done"),
    *(Take("primary", choice) for choice in PRIMARIES),
    *(Take("secondary", choice) for choice in SECONDARIES),
    *(Operation(number) for number in range(len(OPERATIONS))),
    Button("units"),
    Button("base"),
    *(Place("region", number) for number in range(9)),
    *(Place("precinct", number) for number in range(6)),
    *(Place("area", number) for number in range(3)),
    *(Amount(number) for number in range(15)),
    *TOKENS,
    *(TakeOff("unit", region) for region in REGIONS),
    *(TakeOff("base", region) for region in REGIONS),
    *(TakeOff("unit", precinct) for precinct in PRECINCTS),
    *(TakeOff("support", area) for area in AREAS),
    *(TakeOff("unit", region, stealth) for region in REGIONS for stealth in range(1, 7)),
    *(TakeOff("base", region, stealth) for region in REGIONS for stealth in range(1, 7)),
    *(Gift(value) for value in range(1, 7)),
    *(Shift(area, side) for area in range(3) for side in ("santa", "elf")),
    *(Button(way) for way in WAYS),
    *(Roll(value) for value in range(1, 7)),
    *(Card(number) for number in range(34)),
    *(Order(faction) for faction in range(4)),
)
assert len(ACTIONS) == COUNT
assert ACTIONS[TOKEN + BP_BASE] == Token(3, True, 1)
assert ACTIONS[TAKE_OFF + OFF_BASE_DIE] == TakeOff("base", "l1", 1)
assert ACTIONS[CARD] == Card(0)
