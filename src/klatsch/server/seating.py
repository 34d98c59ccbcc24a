"""Before a match begins: making it, sitting down, standing up, being ready; and the rematch after it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from klatsch.bots.bot_names import LEVEL_NAMES
from klatsch.core import registry
from klatsch.core.options import drawn
from klatsch.match.dice import new_seed
from klatsch.match.match import Match
from klatsch.server import clock
from klatsch.server.live import (
    BOT,
    FINISHED,
    FREE,
    INVITED,
    PERSON,
    PLAYING,
    WAITING,
    Live,
    Refused,
    Seat,
    shared_game,
)

BOT_NONCE = "00" * 16  # a bot adds no chance: the server could choose it when it knows everybody else's
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


@dataclass(frozen=True)
class Sitter:
    """A person as seats know them."""

    id: str
    name: str


@dataclass(frozen=True)
class Plan:
    """A match as somebody wants it. `seats`: me, open, invited, or a bot's name, one word a seat."""

    game: str
    seats: Sequence[str]
    options: Mapping[str, str] = field(default_factory=dict)
    pace: Mapping[str, Any] = field(default_factory=lambda: clock.NO_CLOCK)
    rated: bool = False
    private: bool = False


def new_id(length: int = 10) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def open_match(plan: Plan, maker: Sitter, now: float) -> Live:
    """A new match with its first people and bots seated; ValueError with a sentence if there can't be such a one."""
    if "me" not in plan.seats:
        raise Refused("seat_for_yourself", 422)
    options = drawn(registry.definition(plan.game).options, plan.options)
    game = shared_game(plan.game, tuple(options.items()))
    game.new(len(plan.seats))
    seats = [planned_seat(number, word, maker) for number, word in enumerate(plan.seats)]
    shared = plan.seats.count("me") > 1
    people = [seat for seat in seats if seat.kind != BOT]
    if plan.rated and (shared or len(people) < 2):
        raise Refused("rated_needs_people", 422)
    return Live(
        id=new_id(),
        game=game,
        host=maker.id,
        seed=new_seed().hex(),
        seats=seats,
        created=now,
        changed=now,
        private=plan.private or all(seat.kind in (PERSON, BOT) for seat in seats),
        rated=plan.rated,
        shared_screen=shared,
        pace=dict(plan.pace),
    )


def planned_seat(number: int, word: str, maker: Sitter) -> Seat:
    if word == "me":
        return Seat(number, PERSON, person=maker.id, name=maker.name)
    if word == FREE:
        return Seat(number, FREE)
    if word == INVITED:
        return Seat(number, INVITED, invitation=new_id(8))
    if word in LEVEL_NAMES:
        return Seat(number, BOT, name=word, bot=word, nonce=BOT_NONCE)
    raise ValueError(f"a seat is me, open, invited or bot:1 … bot:8, not {word!r}")


def join(live: Live, sitter: Sitter, seat: int | None, invitation: str | None) -> None:
    """Sit down: on an open seat, or with its word on an invited one. Sitting there already is fine."""
    if live.seats_of(sitter.id):
        return
    if live.status != WAITING:
        raise Refused("started_already")
    for each in live.seats:
        invited = each.kind == INVITED and invitation is not None and each.invitation == invitation
        if (each.kind == FREE or invited) and seat in (None, each.number):
            each.kind, each.person, each.name = PERSON, sitter.id, sitter.name
            return
    raise Refused("no_free_seat")


def stand_up(live: Live, person: str) -> None:
    """Leave a match that hasn't begun. When its maker goes, it is closed."""
    if live.status != WAITING:
        raise Refused("started_already")
    live.seat_of(person)
    for seat in live.seats:
        if seat.person == person:
            free(seat)
    if person == live.host:
        live.status, live.note = "closed", "host_left"


def remove(live: Live, host: str, seat: int) -> None:
    """The maker frees the seat of somebody who doesn't come."""
    if live.status != WAITING:
        raise Refused("started_already")
    if host != live.host or live.seats[seat].person == host:
        raise Refused("only_the_host", 403)
    free(live.seats[seat])


def free(seat: Seat) -> None:
    kind = INVITED if seat.invitation else FREE
    seat.kind, seat.person, seat.name, seat.nonce = kind, None, "", None


def seat_bot(live: Live, host: str, seat: int, bot: str) -> None:
    """The maker gives an empty seat to a bot instead of waiting."""
    if live.status != WAITING:
        raise Refused("started_already")
    if host != live.host:
        raise Refused("only_the_host", 403)
    if live.seats[seat].taken or bot not in LEVEL_NAMES:
        raise Refused("no_free_seat")
    if live.rated:
        raise Refused("rated_needs_people")
    live.seats[seat] = Seat(seat, BOT, name=bot, bot=bot, nonce=BOT_NONCE)


def be_ready(live: Live, person: str, nonce: str, now: float) -> None:
    """The person's device has seen the commitment and adds its own chance; when all have, the match begins."""
    if live.status != WAITING:
        return
    for number in live.seats_of(person):
        seat = live.seats[number]
        if seat.nonce is None:
            # One device with several seats adds its number once and the seat's.
            seat.nonce = bytes(byte ^ number for byte in bytes.fromhex(nonce)).hex()
    if all(seat.ready for seat in live.seats):
        begin(live, now)


def begin(live: Live, now: float) -> None:
    live.table = Match(
        live.game,
        len(live.seats),
        players=[seat.name for seat in live.seats],
        seed=bytes.fromhex(live.seed),
        match_id=live.id,
        nonces=[bytes.fromhex(seat.nonce or "") for seat in live.seats],
    )
    live.status = PLAYING
    live.version = len(live.table.events)
    live.bot_to_move = live.acting is not None and live.acting.bot is not None
    clock.start_clocks(live, now)


def rematch(live: Live, seat: int, now: float) -> None:
    """Agree to play again; when all people do, there is a new match: seats move round by one, everybody sits."""
    if live.status != FINISHED:
        raise Refused("not_over")
    if live.next_match is not None:
        return
    agreed = live.offers.setdefault("rematch", [])
    agreed += [each for each in live.seats_of(live.seats[seat].person or "") if each not in agreed]
    if not all(each.number in agreed for each in live.seats if each.kind == PERSON):
        return
    turned = live.seats[1:] + live.seats[:1]
    seats = [
        Seat(
            number,
            old.kind,
            person=old.person,
            name=old.name,
            bot=old.name if old.kind == BOT else None,
            nonce=BOT_NONCE if old.kind == BOT else None,
        )
        for number, old in enumerate(turned)
    ]
    live.sequel = Live(
        id=new_id(),
        game=live.game,
        host=live.host,
        seed=new_seed().hex(),
        seats=seats,
        created=now,
        changed=now,
        private=live.private,
        rated=live.rated,
        shared_screen=live.shared_screen,
        pace=live.pace,
    )
    live.next_match = live.sequel.id
