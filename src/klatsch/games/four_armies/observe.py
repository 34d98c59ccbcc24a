# klatsch: compiled
"""What a learner is given of Battle of the 4 Armies: everything. Seats go round the table from the own one."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import Game, State
from klatsch.core.observation_layout import Part
from klatsch.core.observer import Observer, put, put_one_of, put_set, put_up_to
from klatsch.games.four_armies.actions import OFFER, OFFER_ARMY, OFFERS_PER_ARMY
from klatsch.games.four_armies.board import ARMY_COUNT, HERO, KIND_COUNT, MOUNTED, PLACES, Board
from klatsch.games.four_armies.hexes import COUNT
from klatsch.games.four_armies.position import (
    ACTED,
    ACTIVE,
    ADVANCERS,
    ANSWER,
    ASKED,
    BATCH,
    BERSERKED,
    CHOOSE_BERSERK,
    CHOOSE_FIRST,
    CLAIMED,
    DISPUTED,
    FALLEN,
    FEWEST,
    FLIPS,
    FORCED,
    FORCED_UNITS,
    HERO_HEX,
    LOSS,
    MAY_RETREAT,
    MOUNTED_HEX,
    OFFERED,
    OPEN_ADVANCES,
    OPEN_FORCES,
    OPENED,
    PHASE,
    QUIET,
    ROUND,
    SNAPSHOT,
    STARTER,
    TURN,
    UNITS,
    out_of,
    pile_of,
    reserve_of,
)
from klatsch.games.four_armies.rules import LAST_TURN, FourArmies

PLACE_COUNT: Final = 4
PHASES: Final = CHOOSE_BERSERK + 1
MOST_ALIKE: Final = 5  # Regulars of one army
MOST_BATCHES: Final = 30
MOST_UNITS: Final = 30  # of five armies
assert len(PLACES) == PLACE_COUNT


def parts(seats: int, stalemate_turns: int, rounds: int) -> tuple[Part, ...]:
    return (
        Part("armies", (seats, ARMY_COUNT), 1, "each seat's army: human, elf, dwarf, goblin, falcon"),
        Part("places", (PLACE_COUNT, COUNT), 1, "the hexes of Foggy Mountain, Hangman's Tree, Lookout Post, Riverport"),
        Part("units", (seats, KIND_COUNT, COUNT), 1, "each seat's Regulars, Mounted and Hero; by hex, a1 to e3"),
        Part("reserve", (seats, KIND_COUNT), MOST_ALIKE, "units in reserve, by kind"),
        Part("piles", (seats, seats, KIND_COUNT), MOST_ALIKE, "units captured: by captor, owner and kind"),
        Part("out", (seats, KIND_COUNT), MOST_ALIKE, "units out of the game"),
        Part("fallen", (seats,), MOST_ALIKE, "a seat's place in the order of elimination, 0 while it lives"),
        Part("phase", (PHASES,), 1, "what is being decided, as `klatsch.games.four_armies.view.PHASES`"),
        Part("active", (seats,), 1, "whose turn it is"),
        Part("acted", (4,), 1, "the turn's action: not yet, by the Hero, another unit's move, anything else"),
        Part("turn", (1,), LAST_TURN, "the number of the turn"),
        Part("starter", (seats,), 1, "whose turn was the first: rounds begin there"),
        Part("round", (1,), rounds, "the number of the round"),
        Part("quiet", (1,), stalemate_turns, "turns in a row without a lasting loss"),
        Part("loss", (1,), 1, "has this turn brought one?"),
        Part("fewest", (1,), MOST_UNITS, "the fewest units left to all together so far; fewer are a lasting loss"),
        Part("berserked", (1,), 1, "has the Dwarf Hero had its additional move?"),
        Part("flips", (1,), MOST_ALIKE, "flips left in this rally"),
        Part("forced", (1,), MOST_BATCHES, "forced advances this turn"),
        Part("refused", (ARMY_COUNT,), 1, "armies that have refused an exchange this turn"),
        Part("offered_to", (ARMY_COUNT,), 1, "the army that an exchange is offered to"),
        Part(
            "offered",
            (OFFERS_PER_ARMY,),
            1,
            "what is offered, and for what: 2 × given + wanted, 0 a Regular, 1 the Hero",
        ),
        Part("snapshot", (seats, COUNT), 1, "where each seat's units stood when captures were looked for"),
        Part("claimed", (seats, COUNT), 1, "the units that each seat captures or claims now"),
        Part("may_retreat", (COUNT,), 1, "units that may still retreat instead"),
        Part("disputed", (COUNT,), 1, "the unit whose captor is being chosen"),
        Part("batch", (1,), MOST_BATCHES, "how often captures were looked for this turn"),
        Part("open_advances", (COUNT,), 1, "hexes that the active seat may advance into"),
        Part("open_forces", (COUNT,), 1, "hexes into which the Elf seat may force an enemy"),
        Part("advancers", (COUNT, COUNT), 1, "for each hex the units that may advance into it"),
        Part("opened", (COUNT,), MOST_BATCHES, "for each hex the batch that opened it"),
        Part("may_be_forced", (COUNT, COUNT), 1, "for each hex the units that may be forced into it"),
    )


class FourArmiesObserver(Observer):
    def __init__(self, game: Game, seats: int) -> None:
        board = game.board
        assert isinstance(board, Board)
        super().__init__(game, seats, parts(seats, int(board.stalemate_rounds) * seats, int(board.most_rounds)))
        self.quiet_turns: i64 = board.stalemate_rounds * seats

    def fill(self, state: State, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(state, FourArmies)
        at = self.put_board(state, seat, out, at)
        at = self.put_units(state, seat, out, at)
        at = self.put_turn(state, seat, out, at)
        at = put_offer(state, out, at)
        return self.put_captures(state, seat, out, at)

    def put_board(self, state: FourArmies, seat: i64, out: vec[i16], at: i64) -> i64:
        for place in range(self.seats):
            at = put_one_of(out, at, state.board.army_of[self.round_from(seat, place)], ARMY_COUNT)
        for hex in state.board.places:
            at = put_one_of(out, at, hex, COUNT)
        return at

    def put_units(self, state: FourArmies, seat: i64, out: vec[i16], at: i64) -> i64:
        v = state.v
        for place in range(self.seats):
            whose = self.round_from(seat, place)
            mounted = v[MOUNTED_HEX + whose]
            hero = v[HERO_HEX + whose]
            at = put_set(out, at, v[UNITS + whose] & ~(mounted | hero), COUNT)
            at = put_set(out, at, mounted, COUNT)
            at = put_set(out, at, hero, COUNT)
        for place in range(self.seats):
            at = put_kinds(v, reserve_of(self.round_from(seat, place)), out, at)
        for place in range(self.seats):
            for other in range(self.seats):
                pile = pile_of(self.round_from(seat, place), self.round_from(seat, other))
                at = put_kinds(v, pile, out, at)
        for place in range(self.seats):
            at = put_kinds(v, out_of(self.round_from(seat, place)), out, at)
        for place in range(self.seats):
            at = put(out, at, v[FALLEN + self.round_from(seat, place)])
        return at

    def put_turn(self, state: FourArmies, seat: i64, out: vec[i16], at: i64) -> i64:
        v = state.v
        at = put_one_of(out, at, v[PHASE], PHASES)
        begun = v[PHASE] != CHOOSE_FIRST
        at = put_one_of(out, at, self.from_own(v[ACTIVE], seat) if begun else -1, self.seats)
        at = put_one_of(out, at, v[ACTED], 4)
        at = put(out, at, v[TURN])
        at = put_one_of(out, at, self.from_own(v[STARTER], seat) if begun else -1, self.seats)
        at = put(out, at, v[ROUND])
        at = put_up_to(out, at, v[QUIET], self.quiet_turns)
        at = put(out, at, v[LOSS])
        at = put(out, at, v[FEWEST])
        at = put(out, at, v[BERSERKED])
        at = put_up_to(out, at, v[FLIPS], MOST_ALIKE)
        return put_up_to(out, at, v[FORCED], MOST_BATCHES)

    def put_captures(self, state: FourArmies, seat: i64, out: vec[i16], at: i64) -> i64:
        v = state.v
        for place in range(self.seats):
            at = put_set(out, at, v[SNAPSHOT + self.round_from(seat, place)], COUNT)
        for place in range(self.seats):
            at = put_set(out, at, v[CLAIMED + self.round_from(seat, place)], COUNT)
        at = put_set(out, at, v[MAY_RETREAT], COUNT)
        at = put_set(out, at, v[DISPUTED], COUNT)
        at = put_up_to(out, at, v[BATCH], MOST_BATCHES)
        at = put_set(out, at, v[OPEN_ADVANCES], COUNT)
        at = put_set(out, at, v[OPEN_FORCES], COUNT)
        at = put_sets(v, ADVANCERS, out, at)
        for hex in range(COUNT):
            at = put_up_to(out, at, v[OPENED + hex], MOST_BATCHES)
        return put_sets(v, FORCED_UNITS, out, at)


def put_kinds(v: vec[i64], first: i64, out: vec[i16], at: i64) -> i64:
    at = put(out, at, v[first])
    at = put(out, at, v[first + MOUNTED])
    return put(out, at, v[first + HERO])


def put_sets(v: vec[i64], first: i64, out: vec[i16], at: i64) -> i64:
    """A set of hexes for every hex."""
    for hex in range(i64(COUNT)):
        at = put_set(out, at, v[first + hex], COUNT)
    return at


def put_offer(state: FourArmies, out: vec[i16], at: i64) -> i64:
    v = state.v
    at = put_set(out, at, v[ASKED], ARMY_COUNT)
    if v[PHASE] != ANSWER:
        return at + ARMY_COUNT + OFFERS_PER_ARMY
    offer = v[OFFERED] - OFFER
    at = put_one_of(out, at, OFFER_ARMY[offer], ARMY_COUNT)
    return put_one_of(out, at, offer % OFFERS_PER_ARMY, OFFERS_PER_ARMY)
