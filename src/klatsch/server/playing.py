"""What players do at a running match: play, take back, offer, leave. Each changes a fork of the match, or refuses.

Out of time or resigned: with two sides a loss; with more, a bot takes the seat and the player ranks last.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from klatsch.core.game import OVER
from klatsch.core.replay import Event
from klatsch.match.match import Match
from klatsch.server import clock
from klatsch.server.live import BOT, FINISHED, PERSON, PLAYING, Live, Refused

SUBSTITUTE = "bot:3"  # who takes over an abandoned seat


@contextmanager
def happening(live: Live, now: float, undoes: bool = False) -> Iterator[Match]:
    """Clocks, offers and the end, around whatever happens to the table."""
    table = live.playing_table()
    if live.status != PLAYING:
        raise table.refuse_over()
    clock.spend(live, now)
    actor = live.actor
    yield table
    live.version = len(table.events)
    if table.over:
        live.status = FINISHED
        live.result = table.utilities()
        live.offers = {}
    clock.pass_on(live, actor, now, undoes)
    acting = live.acting
    live.bot_to_move = acting is not None and acting.bot is not None
    live.leased_by = live.leased_until = None


def play(live: Live, seat: int, action: str, seen: int | None, now: float) -> None:
    """A decision. `seen` is the version that whoever decides had before them: a stale click is never applied."""
    check_seen(live, seen)
    with happening(live, now) as table:
        table.play(seat, action)
        live.offers.pop("draw", None)
        live.offers.pop("undo", None)


def check_seen(live: Live, seen: int | None) -> None:
    if seen is not None and seen != live.version:
        raise Refused("stale", 412)


def undo(live: Live, seat: int, now: float) -> None:
    """Take the last decision back; where something was learned since, ask the others."""
    table = live.playing_table()
    if live.status == PLAYING and table.why_no_undo(seat) is not None and "undo" not in live.offers:
        if not any(entry.event.kind == "play" and entry.event.seat == seat for entry in table.entries):
            raise table.refuse_undo(seat)
        live.offers["undo"] = [seat]
        accept(live, "undo", seat, now)
    else:
        with happening(live, now, undoes=True) as table:
            table.undo(seat)


def offer(live: Live, name: str, seat: int, now: float) -> None:
    """Offer a draw, or agree to what was offered (a draw, an undo)."""
    check_asked(live, seat)
    if name == "draw":
        live.offers.setdefault("draw", [])
    if name not in live.offers:
        raise Refused("no_offer")
    accept(live, name, seat, now)


def accept(live: Live, name: str, seat: int, now: float) -> None:
    agreed = live.offers[name]
    own = live.seats_of(live.seats[seat].person or "")
    agreed += [each for each in own or [seat] if each not in agreed]
    is_playing = live.playing_table().is_playing  # who is only away is asked as well
    if all(each.number in agreed for each in live.seats if each.kind == PERSON and is_playing(each.number)):
        asker = agreed[0]
        del live.offers[name]
        with happening(live, now, undoes=name == "undo") as table:
            if name == "draw":
                table.agree_draw()
            else:
                table.undo(asker, consent=True)


def decline(live: Live, name: str, seat: int) -> None:
    check_asked(live, seat)
    if live.offers.pop(name, None) is None:
        raise Refused("no_offer")


def check_asked(live: Live, seat: int) -> None:
    """Who is beaten or has given up has no say in what the others agree on."""
    table = live.playing_table()
    if live.status != PLAYING:
        raise Refused("over")
    own = live.seats_of(live.seats[seat].person or "") or [seat]
    if not any(table.is_playing(each) for each in own):
        raise Refused("no_say")


def resign(live: Live, seat: int, now: float) -> None:
    leave(live, Event("resign", seat), now)


def time_out(live: Live, now: float) -> bool:
    """The acting seat's time is over; False if it isn't (somebody was faster)."""
    acting = live.acting
    if acting is None or live.deadline is None or now < live.deadline:
        return False
    leave(live, Event("timeout", acting.number), now)
    return True


def leave(live: Live, event: Event, now: float) -> None:
    with happening(live, now) as table:
        table.record(event)
        if not table.over:
            seat = live.seats[event.seat]
            seat.bot = SUBSTITUTE
            table.record(Event("takeover", event.seat, SUBSTITUTE))


def take_over(live: Live, seat: int, now: float) -> None:
    """A bot plays on for somebody who is away; they can come back."""
    if live.seats[seat].kind != PERSON or live.seats[seat].bot is not None:
        raise Refused("not_abandoned")
    with happening(live, now) as table:
        live.seats[seat].bot = SUBSTITUTE
        table.record(Event("takeover", seat, SUBSTITUTE))


def come_back(live: Live, seat: int, now: float) -> None:
    if live.seats[seat].kind == BOT or live.seats[seat].bot is None:
        raise Refused("not_away")
    if seat in live.playing_table().left:
        raise Refused("left_for_good")
    with happening(live, now) as table:
        live.seats[seat].bot = None
        table.record(Event("return", seat))


def bot_turn(live: Live) -> str | None:
    """The bot that has to decide now."""
    acting = live.acting
    return None if live.actor == OVER or acting is None else acting.bot
