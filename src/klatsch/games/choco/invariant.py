"""What holds in every state of ChoCo, for the fuzzer and for states read from bytes."""

from __future__ import annotations

from itertools import pairwise

from klatsch.core.game import CHANCE, OVER
from klatsch.games.choco.cards import BITS, FACE_NAMES, QUARTERS
from klatsch.games.choco.layout import (
    ACTIVE,
    ANSWER_SLOT,
    CHOSEN_SLOT,
    ENDED,
    FACES,
    GIVEN_BY,
    HELD_BY,
    LAID,
    MAY_BE,
    OFFERED_SLOT,
    PARTNER,
    PHASE,
    STACK,
    at,
)
from klatsch.games.choco.position import ANSWERED, DEALING, DRAWING, FINISHED, FIRST_PLAYER, GOES_ON, OFFERED, PLACING
from klatsch.games.choco.possible import ROW, SEAT, STORIES
from klatsch.games.choco.rules import ALL_TOKENS, ChoCo


def invariant(state: ChoCo) -> str | None:
    """What is wrong with a state, in a sentence; None if nothing is."""
    return (
        wrong_cards(state)
        or wrong_knowledge(state)
        or wrong_possible_hands(state)
        or wrong_tokens(state)
        or wrong_turn(state)
    )


def wrong_cards(state: ChoCo) -> str | None:
    """§1.2: every card is on the table, in a hand or in the stack."""
    found = [int(state.v[STACK + face]) for face in range(FACES)]
    for card in range(state.v[LAID]):
        found[state.shape_of(card) // QUARTERS] += 1
    for seat in range(state.seats):
        for slot in range(state.size(seat)):
            found[state.face(seat, slot)] += 1
    for face, many in enumerate(found):
        if many != state.rulings.copies[face]:
            return f"there are {many} cards {FACE_NAMES[face]}"
    return None


def wrong_knowledge(state: ChoCo) -> str | None:
    """§8: what the table knows of a hand card is true, and its owner has seen it."""
    for seat in range(state.seats):
        for slot in range(state.size(seat)):
            card = at(seat, slot)
            if not state.v[card + MAY_BE] & BITS[state.face(seat, slot)]:
                return f"card {slot + 1} of seat {seat + 1} has a face that was ruled out"
            if not state.v[card + HELD_BY] & BITS[seat] or state.v[card + HELD_BY] >= BITS[state.seats]:
                return f"card {slot + 1} of seat {seat + 1} is known to the wrong seats"
            if not 0 <= state.v[card + GIVEN_BY] <= state.seats or state.v[card + GIVEN_BY] == seat + 1:
                return f"card {slot + 1} of seat {seat + 1} came from the wrong seat"
    return None


def wrong_possible_hands(state: ChoCo) -> str | None:
    """§8.6: where a hand may be one of several, they differ, and it is one of them."""
    numbers = [int(number) for number in state.possible]
    rows = [numbers[row : row + ROW] for row in range(0, len(numbers), ROW)]
    hands = [(row[SEAT], row[STORIES:]) for row in rows]
    if any(one >= other for one, other in pairwise(hands)) or any(stories != sorted(stories) for _, stories in hands):
        return "the hands that may be are not in order"
    for seat in {seat for seat, _ in hands}:
        if [other for other, _ in hands].count(seat) < 2:
            return f"seat {seat + 1} may have one hand only, and yet it is in doubt"
        if (seat, [int(story) for story in state.stories(seat)]) not in hands:
            return f"seat {seat + 1} has a hand that can't be"
    return None


def wrong_tokens(state: ChoCo) -> str | None:
    """§1.5: the tokens are with the players or on cards."""
    held = [int(state.tokens(seat)) for seat in range(state.seats)]
    total = sum(held) + sum(bool(state.has_token(card)) for card in range(state.v[LAID]))
    return None if total == ALL_TOKENS and min(held) >= 0 else f"there are {total} tokens"


def wrong_turn(state: ChoCo) -> str | None:
    """The actor is who decides in this phase, and the cards that it is about are in the hands."""
    phase = state.v[PHASE]
    if state.actor != actor_of(state):
        return "somebody acts who has nothing to decide"
    if (phase == FINISHED) != (state.v[ENDED] != GOES_ON):
        return "the game is over without a reason, or has one and goes on"
    if (phase in (OFFERED, ANSWERED)) != (state.v[PARTNER] >= 0) or state.v[PARTNER] == state.v[ACTIVE]:
        return "an offer was made to nobody, or nothing was offered to somebody"
    slots = (
        (state.v[ACTIVE], state.v[CHOSEN_SLOT], phase == PLACING),
        (state.v[ACTIVE], state.v[OFFERED_SLOT], phase in (OFFERED, ANSWERED)),
        (state.v[PARTNER], state.v[ANSWER_SLOT], phase == ANSWERED),
    )
    for seat, slot, asked in slots:
        if (slot >= 0) != asked or (asked and slot >= state.size(seat)):
            return "a card is chosen, offered or answered that isn't there"
    return None


def actor_of(state: ChoCo) -> int:
    if state.v[PHASE] in (FIRST_PLAYER, DEALING, DRAWING):
        return CHANCE
    if state.v[PHASE] == FINISHED:
        return OVER
    return int(state.v[PARTNER] if state.v[PHASE] == OFFERED else state.v[ACTIVE])
