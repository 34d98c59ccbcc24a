"""What the editor of positions offers for Battle of the 4 Armies: units on hexes, and whose turn it is."""

from __future__ import annotations

from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.core.palette import Brush, Palette, none_left, nothing_there
from klatsch.core.position_text import Draft
from klatsch.games.four_armies import position as at
from klatsch.games.four_armies.board import KIND_COUNT, KINDS, STRENGTH, Board
from klatsch.games.four_armies.hexes import HEXES
from klatsch.games.four_armies.position_text import left, lift_unit, put_unit, unit_at

PLACES = {f"hex-{name}": hex for hex, name in enumerate(HEXES)}
# Numbers of one turn that a change of the map makes void.
OF_THE_TURN = (*range(at.LOSS, at.FORCED + 1), *range(at.SNAPSHOT, at.FEWEST))


def unit(board: Board, seat: int, kind: int) -> Brush:
    number = KIND_COUNT * seat + kind

    def put(draft: Draft, place: str, take: bool) -> None:
        v, hex = draft.v, PLACES[place]
        there = unit_at(v, hex)
        if take and there < 0:
            raise nothing_there(draft)
        if there >= 0:
            lift_unit(v, hex)
            v[at.RESERVE + there] += 1
        if not take:
            if v[at.RESERVE + number] < 1:
                raise none_left(draft)
            v[at.RESERVE + number] -= 1
            put_unit(v, hex, number)
        begin_turn(draft, v[at.ACTIVE])

    label = Message("editor.unit", army=Message(f"army.{board.armies[seat]}"), kind=Message(f"kind.{KINDS[kind]}"))
    return Brush(f"{board.armies[seat]}-{KINDS[kind]}", label, tuple(PLACES), put)


def begin_turn(draft: Draft, seat: int) -> None:
    v = draft.v
    for place in OF_THE_TURN:
        v[place] = 0
    draft.actor = v[at.ACTIVE] = seat
    v[at.PHASE] = at.CHOOSE_ACTION
    v[at.TURN], v[at.ROUND] = max(v[at.TURN], 1), max(v[at.ROUND], 1)
    v[at.ENDED] = v[at.WINNERS] = 0
    v[at.FEWEST] = left(draft)


def give_turn(board: Board, seat: int) -> Brush:
    army = board.armies[seat]
    return Brush(
        f"turn-{army}",
        Message("editor.turn_of", who=Message(f"army.{army}")),
        (),
        lambda draft, place, take: begin_turn(draft, seat),
    )


def palette(game: Game, seats: int) -> Palette:
    board = game.board
    assert isinstance(board, Board)
    units = [
        unit(board, seat, kind)
        for seat in range(seats)
        for kind in range(KIND_COUNT)
        if STRENGTH[board.army_of[seat]][kind]
    ]
    return Palette((*units, *(give_turn(board, seat) for seat in range(seats))))
