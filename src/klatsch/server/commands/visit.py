"""Who asks, and how a command and its handler become known."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from klatsch.server.hub import Connection
from klatsch.server.live import Live, Refused
from klatsch.server.operation import COMMANDS_DONE
from klatsch.server.people import Person
from klatsch.server.screen import viewer_for
from klatsch.server.seating import Sitter

if TYPE_CHECKING:
    from klatsch.server.house import House

Answer = dict[str, Any]


@dataclass(frozen=True)
class Visit:
    """Who asks, about which match, and from where."""

    house: House
    person: Person
    match: str
    lang: str
    connection: Connection | None = None

    @property
    def sitter(self) -> Sitter:
        return Sitter(self.person.id, self.person.name)

    def viewer(self, live: Live) -> int:
        return viewer_for(live, self.person.id, None if self.connection is None else self.connection.facing)


Handler = Callable[[Visit, Any], Awaitable[Answer]]
COMMANDS: dict[str, tuple[type, Handler]] = {}


def command(kind: type) -> Callable[[Handler], Handler]:
    """Registers the handler of a kind of command under its name: `BeReady` is `be_ready`."""

    name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()

    done, refused = (COMMANDS_DONE.labels(name, outcome) for outcome in ("done", "refused"))

    def register(handler: Handler) -> Handler:
        async def counted(visit: Visit, given: Any) -> Answer:
            try:
                answer = await handler(visit, given)
            except Exception:
                refused.inc()
                raise
            done.inc()
            return answer

        COMMANDS[name] = (kind, counted)
        return handler

    return register


def checked_seat(live: Live, seat: int) -> int:
    if not 0 <= seat < len(live.seats):
        raise Refused("no_such_seat", 422)
    return seat
