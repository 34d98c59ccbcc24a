"""Positions of Coffee Chess as text: `white to act; turn 9; beans a2 2, c4 1; inventories 3 3; drew 2`."""

from __future__ import annotations

from dataclasses import dataclass

from klatsch.core.game import OVER, Game
from klatsch.core.position_text import Counts, Draft, Form, Number, Part, Row, Word, one_of
from klatsch.games.coffee_chess.actions import ACTIONS, AMOUNT, MOVE, MOVE_FROM, SQUARES, STEAL, STEAL_TO
from klatsch.games.coffee_chess.layout import (
    BANK,
    DRAWN,
    ENDED,
    IDLE_TURNS,
    INVENTORY,
    KIND,
    LOWEST_BANK,
    ON_SQUARE,
    PENDING,
    QUIET_TURNS,
    RECEIVED,
    TURN,
)
from klatsch.games.coffee_chess.lines import own_squares
from klatsch.games.coffee_chess.rules import (
    ALL_BEANS,
    FULL_INVENTORY,
    GOES_ON,
    HALF_SQUARES,
    LAST_TURN,
    MOVING,
    NOTHING,
    REASONS,
    STEALING,
    CoffeeChess,
)

SEATS = ("white", "black")
NAMES = tuple(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(SQUARES))
DID = ("nothing", "place", "move", "steal")


def rest_of_beans(draft: Draft) -> int:
    v = draft.v
    return ALL_BEANS - sum(v[ON_SQUARE : ON_SQUARE + SQUARES]) - v[INVENTORY] - v[INVENTORY + 1]


@dataclass(frozen=True)
class Received(Part):
    """§6.3: the squares that received stolen beans this turn; they are of the colour whose turn it is."""

    def covers(self) -> range:
        return range(self.at, self.at + 2)

    def squares(self, draft: Draft) -> list[int]:
        return [int(square) for square in own_squares((draft.v[TURN] - 1) % 2)]

    def place(self, square: int) -> tuple[int, int]:
        """Which of the two numbers, and its bit there."""
        half, square = divmod(square, HALF_SQUARES)
        return self.at + half, 2 ** (square // 2)

    def write(self, draft: Draft) -> str:
        places = ((square, *self.place(square)) for square in self.squares(draft))
        return " ".join(NAMES[square] for square, at, bit in places if draft.v[at] & bit)

    def read(self, text: str, draft: Draft) -> None:
        own = self.squares(draft)
        for word in text.split():
            at, bit = self.place(own[one_of(word, [NAMES[square] for square in own])])
            draft.v[at] |= bit


PARTS = (
    Number("turn", TURN, lambda draft: 2 if draft.actor == 1 else 1, 1, LAST_TURN),
    Counts("beans", ON_SQUARE, NAMES),
    Row("inventories", INVENTORY, 2),
    Number("bank", BANK, rest_of_beans, 0, ALL_BEANS),
    Number("drew", DRAWN, 0, 0, FULL_INVENTORY),
    Word("did", KIND, DID),
    Received("received", RECEIVED),
    Word("amount-of", PENDING, ("none", *(action.notation for action in ACTIONS[:AMOUNT])), -1, -1),
    Number("lowest-bank", LOWEST_BANK, lambda draft: draft.v[BANK], 0, ALL_BEANS),
    Number("quiet-turns", QUIET_TURNS, 0, -1, LAST_TURN),
    Number("idle-turns", IDLE_TURNS, 0, 0, LAST_TURN),
    Word("ended", ENDED, REASONS),
)


def form(game: Game, seats: int) -> Form:
    return Form(SEATS, PARTS, problem)


def problem(state: CoffeeChess) -> str | None:
    v = state.v
    if v[BANK] < 0:
        return f"there are more than {ALL_BEANS} beans"
    if (state.actor == OVER) != (v[ENDED] != GOES_ON):
        return "the game is over without a reason, or has one and goes on"
    if state.actor == OVER:
        return None
    if state.actor != (v[TURN] - 1) % 2:
        return f"turn {v[TURN]} is {SEATS[(v[TURN] - 1) % 2]}'s: White has the odd ones"
    if v[BANK] == 0 and not state.rulings.finish_turn:
        return "the bank is empty, so the game is over"
    if v[LOWEST_BANK] > v[BANK]:
        return f"the lowest bank so far can't be {v[LOWEST_BANK]}: {v[BANK]} beans are in it now"
    return wrong_amount(state)


def wrong_amount(state: CoffeeChess) -> str | None:
    pending = state.v[PENDING]
    if pending < 0:
        return None
    moves = MOVE <= pending < STEAL
    if pending < MOVE or not (state.rulings.move_any if moves else state.rulings.steal_any):
        return "no amount is asked for that"
    own = MOVE_FROM[pending - MOVE] if moves else STEAL_TO[pending - STEAL]
    if own not in own_squares(state.actor) or state.most_pending() < 1 or state.inventory(state.actor) < 1:
        return "the move or theft whose amount is asked isn't possible"
    did = MOVING if moves else STEALING
    return None if state.v[KIND] == did != NOTHING else "an amount is asked of another kind of action than was begun"
