"""What must hold in every position, for the fuzzer, the tests and bytes from elsewhere."""

from __future__ import annotations

from klatsch.core.game import CHANCE
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.rules import layout as at
from klatsch.games.chocolate_coin.rules.board import TOKENS
from klatsch.games.chocolate_coin.rules.position import Position, region_of, stealth_of


def invariant(state: Position) -> str | None:
    """What is wrong with a position that can't be, or None (§1.6, §1.8: nothing is made, nothing is lost)."""
    v = list(state.v)
    for faction, name in enumerate(FACTIONS):
        if v[at.SUPPLY + faction] < 0 or v[at.SUPPLY + faction] + state.tokens_on_board(faction) != TOKENS[faction]:
            return f"tokens of {name} are lost or won"
        if not 0 <= v[at.SCORE + faction] <= at.TOP_SCORE:
            return f"the score of {name} is off the track"
    if min(v[at.SANTA_UNITS : at.DICE]) < 0 or min(v[at.GIFTS : at.SEEN]) < 0:
        return "there are fewer than no tokens somewhere"
    dice = [die for die in v[at.DICE : at.DICE_END] if die]
    if not all(1 <= stealth_of(die) <= at.FULL_STEALTH and 0 <= region_of(die) < at.REGION_COUNT for die in dice):
        return "a die of Big Plastic shows no stealth, or stands nowhere"
    if any(state.vacant_spaces(region) < 0 for region in range(at.REGION_COUNT)):
        return "a Region has more bases than spaces"
    if state.actor != CHANCE and sorted(v[at.TRACK : at.TRACK + at.FACTION_COUNT]) != list(range(at.FACTION_COUNT)):
        return "the action track doesn't hold every faction once"
    return None
