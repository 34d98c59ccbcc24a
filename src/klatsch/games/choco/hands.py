# klatsch: compiled
"""The hands of ChoCo and what is known of them (RULES.md, 8). How they are dealt anew is in dealing.py.

Knowledge sticks to the card, not to its face: each hand card carries which seats have held it, what was announced of
it, who gave it, and the faces that it may have for all that the whole table knows. So a card keeps its story when a
re-deal changes its face. Where the table can't know which cards are left in a hand, with their stories, `possible` has
the hands that may be (possible.py); what the cards themselves carry is then as hidden as their faces.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import OPEN, Game
from klatsch.games.choco.cards import ALL_FACES, BITS, COUNTS, FACES, FACES_WITH, HAND
from klatsch.games.choco.possible import (
    drawn,
    gone,
    has_rows,
    laid,
    passed,
    sort,
    story,
    told,
    with_row,
)
from klatsch.games.choco.table import HANDS, SIZES, STACK, Grid, Rulings, Table

# The five numbers of a hand card.
FACE: Final = 0
MAY_BE: Final = 1  # the faces that the whole table can't rule out, as a set
HELD_BY: Final = 2  # the seats that have held it and so know it, as a set
ANNOUNCED: Final = 3  # three bits for each colour: the announced pieces + 1, 0 when nothing was said
GIVEN_BY: Final = 4  # the seat that gave it in a swap + 1
FIELDS: Final = 5


class Hands(Table):
    def __init__(self, game: Game, seats: i64, rulings: Rulings, facts: vec[i64], grid: Grid) -> None:
        super().__init__(game, seats, rulings, facts, grid)
        self.possible = vec[i64]()  # hands that may be, where that isn't certain

    def size(self, seat: i64) -> i64:
        return self.facts[SIZES + seat]

    def face(self, seat: i64, slot: i64) -> i64:
        return self.facts[at(seat, slot) + FACE]

    def in_stack(self) -> i64:
        total: i64 = 0
        for face in range(i64(FACES)):
            total += self.facts[STACK + face]
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
        if self.is_in_doubt(seat):
            self.possible = drawn(self.possible, seat)

    def part_with(self, seat: i64, slot: i64) -> None:
        """A card leaves the hand; the others close up, so that nobody sees which place it had."""
        facts = self.facts
        facts[SIZES + seat] -= 1
        end = at(seat, facts[SIZES + seat])
        for i in range(at(seat, slot), end):
            facts[i] = facts[i + FIELDS]
        for i in range(end, end + FIELDS):
            facts[i] = 0

    def is_twin(self, seat: i64, slot: i64) -> bool:
        """Does an earlier card of the hand look the same, to its owner and to everybody else?"""
        card = at(seat, slot)
        return any(self.look_alike(card, other) for other in range(at(seat, 0), card, FIELDS))

    def look_alike(self, card: i64, other: i64) -> bool:
        facts = self.facts
        return all(facts[card + field] == facts[other + field] for field in range(i64(FIELDS)))

    # ── What the table learns ─────────────────────────────────────────────────────────────────────

    def pieces_of(self, seat: i64, slot: i64, colour: i64) -> i64:
        return COUNTS[3 * self.face(seat, slot) + colour]

    def announce(self, seat: i64, slot: i64, colour: i64) -> None:
        """§7.2, §7.3: everybody hears how many pieces of a colour a card has."""
        facts = self.facts
        card = at(seat, slot)
        before = self.story_of(card)
        pieces = self.pieces_of(seat, slot, colour)
        facts[card + MAY_BE] &= FACES_WITH[5 * colour + pieces]
        facts[card + ANNOUNCED] |= (pieces + 1) << (3 * colour)
        if self.is_in_doubt(seat) and not self.was_swapped(card):
            self.possible = told(self.possible, seat, before, self.story_of(card))

    def announce_pass(self, seat: i64, fitting: i64) -> None:
        """§6.2: whoever passes holds no card of a face that fits."""
        facts = self.facts
        for slot in range(facts[SIZES + seat]):
            facts[at(seat, slot) + MAY_BE] &= ALL_FACES ^ fitting
        if self.is_in_doubt(seat):
            self.possible = passed(self.possible, seat, fitting)

    def exchange(self, seat: i64, slot: i64, other: i64, other_slot: i64) -> None:
        """§7.4: two cards change hands; their new owners see them, the old ones remember."""
        facts = self.facts
        mine = at(seat, slot)
        theirs = at(other, other_slot)
        self.watch_leaving(seat, mine)
        self.watch_leaving(other, theirs)
        for field in range(i64(FIELDS)):
            kept = facts[mine + field]
            facts[mine + field] = facts[theirs + field]
            facts[theirs + field] = kept
        facts[mine + HELD_BY] |= BITS[seat]
        facts[mine + GIVEN_BY] = other + 1
        facts[theirs + HELD_BY] |= BITS[other]
        facts[theirs + GIVEN_BY] = seat + 1

    # ── 8.6 Which card was laid ───────────────────────────────────────────────────────────────────

    def story_of(self, card: i64) -> i64:
        return story(self.facts[card + MAY_BE], self.facts[card + ANNOUNCED])

    def was_swapped(self, card: i64) -> bool:
        """§8.3: then everybody knows it as that one."""
        return self.facts[card + GIVEN_BY] != 0

    def is_in_doubt(self, seat: i64) -> bool:
        """May the hand be one of several, for all that the table knows?"""
        return len(self.possible) > 0 and has_rows(self.possible, seat)

    def watch_leaving(self, seat: i64, card: i64) -> None:
        if self.is_in_doubt(seat) and not self.was_swapped(card):
            self.possible = gone(self.possible, seat, self.story_of(card))

    def watch_laying(self, seat: i64, slot: i64) -> None:
        """§8.6: this card is about to be laid, and the others see its face, but not which card of the hand it is."""
        card = at(seat, slot)
        if self.was_swapped(card):
            return
        if not self.is_in_doubt(seat):
            if not self.is_mistakable(seat, card):
                return
            self.possible = with_row(self.possible, seat, self.stories(seat))
        self.possible = laid(self.possible, seat, BITS[self.facts[card + FACE]])

    def is_mistakable(self, seat: i64, card: i64) -> bool:
        """Has the hand a card with another story that may have the same face?"""
        facts = self.facts
        face = BITS[facts[card + FACE]]
        own = self.story_of(card)
        end = at(seat, facts[SIZES + seat])
        for other in range(at(seat, 0), end, FIELDS):
            if facts[other + MAY_BE] & face != 0 and not self.was_swapped(other) and self.story_of(other) != own:
                return True
        return False

    def stories(self, seat: i64) -> vec[i64]:
        """Of the cards that were never swapped, in ascending order; 0 where there is none."""
        found = vec[i64]([0] * HAND)
        for slot in range(self.size(seat)):
            if not self.was_swapped(at(seat, slot)):
                found[slot] = self.story_of(at(seat, slot))
        sort(found)
        return found

    def knows(self, viewer: i64, seat: i64, slot: i64) -> bool:
        if viewer < 0:
            return viewer == OPEN
        return self.facts[at(seat, slot) + HELD_BY] & BITS[viewer] != 0


def at(seat: i64, slot: i64) -> i64:
    """Where a hand card's numbers begin in the facts."""
    return HANDS + (seat * HAND + slot) * FIELDS
