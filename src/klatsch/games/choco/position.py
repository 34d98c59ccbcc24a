# klatsch: compiled
"""What makes a position of ChoCo besides the table and the hands: the turn and what is decided in it; copies, bytes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import CHANCE, OVER, Game
from klatsch.games.choco.cards import CARDS, FACES, HAND
from klatsch.games.choco.dealing import Dealing
from klatsch.games.choco.grid import CELLS
from klatsch.games.choco.hands import FACE, FIELDS
from klatsch.games.choco.possible import ROW, SEAT, WAYS
from klatsch.games.choco.scoring import Survey, winners
from klatsch.games.choco.table import COLOURS, FACTS, HANDS, LAID, SIZES, STACK, Grid, Rulings

NONE: Final = -1

# What is decided now.
FIRST_PLAYER: Final = 0
DEALING: Final = 1
COLOUR_CHOICE: Final = 2
CARD_CHOICE: Final = 3
OFFERED: Final = 4
ANSWERED: Final = 5
PLACING: Final = 6
TOKEN_CHOICE: Final = 7
DRAWING: Final = 8
FINISHED: Final = 9
PHASES: Final = (
    "first_player",
    "deal",
    "colour",
    "card",
    "offered",
    "answered",
    "place",
    "token",
    "draw",
    "over",
)

# Why the game ended; the sentences are `end.<reason>`.
GOES_ON: Final = 0
ALL_LAID: Final = 1
ALL_PASSED: Final = 2
REASONS: Final = ("goes_on", "all_laid", "all_passed")

SCALARS: Final = 15  # numbers before the facts in `numbers`


class Position(Dealing):
    def __init__(self, game: Game, seats: i64, rulings: Rulings, facts: vec[i64], grid: Grid) -> None:
        super().__init__(game, seats, rulings, facts, grid)
        self.actor = CHANCE
        self.phase: i64 = FIRST_PLAYER
        self.beginner: i64 = 0
        self.turn: i64 = 0  # the seat whose turn it is; during a swap another seat may be the actor
        self.dealt: i64 = 0  # cards of the first hands
        self.chosen_slot: i64 = NONE  # the card about to be laid, and its turns; hidden
        self.chosen_turns: i64 = 0
        self.offer_made: bool = False  # this turn (§7.1)
        self.offered_slot: i64 = NONE
        self.partner: i64 = NONE  # whom the offer was made
        self.answer_slot: i64 = NONE
        self.passes: i64 = 0  # in a row
        self.shown: i64 = 0  # how often something hidden was shown
        self.ended: i64 = GOES_ON
        self.winning_seats: i64 = 0  # as a set

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def take_over(self, other: Position) -> None:
        """Everything that the constructor wasn't given."""
        self.possible = other.possible
        self.laid = other.laid
        self.lower_asks = other.lower_asks
        self.upper_asks = other.upper_asks
        self.actor = other.actor
        self.phase = other.phase
        self.beginner = other.beginner
        self.turn = other.turn
        self.dealt = other.dealt
        self.chosen_slot = other.chosen_slot
        self.chosen_turns = other.chosen_turns
        self.offer_made = other.offer_made
        self.offered_slot = other.offered_slot
        self.partner = other.partner
        self.answer_slot = other.answer_slot
        self.passes = other.passes
        self.shown = other.shown
        self.ended = other.ended
        self.winning_seats = other.winning_seats

    def numbers(self) -> list[int]:
        return [
            int(self.actor),
            int(self.phase),
            int(self.beginner),
            int(self.turn),
            int(self.dealt),
            int(self.chosen_slot),
            int(self.chosen_turns),
            int(self.offer_made),
            int(self.offered_slot),
            int(self.partner),
            int(self.answer_slot),
            int(self.passes),
            int(self.shown),
            int(self.ended),
            int(self.laid),
            *(int(fact) for fact in self.facts),
            *(int(number) for number in self.possible),
        ]

    def restore(self, numbers: list[int]) -> None:
        check_numbers(numbers, int(self.seats))
        self.actor = numbers[0]
        self.phase = numbers[1]
        self.beginner = numbers[2]
        self.turn = numbers[3]
        self.dealt = numbers[4]
        self.chosen_slot = numbers[5]
        self.chosen_turns = numbers[6]
        self.offer_made = numbers[7] != 0
        self.offered_slot = numbers[8]
        self.partner = numbers[9]
        self.answer_slot = numbers[10]
        self.passes = numbers[11]
        self.shown = numbers[12]
        self.ended = numbers[13]
        self.facts = vec[i64](numbers[SCALARS : SCALARS + FACTS])
        self.possible = vec[i64](numbers[SCALARS + FACTS :])
        self.rebuild(numbers[14])
        if self.actor == OVER:
            self.winning_seats = winners(Survey(self), self)


def check_numbers(numbers: list[int], seats: int) -> None:
    """ValueError unless the numbers can be a state: nothing in them points outside the table."""
    facts = numbers[SCALARS : SCALARS + FACTS]
    possible = numbers[SCALARS + FACTS :]
    laid = facts[LAID:SIZES]
    if len(facts) != FACTS or len(possible) % ROW or not 0 <= numbers[14] <= CARDS or not 0 <= numbers[1] < len(PHASES):
        raise ValueError("these numbers are no state of ChoCo")
    seat_like = [numbers[2], numbers[3], max(0, numbers[9])]
    slot_like = [max(0, numbers[5]), numbers[6], max(0, numbers[8]), max(0, numbers[10])]
    faces = [facts[HANDS + FIELDS * card + FACE] for card in range(16)]
    checks = (
        all(0 <= seat < seats for seat in seat_like) and OVER <= numbers[0] < seats,
        all(0 <= slot < HAND for slot in slot_like) and all(0 <= face < FACES for face in faces),
        all(0 <= shape < 4 * FACES for shape in laid[0::3]) and all(0 <= cell < CELLS for cell in laid[1::3]),
        all(0 <= size <= HAND for size in facts[SIZES:HANDS])
        and all(-1 <= colour < 3 for colour in facts[COLOURS:LAID]),
        all(0 <= many <= CARDS for many in facts[STACK:COLOURS]) and 0 <= numbers[13] < len(REASONS),
        all(0 <= seat < seats for seat in possible[SEAT::ROW]) and all(ways > 0 for ways in possible[WAYS::ROW]),
        all(0 <= number < 2**30 or i % ROW == WAYS for i, number in enumerate(possible)),
    )
    if not all(checks):
        raise ValueError("these numbers are no state of ChoCo")
