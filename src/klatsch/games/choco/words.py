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
    if state.phase == FINISHED:
        return state.result().reason
    if state.phase in (CARD_CHOICE, PLACING):
        return laying_prompt(state, viewer)
    if state.phase == OFFERED:
        pieces = int(state.pieces_of(state.turn, state.offered_slot, state.colour(state.partner)))
        told = colour(state.colour(state.partner))
        id = "prompt.offered" if viewer == state.partner else "prompt.offered_watched"
        return Message(id, who=seat(state.partner), giver=seat(state.turn), pieces=pieces, colour=told)
    if state.phase == ANSWERED:
        pieces = int(state.pieces_of(state.partner, state.answer_slot, state.colour(state.turn)))
        told = colour(state.colour(state.turn))
        id = "prompt.answered" if viewer == state.turn else "prompt.answered_watched"
        return Message(id, who=seat(state.turn), partner=seat(state.partner), pieces=pieces, colour=told)
    return Message("prompt." + PHASES[state.phase], who=seat(state.turn))


def laying_prompt(state: ChoCo, viewer: int) -> Message:
    """To the others, a card that is chosen and one that isn't are the same: they see it when it is laid."""
    who = seat(state.turn)
    if viewer != state.turn:
        return Message("prompt.laying", who=who)
    if state.phase == PLACING:
        return Message("prompt.place", who=who)
    if state.laid == 0:
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
    if state.laid == 0 and state.phase in (COLOUR_CHOICE, CARD_CHOICE):
        return "2.3"
    return CLAUSES.get(state.phase, "")


def can_offer(state: ChoCo) -> bool:
    return state.may_offer() and any(state.size(other) for other in range(state.seats) if other != state.turn)


# ── Descriptions ──────────────────────────────────────────────────────────────────────────────────


def describe(state: ChoCo, action: int, viewer: int) -> Message:
    who = seat(state.actor if state.actor >= 0 else state.turn)
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
            told = {"pieces": int(state.pieces_of(state.turn, slot, state.colour(other)))}
            words = {"who": who, "partner": seat(other), "colour": colour(state.colour(other))}
            return shown_card("does.offer", state, state.turn, slot, viewer, told, words)
        case Answer(slot):
            told = {"pieces": int(state.pieces_of(state.partner, slot, state.colour(state.turn)))}
            words = {"who": who, "colour": colour(state.colour(state.turn))}
            return shown_card("does.answer", state, state.partner, slot, viewer, told, words)
        case Token(number):
            return Message("does.token", who=who, number=number + 1)
        case Lay(cell):
            return describe_laying(state, cell)
        case Button(name):
            if name == "swap":
                return Message("does.swap", who=who, partner=seat(state.partner))
            return Message("does." + name.replace(" ", "_"), who=who)


def describe_draw(state: ChoCo, face: int, viewer: int) -> Message:
    kind = "deal" if state.phase == DEALING else "draw"
    receiver = int(state.receiver())
    if viewer in (receiver, OPEN):
        return Message(f"does.{kind}_seen", who=seat(receiver), card=card(face))
    return Message(f"does.{kind}", who=seat(receiver))


def describe_choice(state: ChoCo, slot: int, turns: int, viewer: int) -> Message:
    """The first card goes to the middle at once, so everybody sees it; any other is still hidden."""
    who = seat(state.turn)
    face = card(state.face(state.turn, slot))
    if state.laid == 0:
        return Message("does.first", who=who, card=face)
    if viewer not in (state.turn, OPEN):
        return Message("does.choose", who=who)
    if turns == 0:
        return Message("does.choose_seen", who=who, number=slot + 1, card=face)
    return Message("does.choose_turned", who=who, number=slot + 1, card=face, turns=turns)


def describe_laying(state: ChoCo, cell: int) -> Message:
    x, y = coordinates(cell)
    face = card(state.face(state.turn, state.chosen_slot))
    kind = "does.lay_above" if state.grid.spots[cell] else "does.lay"
    return Message(kind, who=seat(state.turn), x=x, y=y, card=face)


def shown_card(
    id: str, state: ChoCo, owner: int, slot: int, viewer: int, told: dict[str, int], words: dict[str, Message]
) -> Message:
    """A card of which the table hears a number; whoever knows it sees which one it is."""
    if viewer not in (owner, OPEN):
        return Message(id, **told, **words)
    return Message(id + "_seen", number=slot + 1, card=card(state.face(owner, slot)), **told, **words)
