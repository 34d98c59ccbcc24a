# klatsch: compiled
"""The hands of ChoCo and what is known of them (RULES.md, 8). How they are dealt anew is in dealing.py.

Knowledge sticks to the card, not to its face: each hand card carries which seats have held it, what was announced of
it, who gave it, and the faces that it may have for all that the whole table knows. So a card keeps its story when a
re-deal changes its face. Where the table can't know which cards are left in a hand, with their stories, `possible` has
the hands that may be (possible.py); what the cards themselves carry is then as hidden as their faces.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import OPEN, Game
from klatsch.games.choco.cards import ALL_FACES, BITS, COLOUR_COUNT, COUNTS, FACES_WITH, PIECE_COUNTS
from klatsch.games.choco.layout import ANNOUNCED, FACE, FACES, FIELDS, GIVEN_BY, HAND, HELD_BY, MAY_BE, SIZES, STACK, at
from klatsch.games.choco.possible import (
    TOLD_BITS,
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
from klatsch.games.choco.table import Grid, Rulings, Table


class Hands(Table):
    def __init__(self, game: Game, seats: i64, rulings: Rulings, v: vec[i64], grid: Grid) -> None:
        super().__init__(game, seats, rulings, v, grid)
        self.possible = vec[i64]()  # hands that may be, where that isn't certain

    def size(self, seat: i64) -> i64:
        return self.v[SIZES + seat]

    def face(self, seat: i64, slot: i64) -> i64:
        return self.v[at(seat, slot) + FACE]

    def in_stack(self) -> i64:
        total: i64 = 0
        for face in range(i64(FACES)):
            total += self.v[STACK + face]
        return total

    def receive(self, seat: i64, face: i64) -> None:
        """A card from the stack into a hand."""
        v = self.v
        v[STACK + face] -= 1
        card = at(seat, v[SIZES + seat])
        v[SIZES + seat] += 1
        v[card + FACE] = face
        v[card + MAY_BE] = ALL_FACES
        v[card + HELD_BY] = BITS[seat]
        v[card + ANNOUNCED] = 0
        v[card + GIVEN_BY] = 0
        if self.is_in_doubt(seat):
            self.possible = drawn(self.possible, seat)

    def part_with(self, seat: i64, slot: i64) -> None:
        """A card leaves the hand; the others close up, so that nobody sees which place it had."""
        v = self.v
        v[SIZES + seat] -= 1
        end = at(seat, v[SIZES + seat])
        for i in range(at(seat, slot), end):
            v[i] = v[i + FIELDS]
        for i in range(end, end + FIELDS):
            v[i] = 0

    def is_twin(self, seat: i64, slot: i64) -> bool:
        """Does an earlier card of the hand look the same, to its owner and to everybody else?"""
        card = at(seat, slot)
        return any(self.look_alike(card, other) for other in range(at(seat, 0), card, FIELDS))

    def look_alike(self, card: i64, other: i64) -> bool:
        v = self.v
        return all(v[card + field] == v[other + field] for field in range(i64(FIELDS)))

    # ── What the table learns ─────────────────────────────────────────────────────────────────────

    def pieces_of(self, seat: i64, slot: i64, colour: i64) -> i64:
        return COUNTS[COLOUR_COUNT * self.face(seat, slot) + colour]

    def announce(self, seat: i64, slot: i64, colour: i64) -> None:
        """§7.2, §7.3: everybody hears how many pieces of a colour a card has."""
        v = self.v
        card = at(seat, slot)
        before = self.story_of(card)
        pieces = self.pieces_of(seat, slot, colour)
        v[card + MAY_BE] &= FACES_WITH[PIECE_COUNTS * colour + pieces]
        v[card + ANNOUNCED] |= (pieces + 1) << TOLD_BITS * colour
        if self.is_in_doubt(seat) and not self.was_swapped(card):
            self.possible = told(self.possible, seat, before, self.story_of(card))

    def announce_pass(self, seat: i64, fitting: i64) -> None:
        """§6.2: whoever passes holds no card of a face that fits."""
        v = self.v
        for slot in range(v[SIZES + seat]):
            v[at(seat, slot) + MAY_BE] &= ALL_FACES ^ fitting
        if self.is_in_doubt(seat):
            self.possible = passed(self.possible, seat, fitting)

    def exchange(self, seat: i64, slot: i64, other: i64, other_slot: i64) -> None:
        """§7.4: two cards change hands; their new owners see them, the old ones remember."""
        v = self.v
        mine = at(seat, slot)
        theirs = at(other, other_slot)
        self.watch_leaving(seat, mine)
        self.watch_leaving(other, theirs)
        for field in range(i64(FIELDS)):
            kept = v[mine + field]
            v[mine + field] = v[theirs + field]
            v[theirs + field] = kept
        v[mine + HELD_BY] |= BITS[seat]
        v[mine + GIVEN_BY] = other + 1
        v[theirs + HELD_BY] |= BITS[other]
        v[theirs + GIVEN_BY] = seat + 1

    # ── 8.6 Which card was laid ───────────────────────────────────────────────────────────────────

    def story_of(self, card: i64) -> i64:
        v = self.v
        return story(v[card + MAY_BE], v[card + ANNOUNCED])

    def was_swapped(self, card: i64) -> bool:
        """§8.3: then everybody knows it as that one."""
        return self.v[card + GIVEN_BY] != 0

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
        self.possible = laid(self.possible, seat, BITS[self.v[card + FACE]])

    def is_mistakable(self, seat: i64, card: i64) -> bool:
        """Has the hand a card with another story that may have the same face?"""
        v = self.v
        face = BITS[v[card + FACE]]
        own = self.story_of(card)
        end = at(seat, v[SIZES + seat])
        for other in range(at(seat, 0), end, FIELDS):
            if v[other + MAY_BE] & face != 0 and not self.was_swapped(other) and self.story_of(other) != own:
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
        return self.v[at(seat, slot) + HELD_BY] & BITS[viewer] != 0
