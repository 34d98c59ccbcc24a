# klatsch: compiled
"""Set-up: the action track, the starting pieces, the event deck (RULES.md 2 and 3)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE
from klatsch.games.chocolate_coin.actions import AREA, CARD, ORDER, REGION
from klatsch.games.chocolate_coin.rules.board import TOKENS
from klatsch.games.chocolate_coin.rules.kinds import BEGIN_TURN, DRAW_CARD, SET_UP, TRACK_ORDER
from klatsch.games.chocolate_coin.rules.layout import (
    ACE,
    ACTING,
    ACTION_END,
    ACTION_FIRST,
    BP,
    CURRENT,
    DECK,
    DIE_REGION,
    DRAWN,
    ELF,
    EVENT_CARDS,
    FACTION_COUNT,
    FULL_STEALTH,
    IE,
    JOKER,
    NO_CARD,
    NOBODY,
    PILE_SCORING,
    PRIMARY_BY,
    SANTA,
    SECONDARY_BY,
    SECONDARY_CHOICE,
    SEEN,
    SETUP_AT,
    SETUP_STEP,
    SUPPLY,
    TRACK,
    UPCOMING,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.step import RegionStep, Step, is_earlier


def set_table(p: Position) -> None:
    """§2.1: all in the supply; what isn't said here is 0."""
    v = p.v
    for faction in range(i64(FACTION_COUNT)):
        v[SUPPLY + faction] = TOKENS[faction]
        v[TRACK + faction] = NOBODY
    v[CURRENT] = NO_CARD
    v[UPCOMING] = NO_CARD
    v[PRIMARY_BY] = NOBODY
    v[SECONDARY_BY] = NOBODY
    v[SECONDARY_CHOICE] = -1
    p.go(TRACK_ORDER)


SANTA_BASES_AT_START: Final = 2  # §2.4

# ── 2 Set-up ──────────────────────────────────────────────────────────────────────────────────────────────────────


def on_track(p: Position, faction: i64) -> bool:
    v = p.v
    return v[TRACK] == faction or v[TRACK + 1] == faction or v[TRACK + 2] == faction or v[TRACK + 3] == faction


class TrackOrder(Step):
    """§2.2: chance fills the action track from the top."""

    kind = TRACK_ORDER

    def enter(self, p: Position) -> None:
        p.actor = CHANCE

    def fill(self, p: Position, out: vec[i16]) -> i64:
        n: i64 = 0
        for faction in range(i64(FACTION_COUNT)):
            if not on_track(p, faction):
                out[n] = i16(ORDER + faction)
                n += 1
        return n

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        place: i64 = 0
        while v[TRACK + place] != NOBODY:
            place += 1
        v[TRACK + place] = action - ORDER
        if place == 2:  # the last one has no choice
            last: i64 = 0
            while on_track(p, last):
                last += 1
            v[TRACK + 3] = last
            v[ACTING] = v[TRACK]
            p.go(SET_UP)


class SetUp(RegionStep):
    """§2.3–2.8: one piece after another, equal ones in any order."""

    kind = SET_UP

    def of_precincts(self, p: Position) -> bool:
        return p.v[ACTING] == IE

    def eligible(self, p: Position, place: i64) -> bool:
        """§2.4–2.7: vacant base spaces for Santa, the cane and sickle for the E.L.F.; the rest anywhere."""
        v = p.v
        faction = v[ACTING]
        if faction == ELF:
            return p.board.cane[place] == 1
        if faction == SANTA and v[SETUP_STEP] < SANTA_BASES_AT_START:
            return p.vacant_spaces(place) > 0
        return True

    def choose(self, p: Position, place: i64) -> None:
        v = p.v
        faction = v[ACTING]
        if faction == BP:
            p.add_die(place * DIE_REGION + FULL_STEALTH)
        elif faction == SANTA and v[SETUP_STEP] < SANTA_BASES_AT_START:
            p.add_base(SANTA, place)
        else:
            p.add_unit(faction, place)
        v[SETUP_STEP] += 1
        if v[SETUP_STEP] == pieces(faction):
            self.next_faction(p)
        else:
            p.go(SET_UP)

    def is_redundant(self, p: Position, previous: i64, action: i64) -> bool:
        """Equal pieces of one faction; Santa's unit follows the bases."""
        step = p.v[SETUP_STEP]
        if step == 0 or (p.v[ACTING] == SANTA and step == SANTA_BASES_AT_START):
            return False
        return is_earlier(previous, action, REGION, AREA)

    def next_faction(self, p: Position) -> None:
        v = p.v
        clear_action(p)
        v[SETUP_STEP] = 0
        v[SETUP_AT] += 1
        if v[SETUP_AT] == FACTION_COUNT:
            p.go(DRAW_CARD)
        else:
            v[ACTING] = v[TRACK + v[SETUP_AT]]
            p.go(SET_UP)


