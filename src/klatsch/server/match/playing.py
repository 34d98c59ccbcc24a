"""Rules of a hosted match while it runs: play, undo, offers, resignation, time. Each changes a fork, or refuses.

Out of time or resigned: with two sides a loss; with more, a bot takes the seat and the player ranks last.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from klatsch.core.game import OVER
from klatsch.core.replay import Event
from klatsch.match.match import Match
from klatsch.server.errors import Refused
from klatsch.server.match import clock
from klatsch.server.match.hosted_match import HostedMatch, SeatKind, Status

SUBSTITUTE = "bot:3"  # who takes over an abandoned seat


class TimeIsOut(Refused):
    """Too late for anything but the time-out, which whoever hears of this records, though no tick has come yet."""

    def __init__(self) -> None:
        super().__init__("time_is_out")


def check_time(hosted: HostedMatch, now: float) -> None:
    if hosted.deadline is not None and now >= hosted.deadline:
        raise TimeIsOut


@contextmanager
def happening(hosted: HostedMatch, now: float, undoes: bool = False, in_time: bool = True) -> Iterator[Match]:
    """Clocks, offers and the end, around whatever happens to the table."""
    match = hosted.running_match()
    if hosted.status != Status.PLAYING:
        raise match.refuse_over()
    if in_time:
        check_time(hosted, now)
    clock.spend(hosted, now)
    actor = hosted.actor
    yield match
    hosted.version = len(match.events)
    if match.over:
        hosted.status = Status.OVER
        hosted.result = match.utilities()
        hosted.offers = {}
    clock.pass_on(hosted, actor, now, undoes)
    acting = hosted.acting
    hosted.bot_to_move = acting is not None and acting.bot is not None
    hosted.leased_by = hosted.leased_until = None


def play(hosted: HostedMatch, seat: int, action: str, seen: int | None, now: float, link: str = "") -> None:
    """A decision. `seen` is the version that whoever decides had before them: a stale click is never applied.

    `link`: of the seat's hash chain, if its device has one.
    """
    check_seen(hosted, seen)
    with happening(hosted, now) as match:
        match.play(seat, action, link)
        hosted.offers.pop("draw", None)
        hosted.offers.pop("undo", None)


def play_instead(hosted: HostedMatch, seat: int, action: str, seen: int | None, now: float, link: str = "") -> None:
    """Another decision in place of the seat's last one: a card that was chosen is turned, say. Nobody is asked, so it
    is possible only while nothing has been learned since."""
    check_seen(hosted, seen)
    match = hosted.running_match()
    if match.why_no_undo(seat) is not None:
        raise match.refuse_undo(seat)
    with happening(hosted, now, undoes=True):
        match.undo(seat)
    play(hosted, seat, action, None, now, link)


def check_seen(hosted: HostedMatch, seen: int | None) -> None:
    if seen is not None and seen != hosted.version:
        raise Refused("stale", 412)


def undo(hosted: HostedMatch, seat: int, now: float) -> None:
    """Take the last decision back; where something was learned since, ask the others."""
    match = hosted.running_match()
    check_time(hosted, now)
    if hosted.status == Status.PLAYING and match.why_no_undo(seat) is not None and "undo" not in hosted.offers:
        if not any(entry.event.kind == "play" and entry.event.seat == seat for entry in match.entries):
            raise match.refuse_undo(seat)
        hosted.offers["undo"] = [seat]
        accept(hosted, "undo", seat, now)
    else:
        with happening(hosted, now, undoes=True) as match:
            match.undo(seat)


def offer(hosted: HostedMatch, name: str, seat: int, now: float) -> None:
    """Offer a draw, or agree to what was offered (a draw, an undo)."""
    check_asked(hosted, seat, now)
    if name == "draw":
        hosted.offers.setdefault("draw", [])
    if name not in hosted.offers:
        raise Refused("no_offer")
    accept(hosted, name, seat, now)


def accept(hosted: HostedMatch, name: str, seat: int, now: float) -> None:
    agreed = hosted.offers[name]
    own = hosted.seats_of(hosted.seats[seat].person or "")
    agreed += [each for each in own or [seat] if each not in agreed]
    is_playing = hosted.running_match().is_playing  # who is only away is asked as well
    if all(each.number in agreed for each in hosted.seats if each.kind == SeatKind.PERSON and is_playing(each.number)):
        asker = agreed[0]
        del hosted.offers[name]
        with happening(hosted, now, undoes=name == "undo") as match:
            if name == "draw":
                match.agree_draw()
            else:
                match.undo(asker, consent=True)


def decline(hosted: HostedMatch, name: str, seat: int, now: float) -> None:
    check_asked(hosted, seat, now)
    if hosted.offers.pop(name, None) is None:
        raise Refused("no_offer")


def check_asked(hosted: HostedMatch, seat: int, now: float) -> None:
    """Who is beaten or has given up has no say in what the others agree on."""
    match = hosted.running_match()
    if hosted.status != Status.PLAYING:
        raise Refused("over")
    check_time(hosted, now)
    own = hosted.seats_of(hosted.seats[seat].person or "") or [seat]
    if not any(match.is_playing(each) for each in own):
        raise Refused("no_say")


def resign(hosted: HostedMatch, seat: int, now: float) -> None:
    leave(hosted, Event("resign", seat), now)


def time_out(hosted: HostedMatch, now: float) -> bool:
    """The acting seat's time is over; False if it isn't (somebody was faster)."""
    acting = hosted.acting
    if acting is None or hosted.deadline is None or now < hosted.deadline:
        return False
    leave(hosted, Event("timeout", acting.number), now, in_time=False)
    return True


def leave(hosted: HostedMatch, event: Event, now: float, in_time: bool = True) -> None:
    with happening(hosted, now, in_time=in_time) as match:
        match.record(event)
        if not match.over:
            seat = hosted.seats[event.seat]
            seat.bot = SUBSTITUTE
            match.record(Event("takeover", event.seat, SUBSTITUTE))


def take_over(hosted: HostedMatch, seat: int, now: float) -> None:
    """A bot plays on for somebody who is away; they can come back. Nobody's rating is a bot's."""
    if hosted.rated:
        raise Refused("rated_no_takeover")
    if hosted.seats[seat].kind != SeatKind.PERSON or hosted.seats[seat].bot is not None:
        raise Refused("not_abandoned")
    with happening(hosted, now) as match:
        hosted.seats[seat].bot = SUBSTITUTE
        match.record(Event("takeover", seat, SUBSTITUTE))


def come_back(hosted: HostedMatch, seat: int, now: float) -> None:
    if hosted.seats[seat].kind == SeatKind.BOT or hosted.seats[seat].bot is None:
        raise Refused("not_away")
    if seat in hosted.running_match().left:
        raise Refused("left_for_good")
    with happening(hosted, now) as match:
        hosted.seats[seat].bot = None
        match.record(Event("return", seat))


def bot_turn(hosted: HostedMatch) -> str | None:
    """The bot that has to decide now."""
    acting = hosted.acting
    return None if hosted.actor == OVER or acting is None else acting.bot
