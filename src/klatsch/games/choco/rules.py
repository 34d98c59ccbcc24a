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
from klatsch.games.choco.cards import BITS, COLOUR_COUNT, COLOUR_NAMES, QUARTERS, SHAPE_BITS, TURNS
from klatsch.games.choco.grid import MIDDLE
from klatsch.games.choco.layout import (
    ACTIVE,
    ANSWER_SLOT,
    BEGINNER,
    CARDS,
    CHOSEN_SLOT,
    CHOSEN_TURNS,
    COLOURS,
    DEALT,
    ENDED,
    FACES,
    HAND,
    LAID,
    LENGTH,
    MOST_SEATS,
    NONE,
    OFFER_MADE,
    OFFERED_SLOT,
    PARTNER,
    PASSES,
    PHASE,
    SHOWN,
    STACK,
    TOKENS,
    at,
)
from klatsch.games.choco.position import (
    ALL_LAID,
    ALL_PASSED,
    ANSWERED,
    CARD_CHOICE,
    COLOUR_CHOICE,
    DEALING,
    DRAWING,
    FINISHED,
    OFFERED,
    PLACING,
    REASONS,
    TOKEN_CHOICE,
    Position,
)
from klatsch.games.choco.scoring import Survey, winners
from klatsch.games.choco.table import UPPER, Rulings, empty_grid

ALL_TOKENS: Final = 12


