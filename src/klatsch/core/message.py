"""What rules say without building sentences: messages, refusals, outcomes.

A message is an id and arguments; the game's locale/ folder holds the sentences (klatsch.language renders them).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, Union

if TYPE_CHECKING:
    from klatsch.core.definition import Words

Argument: TypeAlias = Union[int, str, "Message"]


class Message:
    """A sentence's id and arguments. An argument may be a message itself (a name, say)."""

    __slots__ = ("args", "id")

    def __init__(self, id: str, /, **args: Argument) -> None:
        self.id = id
        self.args = args

    def __repr__(self) -> str:
        return f"Message({self.id!r}, {self.args!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.id, self.args) == (other.id, other.args)

    def __hash__(self) -> int:
        return hash((self.id, tuple(sorted(self.args.items(), key=lambda item: item[0]))))


class Refusal(NamedTuple):
    """Why an action is not legal: the clause of RULES.md, and the sentence for the player."""

    clause: str
    message: Message


class Outcome(NamedTuple):
    """How a game ended: the reason, and the seats from first to last place (those that share one together)."""

    reason: Message
    ranking: tuple[tuple[int, ...], ...]


class IllegalAction(ValueError):
    """An action that the rules don't allow now. `refusal` can be told in other languages, by the game's `words`."""

    def __init__(self, refusal: Refusal, words: Words, where: str = "") -> None:
        sentence = where + words.say("en")(refusal.message)
        super().__init__(f"{sentence} (§{refusal.clause})" if refusal.clause else sentence)
        self.sentence = sentence
        self.words = words
        self.clause = refusal.clause
        self.refusal = refusal
