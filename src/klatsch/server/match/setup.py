"""Setting up a match: opening it, joining, standing up, being ready; and the rematch."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from klatsch.bots.bot_names import LEVEL_NAMES
from klatsch.core import registry
from klatsch.core.options import drawn
from klatsch.match.dice import new_seed
from klatsch.match.match import Match, first_state
from klatsch.server.errors import Refused
from klatsch.server.match import clock
from klatsch.server.match.hosted_match import HostedMatch, Seat, SeatKind, Status
from klatsch.server.match.pace import NO_CLOCK, NoClock, Pace

BOT_NONCE = "00" * 16  # a bot adds no chance: the server could choose it when it knows everybody else's
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


@dataclass(frozen=True)
class PersonRef:
    """A person as seats know them."""

    id: str
    name: str
    is_guest: bool = False


@dataclass(frozen=True)
class NewMatch:
    """A match as somebody wants it. `seats`: me, open, invited, or a bot's name, one word a seat."""

    game: str
    seats: Sequence[str]
    options: Mapping[str, str] = field(default_factory=dict)
    pace: Pace = NO_CLOCK
    rated: bool = False
    private: bool = False
    position: str = ""  # where it begins, if not at the game's first position


def new_id(length: int = 10) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def open_match(plan: NewMatch, maker: PersonRef, now: float) -> HostedMatch:
    """A new match with its first people and bots seated; ValueError with a sentence if there can't be such a one."""
    if "me" not in plan.seats:
        raise Refused("seat_for_yourself", 422)
    options = drawn(registry.definition(plan.game).options, plan.options)
    game = registry.shared(plan.game, options)
    first_state(game, len(plan.seats), plan.position)
    seats = [planned_seat(number, word, maker) for number, word in enumerate(plan.seats)]
    shared = plan.seats.count("me") > 1
    if plan.rated:
        check_rated(plan, seats, maker)
    return HostedMatch(
        id=new_id(),
        game=game,
        host=maker.id,
        seed=new_seed().hex(),
        seats=seats,
        created=now,
        changed=now,
        private=plan.private or all(seat.kind in (SeatKind.PERSON, SeatKind.BOT) for seat in seats),
        rated=plan.rated,
        shared_screen=shared,
        position=plan.position,
        pace=plan.pace,
    )


def check_rated(plan: NewMatch, seats: Sequence[Seat], maker: PersonRef) -> None:
    """Nobody is rated for playing against themselves or from a position of their own, or can wait instead of losing."""
    if plan.position:
        raise Refused("rated_from_start", 422)
    people = [seat for seat in seats if seat.kind != SeatKind.BOT]
    if plan.seats.count("me") > 1 or len(people) < 2:
        raise Refused("rated_needs_people", 422)
    if maker.is_guest:
        raise Refused("rated_needs_account", 403)
    if isinstance(plan.pace, NoClock):
        raise Refused("rated_needs_clock", 422)


def planned_seat(number: int, word: str, maker: PersonRef) -> Seat:
    if word == "me":
        return Seat(number, SeatKind.PERSON, person=maker.id, name=maker.name)
    if word == SeatKind.OPEN:
        return Seat(number, SeatKind.OPEN)
    if word == SeatKind.INVITED:
        return Seat(number, SeatKind.INVITED, invitation=new_id(8))
    if word in LEVEL_NAMES:
        return Seat(number, SeatKind.BOT, name=word, bot=word, nonce=BOT_NONCE)
    raise ValueError(f"a seat is me, open, invited or bot:1 … bot:8, not {word!r}")


def join(hosted: HostedMatch, person_ref: PersonRef, seat: int | None, invitation: str | None) -> None:
    """Sit down: on an open seat, or with its word on an invited one. Sitting there already is fine."""
    if hosted.seats_of(person_ref.id):
        return
    if hosted.status != Status.WAITING:
        raise Refused("started_already")
    if person_ref.id in hosted.removed:
        raise Refused("removed", 403)
    if hosted.rated and person_ref.is_guest:
        raise Refused("rated_needs_account", 403)
    for each in hosted.seats:
        invited = each.kind == SeatKind.INVITED and invitation is not None and each.invitation == invitation
        if (each.kind == SeatKind.OPEN or invited) and seat in (None, each.number):
            each.kind, each.person, each.name = SeatKind.PERSON, person_ref.id, person_ref.name
            return
    raise Refused("no_free_seat")


def stand_up(hosted: HostedMatch, person: str) -> None:
    """Leave a match that hasn't begun. When its maker goes, it is closed."""
    if hosted.status != Status.WAITING:
        raise Refused("started_already")
    hosted.seat_of(person)
    for seat in hosted.seats:
        if seat.person == person:
            free(hosted, seat.number)
    if person == hosted.host:
        hosted.status, hosted.note = Status.CLOSED, "host_left"


