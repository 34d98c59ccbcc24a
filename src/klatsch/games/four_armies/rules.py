# klatsch: compiled
"""The rules of Battle of the 4 Armies: the sequence of play, losing and winning.

A state is built in four layers, one a module: position.py (what is where), captures.py (§5, §6),
player_actions.py (§4, §7 – §9), and this one (§2, §3, §10).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import CHANCE, OVER, Game
from klatsch.core.message import Message, Outcome
from klatsch.games.four_armies.actions import (
    ACCEPT,
    ADVANCE,
    BERSERK,
    END,
    FACE_DOWN,
    FACE_UP,
    FIRST,
    FORCE,
    GIVE,
    HALT,
    MOVE,
    OFFER,
    PASS,
    PLACE,
    RALLY,
    REFUSE,
    RETREAT,
    SPARE,
    STAY,
    STEP_FROM,
    STEP_TO,
    TAKE,
    TAKE_ARMY,
    TAKE_KIND,
    WITHDRAW,
)
from klatsch.games.four_armies.board import (
    FALCON,
    NOBODY,
    Board,
)
from klatsch.games.four_armies.captures import SEAT_BITS
from klatsch.games.four_armies.hexes import (
    COUNT,
    count,
)
from klatsch.games.four_armies.player_actions import NOT_YET, PlayerActions
from klatsch.games.four_armies.position import (
    ACTED,
    ACTIVE,
    ALIVE,
    ASKED,
    BERSERKED,
    CHOOSE_ACTION,
    CHOOSE_ADVANCE,
    CHOOSE_BERSERK,
    CHOOSE_CAPTOR,
    CHOOSE_FIRST,
    CHOOSE_FORCE,
    CHOOSE_RETREAT,
    ENDED,
    FALLEN,
    FEWEST,
    FLIP,
    FORCED,
    HORDE,
    LOSS,
    PHASE,
    QUIET,
    ROUND,
    SEATS,
    STARTER,
    TAKE_BACK,
    TURN,
    UNITS,
    WINNERS,
    first_numbers,
    is_conserved,
)

MOST_ROUNDS: Final = 400  # that a table may ask for (§10.3)
LAST_TURN: Final = MOST_ROUNDS * SEATS  # no game goes on longer
# No turn has more. Units move on the map at most 52 times (2 actions, 20 forced, 30 advances, as 30 units can be
# captured); each time at most the six around the mover retreat; every "stay", choice of a captor, advance and "halt"
# goes with a capture, every "spare" with a retreat; the rest is exchange, rally and berserk.
MOST_DECISIONS_A_TURN: Final = 800
NAMED_TO_WIN: Final = 3

# Why the game ended; the sentences are `end.<reason>`.
GOES_ON: Final = 0
THREE_PLACES: Final = 1
LAST_LEFT: Final = 2
ALL_FELL: Final = 3
STALEMATE: Final = 4
ROUNDS: Final = 5
REASONS: Final = ("goes_on", "three_places", "last_left", "all_fell", "stalemate", "rounds")


class FourArmies(PlayerActions):
    # ── 3 Sequence of play ────────────────────────────────────────────────────────────────────────

    def fill_actions(self, out: vec[i16]) -> i64:
        phase = self.v[PHASE]
        if phase == CHOOSE_ACTION:
            return self.fill_turn(out)
        if phase == CHOOSE_ADVANCE:
            return self.fill_advances(out)
        if phase == CHOOSE_RETREAT:
            return self.fill_retreats(out)
        if phase == CHOOSE_BERSERK:
            length = self.fill_berserk(out, 0)
            out[length] = END
            return length + 1
        if phase == CHOOSE_CAPTOR:
            return self.fill_captors(out)
        if phase == CHOOSE_FORCE:
            return self.fill_forces(out)
        if phase == TAKE_BACK:
            return self.fill_takes(out)
        if phase == HORDE:
            return self.fill_horde(out)
        if phase == CHOOSE_FIRST:
            return self.fill_first(out)
        out[0] = FACE_UP if phase == FLIP else ACCEPT
        out[1] = FACE_DOWN if phase == FLIP else REFUSE
        return 2

    def fill_turn(self, out: vec[i16]) -> i64:
        """§3.2: one action must be taken; only who can't passes."""
        length: i64 = 0
        only_moves = self.board.berserk_with_move and self.v[BERSERKED] == 1  # §8.6
        if not only_moves:
            length = self.fill_places(out, length)
        length = self.fill_moves(out, length)
        if not only_moves:
            length = self.fill_prisoners(out, length)
        if length == 0:
            out[0] = PASS
            return 1
        if self.may_berserk():
            length = self.fill_berserk(out, length)
        return length

    def apply(self, action: i64) -> None:
        if action < MOVE:
            self.place((action - PLACE) // COUNT, (action - PLACE) % COUNT)
        elif action < BERSERK:
            self.move((action - MOVE) // COUNT, (action - MOVE) % COUNT)
        elif action < ADVANCE:
            self.berserk((action - BERSERK) // COUNT, (action - BERSERK) % COUNT)
        elif action < RETREAT:
            self.advance(STEP_FROM[action - ADVANCE], STEP_TO[action - ADVANCE])
        elif action < FORCE:
            self.retreat(STEP_FROM[action - RETREAT], STEP_TO[action - RETREAT])
        elif action < OFFER:
            self.force(STEP_FROM[action - FORCE], STEP_TO[action - FORCE])
        else:
            self.apply_other(action)

    def apply_other(self, action: i64) -> None:
        if action < TAKE:
            self.offer(action)
        elif action < GIVE:
            self.take(TAKE_ARMY[action - TAKE], TAKE_KIND[action - TAKE])
        elif action < FIRST:
            self.give(self.board.seat_of[action - GIVE])
        elif action < WITHDRAW:
            self.begin_game(self.board.seat_of[action - FIRST])
        else:
            self.apply_word(action)

    def apply_word(self, action: i64) -> None:
        if action == WITHDRAW:
            self.withdraw()
        elif action == RALLY:
            self.rally()
        elif action == FACE_UP or action == FACE_DOWN:
            self.flip(action == FACE_UP)
        elif action == ACCEPT or action == REFUSE:
            self.answer(action == ACCEPT)
        elif action == STAY:
            self.stay()
        elif action == HALT:
            self.halt()
        elif action == SPARE:
            self.spare()
        elif action == PASS or action == END:
            self.end_turn()
        else:  # LEAVE, TO_RESERVE
            self.settled()

    def fill_first(self, out: vec[i16]) -> i64:
        """§3.1: chance says who begins."""
        for seat in range(self.seats):
            out[seat] = i16(FIRST + self.board.army_of[seat])
        return self.seats

    def begin_game(self, seat: i64) -> None:
        self.v[STARTER] = seat
        self.v[ROUND] = 1
        self.begin_turn(seat)

    def begin_turn(self, seat: i64) -> None:
        v = self.v
        v[TURN] += 1
        v[ACTIVE] = seat
        v[LOSS] = 0
        v[ACTED] = NOT_YET
        v[BERSERKED] = 0
        v[ASKED] = 0
        v[FORCED] = 0
        self.choose_action()

    def settled(self) -> None:
        """A part of the turn is over: the action, with its captures, or the Dwarf Hero's additional move (§8.7)."""
        v = self.v
        if v[ALIVE] <= 1 or not self.lives(v[ACTIVE]):
            self.end_turn()
        elif v[ACTED] == NOT_YET:
            self.choose_action()
        elif self.may_berserk():
            v[PHASE] = CHOOSE_BERSERK
            self.actor = v[ACTIVE]
        else:
            self.end_turn()

    # ── 2, 10 The end ─────────────────────────────────────────────────────────────────────────────

    def end_turn(self) -> None:
        """§2.6: the one check whether somebody has won; then the next turn."""
        v = self.v
        v[QUIET] = 0 if v[LOSS] == 1 else v[QUIET] + 1
        holder = self.holds_three()
        if v[ALIVE] == 0:
            self.end_game(ALL_FELL)
        elif v[ALIVE] == 1:
            v[WINNERS] = SEAT_BITS[self.next_living(v[ACTIVE])]
            self.end_game(LAST_LEFT)
        elif holder != NOBODY:
            v[WINNERS] = SEAT_BITS[holder]
            self.end_game(THREE_PLACES)
        elif self.turns_to_stalemate() <= 0:
            self.end_unfinished(STALEMATE)
        else:
            self.pass_on()

    def pass_on(self) -> None:
        """§10.3: to the next living player, or the last round is over."""
        v = self.v
        following = self.next_living(v[ACTIVE])
        if self.place_in_round(following) > self.place_in_round(v[ACTIVE]):
            self.begin_turn(following)
        elif v[ROUND] >= self.board.most_rounds:
            self.end_unfinished(ROUNDS)
        else:
            v[ROUND] += 1
            self.begin_turn(following)

    def place_in_round(self, seat: i64) -> i64:
        """How many places from where rounds begin; that one stays, even if its army is beaten."""
        place = seat - self.v[STARTER]
        return place if place >= 0 else place + self.seats

    def turns_to_stalemate(self) -> i64:
        """§10.1: turns without a lasting loss that are left, this one included while it goes on."""
        return self.board.stalemate_rounds * self.v[ALIVE] - self.v[QUIET]

    def turns_to_last_round(self) -> i64:
        """§10.3: turns that are left if nobody else is beaten, this one included while it goes on."""
        v = self.v
        left = (self.board.most_rounds - v[ROUND]) * v[ALIVE]
        for seat in range(self.seats):
            if self.lives(seat) and self.place_in_round(seat) >= self.place_in_round(v[ACTIVE]):
                left += 1
        return left

    def next_living(self, seat: i64) -> i64:
        seat = self.left_of(seat)
        while not self.lives(seat):
            seat = self.left_of(seat)
        return seat

    def places_held(self, seat: i64) -> i64:
        return count(self.v[UNITS + seat] & self.board.named)

    def holds_three(self) -> i64:
        """§2.4, §7.3: who has won by the named spaces, or NOBODY."""
        falcon = self.board.seat_of[FALCON]
        if falcon != NOBODY and falcon < self.seats and self.lives(falcon):
            return NOBODY
        for seat in range(self.seats):
            if self.places_held(seat) >= NAMED_TO_WIN:
                return seat
        return NOBODY

    def end_unfinished(self, reason: i64) -> None:
        """§10.2: most named spaces, then most units; equal ones share."""
        best: i64 = 0
        for seat in range(self.seats):
            if self.lives(seat):
                best = max(best, self.standing(seat))
        for seat in range(self.seats):
            if self.lives(seat) and self.standing(seat) == best:
                self.v[WINNERS] |= SEAT_BITS[seat]
        self.end_game(reason)

    def standing(self, seat: i64) -> i64:
        return 100 * self.places_held(seat) + self.forces(seat)

    def end_game(self, reason: i64) -> None:
        self.v[ENDED] = reason
        self.actor = OVER

    def is_out(self, seat: i64) -> bool:
        return not self.lives(seat)

    def utility(self, seat: i64) -> float:
        winners = self.v[WINNERS]
        return 1.0 / float(count(winners)) if winners & SEAT_BITS[seat] != 0 else 0.0

    def result(self) -> Outcome:
        """§10.4: winners, then who still lives by standing, then the fallen, the last to fall first."""
        places: dict[tuple[int, int, int], list[int]] = {}
        for seat in range(self.seats):
            places.setdefault(self.rank(seat), []).append(int(seat))
        ranking = tuple(tuple(places[key]) for key in sorted(places, reverse=True))
        return Outcome(self.reason(self.names(ranking[0])), ranking)

    def reason(self, who: Message) -> Message:
        ended = self.v[ENDED]
        id = "end." + REASONS[ended]
        if ended == STALEMATE:
            return Message(id, who=who, rounds=int(self.board.stalemate_rounds))
        return Message(id, who=who, rounds=int(self.v[ROUND])) if ended == ROUNDS else Message(id, who=who)

    def rank(self, seat: i64) -> tuple[int, int, int]:
        if self.v[WINNERS] & SEAT_BITS[seat] != 0:
            return 2, 0, 0
        return (1, int(self.standing(seat)), 0) if self.lives(seat) else (0, 0, int(self.v[FALLEN + seat]))

    def names(self, seats: tuple[int, ...]) -> Message:
        """The armies of some seats, as a list of names."""
        name = Message("army." + self.board.armies[seats[0]])
        return name if len(seats) == 1 else Message("list", first=name, rest=self.names(seats[1:]))

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> FourArmies:
        copy = FourArmies(self.game, self.board, self.seats, self.v[:])
        copy.actor = self.actor
        return copy


def blank(game: Game, seats: int) -> FourArmies:
    board = game.board
    assert isinstance(board, Board)
    if not board.default_armies and len(board.armies) != seats:
        raise ValueError(f"option armies names {len(board.armies)} armies for {seats} seats; it takes one a seat")
    return FourArmies(game, board, seats, vec[i64](first_numbers(board, seats)))


def new(game: Game, seats: int) -> FourArmies:
    state = blank(game, seats)
    state.actor = CHANCE
    return state


def invariant(state: FourArmies) -> str | None:
    """For the fuzzer: every unit of every army is somewhere, by kind, and never were fewer left than the fewest."""
    if not is_conserved(state):
        return "a unit is lost or won"
    left = sum([int(state.forces(seat)) for seat in range(state.seats)])
    return None if left >= state.v[FEWEST] else "fewer units are left than the fewest so far"
