# klatsch: compiled
"""How many of everything ChoCo has, and where each number of a state lies in its vector `v`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MOST_SEATS: Final = 4
FACES: Final = 21
CARDS: Final = 36
HAND: Final = 4

NONE: Final = -1  # in place of a seat, a slot or a colour

# ── The turn ──────────────────────────────────────────────────────────────────────────────────────
PHASE: Final = 0  # what is decided now, as in position.py
BEGINNER: Final = PHASE + 1  # who began
ACTIVE: Final = BEGINNER + 1  # whose turn it is; during a swap another seat may be the actor
DEALT: Final = ACTIVE + 1  # cards of the first hands
CHOSEN_SLOT: Final = DEALT + 1  # the card about to be laid, and its quarter turns; hidden
CHOSEN_TURNS: Final = CHOSEN_SLOT + 1
OFFER_MADE: Final = CHOSEN_TURNS + 1  # 1 once a swap was offered in this turn (§7.1)
OFFERED_SLOT: Final = OFFER_MADE + 1
PARTNER: Final = OFFERED_SLOT + 1  # whom the offer was made
ANSWER_SLOT: Final = PARTNER + 1
PASSES: Final = ANSWER_SLOT + 1  # in a row
SHOWN: Final = PASSES + 1  # how often something hidden was shown
ENDED: Final = SHOWN + 1  # why the game ended, as in position.py
LAID: Final = ENDED + 1  # cards on the table

# ── The stack and the seats ───────────────────────────────────────────────────────────────────────
STACK: Final = LAID + 1  # + face: cards in the stack
TOKENS: Final = STACK + FACES  # + seat
COLOURS: Final = TOKENS + MOST_SEATS  # + seat: NONE before it is known

# ── The cards on the table, in the order of laying: + LAID_FIELDS · card ──────────────────────────
SHAPE_OF: Final = COLOURS + MOST_SEATS
CELL_OF: Final = SHAPE_OF + 1  # of its upper left piece
TOKEN_ON: Final = CELL_OF + 1  # 1 if there is one
LAID_FIELDS: Final = 3

# ── The hands ─────────────────────────────────────────────────────────────────────────────────────
SIZES: Final = SHAPE_OF + LAID_FIELDS * CARDS  # + seat: cards in the hand
HANDS: Final = SIZES + MOST_SEATS  # `at`: the cards of each hand

# The numbers of a hand card.
FACE: Final = 0
MAY_BE: Final = 1  # the faces that the whole table can't rule out, as a set
HELD_BY: Final = 2  # the seats that have held it and so know it, as a set
ANNOUNCED: Final = 3  # what was announced of it: possible.py
GIVEN_BY: Final = 4  # the seat that gave it in a swap + 1
FIELDS: Final = 5

LENGTH: Final = HANDS + MOST_SEATS * HAND * FIELDS


def at(seat: i64, slot: i64) -> i64:
    """Where a hand card's numbers begin."""
    return HANDS + (seat * HAND + slot) * FIELDS
