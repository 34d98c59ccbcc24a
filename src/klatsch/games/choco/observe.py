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
from klatsch.core.observation_layout import Part
from klatsch.core.observer import Observer, put, put_one_of, put_set
from klatsch.games.choco.cards import ALL_FACES, BITS, COLOUR_COUNT, COUNTS, PLACES, QUARTERS, SHAPE_BITS
from klatsch.games.choco.grid import SIZE
from klatsch.games.choco.layout import (
    ACTIVE,
    ANSWER_SLOT,
    BEGINNER,
    CARDS,
    CHOSEN_SLOT,
    CHOSEN_TURNS,
    FACES,
    GIVEN_BY,
    HAND,
    HELD_BY,
    LAID,
    OFFER_MADE,
    OFFERED_SLOT,
    PARTNER,
    PASSES,
    PHASE,
    STACK,
)
from klatsch.games.choco.layout import at as card_at
from klatsch.games.choco.position import CARD_CHOICE, FINISHED, PLACING
from klatsch.games.choco.possible import ROW, SEAT, STORIES, TOLD, WAYS, certain, strike, told_of
from klatsch.games.choco.rules import ALL_TOKENS, ChoCo
from klatsch.games.choco.scoring import Survey
from klatsch.games.choco.table import Rulings

PHASES: Final = FINISHED + 1
HANDS_TOLD: Final = 4  # of those that a hand in doubt may be; if there are more, those to which most ways lead
UNSURE: Final = 0  # in place of a story


def parts(seats: int, rulings: Rulings) -> tuple[Part, ...]:
    most = max(pieces_in(rulings, colour) for colour in range(COLOUR_COUNT))
    return (
        Part("phase", (PHASES,), 1, "what is being decided, as `klatsch.games.choco.position.PHASES`"),
        Part("turn", (seats,), 1, "whose turn it is"),
        Part("beginner", (seats,), 1, "who began"),
        Part("colours", (seats, COLOUR_COUNT), 1, "each seat's colour: white, milk, dark"),
        Part("tokens", (seats,), ALL_TOKENS, "safety tokens left"),
        Part("passes", (1,), seats, "passes in a row"),
        Part("stack", (1,), CARDS, "cards in the stack"),
        Part("largest", (COLOUR_COUNT,), most, "the size of each colour's largest group"),
        Part("from_neutral", (COLOUR_COUNT,), most, "what each colour gets for neutral groups"),
        Part(
            "laid_pieces",
            (CARDS, PLACES, COLOUR_COUNT),
            1,
            "the cards on the table in the order of laying: their pieces",
        ),
        Part("laid_at", (CARDS, 2), SIZE, "column and row of a card's upper left piece, from 1; 0: not yet laid"),
        Part("laid_marks", (CARDS, 2), 1, "is it on level 2, has it a token?"),
        Part("hand_sizes", (seats,), HAND, "cards in each hand"),
        Part("hand_faces", (seats, HAND, FACES), 1, "the faces that a hand card may have, for all the seat knows"),
        Part(
            "hand_told", (seats, HAND, COLOUR_COUNT), 5, "announced pieces of each colour + 1, 0 where nothing was said"
        ),
        Part("hand_given_by", (seats, HAND, seats), 1, "who gave the card in a swap"),
        Part("hand_known_to", (seats, HAND, seats), 1, "who has held it and knows it"),
        Part("hand_offered", (seats, HAND), 1, "is it offered in a swap now?"),
        Part("hand_unsure", (seats, HAND), 1, "is it uncertain whether anything was told of it (§8.6)?"),
        Part("possible_ways", (seats, HANDS_TOLD), 1000, "hands in doubt: the share of the ways that lead to each"),
        Part("possible_faces", (seats, HANDS_TOLD, HAND, FACES), 1, "the faces of its cards that were never swapped"),
        Part("possible_told", (seats, HANDS_TOLD, HAND, COLOUR_COUNT), 5, "and what was announced of them"),
        Part("unseen", (FACES,), max(rulings.copies), "cards neither on the table nor known to the seat, by face"),
        Part("offer_made", (1,), 1, "was a swap offered this turn?"),
        Part("partner", (seats,), 1, "whom a swap is offered"),
        Part("chosen", (HAND,), 1, "the own card about to be laid"),
        Part("chosen_turns", (QUARTERS,), 1, "its quarter turns"),
    )


