# klatsch: compiled
"""Dealing the hands of ChoCo anew: what a viewer can't know, by all that the table has learned (RULES.md, 8)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.rng import Rng
from klatsch.games.choco.cards import ALL_FACES, BITS
from klatsch.games.choco.hands import Hands
from klatsch.games.choco.layout import ANNOUNCED, FACE, FACES, FIELDS, HAND, HANDS, MAY_BE, MOST_SEATS, SIZES, STACK, at
from klatsch.games.choco.possible import ROW, SEAT, STORIES, TOLD, WAYS, strike

MOST_HIDDEN: Final = 16
assert MOST_HIDDEN == MOST_SEATS * HAND


class Dealing(Hands):
    def deal_unknown(self, viewer: i64, rng: Rng, watched: i64, also_watched: i64) -> None:
        """Give every card that the viewer doesn't know a face, and a story where that is in doubt, so that all deals
        that agree with what the table has learned are equally likely, each as often as there are ways to it.

        The stories of the cards that are offered now stay (where they begin in `v`, or NONE).
        """
        v = self.v
        cards = vec[i64]([0] * MOST_HIDDEN)
        n = self.take_back(viewer, cards)
        pool = v[STACK : STACK + FACES]
        total = self.in_stack()
        choices = vec[i64]([0] * MOST_HIDDEN)
        tested = n - self.free_in_any_case(viewer, cards, n, total)
        self.pick_hands(viewer, rng, watched, also_watched)
        self.order_by_choices(cards, choices, n)
        # Each card gets one of the w faces still open to it, where W were open before the others got theirs.
        # Keeping this with chance w / W makes all whole deals equally likely. The last cards, those that may be
        # anything whichever hands were picked, have the same w in all deals.
        i: i64 = 0
        while i < n:
            allowed = v[cards[i] + MAY_BE]
            left = self.count_in_stack(allowed)
            if left == 0 or (i < tested and rng.below(choices[i]) >= left):
                for face in range(i64(FACES)):
                    v[STACK + face] = pool[face]
                if len(self.possible) > 0:
                    self.pick_hands(viewer, rng, watched, also_watched)
                    self.order_by_choices(cards, choices, n)
                i = 0
                continue
            v[cards[i] + FACE] = self.take_from_stack(allowed, rng.below(left))
            i += 1

    def free_in_any_case(self, viewer: i64, cards: vec[i64], n: i64, total: i64) -> i64:
        """How many of the unknown cards may have any face that is left, whichever of the possible hands there are."""
        free: i64 = 0
        for i in range(n):
            card = cards[i]
            seat = (card - HANDS) // (HAND * FIELDS)
            in_doubt = self.is_in_doubt(seat) and not self.was_swapped(card)
            if not in_doubt and self.count_in_stack(self.v[card + MAY_BE]) == total:
                free += 1
        for seat in range(self.seats):
            if seat != viewer and self.is_in_doubt(seat):
                free += self.fewest_free(seat, total)
        return free

    def fewest_free(self, seat: i64, total: i64) -> i64:
        """The same among the cards that were never swapped of a hand in doubt."""
        rows = self.possible
        fewest: i64 = HAND
        for row in range(0, i64(len(rows)), ROW):
            if rows[row + SEAT] == seat:
                free: i64 = 0
                for place in range(row + STORIES, row + ROW):
                    if rows[place] != 0 and self.count_in_stack(rows[place] & ALL_FACES) == total:
                        free += 1
                fewest = min(fewest, free)
        return fewest

    def pick_hands(self, viewer: i64, rng: Rng, watched: i64, also_watched: i64) -> None:
        """§8.6: for each hand in doubt one of those that it may be, by the ways to it and the choices for its cards."""
        for seat in range(self.seats):
            if seat != viewer and self.is_in_doubt(seat):
                self.take_stories(seat, self.pick_row(seat, rng), watched, also_watched)

    def pick_row(self, seat: i64, rng: Rng) -> i64:
        rows = self.possible
        point = float(rng.bits()) / 4294967296.0 * self.all_choices(seat)
        picked: i64 = -1
        for row in range(0, i64(len(rows)), ROW):
            if rows[row + SEAT] == seat:
                choices = self.choices_in(row)
                if choices > 0.0:
                    picked = row
                    point -= choices
                    if point < 0.0:
                        return row
        return picked

    def all_choices(self, seat: i64) -> float:
        total = 0.0
        for row in range(0, i64(len(self.possible)), ROW):
            if self.possible[row + SEAT] == seat:
                total += self.choices_in(row)
        return total

    def choices_in(self, row: i64) -> float:
        """The ways to a possible hand, times the faces in the stack for each of its cards alone."""
        rows = self.possible
        choices = float(rows[row + WAYS])
        for place in range(row + STORIES, row + ROW):
            if rows[place] != 0:
                choices *= float(self.count_in_stack(rows[place] & ALL_FACES))
        return choices

    def take_stories(self, seat: i64, row: i64, watched: i64, also_watched: i64) -> None:
        """Give the cards of a hand the stories of a row."""
        v = self.v
        stories = self.possible[row + STORIES : row + ROW]
        end = at(seat, v[SIZES + seat])
        for card in range(at(seat, 0), end, FIELDS):
            if (card == watched or card == also_watched) and not self.was_swapped(card):
                strike(stories, self.story_of(card))
        i: i64 = 0
        for card in range(at(seat, 0), end, FIELDS):
            if card != watched and card != also_watched and not self.was_swapped(card):
                while stories[i] == 0:
                    i += 1
                v[card + MAY_BE] = stories[i] & ALL_FACES
                v[card + ANNOUNCED] = stories[i] >> TOLD
                i += 1

    def take_back(self, viewer: i64, cards: vec[i64]) -> i64:
        """Put the unknown cards into the stack; how many, and where they belong."""
        v = self.v
        n: i64 = 0
        for seat in range(self.seats):
            for slot in range(v[SIZES + seat]):
                if not self.knows(viewer, seat, slot):
                    cards[n] = at(seat, slot)
                    n += 1
                    v[STACK + self.face(seat, slot)] += 1
        return n

    def order_by_choices(self, cards: vec[i64], choices: vec[i64], n: i64) -> None:
        """Cards with the fewest possible faces first; those that may be anything last."""
        for i in range(n):
            card = cards[i]
            many = self.count_in_stack(self.v[card + MAY_BE])
            j = i
            while j > 0 and choices[j - 1] > many:
                cards[j] = cards[j - 1]
                choices[j] = choices[j - 1]
                j -= 1
            cards[j] = card
            choices[j] = many

    def count_in_stack(self, faces: i64) -> i64:
        v = self.v
        total: i64 = 0
        for face in range(i64(FACES)):
            if faces & BITS[face] != 0:
                total += v[STACK + face]
        return total

    def take_from_stack(self, faces: i64, point: i64) -> i64:
        """Take out the card number `point` of those with these faces; its face."""
        v = self.v
        face: i64 = 0
        while True:
            if faces & BITS[face] != 0:
                point -= v[STACK + face]
                if point < 0:
                    v[STACK + face] -= 1
                    return face
            face += 1
