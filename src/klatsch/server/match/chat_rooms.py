"""Who hears whom: players among themselves, those who watch among themselves, or everybody.

At a private table, and while a match is played, strangers don't speak to players, and read nothing that players say to
each other; nor does whom the host removed, ever. A line stays in the room that it was said in, also when the match is
over and everybody talks together.
"""

from __future__ import annotations

from enum import StrEnum

from klatsch.server.match.hosted_match import HostedMatch, Status


class Room(StrEnum):
    """To whom a line is said."""

    EVERYBODY = "everybody"
    PLAYERS = "players"
    WATCHERS = "watchers"


def room_of(hosted: HostedMatch, person: str) -> Room:
    """Where somebody speaks now."""
    apart = hosted.private or hosted.status == Status.PLAYING or person in hosted.removed
    return side_of(hosted, person) if apart else Room.EVERYBODY


def rooms_heard(hosted: HostedMatch, person: str) -> tuple[Room, Room]:
    """Where the lines come from that somebody is told."""
    return Room.EVERYBODY, side_of(hosted, person)


def side_of(hosted: HostedMatch, person: str) -> Room:
    return Room.PLAYERS if hosted.seats_of(person) else Room.WATCHERS
