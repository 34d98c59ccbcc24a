"""Questions about a match: words, reasons, earlier positions, hints, explanations."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import UNSET, UnsetType

from klatsch.core.game import OPEN, PUBLIC
from klatsch.core.message import Refusal
from klatsch.core.rng import Rng
from klatsch.drawing import Piece
from klatsch.match.clicks import meant, why_clicks
from klatsch.rulebook import clause_text
from klatsch.server.background import workers
from klatsch.server.commands.context import CommandContext, command
from klatsch.server.errors import Refused
from klatsch.server.match.hosted_match import HostedMatch, SeatKind, Status
from klatsch.server.screens.frames import Answer, Draw
from klatsch.server.screens.page_drawing import Layout, board_key, page_drawing
from klatsch.server.screens.what_happened import last_drawn, last_places


@dataclass(frozen=True)
class Words:
    """What actions do, in words: for the choices that are offered now."""

    actions: list[int]


class ActionWords(Answer):
    words: dict[int, str]


@command(Words)
async def words(context: CommandContext, command: Words) -> ActionWords:
    hosted = await context.server.matches.get(context.match_id)
    seat = deciding_seat(context, hosted)
    state = hosted.running_match().state
    legal = set(state.legal_actions())
    return ActionWords(words={n: state.label(n, seat, context.lang) for n in command.actions[:60] if n in legal})


@dataclass(frozen=True)
class Why:
    """Why nothing can be done with these places of the drawing, in the order they were chosen.

    `under`: instead of the last one, all that lies where it was clicked, from top to bottom.
    """

    places: list[str]
    under: list[str] = field(default_factory=list)


class Reason(Answer):
    """Why something can't be done, the clause of the rules that forbids it, and the clause's own words."""

    error: str
    clause: str = ""
    rule: str | UnsetType = UNSET


@command(Why)
async def why(context: CommandContext, command: Why) -> Reason:
    hosted = await context.server.matches.get(context.match_id)
    match = hosted.running_match()
    definition = hosted.game.definition
    seat = context.viewer(hosted)
    if hosted.status != Status.PLAYING or hosted.actor != seat or seat < 0:
        return Reason(error=match.state.prompt(max(seat, PUBLIC), context.lang))
    refusal = why_not_there(hosted, tuple(command.places[:6]), tuple(command.under[:20]))
    if refusal is None:
        return Reason(error=match.state.prompt(seat, context.lang))
    rule = clause_text(definition, refusal.clause, context.lang) if refusal.clause else UNSET
    return Reason(error=definition.words.say(context.lang)(refusal.message), clause=refusal.clause, rule=rule)


def why_not_there(hosted: HostedMatch, places: tuple[str, ...], under: tuple[str, ...] = ()) -> Refusal | None:
    assert hosted.match is not None
    state = hosted.match.state
    return why_clicks(state, meant(state, places, under))


@dataclass(frozen=True)
class At:
    """How the drawing looked after so many lines of the log; of a finished match as any `viewer` (a seat, -4: open)."""

    position: int
    viewer: int | None = None


class Position(Answer):
    """How the board looked after so many lines of the log."""

    position: int
    board: str
    pieces: tuple[Piece, ...]
    last: list[str]
    drawn: list[Draw]


@command(At)
async def at(context: CommandContext, command: At) -> Position:
    hosted = await context.server.matches.get(context.match_id)
    if hosted.ending is not None:
        kept = hosted.ending.in_language(context.lang).drawing_at(command.position)
        return Position(position=command.position, board=kept.key, pieces=kept.pieces, last=[], drawn=[])
    match = hosted.running_match()
    viewer = asked_viewer(context, hosted, command.viewer)
    position = max(0, min(command.position, len(match.entries)))
    cache = context.server.connections.drawings
    drawing = cache.draw(hosted.game, match.view_after(position, viewer), context.lang)
    return Position(
        position=position,
        board=board_key(drawing),
        pieces=drawing.pieces,
        last=last_places(match, cache, context.lang, position),
        drawn=last_drawn(match, position),
    )


@dataclass(frozen=True)
class Board:
    """What lies under the pieces, drawn; of a finished match as any `viewer` sees it."""

    viewer: int | None = None


class Background(Answer):
    """What lies under the pieces."""

    key: str
    layout: Layout
    definitions: str
    markup: str


@command(Board)
async def board(context: CommandContext, command: Board) -> Background:
    hosted = await context.server.matches.get(context.match_id)
    if hosted.ending is not None:
        drawing = hosted.ending.in_language(context.lang).last_drawing
    else:
        match = hosted.running_match()
        view = match.view_after(len(match.entries), asked_viewer(context, hosted, command.viewer))
        drawing = page_drawing(context.server.connections.drawings.draw(hosted.game, view, context.lang))
    return Background(
        key=drawing.key,
        layout=drawing.layout,
        definitions=drawing.definitions,
        markup=drawing.board,
    )


def asked_viewer(context: CommandContext, hosted: HostedMatch, wanted: int | None) -> int:
    """As whom they look; once a match is over, as whom they want."""
    if wanted is None or not hosted.running_match().over:
        return context.viewer(hosted)
    if wanted not in (PUBLIC, OPEN) and not 0 <= wanted < len(hosted.seats):
        raise Refused("no_such_viewer", 422)
    return wanted


@dataclass(frozen=True)
class Hint:
    """A hint for what is asked: 1 where to look, 2 which piece, 3 the move, 4 why the obvious one fails."""

    step: int = 1


class HintGiven(Answer):
    step: int
    sentences: list[str]


@command(Hint)
async def hint(context: CommandContext, command: Hint) -> HintGiven:
    step = max(1, min(4, command.step))
    return HintGiven(step=step, sentences=await studied(context, workers.give_hint, step, context.lang))


@dataclass(frozen=True)
class Explain:
    """What a bot thinks of the position in which you decide."""


class Explanation(Answer):
    sentences: list[str]


@command(Explain)
async def explain(context: CommandContext, command: Explain) -> Explanation:
    return Explanation(sentences=await studied(context, workers.give_explanation, context.lang))


async def studied(context: CommandContext, task: Callable[..., list[str]], *args: object) -> list[str]:
    """A bot's study of the person's own decision, from what that seat knows. Not at rated matches."""
    hosted = await context.server.matches.get(context.match_id)
    if hosted.rated:
        raise Refused("rated_no_help")
    seat = deciding_seat(context, hosted)
    await context.server.budgets.spend("hints", context.spender)
    known = hosted.running_match().state.known_to(seat, Rng(secrets.randbits(63)))
    seed = hosted.version + 1  # the same position gets the same answer
    return await context.server.hint_queue.ask(
        context.spender.key, task, hosted.game.name, hosted.game.options, known.to_bytes(), *args, seed
    )


@dataclass(frozen=True)
class Face:
    """On a shared screen: this seat looks at it now."""

    seat: int


@command(Face)
async def face(context: CommandContext, command: Face) -> Answer:
    hosted = await context.server.matches.get(context.match_id)
    if context.connection is not None:
        context.connection.facing = hosted.seat_of(context.person.id, command.seat)
        context.connection.refresh()
    return Answer()


def deciding_seat(context: CommandContext, hosted: HostedMatch) -> int:
    seat = context.viewer(hosted)
    if hosted.status != Status.PLAYING or seat != hosted.actor or hosted.seats[seat].kind != SeatKind.PERSON:
        raise Refused("not_your_turn")
    return seat
