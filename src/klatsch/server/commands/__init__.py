"""Commands: what can be done at a match, stated once for the socket and for HTTP.

A command is a small record; its handler changes the match or answers a question. Refused, NotAllowed or IllegalAction:
nothing has changed.
"""

from klatsch.server.commands import before, chat, during, questions
from klatsch.server.commands.context import COMMANDS, CommandContext, Handler

__all__ = ["COMMANDS", "CommandContext", "Handler", "before", "chat", "during", "questions"]
