"""Commands before a match begins: join, be ready, stand up, and what the host may do."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from klatsch.match.dice import LINK
from klatsch.server.commands.context import CommandContext, checked_seat, command
from klatsch.server.errors import Refused
from klatsch.server.match import setup
from klatsch.server.screens.frames import Answer
from klatsch.server.storage import match_lists


@dataclass(frozen=True)
class Join:
    """Sit down on an open seat, or with the invitation's word on an invited one."""

    seat: int | None = None
    invitation: str | None = None


@command(Join)
async def join(context: CommandContext, command: Join) -> Answer:
    await context.server.budgets.spend("joins", context.spender)
    await match_lists.check_room(context.server.storage, context.person.id)
    async with context.server.matches.change(context.match_id) as hosted:
        for other in hosted.people():
            if other.person is not None and other.person != context.person.id:
                await context.server.people.check_not_blocked(context.person.id, other.person)
        setup.join(hosted, context.person_ref, command.seat, command.invitation)
    return Answer()


@dataclass(frozen=True)
class Ready:
    """Add 16 random bytes (32 hexadecimal digits) of your own to the dice; the match begins when all have.

    `chains`: where the hash chains of your seats end (64 hexadecimal digits each, in the order of the seats), if you
    want to add a link to every draw that your actions lead to.
    """

    nonce: str
    chains: list[str] = field(default_factory=list)


@command(Ready)
async def ready(context: CommandContext, command: Ready) -> Answer:
    if not re.fullmatch(r"[0-9a-f]{32}", command.nonce):
        raise Refused("bad_nonce", 422)
    if not all(LINK.fullmatch(end) for end in command.chains):
        raise Refused("bad_chain", 422)
    async with context.server.matches.change(context.match_id) as hosted:
        hosted.seat_of(context.person.id)
        setup.be_ready(hosted, context.person.id, command.nonce, context.now, command.chains)
    return Answer()


@dataclass(frozen=True)
class StandUp:
    """Leave a match that hasn't begun."""


@command(StandUp)
async def stand_up(context: CommandContext, command: StandUp) -> Answer:
    async with context.server.matches.change(context.match_id) as hosted:
        setup.stand_up(hosted, context.person.id)
    return Answer()


@dataclass(frozen=True)
class Remove:
    """The host frees the seat of somebody, who doesn't sit down here again; an invited seat gets another word."""

    seat: int


@command(Remove)
async def remove(context: CommandContext, command: Remove) -> Answer:
    async with context.server.matches.change(context.match_id) as hosted:
        setup.remove(hosted, context.person.id, checked_seat(hosted, command.seat))
    return Answer()


@dataclass(frozen=True)
class SeatBot:
    """The host gives an empty seat to a bot."""

    seat: int
    bot: str = "bot:3"


@command(SeatBot)
async def seat_bot(context: CommandContext, command: SeatBot) -> Answer:
    async with context.server.matches.change(context.match_id) as hosted:
        setup.seat_bot(hosted, context.person.id, checked_seat(hosted, command.seat), command.bot)
        if all(seat.ready for seat in hosted.seats):
            setup.begin(hosted, context.now)
    return Answer()
