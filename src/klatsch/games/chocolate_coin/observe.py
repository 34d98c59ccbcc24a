# klatsch: compiled
"""What a learner is given of Chocolate COIN: everything but the board file, which is the same in all games with it.

Factions are unlike, so they come in their own order: Santa, Internal Elfairs, E.L.F., Big Plastic.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import Game, State
from klatsch.core.observation_layout import Part
from klatsch.core.observer import Observer, put, put_one_of, put_set, put_up_to
from klatsch.games.chocolate_coin.rules.kinds import KINDS
from klatsch.games.chocolate_coin.rules.layout import (
    ACTING,
    ACTION_END,
    ACTION_FIRST,
    AREA_COUNT,
    ASKED,
    CHOSEN,
    CURRENT,
    DECK,
    DICE,
    DICE_COUNT,
    DICE_END,
    DIE_BASE,
    DIE_MOVED,
    DIE_PLACED,
    DRAWN,
    EVENT_CARDS,
    FACTION_COUNT,
    FOCUS,
    FULL_STEALTH,
    GIFT_KINDS,
    GIFT_VALUES,
    GIFTS,
    IE_UNITS,
    JUMPED,
    KIND,
    MOST_PRECINCTS,
    PILE_SCORING,
    PRIMARY_BY,
    REGION_COUNT,
    ROW,
    SANTA_BASES,
    SANTA_UNITS,
    SCORE,
    SECONDARY_BY,
    SECONDARY_CHOICE,
    SEEN,
    SELECTED,
    SETUP_AT,
    SETUP_STEP,
    SUPPLY,
    SUPPORT,
    TOP_SCORE,
    TRACK,
    TURN,
    UPCOMING,
)
from klatsch.games.chocolate_coin.rules.position import Position, region_of, stealth_of

CARDS: Final = EVENT_CARDS + 2  # aces are all alike, and so are jokers
SIDES: Final = 3  # of support: neutral, Santa's, the E.L.F.'s
ROWS: Final = 3  # of the action grid
SECONDARIES: Final = 4
OPERATIONS: Final = 7
MOST_TOKENS: Final = 14
MOST_GIFTS: Final = 12  # with one value in one Region; more are told as so many
PROGRESS: Final = ACTION_END - ACTION_FIRST
MOST_PROGRESS: Final = 512
MOST_SETUP: Final = 20


def parts(seats: int) -> tuple[Part, ...]:
    return (
        Part("factions", (FACTION_COUNT, seats), 1, "who plays each faction: seats from the own one round the table"),
        Part("units", (2, REGION_COUNT), MOST_TOKENS, "Santa's units, then the E.L.F.'s; by Region"),
        Part("bases", (2, REGION_COUNT), MOST_TOKENS, "Santa's bases, then the E.L.F.'s; by Region"),
        Part("ie_units", (MOST_PRECINCTS,), MOST_TOKENS, "Internal Elfairs' units, by precinct"),
        Part("die_region", (DICE_COUNT, REGION_COUNT), 1, "where each of Big Plastic's dice stands"),
        Part("die_stealth", (DICE_COUNT,), FULL_STEALTH, "its stealth, 0 in the supply"),
        Part("die_marks", (DICE_COUNT, 3), 1, "a mole; placed in this action; moved in this operation"),
        Part("support", (AREA_COUNT, SIDES), 1, "of each Area: neutral, for Santa, for the E.L.F."),
        Part("score", (FACTION_COUNT,), TOP_SCORE, "points"),
        Part("supply", (FACTION_COUNT,), MOST_TOKENS, "tokens in the supply"),
        Part("track", (FACTION_COUNT, FACTION_COUNT), 1, "the faction on each place of the action track"),
        Part("gifts", (REGION_COUNT, GIFT_VALUES), MOST_GIFTS, "gift dice by Region and value"),
        Part("seen", (EVENT_CARDS,), 1, "event cards that were turned over: 4 × rank + suit"),
        Part("drawn", (1,), DECK, "cards turned over"),
        Part("pile_scoring", (1,), 2, "scoring cards left in the pile that is being drawn"),
        Part("current", (CARDS,), 1, "the current card: an event, ace, joker"),
        Part("upcoming", (CARDS,), 1, "the card after it"),
        Part("turn", (1,), DECK, "the number of the turn"),
        Part("kind", (KINDS,), 1, "what is asked, as `rules/kinds.py` numbers it"),
        Part("asked", (FACTION_COUNT,), 1, "the place on the track that is asked"),
        Part("primary_by", (FACTION_COUNT,), 1, "who has the primary action"),
        Part("secondary_by", (FACTION_COUNT,), 1, "who has the secondary action"),
        Part("row", (ROWS,), 1, "the row of the primary action: ops+special, event, ops"),
        Part("jumped", (1,), 1, "was it an event taken by priority?"),
        Part("secondary", (SECONDARIES,), 1, "the secondary action: op, event, ops, special"),
        Part("acting", (FACTION_COUNT,), 1, "the faction whose action is being played"),
        Part("operation", (OPERATIONS,), 1, "its operation: recruit, move, attack, pies, disperse, steal, rally"),
        Part("selected", (REGION_COUNT,), 1, "Regions, or precincts, chosen for it so far"),
        Part("focus", (REGION_COUNT,), 1, "the Region or precinct being resolved"),
        Part("progress", (PROGRESS,), MOST_PROGRESS, "the action being played, as `rules/layout.py` has it; each + 1"),
        Part("setup", (2,), MOST_SETUP, "how far the set-up is"),
    )


class ChocolateCoinObserver(Observer):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, parts(seats))

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(state, Position)
        v = state.v
        for faction in range(i64(FACTION_COUNT)):
            at = put_one_of(out, at, self.from_own(state.seat_of[faction], seat), self.seats)
        at = put_board(v, out, at)
        at = put_cards(v, out, at)
        at = put_turn(v, out, at)
        return put_action(v, out, at)


def put_row(v: vec[i64], first: i64, count: i64, most: i64, out: vec[i16], at: i64) -> i64:
    for i in range(count):
        at = put_up_to(out, at, v[first + i], most)
    return at


def put_board(v: vec[i64], out: vec[i16], at: i64) -> i64:
    at = put_row(v, SANTA_UNITS, 2 * REGION_COUNT, MOST_TOKENS, out, at)
    at = put_row(v, SANTA_BASES, 2 * REGION_COUNT, MOST_TOKENS, out, at)
    at = put_row(v, IE_UNITS, MOST_PRECINCTS, MOST_TOKENS, out, at)
    at = put_dice(v, out, at)
    for area in range(i64(AREA_COUNT)):
        at = put_one_of(out, at, v[SUPPORT + area], SIDES)
    at = put_row(v, SCORE, FACTION_COUNT, TOP_SCORE, out, at)
    at = put_row(v, SUPPLY, FACTION_COUNT, MOST_TOKENS, out, at)
    for place in range(i64(FACTION_COUNT)):
        at = put_one_of(out, at, v[TRACK + place], FACTION_COUNT)
    return put_row(v, GIFTS, GIFT_KINDS, MOST_GIFTS, out, at)


def put_dice(v: vec[i64], out: vec[i16], at: i64) -> i64:
    for i in range(DICE, i64(DICE_END)):
        at = put_one_of(out, at, region_of(v[i]) if v[i] > 0 else -1, REGION_COUNT)
    for i in range(DICE, i64(DICE_END)):
        at = put(out, at, stealth_of(v[i]))
    for i in range(DICE, i64(DICE_END)):
        die = v[i]
        at = put(out, at, 1 if die & DIE_BASE != 0 else 0)
        at = put(out, at, 1 if die & DIE_PLACED != 0 else 0)
        at = put(out, at, 1 if die & DIE_MOVED != 0 else 0)
    return at


def put_cards(v: vec[i64], out: vec[i16], at: i64) -> i64:
    at = put_row(v, SEEN, EVENT_CARDS, 1, out, at)
    at = put(out, at, v[DRAWN])
    at = put_up_to(out, at, v[PILE_SCORING], 2)
    at = put_one_of(out, at, v[CURRENT], CARDS)
    return put_one_of(out, at, v[UPCOMING], CARDS)


def put_turn(v: vec[i64], out: vec[i16], at: i64) -> i64:
    at = put_up_to(out, at, v[TURN], DECK)
    at = put_one_of(out, at, v[KIND], KINDS)
    at = put_one_of(out, at, v[ASKED] if v[ASKED] < FACTION_COUNT else -1, FACTION_COUNT)
    at = put_one_of(out, at, v[PRIMARY_BY], FACTION_COUNT)
    at = put_one_of(out, at, v[SECONDARY_BY], FACTION_COUNT)
    at = put_one_of(out, at, v[ROW], ROWS)
    at = put(out, at, v[JUMPED])
    return put_one_of(out, at, v[SECONDARY_CHOICE], SECONDARIES)


def put_action(v: vec[i64], out: vec[i16], at: i64) -> i64:
    at = put_one_of(out, at, v[ACTING], FACTION_COUNT)
    at = put_one_of(out, at, v[CHOSEN], OPERATIONS)
    at = put_set(out, at, v[SELECTED], REGION_COUNT)
    at = put_one_of(out, at, v[FOCUS], REGION_COUNT)
    for i in range(ACTION_FIRST, i64(ACTION_END)):
        at = put_up_to(out, at, v[i] + 1, MOST_PROGRESS)
    at = put_up_to(out, at, v[SETUP_AT], MOST_SETUP)
    return put_up_to(out, at, v[SETUP_STEP], MOST_SETUP)
