"""What a viewer may see of Coffee Chess: everything, since nothing is hidden."""

from __future__ import annotations

from klatsch.core.definition import View
from klatsch.core.game import State
from klatsch.games.coffee_chess.actions import SQUARES, square_name
from klatsch.games.coffee_chess.lines import earning_lines
from klatsch.games.coffee_chess.rules import NOTHING, REASONS, CoffeeChess

KINDS = {NOTHING: None, 1: "place", 2: "move", 3: "steal"}


def view(state: State, viewer: int) -> View:
    assert isinstance(state, CoffeeChess)
    return {
        "actor": int(state.actor),
        "turn": int(state.turn),
        "kind": KINDS[state.kind],
        "beans": {square_name(square): state.beans[square] for square in range(SQUARES) if state.beans[square]},
        "bank": int(state.bank),
        "inventory": [int(state.inventory(seat)) for seat in (0, 1)],
        "on_board": [int(state.on_board(seat)) for seat in (0, 1)],
        "lines": [
            [[square_name(square) for square in line] for line in earning_lines(state.squares(seat), seat)]
            for seat in (0, 1)
        ],
        "received": [
            square_name(square)
            for square in range(SQUARES)
            if state.received & 2 ** (square // 2) and (square % 8 + square // 8) % 2 == 1 - state.actor
        ],
        "ended": REASONS[state.ended] if state.ended else None,
    }
