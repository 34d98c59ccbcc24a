"""`HostedMatch`: a match as the server holds it, with people, seats, clocks and offers. Pure data, no I/O.

What happens to a match (seating, playing, clocks, ending) is done to a fork of it inside a transaction; when the
transaction is there for good, the fork takes the place of what was known before.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum

from klatsch.core.game import OVER, Game, State
from klatsch.core.message import Message
from klatsch.core.replay import Event, Replay
from klatsch.match.dice import commitment
from klatsch.match.match import Match, first_state, shallow_copy
from klatsch.server.errors import Refused
from klatsch.server.match.ending import Ending
from klatsch.server.match.pace import NO_CLOCK, Pace


class Status(StrEnum):
    """Of a hosted match; in the database and for programs, too."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class SeatKind(StrEnum):
    """Who has a seat."""

    OPEN = "open"
    INVITED = "invited"
    PERSON = "person"
    BOT = "bot"


@dataclass
class Seat:
    number: int
    kind: SeatKind
    person: str | None = None
    name: str = ""
    bot: str | None = None  # who plays this seat now, if no person does
    nonce: str | None = None
    chain: str | None = None  # the end of the hash chain of the person's device
    clock_seconds: float | None = None
    invitation: str | None = None
    rating: list[float] | None = None

    def __post_init__(self) -> None:
        self.kind = SeatKind(self.kind)  # the database gives text

    @property
    def taken(self) -> bool:
        return self.kind in (SeatKind.PERSON, SeatKind.BOT)

    @property
    def ready(self) -> bool:
        return self.taken and self.nonce is not None

    def row(self) -> dict[str, object]:
        return {("seat" if key == "number" else key): value for key, value in vars(self).items()}


@dataclass
class HostedMatch:
    id: str
    game: Game
    host: str
    seed: str
    seats: list[Seat]
    created: float
    status: Status = Status.WAITING
    private: bool = False
    rated: bool = False
    shared_screen: bool = False
    position: str = ""  # where it begins, if not at the game's first position
    pace: Pace = NO_CLOCK
    revision: int = 0
    version: int = 0
    turn_since: float | None = None
    deadline: float | None = None
    bot_to_move: bool = False
    leased_by: str | None = None
    leased_until: float | None = None
    offers: dict[str, list[int]] = field(default_factory=dict)
    next_match: str | None = None
    removed: list[str] = field(default_factory=list)  # people
    result: list[float] | None = None
    rating_weight: float | None = None  # of a rated match that is over: how much it counted
    changed: float = 0.0
    note: str = ""
    match: Match | None = None
    ending: Ending | None = None  # of a match that is over and that today's rules don't replay to its end
    sequel: HostedMatch | None = None  # a rematch that begins with this change

    def __post_init__(self) -> None:
        self.status = Status(self.status)  # the database gives text

    def fork(self) -> HostedMatch:
        other = shallow_copy(self)
        other.seats = [shallow_copy(seat) for seat in self.seats]
        other.offers = {name: list(seats) for name, seats in self.offers.items()}
        other.removed = list(self.removed)
        other.sequel = None
        other.match = None if self.match is None else self.match.fork()
        return other

    # ── Who is where ──────────────────────────────────────────────────────────────────────────────

    def seats_of(self, person: str) -> list[int]:
        return [seat.number for seat in self.seats if seat.person == person and seat.kind == SeatKind.PERSON]

    def people(self) -> list[Seat]:
        """The seats that people have, one for each person."""
        first = {seat.person: seat for seat in reversed(self.seats) if seat.kind == SeatKind.PERSON}
        return sorted(first.values(), key=lambda seat: seat.number)

    @property
    def actor(self) -> int:
        """Who decides now; OVER where nobody does."""
        if self.match is None or self.status != Status.PLAYING or self.match.over:
            return OVER
        return int(self.match.state.actor)

    @property
    def acting(self) -> Seat | None:
        return self.seats[self.actor] if self.actor >= 0 else None

    def seat_name(self, seat: int) -> Message:
        return self.game.definition.seat_names(self.game, len(self.seats))[seat]

    def seat_of(self, person: str, seat: int | None = None) -> int:
        """The seat that a person means; Refused if it isn't theirs."""
        own = self.seats_of(person)
        if not own:
            raise Refused("not_your_table", 403)
        if seat is None:
            return self.actor if self.actor in own else own[0]
        if seat not in own:
            raise Refused("not_your_seat", 403)
        return seat

    @property
    def why_nothing_happens(self) -> Message:
        if self.status == Status.CLOSED:
            return Message(f"refused.closed.{self.note}")
        return Message(
            "prompt.waiting"
            if any(seat.kind in (SeatKind.OPEN, SeatKind.INVITED) for seat in self.seats)
            else "prompt.preparing"
        )

    def first_state(self) -> State:
        """The position before anything happened."""
        return first_state(self.game, len(self.seats), self.position)

    def running_match(self) -> Match:
        if self.status == Status.CLOSED:
            raise Refused(f"closed.{self.note}")
        if self.match is None:
            raise Refused("not_started" if self.ending is None else "old_rules")
        return self.match

    @property
    def checksum(self) -> str:
        """Tells whether a state that was replayed by other rules is the same."""
        if self.match is None:
            return ""
        return hashlib.sha256(repr(self.match.state.numbers()).encode()).hexdigest()[:16]

    # ── The record ────────────────────────────────────────────────────────────────────────────────

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.seed))

    @property
    def chains(self) -> dict[int, str]:
        """Where the hash chains end of seats that have one."""
        return {seat.number: seat.chain for seat in self.seats if seat.chain is not None}

    def record(self, events: list[Event]) -> Replay:
        """The whole record with its seed: for the server itself only."""
        return Replay(
            game=self.game.name,
            rules_version=self.game.definition.rules_version,
            options=dict(self.game.options),
            seats=len(self.seats),
            match_id=self.id,
            commitment=self.commitment,
            nonces=[seat.nonce or "" for seat in self.seats],
            chains=self.chains,
            position=self.position,
            players=[seat.name for seat in self.seats],
            events=events,
            seed=self.seed,
        )
