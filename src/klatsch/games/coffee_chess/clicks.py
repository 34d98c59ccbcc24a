"""Why nothing can be done with the squares that were clicked: told of them alone, and of what is possible now."""

from __future__ import annotations

from klatsch.core.message import Message, Refusal
from klatsch.games.coffee_chess.actions import DIAGONALS, SIDES, SQUARES, neighbours, square_name
from klatsch.games.coffee_chess.layout import KIND, ON_SQUARE, PENDING
from klatsch.games.coffee_chess.lines import BITS
from klatsch.games.coffee_chess.rules import MOVING, NOTHING, PLACING, STEALING, CoffeeChess
from klatsch.games.coffee_chess.words import owner, why_no_theft

NUMBERS = {f"sq-{square_name(square)}": square for square in range(SQUARES)}


def why_clicks(state: CoffeeChess, places: tuple[str, ...]) -> Refusal | None:
    squares = [NUMBERS[place] for place in places if place in NUMBERS]
    if state.v[PENDING] >= 0:
        clause = "5.3" if state.v[KIND] == MOVING else "6.4"
        return Refusal(clause, Message("not.amount_first", most=int(state.most_pending())))
    if state.inventory(state.actor) == 0:
        return Refusal("3.2", Message("not.no_bean"))
    if not squares or places[-1] not in NUMBERS:
        return None
    together = why_not_together(state, *squares[-2:]) if len(squares) > 1 else None
    return together or of_square(state, squares[-1])


def no(clause: str, id: str, square: int) -> Refusal:
    return Refusal(clause, Message("not." + id, square=square_name(square)))


def beans(state: CoffeeChess, square: int) -> int:
    return int(state.v[ON_SQUARE + square])


# ── One square ────────────────────────────────────────────────────────────────────────────────────


def of_square(state: CoffeeChess, square: int) -> Refusal:
    kind = int(state.v[KIND])
    if owner(square) != state.actor:
        return of_enemy(state, square, kind)
    if kind == MOVING and beans(state, square) == 1:
        return no("5.1", "one_stays", square)
    if kind == STEALING and beans(state, square):
        if state.received() & BITS[square]:
            return no("6.3", "received", square)
        return no("6.1", "nothing_beside", square)
    return Refusal("3.1", Message("not.other_kind"))


def of_enemy(state: CoffeeChess, square: int, kind: int) -> Refusal:
    """The other side's squares are there to be robbed, and for nothing else."""
    if kind in (PLACING, MOVING) and beans(state, square):
        return Refusal("3.1", Message("not.other_kind"))
    if beans(state, square) == 0:
        return no("6.1", "nothing_there", square) if kind == STEALING else no("1.1", "wrong_colour", square)
    robbers = [beside for beside in neighbours(square, SIDES) if beans(state, beside)]
    return no("6.3", "robbers_received", square) if robbers else no("6.1", "no_robber_beside", square)


# ── Two squares ───────────────────────────────────────────────────────────────────────────────────


def why_not_together(state: CoffeeChess, one: int, other: int) -> Refusal | None:
    """From an own square to an own one, or between an own one and one to be robbed; in any order."""
    own = [square for square in (one, other) if owner(square) == state.actor]
    kind = int(state.v[KIND])
    if one == other or not own:
        return None
    if len(own) == 2:
        return why_no_move(state, one, other) if kind in (NOTHING, MOVING) else None
    if kind not in (NOTHING, STEALING):
        return Refusal("3.1", Message("not.other_kind"))
    thief = own[0]
    victim = other if thief == one else one
    if victim not in neighbours(thief, SIDES):
        return Refusal("6.1", Message("not.too_far_to_steal", source=square_name(victim), target=square_name(thief)))
    return why_no_theft(state, victim, thief)


def why_no_move(state: CoffeeChess, source: int, target: int) -> Refusal:
    if beans(state, source) < 2 <= beans(state, target):
        source, target = target, source
    if beans(state, source) < 2:
        return no("5.1", "one_stays", source)
    assert target not in neighbours(source, DIAGONALS)
    return Refusal("5.1", Message("not.too_far_to_move", source=square_name(source), target=square_name(target)))
