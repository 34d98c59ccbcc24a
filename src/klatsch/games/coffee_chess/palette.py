"""What the editor of positions offers for Coffee Chess: beans on squares and in inventories, and whose turn it is."""

from __future__ import annotations

from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.core.palette import Brush, Palette, count, none_left
from klatsch.core.position_text import Draft
from klatsch.games.coffee_chess.layout import (
    BANK,
    DRAWN,
    ENDED,
    INVENTORY,
    KIND,
    LOWEST_BANK,
    ON_SQUARE,
    PENDING,
    RECEIVED,
    TURN,
)
from klatsch.games.coffee_chess.position_text import NAMES, SEATS, rest_of_beans
from klatsch.games.coffee_chess.rules import FULL_INVENTORY, GOES_ON, NOTHING

PLACES = {f"sq-{name}": ON_SQUARE + square for square, name in enumerate(NAMES)}
PLACES |= {f"seat-{seat}": INVENTORY + seat for seat in range(2)}


def put_bean(draft: Draft, place: str, take: bool) -> None:
    at = PLACES[place]
    if not take and rest_of_beans(draft) < 1:
        raise none_left(draft)
    count(draft, at, take, FULL_INVENTORY if at < ON_SQUARE else 50)
    draft.v[BANK] = draft.v[LOWEST_BANK] = rest_of_beans(draft)


def give_turn(seat: int) -> Brush:
    def put(draft: Draft, place: str, take: bool) -> None:
        """The beginning of the seat's turn, its draw made."""
        v = draft.v
        draft.actor = seat
        v[TURN] += (v[TURN] - 1) % 2 != seat
        v[KIND], v[RECEIVED], v[RECEIVED + 1], v[PENDING], v[DRAWN], v[ENDED] = NOTHING, 0, 0, -1, 0, GOES_ON

    return Brush(f"turn-{SEATS[seat]}", Message("editor.turn_of", who=Message(SEATS[seat])), (), put)


def palette(game: Game, seats: int) -> Palette:
    return Palette((Brush("bean", Message("editor.bean"), tuple(PLACES), put_bean), give_turn(0), give_turn(1)))
