# klatsch: compiled
"""What a learner is given of ChoCo: the table, the own hand, and of the other hands what the seat knows.

As in the view, the cards of others come in an order that tells nothing of their places, and a card chosen but not laid
is hidden from all but its owner (§8.5). Seats go round the table from the own one.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import Game, State
from klatsch.core.layout import Part
from klatsch.core.observer import Observer, put, put_one_of, put_set
from klatsch.games.choco.cards import BITS, CARDS, COPIES, FACES, HAND, SHAPE_BITS
from klatsch.games.choco.grid import SIZE
from klatsch.games.choco.hands import ANNOUNCED, GIVEN_BY, HELD_BY, MAY_BE
from klatsch.games.choco.hands import at as card_at
from klatsch.games.choco.position import CARD_CHOICE, FINISHED, PLACING
from klatsch.games.choco.rules import ALL_TOKENS, ChoCo
from klatsch.games.choco.scoring import Survey
from klatsch.games.choco.table import STACK

COLOURS: Final = 3
MOST_PIECES: Final = 48  # of a colour
PHASES: Final = FINISHED + 1


def parts(seats: int) -> tuple[Part, ...]:
    return (
        Part("phase", (PHASES,), 1, "what is being decided, as `klatsch.games.choco.position.PHASES`"),
        Part("turn", (seats,), 1, "whose turn it is"),
        Part("beginner", (seats,), 1, "who began"),
        Part("colours", (seats, COLOURS), 1, "each seat's colour: white, milk, dark"),
        Part("tokens", (seats,), ALL_TOKENS, "safety tokens left"),
        Part("passes", (1,), seats, "passes in a row"),
        Part("stack", (1,), CARDS, "cards in the stack"),
        Part("largest", (COLOURS,), MOST_PIECES, "the size of each colour's largest group"),
        Part("from_neutral", (COLOURS,), MOST_PIECES, "what each colour gets for neutral groups"),
        Part("laid_pieces", (CARDS, 4, COLOURS), 1, "the cards on the table in the order of laying: their pieces"),
        Part("laid_at", (CARDS, 2), SIZE, "column and row of a card's upper left piece, from 1; 0: not yet laid"),
        Part("laid_marks", (CARDS, 2), 1, "is it on level 2, has it a token?"),
        Part("hand_sizes", (seats,), HAND, "cards in each hand"),
        Part("hand_faces", (seats, HAND, FACES), 1, "the faces that a hand card may have, for all the seat knows"),
        Part("hand_told", (seats, HAND, COLOURS), 5, "announced pieces of each colour + 1, 0 where nothing was said"),
        Part("hand_given_by", (seats, HAND, seats), 1, "who gave the card in a swap"),
        Part("hand_known_to", (seats, HAND, seats), 1, "who has held it and knows it"),
        Part("hand_offered", (seats, HAND), 1, "is it offered in a swap now?"),
        Part("unseen", (FACES,), 3, "cards neither on the table nor known to the seat, by face"),
        Part("offer_made", (1,), 1, "was a swap offered this turn?"),
        Part("partner", (seats,), 1, "whom a swap is offered"),
        Part("chosen", (HAND,), 1, "the own card about to be laid"),
        Part("chosen_turns", (4,), 1, "its quarter turns"),
    )


class ChoCoObserver(Observer):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, parts(seats))
        self.unseen = vec[i64]([0] * FACES)
        self.order = vec[i64]([0] * (seats * HAND))  # for each place round the table, the slots in the order told

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(state, ChoCo)
        self.count_unseen(state, seat)
        self.order_hands(state, seat)
        at = self.put_turn(state, seat, out, at)
        at = put_points(state, out, at)
        at = put_table(state, out, at)
        at = self.put_hands(state, seat, out, at)
        face: i64 = 0
        while face < FACES:
            at = put(out, at, self.unseen[face])
            face += 1
        return self.put_choice(state, seat, out, at)

    def put_turn(self, state: ChoCo, seat: i64, out: vec[i16], at: i64) -> i64:
        hidden = state.phase == PLACING and seat != state.turn
        at = put_one_of(out, at, CARD_CHOICE if hidden else state.phase, PHASES)
        at = put_one_of(out, at, self.from_own(state.turn, seat), self.seats)
        at = put_one_of(out, at, self.from_own(state.beginner, seat), self.seats)
        for place in range(self.seats):
            at = put_one_of(out, at, state.colour(self.round_from(seat, place)), COLOURS)
        for place in range(self.seats):
            at = put(out, at, state.tokens(self.round_from(seat, place)))
        at = put(out, at, min(state.passes, self.seats))
        return put(out, at, state.in_stack())

    def put_choice(self, state: ChoCo, seat: i64, out: vec[i16], at: i64) -> i64:
        at = put(out, at, 1 if state.offer_made else 0)
        at = put_one_of(out, at, self.from_own(state.partner, seat) if state.partner >= 0 else -1, self.seats)
        own = state.phase == PLACING and seat == state.turn
        at = put_one_of(out, at, state.chosen_slot if own else -1, HAND)
        return put_one_of(out, at, state.chosen_turns if own else -1, 4)

    # ── Hands ─────────────────────────────────────────────────────────────────────────────────────

    def count_unseen(self, state: ChoCo, seat: i64) -> None:
        """The stack, and the cards of others that the seat doesn't know."""
        unseen = self.unseen
        face: i64 = 0
        while face < FACES:
            unseen[face] = state.facts[STACK + face]
            face += 1
        other: i64 = 0
        while other < self.seats:
            slot: i64 = 0
            while slot < state.size(other):
                if not state.knows(seat, other, slot):
                    unseen[state.face(other, slot)] += 1
                slot += 1
            other += 1

    def faces_of(self, state: ChoCo, seat: i64, other: i64, slot: i64) -> i64:
        """The faces that a card may have, for all that the seat knows, as a set."""
        if state.knows(seat, other, slot):
            return BITS[state.face(other, slot)]
        possible: i64 = 0
        face: i64 = 0
        while face < FACES:
            if self.unseen[face] > 0:
                possible |= BITS[face]
            face += 1
        return possible & state.facts[card_at(other, slot) + MAY_BE]

    def order_hands(self, state: ChoCo, seat: i64) -> None:
        """The own cards as they are held; those of others by what the seat knows of them."""
        place: i64 = 0
        while place < self.seats:
            slot: i64 = 0
            while slot < HAND:
                self.order[place * HAND + slot] = slot
                slot += 1
            if place > 0:
                self.sort_hand(state, seat, place)
            place += 1

    def sort_hand(self, state: ChoCo, seat: i64, place: i64) -> None:
        other = self.round_from(seat, place)
        first = place * HAND
        order = self.order
        i: i64 = 1
        while i < state.size(other):
            slot = order[first + i]
            j = i
            while j > 0 and self.comes_first(state, seat, other, slot, order[first + j - 1]):
                order[first + j] = order[first + j - 1]
                j -= 1
            order[first + j] = slot
            i += 1

    def comes_first(self, state: ChoCo, seat: i64, other: i64, one: i64, two: i64) -> bool:
        """Compares all that is told of two cards, so that those told alike are interchangeable."""
        faces = self.faces_of(state, seat, other, one)
        other_faces = self.faces_of(state, seat, other, two)
        if faces != other_faces:
            return faces < other_faces
        facts = state.facts
        card = card_at(other, one)
        other_card = card_at(other, two)
        for field in (HELD_BY, ANNOUNCED, GIVEN_BY):
            if facts[card + field] != facts[other_card + field]:
                return facts[card + field] < facts[other_card + field]
        return is_offered(state, other, one) < is_offered(state, other, two)

    def put_hands(self, state: ChoCo, seat: i64, out: vec[i16], at: i64) -> i64:
        faces = at + self.seats
        told = faces + self.seats * HAND * FACES
        given_by = told + self.seats * HAND * COLOURS
        known_to = given_by + self.seats * HAND * self.seats
        offered = known_to + self.seats * HAND * self.seats
        place: i64 = 0
        while place < self.seats:
            other = self.round_from(seat, place)
            at = put(out, at, state.size(other))
            i: i64 = 0
            while i < state.size(other):
                card = place * HAND + i
                slot = self.order[card]
                put_set(out, faces + card * FACES, self.faces_of(state, seat, other, slot), FACES)
                put_told(out, told + card * COLOURS, state.facts[card_at(other, slot) + ANNOUNCED])
                self.put_story(state, seat, card_at(other, slot), out, given_by + card * self.seats)
                self.put_knowers(state, seat, card_at(other, slot), out, known_to + card * self.seats)
                put(out, offered + card, is_offered(state, other, slot))
                i += 1
            place += 1
        return offered + self.seats * HAND

    def put_story(self, state: ChoCo, seat: i64, card: i64, out: vec[i16], at: i64) -> None:
        giver = state.facts[card + GIVEN_BY] - 1
        put_one_of(out, at, self.from_own(giver, seat) if giver >= 0 else -1, self.seats)

    def put_knowers(self, state: ChoCo, seat: i64, card: i64, out: vec[i16], at: i64) -> None:
        place: i64 = 0
        while place < self.seats:
            if state.facts[card + HELD_BY] & BITS[self.round_from(seat, place)] != 0:
                out[at + place] = 1
            place += 1


