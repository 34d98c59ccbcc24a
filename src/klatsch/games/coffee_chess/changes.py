"""What an action changed in Coffee Chess: beans on the board and in the inventories, lines, turns to the end."""

from __future__ import annotations

from collections.abc import Iterator

from klatsch.core.change import Change, ChangeLog
from klatsch.core.definition import View
from klatsch.core.game import PUBLIC
from klatsch.core.message import Message
from klatsch.games.coffee_chess.rules import CoffeeChess
from klatsch.games.coffee_chess.view import view
from klatsch.games.coffee_chess.words import SEATS


def look(state: CoffeeChess) -> View:
    return view(state, PUBLIC)


def between(before: View, after: View, cause: str) -> Iterator[Change]:
    action = "draw" if after["turn"] != before["turn"] or after["kind"] is None else after["kind"]
    for seat in (0, 1):
        counts = {
            "board": (before["on_board"][seat], after["on_board"][seat]),
            "saved": (before["inventory"][seat], after["inventory"][seat]),
            "lines": (len(before["lines"][seat]), len(after["lines"][seat])),
        }
        for what, (old, now) in counts.items():
            if now != old:
                kind = f"{what}_{'up' if now > old else 'down'}"
                yield Change(kind, action, seat, SEATS[seat], now - old, now=now)
    near = after["countdown"]
    if near is not None and near != before["countdown"]:
        yield Change("countdown", "turns", -1, Message("countdown." + near["reason"]), near["turns"])


# What the sentences of words.py say by themselves.
STATED: dict[str, tuple[tuple[str, int | str], ...]] = {
    "does.place": (("board_up", 1), ("saved_down", 1)),
    "does.steal": (("board_up", "beans"),),
    "does.end": (("saved_up", "drawn"),),
    "does.end_spent": (("saved_up", "drawn"),),
}

CHANGES: ChangeLog[CoffeeChess] = ChangeLog(look=look, between=between, stated=STATED)