class ChoCo(Position):
    # ── 1 The cards and the table, 2 The beginning ────────────────────────────────────────────────

    def colour(self, seat: i64) -> i64:
        return self.v[COLOURS + seat]

    def tokens(self, seat: i64) -> i64:
        return self.v[TOKENS + seat]

    def receiver(self) -> i64:
        """At a draw: who gets the card."""
        v = self.v
        return (v[BEGINNER] + v[DEALT]) % self.seats if v[PHASE] == DEALING else v[ACTIVE]

    def begin(self, seat: i64) -> None:
        v = self.v
        v[BEGINNER] = seat
        v[ACTIVE] = seat
        v[PHASE] = DEALING

    def draw_card(self, face: i64) -> None:
        v = self.v
        self.receive(self.receiver(), face)
        if v[PHASE] == DRAWING:
            self.draw_or_end_turn()
            return
        v[DEALT] += 1
        if v[DEALT] == self.seats * HAND:
            self.begin_turn(v[BEGINNER])

    def is_taken(self, colour: i64) -> bool:
        return any(self.colour(seat) == colour for seat in range(self.seats))

    def choose_colour(self, colour: i64) -> None:
        """§2.3–2.5: a colour for the seat, or for its team; the second choice settles the third colour too."""
        v = self.v
        seat = v[ACTIVE]
        v[COLOURS + seat] = colour
        if self.seats == 4:
            v[COLOURS + (seat + 2) % 4] = colour
        if self.seats == 3 and seat != v[BEGINNER]:
            v[COLOURS + (seat + 1) % 3] = 3 - colour - self.colour(v[BEGINNER])
        v[PHASE] = CARD_CHOICE

    # ── The turn ──────────────────────────────────────────────────────────────────────────────────

    def begin_turn(self, seat: i64) -> None:
        v = self.v
        v[ACTIVE] = seat
        self.actor = seat
        v[OFFER_MADE] = 0
        v[PHASE] = COLOUR_CHOICE if self.colour(seat) < 0 else CARD_CHOICE

    def fill_actions(self, out: vec[i16]) -> i64:
        phase = self.v[PHASE]
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
            self.choose((action - CHOOSE) // QUARTERS, (action - CHOOSE) % QUARTERS)
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
            if self.v[STACK + face] > 0:
                out[n] = i16(DRAW + face)
                n += 1
        return n

    def weight(self, outcome: i64) -> i64:
        return 1 if outcome < DRAW else self.v[STACK + outcome - DRAW]

    def fill_colours(self, out: vec[i16]) -> i64:
        n: i64 = 0
        for colour in range(i64(COLOUR_COUNT)):
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
        v = self.v
        seat = v[ACTIVE]
        tokens = self.tokens(seat)
        n: i64 = 0
        for slot in range(self.size(seat)):
            if not self.is_twin(seat, slot):
                face = self.face(seat, slot)
                for turns in range(TURNS[face]):
                    if v[LAID] == 0 or self.fits_anywhere(QUARTERS * face + turns, tokens):
                        out[n] = i16(CHOOSE + QUARTERS * slot + turns)
                        n += 1
        return n

    def choose(self, slot: i64, turns: i64) -> None:
        v = self.v
        v[CHOSEN_SLOT] = slot
        v[CHOSEN_TURNS] = turns
        v[PHASE] = PLACING
        if v[LAID] == 0:
            self.lay(MIDDLE)  # §2.3

    # ── 3 Laying on level 1, 4 Laying on level 2 ──────────────────────────────────────────────────

    def chosen_shape(self) -> i64:
        v = self.v
        return QUARTERS * self.face(v[ACTIVE], v[CHOSEN_SLOT]) + v[CHOSEN_TURNS]

    def fill_places(self, out: vec[i16]) -> i64:
        bits = SHAPE_BITS[self.chosen_shape()]
        limit: i64 = 2 * UPPER if self.tokens(self.v[ACTIVE]) > 0 else UPPER
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
        v = self.v
        seat = v[ACTIVE]
        shape = self.chosen_shape()
        self.watch_laying(seat, v[CHOSEN_SLOT])
        self.part_with(seat, v[CHOSEN_SLOT])
        v[CHOSEN_SLOT] = NONE
        v[CHOSEN_TURNS] = 0
        v[PASSES] = 0
        v[SHOWN] += 1
        if self.put(shape, cell):
            v[TOKENS + seat] -= 1  # §4.1
            self.put_token(v[LAID] - 1)
            self.after_laying(False)
        else:
            self.after_laying(self.tokens(seat) > 0)

    def after_laying(self, may_secure: bool) -> None:
        v = self.v
        if v[LAID] == CARDS:
            self.end_game(ALL_LAID)  # §5.3, §6.3
        elif may_secure:
            v[PHASE] = TOKEN_CHOICE
        else:
            self.draw_or_end_turn()

    # ── 5 Safety ──────────────────────────────────────────────────────────────────────────────────

    def may_secure(self, card: i64) -> bool:
        if self.has_token(card) or self.is_upper(card) or not self.shows_a_piece(card):
            return False
        return card == self.v[LAID] - 1 or not self.rulings.token_just_laid

    def fill_tokens(self, out: vec[i16]) -> i64:
        out[0] = NO_TOKEN
        n: i64 = 1
        for card in range(self.v[LAID]):
            if self.may_secure(card):
                out[n] = i16(TOKEN + card)
                n += 1
        return n

    def secure(self, card: i64) -> None:
        v = self.v
        v[TOKENS + v[ACTIVE]] -= 1
        self.put_token(card)
        self.draw_or_end_turn()

    # ── 6 Drawing, passing, the end ───────────────────────────────────────────────────────────────

    def draw_or_end_turn(self) -> None:
        v = self.v
        if self.size(v[ACTIVE]) < HAND and self.in_stack() > 0:
            v[PHASE] = DRAWING
            self.actor = CHANCE
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """§6.4: a seat without cards passes without being asked."""
        v = self.v
        seat = (v[ACTIVE] + 1) % self.seats
        while self.size(seat) == 0 and v[PASSES] < self.seats:
            v[PASSES] += 1
            seat = (seat + 1) % self.seats
        if v[PASSES] >= self.seats:
            self.end_game(ALL_PASSED)
        else:
            self.begin_turn(seat)

    def is_stuck(self) -> bool:
        """§6.2: can the seat whose turn it is lay no card?"""
        v = self.v
        if v[LAID] == 0:
            return False
        faces = self.faces_that_fit(self.tokens(v[ACTIVE]))
        return all(faces & BITS[self.face(v[ACTIVE], slot)] == 0 for slot in range(self.size(v[ACTIVE])))

    def pass_turn(self) -> None:
        v = self.v
        seat = v[ACTIVE]
        self.announce_pass(seat, self.faces_that_fit(self.tokens(seat)))
        v[SHOWN] += 1
        v[PASSES] += 1
        self.next_turn()

    # ── 7 Swapping ────────────────────────────────────────────────────────────────────────────────

    def may_offer(self) -> bool:
        """§7.1: in a game of three, once a turn, when all have their colours."""
        if self.seats != TRADERS or not self.rulings.swap or self.v[OFFER_MADE] == 1:
            return False
        return self.colour(0) >= 0 and self.colour(1) >= 0 and self.colour(2) >= 0

    def fill_offers(self, out: vec[i16], n: i64) -> i64:
        v = self.v
        for slot in range(self.size(v[ACTIVE])):
            for seat in range(i64(TRADERS)):
                if seat != v[ACTIVE] and self.size(seat) > 0 and not self.is_twin(v[ACTIVE], slot):
                    out[n] = i16(OFFER + TRADERS * slot + seat)
                    n += 1
        return n

    def offer(self, slot: i64, seat: i64) -> None:
        v = self.v
        v[OFFER_MADE] = 1
        v[OFFERED_SLOT] = slot
        v[PARTNER] = seat
        self.announce(v[ACTIVE], slot, self.colour(seat))
        v[SHOWN] += 1
        v[PHASE] = OFFERED
        self.actor = seat

    def fill_answers(self, out: vec[i16]) -> i64:
        v = self.v
        n: i64 = 0
        for slot in range(self.size(v[PARTNER])):
            if not self.is_twin(v[PARTNER], slot):
                out[n] = i16(ANSWER + slot)
                n += 1
        out[n] = REFUSE
        return n + 1

    def answer(self, slot: i64) -> None:
        v = self.v
        v[ANSWER_SLOT] = slot
        self.announce(v[PARTNER], slot, self.colour(v[ACTIVE]))
        v[SHOWN] += 1
        v[PHASE] = ANSWERED
        self.actor = v[ACTIVE]

    def swap(self) -> None:
        v = self.v
        self.exchange(v[ACTIVE], v[OFFERED_SLOT], v[PARTNER], v[ANSWER_SLOT])
        v[SHOWN] += 1
        self.end_offer()

    def end_offer(self) -> None:
        """§7.5: back to the turn, with or without a swap."""
        v = self.v
        v[OFFERED_SLOT] = NONE
        v[PARTNER] = NONE
        v[ANSWER_SLOT] = NONE
        v[PHASE] = CARD_CHOICE
        self.actor = v[ACTIVE]

    # ── 8 What is hidden ──────────────────────────────────────────────────────────────────────────

    def redeal(self, seat: i64, rng: Rng) -> None:
        v = self.v
        if seat == OPEN:
            return
        offered = at(v[ACTIVE], v[OFFERED_SLOT]) if v[OFFERED_SLOT] >= 0 else NONE
        answer = at(v[PARTNER], v[ANSWER_SLOT]) if v[ANSWER_SLOT] >= 0 else NONE
        self.deal_unknown(seat, rng, offered, answer)
        if v[PHASE] == PLACING and seat != v[ACTIVE]:
            # A card has been chosen but not laid: the hand must have one that fits, and any of those may be it.
            while not self.choose_anew(rng):
                self.deal_unknown(seat, rng, offered, answer)

    def choose_anew(self, rng: Rng) -> bool:
        v = self.v
        n = self.fill_turned_cards(rng.scratch)
        if n == 0:
            return False
        action = i64(rng.scratch[rng.below(n)])
        v[CHOSEN_SLOT] = (action - CHOOSE) // QUARTERS
        v[CHOSEN_TURNS] = (action - CHOOSE) % QUARTERS
        return True

    def reveals(self) -> i64:
        """Cards laid, announcements, swaps and passes: each showed somebody something of a hand."""
        return self.v[SHOWN]

    def sample(self, rng: Rng) -> i64:
        """A draw by a walk over the stack; all else by choosing among the legal actions."""
        v = self.v
        if v[PHASE] == DRAWING or v[PHASE] == DEALING:
            point = rng.below(self.in_stack())
            face: i64 = 0
            while True:
                point -= v[STACK + face]
                if point < 0:
                    return DRAW + face
                face += 1
        out = rng.scratch
        n = self.fill_actions(out)
        return i64(out[rng.below(n)])

    # ── 9 Scoring ─────────────────────────────────────────────────────────────────────────────────

    def end_game(self, reason: i64) -> None:
        v = self.v
        v[ENDED] = reason
        v[PHASE] = FINISHED
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
        args = {name: int(survey.points(colour)) for colour, name in enumerate(COLOUR_NAMES)}
        neutral = int(survey.neutral)
        kind = "three" if neutral < 0 else COLOUR_NAMES[neutral] + "_neutral"
        return Outcome(Message(f"end.{REASONS[self.v[ENDED]]}.{kind}", **args), tuple(ranking))

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> ChoCo:
        copy = ChoCo(self.game, self.seats, self.rulings, self.v[:], self.grid.copy())
        copy.actor = self.actor
        copy.possible = self.possible
        copy.lower_asks = self.lower_asks
        copy.upper_asks = self.upper_asks
        copy.winning_seats = self.winning_seats
        return copy


def blank(game: Game, seats: int) -> ChoCo:
    assert isinstance(game.board, Rulings)
    return ChoCo(game, seats, game.board, vec[i64]([0] * LENGTH), empty_grid())


def new(game: Game, seats: int) -> ChoCo:
    state = blank(game, seats)
    state.actor = CHANCE
    v = state.v
    for place in (CHOSEN_SLOT, OFFERED_SLOT, PARTNER, ANSWER_SLOT):
        v[place] = NONE
    for face in range(FACES):
        v[STACK + face] = state.rulings.copies[face]
    for seat in range(MOST_SEATS):
        v[TOKENS + seat] = ALL_TOKENS // seats if seat < seats else 0
        v[COLOURS + seat] = NONE
    return state