def is_offered(state: ChoCo, seat: i64, slot: i64) -> i64:
    if seat == state.turn and slot == state.offered_slot:
        return 1
    return 1 if seat == state.partner and slot == state.answer_slot else 0


def put_told(out: vec[i16], at: i64, announced: i64) -> None:
    colour: i64 = 0
    while colour < COLOURS:
        put(out, at + colour, (announced >> (3 * colour)) & 7)
        colour += 1


# ── The table ─────────────────────────────────────────────────────────────────────────────────────────


def put_points(state: ChoCo, out: vec[i16], at: i64) -> i64:
    survey = Survey(state)
    for colour in range(COLOURS):
        at = put(out, at, survey.largest(colour))
    for colour in range(COLOURS):
        at = put(out, at, survey.from_neutral(colour))
    return at


def put_table(state: ChoCo, out: vec[i16], at: i64) -> i64:
    places = at + CARDS * 4 * COLOURS
    marks = places + CARDS * 2
    card: i64 = 0
    while card < state.laid:
        put_set(out, at + card * 4 * COLOURS, SHAPE_BITS[state.shape_of(card)], 4 * COLOURS)
        cell = state.cell_of(card)
        put(out, places + 2 * card, cell % SIZE + 1)
        put(out, places + 2 * card + 1, cell // SIZE + 1)
        put(out, marks + 2 * card, 1 if state.is_upper(card) else 0)
        put(out, marks + 2 * card + 1, 1 if state.has_token(card) else 0)
        card += 1
    return marks + CARDS * 2


assert max(COPIES) == 3
