"""A word to a newcomer in the first turn of ChoCo: what is decided now, and what is wise."""

from __future__ import annotations

from klatsch.core.message import Message
from klatsch.games.choco.cards import COUNTS
from klatsch.games.choco.position import ANSWERED, CARD_CHOICE, COLOUR_CHOICE, OFFERED, PLACING, TOKEN_CHOICE
from klatsch.games.choco.rules import ChoCo
from klatsch.games.choco.words import colour


def guide(state: ChoCo, seat: int) -> Message | None:
    if state.actor != seat or not is_first_turn(state, seat):
        return None
    if state.phase == COLOUR_CHOICE:
        return colour_advice(state, seat)
    if state.phase == TOKEN_CHOICE:
        return Message("guide.token")
    id = {PLACING: "place", OFFERED: "offered", ANSWERED: "answered", CARD_CHOICE: "card"}.get(int(state.phase))
    if state.phase == CARD_CHOICE and state.laid == 0:
        id = "first_card"
    elif state.phase == CARD_CHOICE and state.is_stuck():
        id = "stuck"
    return Message("guide." + id, colour=colour(state.colour(seat))) if id else None


def is_first_turn(state: ChoCo, seat: int) -> bool:
    """Has the seat not laid its first card yet, or only just? Whoever begins lays the first card, and so on round the
    table; that somebody passes in the first round is too rare to be remembered for this."""
    own = (seat - state.beginner) % state.seats
    just_laid = state.phase == TOKEN_CHOICE and state.turn == seat
    return bool(state.laid - just_laid <= own)


def colour_advice(state: ChoCo, seat: int) -> Message:
    """The colour of which the hand has most, of those that are left."""
    free = [number for number in range(3) if not state.is_taken(number)]
    pieces = {number: pieces_in_hand(state, seat, number) for number in free}
    best = max(free, key=lambda number: pieces[number])
    id = "guide.colour" if len(free) == 3 else "guide.colour_left"
    return Message(id, colour=colour(best), pieces=pieces[best])


def pieces_in_hand(state: ChoCo, seat: int, number: int) -> int:
    return sum(int(COUNTS[3 * state.face(seat, slot) + number]) for slot in range(state.size(seat)))
