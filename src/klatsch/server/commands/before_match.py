"""Before a match begins: sitting down, being ready, standing up; what its host may do."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from klatsch.server import seating
from klatsch.server.commands.visit import Answer, Visit, checked_seat, command
from klatsch.server.live import Refused


@dataclass(frozen=True)
class Join:
    """Sit down on an open seat, or with the invitation's word on an invited one."""

    seat: int | None = None
    invitation: str | None = None


@command(Join)
async def join(visit: Visit, command: Join) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        for other in live.people():
            if other.person is not None and other.person != visit.person.id:
                await visit.house.check_peace(visit.person.id, other.person)
        seating.join(live, visit.sitter, command.seat, command.invitation)
    return {}


@dataclass(frozen=True)
class Ready:
    """Add 16 random bytes (32 hexadecimal digits) of your own to the dice; the match begins when all have."""

    nonce: str


@command(Ready)
async def ready(visit: Visit, command: Ready) -> Answer:
    if not re.fullmatch(r"[0-9a-f]{32}", command.nonce):
        raise Refused("bad_nonce", 422)
    async with visit.house.tables.change(visit.match) as live:
        live.seat_of(visit.person.id)
        seating.be_ready(live, visit.person.id, command.nonce, time.time())
    return {}


@dataclass(frozen=True)
class StandUp:
    """Leave a match that hasn't begun."""


@command(StandUp)
async def stand_up(visit: Visit, command: StandUp) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        seating.stand_up(live, visit.person.id)
    return {}


@dataclass(frozen=True)
class Remove:
    """The host frees the seat of somebody who doesn't come."""

    seat: int


@command(Remove)
async def remove(visit: Visit, command: Remove) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        seating.remove(live, visit.person.id, checked_seat(live, command.seat))
    return {}


@dataclass(frozen=True)
class SeatBot:
    """The host gives an empty seat to a bot."""

    seat: int
    bot: str = "bot:3"


@command(SeatBot)
async def seat_bot(visit: Visit, command: SeatBot) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        seating.seat_bot(live, visit.person.id, checked_seat(live, command.seat), command.bot)
        if all(seat.ready for seat in live.seats):
            seating.begin(live, time.time())
    return {}