def remove(hosted: HostedMatch, host: str, seat: int) -> None:
    """The maker frees the seat of somebody who doesn't come or isn't wanted: they don't sit down here again.

    As somebody else they could come back with the word that they were invited with: so the seat has another.
    """
    if hosted.status != Status.WAITING:
        raise Refused("started_already")
    if host != hosted.host or hosted.seats[seat].person == host:
        raise Refused("only_the_host", 403)
    person = hosted.seats[seat].person
    free(hosted, seat)
    if person is not None:
        hosted.removed.append(person)
        if hosted.seats[seat].invitation is not None:
            hosted.seats[seat].invitation = new_id(8)


def free(hosted: HostedMatch, number: int) -> None:
    """Nothing stays of whoever sat there, bots included, but the word that opens the seat."""
    invitation = hosted.seats[number].invitation
    kind = SeatKind.INVITED if invitation else SeatKind.OPEN
    hosted.seats[number] = Seat(number, kind, invitation=invitation)


def seat_bot(hosted: HostedMatch, host: str, seat: int, bot: str) -> None:
    """The maker gives an empty seat to a bot instead of waiting."""
    if hosted.status != Status.WAITING:
        raise Refused("started_already")
    if host != hosted.host:
        raise Refused("only_the_host", 403)
    if hosted.seats[seat].taken or bot not in LEVEL_NAMES:
        raise Refused("no_free_seat")
    if hosted.rated:
        raise Refused("rated_needs_people")
    hosted.seats[seat] = Seat(seat, SeatKind.BOT, name=bot, bot=bot, nonce=BOT_NONCE)


def be_ready(hosted: HostedMatch, person: str, nonce: str, now: float, chains: Sequence[str] = ()) -> None:
    """The person's device has seen the commitment and adds its own chance; when all have, the match begins.

    `chains`: where the hash chains of the person's seats end, in their order; or none.
    """
    if hosted.status != Status.WAITING:
        return
    own = hosted.seats_of(person)
    if chains and len(chains) != len(own):
        raise Refused("bad_chain", 422)
    for number, chain in zip_longest(own, chains):
        seat = hosted.seats[number]
        if seat.nonce is None:
            # One device with several seats adds its number once and the seat's.
            seat.nonce = bytes(byte ^ number for byte in bytes.fromhex(nonce)).hex()
            seat.chain = chain
    if all(seat.ready for seat in hosted.seats):
        begin(hosted, now)


def begin(hosted: HostedMatch, now: float) -> None:
    hosted.match = Match(
        hosted.game,
        len(hosted.seats),
        players=[seat.name for seat in hosted.seats],
        seed=bytes.fromhex(hosted.seed),
        match_id=hosted.id,
        nonces=[bytes.fromhex(seat.nonce or "") for seat in hosted.seats],
        chains=hosted.chains,
        position=hosted.position,
    )
    hosted.status = Status.PLAYING
    hosted.version = len(hosted.match.events)
    hosted.bot_to_move = hosted.acting is not None and hosted.acting.bot is not None
    clock.start_clocks(hosted, now)


def rematch(hosted: HostedMatch, seat: int, now: float) -> None:
    """Agree to play again; when all people do, there is a new match: seats move round by one, everybody sits."""
    if hosted.status != Status.OVER:
        raise Refused("not_over")
    if hosted.next_match is not None:
        return
    agreed = hosted.offers.setdefault("rematch", [])
    agreed += [each for each in hosted.seats_of(hosted.seats[seat].person or "") if each not in agreed]
    if not all(each.number in agreed for each in hosted.seats if each.kind == SeatKind.PERSON):
        return
    turned = hosted.seats[1:] + hosted.seats[:1]
    seats = [
        Seat(
            number,
            old.kind,
            person=old.person,
            name=old.name,
            bot=old.name if old.kind == SeatKind.BOT else None,
            nonce=BOT_NONCE if old.kind == SeatKind.BOT else None,
        )
        for number, old in enumerate(turned)
    ]
    hosted.sequel = HostedMatch(
        id=new_id(),
        game=hosted.game,
        host=hosted.host,
        seed=new_seed().hex(),
        seats=seats,
        created=now,
        changed=now,
        private=hosted.private,
        rated=hosted.rated and not isinstance(hosted.pace, NoClock),  # older ones had no clock
        shared_screen=hosted.shared_screen,
        position=hosted.position,
        pace=hosted.pace,
    )
    hosted.next_match = hosted.sequel.id
