"""What can be done at a match, stated once: the socket and the HTTP API take the same commands.

A command is a small record; its handler changes the match or answers a question. Refused, NotAllowed or IllegalAction:
nothing has changed.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert

from klatsch.core.game import OPEN, PUBLIC
from klatsch.core.message import Refusal
from klatsch.core.rng import Rng
from klatsch.rulebook import clause_text
from klatsch.server import playing, seating, thinking
from klatsch.server.fanout import chat_frame
from klatsch.server.hub import Connection
from klatsch.server.live import PERSON, PLAYING, Live, Refused, Seat
from klatsch.server.operation import COMMANDS_DONE
from klatsch.server.people import Person
from klatsch.server.schema import chat, reports
from klatsch.server.screen import board_key, last_places, viewer_for
from klatsch.server.seating import Sitter

if TYPE_CHECKING:
    from klatsch.server.house import House

Answer = dict[str, Any]
ABSENT_SECONDS = 60.0  # so long after their last move a bot may play for somebody who isn't here
MOST_TEXT = 500


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

    def register(handler: Handler) -> Handler:
        async def counted(visit: Visit, given: Any) -> Answer:
            try:
                answer = await handler(visit, given)
            except Exception:
                COMMANDS_DONE.labels(name, "refused").inc()
                raise
            COMMANDS_DONE.labels(name, "done").inc()
            return answer

        COMMANDS[name] = (kind, counted)
        return handler

    return register


# ── Before the match ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Join:
    """Sit down on an open seat, or with the invitation's word on an invited one."""

    seat: int | None = None
    invitation: str | None = None


@command(Join)
async def join(visit: Visit, command: Join) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        for other in live.people():
            if other.person is not None and other.person != visit.person.id:
                await visit.house.check_peace(visit.person.id, other.person)
        seating.join(live, visit.sitter, command.seat, command.invitation)
    return {}


@dataclass(frozen=True)
class Ready:
    """Add 16 random bytes (32 hexadecimal digits) of your own to the dice; the match begins when all have."""

    nonce: str


@command(Ready)
async def ready(visit: Visit, command: Ready) -> Answer:
    if not re.fullmatch(r"[0-9a-f]{32}", command.nonce):
        raise Refused("bad_nonce", 422)
    async with visit.house.tables.change(visit.match) as live:
        live.seat_of(visit.person.id)
        seating.be_ready(live, visit.person.id, command.nonce, time.time())
    return {}


@dataclass(frozen=True)
class StandUp:
    """Leave a match that hasn't begun."""


@command(StandUp)
async def stand_up(visit: Visit, command: StandUp) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        seating.stand_up(live, visit.person.id)
    return {}


@dataclass(frozen=True)
class Remove:
    """The host frees the seat of somebody who doesn't come."""

    seat: int


@command(Remove)
async def remove(visit: Visit, command: Remove) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        seating.remove(live, visit.person.id, checked_seat(live, command.seat))
    return {}


@dataclass(frozen=True)
class SeatBot:
    """The host gives an empty seat to a bot."""

    seat: int
    bot: str = "bot:3"


@command(SeatBot)
async def seat_bot(visit: Visit, command: SeatBot) -> Answer:
    async with visit.house.tables.change(visit.match) as live:
        seating.seat_bot(live, visit.person.id, checked_seat(live, command.seat), command.bot)
        if all(seat.ready for seat in live.seats):
            seating.begin(live, time.time())
    return {}


# ── At the match ──────────────────────────────────────────────────────────────────────────────────


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
        live.seat_of(visit.person.id)
        playing.decline(live, command.offer)
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
    return waits and not here and time.time() - live.changed > ABSENT_SECONDS


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


@dataclass(frozen=True)
class Chat:
    """Say something to everybody at the match. With an `id` of its own it is said once, however often it is sent."""

    text: str
    id: str = ""


@command(Chat)
async def say(visit: Visit, command: Chat) -> Answer:
    text = " ".join(command.text.split())[:MOST_TEXT]
    if not text:
        raise Refused("nothing_said", 422)
    if command.id and not visit.house.is_new((visit.person.id, command.id[:40])):
        return {}
    await visit.house.limit("chat", visit.person.id)
    live = await visit.house.tables.get(visit.match)
    said = {"person": visit.person.id, "name": visit.person.name, "text": text, "at": time.time()}
    async with visit.house.storage.write() as db:
        id = await db.scalar(insert(chat).values(match=live.id, **said).returning(chat.c.id))
        await visit.house.fanout.publish(db, "chat", live.id, id=id)
    visit.house.hub.tell(live.id, chat_frame(said), visit.person.id)
    return {}


@dataclass(frozen=True)
class Report:
    """Tell the host of the server about somebody's behaviour."""

    person: str
    text: str


@command(Report)
async def report(visit: Visit, command: Report) -> Answer:
    await visit.house.limit("report", visit.person.id)
    async with visit.house.storage.write() as db:
        await db.execute(
            insert(reports).values(
                person=visit.person.id,
                about=command.person[:24],
                match=visit.match,
                text=command.text[:MOST_TEXT],
                at=time.time(),
            )
        )
    return {}


# ── Questions ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Words:
    """What actions do, in words: for the choices that are offered now."""

    actions: list[int]


@command(Words)
async def words(visit: Visit, command: Words) -> Answer:
    live = await visit.house.tables.get(visit.match)
    seat = deciding_seat(visit, live)
    state = live.playing_table().state
    legal = set(state.legal_actions())
    return {"words": {n: state.describe(n, seat, visit.lang) for n in command.actions[:60] if n in legal}}


