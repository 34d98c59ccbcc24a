# klatsch: compiled
"""What a game is: `State`, the contract that rules fulfil, and `Game`, a game with its options settled.

Knows no game and does no I/O. Integers inside; records, notation and sentences at the boundary.
"""

from __future__ import annotations

import hashlib
import operator
import struct
from typing import Any, Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from klatsch.core.action import Action
from klatsch.core.definition import Definition, Say, View
from klatsch.core.message import IllegalAction, Message, Outcome, Refusal
from klatsch.core.rng import MAX_ACTIONS, Rng, as_rng

# Actors that are no seat.
CHANCE: Final = -1
OVER: Final = -2
# Viewers that are no seat: what everybody may see; everything, once the game is over.
PUBLIC: Final = -3
OPEN: Final = -4

# Where hands are hidden: in so many deals an action must end the game in the same way, or its result isn't told.
DEALS: Final = 8

DEEDS: Final = ("does.", "then.")  # ids of sentences about an action and what follows at once

BYTES_HEADER: Final = "<4s8sHBI"  # magic, game and options, rules version, seats, how many numbers follow
BYTES_MAGIC: Final = b"KLS1"


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. Games subclass it and write the methods of the first part; drivers use the second."""

    def __init__(self, game: Game, seats: i64) -> None:
        self.game = game
        self.seats = seats
        self.actor: i64 = 0  # who decides now: a seat, CHANCE or OVER

    # ── Written by each game ──────────────────────────────────────────────────────────────────────

    def fill_actions(self, out: vec[i16]) -> i64:
        """Write the legal actions (at CHANCE the outcomes) into `out`, always in the same order; how many."""
        raise NotImplementedError

    def weight(self, outcome: i64) -> i64:
        """The integer weight of an outcome at CHANCE."""
        return 1

    def apply(self, action: i64) -> None:
        """Play a legal action. Unchecked: whoever calls it took it from `fill_actions`, or uses `play`."""
        raise NotImplementedError

    def clone(self) -> State:
        """A copy that goes its own way."""
        raise NotImplementedError

    def utility(self, seat: i64) -> float:
        """After the end: 1 for the winning side, 1/k for k sides that share, else 0."""
        raise NotImplementedError

    def result(self) -> Outcome:
        """After the end: why it ended, and the ranking."""
        raise NotImplementedError

    def numbers(self) -> list[int]:
        """Everything that makes this state, but game and seats, as 32-bit numbers."""
        raise NotImplementedError

    def restore(self, numbers: list[int]) -> None:
        """Become the state that `numbers` describes."""
        raise NotImplementedError

    def redeal(self, seat: i64, rng: Rng) -> None:
        """Deal anew, in place, whatever `seat` (or PUBLIC) can't know. Nothing is hidden unless a game says so."""

    def reveals(self) -> i64:
        """How often hidden things were shown to somebody so far: undo never goes back across one."""
        return 0

    def is_out(self, seat: i64) -> bool:
        """Is the seat beaten, so asked nothing more, and no side that is left? Nobody is unless a game says so."""
        return False

    def is_redundant(self, previous: i64, action: i64) -> bool:
        """Right after the seat's own decision `previous`: is a legal action only another order of equal choices?

        Then the seat could have played `action` first and `previous` after it, with the same result. A search may skip
        it; it is legal all the same, for tables, programs and learners. Nothing is redundant unless a game says so.
        """
        return False

    def sample(self, rng: Rng) -> i64:
        """A random legal action, at CHANCE by weight. Games override it where speed pays."""
        out = rng.scratch
        n = self.fill_actions(out)
        if self.actor != CHANCE:
            return i64(out[rng.below(n)])
        total: i64 = 0
        for i in range(n):
            total += self.weight(i64(out[i]))
        point = rng.below(total)
        i = 0
        while True:
            outcome = i64(out[i])
            point -= self.weight(outcome)
            if point < 0:
                return outcome
            i += 1

    def key(self) -> int:
        """A number that equal states share, for transpositions."""
        return hash(tuple(self.numbers()))

    # ── For whoever drives a state ────────────────────────────────────────────────────────────────

    def legal_actions(self) -> list[int]:
        """The legal actions, at CHANCE the possible outcomes, in a stable order."""
        if self.actor == OVER:
            return []
        out = self.game.buffer
        n = self.fill_actions(out)
        actions = [0] * int(n)
        for i in range(n):
            actions[i] = int(out[i])
        return actions

    def weights(self) -> list[int]:
        """At CHANCE: the integer weights, in the order of `legal_actions`."""
        if self.actor != CHANCE:
            raise ValueError("only chance has outcomes; now the actor is another")
        return [int(self.weight(outcome)) for outcome in self.legal_actions()]

    def outcomes(self) -> list[tuple[int, float]]:
        """At CHANCE: every outcome with its probability."""
        weights = self.weights()
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(self.legal_actions(), weights, strict=True)]

    def draw(self, source: object) -> int:
        """At CHANCE: an outcome drawn by weight (not yet played). `source`: an Rng, a random.Random or a seed."""
        if self.actor != CHANCE:
            raise ValueError("only chance draws; now the actor is another")
        return int(self.sample(as_rng(source)))

    def resample(self, seat: int, source: object) -> State:
        """Re-deal, in place, what `seat` can't know, as it may be for all that seat knows; the state itself."""
        self.check_viewer(seat)
        self.redeal(seat, as_rng(source))
        return self

    def known_to(self, seat: int, source: object) -> KnownState:
        """The position as a seat knows it, in a copy: what it can't know is dealt anew."""
        return KnownState(self.clone().resample(seat, source), seat)

    def known_to_a_cheat(self) -> KnownState:
        """The true position, as if the seat to move knew all of it. For the arena's yardsticks, whose names say so."""
        return KnownState(self.clone(), int(self.actor))

    def is_legal(self, action: int) -> bool:
        """May it be played now?"""
        return action in self.legal_actions()

    def play(self, action: SupportsIndex | str) -> None:
        """Play an action, given by index or notation; IllegalAction if the rules forbid it, and nothing changes."""
        index = self.game.index(action)
        refusal = self.refusal(index)
        if refusal is not None:
            raise IllegalAction(refusal, self.game.definition.words)
        self.apply(index)

    def refusal(self, action: SupportsIndex | str) -> Refusal | None:
        """Why an action isn't legal now, or None."""
        index = self.game.index(action)
        if not 0 <= index < len(self.game.actions):
            return Refusal("", Message("no_such_action", number=index))
        if self.is_legal(index):
            return None
        if self.actor == OVER:
            return Refusal("", Message("game_is_over"))
        if self.actor == CHANCE:
            return Refusal("", Message("chance_decides"))
        return self.game.definition.why_not(self, index)

    def why_not(self, action: SupportsIndex | str) -> str | None:
        """The clause of RULES.md that forbids an action now, or None if it is legal."""
        refusal = self.refusal(action)
        return None if refusal is None else refusal.clause

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.result() if self.actor == OVER else None

    def utilities(self) -> list[float]:
        """After the end, each seat's share of the win."""
        if self.actor != OVER:
            raise ValueError("the game is not over: nobody has a result yet")
        return [self.utility(seat) for seat in range(self.seats)]

    # ── What a viewer may see ─────────────────────────────────────────────────────────────────────

    def check_viewer(self, viewer: int) -> None:
        """ValueError if nobody may look from there now."""
        if viewer == OPEN and self.actor != OVER:
            raise ValueError("klatsch.OPEN shows everything: only once the game is over")
        if viewer not in (PUBLIC, OPEN) and not 0 <= viewer < self.seats:
            raise ValueError(f"a viewer is a seat from 0 to {self.seats - 1}, klatsch.PUBLIC or klatsch.OPEN")

    def view(self, viewer: int) -> View:
        """What a seat, PUBLIC, or (after the end) OPEN may see, as plain data."""
        self.check_viewer(viewer)
        return self.game.definition.view(self, viewer)

    def svg(self, viewer: int, lang: str = "en") -> str:
        """The position drawn for a viewer, as an SVG picture, with the standings below it."""
        definition = self.game.definition
        return definition.draw(self.view(viewer), definition.words.say(lang)).captioned(self.standings(viewer, lang))

    def standings(self, viewer: int, lang: str = "en") -> list[str]:
        """A line for every seat: its name, the figures that stand beside it at a table, and if it acts or has won."""
        definition = self.game.definition
        say = definition.words.say(lang)
        sheet = definition.tally(self.view(viewer), say)
        columns = range(len(sheet.columns)) if sheet.seated is None else sheet.seated
        first = () if self.outcome is None else self.outcome.ranking[0]
        lines = []
        for seat, name in enumerate(definition.seat_names(self.game, int(self.seats))):
            figures = ", ".join(f"{sheet.columns[column]} {sheet.rows[seat][column]}" for column in columns)
            mark = "▶ " if self.actor == seat else "★ " if seat in first else ""
            lines.append(f"{mark}{say(name)}" + (f": {figures}" if figures else ""))
        return lines

    def text(self, viewer: int, lang: str = "en") -> str:
        """The position drawn for a viewer in letters, for terminals."""
        definition = self.game.definition
        return definition.text(self.view(viewer), definition.words.say(lang))

    def prompt(self, viewer: int, lang: str = "en") -> str:
        """What the viewer is asked now, what another seat is doing, or how it ended, in a sentence."""
        self.check_viewer(viewer)
        return self.say_to(viewer, lang)(self.game.definition.prompt(self, viewer))

    def say_to(self, viewer: int, lang: str = "en") -> Say:
        """Renders messages for that viewer, whose own seat is "you"."""
        definition = self.game.definition
        return definition.words.say(lang, definition.names_of(self.game, int(self.seats), viewer))

    def describe(self, action: int, viewer: int, lang: str = "en") -> str:
        """What playing a legal action now does, in a sentence told to that viewer."""
        return self.say_to(viewer, lang)(self.deed(action, viewer))

    def label(self, action: int, viewer: int, lang: str = "en") -> str:
        """The same in the few words of a button, for whoever may press it."""
        words = self.say_to(viewer, lang)(as_label(self.deed(action, viewer)))
        return words[:1].upper() + words[1:]

    def deed(self, action: int, viewer: int) -> Message:
        """What a legal action does, and whether it ends the game."""
        self.check_viewer(viewer)
        if not self.is_legal(action):
            raise ValueError(f"only a legal action can be described, and number {action} isn't one now")
        return with_end(self.game.definition.describe(self, action, viewer), ends_after(self, action, viewer))

    def _repr_svg_(self) -> str:
        return self.svg(OPEN if self.actor == OVER else PUBLIC)

    # ── Bytes ─────────────────────────────────────────────────────────────────────────────────────

    def to_bytes(self) -> bytes:
        """Everything that makes this state; `Game.from_bytes` reads it."""
        numbers = self.numbers()
        version = self.game.definition.rules_version
        header = struct.pack(BYTES_HEADER, BYTES_MAGIC, self.game.digest, version, int(self.seats), len(numbers))
        return header + struct.pack(f"<{len(numbers)}i", *numbers)

    def position(self) -> str:
        """The whole position as a line of text, hidden hands too; `Game.from_position` reads it."""
        from klatsch.core import position_text

        return position_text.write(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __reduce__(self) -> tuple[object, tuple[Game, bytes]]:
        return state_from_bytes, (self.game, self.to_bytes())


class KnownState:
    """A position as one seat knows it. Whoever thinks for a seat (bot, hint, analysis, worker) takes nothing else.

    Only `State.known_to` and `Game.known_from_bytes` make one.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def to_bytes(self) -> bytes:
        """For another process, which reads it by `Game.known_from_bytes`."""
        return self.state.to_bytes()


# ── Does an action end the game? ──────────────────────────────────────────────────────────────────────


def ends_after(state: State, action: int, viewer: int) -> list[Message | None]:
    """How the game ends by an action, once for every way it may go; None where it goes on.

    Where hands are hidden, ways it may go for all that the actor knows: nobody is told the result of a showdown.
    """
    if not state.game.definition.hidden:
        return ends_by(state, action, True)
    if viewer != state.actor:
        return [None]
    found: list[Message | None] = []
    for seed in range(DEALS):
        found += ends_by(state.known_to(viewer, seed).state, action, False)
        if found[0] is None:
            return [None]
    return found


def ends_by(state: State, action: int, follow_chance: bool) -> list[Message | None]:
    after = state.clone()
    after.apply(action)
    if after.actor == OVER:
        return [after.result().reason]
    if after.actor == CHANCE and follow_chance:
        return [end for outcome in after.legal_actions() for end in ends_by(after, outcome, False)]
    return [None]


def with_end(did: Message, ends: list[Message | None]) -> Message:
    """What an action does, and that it ends the game, with the result where there is only one."""
    first = ends[0]
    if all(end is None for end in ends):
        return did
    if None in ends:
        return Message("ends.maybe", did=did)
    if first is not None and all(end == first for end in ends):
        return Message("ends.sure", did=did, end=first)
    return Message("ends.open", did=did)


def as_label(deed: Message) -> Message:
    """A sentence about an action, and those within it, as labels of a button."""
    args = {
        name: as_label(value) if isinstance(value, Message) and value.id.startswith(DEEDS) else value
        for name, value in deed.args.items()
    }
    return Message("button." + deed.id, **args)


class Game:
    """A game with its options settled. Made by `klatsch.load`."""

    def __init__(self, definition: Definition[Any], options: dict[str, str]) -> None:
        self.definition = definition
        self.options = options
        self.name: str = definition.name
        self.max_decisions: int = definition.max_decisions
        self.board: object = definition.prepare(options)
        on_board = definition.actions_on
        self.actions: tuple[Action, ...] = definition.actions if on_board is None else on_board(self.board)
        self.buffer = vec[i16]([0] * MAX_ACTIONS)
        # Tells states of this game from those of others: eight bytes of a hash of its name and options.
        self.digest = hashlib.sha256(repr((self.name, sorted(options.items()))).encode()).digest()[:8]
        self.indices: dict[str, int] = {action.notation: i for i, action in enumerate(self.actions)}

    def __repr__(self) -> str:
        return f"klatsch.load({self.name!r}, **{self.options!r})"

    def new(self, seats: int | None = None) -> State:
        """The first position; ValueError if the game or its options don't suit that number of seats."""
        possible = self.definition.seats
        chosen = possible[0] if seats is None else seats
        if chosen not in possible:
            numbers = " or ".join(str(n) for n in sorted(possible))
            raise ValueError(f"{self.definition.title} is played by {numbers}, not {chosen}")
        first: State = self.definition.new(self, chosen)
        return first

    def notation(self, action: int) -> str:
        """How an action is written: `steal e5 d5`."""
        if not 0 <= action < len(self.actions):
            raise ValueError(f"{self.definition.title} has actions 0 to {len(self.actions) - 1}, not {action}")
        return self.actions[action].notation

    def parse(self, notation: str) -> int:
        """The action that a notation names; ValueError with the nearest ones if none."""
        index = self.indices.get(" ".join(notation.lower().split()))
        if index is None:
            raise ValueError(f"{notation!r} is no action of {self.definition.title}{self.suggestion(notation)}")
        return index

    def index(self, action: SupportsIndex | str) -> int:
        """An action's index, given by index or notation."""
        return self.parse(action) if isinstance(action, str) else operator.index(action)

    def suggestion(self, notation: str) -> str:
        """What somebody may have meant who wrote a notation that there isn't."""
        import difflib

        close = difflib.get_close_matches(notation.lower(), self.indices, n=3, cutoff=0.6)
        if close:
            return f"; did you mean {' or '.join(close)}?"
        verbs = sorted({name.split()[0] for name in self.indices})
        return f"; its actions begin with {', '.join(verbs)}"

    def from_bytes(self, data: bytes) -> State:
        """The state that `to_bytes` wrote; ValueError for anything else."""
        size = struct.calcsize(BYTES_HEADER)
        if len(data) < size or data[:4] != BYTES_MAGIC:
            raise ValueError("these bytes are no Klatsch state")
        header = struct.unpack(BYTES_HEADER, data[:size])
        digest: bytes = header[1]
        version: int = header[2]
        seats: int = header[3]
        count: int = header[4]
        if digest != self.digest:
            raise ValueError(f"this state is not of {self.definition.title} with these options")
        if version != self.definition.rules_version:
            raise ValueError(
                f"this state was made by version {version} of the rules; here is {self.definition.rules_version}"
            )
        if seats not in self.definition.seats or len(data) != size + 4 * count:
            raise ValueError("these bytes are a damaged Klatsch state")
        return self.from_numbers(seats, list(struct.unpack(f"<{count}i", data[size:])))

    def from_position(self, text: str) -> State:
        """The state that a position's text describes; ValueError with one sentence if there is none."""
        from klatsch.core import position_text

        return position_text.read(self, text)

    def known_from_bytes(self, data: bytes) -> KnownState:
        """What `KnownState.to_bytes` wrote for the seat to move."""
        state = self.from_bytes(data)
        return KnownState(state, int(state.actor))

    def from_numbers(self, seats: int, numbers: list[int]) -> State:
        """The state that `numbers` describes; ValueError if no state does."""
        state: State = self.definition.blank(self, seats)
        try:
            state.restore(numbers)
            sound = state.numbers() == numbers and OVER <= state.actor < seats
            sound = sound and self.definition.invariant(state) is None
        except (LookupError, OverflowError, AssertionError, ValueError) as error:
            raise ValueError("these numbers are a damaged Klatsch state") from error
        if not sound:
            raise ValueError("these numbers are a damaged Klatsch state")
        return state

    def playout(self, state: State, seed: int) -> State:
        """Random play from `state`, which stays as it is, to the end; the final state."""
        final = state.clone()
        run(final, Rng(seed))
        return final

    def playouts(self, state: State, n: int, seed: int) -> list[float]:
        """The mean utility of each seat over n random games from `state`."""
        if n < 1:
            raise ValueError("at least one playout is needed")
        rng = Rng(seed)
        totals = vec[float]([0.0] * int(state.seats))
        for _ in range(n):
            final = state.clone()
            run(final, rng)
            for seat in range(state.seats):
                totals[seat] += final.utility(seat)
        return [total / n for total in totals]

    def __reduce__(self) -> tuple[object, tuple[str, dict[str, str]]]:
        from klatsch.core.registry import load_with

        return load_with, (self.name, self.options)


def side_of_seats(game: Game, seats: int) -> vec[i64]:
    """The number of every seat's side."""
    numbers = vec[i64]([0] * seats)
    for number, side in enumerate(game.definition.sides(seats)):
        for seat in side:
            numbers[seat] = number
    return numbers


def state_from_bytes(game: Game, data: bytes) -> State:
    return game.from_bytes(data)


def run(state: State, rng: Rng) -> None:
    """Play at random, in place, to the end."""
    while state.actor != OVER:
        state.apply(state.sample(rng))


def checksum(state: State, seed: int) -> int:
    """A number that tells one random game from another: every actor and action of it, and the end."""
    rng = Rng(seed)
    game = state.clone()
    total: i64 = 0
    while game.actor != OVER:
        action = game.sample(rng)
        total = ((total ^ (action + 3)) * 1000003 + game.actor) & 0xFFFFFFFFFF
        game.apply(action)
    for seat in range(game.seats):
        total = (total * 31 + i64(int(1000 * game.utility(seat)))) & 0xFFFFFFFFFF
    return int(total)