def pieces_in(rulings: Rulings, colour: int) -> int:
    """How many pieces of a colour all cards have together."""
    return sum(int(rulings.copies[face]) * int(COUNTS[COLOUR_COUNT * face + colour]) for face in range(FACES))


class ChoCoObserver(Observer):
    def __init__(self, game: Game, seats: int) -> None:
        assert isinstance(game.board, Rulings)
        super().__init__(game, seats, parts(seats, game.board))
        self.unseen = vec[i64]([0] * FACES)
        self.order = vec[i64]([0] * (seats * HAND))  # for each place round the table, the slots in the order told
        self.stories = vec[i64]([0] * (seats * HAND))  # of each slot, as far as the seat knows

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(state, ChoCo)
        self.count_unseen(state, seat)
        self.find_stories(state, seat)
        self.order_hands(state, seat)
        at = self.put_turn(state, seat, out, at)
        at = put_points(state, out, at)
        at = put_table(state, out, at)
        at = self.put_hands(state, seat, out, at)
        at = self.put_possible_hands(state, seat, out, at)
        for face in range(i64(FACES)):
            at = put(out, at, self.unseen[face])
        return self.put_choice(state, seat, out, at)

    def put_turn(self, state: ChoCo, seat: i64, out: vec[i16], at: i64) -> i64:
        hidden = state.v[PHASE] == PLACING and seat != state.v[ACTIVE]
        at = put_one_of(out, at, CARD_CHOICE if hidden else state.v[PHASE], PHASES)
        at = put_one_of(out, at, self.from_own(state.v[ACTIVE], seat), self.seats)
        at = put_one_of(out, at, self.from_own(state.v[BEGINNER], seat), self.seats)
        for place in range(self.seats):
            at = put_one_of(out, at, state.colour(self.round_from(seat, place)), COLOUR_COUNT)
        for place in range(self.seats):
            at = put(out, at, state.tokens(self.round_from(seat, place)))
        at = put(out, at, min(state.v[PASSES], self.seats))
        return put(out, at, state.in_stack())

    def put_choice(self, state: ChoCo, seat: i64, out: vec[i16], at: i64) -> i64:
        at = put(out, at, state.v[OFFER_MADE])
        at = put_one_of(out, at, self.from_own(state.v[PARTNER], seat) if state.v[PARTNER] >= 0 else -1, self.seats)
        own = state.v[PHASE] == PLACING and seat == state.v[ACTIVE]
        at = put_one_of(out, at, state.v[CHOSEN_SLOT] if own else -1, HAND)
        return put_one_of(out, at, state.v[CHOSEN_TURNS] if own else -1, QUARTERS)

    # ── Hands ─────────────────────────────────────────────────────────────────────────────────────

    def count_unseen(self, state: ChoCo, seat: i64) -> None:
        """The stack, and the cards of others that the seat doesn't know."""
        unseen = self.unseen
        for face in range(i64(FACES)):
            unseen[face] = state.v[STACK + face]
        for other in range(self.seats):
            for slot in range(state.size(other)):
                if not state.knows(seat, other, slot):
                    unseen[state.face(other, slot)] += 1

    def find_stories(self, state: ChoCo, seat: i64) -> None:
        for place in range(self.seats):
            other = self.round_from(seat, place)
            for slot in range(i64(HAND)):
                self.stories[place * HAND + slot] = state.story_of(card_at(other, slot))
            if place > 0 and state.is_in_doubt(other):
                self.keep_certain_stories(state, other, place * HAND)

    def keep_certain_stories(self, state: ChoCo, other: i64, first: i64) -> None:
        """§8.6: the cards of a hand in doubt get the stories that it has in any case, one after the other."""
        sure = certain(state.possible, other)
        for slot in range(state.size(other)):
            if is_offered(state, other, slot) and not state.was_swapped(card_at(other, slot)):
                strike(sure, self.stories[first + slot])
        next: i64 = 0
        for slot in range(state.size(other)):
            if not is_offered(state, other, slot) and not state.was_swapped(card_at(other, slot)):
                while next < HAND and sure[next] == 0:
                    next += 1
                self.stories[first + slot] = sure[next] if next < HAND else UNSURE
                next += 1

    def faces_of(self, state: ChoCo, seat: i64, place: i64, slot: i64) -> i64:
        """The faces that a card may have, for all that the seat knows, as a set."""
        other = self.round_from(seat, place)
        if state.knows(seat, other, slot):
            return BITS[state.face(other, slot)]
        possible: i64 = 0
        for face in range(i64(FACES)):
            if self.unseen[face] > 0:
                possible |= BITS[face]
        story = self.stories[place * HAND + slot]
        return possible if story == UNSURE else possible & story

    def order_hands(self, state: ChoCo, seat: i64) -> None:
        """The own cards as they are held; those of others by what the seat knows of them."""
        for place in range(self.seats):
            for slot in range(i64(HAND)):
                self.order[place * HAND + slot] = slot
            if place > 0:
                self.sort_hand(state, seat, place)

    def sort_hand(self, state: ChoCo, seat: i64, place: i64) -> None:
        other = self.round_from(seat, place)
        first = place * HAND
        order = self.order
        for i in range(1, state.size(other)):
            slot = order[first + i]
            j = i
            while j > 0 and self.comes_first(state, seat, place, slot, order[first + j - 1]):
                order[first + j] = order[first + j - 1]
                j -= 1
            order[first + j] = slot

    def comes_first(self, state: ChoCo, seat: i64, place: i64, one: i64, two: i64) -> bool:
        """Compares all that is told of two cards, so that those told alike are interchangeable."""
        faces = self.faces_of(state, seat, place, one)
        other_faces = self.faces_of(state, seat, place, two)
        if faces != other_faces:
            return faces < other_faces
        other = self.round_from(seat, place)
        v = state.v
        card = card_at(other, one)
        other_card = card_at(other, two)
        for field in (HELD_BY, GIVEN_BY):
            if v[card + field] != v[other_card + field]:
                return v[card + field] < v[other_card + field]
        story = self.stories[place * HAND + one]
        other_story = self.stories[place * HAND + two]
        if story != other_story:
            return story < other_story
        return is_offered(state, other, one) < is_offered(state, other, two)

    def put_hands(self, state: ChoCo, seat: i64, out: vec[i16], at: i64) -> i64:
        faces = at + self.seats
        told = faces + self.seats * HAND * FACES
        given_by = told + self.seats * HAND * COLOUR_COUNT
        known_to = given_by + self.seats * HAND * self.seats
        offered = known_to + self.seats * HAND * self.seats
        unsure = offered + self.seats * HAND
        for place in range(self.seats):
            other = self.round_from(seat, place)
            at = put(out, at, state.size(other))
            for i in range(state.size(other)):
                card = place * HAND + i
                slot = self.order[card]
                put_set(out, faces + card * FACES, self.faces_of(state, seat, place, slot), FACES)
                story = self.stories[place * HAND + slot]
                put_told(out, told + card * COLOUR_COUNT, story >> TOLD)
                self.put_story(state, seat, card_at(other, slot), out, given_by + card * self.seats)
                self.put_knowers(state, seat, card_at(other, slot), out, known_to + card * self.seats)
                put(out, offered + card, is_offered(state, other, slot))
                put(out, unsure + card, 1 if story == UNSURE else 0)
        return unsure + self.seats * HAND

    def put_possible_hands(self, state: ChoCo, seat: i64, out: vec[i16], at: i64) -> i64:
        ways = at
        faces = ways + self.seats * HANDS_TOLD
        told = faces + self.seats * HANDS_TOLD * HAND * FACES
        rows = state.possible
        for place in range(self.seats):
            other = self.round_from(seat, place)
            total = all_ways(rows, other)
            i = place * HANDS_TOLD
            row = next_row(rows, other, -1)
            while row >= 0 and i < (place + 1) * HANDS_TOLD:
                put(out, ways + i, max(1, 1000 * rows[row + WAYS] // total))
                for card in range(i64(HAND)):
                    story = rows[row + STORIES + card]
                    put_set(out, faces + (i * HAND + card) * FACES, story & ALL_FACES, FACES)
                    put_told(out, told + (i * HAND + card) * COLOUR_COUNT, story >> TOLD)
                i += 1
                row = next_row(rows, other, row)
        return told + self.seats * HANDS_TOLD * HAND * COLOUR_COUNT

    def put_story(self, state: ChoCo, seat: i64, card: i64, out: vec[i16], at: i64) -> None:
        giver = state.v[card + GIVEN_BY] - 1
        put_one_of(out, at, self.from_own(giver, seat) if giver >= 0 else -1, self.seats)

    def put_knowers(self, state: ChoCo, seat: i64, card: i64, out: vec[i16], at: i64) -> None:
        for place in range(self.seats):
            if state.v[card + HELD_BY] & BITS[self.round_from(seat, place)] != 0:
                out[at + place] = 1


def is_offered(state: ChoCo, seat: i64, slot: i64) -> i64:
    if seat == state.v[ACTIVE] and slot == state.v[OFFERED_SLOT]:
        return 1
    return 1 if seat == state.v[PARTNER] and slot == state.v[ANSWER_SLOT] else 0


def all_ways(rows: vec[i64], seat: i64) -> i64:
    total: i64 = 0
    for row in range(0, i64(len(rows)), ROW):
        if rows[row + SEAT] == seat:
            total += rows[row + WAYS]
    return total


def next_row(rows: vec[i64], seat: i64, after: i64) -> i64:
    """The next of a seat's possible hands, those to which most ways lead first; −1 if there is none."""
    found: i64 = -1
    for row in range(0, i64(len(rows)), ROW):
        is_left = rows[row + SEAT] == seat and (after < 0 or is_ahead(rows, after, row))
        if is_left and (found < 0 or is_ahead(rows, row, found)):
            found = row
    return found


def is_ahead(rows: vec[i64], row: i64, other: i64) -> bool:
    ways = rows[row + WAYS]
    other_ways = rows[other + WAYS]
    return ways > other_ways or (ways == other_ways and row < other)


def put_told(out: vec[i16], at: i64, announced: i64) -> None:
    for colour in range(i64(COLOUR_COUNT)):
        put(out, at + colour, told_of(announced, colour))


# ── The table ─────────────────────────────────────────────────────────────────────────────────────────


def put_points(state: ChoCo, out: vec[i16], at: i64) -> i64:
    survey = Survey(state)
    for colour in range(COLOUR_COUNT):
        at = put(out, at, survey.largest(colour))
    for colour in range(COLOUR_COUNT):
        at = put(out, at, survey.from_neutral(colour))
    return at


def put_table(state: ChoCo, out: vec[i16], at: i64) -> i64:
    places = at + CARDS * PLACES * COLOUR_COUNT
    marks = places + CARDS * 2
    for card in range(state.v[LAID]):
        put_set(out, at + card * PLACES * COLOUR_COUNT, SHAPE_BITS[state.shape_of(card)], PLACES * COLOUR_COUNT)
        cell = state.cell_of(card)
        put(out, places + 2 * card, cell % SIZE + 1)
        put(out, places + 2 * card + 1, cell // SIZE + 1)
        put(out, marks + 2 * card, 1 if state.is_upper(card) else 0)
        put(out, marks + 2 * card + 1, 1 if state.has_token(card) else 0)
    return marks + CARDS * 2
