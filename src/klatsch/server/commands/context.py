"""The context of a command (who asks, about which match), and the registry of commands."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from klatsch.server.budgets import Spender
from klatsch.server.errors import Refused
from klatsch.server.http.monitoring import COMMANDS_DONE
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.playing import TimeIsOut
from klatsch.server.match.setup import PersonRef
from klatsch.server.screens.connections import Connection
from klatsch.server.screens.frames import Answer
from klatsch.server.screens.screen import viewer_for
from klatsch.server.storage.people import Person

if TYPE_CHECKING:
    from klatsch.server.server import Server


@dataclass(frozen=True)
class CommandContext:
    """Who asks, about which match, and from where."""

    server: Server
    person: Person
    spender: Spender
    match_id: str
    lang: str
    connection: Connection | None = None

    @property
    def person_ref(self) -> PersonRef:
        return PersonRef(self.person.id, self.person.name, self.person.is_guest)

    @property
    def now(self) -> float:
        """The game clock's time."""
        return self.server.clock.now()

    def viewer(self, hosted: HostedMatch) -> int:
        return viewer_for(hosted, self.person.id, None if self.connection is None else self.connection.facing)


Handler = Callable[[CommandContext, Any], Awaitable[Answer]]


class Command(NamedTuple):
    kind: type  # what it takes
    answer: type[Answer]
    handler: Handler


COMMANDS: dict[str, Command] = {}


def command(kind: type) -> Callable[[Handler], Handler]:
    """Registers the handler of a kind of command under its name: `BeReady` is `be_ready`."""

    name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()

    done, refused = (COMMANDS_DONE.labels(name, outcome) for outcome in ("done", "refused"))

    def register(handler: Handler) -> Handler:
        async def counted(context: CommandContext, given: Any) -> Answer:
            try:
                answer = await handler(context, given)
            except TimeIsOut:
                refused.inc()
                await context.server.ticker.let_time_out(context.match_id)
                raise
            except Exception:
                refused.inc()
                raise
            done.inc()
            return answer

        COMMANDS[name] = Command(kind, get_type_hints(handler)["return"], counted)
        return handler

    return register


def checked_seat(hosted: HostedMatch, seat: int) -> int:
    if not 0 <= seat < len(hosted.seats):
        raise Refused("no_such_seat", 422)
    return seat
