"""A word to a newcomer in the first turn of Chocolate COIN: what is decided now, and what is wise for that faction."""

from __future__ import annotations

from klatsch.core.message import Message
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import FACTIONS, OPERATIONS
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules.board import GOALS
from klatsch.games.chocolate_coin.rules.layout import CHOSEN, KIND, TRACK, TURN
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.words import asked_faction

# What is wise depends on the faction.
BY_FACTION = {
    kinds.SET_UP: "set_up",
    kinds.ASK_PRIMARY: "primary",
    kinds.CHOOSE_OPERATION: "operation",
}
# The same for everybody.
FOR_ALL = {
    kinds.ASK_PRIORITY: "priority",
    kinds.ASK_SECONDARY: "secondary",
    kinds.RECRUIT_WHAT: "recruit_what",
    kinds.MOVE_TARGET: "move_target",
    kinds.MOVE_GIFT: "move_gift",
    kinds.REMOVE_TOKEN: "remove",
    kinds.CHOOSE_AREA: "area",
    kinds.DISPERSE_WHO: "disperse",
    kinds.SPEND_STEALTH: "spend",
    kinds.SHIP_REGION: "ship",
    kinds.SWEEP_REGION: "sweep",
    kinds.COVER_REGION: "cover",
    kinds.DRIVE_REGION: "drive",
    kinds.BUILD_GIFT: "build_gift",
}


def guide(state: Position, seat: int) -> Message | None:
    if state.actor != seat or not is_first_turn(state):
        return None
    kind = state.v[KIND]
    if kind in BY_FACTION:
        return faction_advice(state, BY_FACTION[kind])
    if kind == kinds.CHOOSE_REGION and OPERATIONS[state.v[CHOSEN]] in ("recruit", "move", "attack"):
        return Message("guide.region_" + OPERATIONS[state.v[CHOSEN]])
    if kind >= kinds.EVENT_PLACE and kind <= kinds.EVENT_BASE_TOKEN:
        return Message("guide.event")
    return Message("guide." + FOR_ALL[kind]) if kind in FOR_ALL else None


def is_first_turn(p: Position) -> bool:
    """The set-up and the first turn. Only two factions act in a turn, so the second one is the first for those that
    stand at the top of the track then (§13.1)."""
    if p.v[TURN] <= 1:
        return True
    return p.v[TURN] == 2 and asked_faction(p) in p.v[TRACK : TRACK + 2]


def faction_advice(p: Position, what: str) -> Message:
    number = asked_faction(p)
    return Message(f"guide.{what}_{FACTIONS[number]}", who=names.faction(number), goal=int(GOALS[number]))