@dataclass(frozen=True)
class Why:
    """Why nothing can be done with these places of the drawing, in the order they were chosen."""

    places: list[str]


@command(Why)
async def why(visit: Visit, command: Why) -> Answer:
    live = await visit.house.tables.get(visit.match)
    table = live.playing_table()
    definition = live.game.definition
    seat = visit.viewer(live)
    if live.status != PLAYING or live.actor != seat or seat < 0:
        return {"sentence": table.state.prompt(max(seat, PUBLIC), visit.lang), "clause": "", "rule": ""}
    refusal = why_not_there(live, tuple(command.places[:6]))
    if refusal is None:
        return {"sentence": table.state.prompt(seat, visit.lang), "clause": "", "rule": ""}
    rule = clause_text(definition, refusal.clause, visit.lang) if refusal.clause else ""
    return {"sentence": definition.words.say(visit.lang)(refusal.message), "clause": refusal.clause, "rule": rule}


def why_not_there(live: Live, places: tuple[str, ...]) -> Refusal | None:
    """The refusal of an action that these places begin; of the nearest one where several would."""
    assert live.table is not None
    state = live.table.state
    legal = set(state.legal_actions())
    for length in range(len(places), 0, -1):
        for number, action in enumerate(live.game.actions):
            if number not in legal and action.anchors[:length] == places[:length]:
                return state.refusal(number)
    for number, action in enumerate(live.game.actions):
        if number not in legal and places and places[-1] in action.anchors:
            return state.refusal(number)
    return None


@dataclass(frozen=True)
class At:
    """How the drawing looked after so many lines of the log; of a finished match as any `viewer` (a seat, -4: open)."""

    position: int
    viewer: int | None = None


@command(At)
async def at(visit: Visit, command: At) -> Answer:
    live = await visit.house.tables.get(visit.match)
    table = live.playing_table()
    viewer = asked_viewer(visit, live, command.viewer)
    position = max(0, min(command.position, len(table.entries)))
    artist = visit.house.hub.artist
    drawing = artist.draw(live.game, table.view_after(position, viewer), visit.lang)
    return {
        "position": position,
        "board": board_key(drawing),
        "pieces": [(piece.id, piece.markup) for piece in drawing.pieces],
        "last": last_places(table, viewer, artist, visit.lang, position),
    }


@dataclass(frozen=True)
class Board:
    """What lies under the pieces, drawn; of a finished match as any `viewer` sees it."""

    viewer: int | None = None


@command(Board)
async def board(visit: Visit, command: Board) -> Answer:
    live = await visit.house.tables.get(visit.match)
    table = live.playing_table()
    view = table.view_after(len(table.entries), asked_viewer(visit, live, command.viewer))
    drawing = visit.house.hub.artist.draw(live.game, view, visit.lang)
    return {
        "key": board_key(drawing),
        "width": drawing.width,
        "height": drawing.height,
        "definitions": drawing.definitions,
        "markup": drawing.board,
    }


def asked_viewer(visit: Visit, live: Live, wanted: int | None) -> int:
    """As whom they look; once a match is over, as whom they want."""
    if wanted is None or not live.playing_table().over:
        return visit.viewer(live)
    if wanted not in (PUBLIC, OPEN) and not 0 <= wanted < len(live.seats):
        raise Refused("no_such_viewer", 422)
    return wanted


@dataclass(frozen=True)
class Hint:
    """A hint for what is asked: 1 where to look, 2 which piece, 3 the move, 4 why the obvious one fails."""

    step: int = 1


@command(Hint)
async def hint(visit: Visit, command: Hint) -> Answer:
    step = max(1, min(4, command.step))
    return {"step": step, "sentences": await studied(visit, thinking.give_hint, step, visit.lang)}


@dataclass(frozen=True)
class Explain:
    """What a bot thinks of the position in which you decide."""


@command(Explain)
async def explain(visit: Visit, command: Explain) -> Answer:
    return {"sentences": await studied(visit, thinking.give_explanation, visit.lang)}


async def studied(visit: Visit, task: Callable[..., list[str]], *args: object) -> list[str]:
    """A bot's study of the person's own decision, from what that seat knows. Not at rated matches."""
    live = await visit.house.tables.get(visit.match)
    if live.rated:
        raise Refused("rated_no_help")
    seat = deciding_seat(visit, live)
    await visit.house.limit("study", visit.person.id)
    known = live.playing_table().state.clone().resample(seat, Rng(secrets.randbits(63)))
    options = tuple(live.game.options.items())
    seed = live.version + 1  # the same position gets the same answer
    return await visit.house.thinkers.ask(task, live.game.name, options, known.to_bytes(), *args, seed)


@dataclass(frozen=True)
class Face:
    """On a shared screen: this seat looks at it now."""

    seat: int


@command(Face)
async def face(visit: Visit, command: Face) -> Answer:
    live = await visit.house.tables.get(visit.match)
    if visit.connection is not None:
        visit.connection.facing = live.seat_of(visit.person.id, command.seat)
        visit.connection.refresh()
    return {}


def deciding_seat(visit: Visit, live: Live) -> int:
    seat = visit.viewer(live)
    if live.status != PLAYING or seat != live.actor or live.seats[seat].kind != PERSON:
        raise Refused("not_your_turn")
    return seat


def checked_seat(live: Live, seat: int) -> int:
    if not 0 <= seat < len(live.seats):
        raise Refused("no_such_seat", 422)
    return seat
