"""Why nothing can be done with what was clicked: told of what is there, and of what the toss allows now."""

from __future__ import annotations

from klatsch.core.message import Message, Refusal
from klatsch.games.coin_age.actions import KINDS, MOVE, SPACES, Capture, Move, Pay, Place
from klatsch.games.coin_age.layout import CAPTURED, MOVED, PAID, STACK, USABLE
from klatsch.games.coin_age.rules import CoinAge
from klatsch.games.coin_age.scoring import SIDE, TOP
from klatsch.games.coin_age.words import (
    TABLE_CLAUSE,
    coin,
    why_no_capture,
    why_no_coin,
    why_no_move,
    why_no_payment,
    why_no_placement,
)


def why_clicks(state: CoinAge, places: tuple[str, ...]) -> Refusal | None:
    """Of two clicks that belong together what forbids both; else what forbids the last."""
    kinds = [KINDS.index(name) for name in named(places, "coin-") if name in KINDS]
    names = [action.name.lower() for action in state.board.actions[-SPACES - 1 : -1] if isinstance(action, Capture)]
    spaces = [names.index(name) for name in named(places, "space-") if name in names]
    if kinds and spaces:
        return why_no_placement(state, kinds[-1], spaces[-1], name_of(state, spaces[-1]))
    if len(spaces) > 1 and Move in verbs(state):
        return of_two_spaces(state, spaces[-2], spaces[-1])
    if spaces and places[-1] == "capture-here":
        return why_no_capture(state, spaces[-1], name_of(state, spaces[-1]))
    if kinds and places[-1] == "pay-here":
        return why_no_payment(state, kinds[-1])
    if spaces and places[-1].startswith("space-"):
        return of_space(state, spaces[-1])
    if kinds and places[-1].startswith("coin-"):
        return of_coin(state, kinds[-1])
    return {"pay-here": of_paying, "capture-here": of_capturing}.get(places[-1], lambda state: None)(state)


def named(places: tuple[str, ...], prefix: str) -> list[str]:
    return [place.removeprefix(prefix) for place in places if place.startswith(prefix)]


def name_of(state: CoinAge, space: int) -> str:
    capture = state.board.actions[-SPACES - 1 + space]
    assert isinstance(capture, Capture)
    return capture.name


def verbs(state: CoinAge) -> set[type]:
    """What is open now."""
    return {type(state.board.actions[action]) for action in state.legal_actions()}


def of_two_spaces(state: CoinAge, first: int, second: int) -> Refusal:
    """A stack and where it would go, whichever was clicked first."""
    if state.v[STACK + first] == 0 and state.v[STACK + second]:
        first, second = second, first
    move = state.board.actions[MOVE + SPACES * first + second]
    assert isinstance(move, Move)
    return why_no_move(state, move)


# ── A coin of the toss ────────────────────────────────────────────────────────────────────────────


def of_coin(state: CoinAge, kind: int) -> Refusal:
    matches = int(state.matches())
    if matches == 0:
        return Refusal("3.5", Message("not.none_matched"))
    refusal = why_no_coin(state, kind)
    if refusal is not None:
        return refusal
    return all_placed(state) or Refusal("4.2", Message("not.fits_nowhere", coin=coin(kind)))


def all_placed(state: CoinAge) -> Refusal | None:
    matches, placed = int(state.matches()), int(state.placed())
    if matches == 0 or state.placements_left() > 0:
        return None
    if matches == 4 and not state.v[PAID]:
        return Refusal("3.1", Message("not.pay_first", placed=placed))
    return Refusal(TABLE_CLAUSE[matches], Message("not.no_placement_left", matches=matches, placed=placed))


# ── A space of the map ────────────────────────────────────────────────────────────────────────────


def of_space(state: CoinAge, space: int) -> Refusal:
    """Placing comes first where it is possible; then capturing, then moving."""
    name, stack = name_of(state, space), int(state.v[STACK + space])
    open_now = verbs(state)
    if Place in open_now:
        return why_not_onto(state, name, stack)
    if Pay in open_now:
        return Refusal("3.1", Message("not.pay_first", placed=int(state.placed())))
    if Capture in open_now and stack and (Move not in open_now or SIDE[stack] == state.actor):
        return why_no_capture(state, space, name)
    if Move in open_now:
        return why_not_from(state, space, name, stack)
    return all_placed(state) or nothing_left(state, space, name, stack)


def why_not_onto(state: CoinAge, name: str, stack: int) -> Refusal:
    """§4.2, §4.3: no coin that may be placed can go onto this stack."""
    top = TOP[stack]
    if any(state.v[USABLE] & 2**kind for kind in range(top)):
        return Refusal("4.3", Message("not.cover_own", space=name))
    return Refusal("4.2", Message("not.none_smaller", space=name, top=coin(top)))


def why_not_from(state: CoinAge, space: int, name: str, stack: int) -> Refusal:
    if stack == 0:
        return Refusal("6.1", Message("not.none_beside", space=name))
    if not state.board.move_any and SIDE[stack] != state.actor:
        return Refusal("6.2", Message("not.move_own", space=name))
    return Refusal("6.1", Message("not.hemmed_in", space=name))


def nothing_left(state: CoinAge, space: int, name: str, stack: int) -> Refusal:
    """Only ending the turn is left: for what was done, or because nothing there can be."""
    if state.matches() == 0:
        if not state.v[CAPTURED] and stack:
            return why_no_capture(state, space, name)
        if state.v[CAPTURED] and (stack or state.v[MOVED]):
            return Refusal("7.1", Message("not.captured"))
    elif stack:
        return why_not_onto(state, name, stack)
    if state.v[MOVED]:
        return Refusal("6.1", Message("not.moved"))
    return why_not_from(state, space, name, stack)


# ── Where coins are paid and captured ─────────────────────────────────────────────────────────────


def of_paying(state: CoinAge) -> Refusal:
    matches = int(state.matches())
    if matches < 4:
        return Refusal("5.1", Message("not.pay_needs_four", matches=matches))
    return Refusal("5.2", Message("not.paid"))


def of_capturing(state: CoinAge) -> Refusal:
    matches = int(state.matches())
    if matches > 0:
        return Refusal(TABLE_CLAUSE[matches], Message("not.no_capture", matches=matches))
    if state.v[CAPTURED]:
        return Refusal("7.1", Message("not.captured"))
    return Refusal("7.1", Message("not.none_to_capture"))
