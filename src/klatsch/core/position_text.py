"""Positions as text, on one line, like FEN: `white to act; turn 9; beans a2 2, c4 1; inventories 3 3`.

First who decides now, then the parts, each a name and words, apart by semicolons, in any order. A part that is as usual
is left out. A game states its parts once, in a `Form`; both ways follow from it, and a test sees to it that the parts
cover every number of a state. The grammar for people is docs/positions.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from klatsch.core.game import Game, State

MOST_LETTERS = 20_000  # of a text; what is longer isn't looked at
MOST_FIRST_ACTIONS = 20  # a position is tried with so many of its actions,
TRIAL_DECISIONS = 20  # and so many decisions after each
CHANCE, OVER, PUBLIC = -1, -2, -3  # as in game.py
WHOLE = re.compile(r"-?[0-9]{1,9}")


@dataclass
class Draft:
    """A position that is being read or written: `v` are the numbers of its state after the first, the actor."""

    game: Game
    seats: int
    actor: int
    v: list[int]

    @property
    def numbers(self) -> list[int]:
        return [self.actor, *self.v]


Default: TypeAlias = "int | Callable[[Draft], int]"


def settled(default: Default, draft: Draft) -> int:
    return default if isinstance(default, int) else default(draft)


def whole(word: str, lowest: int = -(2**31), highest: int = 2**31 - 1) -> int:
    if not WHOLE.fullmatch(word) or not lowest <= int(word) <= highest:
        limits = "" if lowest < -1 or highest > 10**6 else f" from {lowest} to {highest}"
        raise ValueError(f"{word!r} should be a whole number{limits}")
    return int(word)


def one_of(word: str, words: Sequence[str]) -> int:
    if word not in words:
        known = ", ".join(words[:12]) + (", …" if len(words) > 12 else "")
        raise ValueError(f"{word!r} should be one of {known}")
    return list(words).index(word)


def items(text: str) -> list[list[str]]:
    """The entries of a list, apart by commas, each as its words."""
    found = [item.split() for item in text.split(",")]
    if not all(found):
        raise ValueError("something is missing beside a comma")
    return found


# ── Parts ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Part:
    """Some numbers of a state under one name. Parts are read in the order of the form, also those left out."""

    name: str
    at: int

    def covers(self) -> range:
        return range(self.at, self.at + 1)

    def write(self, draft: Draft) -> str:
        """The words, or nothing where it is as usual."""
        raise NotImplementedError

    def read(self, text: str, draft: Draft) -> None:
        """Set the numbers; an empty text means as usual."""
        raise NotImplementedError


@dataclass(frozen=True)
class Number(Part):
    """`turn 9`."""

    usual: Default = 0
    lowest: int = 0
    highest: int = 2**31 - 1

    def write(self, draft: Draft) -> str:
        number = draft.v[self.at]
        return "" if number == settled(self.usual, draft) else str(number)

    def read(self, text: str, draft: Draft) -> None:
        draft.v[self.at] = whole(text, self.lowest, self.highest) if text else settled(self.usual, draft)


@dataclass(frozen=True)
class Word(Part):
    """`phase retreat`: a number that stands for one of some words, counted from `first` on."""

    words: tuple[str, ...]
    first: int = 0
    usual: Default = 0

    def write(self, draft: Draft) -> str:
        number = draft.v[self.at]
        return "" if number == settled(self.usual, draft) else self.words[number - self.first]

    def read(self, text: str, draft: Draft) -> None:
        draft.v[self.at] = one_of(text, self.words) + self.first if text else settled(self.usual, draft)


@dataclass(frozen=True)
class Row(Part):
    """`inventories 3 3`: numbers in their order."""

    many: int
    usual: Default = 0
    lowest: int = 0
    room: int = 0  # how many numbers there are, if more than are used

    def covers(self) -> range:
        return range(self.at, self.at + max(self.many, self.room))

    def write(self, draft: Draft) -> str:
        numbers = draft.v[self.at : self.at + self.many]
        usual = settled(self.usual, draft)
        return "" if all(number == usual for number in numbers) else " ".join(map(str, numbers))

    def read(self, text: str, draft: Draft) -> None:
        words = text.split()
        if words and len(words) != self.many:
            raise ValueError(f"there should be {self.many} numbers")
        numbers = [whole(word, self.lowest) for word in words] or [settled(self.usual, draft)] * self.many
        draft.v[self.at : self.at + self.many] = numbers


@dataclass(frozen=True)
class Counts(Part):
    """`beans a2 2, c4 1`: how many where; what isn't named is as usual there."""

    places: tuple[str, ...]
    usual: Callable[[Draft, int], int] = lambda draft, place: 0

    def covers(self) -> range:
        return range(self.at, self.at + len(self.places))

    def write(self, draft: Draft) -> str:
        found = ((name, draft.v[self.at + place], place) for place, name in enumerate(self.places))
        return ", ".join(f"{name} {many}" for name, many, place in found if many != self.usual(draft, place))

    def read(self, text: str, draft: Draft) -> None:
        named = {}
        for words in items(text) if text else ():
            place = one_of(" ".join(words[:-1]), self.places)
            if place in named:
                raise ValueError(f"{self.places[place]} is named twice")
            named[place] = whole(words[-1], 0, 10**6)
        for place in range(len(self.places)):
            draft.v[self.at + place] = named[place] if place in named else self.usual(draft, place)


