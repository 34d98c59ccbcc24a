"""What happened at a match, for a page: whose each line of the log is, where the last turn was, what the others did."""

from __future__ import annotations

import re
from functools import cache

from klatsch.core import registry
from klatsch.core.game import PUBLIC
from klatsch.match.match import Match, Turn
from klatsch.server.screens.drawing_cache import DrawingCache
from klatsch.server.screens.frames import Draw, Line, News

NOBODY = -1
FEW_SEATS = 2  # whoever plays against one other has seen what they did


def with_seats(match: Match, lines: list[tuple[int, str]]) -> list[Line]:
    """The lines of the log with the seat whose turn each belongs to; nobody's before the first decision."""
    found: list[Line] = []
    seat = NOBODY
    for entry, (number, sentence) in zip(match.entries, lines, strict=True):
        if entry.event.kind == "play":
            seat = entry.event.seat
        found.append((number, sentence, seat))
    return found


def news_for(match: Match, seat: int, lang: str) -> list[News]:
    """What every other seat did since this one decided last; nothing in the middle of its turn."""
    if match.seats <= FEW_SEATS:
        return []
    turns: list[Turn] = []
    for turn in reversed(match.turns()):
        if turn.seat == seat or len(turns) == match.seats - 1:
            break
        turns.append(turn)
    return [(turn.seat, match.summary(turn, seat, lang)) for turn in reversed(turns)]


def last_places(match: Match, cache: DrawingCache, lang: str, position: int | None = None) -> list[str]:
    """The drawn places of the last turn that had any, among so many lines of the log.

    Where hands are hidden, an action's own places could tell what a viewer may not know: there it is what looks
    different to the public.
    """
    end = len(match.entries) if position is None else position
    found: dict[str, None] = {}
    seat = NOBODY
    for number in range(end - 1, -1, -1):
        event = match.entries[number].event
        if event.kind != "play":
            continue
        if found and event.seat != seat:
            break
        seat = event.seat
        found.update(dict.fromkeys(places_of(match, cache, lang, number)))
    return list(found)


def places_of(match: Match, cache: DrawingCache, lang: str, number: int) -> list[str]:
    """Where a decision was made, as everybody may know."""
    if match.game.definition.hidden:
        return changed_places(match, cache, lang, number)
    return list(match.game.actions[match.game.parse(match.entries[number].event.detail)].anchors)


def changed_places(match: Match, cache: DrawingCache, lang: str, number: int) -> list[str]:
    before, after = (
        dict(cache.draw(match.game, match.view_after(n, PUBLIC), lang).pieces) for n in (number, number + 1)
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


def last_drawn(match: Match, position: int | None = None) -> list[Draw]:
    """What chance did after the last decision, each draw with its number; where hands are hidden, the log tells it."""
    if match.game.definition.hidden:
        return []
    entries = match.entries[:position]
    decided = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].event.kind == "play"), -1)
    drawn = (entry for entry in entries[decided + 1 :] if entry.event.kind == "chance")
    return [(entry.number, entry.event.detail) for entry in drawn]
