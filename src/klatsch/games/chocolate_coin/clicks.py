"""Why nothing can be done with what was clicked: the refusals of refusals.py, told of the clicked place alone.

What is asked stands beside the board anyway, so it isn't told again.
"""

from __future__ import annotations

from klatsch.core.message import Message, Refusal
from klatsch.games.chocolate_coin.actions import ACTIONS, Action
from klatsch.games.chocolate_coin.refusals import why_not
from klatsch.games.chocolate_coin.rules.position import Position

# Sentences that name another place than the clicked one, or repeat what is asked, and those that don't.
OF_THE_CLICK = {
    "not.asked": "not.asked_else",
    "not.resolved_first": "not.another_first",
    "not.not_that_place": "not.wrong_sort",
    "not.not_adjacent": "not.not_adjacent_there",
    "not.no_line": "not.no_line_there",
    "not.not_touching": "not.not_touching_there",
    "not.santa_unwelcome": "not.santa_unwelcome_there",
    "not.elf_unwelcome": "not.elf_unwelcome_there",
}
KEPT = {
    "not.wrong_sort": ("place",),
    "not.not_adjacent_there": ("target",),
    "not.no_line_there": ("target",),
    "not.not_touching_there": ("precinct",),
    "not.santa_unwelcome_there": ("region",),
    "not.elf_unwelcome_there": ("region",),
}


def why_clicks(p: Position, places: tuple[str, ...]) -> Refusal | None:
    legal = set(p.legal_actions())
    asked = {type(ACTIONS[action]) for action in legal}
    found = [number for number, action in enumerate(ACTIONS) if number not in legal and places[-1] in action.anchors]
    if not found:
        return None
    refusal = why_not(p, min(found, key=lambda number: is_untimely(ACTIONS[number], asked)))
    return Refusal(refusal.clause, of_the_click(refusal.message))


def is_untimely(action: Action, asked: set[type]) -> bool:
    """Is another sort of action asked for than this one?"""
    return type(action) not in asked


def of_the_click(message: Message) -> Message:
    id = OF_THE_CLICK.get(message.id)
    if id is None:
        return message
    return Message(id, **{name: message.args[name] for name in KEPT.get(id, ())})