def pieces(faction: i64) -> i64:
    return 1 if faction == BP else 2 if faction == IE else 3


def clear_action(p: Position) -> None:
    """Nothing of an action remains after it."""
    v = p.v
    for i in range(ACTION_FIRST, i64(ACTION_END)):
        v[i] = 0


# ── 3 The event deck ──────────────────────────────────────────────────────────────────────────────────────────────
#
#   cards   0 …  5    6 events
#   cards   6 … 19   12 events, 2 aces
#   cards  20 … 29    8 events, 2 aces
#   cards  30 … 37    6 events, 2 jokers

SECOND_PILE: Final = 6
THIRD_PILE: Final = 20
LAST_PILE: Final = 30
SCORING_IN_PILE: Final = 2  # in each but the first


def pile_end(card: i64) -> i64:
    """§3.2: where the pile that holds the card with that place in the deck ends."""
    if card < SECOND_PILE:
        return SECOND_PILE
    return THIRD_PILE if card < THIRD_PILE else LAST_PILE if card < LAST_PILE else DECK


class DrawCard(Step):
    """§3.1–3.3: the next card is turned over. A pile's cards are equally likely to come next."""

    kind = DRAW_CARD

    def enter(self, p: Position) -> None:
        v = p.v
        drawn = v[DRAWN]
        if drawn == SECOND_PILE or drawn == THIRD_PILE or drawn == LAST_PILE:
            v[PILE_SCORING] = SCORING_IN_PILE
        p.actor = CHANCE

    def fill(self, p: Position, out: vec[i16]) -> i64:
        v = p.v
        n: i64 = 0
        if pile_end(v[DRAWN]) - v[DRAWN] > v[PILE_SCORING]:
            for card in range(i64(EVENT_CARDS)):
                if v[SEEN + card] == 0:
                    out[n] = i16(CARD + card)
                    n += 1
        if v[PILE_SCORING] > 0:
            out[n] = CARD + JOKER if v[DRAWN] >= LAST_PILE else CARD + ACE
            n += 1
        return n

    def weight(self, p: Position, outcome: i64) -> i64:
        """Any unseen event may lie in any event's place of the pile."""
        v = p.v
        if outcome < CARD + ACE:
            return pile_end(v[DRAWN]) - v[DRAWN] - v[PILE_SCORING]
        unseen: i64 = 0
        for card in range(i64(EVENT_CARDS)):
            if v[SEEN + card] == 0:
                unseen += 1
        return max(unseen, 1) * v[PILE_SCORING]

    def apply(self, p: Position, action: i64) -> None:
        v = p.v
        card = action - CARD
        if card < EVENT_CARDS:
            v[SEEN + card] = 1
        else:
            v[PILE_SCORING] -= 1
        v[DRAWN] += 1
        if v[DRAWN] == 1:
            v[CURRENT] = card
            p.go(DRAW_CARD)
        else:
            v[UPCOMING] = card
            p.go(BEGIN_TURN)
