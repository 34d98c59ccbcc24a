"""What a viewer may see of the hands of ChoCo, as plain data.

The hands of others are told without the order of their cards: the place of a card in a hand is nobody else's business.
What is known of the cards of which only the owner has seen the faces is told by their stories (possible.py): those
that every possible hand has, and, where several are possible, how they differ (§8.6).
"""

from __future__ import annotations

import json
from collections import Counter
from functools import reduce
from operator import and_

from klatsch.core.definition import View
from klatsch.core.game import OPEN
from klatsch.games.choco.cards import ALL_FACES, COLOUR_NAMES, FACE_NAMES
from klatsch.games.choco.layout import ACTIVE, ANSWER_SLOT, GIVEN_BY, HELD_BY, OFFERED_SLOT, PARTNER, at
from klatsch.games.choco.possible import ROW, SEAT, STORIES, TOLD, WAYS, told_of
from klatsch.games.choco.rules import ChoCo

Stories = Counter[int]
Unseen = dict[str, int]  # how many cards of each face the viewer hasn't seen
EVERYTHING: Unseen = dict.fromkeys(FACE_NAMES, 1)


def hand(state: ChoCo, seat: int, viewer: int, left: Unseen) -> list[View]:
    if seat == viewer or viewer == OPEN:
        return held(state, seat, in_order=seat == viewer)
    swapped = [slot for slot in range(state.size(seat)) if state.was_swapped(at(seat, slot))]
    cards = [hand_card(state, seat, slot, viewer, left) for slot in swapped]
    sure = certain(possible_hands(state, seat, left))
    offered = story_offered(state, seat)
    for story, many in sure.items():
        cards += [story_card(seat, story, left, story == offered and not i) for i in range(many)]
    hidden = int(state.size(seat)) - len(cards)
    cards += [unsure_card(seat) for _ in range(hidden)]
    return in_one_order(cards)


def in_one_order(cards: list[View]) -> list[View]:
    return sorted(cards, key=lambda card: json.dumps(card, sort_keys=True))


def doubt(state: ChoCo, seat: int, viewer: int, left: Unseen) -> list[View]:
    """What the cards of which nothing is certain may be: each possibility, and in how many ways it comes about."""
    if viewer == OPEN:
        return []
    unseen = EVERYTHING if seat == viewer else left  # the own hand as the whole table sees it
    hands = possible_hands(state, seat, unseen)
    sure = certain(hands)
    told = [
        {"ways": ways, "cards": [story_facts(story, unseen) for story in (stories - sure).elements()]}
        for stories, ways in hands
    ]
    return told if len(told) > 1 else []


# ── Possible hands ────────────────────────────────────────────────────────────────────────────────────


def possible_hands(state: ChoCo, seat: int, left: Unseen) -> list[tuple[Stories, int]]:
    """The stories of the cards never swapped, in each hand that may be, and the ways to it."""
    if not state.is_in_doubt(seat):
        return [(Counter(int(story) for story in state.stories(seat) if story), 1)]
    numbers = [int(number) for number in state.possible]
    rows = [numbers[row : row + ROW] for row in range(0, len(numbers), ROW)]
    hands = [(Counter(filter(None, row[STORIES:])), row[WAYS]) for row in rows if row[SEAT] == seat]
    return [(stories, ways) for stories, ways in hands if all(faces_of(story, left) for story in stories)]


def certain(hands: list[tuple[Stories, int]]) -> Stories:
    """The stories that every possible hand has."""
    return reduce(and_, (stories for stories, _ in hands))


def story_offered(state: ChoCo, seat: int) -> int:
    """The story of the card that a seat offers or answers with, if that was never swapped; else 0."""
    slot = offered_slot(state, seat)
    if slot < 0 or state.was_swapped(at(seat, slot)):
        return 0
    return int(state.story_of(at(seat, slot)))


def offered_slot(state: ChoCo, seat: int) -> int:
    return int(
        state.v[OFFERED_SLOT] if seat == state.v[ACTIVE] else state.v[ANSWER_SLOT] if seat == state.v[PARTNER] else -1
    )


# ── Single cards ──────────────────────────────────────────────────────────────────────────────────────


def held(state: ChoCo, seat: int, in_order: bool) -> list[View]:
    """The cards as their owner has them, and which of them the others may take for others."""
    sure = certain(possible_hands(state, seat, EVERYTHING))
    cards = []
    for slot in range(state.size(seat)):
        card = hand_card(state, seat, slot, seat, {})
        if not state.was_swapped(at(seat, slot)):
            story = int(state.story_of(at(seat, slot)))
            card["unsure"] = not sure[story]
            sure[story] -= bool(sure[story])
        cards.append(card)
    return cards if in_order else in_one_order(cards)


def hand_card(state: ChoCo, seat: int, slot: int, viewer: int, left: Unseen) -> View:
    card = at(seat, slot)
    face = FACE_NAMES[state.face(seat, slot)] if state.knows(viewer, seat, slot) else None
    facts = story_facts(int(state.story_of(card)), left)
    return {
        "face": face,
        "told": facts["told"],
        "may_be": None if face else facts["may_be"],
        "given_by": int(state.v[card + GIVEN_BY]) - 1 if state.v[card + GIVEN_BY] else None,
        "known_to": [other for other in range(state.seats) if state.v[card + HELD_BY] >> other & 1],
        "offered": slot == offered_slot(state, seat),
        "unsure": False,
    }


def story_card(seat: int, story: int, left: Unseen, offered: bool) -> View:
    """A card that only its owner has seen."""
    facts = story_facts(story, left)
    return {"face": None, **facts, "given_by": None, "known_to": [seat], "offered": offered, "unsure": False}


def unsure_card(seat: int) -> View:
    return {
        "face": None,
        "told": {},
        "may_be": None,
        "given_by": None,
        "known_to": [seat],
        "offered": False,
        "unsure": True,
    }


def story_facts(story: int, left: Unseen) -> View:
    """What was told, and the faces that a card may have if that isn't any."""
    told = story >> TOLD
    return {
        "told": {name: int(told_of(told, i)) - 1 for i, name in enumerate(COLOUR_NAMES) if told_of(told, i)},
        "may_be": None if story & ALL_FACES == ALL_FACES else faces_of(story, left),
    }


def faces_of(story: int, left: Unseen) -> list[str]:
    return [name for i, name in enumerate(FACE_NAMES) if story >> i & 1 and name in left]
