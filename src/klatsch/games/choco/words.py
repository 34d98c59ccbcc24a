"""What the game says: prompts and descriptions, told to a viewer. Messages only; the sentences are in locale/.

Refusals are in refusals.py.
"""

from __future__ import annotations

from klatsch.core.action import Button
from klatsch.core.game import OPEN
from klatsch.core.message import Message
from klatsch.games.choco.actions import ACTIONS, Answer, Begin, Choose, Colour, Draw, Lay, Offer, Token
from klatsch.games.choco.cards import COLOUR_NAMES, FACE_NAMES
from klatsch.games.choco.grid import coordinates
from klatsch.games.choco.layout import ACTIVE, ANSWER_SLOT, CHOSEN_SLOT, LAID, OFFERED_SLOT, PARTNER, PHASE
from klatsch.games.choco.position import (
    ANSWERED,
    CARD_CHOICE,
    COLOUR_CHOICE,
    DEALING,
    DRAWING,
    FINISHED,
    FIRST_PLAYER,
    OFFERED,
    PHASES,
    PLACING,
    TOKEN_CHOICE,
)
from klatsch.games.choco.rules import ChoCo


def seat(number: int) -> Message:
    return Message("seat", number=number + 1)


def colour(number: int) -> Message:
    return Message("colour." + COLOUR_NAMES[number])


def card(face: int) -> Message:
    return Message("card." + FACE_NAMES[face])


# ── Prompts ───────────────────────────────────────────────────────────────────────────────────────


def prompt(state: ChoCo, viewer: int) -> Message:
    if state.v[PHASE] == FINISHED:
        return state.result().reason
    if state.v[PHASE] in (CARD_CHOICE, PLACING):
        return laying_prompt(state, viewer)
    if state.v[PHASE] == OFFERED:
        pieces = int(state.pieces_of(state.v[ACTIVE], state.v[OFFERED_SLOT], state.colour(state.v[PARTNER])))
        told = colour(state.colour(state.v[PARTNER]))
        id = "prompt.offered" if viewer == state.v[PARTNER] else "prompt.offered_watched"
        return Message(id, who=seat(state.v[PARTNER]), giver=seat(state.v[ACTIVE]), pieces=pieces, colour=told)
    if state.v[PHASE] == ANSWERED:
        pieces = int(state.pieces_of(state.v[PARTNER], state.v[ANSWER_SLOT], state.colour(state.v[ACTIVE])))
        told = colour(state.colour(state.v[ACTIVE]))
        id = "prompt.answered" if viewer == state.v[ACTIVE] else "prompt.answered_watched"
        return Message(id, who=seat(state.v[ACTIVE]), partner=seat(state.v[PARTNER]), pieces=pieces, colour=told)
    if viewer != state.actor and state.actor >= 0:
        return Message("thinking", who=seat(state.v[ACTIVE]))
    return Message("prompt." + PHASES[state.v[PHASE]], who=seat(state.v[ACTIVE]))


def laying_prompt(state: ChoCo, viewer: int) -> Message:
    """To the others, a card that is chosen and one that isn't are the same: they see it when it is laid."""
    who = seat(state.v[ACTIVE])
    if viewer != state.v[ACTIVE]:
        return Message("prompt.laying", who=who)
    if state.v[PHASE] == PLACING:
        return Message("prompt.place", who=who)
    if state.v[LAID] == 0:
        return Message("prompt.first_card", who=who)
    kind = "stuck" if state.is_stuck() else "card"
    return Message(f"prompt.{kind}_or_offer" if can_offer(state) else f"prompt.{kind}", who=who)


CLAUSES = {
    FIRST_PLAYER: "2.2",
    DEALING: "2.1",
    COLOUR_CHOICE: "2.4",
    CARD_CHOICE: "2.6",  # as while placing, and whether or not the player is stuck: the others can't know
    PLACING: "2.6",
    OFFERED: "7.3",
    ANSWERED: "7.4",
    TOKEN_CHOICE: "5.1",
    DRAWING: "6.1",
}


