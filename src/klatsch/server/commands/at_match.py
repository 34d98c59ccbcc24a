"""At a running match: playing, taking back, offering, leaving; and another one after it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from klatsch.server import playing, seating
from klatsch.server.commands.visit import Answer, Visit, checked_seat, command
from klatsch.server.live import Live, Refused, Seat


@dataclass(frozen=True)
class Play:
    """Play an action, by its number or notation. `seen`: the version it was chosen at; a stale one is refused."""

    action: int | str
    seen: int | None = None
    seat: int | None = None


@command(Play)
async def play(visit: Visit, command: Play) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        action = command.action if isinstance(command.action, str) else live.game.notation(command.action)
        seat = live.seat_of(visit.person.id, command.seat)
        if live.seats[seat].bot is not None:
            raise Refused("bot_plays")
        playing.play(live, seat, action, command.seen, time.time())
    return {"version": live.version}


@dataclass(frozen=True)
class Undo:
    """Take the last decision back; where something was learned since, the others are asked."""

    seat: int | None = None
    seen: int | None = None


@command(Undo)
async def undo(visit: Visit, command: Undo) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        playing.check_seen(live, command.seen)
        table = live.playing_table()
        own = live.seats_of(visit.person.id)
        seat = live.seat_of(visit.person.id, command.seat)
        if command.seat is None:  # on a shared screen: whoever played last
            seat = next((each for each in own if table.why_no_undo(each) is None), seat)
        if live.seats[seat].bot is not None:
            raise Refused("bot_plays")
        playing.undo(live, seat, time.time())
        asked = "undo" in live.offers
    return {"asked": asked}


@dataclass(frozen=True)
class Offer:
    """Offer a draw, or agree to an offer that stands (`draw`, `undo`)."""

    offer: str


@command(Offer)
async def offer(visit: Visit, command: Offer) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        playing.offer(live, command.offer, live.seat_of(visit.person.id), time.time())
    return {}


@dataclass(frozen=True)
class Decline:
    """Decline an offer, or withdraw one's own."""

    offer: str


@command(Decline)
async def decline(visit: Visit, command: Decline) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        playing.decline(live, command.offer, live.seat_of(visit.person.id))
    return {}


@dataclass(frozen=True)
class Resign:
    """Give up."""

    seat: int | None = None
    seen: int | None = None


@command(Resign)
async def resign(visit: Visit, command: Resign) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        playing.check_seen(live, command.seen)
        playing.resign(live, live.seat_of(visit.person.id, command.seat), time.time())
    return {}


@dataclass(frozen=True)
class TakeOver:
    """Let a bot play for a seat whose player is away (or for your own); they can come back."""

    seat: int


@command(TakeOver)
async def take_over(visit: Visit, command: TakeOver) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        own = live.seats_of(visit.person.id)
        if not own:
            raise Refused("not_your_table", 403)
        seat = live.seats[checked_seat(live, command.seat)]
        if seat.number not in own and not is_abandoned(visit, live, seat):
            raise Refused("not_abandoned")
        playing.take_over(live, seat.number, time.time())
    return {}


def is_abandoned(visit: Visit, live: Live, seat: Seat) -> bool:
    """It is their turn, they aren't here, nothing has happened for a while, and no clock looks after it."""
    waits = seat.number == live.actor and live.pace["kind"] == "none" and not live.rated
    here = seat.person in visit.house.hub.present(live.id)
    return waits and not here and time.time() - live.changed > visit.house.settings.absent_after


@dataclass(frozen=True)
class ComeBack:
    """Take your seat back from the bot."""

    seat: int | None = None


@command(ComeBack)
async def come_back(visit: Visit, command: ComeBack) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        playing.come_back(live, live.seat_of(visit.person.id, command.seat), time.time())
    return {}


@dataclass(frozen=True)
class Rematch:
    """Play again; when all people want it, `next` is the new match."""


@command(Rematch)
async def rematch(visit: Visit, command: Rematch) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        seating.rematch(live, live.seat_of(visit.person.id), time.time())
    return {"next": live.next_match}
