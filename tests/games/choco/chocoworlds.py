"""A slow, plain second opinion on what a viewer of ChoCo can know: every way in which it may all have come about.

A world is one deal with one history of choices that agrees with everything the viewer saw. Worlds are followed card by
card, without the engine's possible hands: where somebody lays or offers a card that the viewer can't see, every card
that it may be makes a world of its own. All worlds are equally likely.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import klatsch
from klatsch.core.action import Button
from klatsch.games.choco.actions import ACTIONS, Answer, Choose, Colour, Draw, Lay, Offer, Token
from klatsch.games.choco.cards import COLOUR_NAMES, FACE_NAMES, turned
from klatsch.games.choco.layout import (
    ACTIVE,
    ANNOUNCED,
    ANSWER_SLOT,
    CHOSEN_SLOT,
    GIVEN_BY,
    HELD_BY,
    MAY_BE,
    OFFERED_SLOT,
    PARTNER,
    STACK,
    at,
)
from klatsch.games.choco.rules import ChoCo

from games.choco.chocoracle import Table


@dataclass(frozen=True, order=True)
class Card:
    face: str
    may_be: tuple[str, ...] = FACE_NAMES
    told: tuple[tuple[str, int], ...] = ()
    held_by: tuple[int, ...] = ()
    given_by: int = -1
    offered: bool = False

    @property
    def story(self) -> tuple[object, ...]:
        """What everybody knows of it."""
        return self.may_be, self.told, self.held_by, self.given_by

    def announced(self, colour: str) -> Card:
        pieces = self.face.count(colour[0])
        may_be = tuple(face for face in self.may_be if face.count(colour[0]) == pieces)
        return replace(self, may_be=may_be, told=tuple(sorted({*self.told, (colour, pieces)})), offered=True)

    def given(self, giver: int, taker: int) -> Card:
        return replace(self, given_by=giver, held_by=tuple(sorted({*self.held_by, taker})), offered=False)


Hand = tuple[Card, ...]
World = tuple[tuple[Hand, ...], tuple[str, ...]]  # hands, each in order, and the stack


def hand_of(state: ChoCo, seat: int) -> Hand:
    return tuple(sorted(card_of(state, seat, slot) for slot in range(state.size(seat))))


def card_of(state: ChoCo, seat: int, slot: int) -> Card:
    card = at(seat, slot)
    may_be, told, held_by = (int(state.v[card + field]) for field in (MAY_BE, ANNOUNCED, HELD_BY))
    return Card(
        FACE_NAMES[state.face(seat, slot)],
        tuple(face for i, face in enumerate(FACE_NAMES) if may_be >> i & 1),
        tuple(sorted((name, (told >> 3 * i & 7) - 1) for i, name in enumerate(COLOUR_NAMES) if told >> 3 * i & 7)),
        tuple(other for other in range(state.seats) if held_by >> other & 1),
        int(state.v[card + GIVEN_BY]) - 1,
        (seat == state.v[ACTIVE] and slot == state.v[OFFERED_SLOT])
        or (seat == state.v[PARTNER] and slot == state.v[ANSWER_SLOT]),
    )


def stack_of(state: ChoCo) -> tuple[str, ...]:
    return tuple(face for i, face in enumerate(FACE_NAMES) for _ in range(state.v[STACK + i]))


class Worlds:
    """All worlds that a viewer can't rule out, with the number of ways to each. Nothing has been told at the start."""

    def __init__(self, state: ChoCo, viewer: int) -> None:
        self.viewer = viewer
        others = [seat for seat in range(state.seats) if seat != viewer]
        sizes = [int(state.size(seat)) for seat in others]
        unseen = [card.face for seat in others for card in hand_of(state, seat)] + list(stack_of(state))
        self.ways: Counter[World] = Counter()
        for dealt in itertools.permutations(unseen, sum(sizes)):
            hands = {viewer: hand_of(state, viewer)}
            left = Counter(unseen) - Counter(dealt)
            for seat, start in zip(others, itertools.accumulate([0, *sizes[:-1]]), strict=True):
                faces = dealt[start : start + state.size(seat)]
                hands[seat] = tuple(sorted(Card(face, held_by=(seat,)) for face in faces))
            stack = tuple(sorted(left.elements()))
            self.ways[tuple(hands[seat] for seat in range(state.seats)), stack] += 1

    def follow(self, state: ChoCo, action: int) -> None:
        """What the viewer sees of an action that is about to be taken."""
        found: Counter[World] = Counter()
        for (hands, stack), ways in self.ways.items():
            for world in self.after(state, action, hands, stack):
                found[world] += ways
        self.ways = found
        assert found, "the viewer has seen something impossible"

    def after(self, state: ChoCo, action: int, hands: tuple[Hand, ...], stack: tuple[str, ...]) -> Iterator[World]:
        turn, partner = int(state.v[ACTIVE]), int(state.v[PARTNER])
        match ACTIONS[action]:
            case Draw(face):
                yield from self.drawn(turn, FACE_NAMES[face], hands, stack)
            case Lay(_):
                true = card_of(state, turn, int(state.v[CHOSEN_SLOT]))
                for card in self.laid(turn, true, hands[turn]):
                    yield with_hand(hands, turn, without(hands[turn], card)), stack
            case Offer(slot, other):
                yield from self.offered(state, turn, slot, other, hands, stack)
            case Answer(slot):
                yield from self.offered(state, partner, slot, turn, hands, stack)
            case Button("swap"):
                yield swapped(hands, turn, partner), stack
            case Button("pass"):
                fitting = faces_that_fit(state)
                if not any(card.face in fitting for card in hands[turn]):
                    yield with_hand(hands, turn, (passed(card, fitting) for card in hands[turn])), stack
            case Button("refuse" | "decline"):
                yield tuple(tuple(sorted(replace(card, offered=False) for card in hand)) for hand in hands), stack
            case Choose() | Token() | Colour() | Button("keep tokens"):
                yield hands, stack
            case other_action:
                raise AssertionError(other_action)

    def drawn(self, seat: int, face: str, hands: tuple[Hand, ...], stack: tuple[str, ...]) -> Iterator[World]:
        for i, other in enumerate(stack):
            if seat != self.viewer or other == face:
                yield with_hand(hands, seat, (*hands[seat], Card(other, held_by=(seat,)))), stack[:i] + stack[i + 1 :]

    def laid(self, seat: int, true: Card, hand: Hand) -> list[Card]:
        """§8.6: its owner knows which it is, and everybody knows a swapped one; otherwise only the face is seen."""
        known = seat == self.viewer or true.given_by >= 0
        alike = [card for card in hand if card.face == true.face and (card.given_by >= 0) == (true.given_by >= 0)]
        return [card for card in alike if card.story == true.story] if known else alike

    def offered(
        self, state: ChoCo, seat: int, slot: int, other: int, hands: tuple[Hand, ...], stack: tuple[str, ...]
    ) -> Iterator[World]:
        """§8.3: everybody sees of which card something was told before, and hears how many pieces it has."""
        true = card_of(state, seat, slot)
        colour = COLOUR_NAMES[state.colour(other)]
        for card in hands[seat]:
            told_alike = card.announced(colour).told == true.announced(colour).told
            if card.story == true.story and told_alike and (seat != self.viewer or card.face == true.face):
                yield with_hand(hands, seat, (*without(hands[seat], card), card.announced(colour))), stack

    def hands_of_others(self) -> Counter[tuple[Hand, ...]]:
        found: Counter[tuple[Hand, ...]] = Counter()
        for (hands, _), ways in self.ways.items():
            found[hands] += ways
        return found


def without(hand: Hand, card: Card) -> Hand:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def with_hand(hands: tuple[Hand, ...], seat: int, hand: Iterable[Card]) -> tuple[Hand, ...]:
    return *hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :]


def swapped(hands: tuple[Hand, ...], turn: int, partner: int) -> tuple[Hand, ...]:
    mine, theirs = (next(card for card in hands[seat] if card.offered) for seat in (turn, partner))
    hands = with_hand(hands, turn, (*without(hands[turn], mine), theirs.given(partner, turn)))
    return with_hand(hands, partner, (*without(hands[partner], theirs), mine.given(turn, partner)))


def passed(card: Card, fitting: set[str]) -> Card:
    return replace(card, may_be=tuple(face for face in card.may_be if face not in fitting))


def faces_that_fit(state: ChoCo) -> set[str]:
    table = Table(state.view(klatsch.PUBLIC))
    tokens, ruling = int(state.tokens(state.v[ACTIVE])), state.game.options["cover_match"]
    return {face for face in FACE_NAMES if any(table.places(turned(face, q), tokens, ruling) for q in range(4))}
