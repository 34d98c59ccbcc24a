"""What an editor of positions offers: which things can be put where, as each game states it.

A brush is put onto drawn elements, or taken from them; one without places is a button that changes the whole position.
Nothing here draws, and nothing checks whether a position can be: that is position_text.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from klatsch.core.definition import Say, Words
from klatsch.core.message import Message
from klatsch.core.position_text import CHANCE, Draft, write

if TYPE_CHECKING:
    from klatsch.core.game import Game, State

MOST_DECISIONS = 400  # until a new game is far enough to be edited


class CannotPut(ValueError):
    """It can't be put or taken there; `message` can be translated."""

    def __init__(self, words: Words, message: Message) -> None:
        super().__init__(words.say("en")(message))
        self.words = words
        self.message = message


@dataclass(frozen=True)
class Brush:
    """`put` changes a draft at one of the places (ids of drawn elements); its last argument: is it taken away?

    `preview` draws more over the position (ids and markup) while the brush is chosen: places of its own, whose ids
    begin with one of `more`.
    """

    id: str
    label: Message
    places: tuple[str, ...]
    put: Callable[[Draft, str, bool], None]
    preview: Callable[[Draft, Say], list[tuple[str, str]]] | None = None
    more: tuple[str, ...] = ()

    def fits(self, place: str) -> bool:
        return place in self.places or (bool(self.more) and place.startswith(self.more))


@dataclass(frozen=True)
class Palette:
    """`ready`: is a new game far enough that its position is one to begin an edit with?"""

    brushes: tuple[Brush, ...]
    ready: Callable[[Any], bool] = lambda state: state.actor >= 0


def none_left(draft: Draft) -> CannotPut:
    return CannotPut(draft.game.definition.words, Message("editor.none_left"))


def nothing_there(draft: Draft) -> CannotPut:
    return CannotPut(draft.game.definition.words, Message("editor.nothing_there"))


def count(draft: Draft, at: int, take: bool, most: int = 10**6) -> None:
    """One more of something, or one less."""
    if take and draft.v[at] <= 0:
        raise nothing_there(draft)
    if not take and draft.v[at] >= most:
        raise none_left(draft)
    draft.v[at] += -1 if take else 1


def palette_of(game: Game, seats: int) -> Palette:
    made = game.definition.palette
    return Palette(()) if made is None else made(game, seats)


def first_position(game: Game, seats: int) -> str:
    """Where an edit begins: the game's beginning, played at random until there is something to edit."""
    from klatsch.core.rng import Rng

    state: State = game.new(seats)
    ready, rng = palette_of(game, seats).ready, Rng(1)
    for _ in range(MOST_DECISIONS):
        if ready(state) or state.actor < CHANCE:
            break
        state.apply(state.sample(rng))
    return write(state)


def edited(draft: Draft, brush_id: str, place: str, take: bool) -> None:
    """Use a brush; ValueError if there is no such one, or it can't be used there."""
    brush = next((each for each in palette_of(draft.game, draft.seats).brushes if each.id == brush_id), None)
    if brush is None or (not brush.fits(place) and bool(brush.places or brush.more)):
        raise ValueError(f"{draft.game.definition.title} has no {brush_id!r} to be put on {place!r}")
    brush.put(draft, place, take)
