"""What the editor of positions offers for ChoCo: cards onto the table and into hands, tokens, whose turn it is.

While a card's brush is chosen the table shows where it fits, as in play. What lies there is turned, or taken away, by a
brush of its own.
"""

from __future__ import annotations

import re

from klatsch.core.definition import Say
from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.core.palette import Brush, Palette, none_left, nothing_there
from klatsch.core.position_text import Draft
from klatsch.games.choco import draw
from klatsch.games.choco import layout as at
from klatsch.games.choco.cards import ALL_FACES, FACE_NAMES, QUARTERS, SHAPE_NAMES
from klatsch.games.choco.grid import cell_at, coordinates
from klatsch.games.choco.position import CARD_CHOICE, PLACING
from klatsch.games.choco.position_text import rest_of_cards
from klatsch.games.choco.rules import ChoCo
from klatsch.games.choco.window import window_of

ON_TABLE = tuple(f"card-{card + 1}" for card in range(at.CARDS))
PLACE = re.compile(r"at-(-?\d+)-(-?\d+)")
FIRST_CARDS = 3  # on the table, before an edit begins


# ── The cards as lists ────────────────────────────────────────────────────────────────────────────


def laid_at(card: int) -> int:
    return at.SHAPE_OF + at.LAID_FIELDS * card


def cards_of(draft: Draft) -> list[list[int]]:
    """Shape, cell and token of each card on the table."""
    return [draft.v[laid_at(card) : laid_at(card + 1)] for card in range(draft.v[at.LAID])]


def set_cards(draft: Draft, cards: list[list[int]]) -> None:
    filled = cards + [[0] * at.LAID_FIELDS] * (at.CARDS - len(cards))
    draft.v[laid_at(0) : laid_at(at.CARDS)] = [number for card in filled for number in card]
    draft.v[at.LAID] = len(cards)


def hand_of(draft: Draft, seat: int) -> list[list[int]]:
    first = int(at.at(seat, 0))
    return [draft.v[first + at.FIELDS * slot :][: at.FIELDS] for slot in range(draft.v[at.SIZES + seat])]


def set_hand(draft: Draft, seat: int, hand: list[list[int]]) -> None:
    first = int(at.at(seat, 0))
    filled = hand + [[0] * at.FIELDS] * (at.HAND - len(hand))
    draft.v[first : first + at.FIELDS * at.HAND] = [number for card in filled for number in card]
    draft.v[at.SIZES + seat] = len(hand)


def begin_turn(draft: Draft, seat: int) -> None:
    """The seat chooses a card; nothing is left of what was offered, chosen or doubted; the rest is in the stack."""
    v = draft.v
    draft.actor = v[at.ACTIVE] = seat
    v[at.PHASE], v[at.ENDED], v[at.PASSES], v[at.OFFER_MADE], v[at.CHOSEN_TURNS] = CARD_CHOICE, 0, 0, 0, 0
    v[at.DEALT] = draft.seats * at.HAND
    for place in (at.CHOSEN_SLOT, at.OFFERED_SLOT, at.PARTNER, at.ANSWER_SLOT):
        v[place] = at.NONE
    del v[at.LENGTH :]
    v[at.STACK : at.STACK + at.FACES] = [rest_of_cards(draft, face) for face in range(at.FACES)]


# ── Brushes ───────────────────────────────────────────────────────────────────────────────────────


def card(face: int, seats: int) -> Brush:
    def put(draft: Draft, place: str, take: bool) -> None:
        if not take and rest_of_cards(draft, face) < 1:
            raise none_left(draft)
        if place.startswith("seat-"):
            change_hand(draft, int(place.removeprefix("seat-")) - 1, face, take)
        elif take:
            raise nothing_there(draft)
        else:
            lay(draft, face, place)
        begin_turn(draft, draft.v[at.ACTIVE])

    def preview(draft: Draft, say: Say) -> list[tuple[str, str]]:
        return where_it_fits(draft, face, say)

    hands = tuple(f"seat-{seat + 1}" for seat in range(seats))
    label = Message("editor.card", face=FACE_NAMES[face])
    return Brush(FACE_NAMES[face], label, (*hands, "stack"), put, preview, ("at-",))


