"""Makes the screen of a match for one viewer: the only way from a match to anybody's page.

Boards and words come from `view` and from messages told to that viewer. Choices go to the seat that decides and to
nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from klatsch.core import registry
from klatsch.core.game import OPEN, OVER, PUBLIC, Game
from klatsch.drawing import Piece
from klatsch.match.match import Match
from klatsch.server.match import clock
from klatsch.server.match.chat_rooms import room_of
from klatsch.server.match.ending import Told
from klatsch.server.match.hosted_match import HostedMatch, SeatKind, Status
from klatsch.server.screens.drawing_cache import DrawingCache
from klatsch.server.screens.frames import (
    Action,
    Draw,
    Line,
    Result,
    Seat,
    Tally,
    WholeScreen,
)
from klatsch.server.screens.page_drawing import board_key
from klatsch.server.storage.player_ratings import LEAST_TURNS, WEIGHTS
from klatsch.server.words import WORDS


class Sight(msgspec.Struct):
    """What all who look from one place see of a revision."""

    board: str
    pieces: tuple[Piece, ...]
    log: list[Line]
    tally: Tally | None
    last: list[str]
    clause: str | UnsetType
    drawn: list[Draw]


def viewer_for(hosted: HostedMatch, person: str, facing: int | None = None) -> int:
    """As whom somebody looks at a match: their seat, the public, or, when it is over, everything.

    People who share a screen see the seat that the screen was handed to.
    """
    own = hosted.seats_of(person)
    if hosted.match is not None and hosted.match.over and hosted.match.state.actor == OVER:
        return OPEN
    if not own:
        return PUBLIC
    if hosted.shared_screen and hosted.game.definition.hidden:
        # Hands leave the screen before it is handed on.
        return facing if facing in own and (hosted.actor == facing or hosted.actor not in own) else PUBLIC
    return hosted.actor if hosted.actor in own else own[0]


def screen(
    hosted: HostedMatch, person: str, viewer: int, lang: str, cache: DrawingCache, present: Sequence[str], now: float
) -> WholeScreen:
    """Everything of the page that can change during a match; `now` is the game clock's."""
    seated = [seat.person for seat in hosted.seats]
    shown = WholeScreen(
        status=hosted.status,
        version=hosted.version,
        viewer=viewer,
        seats=[own_row(hosted, row, person, now) for row in seat_rows(hosted, lang, cache, present)],
        actor=hosted.actor,
        offers=hosted.offers,
        next=hosted.next_match,
        rated=hosted.rated,
        watching=len([id for id in present if id not in seated]),
        room=room_of(hosted, person),
        prompt=WORDS.say(lang)(hosted.why_nothing_happens),
    )
    if hosted.ending is not None:
        show_kept(shown, hosted, hosted.ending.in_language(lang), lang)
    if hosted.match is None:
        return shown
    sight = sight_from(hosted, viewer, lang, cache)
    for name in Sight.__struct_fields__:
        setattr(shown, name, getattr(sight, name))
    if hosted.status != Status.PLAYING:
        show_end(shown, hosted, lang)
        return shown
    shown.prompt = hosted.match.state.prompt(viewer, lang)
    if hosted.actor == viewer and hosted.acting is not None and hosted.acting.bot is None:
        show_choices(shown, hosted, viewer, lang)
    shown.undo = undo_data(hosted, person)
    return shown


def sight_from(hosted: HostedMatch, viewer: int, lang: str, cache: DrawingCache) -> Sight:
    """Made once for each revision and place; where nothing is hidden, there is one place for everybody."""
    match, place = hosted.match, viewer if hosted.game.definition.hidden else PUBLIC
    assert match is not None
    return cache.once(
        ("sight", hosted.id, place, lang), hosted.revision, lambda: look(hosted, match, place, lang, cache)
    )


def look(hosted: HostedMatch, match: Match, viewer: int, lang: str, cache: DrawingCache) -> Sight:
    definition = hosted.game.definition
    view = match.view_after(len(match.entries), viewer)
    drawing = cache.draw(hosted.game, view, lang)
    sheet = definition.tally(view, definition.words.say(lang))
    return Sight(
        board=board_key(drawing),
        pieces=drawing.pieces,
        log=match.log(viewer, lang),
        tally=tally_of(sheet.columns, sheet.rows, sheet.seated),
        last=last_places(match, viewer, cache, lang),
        clause=definition.clause(match.state) if hosted.status == Status.PLAYING else UNSET,
        drawn=last_drawn(match),
    )


def tally_of(
    columns: Sequence[str], rows: Sequence[Sequence[str | int]], seated: Sequence[int] | None = None
) -> Tally | None:
    if not columns:
        return None
    return Tally(list(columns), [list(row) for row in rows], list(range(len(columns)) if seated is None else seated))


def seat_rows(hosted: HostedMatch, lang: str, cache: DrawingCache, present: Sequence[str]) -> list[Seat]:
    """What everybody sees of the seats, made once as long as nothing happens and nobody comes or goes."""
    return cache.once(
        ("seats", hosted.id, lang),
        (hosted.revision, tuple(present)),
        lambda: [seat_data(hosted, number, lang, present) for number in range(len(hosted.seats))],
    )


def own_row(hosted: HostedMatch, row: Seat, person: str, now: float) -> Seat:
    """A seat's row with what is one person's own of it, or runs."""
    seat = hosted.seats[row.seat]
    return msgspec.structs.replace(
        row,
        own=seat.kind == SeatKind.PERSON and seat.person == person,
        clock=None if seat.clock_seconds is None else round(clock.left(hosted, row.seat, now), 1),
        runs=row.seat == hosted.actor and hosted.turn_since is not None,
    )


