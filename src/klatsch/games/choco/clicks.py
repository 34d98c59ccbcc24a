"""Why nothing can be done with what was clicked: told of that alone, and of what is decided now."""

from __future__ import annotations

from klatsch.core.message import Refusal
from klatsch.games.choco.actions import OFFER, TRADERS, Answer, Colour, Token
from klatsch.games.choco.cards import COLOUR_NAMES
from klatsch.games.choco.layout import ACTIVE, PHASE
from klatsch.games.choco.position import ANSWERED, CARD_CHOICE, COLOUR_CHOICE, OFFERED, PLACING, TOKEN_CHOICE
from klatsch.games.choco.refusals import (
    refuse,
    why_not_this_answer,
    why_not_this_card,
    why_not_this_colour,
    why_not_this_decision,
    why_not_this_offer,
    why_not_this_token,
)
from klatsch.games.choco.rules import ChoCo

BEFORE_LAYING = {"colour": ("2.5", "colour_known"), "at": ("2.6", "card_first"), "card": ("5.1", "token_later")}


def why_clicks(state: ChoCo, places: tuple[str, ...]) -> Refusal | None:
    sort, _, rest = places[-1].partition("-")
    phase = int(state.v[PHASE])
    if phase == COLOUR_CHOICE:
        return why_not_this_colour(state, Colour(COLOUR_NAMES.index(rest)) if sort == "colour" else None)
    if phase == TOKEN_CHOICE:
        return why_not_this_token(state, Token(int(rest) - 1) if sort == "card" else None)
    if phase == OFFERED:
        return why_not_this_answer(state, Answer(slot_of(places[-1])) if sort == "hand" else None)
    if phase == ANSWERED:
        return why_not_this_decision(state, None)
    return before_laying(state, places, sort, rest) if phase in (CARD_CHOICE, PLACING) else None


def slot_of(place: str) -> int:
    """`hand-3` and `hand-3-turn-1` are the third card."""
    return int(place.split("-")[1]) - 1


def before_laying(state: ChoCo, places: tuple[str, ...], sort: str, rest: str) -> Refusal | None:
    """Until a card lies on the table another can be taken, so both decisions are answered for alike."""
    if sort == "hand":
        _, _, turns = rest.partition("-turn-")
        return why_not_this_card(state, slot_of(places[-1]), int(turns or 0))
    if state.v[PHASE] == PLACING:
        return refuse("2.6", "place_now")
    if sort == "seat":
        return of_seat(state, places, int(rest) - 1)
    return refuse(*BEFORE_LAYING[sort]) if sort in BEFORE_LAYING else None


def of_seat(state: ChoCo, places: tuple[str, ...], other: int) -> Refusal:
    """Somebody to whom a card would be offered."""
    chosen = [slot_of(place) for place in places if place.startswith("hand-")]
    if other >= TRADERS:
        return refuse("7.1", "swap_three")
    if not chosen and state.size(state.v[ACTIVE]) == 0:
        return refuse("7.2", "nothing_to_offer")
    slot = chosen[-1] if chosen else 0
    if state.is_legal(OFFER + TRADERS * slot + other):
        return refuse("7.2", "offer_whole")  # a turn of the card was chosen with it
    return why_not_this_offer(state, slot, other)
