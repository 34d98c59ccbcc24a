"""What an action changed on the table, for the log and for summaries of a turn.

Changes are found by comparing what everybody may see before and after, never in the state itself, so that nothing
hidden can be told by them. Sentences are `change.<kind>` of the game's catalogues; their causes are `cause.<cause>`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeAlias

from klatsch.core.definition import S, View
from klatsch.core.message import Argument, Message

MOST_PLACES = 3  # that are named one by one


class Change(NamedTuple):
    """One thing that is other than before: what, why, whose, by how much."""

    kind: str  # what: a word of the game's, `points_up`
    cause: str  # why
    seat: int  # whose: a seat, or a faction where a seat may have several; −1: nobody's
    who: Message
    amount: int  # by how much, up or down
    where: Message | None = None
    to: Message | None = None  # where something has gone from there
    value: int = 0  # of a thing that has one: a die, say
    now: int = 0  # the count after it


class Part(NamedTuple, Generic[S]):
    """A part of what the rules did by one action: why, the position before and after it, and what was played unasked.

    Where it is the same position, nothing on the table has changed.
    """

    cause: str
    before: S
    after: S
    did: Message | None = None


class Happened(NamedTuple):
    """All that followed from one action: what was played unasked, then what has changed."""

    unasked: list[Message]
    changes: list[Change]


# What a sentence of `describe` says by itself: a kind of change, and its amount or the argument that has it.
Stated: TypeAlias = tuple[str, int | str]


def in_one(before: S, action: int, after: S) -> list[Part[S]]:
    """Most games do nothing unasked: an action is one part."""
    return [Part("", before, after)]


@dataclass(frozen=True, kw_only=True, eq=False)
class ChangeLog(Generic[S]):
    """How a game finds what an action changed."""

    look: Callable[[S], View]  # what is compared: a part of what everybody may see, `view(PUBLIC)`
    between: Callable[[View, View, str], Iterable[Change]]  # two looks and the cause of the part
    parts: Callable[[S, int, S], list[Part[S]]] = in_one
    stated: Mapping[str, tuple[Stated, ...]] = field(default_factory=dict)  # by the id of the sentence

    def happened(self, before: S, action: int, after: S) -> Happened:
        """What an action did."""
        unasked: list[Message] = []
        changes: list[Change] = []
        for part in self.parts(before, action, after):
            if part.did is not None:
                unasked.append(part.did)
            if part.after is not part.before:
                changes += self.between(self.look(part.before), self.look(part.after), part.cause)
        return Happened(unasked, changes)

    def follows(self, did: Message, happened: Happened) -> list[Message]:
        """What is to be said after the sentence about the action: what that doesn't say itself, grouped."""
        said = [did]
        said += [message for message in dict.fromkeys(happened.unasked) if message != did]
        left = list(happened.changes)
        for message in said:
            for kind, amount, named in self.statements(message):
                stated = [each for each in left if each.kind == kind and abs(each.amount) == amount]
                if stated:
                    left.remove(max(stated, key=lambda each: (each.who in named) + (each.where in named)))
        return said[1:] + grouped(left)

    def statements(self, message: Message) -> Iterator[tuple[str, Argument, list[Argument]]]:
        """What a sentence says by itself, and those that it is made of: kind, amount, and who and what it names."""
        for kind, amount in self.stated.get(message.id, ()):
            yield kind, message.args[amount] if isinstance(amount, str) else amount, list(message.args.values())
        for part in message.args.values():
            if isinstance(part, Message):
                yield from self.statements(part)


# ── Changes in sentences ──────────────────────────────────────────────────────────────────────────


def grouped(changes: Iterable[Change]) -> list[Message]:
    """Sentences about changes: one for those of a kind with the same subject and cause, in the order of the first."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        key = (change.kind, change.cause, change.seat, change.who, change.to, change.value)
        groups.setdefault(key, []).append(change)
    return [sentence(group) for group in groups.values()]


def sentence(group: list[Change]) -> Message:
    """What a group of changes comes to."""
    last = group[-1]
    args: dict[str, Argument] = {
        "who": last.who,
        "amount": abs(sum(change.amount for change in group)),
        "cause": Message("cause." + last.cause),
        "value": last.value,
        "now": last.now,
    }
    places = list(dict.fromkeys(change.where for change in group if change.where is not None))
    if places:
        args["where"] = listed(places) if len(places) <= MOST_PLACES else Message("list.places", count=len(places))
    if last.to is not None:
        args["to"] = last.to
    return Message("change." + last.kind, **args)


def listed(items: list[Message]) -> Message:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) == 1:
        return items[0]
    if len(items) == 2:
        return Message("list.and", first=items[0], last=items[1])
    return Message("list.comma", first=items[0], rest=listed(items[1:]))


def joined(sentences: list[Message]) -> Message:
    """Sentences one after the other."""
    if len(sentences) == 1:
        return sentences[0]
    return Message("match.then", first=sentences[0], rest=joined(sentences[1:]))
