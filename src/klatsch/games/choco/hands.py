# klatsch: compiled
"""The hands of ChoCo and what is known of them (RULES.md, 8): the hidden part, and how it is dealt anew.

Knowledge sticks to the card, not to its face: each hand card carries which seats have held it, what was announced of
it, who gave it, and the faces that it may have for all that the whole table knows. So a card keeps its story when a
re-deal changes its face.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import OPEN, Game
from klatsch.core.rng import Rng
from klatsch.games.choco.cards import ALL_FACES, BITS, COUNTS, FACES, FACES_WITH, HAND
from klatsch.games.choco.table import HANDS, SIZES, STACK, Grid, Rulings, Table

# The five numbers of a hand card.
FACE: Final = 0
MAY_BE: Final = 1  # the faces that the whole table can't rule out, as a set
HELD_BY: Final = 2  # the seats that have held it and so know it, as a set
ANNOUNCED: Final = 3  # three bits for each colour: the announced pieces + 1, 0 when nothing was said
GIVEN_BY: Final = 4  # the seat that gave it in a swap + 1
FIELDS: Final = 5

MOST_HIDDEN: Final = 16


class Hands(Table):
    def __init__(self, game: Game, seats: i64, rulings: Rulings, facts: vec[i64], grid: Grid) -> None:
        super().__init__(game, seats, rulings, facts, grid)

    def size(self, seat: i64) -> i64:
        return self.facts[SIZES + seat]

    def face(self, seat: i64, slot: i64) -> i64:
        return self.facts[at(seat, slot) + FACE]

    def in_stack(self) -> i64:
        total: i64 = 0
        face: i64 = 0
        while face < FACES:
            total += self.facts[STACK + face]
            face += 1
        return total

    def receive(self, seat: i64, face: i64) -> None:
        """A card from the stack into a hand."""
        facts = self.facts
        facts[STACK + face] -= 1
        card = at(seat, facts[SIZES + seat])
        facts[SIZES + seat] += 1
        facts[card + FACE] = face
        facts[card + MAY_BE] = ALL_FACES
        facts[card + HELD_BY] = BITS[seat]
        facts[card + ANNOUNCED] = 0
        facts[card + GIVEN_BY] = 0

    def part_with(self, seat: i64, slot: i64) -> None:
        """A card leaves the hand; the others close up, so that nobody sees which place it had."""
        facts = self.facts
        facts[SIZES + seat] -= 1
        end = at(seat, facts[SIZES + seat])
        i = at(seat, slot)
        while i < end:
            facts[i] = facts[i + FIELDS]
            i += 1
        while i < end + FIELDS:
            facts[i] = 0
            i += 1

    def is_twin(self, seat: i64, slot: i64) -> bool:
        """Does an earlier card of the hand look the same, to its owner and to everybody else?"""
        facts = self.facts
        card = at(seat, slot)
        other = at(seat, 0)
        while other < card:
            field: i64 = 0
            while field < FIELDS and facts[card + field] == facts[other + field]:
                field += 1
            if field == FIELDS:
                return True
            other += FIELDS
        return False

    # ── What the table learns ─────────────────────────────────────────────────────────────────────

    def pieces_of(self, seat: i64, slot: i64, colour: i64) -> i64:
        return COUNTS[3 * self.face(seat, slot) + colour]

    def announce(self, seat: i64, slot: i64, colour: i64) -> None:
        """§7.2, §7.3: everybody hears how many pieces of a colour a card has."""
        facts = self.facts
        card = at(seat, slot)
        pieces = self.pieces_of(seat, slot, colour)
        facts[card + MAY_BE] &= FACES_WITH[5 * colour + pieces]
        facts[card + ANNOUNCED] |= (pieces + 1) << (3 * colour)

    def announce_pass(self, seat: i64, fitting: i64) -> None:
        """§6.2: whoever passes holds no card of a face that fits."""
        facts = self.facts
        slot: i64 = 0
        while slot < facts[SIZES + seat]:
            facts[at(seat, slot) + MAY_BE] &= ALL_FACES ^ fitting
            slot += 1

    def blur(self, seat: i64, slot: i64) -> None:
        """§8.6: this card is about to be laid, and the others can't tell it from those of the hand that may have its
        face too; so what was told of only some of these cards is forgotten, whichever of them it is."""
        facts = self.facts
        card = at(seat, slot)
        may_be: i64 = 0
        announced = facts[card + ANNOUNCED]
        other = at(seat, 0)
        end = at(seat, facts[SIZES + seat])
        while other < end:
            if self.is_mistakable(card, other):
                may_be |= facts[other + MAY_BE]
                announced = agreed(announced, facts[other + ANNOUNCED])
            other += FIELDS
        other = at(seat, 0)
        while other < end:
            if self.is_mistakable(card, other):
                facts[other + MAY_BE] = may_be
                facts[other + ANNOUNCED] = announced
            other += FIELDS

    def is_mistakable(self, card: i64, other: i64) -> bool:
        """May another card of the hand be the one that is laid? A swapped card is known by that (§8.3)."""
        facts = self.facts
        if facts[card + HELD_BY] != facts[other + HELD_BY] or facts[card + GIVEN_BY] != facts[other + GIVEN_BY]:
            return False
        return facts[other + MAY_BE] & BITS[facts[card + FACE]] != 0

    def exchange(self, seat: i64, slot: i64, other: i64, other_slot: i64) -> None:
        """§7.4: two cards change hands; their new owners see them, the old ones remember."""
        facts = self.facts
        mine = at(seat, slot)
        theirs = at(other, other_slot)
        field: i64 = 0
        while field < FIELDS:
            kept = facts[mine + field]
            facts[mine + field] = facts[theirs + field]
            facts[theirs + field] = kept
            field += 1
        facts[mine + HELD_BY] |= BITS[seat]
        facts[mine + GIVEN_BY] = other + 1
        facts[theirs + HELD_BY] |= BITS[other]
        facts[theirs + GIVEN_BY] = seat + 1

    def knows(self, viewer: i64, seat: i64, slot: i64) -> bool:
        if viewer < 0:
            return viewer == OPEN
        return self.facts[at(seat, slot) + HELD_BY] & BITS[viewer] != 0

    # ── Dealing anew what a viewer can't know ─────────────────────────────────────────────────────

    def deal_unknown(self, viewer: i64, rng: Rng) -> None:
        """Give every card that the viewer doesn't know a face, so that all deals that agree with what the table has
        learned are equally likely."""
        facts = self.facts
        cards = vec[i64]([0] * MOST_HIDDEN)
        n = self.take_back(viewer, cards)
        pool = facts[STACK : STACK + FACES]
        total = self.in_stack()
        choices = vec[i64]([0] * MOST_HIDDEN)
        self.order_by_choices(cards, choices, n)
        # Each card gets one of the w faces still open to it, where W were open before the others got theirs.
        # Keeping this with chance w / W makes all whole deals equally likely.
        i: i64 = 0
        while i < n:
            allowed = facts[cards[i] + MAY_BE]
            left = self.count_in_stack(allowed)
            if left == 0 or (choices[i] < total and rng.below(choices[i]) >= left):
                face: i64 = 0
                while face < FACES:
                    facts[STACK + face] = pool[face]
                    face += 1
                i = 0
                continue
            facts[cards[i] + FACE] = self.take_from_stack(allowed, rng.below(left))
            i += 1

    def take_back(self, viewer: i64, cards: vec[i64]) -> i64:
        """Put the unknown cards into the stack; how many, and where they belong."""
        facts = self.facts
        n: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            slot: i64 = 0
            while slot < facts[SIZES + seat]:
                if not self.knows(viewer, seat, slot):
                    cards[n] = at(seat, slot)
                    n += 1
                    facts[STACK + self.face(seat, slot)] += 1
                slot += 1
            seat += 1
        return n

    def order_by_choices(self, cards: vec[i64], choices: vec[i64], n: i64) -> None:
        """Cards with the fewest possible faces first; those that may be anything last."""
        i: i64 = 0
        while i < n:
            card = cards[i]
            many = self.count_in_stack(self.facts[card + MAY_BE])
            j = i
            while j > 0 and choices[j - 1] > many:
                cards[j] = cards[j - 1]
                choices[j] = choices[j - 1]
                j -= 1
            cards[j] = card
            choices[j] = many
            i += 1

    def count_in_stack(self, faces: i64) -> i64:
        facts = self.facts
        total: i64 = 0
        face: i64 = 0
        while face < FACES:
            if faces & BITS[face] != 0:
                total += facts[STACK + face]
            face += 1
        return total

    def take_from_stack(self, faces: i64, point: i64) -> i64:
        """Take out the card number `point` of those with these faces; its face."""
        facts = self.facts
        face: i64 = 0
        while True:
            if faces & BITS[face] != 0:
                point -= facts[STACK + face]
                if point < 0:
                    facts[STACK + face] -= 1
                    return face
            face += 1


def agreed(one: i64, other: i64) -> i64:
    """What was announced in the same way of two cards, colour by colour."""
    both: i64 = 0
    place: i64 = 0
    while place < 9:
        told = (one >> place) & 7
        if told == (other >> place) & 7:
            both |= told << place
        place += 3
    return both


def at(seat: i64, slot: i64) -> i64:
    """Where a hand card's numbers begin in the facts."""
    return HANDS + (seat * HAND + slot) * FIELDS