@dataclass(frozen=True)
class Marks(Part):
    """`tossed dime penny`: a set, of which a number has one bit for each name."""

    names: tuple[str, ...]

    def write(self, draft: Draft) -> str:
        return write_mask(draft.v[self.at], self.names)

    def read(self, text: str, draft: Draft) -> None:
        draft.v[self.at] = read_mask(text.split(), self.names)


@dataclass(frozen=True)
class MarksBy(Part):
    """`claimed human c3 c4, elf b2`: a set for each of some names."""

    keys: tuple[str, ...]
    names: tuple[str, ...]

    def covers(self) -> range:
        return range(self.at, self.at + len(self.keys))

    def write(self, draft: Draft) -> str:
        masks = draft.v[self.at : self.at + len(self.keys)]
        return ", ".join(f"{key} {write_mask(m, self.names)}" for key, m in zip(self.keys, masks, strict=True) if m)

    def read(self, text: str, draft: Draft) -> None:
        for words in items(text) if text else ():
            draft.v[self.at + one_of(words[0], self.keys)] = read_mask(words[1:], self.names)


@dataclass(frozen=True)
class Flags(Part):
    """`seen 2d 3h`: names of which each has a number of its own, 1 if it stands there."""

    names: tuple[str, ...]

    def covers(self) -> range:
        return range(self.at, self.at + len(self.names))

    def write(self, draft: Draft) -> str:
        return " ".join(name for i, name in enumerate(self.names) if draft.v[self.at + i])

    def read(self, text: str, draft: Draft) -> None:
        for word in text.split():
            draft.v[self.at + one_of(word, self.names)] = 1


def write_mask(mask: int, names: Sequence[str]) -> str:
    return " ".join(name for i, name in enumerate(names) if mask >> i & 1)


def read_mask(words: Sequence[str], names: Sequence[str]) -> int:
    return sum(2**i for i in {one_of(word, names) for word in words})


# ── Forms ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Form:
    """How positions of a game are written: the words for its seats, and the parts.

    `problem` says what is wrong with a state that can't be, where the invariant doesn't look so closely. `step` plays
    an action of a state that may be unsound; it may raise anything, but must come back.
    """

    seats: tuple[str, ...]
    parts: tuple[Part, ...]
    problem: Callable[[Any], str | None] = lambda state: None
    step: Callable[[Any, int], None] = lambda state, action: state.apply(action)
    # Why numbers that no state can have are none, where that can be told.
    out_of_range: Callable[[Draft], str | None] = lambda draft: None


@dataclass(frozen=True)
class AllNumbers(Part):
    """For a game that states no form: its numbers as they are."""

    def write(self, draft: Draft) -> str:
        return " ".join(map(str, draft.v))

    def read(self, text: str, draft: Draft) -> None:
        draft.v[:] = [whole(word) for word in text.split()]


def form_of(game: Game, seats: int) -> Form:
    form = game.definition.position
    if form is None:
        return Form(tuple(f"seat {seat + 1}" for seat in range(seats)), (AllNumbers("numbers", 0),))
    return form(game, seats)


def write(state: State) -> str:
    """The text of a state."""
    numbers = state.numbers()
    return write_draft(Draft(state.game, int(state.seats), numbers[0], numbers[1:]))


def write_draft(draft: Draft) -> str:
    form = form_of(draft.game, draft.seats)
    if draft.actor == OVER:
        found = ["over"]
    else:
        found = [("chance" if draft.actor == CHANCE else form.seats[draft.actor]) + " to act"]
    if len(draft.game.definition.seats) > 1:
        found.append(f"seats {draft.seats}")
    for part in form.parts:
        words = part.write(draft)
        if words:
            found.append(f"{part.name} {words}")
    return "; ".join(found)


