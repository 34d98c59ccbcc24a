"""Why nothing can be done with places of the drawing that were clicked, one after the other."""

from __future__ import annotations

from klatsch.core.game import State
from klatsch.core.message import Refusal


def why_clicks(state: State, places: tuple[str, ...]) -> Refusal | None:
    """The game's own answer; of a game that has none, the refusal of an action with just these anchors, or with the
    last of them. None: these places are about nothing."""
    if not places:
        return None
    definition = state.game.definition
    if definition.why_clicks is not None:
        return definition.why_clicks(state, places)
    legal = set(state.legal_actions())
    for wanted in (places, places[-1:]):
        for number, action in enumerate(state.game.actions):
            if number not in legal and sorted(action.anchors) == sorted(wanted):
                return state.refusal(number)
    return None


def meant(state: State, places: tuple[str, ...], under: tuple[str, ...]) -> tuple[str, ...]:
    """The clicks, where the last one is told by all that lies there: the topmost thing that any action is about."""
    known = {anchor for action in state.game.actions for anchor in action.anchors}
    found = next((place for place in under if place in known), None)
    return places if found is None else (*places, found)
