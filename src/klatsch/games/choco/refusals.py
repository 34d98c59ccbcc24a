"""Why an action isn't legal: the clause of RULES.md and a sentence for the player whose decision it is."""

from __future__ import annotations

from klatsch.core.action import Button
from klatsch.core.message import Message, Refusal
from klatsch.games.choco.actions import ACTIONS, Answer, Begin, Choose, Colour, Draw, Lay, Offer, Token
from klatsch.games.choco.cards import QUARTERS, SHAPE_BITS, TURNS
from klatsch.games.choco.grid import DOWN, RIGHT
from klatsch.games.choco.layout import ACTIVE, BEGINNER, LAID, OFFER_MADE, PARTNER, PHASE
from klatsch.games.choco.position import ANSWERED, CARD_CHOICE, COLOUR_CHOICE, OFFERED, PLACING, TOKEN_CHOICE
from klatsch.games.choco.rules import ChoCo
from klatsch.games.choco.table import UPPER, card_at
from klatsch.games.choco.words import colour, seat


def refuse(clause: str, id: str, **args: int | str | Message) -> Refusal:
    return Refusal(clause, Message("not." + id, **args))


def why_not(state: ChoCo, action: int) -> Refusal:
    record = ACTIONS[action]
    if isinstance(record, Begin):
        return refuse("2.2", "chance")
    if isinstance(record, Draw):
        return refuse("6.1", "chance")
    return {
        COLOUR_CHOICE: why_not_this_colour,
        CARD_CHOICE: why_not_before_laying,
        PLACING: why_not_while_placing,
        TOKEN_CHOICE: why_not_this_token,
        OFFERED: why_not_this_answer,
        ANSWERED: why_not_this_decision,
    }[state.v[PHASE]](state, record)


def why_not_this_colour(state: ChoCo, record: object) -> Refusal:
    if isinstance(record, Colour):
        return refuse("2.4", "taken", colour=colour(record.colour))
    return refuse("2.3" if state.v[ACTIVE] == state.v[BEGINNER] else "2.4", "colour_first")


def why_not_before_laying(state: ChoCo, record: object) -> Refusal:
    match record:
        case Colour(_):
            return refuse("2.5", "colour_known")
        case Choose(slot, turns):
            return why_not_this_card(state, slot, turns)
        case Offer(slot, other):
            return why_not_this_offer(state, slot, other)
        case Lay(_):
            return refuse("2.6", "card_first")
        case Token(_) | Button("keep tokens"):
            return refuse("5.1", "token_later")
        case Answer(_) | Button("refuse"):
            return refuse("7.3", "no_offer")
        case Button("pass"):
            return refuse("6.2", "can_lay")
        case _:
            return refuse("7.4", "no_answer")


def why_not_a_hand_card(state: ChoCo, owner: int, slot: int) -> Refusal | None:
    if slot >= state.size(owner):
        return refuse("6.1", "no_card", number=slot + 1)
    if state.is_twin(owner, slot):
        return refuse("1.3", "twin", number=slot + 1)
    return None


def why_not_this_card(state: ChoCo, slot: int, turns: int) -> Refusal:
    if slot >= state.size(state.v[ACTIVE]):
        return refuse("6.1", "no_card", number=slot + 1)
    face = int(state.face(state.v[ACTIVE], slot))
    if turns >= TURNS[face]:
        return refuse("1.3", "same_turn", turns=turns - int(TURNS[face]))
    no_card = why_not_a_hand_card(state, state.v[ACTIVE], slot)
    if no_card is not None:
        return no_card
    if state.fits_anywhere(QUARTERS * face + turns, 1):
        return refuse("4.1", "fits_above_only")
    return refuse("3.3", "fits_nowhere")


# ── Places ────────────────────────────────────────────────────────────────────────────────────────


def why_not_while_placing(state: ChoCo, record: object) -> Refusal:
    if isinstance(record, Lay):
        return why_not_there(state, record.cell)
    return refuse("2.6", "place_now")


def why_not_there(state: ChoCo, cell: int) -> Refusal:
    spots = state.grid.spots
    beneath = [spots[cell], spots[RIGHT[cell]], spots[DOWN[cell]], spots[DOWN[RIGHT[cell]]]]
    if all(beneath):
        return why_not_above(state, cell, {int(card_at(int(spot))) for spot in beneath})
    if any(beneath):
        return refuse("4.2", "not_free")
    touches = int(state.beside(cell)) // UPPER
    if touches < 2:
        return refuse("3.2", "lonely", touches=touches)
    return refuse("3.3", "no_equal_colour")


def why_not_above(state: ChoCo, cell: int, covered: set[int]) -> Refusal:
    tops = state.grid.tops
    if any((tops[cell], tops[RIGHT[cell]], tops[DOWN[cell]], tops[DOWN[RIGHT[cell]]])):
        return refuse("4.5", "no_third_level")
    if len(covered) == 1:
        return refuse("4.3", "one_card_only")
    if any(state.has_token(card) for card in covered):
        return refuse("4.4", "covers_token")
    if not int(state.grid.asks[cell]) & int(SHAPE_BITS[state.chosen_shape()]):
        ruling = ("beside", "beneath", "either")[state.rulings.cover_match]
        return refuse("4.6", "no_match_" + ruling)
    return refuse("4.1", "no_token")


# ── Tokens ────────────────────────────────────────────────────────────────────────────────────────


def why_not_this_token(state: ChoCo, record: object) -> Refusal:
    if not isinstance(record, Token):
        return refuse("5.1", "token_now")
    number = record.card + 1
    if record.card >= state.v[LAID]:
        return refuse("5.1", "not_on_table", number=number)
    if state.is_upper(record.card):
        return refuse("5.1", "token_above", number=number)
    if state.has_token(record.card):
        return refuse("5.1", "token_there", number=number)
    if not state.shows_a_piece(record.card):
        return refuse("5.1", "token_covered", number=number)
    return refuse("5.2", "token_last_only")


# ── Swaps ─────────────────────────────────────────────────────────────────────────────────────────


def why_not_this_offer(state: ChoCo, slot: int, other: int) -> Refusal:
    if state.seats != 3:
        return refuse("7.1", "swap_three")
    if not state.rulings.swap:
        return refuse("7.1", "no_swap")
    if state.v[OFFER_MADE]:
        return refuse("7.5", "swap_used")
    if not state.may_offer():
        return refuse("7.1", "swap_later")
    if other == state.v[ACTIVE]:
        return refuse("7.2", "offer_self")
    if state.size(other) == 0:
        return refuse("7.2", "offer_empty", who=seat(other))
    no_card = why_not_a_hand_card(state, state.v[ACTIVE], slot)
    assert no_card is not None
    return no_card


def why_not_this_answer(state: ChoCo, record: object) -> Refusal:
    no_card = why_not_a_hand_card(state, state.v[PARTNER], record.slot) if isinstance(record, Answer) else None
    return no_card or refuse("7.3", "answer_now")


def why_not_this_decision(state: ChoCo, record: object) -> Refusal:
    return refuse("7.4", "decide_now")
