"""Connections of this process: who looks at which match, and what each screen shows.

A connection that is slow gets fewer updates, not a longer queue: what it is sent is always the difference between
what it shows and what is true when it can take more.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from klatsch.server.match.chat_rooms import rooms_heard
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.pausable_clock import PausableClock
from klatsch.server.screens.diff import difference
from klatsch.server.screens.drawing_cache import DrawingCache
from klatsch.server.screens.frames import ChatFrame, Frame, ScreenFrame, UpdateFrame, WholeScreen
from klatsch.server.screens.screen import screen, viewer_for
from klatsch.server.storage.chat import ChatLine
from klatsch.server.storage.matches import MatchListener
from klatsch.server.storage.people import Person

if TYPE_CHECKING:
    from klatsch.server.screens.notify_processes import ProcessNotifier

ENCODER = msgspec.json.Encoder()
MOST_MESSAGES = 100  # that wait for one connection, beside its screen


def everybody(ids: Iterable[str]) -> list[str]:
    """Each person once, however many pages they have open; strangers, who have no id, one by one."""
    people = list(ids)
    return [*sorted(set(people) - {""}), *[""] * people.count("")]


class Connection:
    def __init__(self, person: Person, match_id: str, lang: str) -> None:
        self.person = person
        self.match_id = match_id
        self.lang = lang
        self.facing: int | None = None  # on a shared screen: the seat that it was handed to
        self.muted: set[str] = set()  # whose chat this person doesn't want
        self.shown: WholeScreen | None = None
        self.messages: deque[Frame] = deque()
        self.stale = True  # the screen shows something old
        self.wake: Callable[[], None] = nothing  # there is something to say
        self.hang_up: Callable[[], object] = nothing
        self.ended = False  # the session or token that it came with has ended: it may do nothing more

    def send(self, message: Frame) -> None:
        if len(self.messages) >= MOST_MESSAGES:
            self.messages.popleft()
        self.messages.append(message)
        self.wake()

    def refresh(self) -> None:
        self.stale = True
        self.wake()

    def end(self) -> None:
        """It does nothing and is told nothing more."""
        if not self.ended:
            self.ended = True
            self.hang_up()


def nothing() -> None:
    """Nobody listens yet."""


class Connections(MatchListener):
    def __init__(self, clock: PausableClock) -> None:
        self.clock = clock
        self.drawings = DrawingCache()
        self.by_match: dict[str, set[Connection]] = defaultdict(set)
        self.latest: dict[str, HostedMatch] = {}
        # Match → process → who looks there, and when that was last told.
        self.elsewhere: dict[str, dict[str, tuple[list[str], float]]] = defaultdict(dict)
        self.known_present: dict[str, list[str]] = {}  # while nobody comes or goes

    @asynccontextmanager
    async def here_with(
        self, connection: Connection, hosted: HostedMatch, processes: ProcessNotifier
    ) -> AsyncIterator[None]:
        """The connection is here as long as the block runs, and other processes know it."""
        self.enter(connection, hosted)
        try:
            await processes.ask_who_is_there(hosted.id)
            await processes.say_who_is_here(hosted.id)
            yield
        finally:
            self.leave(connection)
            await processes.say_who_is_here(hosted.id)

    def enter(self, connection: Connection, hosted: HostedMatch) -> None:
        self.by_match[hosted.id].add(connection)
        self.known_present.pop(hosted.id, None)
        self.learn(hosted)
        self.refresh(hosted.id)

    def learn(self, hosted: HostedMatch) -> None:
        """What is looked up can be overtaken by what happens: never back to an older revision."""
        known = self.latest.get(hosted.id)
        if known is None or known.revision <= hosted.revision:
            self.latest[hosted.id] = hosted

    def leave(self, connection: Connection) -> None:
        there = self.by_match[connection.match_id]
        there.discard(connection)
        self.known_present.pop(connection.match_id, None)
        if there:
            self.refresh(connection.match_id)
        else:
            del self.by_match[connection.match_id]
            self.latest.pop(connection.match_id, None)

    def here(self, match_id: str) -> list[str]:
        """Who looks at a match through this process."""
        return everybody(connection.person.id for connection in self.by_match.get(match_id, ()))

    def players_and_others(self, match_id: str) -> tuple[list[str], int]:
        """The same, told apart: who sits at the match, and how many only watch."""
        here, known = self.here(match_id), self.latest.get(match_id)
        seated = {seat.person for seat in known.seats} if known is not None else set()
        players = [id for id in here if id in seated]
        return players, len(here) - len(players)

    def present(self, match_id: str) -> list[str]:
        known = self.known_present.get(match_id)
        if known is None:
            elsewhere = (people for people, _ in self.elsewhere.get(match_id, {}).values())
            known = everybody(chain(self.here(match_id), *elsewhere))
            if match_id in self.by_match:
                self.known_present[match_id] = known
        return known

    def set_elsewhere(self, process: str, match_id: str, people: list[str]) -> None:
        if people:
            self.elsewhere[match_id][process] = people, time.monotonic()
        else:
            self.elsewhere[match_id].pop(process, None)
        self.known_present.pop(match_id, None)
        self.refresh(match_id)

    def forget_silent(self, seconds: float) -> None:
        """Processes that told nothing for so long are gone, and with them who looked through them."""
        limit = time.monotonic() - seconds
        for match_id, processes in list(self.elsewhere.items()):
            silent = [process for process, (_, told) in processes.items() if told < limit]
            for process in silent:
                self.set_elsewhere(process, match_id, [])
            if not processes:
                del self.elsewhere[match_id]

    async def changed(self, hosted: HostedMatch) -> None:
        if hosted.id in self.by_match:
            self.learn(hosted)
            self.refresh(hosted.id)

    def refresh(self, match_id: str) -> None:
        for connection in self.by_match.get(match_id, ()):
            connection.refresh()

    def tell(self, hosted: HostedMatch, line: ChatLine) -> None:
        """Something a person says, to everybody who may hear it and hasn't muted them."""
        message = ChatFrame(line.person, line.name, line.text, line.at, line.room)
        for connection in self.by_match.get(hosted.id, ()):
            person = connection.person.id
            if line.room in rooms_heard(hosted, person) and line.person not in connection.muted:
                connection.send(message)

    def next_frame(self, connection: Connection) -> bytes | None:
        """What is to be said to a connection now; None if it knows everything."""
        if connection.ended:
            return None
        if connection.messages:
            return ENCODER.encode(connection.messages.popleft())
        if connection.stale:
            connection.stale = False
            change = self.update(connection)
            if change is not None:
                return ENCODER.encode(change)
        return None

    def update(self, connection: Connection) -> ScreenFrame | UpdateFrame | None:
        hosted = self.latest[connection.match_id]
        new = self.screen_of(connection, hosted)
        change = difference(connection.shown, new)
        connection.shown = new
        return change

    def screen_of(self, connection: Connection, hosted: HostedMatch) -> WholeScreen:
        viewer = viewer_for(hosted, connection.person.id, connection.facing)
        present = self.present(hosted.id)
        return screen(hosted, connection.person.id, viewer, connection.lang, self.drawings, present, self.clock.now())
