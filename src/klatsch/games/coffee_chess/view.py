"""What a viewer may see of Coffee Chess: everything, since nothing is hidden; and where both stand."""

from __future__ import annotations

from functools import lru_cache

from klatsch.core.definition import Say, Sheet, View
from klatsch.core.game import OVER
from klatsch.games.coffee_chess.actions import ACTIONS, SQUARES, square_name
from klatsch.games.coffee_chess.layout import (
    BANK,
    DRAWN,
    ENDED,
    IDLE_TURNS,
    KIND,
    ON_SQUARE,
    PENDING,
    QUIET_TURNS,
    TURN,
)
from klatsch.games.coffee_chess.lines import BITS, earning_lines, is_white
from klatsch.games.coffee_chess.rules import (
    LAST_TURN,
    MOST_IDLE_TURNS,
    MOST_QUIET_TURNS,
    MOVING,
    NOBODY_ACTS,
    NOTHING,
    PLACING,
    QUIET,
    REASONS,
    STEALING,
    TURN_400,
    CoffeeChess,
)

KINDS = {NOTHING: None, PLACING: "place", MOVING: "move", STEALING: "steal"}
# How many turns before the end by each count it is told.
TOLD_BEFORE = {REASONS[NOBODY_ACTS]: MOST_IDLE_TURNS, REASONS[QUIET]: 10, REASONS[TURN_400]: 30}
NAMES = [square_name(square) for square in range(SQUARES)]


@lru_cache(maxsize=10_000)
def named_lines(squares: int, seat: int) -> list[list[str]]:
    """The lines that earn, among so many occupied squares."""
    return [[NAMES[square] for square in line] for line in earning_lines(squares, seat)]


def named_squares(mask: int, white: bool) -> list[str]:
    return [NAMES[square] for square in range(SQUARES) if mask & BITS[square] and is_white(square) == white]


def view(state: CoffeeChess, viewer: int) -> View:
    return {
        "actor": int(state.actor),
        "turn": int(state.v[TURN]),
        "kind": KINDS[state.v[KIND]],
        "beans": {NAMES[square]: int(beans) for square, beans in enumerate(state.v[ON_SQUARE:]) if beans},
        "bank": int(state.v[BANK]),
        "inventory": [int(state.inventory(seat)) for seat in (0, 1)],
        "on_board": [int(state.on_board(seat)) for seat in (0, 1)],
        "lines": [[list(line) for line in named_lines(int(state.squares(seat)), seat)] for seat in (0, 1)],
        "received": named_squares(int(state.received()), white=state.v[TURN] % 2 == 1) if state.received() else [],
        # Under an `any` ruling: the move or theft whose amount is asked, as notation, and the most it can be.
        "pending": ACTIONS[state.v[PENDING]].notation if state.v[PENDING] >= 0 else None,
        "most": int(state.most_pending()) if state.v[PENDING] >= 0 else 0,
        "drawn": int(state.v[DRAWN]),
        "quiet_turns": max(0, int(state.v[QUIET_TURNS])),
        "idle_turns": int(state.v[IDLE_TURNS]),
        "countdown": countdown(state),
        "ended": REASONS[state.v[ENDED]] if state.v[ENDED] else None,
    }


def countdown(state: CoffeeChess) -> View | None:
    """The next end that comes by counting turns, once it is near: its reason, and the turns left with this one."""
    rulings = state.rulings
    left: dict[str, int] = {}  # in the order of the rules, so that of two at once the one that will be told is first
    if rulings.idle_end and state.is_idle():
        left[REASONS[NOBODY_ACTS]] = MOST_IDLE_TURNS - int(state.v[IDLE_TURNS])
    if rulings.quiet:
        left[REASONS[QUIET]] = MOST_QUIET_TURNS - int(state.v[QUIET_TURNS])
    left[REASONS[TURN_400]] = LAST_TURN + 1 - int(state.v[TURN])
    near = {reason: turns for reason, turns in left.items() if turns <= TOLD_BEFORE[reason]}
    if state.actor == OVER or not near:
        return None
    reason = min(near, key=near.__getitem__)
    return {"reason": reason, "turns": near[reason]}


def tally(view: View, say: Say) -> Sheet:
    columns = {"on_board": view["on_board"]}
    if view["ended"] is None:
        columns |= {"saved": view["inventory"], "lines": [len(lines) for lines in view["lines"]]}
    if view["countdown"] is not None:
        columns["countdown"] = [say("countdown.left", turns=view["countdown"]["turns"])] * 2
    rows = zip(*columns.values(), strict=True)
    seated = tuple(number for number, name in enumerate(columns) if name in ("on_board", "lines"))
    return Sheet(tuple(say("tally." + name) for name in columns), tuple(tuple(map(str, row)) for row in rows), seated)
