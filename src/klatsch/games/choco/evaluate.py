# klatsch: compiled
"""What a position of ChoCo is worth to each seat: the groups and who holds the neutral ones, what the next card could
join or cover, tokens, and the hand. Counts pieces, places and cards; the weights are in data/bot.toml.

Its union-find is that of scoring.py, without new memory for each position and with what scoring doesn't ask.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.evaluator import Evaluator
from klatsch.core.game import Game, State
from klatsch.games.choco.cards import COLOUR_COUNT, PIECES, PLACES, SHAPE_BITS
from klatsch.games.choco.grid import DOWN, LEFT, RIGHT, UP
from klatsch.games.choco.groups import SPOTS, Groups
from klatsch.games.choco.layout import ACTIVE, CARDS, LAID, PHASE
from klatsch.games.choco.position import DRAWING, PLACING, TOKEN_CHOICE
from klatsch.games.choco.rules import ChoCo
from klatsch.games.choco.scoring import NEUTRAL_LEAST, NOBODY, neutral_colour
from klatsch.games.choco.table import PLACE_BITS, UPPER

GROUP: Final = 0
SECOND: Final = 1
NEUTRAL: Final = 2
HOLD: Final = 3
JOIN: Final = 4
ROOM: Final = 5
EXPOSED: Final = 6
SAFE: Final = 7
TOKENS: Final = 8
HAND_PIECES: Final = 9
HAND_BEST: Final = 10
TURN: Final = 11
CHOSEN: Final = 12
NAMES: Final = (
    "group",  # pieces of the own colour's largest group
    "second",  # pieces of the second-largest group
    "neutral",  # points from neutral groups as they are now
    "hold",  # pieces of neutral groups, six or not, by how surely the colour has more contacts
    "join",  # pieces that one card could join to the largest group, its own not counted
    "room",  # places of level 1 beside the largest group
    "exposed",  # pieces that the largest group would lose to one card of an opponent, covered or cut off
    "safe",  # pieces of the largest group that nobody can cover any more
    "tokens",
    "hand_pieces",  # of the own colour, in the hand
    "hand_best",  # the most pieces of the own colour on one card of the hand
    "turn",  # 1 for whoever lays the next card
    "chosen",  # pieces that the card about to be laid can gain at its best place
)
SIDES: Final = 4  # of a piece
SURE_CONTACTS: Final = 4  # so many contacts more than the opponent are as good as any number
FIRST_URGENCY: Final = 0.05
HOLD_LEAST: Final = 3  # neutral groups smaller than this are nobody's concern


class ChoCoEvaluator(Evaluator):
    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats, NAMES)
        self.groups = Groups()
        # The same columns, near at hand.
        self.cells = self.groups.cells
        self.colours = self.groups.colours
        self.parents = self.groups.parents
        self.sizes = self.groups.sizes
        self.leads = vec[i64]([0] * SPOTS)  # of a neutral group: one colour's contacts minus the other's
        self.stamps = vec[i64]([0] * SPOTS)
        self.stamp: i64 = 0
        # Of a largest group, piece by piece: when the walk came there, what hangs from it, what goes with it.
        self.steps = vec[i64]([0] * SPOTS)
        self.step: i64 = 0
        self.hanging = vec[i64]([0] * SPOTS)
        self.losses = vec[i64]([0] * SPOTS)
        self.spots: i64 = 0
        # By colour.
        self.largest = vec[i64]([0] * COLOUR_COUNT)
        self.second = vec[i64]([0] * COLOUR_COUNT)
        self.main = vec[i64]([NOBODY] * COLOUR_COUNT)  # the root of the largest group
        self.from_neutral = vec[i64]([0] * COLOUR_COUNT)
        self.holds = vec[float]([0.0] * COLOUR_COUNT)
        self.joined = vec[i64]([0] * COLOUR_COUNT)  # workspace of one place
        self.lower_joins = vec[i64]([0] * COLOUR_COUNT)
        self.upper_joins = vec[i64]([0] * COLOUR_COUNT)
        self.rooms = vec[i64]([0] * COLOUR_COUNT)
        self.covered = vec[i64]([0] * COLOUR_COUNT)  # workspace of one place
        self.deepest = vec[i64]([0] * COLOUR_COUNT)  # likewise
        self.exposed = vec[i64]([0] * COLOUR_COUNT)
        self.safe = vec[i64]([0] * COLOUR_COUNT)

    def fill(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, ChoCo)
        self.survey(state)
        self.urgency = urgency(state)
        for seat in range(self.seats):
            at = seat * self.count
            for i in range(self.count):
                out[at + i] = 0.0
            self.fill_hand(state, seat, out, at)
            if state.colour(seat) >= 0:
                self.fill_table(state, seat, out, at)
        out[next_to_lay(state) * self.count + TURN] = 1.0
        if state.v[PHASE] == PLACING and state.colour(state.v[ACTIVE]) >= 0:
            out[state.v[ACTIVE] * self.count + CHOSEN] = float(self.best_gain(state))

    def fill_hand(self, state: ChoCo, seat: i64, out: vec[float], at: i64) -> None:
        colour = state.colour(seat)
        pieces: i64 = 0
        best: i64 = 0
        if colour >= 0:
            for slot in range(state.size(seat)):
                many = state.pieces_of(seat, slot, colour)
                pieces += many
                best = max(best, many)
        out[at + TOKENS] = float(state.tokens(seat))
        out[at + HAND_PIECES] = float(pieces)
        out[at + HAND_BEST] = float(best)

    def fill_table(self, state: ChoCo, seat: i64, out: vec[float], at: i64) -> None:
        colour = state.colour(seat)
        join = self.lower_joins[colour]
        if state.tokens(seat) > 0:
            join = max(join, self.upper_joins[colour])
        out[at + GROUP] = float(self.largest[colour])
        out[at + SECOND] = float(self.second[colour])
        out[at + NEUTRAL] = float(self.from_neutral[colour])
        out[at + HOLD] = self.holds[colour]
        out[at + JOIN] = float(join)
        out[at + ROOM] = float(self.rooms[colour])
        out[at + EXPOSED] = float(self.exposed[colour]) if opponent_has_token(state, colour) else 0.0
        out[at + SAFE] = float(self.safe[colour])

    # ── The table ─────────────────────────────────────────────────────────────────────────────────

    def survey(self, state: ChoCo) -> None:
        self.find_groups(state)
        self.measure_groups(state)
        self.find_weak_pieces(state)
        neutral = neutral_colour(state)
        if neutral != NOBODY:
            self.count_contacts(state, neutral)
            self.share_neutral(state, neutral)
        self.look_at_places(state)

    def find_groups(self, state: ChoCo) -> None:
        groups = self.groups
        groups.find(state)
        self.spots = groups.spots
        for spot in range(self.spots):
            self.leads[spot] = 0
            self.steps[spot] = 0

    def measure_groups(self, state: ChoCo) -> None:
        """Each colour's largest and second-largest group, and what of the largest is safe."""
        largest = self.largest
        for colour in range(i64(COLOUR_COUNT)):
            largest[colour] = 0
            self.second[colour] = 0
            self.main[colour] = NOBODY
            self.safe[colour] = 0
            self.from_neutral[colour] = 0
            self.holds[colour] = 0.0
        for spot in range(self.spots):
            if self.cells[spot] >= 0:
                root = self.groups.root(spot)
                self.parents[spot] = root
                if root == spot:
                    self.rank_group(root)
        for spot in range(self.spots):
            cell = self.cells[spot]
            in_largest = cell >= 0 and self.parents[spot] == self.main[self.colours[spot]]
            if in_largest and (state.grid.tops[cell] != 0 or state.has_token(spot >> PLACE_BITS)):
                self.safe[self.colours[spot]] += 1

    def rank_group(self, root: i64) -> None:
        colour = self.colours[root]
        size = self.sizes[root]
        if size > self.largest[colour]:
            self.second[colour] = self.largest[colour]
            self.largest[colour] = size
            self.main[colour] = root
        elif size > self.second[colour]:
            self.second[colour] = size

    # ── What covering one piece does ──────────────────────────────────────────────────────────────

    def find_weak_pieces(self, state: ChoCo) -> None:
        self.step = 0
        for colour in range(i64(COLOUR_COUNT)):
            if self.main[colour] != NOBODY:
                self.walk(state, self.main[colour], self.main[colour])

    def walk(self, state: ChoCo, spot: i64, group: i64) -> i64:
        """Depth first through a group: what it loses with each piece. The earliest step that this part can reach."""
        self.step += 1
        now = self.step
        self.steps[spot] = now
        self.hanging[spot] = 1
        earliest = now
        apart: i64 = 0
        largest_part: i64 = 0
        for side in range(i64(SIDES)):
            other = self.neighbour(state, self.cells[spot], side)
            if other < 0 or self.parents[other] != group:
                continue
            if self.steps[other] != 0:
                earliest = min(earliest, self.steps[other])
                continue
            reached = self.walk(state, other, group)
            self.hanging[spot] += self.hanging[other]
            earliest = min(earliest, reached)
            if reached >= now:  # without this piece, that part hangs on nothing
                apart += self.hanging[other]
                largest_part = max(largest_part, self.hanging[other])
        size = self.sizes[group]
        self.losses[spot] = size - max(largest_part, size - 1 - apart)
        return earliest

    def neighbour(self, state: ChoCo, cell: i64, side: i64) -> i64:
        beside = UP[cell] if side == 0 else LEFT[cell] if side == 1 else RIGHT[cell] if side == 2 else DOWN[cell]
        return i64(state.grid.spots[beside]) - 1

    # ── Neutral groups ────────────────────────────────────────────────────────────────────────────

    def count_contacts(self, state: ChoCo, neutral: i64) -> None:
        first = (neutral + 1) % COLOUR_COUNT
        for spot in range(self.spots):
            if self.cells[spot] >= 0 and self.colours[spot] != neutral:
                self.touch(state, spot, neutral, 1 if self.colours[spot] == first else -1)

    def touch(self, state: ChoCo, spot: i64, neutral: i64, contact: i64) -> None:
        """Count a piece for the neutral groups beside it: each shared side, or once a group."""
        once = state.rulings.contact_pieces
        self.stamp += 1
        for side in range(i64(SIDES)):
            other = self.neighbour(state, self.cells[spot], side)
            if other >= 0 and self.colours[other] == neutral:
                group = self.parents[other]
                if not once or self.stamps[group] != self.stamp:
                    self.stamps[group] = self.stamp
                    self.leads[group] += contact

    def share_neutral(self, state: ChoCo, neutral: i64) -> None:
        first = (neutral + 1) % COLOUR_COUNT
        second = (neutral + 2) % COLOUR_COUNT
        least: i64 = NEUTRAL_LEAST
        if state.rulings.largest_neutral:
            least = max(least, self.largest[neutral])
        for spot in range(self.spots):
            if self.cells[spot] >= 0 and self.colours[spot] == neutral and self.parents[spot] == spot:
                lead = self.leads[spot]
                size = self.sizes[spot]
                colour = first if lead > 0 else second
                if lead != 0 and size >= least:
                    self.from_neutral[colour] += size
                if size >= HOLD_LEAST:
                    surely = min(lead if lead > 0 else -lead, SURE_CONTACTS)
                    self.holds[colour] += float(size * surely) / float(SURE_CONTACTS)

    # ── What the next card could do ───────────────────────────────────────────────────────────────

    def look_at_places(self, state: ChoCo) -> None:
        for colour in range(i64(COLOUR_COUNT)):
            self.lower_joins[colour] = 0
            self.upper_joins[colour] = 0
            self.rooms[colour] = 0
            self.exposed[colour] = 0
        grid = state.grid
        for i in range(grid.length):
            cell = i64(grid.frontier[i])
            if i64(grid.asks[cell]) < UPPER:
                self.look_at_lower(state, cell)
            else:
                self.look_at_upper(state, cell)

    def look_at_lower(self, state: ChoCo, cell: i64) -> None:
        self.add_neighbours(state, cell)
        for colour in range(i64(COLOUR_COUNT)):
            main = self.main[colour]
            if main != NOBODY and self.stamps[main] == self.stamp:
                self.rooms[colour] += 1
                self.lower_joins[colour] = max(self.lower_joins[colour], self.joined[colour] - self.largest[colour])

    def look_at_upper(self, state: ChoCo, cell: i64) -> None:
        self.add_neighbours(state, cell)
        self.count_covered(state, cell)
        for colour in range(i64(COLOUR_COUNT)):
            main = self.main[colour]
            if main != NOBODY and self.stamps[main] == self.stamp:
                self.upper_joins[colour] = max(self.upper_joins[colour], self.joined[colour] - self.largest[colour])
            self.exposed[colour] = max(self.exposed[colour], self.loss(colour))

    def add_neighbours(self, state: ChoCo, cell: i64) -> None:
        """The sizes of the groups round a place, by colour; they are stamped."""
        self.begin_place()
        right = RIGHT[cell]
        below = DOWN[cell]
        corner = DOWN[right]
        on_cell = state.grid.spots
        self.add_neighbour(i64(on_cell[UP[cell]]) - 1)
        self.add_neighbour(i64(on_cell[LEFT[cell]]) - 1)
        self.add_neighbour(i64(on_cell[UP[right]]) - 1)
        self.add_neighbour(i64(on_cell[RIGHT[right]]) - 1)
        self.add_neighbour(i64(on_cell[LEFT[below]]) - 1)
        self.add_neighbour(i64(on_cell[DOWN[below]]) - 1)
        self.add_neighbour(i64(on_cell[RIGHT[corner]]) - 1)
        self.add_neighbour(i64(on_cell[DOWN[corner]]) - 1)

    def begin_place(self) -> None:
        self.stamp += 1
        self.joined[0] = 0
        self.joined[1] = 0
        self.joined[2] = 0

    def add_neighbour(self, spot: i64) -> None:
        if spot < 0:
            return
        root = self.parents[spot]
        if self.stamps[root] != self.stamp:
            self.stamps[root] = self.stamp
            self.joined[self.colours[root]] += self.sizes[root]

    def count_covered(self, state: ChoCo, cell: i64) -> None:
        """The pieces of largest groups under a place of level 2."""
        covered = self.covered
        covered[0] = 0
        covered[1] = 0
        covered[2] = 0
        self.deepest[0] = 0
        self.deepest[1] = 0
        self.deepest[2] = 0
        below = DOWN[cell]
        on_cell = state.grid.spots
        self.cover(i64(on_cell[cell]) - 1)
        self.cover(i64(on_cell[RIGHT[cell]]) - 1)
        self.cover(i64(on_cell[below]) - 1)
        self.cover(i64(on_cell[RIGHT[below]]) - 1)

    def cover(self, spot: i64) -> None:
        colour = self.colours[spot]
        if self.parents[spot] == self.main[colour]:
            self.covered[colour] += 1
            self.deepest[colour] = max(self.deepest[colour], self.losses[spot])

    def loss(self, colour: i64) -> i64:
        """What the largest group loses to a card there: the pieces covered, or what goes with one of them."""
        return max(self.covered[colour], self.deepest[colour])

    # ── The card about to be laid ─────────────────────────────────────────────────────────────────

    def best_gain(self, state: ChoCo) -> i64:
        """Over all places of the chosen card: what the own largest group grows by more than the others'."""
        shape = state.chosen_shape()
        bits = SHAPE_BITS[shape]
        limit: i64 = 2 * UPPER if state.tokens(state.v[ACTIVE]) > 0 else UPPER
        grid = state.grid
        best: i64 = -SPOTS
        for i in range(grid.length):
            cell = i64(grid.frontier[i])
            asked = i64(grid.asks[cell])
            if asked & bits != 0 and asked < limit:
                best = max(best, self.gain(state, shape, cell, asked >= UPPER))
        return best

    def gain(self, state: ChoCo, shape: i64, cell: i64, upper: bool) -> i64:
        self.add_matches(state, shape, cell)
        if upper:
            self.count_covered(state, cell)
        own = state.colour(state.v[ACTIVE])
        total: i64 = 0
        for colour in range(i64(COLOUR_COUNT)):
            if colour == own or is_played(state, colour):
                growth = max(0, self.joined[colour] - self.largest[colour])
                if upper:
                    growth -= self.loss(colour)
                total += growth if colour == own else -growth
        return total

    def add_matches(self, state: ChoCo, shape: i64, cell: i64) -> None:
        """The sizes of the groups that a card would make, by colour."""
        self.begin_place()
        right = RIGHT[cell]
        below = DOWN[cell]
        corner = DOWN[right]
        on_cell = state.grid.spots
        at = PLACES * shape
        self.match(PIECES[at], i64(on_cell[UP[cell]]) - 1, i64(on_cell[LEFT[cell]]) - 1)
        self.match(PIECES[at + 1], i64(on_cell[UP[right]]) - 1, i64(on_cell[RIGHT[right]]) - 1)
        self.match(PIECES[at + 2], i64(on_cell[LEFT[below]]) - 1, i64(on_cell[DOWN[below]]) - 1)
        self.match(PIECES[at + 3], i64(on_cell[RIGHT[corner]]) - 1, i64(on_cell[DOWN[corner]]) - 1)

    def match(self, colour: i64, one: i64, other: i64) -> None:
        self.joined[colour] += 1
        if one >= 0 and self.colours[one] == colour:
            self.add_neighbour(one)
        if other >= 0 and self.colours[other] == colour:
            self.add_neighbour(other)


def urgency(state: ChoCo) -> float:
    """How much a point decides: fitted to the results of games between bots."""
    part = float(state.v[LAID]) / float(CARDS)
    cubed = part * part * part
    return FIRST_URGENCY + cubed * cubed


def next_to_lay(state: ChoCo) -> i64:
    laid_already = state.v[PHASE] == TOKEN_CHOICE or state.v[PHASE] == DRAWING
    return (state.v[ACTIVE] + 1) % state.seats if laid_already else state.v[ACTIVE]


def is_played(state: ChoCo, colour: i64) -> bool:
    return any(state.colour(seat) == colour for seat in range(state.seats))


def opponent_has_token(state: ChoCo, colour: i64) -> bool:
    return any(state.colour(seat) != colour and state.tokens(seat) > 0 for seat in range(state.seats))
