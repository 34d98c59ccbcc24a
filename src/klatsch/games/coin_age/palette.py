"""What the editor of positions offers for Coin Age: coins on spaces, and whose turn it is."""

from __future__ import annotations

from klatsch.core.game import CHANCE, Game
from klatsch.core.message import Message
from klatsch.core.palette import Brush, Palette, none_left, nothing_there
from klatsch.core.position_text import Draft
from klatsch.games.coin_age.actions import KIND_COUNT, KINDS
from klatsch.games.coin_age.board import Board
from klatsch.games.coin_age.layout import BANK, ENDED, STACK, TOSSED, TURN
from klatsch.games.coin_age.position_text import SEATS, unpacked
from klatsch.games.coin_age.scoring import COUNT_BITS


def coin(board: Board, kind: int, side: int) -> Brush:
    places = {f"space-{name.lower()}": STACK + space for space, name in enumerate(board.names)}
    bits = 2**kind + 2 ** (KIND_COUNT + kind)

    def put(draft: Draft, place: str, take: bool) -> None:
        v = draft.v
        stack = v[places[place]]
        there = stack >> kind & 1
        if take and not there:
            raise nothing_there(draft)
        if there:  # back to the bank of the side that it shows
            v[BANK + (stack >> (KIND_COUNT + kind) & 1)] += 1 << COUNT_BITS * kind
            v[places[place]] = stack & ~bits
        if not take:
            owners = [seat for seat in (side, 1 - side) if unpacked(v[BANK + seat])[kind]]
            if not owners:
                raise none_left(draft)
            v[BANK + owners[0]] -= 1 << COUNT_BITS * kind
            v[places[place]] |= 2**kind + side * 2 ** (KIND_COUNT + kind)
        before_the_toss(draft)

    label = Message("editor.coin", coin=Message(f"coin.{KINDS[kind]}"), side=Message(SEATS[side]))
    return Brush(f"{SEATS[side]}-{KINDS[kind]}", label, tuple(places), put)


def before_the_toss(draft: Draft) -> None:
    """What was tossed may not be there any more: the turn begins anew."""
    draft.actor = CHANCE
    draft.v[TOSSED : ENDED + 1] = [0] * (ENDED + 1 - TOSSED)


def give_turn(seat: int) -> Brush:
    def put(draft: Draft, place: str, take: bool) -> None:
        draft.v[TURN] += (draft.v[TURN] - 1) % 2 != seat
        before_the_toss(draft)

    return Brush(f"turn-{SEATS[seat]}", Message("editor.turn_of", who=Message(SEATS[seat])), (), put)


def palette(game: Game, seats: int) -> Palette:
    assert isinstance(game.board, Board)
    coins = [coin(game.board, kind, side) for side in range(2) for kind in range(KIND_COUNT)]
    return Palette((*coins, give_turn(0), give_turn(1)), ready=lambda state: True)
