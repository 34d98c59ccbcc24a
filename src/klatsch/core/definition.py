"""`Definition`: all facts and functions that a game's folder provides to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from klatsch.core.action import Action
from klatsch.core.message import Message, Refusal
from klatsch.core.options import Option

if TYPE_CHECKING:
    from klatsch.core.change import ChangeLog
    from klatsch.core.evaluator import Evaluator
    from klatsch.core.game import Game, State
    from klatsch.core.observer import Observer
    from klatsch.core.palette import Palette
    from klatsch.core.position_text import Form

View: TypeAlias = dict[str, Any]
"""What a viewer may see, as plain data (what JSON can hold)."""

Names: TypeAlias = tuple[Message, ...]
"""What somebody is called: where a sentence is told to them, they are "you" instead."""

S = TypeVar("S", bound="State")
"""A game's own State."""


class Say(Protocol):
    """Renders a message, or an id with arguments, in one language."""

    def __call__(self, message: Message | str, /, **args: int | str | Message) -> str: ...

    def __hash__(self) -> int: ...


class Words(Protocol):
    """A game's catalogues."""

    def say(self, lang: str, you: Names = ()) -> Say: ...


class Drawing(Protocol):
    """A drawn view."""

    @property
    def svg(self) -> str: ...

    def captioned(self, lines: Sequence[str]) -> str:
        """The same picture with a line for each seat below it."""
        ...


class Sheet(NamedTuple):
    """Where everybody stands, and after the end the score sheet: a row for every seat, in seat order.

    `seated`: the columns that stand beside the names during play, the most important one first; None: all. The others
    are told by the drawing.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    seated: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Definition(Generic[S]):
    """Everything about one game. Its functions take the game's own State; who handles any game has Definition[Any]."""

    name: str  # as on the command line, with dashes
    title: str
    folder: Path  # RULES.md and locale/ live here
    rules_version: int  # rises with every change of behaviour
    seats: tuple[int, ...]  # the numbers of players, the usual one first
    minutes: int | Callable[[Game, int], int]  # about how long a game takes: always, or by its options and seats
    complexity: int  # 1 … 5
    options: tuple[Option, ...]
    actions: tuple[Action, ...]
    max_decisions: int  # no game is longer, chance included
    hidden: bool  # does a seat know what another doesn't?
    chance: bool = True  # is anything drawn, tossed or rolled?

    prepare: Callable[[Mapping[str, str]], object]  # checked options → the rulings and board that all states share
    new: Callable[[Game, int], S]  # ValueError if the options don't suit that number of seats
    blank: Callable[[Game, int], S]  # a state to be filled by `restore`

    words: Words
    prompt: Callable[[S, int], Message]  # what the viewer is asked now, or what another seat is doing
    describe: Callable[[S, int, int], Message]  # an action about to be played, told to a viewer
    why_not: Callable[[S, int], Refusal]  # asked only of actions that aren't legal

    view: Callable[[S, int], View]
    draw: Callable[[View, Say], Drawing]
    text: Callable[[View, Say], str]

    # Where all lies and what borders on what, in words, if the board in letters isn't enough.
    map: Callable[[View, Say], str] | None = None
    tally: Callable[[View, Say], Sheet] = lambda view, say: Sheet()
    # Why nothing can be done with anchors that were clicked, in this order: told of them alone and of what is possible.
    # None of them: they are about nothing. Without it the refusal of an action is told that has just these anchors.
    why_clicks: Callable[[S, tuple[str, ...]], Refusal | None] | None = None
    # How the log finds what an action changed: every number of the tally, with its cause. None: it tells actions only.
    changes: ChangeLog[S] | None = None
    # For a newcomer's first turn: what this decision is about and what is wise, or None where nothing needs saying.
    guide: Callable[[S, int], Message | None] = lambda state, seat: None
    # The clause of RULES.md that the decision asked now is about. Everybody is told it: it gives nothing hidden away.
    clause: Callable[[S], str] = lambda state: ""

    sides: Callable[[int], tuple[tuple[int, ...], ...]] = lambda seats: tuple((seat,) for seat in range(seats))
    seat_names: Callable[[Game, int], tuple[Message, ...]] = lambda game, seats: tuple(
        Message("seat", number=seat + 1) for seat in range(seats)
    )
    # Which of the names in messages mean a seat, so that its player is told "you"; None: the seat's name.
    own_names: Callable[[Game, int, int], Names] | None = None
    # What of the board or the cards that are played with is our reconstruction, not the published one; None: nothing.
    reconstruction: Callable[[Game], Message | None] = lambda game: None
    # Where a board file names the places, the records know those names; as many, in the same order, on every board.
    actions_on: Callable[[object], tuple[Action, ...]] | None = None
    # What is wrong with a state that can't be (a bean too many, say); None: nothing. For the fuzzer and the tests.
    invariant: Callable[[S], str | None] = lambda state: None
    # How positions are written as text, for that number of seats; None: as bare numbers.
    position: Callable[[Game, int], Form] | None = None
    # What the editor of positions offers, for that number of seats; None: only the text.
    palette: Callable[[Game, int], Palette] | None = None
    # What bots know of the game: features for that number of seats. Weights and tuning are in data/bot.toml.
    evaluator: Callable[[Game, int], Evaluator] | None = None
    # What learners are given: the numbers that a seat may know, for that number of seats, with their layout.
    observation: Callable[[Game, int], Observer] | None = None

    def minutes_of(self, game: Game, seats: int) -> int:
        """About how long a game takes with these options and so many seats."""
        return self.minutes if isinstance(self.minutes, int) else self.minutes(game, seats)

    def names_of(self, game: Game, seats: int, viewer: int) -> Names:
        """What a viewer is called; nobody's name is theirs who has no seat."""
        if viewer < 0:
            return ()
        if self.own_names is not None:
            return self.own_names(game, seats, viewer)
        return (self.seat_names(game, seats)[viewer],)

    def minutes_by_seats(self, game: Game) -> dict[int, int]:
        """The same for every number of seats; the options must suit all of them."""
        return {seats: self.minutes_of(game, seats) for seats in sorted(self.seats)}
