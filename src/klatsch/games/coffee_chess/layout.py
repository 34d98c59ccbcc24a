# klatsch: compiled
"""Where each number of a state of Coffee Chess lies in its vector `v`."""

from __future__ import annotations

from typing import Final

from klatsch.games.coffee_chess.actions import SQUARES

BANK: Final = 0
INVENTORY: Final = BANK + 1  # + seat
TURN: Final = INVENTORY + 2  # 1 for White's first
KIND: Final = TURN + 1  # of action that this turn uses, as in rules.py
# Squares that received stolen beans this turn (§6.3): the two halves of a mask of lines.py, since a state's numbers
# have 31 bits and a sign.
RECEIVED: Final = KIND + 1
PENDING: Final = RECEIVED + 2  # under an `any` ruling: the move or theft whose amount is asked, else −1
DRAWN: Final = PENDING + 1  # beans taken at the beginning of this turn
LOWEST_BANK: Final = DRAWN + 1
QUIET_TURNS: Final = LOWEST_BANK + 1  # finished turns since the bank's last new low
IDLE_TURNS: Final = QUIET_TURNS + 1  # finished turns in a row in which nobody drew or acted
ENDED: Final = IDLE_TURNS + 1  # why the game ended, as in rules.py
ON_SQUARE: Final = ENDED + 1  # + square: the beans on it; its colour says whose
LENGTH: Final = ON_SQUARE + 64
assert LENGTH == ON_SQUARE + SQUARES
