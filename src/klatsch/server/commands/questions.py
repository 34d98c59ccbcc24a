"""Questions about a match: words, reasons, earlier positions, a bot's opinion; and who looks at a shared screen."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from klatsch.core.game import OPEN, PUBLIC
from klatsch.core.message import Refusal
from klatsch.core.rng import Rng
from klatsch.rulebook import clause_text
from klatsch.server import thinking
from klatsch.server.commands.visit import Answer, Visit, command
from klatsch.server.live import PERSON, PLAYING, Live, Refused
from klatsch.server.screen import board_key, last_drawn, last_places


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
        "pieces": drawing.pieces,
        "last": last_places(table, viewer, artist, visit.lang, position),
        "drawn": last_drawn(table, position),
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