def read_draft(game: Game, text: str) -> Draft:
    """What a text says, whether or not it can be; ValueError if it can't be read."""
    if len(text) > MOST_LETTERS:
        raise ValueError(f"a position has at most {MOST_LETTERS} letters")
    title = game.definition.title
    first, *rest = [" ".join(part.split()) for part in text.split(";")]
    named: dict[str, str] = {}
    for said in filter(None, rest):
        name, _, words = said.partition(" ")
        if name in named:
            raise ValueError(f"the position says {name!r} twice")
        if not words:
            raise ValueError(f"nothing follows {name!r}")
        named[name] = words
    seats = read_seats(game, named.pop("seats", ""))
    form = form_of(game, seats)
    blank = game.definition.blank(game, seats).numbers()[1:]
    draft = Draft(game, seats, read_actor(first, form, title), [0] * len(blank))
    for part in form.parts:
        try:
            part.read(named.pop(part.name, ""), draft)
        except (ValueError, IndexError) as error:
            raise ValueError(f"{part.name}: {error}") from None
    if named:
        known = ", ".join(part.name for part in form.parts)
        raise ValueError(f"a position of {title} has no part {next(iter(named))!r}; its parts are {known}")
    return draft


def read_seats(game: Game, text: str) -> int:
    possible = game.definition.seats
    if not text:
        return possible[0]
    seats = whole(text)
    if seats not in possible:
        raise ValueError(f"{game.definition.title} is played by {' or '.join(map(str, sorted(possible)))}, not {seats}")
    return seats


def read_actor(text: str, form: Form, title: str) -> int:
    if text == "over":
        return OVER
    words = [*form.seats, "chance"]
    who = text.removesuffix(" to act")
    if who == text or who not in words:
        asked = ", ".join(f"'{word} to act'" for word in words)
        raise ValueError(f"a position of {title} begins with {asked} or 'over'")
    return CHANCE if who == "chance" else words.index(who)


def read(game: Game, text: str) -> State:
    """The state that a text describes; ValueError, with a sentence, if there is none."""
    draft = read_draft(game, text)
    try:
        state: State = game.definition.blank(game, draft.seats)
        state.restore(draft.numbers)
        same = state.numbers() == draft.numbers
    except (LookupError, OverflowError, AssertionError, ValueError):
        same = False
    if not same:
        why = form_of(game, draft.seats).out_of_range(draft)
        raise ValueError(why or f"this can't be a position of {game.definition.title}: something is out of range")
    wrong = problem(state)
    if wrong is not None:
        raise ValueError(wrong)
    return state


def problem(state: State) -> str | None:
    """What is wrong with a state that was read from elsewhere, in a sentence; None if nothing is."""
    form = form_of(state.game, int(state.seats))
    try:
        return state.game.definition.invariant(state) or form.problem(state) or tried(state, form.step)
    except Exception:  # whatever a rule, a sentence or the drawing stumbles over
        return "what is asked now doesn't fit the rest of the position"


def tried(state: State, step: Callable[[Any, int], None]) -> str | None:
    """Look at the position, and play a little at random: what doesn't fit together shows itself."""
    from klatsch.core.rng import Rng

    look_at(state)
    rng = Rng(1)
    for first in state.legal_actions()[:MOST_FIRST_ACTIONS]:
        trial = state.clone()
        step(trial, first)
        for _ in range(TRIAL_DECISIONS):
            if trial.actor == OVER:
                break
            if not trial.legal_actions():
                return "nothing can be done in this position"
            step(trial, int(trial.sample(rng)))
        wrong = state.game.definition.invariant(trial)
        if wrong is not None:
            return wrong
    return None if state.actor == OVER or state.legal_actions() else "nothing can be done in this position"


def look_at(state: State) -> None:
    """Whoever can't be shown the position, or be told what may be done, raises something."""
    for viewer in (PUBLIC, *range(int(state.seats))):
        state.text(viewer)
        state.prompt(viewer)
    definition = state.game.definition
    definition.draw(state.view(PUBLIC), definition.words.say("en"))
    for action in state.legal_actions()[:MOST_FIRST_ACTIONS]:
        definition.describe(state, action, PUBLIC)
    if state.actor == OVER:
        state.result()
