"""What Connect Four says."""

from __future__ import annotations

from klatsch.core.game import OVER
from klatsch.core.message import Message, Refusal
from klatsch.examples.connect_four.actions import ACTIONS
from klatsch.examples.connect_four.rules import ConnectFour

SEATS = (Message("yellow"), Message("red"))


def prompt(state: ConnectFour, viewer: int) -> Message:
    if state.actor == OVER:
        return state.result().reason
    return Message("prompt.drop") if viewer == state.actor else Message("thinking", who=SEATS[state.actor])


def describe(state: ConnectFour, action: int, viewer: int) -> Message:
    return Message("does.drop", who=SEATS[state.actor], column=ACTIONS[action].column + 1)


def why_not(state: ConnectFour, action: int) -> Refusal:
    return Refusal("1.2", Message("not.full", column=ACTIONS[action].column + 1))