def clause(state: ChoCo) -> str:
    if state.v[LAID] == 0 and state.v[PHASE] in (COLOUR_CHOICE, CARD_CHOICE):
        return "2.3"
    return CLAUSES.get(state.v[PHASE], "")


def can_offer(state: ChoCo) -> bool:
    return state.may_offer() and any(state.size(other) for other in range(state.seats) if other != state.v[ACTIVE])


# ── Descriptions ──────────────────────────────────────────────────────────────────────────────────


def describe(state: ChoCo, action: int, viewer: int) -> Message:
    who = seat(state.actor if state.actor >= 0 else state.v[ACTIVE])
    match ACTIONS[action]:
        case Begin(first):
            return Message("does.begin", who=seat(first))
        case Draw(face):
            return describe_draw(state, face, viewer)
        case Colour(chosen):
            return Message("does.colour", who=who, colour=colour(chosen))
        case Choose(slot, turns):
            return describe_choice(state, slot, turns, viewer)
        case Offer(slot, other):
            told = {"pieces": int(state.pieces_of(state.v[ACTIVE], slot, state.colour(other)))}
            words = {"who": who, "partner": seat(other), "colour": colour(state.colour(other))}
            return shown_card("does.offer", state, state.v[ACTIVE], slot, viewer, told, words)
        case Answer(slot):
            told = {"pieces": int(state.pieces_of(state.v[PARTNER], slot, state.colour(state.v[ACTIVE])))}
            words = {"who": who, "colour": colour(state.colour(state.v[ACTIVE]))}
            return shown_card("does.answer", state, state.v[PARTNER], slot, viewer, told, words)
        case Token(number):
            return Message("does.token", who=who, number=number + 1)
        case Lay(cell):
            return describe_laying(state, cell)
        case Button(name):
            if name == "swap":
                return Message("does.swap", who=who, partner=seat(state.v[PARTNER]))
            return Message("does." + name.replace(" ", "_"), who=who)


def describe_draw(state: ChoCo, face: int, viewer: int) -> Message:
    kind = "deal" if state.v[PHASE] == DEALING else "draw"
    receiver = int(state.receiver())
    if viewer in (receiver, OPEN):
        return Message(f"does.{kind}_seen", who=seat(receiver), card=card(face))
    return Message(f"does.{kind}", who=seat(receiver))


def describe_choice(state: ChoCo, slot: int, turns: int, viewer: int) -> Message:
    """The first card goes to the middle at once, so everybody sees it; any other is still hidden."""
    who = seat(state.v[ACTIVE])
    face = card(state.face(state.v[ACTIVE], slot))
    if state.v[LAID] == 0:
        return Message("does.first", who=who, card=face)
    if viewer not in (state.v[ACTIVE], OPEN):
        return Message("does.choose", who=who)
    if turns == 0:
        return Message("does.choose_seen", who=who, number=slot + 1, card=face)
    return Message("does.choose_turned", who=who, number=slot + 1, card=face, turns=turns)


def describe_laying(state: ChoCo, cell: int) -> Message:
    x, y = coordinates(cell)
    face = card(state.face(state.v[ACTIVE], state.v[CHOSEN_SLOT]))
    kind = "does.lay_above" if state.grid.spots[cell] else "does.lay"
    return Message(kind, who=seat(state.v[ACTIVE]), x=x, y=y, card=face)


def shown_card(
    id: str, state: ChoCo, owner: int, slot: int, viewer: int, told: dict[str, int], words: dict[str, Message]
) -> Message:
    """A card of which the table hears a number; whoever knows it sees which one it is."""
    if viewer not in (owner, OPEN):
        return Message(id, **told, **words)
    return Message(id + "_seen", number=slot + 1, card=card(state.face(owner, slot)), **told, **words)
