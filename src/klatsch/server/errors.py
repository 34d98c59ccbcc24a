"""Errors for people: one shape, in the reader's language, by HTTP and by the socket."""

from __future__ import annotations

import msgspec

from klatsch.core.message import IllegalAction, Message
from klatsch.match.match import NotAllowed
from klatsch.server.words import WORDS


class Refused(ValueError):
    """Something that the server won't do; the message is in its own catalogue. `status` is that of HTTP."""

    def __init__(self, id: str, status: int = 409, **args: int | str | Message) -> None:
        self.message = Message(f"refused.{id}", **args)
        self.status = status
        super().__init__(WORDS.say("en")(self.message))


class ErrorAnswer(msgspec.Struct, frozen=True):
    """A sentence for the person, and the clause of the rules where one forbids it."""

    error: str
    clause: str = ""


def error_answer(error: Exception, lang: str) -> ErrorAnswer:
    """Any error that is somebody's mistake, in a language."""
    if isinstance(error, Refused):
        return ErrorAnswer(WORDS.say(lang)(error.message))
    if isinstance(error, IllegalAction):
        return ErrorAnswer(error.words.say(lang)(error.refusal.message), error.refusal.clause)
    if isinstance(error, NotAllowed):
        return ErrorAnswer(error.words.say(lang)(error.message))
    return ErrorAnswer(str(error))


def status_of(error: Exception) -> int:
    """The status of HTTP: what can't be now is a conflict, what can never be is not valid."""
    if isinstance(error, Refused):
        return error.status
    return 409 if isinstance(error, (IllegalAction, NotAllowed)) else 422


def failed(lang: str, reference: str) -> ErrorAnswer:
    """An error of ours: the log has it under the reference."""
    return ErrorAnswer(WORDS.say(lang)("refused.failed", reference=reference))
