"""What Connect Four says."""

from __future__ import annotations

from klatsch.core.game import OVER, State
from klatsch.core.message import Message, Refusal
from klatsch.examples.connect_four.actions import ACTIONS

SEATS = (Message("yellow"), Message("red"))


def prompt(state: State, viewer: int) -> Message:
    if state.actor == OVER:
        return state.result().reason
    return Message("prompt.drop", who=SEATS[state.actor])


def describe(state: State, action: int, viewer: int) -> Message:
    return Message("does.drop", who=SEATS[state.actor], column=ACTIONS[action].column + 1)


def why_not(state: State, action: int) -> Refusal:
    return Refusal("1.2", Message("not.full", column=ACTIONS[action].column + 1))