def seat_data(hosted: HostedMatch, number: int, lang: str, present: Sequence[str]) -> Seat:
    seat = hosted.seats[number]
    say = hosted.game.definition.words.say(lang)
    return Seat(
        seat=number,
        title=say(hosted.seat_name(number)),
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        person=seat.person,
        present=seat.person in present if seat.kind == SeatKind.PERSON else seat.kind == SeatKind.BOT,
        ready=seat.ready,
        left=hosted.match is not None and number in hosted.match.left,
        out=hosted.match is not None and hosted.match.state.is_out(number),
        link=None if hosted.match is None else hosted.match.link_wanted(number),
    )


def show_choices(shown: WholeScreen, hosted: HostedMatch, seat: int, lang: str) -> None:
    """What the seat can do now; actions without anchors are buttons with their words."""
    assert hosted.match is not None
    state = hosted.match.state
    game = hosted.game
    rows = rows_of(game)
    shown.actions = [rows[action] for action in state.legal_actions()]
    shown.buttons = {row[0]: state.describe(row[0], seat, lang) for row in shown.actions if len(row) == 1}
    tip = None if hosted.rated else game.definition.guide(state, seat)
    shown.guide = None if tip is None else game.definition.words.say(lang)(tip)


@lru_cache(maxsize=200)
def rows_of(game: Game) -> list[Action]:
    """All actions of a game, as a page is told of them."""
    return [(number, *action.anchors) for number, action in enumerate(game.actions)]


def undo_data(hosted: HostedMatch, person: str) -> Literal["free", "ask", ""]:
    """Can this person take something back: freely, by asking, or not at all?"""
    assert hosted.match is not None
    match = hosted.match
    own = hosted.seats_of(person)
    if any(match.why_no_undo(seat) is None for seat in own):
        return "free"
    return "ask" if own and match.has_played(*own) else ""


def show_end(shown: WholeScreen, hosted: HostedMatch, lang: str) -> None:
    """The result with its reason in words."""
    if hosted.status != Status.OVER or hosted.match is None or hosted.match.outcome is None:
        return
    say = hosted.game.definition.words.say(lang)
    outcome = hosted.match.outcome
    first = [say(hosted.seat_name(seat)) for seat in outcome.ranking[0]]
    wins = say("wins" if len(outcome.ranking) > 1 else "shared", who=" & ".join(first))
    ranking = [list(seats) for seats in outcome.ranking]
    shown.prompt = wins
    shown.result = Result(say(outcome.reason), wins, ranking, hosted.result, rating_words(hosted, lang))


def show_kept(shown: WholeScreen, hosted: HostedMatch, told: Told, lang: str) -> None:
    """The end as it was shown when it came, by rules that are no more."""
    drawing = told.last_drawing
    shown.board, shown.pieces, shown.log = drawing.key, drawing.pieces, told.log
    shown.tally = tally_of(told.columns, told.rows)
    shown.last, shown.drawn, shown.prompt = [], [], f"{told.wins} {WORDS.say(lang)('refused.old_rules')}"
    shown.result = Result(told.reason, told.wins, told.ranking, hosted.result, rating_words(hosted, lang))


def rating_words(hosted: HostedMatch, lang: str) -> str | None:
    """How much a rated match counted."""
    if hosted.rating_weight is None:
        return None
    say = WORDS.say(lang)
    if hosted.rating_weight == 0:
        return say(f"rating.{hosted.note}", turns=LEAST_TURNS, games=len(WEIGHTS))
    return say(
        "rating.whole" if hosted.rating_weight == 1 else "rating.part", percent=f"{100 * hosted.rating_weight:g}"
    )


def last_places(match: Match, viewer: int, cache: DrawingCache, lang: str, position: int | None = None) -> list[str]:
    """The drawn places of the last decision that had any, among so many lines of the log.

    Where hands are hidden, an action's own places could tell what the viewer may not know: there it is what looks
    different in the viewer's own drawings.
    """
    end = len(match.entries) if position is None else position
    decided = (number for number in range(end - 1, -1, -1) if match.entries[number].event.kind == "play")
    if match.game.definition.hidden:
        number = next(decided, None)
        return [] if number is None else changed_places(match, viewer, cache, lang, number)
    places = (match.game.actions[match.game.parse(match.entries[number].event.detail)].anchors for number in decided)
    return list(next(filter(None, places), ()))


def last_drawn(match: Match, position: int | None = None) -> list[Draw]:
    """What chance did after the last decision, each draw with its number; where hands are hidden, the log tells it."""
    if match.game.definition.hidden:
        return []
    entries = match.entries[:position]
    decided = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].event.kind == "play"), -1)
    drawn = (entry for entry in entries[decided + 1 :] if entry.event.kind == "chance")
    return [(entry.number, entry.event.detail) for entry in drawn]


def changed_places(match: Match, viewer: int, cache: DrawingCache, lang: str, number: int) -> list[str]:
    before, after = (
        dict(cache.draw(match.game, match.view_after(n, viewer), lang).pieces) for n in (number, number + 1)
    )
    places = all_places(match.game.name)
    return [id for id, markup in after.items() if id in places and looks_other(before.get(id), markup)]


GESTURES = re.compile(' data-[a-z-]+="[^"]*"')


def looks_other(before: str | None, after: str) -> bool:
    """Not so what is only offered now (it wasn't drawn before), or can be taken up in another way."""
    return before is not None and before != after and GESTURES.sub("", before) != GESTURES.sub("", after)


@cache
def all_places(game: str) -> frozenset[str]:
    """Everything that some action of the game can point at."""
    return frozenset(place for action in registry.definition(game).actions for place in action.anchors)
