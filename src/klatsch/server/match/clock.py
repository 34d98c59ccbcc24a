"""Clocks: the actor's time runs, also out of turn; increments and days count per turn, not per decision."""

from __future__ import annotations

from klatsch.core.game import OVER
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.pace import NoClock


def start_clocks(hosted: HostedMatch, now: float) -> None:
    for seat in hosted.seats:
        seat.clock_seconds = hosted.pace.at_start
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
    if not isinstance(hosted.pace, NoClock) and actor_before >= 0 and hosted.actor not in (actor_before, OVER):
        before, after = hosted.seats[actor_before], hosted.seats[hosted.actor]
        if undoes:
            after.clock_seconds = hosted.pace.after_undo(after.clock_seconds or 0.0, before.clock_seconds or 0.0)
        else:
            before.clock_seconds = hosted.pace.after_turn(before.clock_seconds or 0.0)
    set_deadline(hosted, now)


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
