"""What can be done at a match, stated once: the socket and the HTTP API take the same commands.

A command is a small record; its handler changes the match or answers a question. Refused, NotAllowed or IllegalAction:
nothing has changed.
"""

from klatsch.server.commands import at_match, before_match, questions, talk
from klatsch.server.commands.visit import COMMANDS, Handler, Visit

__all__ = ["COMMANDS", "Handler", "Visit", "at_match", "before_match", "questions", "talk"]
