# klatsch: compiled
"""The rules of ChoCo, in the order of RULES.md: the turn and its decisions.

The table (laying) is in table.py, the hidden hands in hands.py, the points in scoring.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE, OPEN, OVER, Game
from klatsch.core.message import Message, Outcome
from klatsch.core.rng import Rng
from klatsch.games.choco.actions import (
    ANSWER,
    BEGIN,
    CHOOSE,
    COLOUR,
    DECLINE,
    DRAW,
    LAY,
    NO_TOKEN,
    OFFER,
    PASS,
    REFUSE,
    SWAP,
    TOKEN,
    TRADERS,
)
from klatsch.games.choco.cards import BITS, CARDS, FACES, HAND, SHAPE_BITS, TURNS
from klatsch.games.choco.grid import MIDDLE
from klatsch.games.choco.hands import at
from klatsch.games.choco.position import (
    ALL_LAID,
    ALL_PASSED,
    ANSWERED,
    CARD_CHOICE,
    COLOUR_CHOICE,
    DEALING,
    DRAWING,
    FINISHED,
    NONE,
    OFFERED,
    PLACING,
    REASONS,
    TOKEN_CHOICE,
    Position,
)
from klatsch.games.choco.scoring import Survey, winners
from klatsch.games.choco.table import COLOURS, FACTS, STACK, TOKENS, UPPER, Grid, Rulings, empty_grid

ALL_TOKENS: Final = 12


class ChoCo(Position):
    def __init__(self, game: Game, seats: i64, rulings: Rulings, facts: vec[i64], grid: Grid) -> None:
        super().__init__(game, seats, rulings, facts, grid)

    # ── 1 The cards and the table, 2 The beginning ────────────────────────────────────────────────

    def colour(self, seat: i64) -> i64:
        return self.facts[COLOURS + seat]

    def tokens(self, seat: i64) -> i64:
        return self.facts[TOKENS + seat]

    def receiver(self) -> i64:
        """At a draw: who gets the card."""
        return (self.beginner + self.dealt) % self.seats if self.phase == DEALING else self.turn

    def begin(self, seat: i64) -> None:
        self.beginner = seat
        self.turn = seat
        self.phase = DEALING

    def draw_card(self, face: i64) -> None:
        self.receive(self.receiver(), face)
        if self.phase == DRAWING:
            self.draw_or_end_turn()
            return
        self.dealt += 1
        if self.dealt == self.seats * HAND:
            self.begin_turn(self.beginner)

    def is_taken(self, colour: i64) -> bool:
        return any(self.colour(seat) == colour for seat in range(self.seats))

    def choose_colour(self, colour: i64) -> None:
        """§2.3–2.5: a colour for the seat, or for its team; the second choice settles the third colour too."""
        facts = self.facts
        seat = self.turn
        facts[COLOURS + seat] = colour
        if self.seats == 4:
            facts[COLOURS + (seat + 2) % 4] = colour
        if self.seats == 3 and seat != self.beginner:
            facts[COLOURS + (seat + 1) % 3] = 3 - colour - self.colour(self.beginner)
        self.phase = CARD_CHOICE

    # ── The turn ──────────────────────────────────────────────────────────────────────────────────

    def begin_turn(self, seat: i64) -> None:
        self.turn = seat
        self.actor = seat
        self.offer_made = False
        self.phase = COLOUR_CHOICE if self.colour(seat) < 0 else CARD_CHOICE

    def fill_actions(self, out: vec[i16]) -> i64:
        phase = self.phase
        if phase == PLACING:
            return self.fill_places(out)
        if phase == CARD_CHOICE:
            return self.fill_cards(out)
        if phase == TOKEN_CHOICE:
            return self.fill_tokens(out)
        if phase == DRAWING or phase == DEALING:
            return self.fill_draws(out)
        if phase == OFFERED:
            return self.fill_answers(out)
        if phase == ANSWERED:
            out[0] = SWAP
            out[1] = DECLINE
            return 2
        if phase == COLOUR_CHOICE:
            return self.fill_colours(out)
        for seat in range(self.seats):
            out[seat] = i16(BEGIN + seat)
        return self.seats

    def apply(self, action: i64) -> None:
        if action >= LAY:
            self.lay(action - LAY)
        elif action >= TOKEN:
            self.secure(action - TOKEN)
        elif action >= REFUSE:
            self.press(action)
        elif action >= ANSWER:
            self.answer(action - ANSWER)
        elif action >= OFFER:
            self.offer((action - OFFER) // TRADERS, (action - OFFER) % TRADERS)
        elif action >= CHOOSE:
            self.choose((action - CHOOSE) >> 2, (action - CHOOSE) & 3)
        elif action >= COLOUR:
            self.choose_colour(action - COLOUR)
        elif action >= DRAW:
            self.draw_card(action - DRAW)
        else:
            self.begin(action - BEGIN)

    def press(self, action: i64) -> None:
        if action == NO_TOKEN:
            self.draw_or_end_turn()
        elif action == PASS:
            self.pass_turn()
        elif action == SWAP:
            self.swap()
        else:
            self.end_offer()

    def fill_draws(self, out: vec[i16]) -> i64:
        n: i64 = 0
        for face in range(i64(FACES)):
            if self.facts[STACK + face] > 0:
                out[n] = i16(DRAW + face)
                n += 1
        return n

    def weight(self, outcome: i64) -> i64:
        return 1 if outcome < DRAW else self.facts[STACK + outcome - DRAW]

    def fill_colours(self, out: vec[i16]) -> i64:
        n: i64 = 0
        for colour in range(i64(3)):
            if not self.is_taken(colour):
                out[n] = i16(COLOUR + colour)
                n += 1
        return n

    def fill_cards(self, out: vec[i16]) -> i64:
        """Cards to lay, or the pass; and offers before either."""
        n = self.fill_turned_cards(out)
        if n == 0:
            out[0] = PASS
            n = 1
        return self.fill_offers(out, n) if self.may_offer() else n

    def fill_turned_cards(self, out: vec[i16]) -> i64:
        """Every card in each turn that can be laid somewhere; what looks the same once only."""
        seat = self.turn
        tokens = self.tokens(seat)
        n: i64 = 0
        for slot in range(self.size(seat)):
            if not self.is_twin(seat, slot):
                face = self.face(seat, slot)
                for turns in range(TURNS[face]):
                    if self.laid == 0 or self.fits_anywhere(4 * face + turns, tokens):
                        out[n] = i16(CHOOSE + 4 * slot + turns)
                        n += 1
        return n

    def choose(self, slot: i64, turns: i64) -> None:
        self.chosen_slot = slot
        self.chosen_turns = turns
        self.phase = PLACING
        if self.laid == 0:
            self.lay(MIDDLE)  # §2.3

    # ── 3 Laying on level 1, 4 Laying on level 2 ──────────────────────────────────────────────────

    def chosen_shape(self) -> i64:
        return 4 * self.face(self.turn, self.chosen_slot) + self.chosen_turns

    def fill_places(self, out: vec[i16]) -> i64:
        bits = SHAPE_BITS[self.chosen_shape()]
        limit: i64 = 2 * UPPER if self.tokens(self.turn) > 0 else UPPER
        grid = self.grid
        asks = grid.asks
        frontier = grid.frontier
        length = grid.length
        n: i64 = 0
        for i in range(length):
            cell = i64(frontier[i])
            asked = i64(asks[cell])
            if asked & bits != 0 and asked < limit:
                out[n] = i16(LAY + cell)
                n += 1
        return n

    def lay(self, cell: i64) -> None:
        seat = self.turn
        shape = self.chosen_shape()
        self.watch_laying(seat, self.chosen_slot)
        self.part_with(seat, self.chosen_slot)
        self.chosen_slot = NONE
        self.chosen_turns = 0
        self.passes = 0
        self.shown += 1
        if self.put(shape, cell):
            self.facts[TOKENS + seat] -= 1  # §4.1
            self.put_token(self.laid - 1)
            self.after_laying(False)
        else:
            self.after_laying(self.tokens(seat) > 0)

    def after_laying(self, may_secure: bool) -> None:
        if self.laid == CARDS:
            self.end_game(ALL_LAID)  # §5.3, §6.3
        elif may_secure:
            self.phase = TOKEN_CHOICE
        else:
            self.draw_or_end_turn()

    # ── 5 Safety ──────────────────────────────────────────────────────────────────────────────────

    def may_secure(self, card: i64) -> bool:
        if self.has_token(card) or self.is_upper(card) or not self.shows_a_piece(card):
            return False
        return card == self.laid - 1 or not self.rulings.token_just_laid

    def fill_tokens(self, out: vec[i16]) -> i64:
        out[0] = NO_TOKEN
        n: i64 = 1
        for card in range(self.laid):
            if self.may_secure(card):
                out[n] = i16(TOKEN + card)
                n += 1
        return n

    def secure(self, card: i64) -> None:
        self.facts[TOKENS + self.turn] -= 1
        self.put_token(card)
        self.draw_or_end_turn()

    # ── 6 Drawing, passing, the end ───────────────────────────────────────────────────────────────

    def draw_or_end_turn(self) -> None:
        if self.size(self.turn) < HAND and self.in_stack() > 0:
            self.phase = DRAWING
            self.actor = CHANCE
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """§6.4: a seat without cards passes without being asked."""
        seat = (self.turn + 1) % self.seats
        while self.size(seat) == 0 and self.passes < self.seats:
            self.passes += 1
            seat = (seat + 1) % self.seats
        if self.passes >= self.seats:
            self.end_game(ALL_PASSED)
        else:
            self.begin_turn(seat)

    def is_stuck(self) -> bool:
        """§6.2: can the seat whose turn it is lay no card?"""
        if self.laid == 0:
            return False
        faces = self.faces_that_fit(self.tokens(self.turn))
        return all(faces & BITS[self.face(self.turn, slot)] == 0 for slot in range(self.size(self.turn)))

    def pass_turn(self) -> None:
        seat = self.turn
        self.announce_pass(seat, self.faces_that_fit(self.tokens(seat)))
        self.shown += 1
        self.passes += 1
        self.next_turn()

    # ── 7 Swapping ────────────────────────────────────────────────────────────────────────────────

    def may_offer(self) -> bool:
        """§7.1: in a game of three, once a turn, when all have their colours."""
        if self.seats != TRADERS or not self.rulings.swap or self.offer_made:
            return False
        return self.colour(0) >= 0 and self.colour(1) >= 0 and self.colour(2) >= 0

    def fill_offers(self, out: vec[i16], n: i64) -> i64:
        for slot in range(self.size(self.turn)):
            for seat in range(i64(TRADERS)):
                if seat != self.turn and self.size(seat) > 0 and not self.is_twin(self.turn, slot):
                    out[n] = i16(OFFER + TRADERS * slot + seat)
                    n += 1
        return n

    def offer(self, slot: i64, seat: i64) -> None:
        self.offer_made = True
        self.offered_slot = slot
        self.partner = seat
        self.announce(self.turn, slot, self.colour(seat))
        self.shown += 1
        self.phase = OFFERED
        self.actor = seat

    def fill_answers(self, out: vec[i16]) -> i64:
        n: i64 = 0
        for slot in range(self.size(self.partner)):
            if not self.is_twin(self.partner, slot):
                out[n] = i16(ANSWER + slot)
                n += 1
        out[n] = REFUSE
        return n + 1

    def answer(self, slot: i64) -> None:
        self.answer_slot = slot
        self.announce(self.partner, slot, self.colour(self.turn))
        self.shown += 1
        self.phase = ANSWERED
        self.actor = self.turn

    def swap(self) -> None:
        self.exchange(self.turn, self.offered_slot, self.partner, self.answer_slot)
        self.shown += 1
        self.end_offer()

    def end_offer(self) -> None:
        """§7.5: back to the turn, with or without a swap."""
        self.offered_slot = NONE
        self.partner = NONE
        self.answer_slot = NONE
        self.phase = CARD_CHOICE
        self.actor = self.turn

    # ── 8 What is hidden ──────────────────────────────────────────────────────────────────────────

    def redeal(self, seat: i64, rng: Rng) -> None:
        if seat == OPEN:
            return
        offered = at(self.turn, self.offered_slot) if self.offered_slot >= 0 else NONE
        answer = at(self.partner, self.answer_slot) if self.answer_slot >= 0 else NONE
        self.deal_unknown(seat, rng, offered, answer)
        if self.phase == PLACING and seat != self.turn:
            # A card has been chosen but not laid: the hand must have one that fits, and any of those may be it.
            while not self.choose_anew(rng):
                self.deal_unknown(seat, rng, offered, answer)

    def choose_anew(self, rng: Rng) -> bool:
        n = self.fill_turned_cards(rng.scratch)
        if n == 0:
            return False
        action = i64(rng.scratch[rng.below(n)])
        self.chosen_slot = (action - CHOOSE) >> 2
        self.chosen_turns = (action - CHOOSE) & 3
        return True

    def reveals(self) -> i64:
        """Cards laid, announcements, swaps and passes: each showed somebody something of a hand."""
        return self.shown

    def sample(self, rng: Rng) -> i64:
        """A draw by a walk over the stack; all else by choosing among the legal actions."""
        if self.phase == DRAWING or self.phase == DEALING:
            facts = self.facts
            point = rng.below(self.in_stack())
            face: i64 = 0
            while True:
                point -= facts[STACK + face]
                if point < 0:
                    return DRAW + face
                face += 1
        out = rng.scratch
        n = self.fill_actions(out)
        return i64(out[rng.below(n)])

    # ── 9 Scoring ─────────────────────────────────────────────────────────────────────────────────

    def end_game(self, reason: i64) -> None:
        self.ended = reason
        self.phase = FINISHED
        self.actor = OVER
        self.winning_seats = winners(Survey(self), self)

    def utility(self, seat: i64) -> float:
        if self.winning_seats & BITS[seat] == 0:
            return 0.0
        sharing: i64 = 0
        for other in range(self.seats):
            if self.winning_seats & BITS[other] != 0:
                sharing += 1
        return 2.0 / float(sharing) if self.seats == 4 else 1.0 / float(sharing)

    def result(self) -> Outcome:
        survey = Survey(self)
        ranking: list[tuple[int, ...]] = []
        seats = list(range(int(self.seats)))
        while seats:
            first = seats[0]
            for seat in seats[1:]:
                if survey.ahead(self.colour(seat), self.colour(first)) > 0:
                    first = seat
            place = [seat for seat in seats if survey.ahead(self.colour(seat), self.colour(first)) == 0]
            ranking.append(tuple(place))
            seats = [seat for seat in seats if seat not in place]
        args = {name: int(survey.points(colour)) for colour, name in enumerate(("white", "milk", "dark"))}
        neutral = int(survey.neutral)
        kind = "three" if neutral < 0 else ("white", "milk", "dark")[neutral] + "_neutral"
        return Outcome(Message(f"end.{REASONS[self.ended]}.{kind}", **args), tuple(ranking))

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> ChoCo:
        copy = ChoCo(self.game, self.seats, self.rulings, self.facts[:], self.grid.copy())
        copy.take_over(self)
        return copy


def blank(game: Game, seats: int) -> ChoCo:
    assert isinstance(game.board, Rulings)
    return ChoCo(game, seats, game.board, vec[i64]([0] * FACTS), empty_grid())


def new(game: Game, seats: int) -> ChoCo:
    state = blank(game, seats)
    for face in range(FACES):
        state.facts[STACK + face] = state.rulings.copies[face]
    for seat in range(4):
        state.facts[TOKENS + seat] = ALL_TOKENS // seats if seat < seats else 0
        state.facts[COLOURS + seat] = NONE
    return state
