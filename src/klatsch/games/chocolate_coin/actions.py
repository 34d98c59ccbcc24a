# klatsch: compiled
"""The action table of Chocolate COIN: its records, and where each kind begins in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from klatsch.core.action import Button

FACTIONS: Final = ("santa", "ie", "elf", "bp")
REGIONS: Final = ("l1", "m1", "r1", "l2", "m2", "r2", "l3", "m3", "r3")
PRECINCTS: Final = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m")  # a board has the first of them
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
class Operation(Button):
    number: int


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
class Amount(Button):
    """How many: units, points of stealth, or the new value of a die."""

    number: int


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
class Gift(Button):
    """A gift die of some value in the Region that is being resolved."""

    value: int


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
class Roll(Button):
    value: int


@dataclass(frozen=True)
class Card(Button):
    """An event card by rank and suit; aces, and jokers, are all alike."""

    number: int


@dataclass(frozen=True)
class Order(Button):
    """The faction that comes next on the action track."""

    faction: int


def card_id(card: int) -> str:
    """`3h` for the three of hearts; a card's number is 4 × rank + suit."""
    return "ace" if card == 32 else "joker" if card == 33 else RANKS[card // 4] + SUITS[card % 4][0]


# Within TOKEN: a unit before a base of the same faction, as attacks remove them.
SANTA_UNIT: Final = 0
SANTA_BASE: Final = SANTA_UNIT + 1
ELF_UNIT: Final = SANTA_BASE + 1
ELF_BASE: Final = ELF_UNIT + 1
IE_UNIT: Final = ELF_BASE + 1  # + precinct
BP_UNIT: Final = IE_UNIT + 13  # + stealth − 1
BP_BASE: Final = BP_UNIT + 6  # + stealth − 1
TOKEN_COUNT: Final = BP_BASE + 6

# Within TAKE_OFF.
OFF_UNIT: Final = 0  # + region
OFF_BASE: Final = OFF_UNIT + 9  # + region
OFF_PRECINCT: Final = OFF_BASE + 9  # + precinct
OFF_SUPPORT: Final = OFF_PRECINCT + 13  # + area
OFF_DIE: Final = OFF_SUPPORT + 3  # + 6 × region + stealth − 1
OFF_BASE_DIE: Final = OFF_DIE + 9 * 6  # + 6 × region + stealth − 1
OFF_COUNT: Final = OFF_BASE_DIE + 9 * 6

# Where each kind begins in the table: after as many as the kind before it has.
PASS: Final = 0
DONE: Final = PASS + 1
PRIMARY: Final = DONE + 1
SECONDARY: Final = PRIMARY + 3
OPERATION: Final = SECONDARY + 4
UNITS: Final = OPERATION + 7
BASE: Final = UNITS + 1
REGION: Final = BASE + 1
PRECINCT: Final = REGION + 9
AREA: Final = PRECINCT + 13
AMOUNT: Final = AREA + 3
TOKEN: Final = AMOUNT + 15
TAKE_OFF: Final = TOKEN + TOKEN_COUNT
GIFT: Final = TAKE_OFF + OFF_COUNT
SHIFT: Final = GIFT + 6
WAY: Final = SHIFT + 6
ROLL: Final = WAY + 6
CARD: Final = ROLL + 6
ORDER: Final = CARD + 34
COUNT: Final = ORDER + 4

TOKENS: Final = (
    Token(0, False),
    Token(0, True),
    Token(2, False),
    Token(2, True),
    *(Token(1, False, precinct) for precinct in range(len(PRECINCTS))),
    *(Token(3, False, stealth) for stealth in range(1, 7)),
    *(Token(3, True, stealth) for stealth in range(1, 7)),
)

Action = Button | Take | Place | Token | TakeOff | Shift

ACTIONS: Final[tuple[Action, ...]] = (
    Button("pass"),
    Button("done"),
    *(Take("primary", choice) for choice in PRIMARIES),
    *(Take("secondary", choice) for choice in SECONDARIES),
    *(Operation(name, number) for number, name in enumerate(OPERATIONS)),
    Button("units"),
    Button("base"),
    *(Place("region", number) for number in range(len(REGIONS))),
    *(Place("precinct", number) for number in range(len(PRECINCTS))),
    *(Place("area", number) for number in range(len(AREAS))),
    *(Amount(f"amount {number}", number) for number in range(15)),
    *TOKENS,
    *(TakeOff("unit", region) for region in REGIONS),
    *(TakeOff("base", region) for region in REGIONS),
    *(TakeOff("unit", precinct) for precinct in PRECINCTS),
    *(TakeOff("support", area) for area in AREAS),
    *(TakeOff("unit", region, stealth) for region in REGIONS for stealth in range(1, 7)),
    *(TakeOff("base", region, stealth) for region in REGIONS for stealth in range(1, 7)),
    *(Gift(f"gift {value}", value) for value in range(1, 7)),
    *(Shift(area, side) for area in range(len(AREAS)) for side in ("santa", "elf")),
    *(Button(way) for way in WAYS),
    *(Roll(f"roll {value}", value) for value in range(1, 7)),
    *(Card(f"card {card_id(number)}", number) for number in range(34)),
    *(Order(f"order {name}", faction) for faction, name in enumerate(FACTIONS)),
)
assert len(ACTIONS) == COUNT
# Every kind begins where its offset says.
BEGINNINGS: Final = {
    PASS: "pass",
    DONE: "done",
    PRIMARY: "primary ops+special",
    SECONDARY: "secondary op",
    OPERATION: "recruit",
    UNITS: "units",
    BASE: "base",
    REGION: "region l1",
    PRECINCT: "precinct a",
    AREA: "area north",
    AMOUNT: "amount 0",
    TOKEN: "token santa unit",
    TOKEN + IE_UNIT: "token ie a",
    TOKEN + BP_UNIT: "token bp unit 1",
    TOKEN + BP_BASE: "token bp base 1",
    TAKE_OFF: "take off unit l1",
    TAKE_OFF + OFF_BASE: "take off base l1",
    TAKE_OFF + OFF_PRECINCT: "take off unit a",
    TAKE_OFF + OFF_SUPPORT: "take off support north",
    TAKE_OFF + OFF_DIE: "take off unit l1 1",
    TAKE_OFF + OFF_BASE_DIE: "take off base l1 1",
    GIFT: "gift 1",
    SHIFT: "shift north santa",
    WAY: "expose",
    ROLL: "roll 1",
    CARD: "card 2d",
    ORDER: "order santa",
}
assert all(ACTIONS[at].notation == notation for at, notation in BEGINNINGS.items())
