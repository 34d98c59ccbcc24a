"""Positions of Coffee Chess for tests: set up from a drawing in text."""

from __future__ import annotations

from typing import Any

import klatsch
from klatsch.games.coffee_chess.rules import CoffeeChess

WHITE, BLACK = 0, 1


def square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def beans_in(drawing: str) -> dict[str, int]:
    """The stacks in eight rows of eight words, a number or a dot each, h8 last of the first row."""
    rows = [row.split() for row in drawing.strip().splitlines()]
    assert [len(row) for row in rows] == [8] * 8
    return {
        f"{'abcdefgh'[column]}{8 - row}": int(word)
        for row, words in enumerate(rows)
        for column, word in enumerate(words)
        if word != "."
    }


def position(
    beans: str | dict[str, int],
    *,
    actor: int = WHITE,
    inventories: tuple[int, int] = (3, 3),
    turn: int | None = None,
    drawn: int = 2,
    quiet_turns: int = 0,
    idle_turns: int = 0,
    **options: Any,
) -> CoffeeChess:
    """A position in the middle of a game, at the beginning of the actor's turn, its draw made."""
    stacks = beans_in(beans) if isinstance(beans, str) else beans
    turn = 9 + actor if turn is None else turn
    beans_text = ", ".join(f"{name} {many}" for name, many in stacks.items())
    parts = [
        f"{('white', 'black')[actor]} to act",
        f"turn {turn}",
        f"beans {beans_text}" if stacks else "",
        f"inventories {inventories[0]} {inventories[1]}",
        f"drew {drawn}",
        f"quiet-turns {quiet_turns}",
        f"idle-turns {idle_turns}",
    ]
    state = klatsch.load("coffee-chess", **options).from_position("; ".join(parts))
    assert isinstance(state, CoffeeChess)
    return state


def board_of(state: klatsch.State) -> dict[str, int]:
    return dict(state.view(klatsch.PUBLIC)["beans"])


def play(state: klatsch.State, *actions: str) -> None:
    for action in actions:
        state.play(action)


def legal(state: klatsch.State, verb: str) -> list[str]:
    notations = [state.game.notation(action) for action in state.legal_actions()]
    return [notation for notation in notations if notation.split()[0] == verb]
