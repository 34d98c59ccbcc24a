"""Clocks: the actor's time runs, also out of turn; increments and days count per turn, not per decision."""

from __future__ import annotations

from typing import Any

from klatsch.core.game import OVER
from klatsch.server.match.hosted_match import HostedMatch, Seat

DAY = 86400.0
MOST_SECONDS, MOST_INCREMENT, MOST_DAYS = 4 * 3600, 300, 14
NO_CLOCK: dict[str, Any] = {"kind": "none"}


def checked_pace(kind: str, seconds: int = 0, increment: int = 0, days: int = 0) -> dict[str, Any]:
    """A pace as it is stored; ValueError for what no clock can do."""
    if kind == "none":
        return dict(NO_CLOCK)
    if kind == "live" and 30 <= seconds <= MOST_SECONDS and 0 <= increment <= MOST_INCREMENT:
        return {"kind": "live", "seconds": seconds, "increment": increment}
    if kind == "days" and 1 <= days <= MOST_DAYS:
        return {"kind": "days", "days": days}
    raise ValueError(
        "a pace is none, live (30 to 14400 seconds and an increment up to 300) or days (1 to 14 for each turn)"
    )


def start_clocks(hosted: HostedMatch, now: float) -> None:
    kind = hosted.pace["kind"]
    if kind == "none":
        return
    for seat in hosted.seats:
        seat.clock_seconds = hosted.pace["seconds"] if kind == "live" else hosted.pace["days"] * DAY
    set_deadline(hosted, now)


def spend(hosted: HostedMatch, now: float) -> None:
    """Take the time used so far from the acting seat; before anything happens at the table."""
    acting = hosted.acting
    if acting is not None and acting.clock_seconds is not None:
        acting.clock_seconds = left(hosted, acting.number, now)


def pass_on(hosted: HostedMatch, actor_before: int, now: float, undoes: bool = False) -> None:
    """After something happened: who has ended a turn gets what a turn earns, and the actor's clock runs.

    Whoever takes the end of a turn back gives back what it earned; of days the one who gets the turn back has as much
    as the other had left, at most, so that taking back gains nobody time.
    """
    kind = hosted.pace["kind"]
    if kind != "none" and actor_before >= 0 and hosted.actor not in (actor_before, OVER):
        if undoes:
            take_back_earnings(hosted, hosted.seats[hosted.actor], hosted.seats[actor_before])
        else:
            earn(hosted, hosted.seats[actor_before])
    set_deadline(hosted, now)


def earn(hosted: HostedMatch, seat: Seat) -> None:
    if hosted.pace["kind"] == "live":
        seat.clock_seconds = (seat.clock_seconds or 0.0) + hosted.pace["increment"]
    else:
        seat.clock_seconds = hosted.pace["days"] * DAY


def take_back_earnings(hosted: HostedMatch, seat: Seat, other: Seat) -> None:
    if hosted.pace["kind"] == "live":
        seat.clock_seconds = max(0.0, (seat.clock_seconds or 0.0) - hosted.pace["increment"])
    else:
        seat.clock_seconds = min(seat.clock_seconds or 0.0, other.clock_seconds or 0.0)


def left(hosted: HostedMatch, number: int, now: float) -> float:
    """What a seat's clock shows."""
    seconds = hosted.seats[number].clock_seconds or 0.0
    if number == hosted.actor and hosted.turn_since is not None:
        seconds -= max(0.0, now - hosted.turn_since)
    return max(0.0, seconds)


def set_deadline(hosted: HostedMatch, now: float) -> None:
    """The actor's clock runs from now on, unless a bot plays: a bot has time."""
    acting = hosted.acting
    if acting is None or acting.bot is not None or acting.clock_seconds is None:
        hosted.turn_since = hosted.deadline = None
    else:
        hosted.turn_since = now
        hosted.deadline = now + acting.clock_seconds
