"""Explains a choice from what the search has stored, and from nothing else.

An `Explanation` is plain data: numbers from the tree, actions, and what the game says of them. `sentences` tells it in
messages that the general catalogue renders. Errors are half widths of 95 % intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from klatsch.bots.leaf_statistics import Entry
from klatsch.bots.mcts import Search
from klatsch.core.definition import Say
from klatsch.core.game import CHANCE, KnownState, State
from klatsch.core.message import Message

Z_95 = 1.96
CHOICES = 3  # how many are told
TERMS = 3  # of the evaluator, how many are told of each choice
TURNS = 4  # of the expected line, how many are told
# What was visited less often isn't worth telling.
LEAST_VISITS = 10
# Points of the evaluator below which two choices are alike.
LEAST_POINTS = 0.1

WIN, LOSS, OPEN_END = "win", "loss", ""


@dataclass(frozen=True)
class Worth:
    """What an action or outcome is worth to a seat: its chance to win, the error of that, whether it is proven."""

    value: float
    error: float
    proven: str = OPEN_END


@dataclass(frozen=True)
class Term:
    """A feature of the evaluator, and how many points it makes."""

    feature: str
    points: float


@dataclass(frozen=True)
class Choice:
    action: int
    does: Message
    visits: int
    worth: Worth
    good: float  # the part of the visits, so of the hands the others may hold, in which it was worth more than parity
    terms: tuple[Term, ...]  # what it makes more (or less) than the first choice


@dataclass(frozen=True)
class Step:
    action: int
    does: Message


@dataclass(frozen=True)
class Turn:
    """Consecutive actions of one seat, or of chance."""

    seat: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Turning:
    """An outcome of the next chance: how often it came, and what the game was worth then."""

    action: int
    does: Message
    share: float
    worth: Worth


@dataclass(frozen=True)
class Explanation:
    seat: int
    who: Message
    simulations: int
    worth: Worth  # of the position, if the best choice is taken
    choices: tuple[Choice, ...]  # the best first
    line: tuple[Turn, ...]  # the expected course after the best choice
    turning: tuple[Turning, Turning] | None  # the best and the worst outcome of the next chance
    hidden: bool  # does the seat not know all?

    def as_data(self, say: Say) -> dict[str, Any]:
        """For a program: every message as a sentence."""
        data: dict[str, Any] = plain(asdict(self), say)
        return data


def plain(value: Any, say: Say) -> Any:
    if isinstance(value, Message):
        return say(value)
    if isinstance(value, dict):
        return {key: plain(part, say) for key, part in value.items()}
    return [plain(part, say) for part in value] if isinstance(value, tuple | list) else value


# ── What the tree says ────────────────────────────────────────────────────────────────────────────────


def explain(search: Search, known: KnownState) -> Explanation:
    """What a search of a known position has found. It must be the searching seat's decision."""
    state, seat = known.state, int(search.seat)
    if state.actor != seat:
        raise ValueError("only the searching seat's own decision can be explained")
    entries = best_first(search)
    choices = [choice(search, state, entry, entries[0].action) for entry in entries[:CHOICES]]
    line = expected(search, state, entries[0].action)
    definition = state.game.definition
    return Explanation(
        seat=seat,
        who=definition.seat_names(state.game, int(state.seats))[seat],
        simulations=sum(entry.visits for entry in entries),
        worth=choices[0].worth,
        choices=tuple(choices),
        line=turns_of(line, state, seat),
        turning=next_chance(search, line, state),
        hidden=definition.hidden,
    )


def best_first(search: Search) -> list[Entry]:
    """All that was tried at the root: the one to play, then by what is certain of their worth, proven losses last."""
    best = search.best()

    def place(entry: Entry) -> tuple[bool, bool, bool, float]:
        found = worth(search, entry)
        return entry.action != best, found.proven == LOSS, entry.visits < LEAST_VISITS, found.error - found.value

    return sorted(search.entries([]), key=place)


def worth(search: Search, entry: Entry) -> Worth:
    """What an entry of the root, or of chance, is worth to the searching seat."""
    if entry.winner != -1:
        return Worth(1.0, 0.0, WIN) if entry.winner == search.sides[search.seat] else Worth(0.0, 0.0, LOSS)
    return Worth(entry.value, Z_95 * entry.error)


def choice(search: Search, state: State, entry: Entry, best: int) -> Choice:
    return Choice(
        action=entry.action,
        does=told(state, entry.action, int(search.seat)),
        visits=entry.visits,
        worth=worth(search, entry),
        good=entry.good,
        terms=apart(search, entry.action, best),
    )


def told(state: State, action: int, viewer: int) -> Message:
    return state.game.definition.describe(state, action, viewer)


def apart(search: Search, action: int, other: int) -> tuple[Term, ...]:
    """What sets an action apart from another in the evaluator's terms, the largest difference first."""
    one, two = lead_by_feature(search, action), lead_by_feature(search, other)
    evaluator = search.evaluator
    if evaluator is None or not one or not two:
        return ()
    terms = [Term(name, a - b) for name, a, b in zip(evaluator.names, one, two, strict=True)]
    terms.sort(key=lambda term: -abs(term.points))
    return tuple(term for term in terms[:TERMS] if abs(term.points) >= LEAST_POINTS)


