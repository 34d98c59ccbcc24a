# klatsch: compiled
"""The action table of Battle of the 4 Armies: its records, and where each kind begins in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.action import Button
from klatsch.games.four_armies.board import ARMIES, ARMY_COUNT, HERO, KIND_COUNT, KINDS, REGULAR
from klatsch.games.four_armies.hexes import COUNT, HEXES, neighbours


@dataclass(frozen=True)
class Place:
    kind: int
    hex: int

    @property
    def notation(self) -> str:
        return f"place {KINDS[self.kind]} {HEXES[self.hex]}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"reserve-{KINDS[self.kind]}", f"hex-{HEXES[self.hex]}")


@dataclass(frozen=True)
class Step:
    """A unit goes from hex to hex: by which right, its verb tells."""

    verb: str
    source: int
    target: int

    @property
    def notation(self) -> str:
        return f"{self.verb} {HEXES[self.source]} {HEXES[self.target]}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"hex-{HEXES[self.source]}", f"hex-{HEXES[self.target]}")


@dataclass(frozen=True)
class Offer:
    """Prisoner Exchange: a captured unit of `army` for an own one in its pile."""

    army: int
    given: int
    wanted: int

    @property
    def notation(self) -> str:
        return f"offer {ARMIES[self.army]} {KINDS[self.given]} {KINDS[self.wanted]}"

    @property
    def anchors(self) -> tuple[str, ...]:
        army = ARMIES[self.army]
        return (f"held-{army}-{KINDS[self.given]}", f"lost-{army}-{KINDS[self.wanted]}")


@dataclass(frozen=True)
class Take:
    """After a successful rally: an own unit out of the pile of `army`."""

    army: int
    kind: int

    @property
    def notation(self) -> str:
        return f"take {KINDS[self.kind]} {ARMIES[self.army]}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"lost-{ARMIES[self.army]}-{KINDS[self.kind]}",)


@dataclass(frozen=True)
class Give:
    """On equal claim: `army` captures the unit."""

    army: int

    @property
    def notation(self) -> str:
        return f"give {ARMIES[self.army]}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"army-{ARMIES[self.army]}",)


@dataclass(frozen=True)
class First(Button):
    """Chance: `army` begins."""

    army: int


Action = Place | Step | Offer | Take | Give | First | Button

PAIRS: Final = [(a, b) for a in range(COUNT) for b in range(COUNT)]
BESIDE: Final = [(a, b) for a in range(COUNT) for b in neighbours(a)]
STEPS: Final = ("advance", "retreat", "force")
RETURNING: Final = (REGULAR, HERO)  # the kinds that come back from a pile
WORDS: Final = (
    *("withdraw", "rally", "face up", "face down", "leave", "reserve"),
    *("accept", "refuse", "stay", "halt", "spare", "end", "pass"),
)

# Where each kind begins in the table. Moves are by source · 19 + target, so that the rules can count them out;
# those that lead nowhere (a hex to itself) are never legal.
PLACE: Final = 0
MOVE: Final = 57
BERSERK: Final = 418
ADVANCE: Final = 779
RETREAT: Final = 863
FORCE: Final = 947
OFFER: Final = 1031
TAKE: Final = 1051
GIVE: Final = 1061
FIRST: Final = 1066
WITHDRAW: Final = 1071
RALLY: Final = 1072
FACE_UP: Final = 1073
FACE_DOWN: Final = 1074
LEAVE: Final = 1075
TO_RESERVE: Final = 1076
ACCEPT: Final = 1077
REFUSE: Final = 1078
STAY: Final = 1079
HALT: Final = 1080
SPARE: Final = 1081
END: Final = 1082
PASS: Final = 1083

OFFERS: Final = [
    Offer(army, given, wanted) for army in range(ARMY_COUNT) for given in RETURNING for wanted in RETURNING
]
TAKES: Final = [Take(army, kind) for army in range(ARMY_COUNT) for kind in RETURNING]

ACTIONS: Final[tuple[Action, ...]] = (
    *(Place(kind, hex) for kind in range(KIND_COUNT) for hex in range(COUNT)),
    *(Step("move", a, b) for a, b in PAIRS),
    *(Step("berserk", a, b) for a, b in PAIRS),
    *(Step(verb, a, b) for verb in STEPS for a, b in BESIDE),
    *OFFERS,
    *TAKES,
    *(Give(army) for army in range(ARMY_COUNT)),
    *(First(f"first {name}", army) for army, name in enumerate(ARMIES)),
    *(Button(word) for word in WORDS),
)
assert len(BESIDE) == RETREAT - ADVANCE
assert [action.notation for action in ACTIONS[WITHDRAW:]] == list(WORDS)
assert ACTIONS[BERSERK].notation.startswith("berserk")
assert ACTIONS[OFFER] == OFFERS[0]
assert ACTIONS[TAKE] == TAKES[0]

# For the rules: source and target of each step between neighbours, and which step leads from a hex to another.
STEP_FROM: Final = vec[i64]([a for a, _ in BESIDE])
STEP_TO: Final = vec[i64]([b for _, b in BESIDE])
STEP_NUMBER: Final = vec[i64]([BESIDE.index(pair) if pair in BESIDE else -1 for pair in PAIRS])

# What an exchange with an army offers and wants, and what a rally takes from its pile: so many possibilities an army.
OFFERS_PER_ARMY: Final = 4
OFFER_ARMY: Final = vec[i64]([offer.army for offer in OFFERS])
OFFER_GIVEN: Final = vec[i64]([offer.given for offer in OFFERS])
OFFER_WANTED: Final = vec[i64]([offer.wanted for offer in OFFERS])
TAKES_PER_ARMY: Final = 2
TAKE_ARMY: Final = vec[i64]([take.army for take in TAKES])
TAKE_KIND: Final = vec[i64]([take.kind for take in TAKES])
assert (len(OFFERS), len(TAKES)) == (OFFERS_PER_ARMY * ARMY_COUNT, TAKES_PER_ARMY * ARMY_COUNT)