def where_it_fits(draft: Draft, face: int, say: Say) -> list[tuple[str, str]]:
    """The places, as if who acts had chosen the card; the first of all lies wherever it likes."""
    if draft.actor < 0 or not draft.v[at.LAID]:
        return []
    chosen = Draft(draft.game, draft.seats, draft.actor, list(draft.v))
    begin_turn(chosen, draft.actor)
    set_hand(chosen, draft.actor, [[face, ALL_FACES, 2**draft.actor, 0, 0]])
    chosen.v[at.PHASE], chosen.v[at.CHOSEN_SLOT] = PLACING, 0
    chosen.v[at.STACK : at.STACK + at.FACES] = [0] * at.FACES
    state = draft.game.definition.blank(draft.game, draft.seats)
    state.restore(chosen.numbers)
    view = state.view(draft.actor)
    return [(piece.id, piece.markup) for piece in draw.targets(view, window_of(view), say)]


def lay(draft: Draft, face: int, place: str) -> None:
    cards = cards_of(draft)
    found = PLACE.fullmatch(place)
    if found is None:
        if cards:
            raise none_left(draft)
        x, y = 0, 0
    else:
        x, y = int(found[1]), int(found[2])
    above = any(abs(x - other[0]) < 2 and abs(y - other[1]) < 2 for other in (coordinates(c[1]) for c in cards))
    if above:
        spend_token(draft)
    set_cards(draft, [*cards, [QUARTERS * face, cell_at(x, y), int(above)]])


def spend_token(draft: Draft) -> None:
    """Who acts pays; who has most, if they have none."""
    seats = sorted(range(draft.seats), key=lambda seat: (seat != draft.v[at.ACTIVE], -draft.v[at.TOKENS + seat]))
    payer = next((seat for seat in seats if draft.v[at.TOKENS + seat]), None)
    if payer is None:
        raise none_left(draft)
    draft.v[at.TOKENS + payer] -= 1


def return_token(draft: Draft) -> None:
    """To who has fewest."""
    poorest = min(range(draft.seats), key=lambda seat: draft.v[at.TOKENS + seat])
    draft.v[at.TOKENS + poorest] += 1


def change_hand(draft: Draft, seat: int, face: int, take: bool) -> None:
    hand = hand_of(draft, seat)
    if take:
        gone = next((held for held in hand if held[at.FACE] == face), None)
        if gone is None:
            raise nothing_there(draft)
        hand.remove(gone)
    elif len(hand) >= at.HAND:
        raise none_left(draft)
    else:
        hand.append([face, ALL_FACES, 2**seat, 0, 0])
    set_hand(draft, seat, hand)


def turn_card(draft: Draft, place: str, take: bool) -> None:
    """A card on the table is turned clockwise, or taken away."""
    cards, number = cards_of(draft), ON_TABLE.index(place)
    if number >= len(cards):
        raise nothing_there(draft)
    if take:
        if cards.pop(number)[2]:
            return_token(draft)
    else:
        face, turns = divmod(cards[number][0], QUARTERS)
        name = SHAPE_NAMES[QUARTERS * face + (turns + 1) % QUARTERS]
        cards[number] = [SHAPE_NAMES.index(name), *cards[number][1:]]
    set_cards(draft, cards)
    begin_turn(draft, draft.v[at.ACTIVE])


def put_token(draft: Draft, place: str, take: bool) -> None:
    cards, number = cards_of(draft), ON_TABLE.index(place)
    if number >= len(cards) or (take and not cards[number][2]):
        raise nothing_there(draft)
    if take:
        return_token(draft)
    elif not cards[number][2]:
        spend_token(draft)
    cards[number] = [*cards[number][:2], int(not take)]
    set_cards(draft, cards)
    begin_turn(draft, draft.v[at.ACTIVE])


def give_turn(seat: int) -> Brush:
    label = Message("editor.turn_of", who=Message("seat", number=seat + 1))
    return Brush(f"turn-{seat + 1}", label, (), lambda draft, place, take: begin_turn(draft, seat))


def is_ready(state: ChoCo) -> bool:
    return bool(state.v[at.LAID] >= FIRST_CARDS and state.v[at.PHASE] == CARD_CHOICE)


def palette(game: Game, seats: int) -> Palette:
    brushes = (
        Brush("turn-card", Message("editor.turn_card"), ON_TABLE, turn_card),
        Brush("token", Message("editor.token"), ON_TABLE, put_token),
        *(card(face, seats) for face in range(at.FACES)),
        *(give_turn(seat) for seat in range(seats)),
    )
    return Palette(brushes, is_ready)
