# klatsch: compiled
"""The action table of ChoCo: its records, and where each kind begins in it.

Hand cards are told by their place in the hand, never by their face: an action's number leaks nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from klatsch.core.action import Button
from klatsch.games.choco.cards import COLOUR_COUNT, COLOUR_NAMES, FACE_NAMES, QUARTERS
from klatsch.games.choco.grid import CELLS, coordinates
from klatsch.games.choco.layout import CARDS, FACES, HAND, MOST_SEATS

TRADERS: Final = 3


@dataclass(frozen=True)
class Begin:
    """Chance: who begins."""

    seat: int

    @property
    def notation(self) -> str:
        return f"begin {self.seat + 1}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Draw:
    """Chance: the card that comes from the stack."""

    face: int

    @property
    def notation(self) -> str:
        return f"draw {FACE_NAMES[self.face]}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Colour:
    colour: int

    @property
    def notation(self) -> str:
        return f"colour {COLOUR_NAMES[self.colour]}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"colour-{COLOUR_NAMES[self.colour]}",)


@dataclass(frozen=True)
class Choose:
    """A hand card and its quarter turns clockwise."""

    slot: int
    turns: int

    @property
    def notation(self) -> str:
        return f"card {self.slot + 1} turn {self.turns}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"hand-{self.slot + 1}", f"hand-{self.slot + 1}-turn-{self.turns}")


@dataclass(frozen=True)
class Offer:
    slot: int
    seat: int

    @property
    def notation(self) -> str:
        return f"offer {self.slot + 1} to {self.seat + 1}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"hand-{self.slot + 1}", f"seat-{self.seat + 1}")


@dataclass(frozen=True)
class Answer:
    slot: int

    @property
    def notation(self) -> str:
        return f"answer {self.slot + 1}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"hand-{self.slot + 1}",)


@dataclass(frozen=True)
class Token:
    """A safety token for a card on the table, numbered in the order of laying."""

    card: int

    @property
    def notation(self) -> str:
        return f"token {self.card + 1}"

    @property
    def anchors(self) -> tuple[str, ...]:
        return (f"card-{self.card + 1}",)


@dataclass(frozen=True)
class Lay:
    """The cell of the card's upper left piece; the level follows from the cells."""

    cell: int

    @property
    def notation(self) -> str:
        x, y = coordinates(self.cell)
        return f"lay {x} {y}"

    @property
    def anchors(self) -> tuple[str, ...]:
        x, y = coordinates(self.cell)
        return (f"at-{x}-{y}",)


Action = Begin | Draw | Colour | Choose | Offer | Answer | Button | Token | Lay

# Where each kind begins in the table.
BEGIN: Final = 0
DRAW: Final = 4
COLOUR: Final = 25
CHOOSE: Final = 28  # + QUARTERS · slot + quarter turns
OFFER: Final = 44  # + TRADERS · slot + seat
ANSWER: Final = 56  # + slot
REFUSE: Final = 60
SWAP: Final = 61
DECLINE: Final = 62
NO_TOKEN: Final = 63
PASS: Final = 64
TOKEN: Final = 65  # + card
LAY: Final = 101  # + cell

ACTIONS: Final[tuple[Action, ...]] = (
    *(Begin(seat) for seat in range(MOST_SEATS)),
    *(Draw(face) for face in range(FACES)),
    *(Colour(colour) for colour in range(COLOUR_COUNT)),
    *(Choose(slot, turns) for slot in range(HAND) for turns in range(QUARTERS)),
    *(Offer(slot, seat) for slot in range(HAND) for seat in range(TRADERS)),
    *(Answer(slot) for slot in range(HAND)),
    *(Button(notation) for notation in ("refuse", "swap", "decline", "keep tokens", "pass")),
    *(Token(card) for card in range(CARDS)),
    *(Lay(cell) for cell in range(CELLS)),
)
assert ACTIONS[CHOOSE] == Choose(0, 0)
assert ACTIONS[ANSWER] == Answer(0)
assert ACTIONS[PASS] == Button("pass")
assert (ACTIONS[TOKEN], ACTIONS[LAY], len(ACTIONS)) == (Token(0), Lay(0), LAY + CELLS)
