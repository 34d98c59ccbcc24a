"""What a viewer may see of Coin Age: everything, since nothing is hidden; with the tally of the moment (§9)."""

from __future__ import annotations

from typing import Any

from klatsch.core.definition import View
from klatsch.core.game import CHANCE
from klatsch.games.coin_age.actions import KIND_COUNT, KINDS, Capture, Move, Pay, Place
from klatsch.games.coin_age.layout import ENDED, MATCHED, STACK, TOSSED, TURN, USABLE
from klatsch.games.coin_age.maps import Map
from klatsch.games.coin_age.rules import REASONS, CoinAge
from klatsch.games.coin_age.scoring import NOBODY, SIDE, TOP, bank_coins, bank_value, coins_of, controlled, doubled

SEATS = (0, 1)


def view(state: CoinAge, viewer: int) -> View:
    picture = state.board.picture
    assert isinstance(picture, Map)
    masks = [int(controlled(state.v, seat)) for seat in SEATS]
    twice = int(doubled(state.board, masks[0], masks[1]) | doubled(state.board, masks[1], masks[0]))
    spaces = [space_view(state, picture, number, twice) for number in range(len(picture.spaces))]
    regions = [region_view(picture, number, spaces) for number in range(len(picture.regions))]
    return {
        "actor": int(state.actor),
        "mover": int(state.mover()),
        "turn": int(state.v[TURN]),
        "map": map_view(picture),
        "spaces": spaces,
        "regions": regions,
        "banks": [bank_view(int(state.bank(seat))) for seat in SEATS],
        "toss": toss_view(state),
        "can": can_view(state),
        "totals": [total_view(state, seat, spaces) for seat in SEATS],
        "ended": REASONS[state.v[ENDED]] if state.v[ENDED] else None,
        "winners": list(state.result().ranking[0]) if state.v[ENDED] else [],
    }


def kinds(mask: int) -> list[str]:
    return [kind for number, kind in enumerate(KINDS) if mask & 2**number]


def map_view(picture: Map) -> dict[str, Any]:
    return {
        "key": picture.key,
        "title": picture.title,
        "reconstruction": picture.reconstruction,
        "sea": picture.sea,
        "shore": picture.shore,
        "bridges": [{"spaces": list(b.spaces), "line": [list(p) for p in b.line]} for b in picture.bridges],
        "pools": [{"colour": pool.colour, "outline": [list(p) for p in pool.outline]} for pool in picture.pools],
    }


def space_view(state: CoinAge, picture: Map, number: int, twice: int) -> dict[str, Any]:
    space = picture.spaces[number]
    region = next(i for i, region in enumerate(picture.regions) if space.name in region.spaces)
    stack = int(state.v[STACK + number])
    side = int(SIDE[stack])
    value = 0 if side == NOBODY else int(TOP[stack]) + 1
    double = bool(twice & 2**number)
    return {
        "name": space.name,
        "region": region,
        "borders": list(space.borders),
        "centre": list(space.centre),
        "outline": [list(corner) for corner in space.outline],
        # The coins from the top down: kind, and whose side is up.
        "stack": [[kind, 1 if stack & 2 ** (KIND_COUNT + KINDS.index(kind)) else 0] for kind in kinds(stack)],
        "controls": None if side == NOBODY else side,
        "double": double,
        "points": 2 * value if double else value,
    }


def region_view(picture: Map, number: int, spaces: list[dict[str, Any]]) -> dict[str, Any]:
    region = picture.regions[number]
    mine = [[space for space in spaces if space["region"] == number and space["controls"] == seat] for seat in SEATS]
    return {
        "key": region.key,
        "name": region.name,
        "colour": region.colour,
        "pattern": region.pattern,
        "spaces": list(region.spaces),
        "controlled": [len(held) for held in mine],
        "points": [sum(space["points"] for space in held) for held in mine],
        "double": next((seat for seat in SEATS if any(space["double"] for space in mine[seat])), None),
    }


def bank_view(bank: int) -> dict[str, int]:
    return {kind: int(coins_of(bank, number)) for number, kind in enumerate(KINDS)}


def toss_view(state: CoinAge) -> dict[str, list[str]] | None:
    if state.actor == CHANCE:
        return None
    return {"tossed": kinds(state.v[TOSSED]), "matched": kinds(state.v[MATCHED]), "usable": kinds(state.v[USABLE])}


def can_view(state: CoinAge) -> dict[str, Any]:
    """What is open to the actor: how many placements are left, and which other actions."""
    legal = {type(state.board.actions[action]) for action in state.legal_actions()}
    return {
        "place": int(state.placements_left()) if Place in legal else 0,
        "pay": Pay in legal,
        "move": Move in legal,
        "capture": Capture in legal,
    }


def total_view(state: CoinAge, seat: int, spaces: list[dict[str, Any]]) -> dict[str, int]:
    bank = state.bank(seat)
    return {
        "map": sum(space["points"] for space in spaces if space["controls"] == seat),
        "bank": int(bank_coins(bank)),
        "bank_value": int(bank_value(bank)),
        "points": int(state.points(seat)),
    }
