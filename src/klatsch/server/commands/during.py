"""Commands at a running match: play, undo, offer, resign, take over; and the rematch."""

from __future__ import annotations

import time
from dataclasses import dataclass

from klatsch.server.commands.context import CommandContext, checked_seat, command
from klatsch.server.errors import Refused
from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch, Seat
from klatsch.server.match.pace import NoClock
from klatsch.server.screens.frames import Answer


@dataclass(frozen=True)
class Play:
    """Play an action, by its number or notation. `seen`: the version it was chosen at; a stale one is refused.

    `link`: of your seat's hash chain, if it has one; the seat tells its number. `instead`: your last decision is taken
    back for it, where that is free.
    """

    action: int | str
    seen: int | None = None
    seat: int | None = None
    link: str = ""
    instead: bool = False


class Played(Answer):
    version: int


@command(Play)
async def play(context: CommandContext, command: Play) -> Played:
    async with context.server.matches.change(context.match_id) as hosted:
        action = command.action if isinstance(command.action, str) else hosted.game.notation(command.action)
        seat = hosted.seat_of(context.person.id, command.seat)
        if hosted.seats[seat].bot is not None:
            raise Refused("bot_plays")
        if command.instead:
            playing.play_instead(hosted, seat, action, command.seen, context.now, command.link)
        else:
            playing.play(hosted, seat, action, command.seen, context.now, command.link)
    return Played(version=hosted.version)


@dataclass(frozen=True)
class Undo:
    """Take the last decision back; where something was learned since, the others are asked."""

    seat: int | None = None
    seen: int | None = None


class Undone(Answer):
    asked: bool


@command(Undo)
async def undo(context: CommandContext, command: Undo) -> Undone:
    async with context.server.matches.change(context.match_id) as hosted:
        playing.check_seen(hosted, command.seen)
        match = hosted.running_match()
        own = hosted.seats_of(context.person.id)
        seat = hosted.seat_of(context.person.id, command.seat)
        if command.seat is None:  # on a shared screen: whoever played last
            seat = next((each for each in own if match.why_no_undo(each) is None), seat)
        if hosted.seats[seat].bot is not None:
            raise Refused("bot_plays")
        playing.undo(hosted, seat, context.now)
        asked = "undo" in hosted.offers
    return Undone(asked=asked)


@dataclass(frozen=True)
class Offer:
    """Offer a draw, or agree to an offer that stands (`draw`, `undo`)."""

    offer: str


@command(Offer)
async def offer(context: CommandContext, command: Offer) -> Answer:
    async with context.server.matches.change(context.match_id) as hosted:
        playing.offer(hosted, command.offer, hosted.seat_of(context.person.id), context.now)
    return Answer()


@dataclass(frozen=True)
class Decline:
    """Decline an offer, or withdraw one's own."""

    offer: str


@command(Decline)
async def decline(context: CommandContext, command: Decline) -> Answer:
    async with context.server.matches.change(context.match_id) as hosted:
        playing.decline(hosted, command.offer, hosted.seat_of(context.person.id), context.now)
    return Answer()


@dataclass(frozen=True)
class Resign:
    """Give up."""

    seat: int | None = None
    seen: int | None = None


@command(Resign)
async def resign(context: CommandContext, command: Resign) -> Answer:
    async with context.server.matches.change(context.match_id) as hosted:
        playing.check_seen(hosted, command.seen)
        playing.resign(hosted, hosted.seat_of(context.person.id, command.seat), context.now)
    return Answer()


@dataclass(frozen=True)
class TakeOver:
    """Let a bot play for a seat whose player is away (or for your own); they can come back."""

    seat: int


@command(TakeOver)
async def take_over(context: CommandContext, command: TakeOver) -> Answer:
    async with context.server.matches.change(context.match_id) as hosted:
        own = hosted.seats_of(context.person.id)
        if not own:
            raise Refused("not_your_table", 403)
        seat = hosted.seats[checked_seat(hosted, command.seat)]
        if seat.number not in own and not is_abandoned(context, hosted, seat):
            raise Refused("not_abandoned")
        playing.take_over(hosted, seat.number, context.now)
    return Answer()


def is_abandoned(context: CommandContext, hosted: HostedMatch, seat: Seat) -> bool:
    """It is their turn, they aren't here, nothing has happened for a while, and no clock looks after it."""
    waits = seat.number == hosted.actor and isinstance(hosted.pace, NoClock) and not hosted.rated
    here = seat.person in context.server.connections.present(hosted.id)
    return waits and not here and time.time() - hosted.changed > context.server.settings.absent_after


@dataclass(frozen=True)
class ComeBack:
    """Take your seat back from the bot."""

    seat: int | None = None


@command(ComeBack)
async def come_back(context: CommandContext, command: ComeBack) -> Answer:
    async with context.server.matches.change(context.match_id) as hosted:
        playing.come_back(hosted, hosted.seat_of(context.person.id, command.seat), context.now)
    return Answer()


@dataclass(frozen=True)
class Rematch:
    """Play again; when all people want it, `next` is the new match."""


class Next(Answer):
    next: str | None


@command(Rematch)
async def rematch(context: CommandContext, command: Rematch) -> Next:
    async with context.server.matches.change(context.match_id) as hosted:
        setup.rematch(hosted, hosted.seat_of(context.person.id), time.time())
    return Next(next=hosted.next_match)
