"""A word to a newcomer in the first turn of ChoCo: what is decided now, and what is wise."""

from __future__ import annotations

from klatsch.core.message import Message
from klatsch.games.choco.cards import COLOUR_COUNT
from klatsch.games.choco.layout import ACTIVE, BEGINNER, LAID, PHASE
from klatsch.games.choco.position import ANSWERED, CARD_CHOICE, COLOUR_CHOICE, OFFERED, PLACING, TOKEN_CHOICE
from klatsch.games.choco.rules import ChoCo
from klatsch.games.choco.words import colour


def guide(state: ChoCo, seat: int) -> Message | None:
    if state.actor != seat or not is_first_turn(state, seat):
        return None
    if state.v[PHASE] == COLOUR_CHOICE:
        return colour_advice(state, seat)
    if state.v[PHASE] == TOKEN_CHOICE:
        return Message("guide.token")
    id = {PLACING: "place", OFFERED: "offered", ANSWERED: "answered", CARD_CHOICE: "card"}.get(int(state.v[PHASE]))
    if state.v[PHASE] == CARD_CHOICE and state.v[LAID] == 0:
        id = "first_card"
    elif state.v[PHASE] == CARD_CHOICE and state.is_stuck():
        id = "stuck"
    return Message("guide." + id, colour=colour(state.colour(seat))) if id else None


def is_first_turn(state: ChoCo, seat: int) -> bool:
    """Has the seat not laid its first card yet, or only just? Whoever begins lays the first card, and so on round the
    table; that somebody passes in the first round is too rare to be remembered for this."""
    own = (seat - state.v[BEGINNER]) % state.seats
    just_laid = state.v[PHASE] == TOKEN_CHOICE and state.v[ACTIVE] == seat
    return bool(state.v[LAID] - just_laid <= own)


def colour_advice(state: ChoCo, seat: int) -> Message:
    """The colour of which the hand has most, of those that are left."""
    free = [number for number in range(COLOUR_COUNT) if not state.is_taken(number)]
    pieces = {number: pieces_in_hand(state, seat, number) for number in free}
    best = max(free, key=lambda number: pieces[number])
    id = "guide.colour" if len(free) == COLOUR_COUNT else "guide.colour_left"
    return Message(id, colour=colour(best), pieces=pieces[best])


def pieces_in_hand(state: ChoCo, seat: int, number: int) -> int:
    return sum(int(state.pieces_of(seat, slot, number)) for slot in range(state.size(seat)))