def lead_by_feature(search: Search, action: int) -> list[float]:
    """For each feature the points that the own side is ahead of the others' mean at the leaves after an action."""
    leaves, means = search.remembered(action)
    evaluator = search.evaluator
    if evaluator is None or leaves < LEAST_VISITS:
        return []
    count, sides = len(evaluator.names), [int(side) for side in search.sides]
    own, others = sides[int(search.seat)], len(set(sides)) - 1
    return [
        evaluator.weights[number]
        * sum(means[seat * count + number] * (1.0 if side == own else -1.0 / others) for seat, side in enumerate(sides))
        for number in range(count)
    ]


def expected(search: Search, state: State, first: int) -> list[int]:
    """The expected course: `first`, then always the best known action, of chance the commonest outcome."""
    line = [first]
    after = state.clone()
    after.apply(first)
    while True:
        seen = [
            entry for entry in search.entries(line) if entry.visits >= LEAST_VISITS and after.is_legal(entry.action)
        ]
        if not seen:
            return line
        side = -1 if after.actor == CHANCE else int(search.sides[after.actor])
        action = max(seen, key=lambda entry: (rank(entry, side), entry.visits)).action
        line.append(action)
        after.apply(action)


def rank(entry: Entry, side: int) -> int:
    """For the side that decides: a proven win before all others, a proven loss after them; chance (−1) is blind."""
    if entry.winner == -1 or side == -1:
        return 0
    return 1 if entry.winner == side else -1


def turns_of(line: Sequence[int], state: State, viewer: int) -> tuple[Turn, ...]:
    """A line in whole turns; the last one is left out if the search hasn't seen its end, unless it is the first."""
    turns: list[Turn] = []
    after = state.clone()
    for action in line:
        seat, step = int(after.actor), Step(action, told(after, action, viewer))
        if turns and turns[-1].seat == seat:
            turns[-1] = Turn(seat, (*turns[-1].steps, step))
        else:
            turns.append(Turn(seat, (step,)))
        after.apply(action)
    if len(turns) > 1 and after.actor == turns[-1].seat:
        turns.pop()
    return tuple(turns[:TURNS])


def next_chance(search: Search, line: Sequence[int], state: State) -> tuple[Turning, Turning] | None:
    """The best and the worst of what chance may bring next, if the line gets there."""
    after, gone = state.clone(), 0
    while gone < len(line) and after.actor != CHANCE:
        after.apply(line[gone])
        gone += 1
    if after.actor != CHANCE:
        return None
    entries = search.entries(list(line[:gone]))
    total = sum(entry.visits for entry in entries)
    seen = [entry for entry in entries if entry.visits >= LEAST_VISITS and after.is_legal(entry.action)]
    if len(seen) < 2:
        return None
    found = [
        Turning(entry.action, told(after, entry.action, int(search.seat)), entry.visits / total, worth(search, entry))
        for entry in seen
    ]
    found.sort(key=lambda turning: turning.worth.value)
    return found[-1], found[0]


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────


def sentences(explanation: Explanation) -> list[Message]:
    """An explanation in messages, one a line."""
    position = explanation.worth
    head = {WIN: "explain.forced_win", LOSS: "explain.forced_loss", OPEN_END: "explain.chance"}[position.proven]
    lines = [Message(head, who=explanation.who, simulations=explanation.simulations, **percents(position))]
    for rank, found in enumerate(explanation.choices, start=1):
        lines.append(Message("explain.choice", rank=rank, does=found.does, worth=worth_in_words(found.worth)))
        if explanation.hidden:
            lines.append(Message("explain.good", percent=percent(found.good)))
        if found.terms:
            lines.append(Message("explain.apart", terms=joined("explain.comma", [in_words(t) for t in found.terms])))
    lines += line_in_words(explanation.line)
    if explanation.turning is not None:
        best, worst = explanation.turning
        lines += [turning_in_words("explain.at_best", best), turning_in_words("explain.at_worst", worst)]
    return lines


def line_in_words(line: Sequence[Turn]) -> list[Message]:
    if not line:
        return []
    told_turns = [
        Message(
            "explain.perhaps" if turn.seat == CHANCE else "explain.turn",
            does=joined("explain.then", [step.does for step in turn.steps]),
        )
        for turn in line
    ]
    return [Message("explain.line"), *told_turns]


def turning_in_words(id: str, turning: Turning) -> Message:
    share = percent(turning.share)
    return Message(id, does=turning.does, share=share, worth=worth_in_words(turning.worth))


def worth_in_words(found: Worth) -> Message:
    id = {WIN: "explain.worth_win", LOSS: "explain.worth_loss", OPEN_END: "explain.worth"}[found.proven]
    return Message(id, **percents(found))


def in_words(term: Term) -> Message:
    return Message("explain.term", points=points(term.points), feature=Message(f"feature_{term.feature}"))


def percents(found: Worth) -> dict[str, int]:
    return {"percent": percent(found.value), "error": percent(found.error)}


def percent(part: float) -> int:
    return round(100 * part)


def points(number: float) -> str:
    """With its sign and one decimal."""
    return f"{number:+.1f}".replace("-", "−")


def joined(id: str, parts: Sequence[Message]) -> Message:
    """Several messages as one: `id` joins `{first}` and `{rest}`."""
    *before, message = parts
    for part in reversed(before):
        message = Message(id, first=part, rest=message)
    return message
