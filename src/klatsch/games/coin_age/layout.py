# klatsch: compiled
"""Where each number of a state of Coin Age lies in its vector `v`."""

from __future__ import annotations

from typing import Final

from klatsch.games.coin_age.actions import SPACES

BANK: Final = 0  # + seat: its coins, as in scoring.py
TURN: Final = BANK + 2  # 1 for the first; Heads has the odd ones
# This turn's toss, as masks of kinds: what was tossed, what matched, what of that is not yet used.
TOSSED: Final = TURN + 1
MATCHED: Final = TOSSED + 1
USABLE: Final = MATCHED + 1
PAID: Final = USABLE + 1  # 1 once that was done this turn
MOVED: Final = PAID + 1
CAPTURED: Final = MOVED + 1
ENDED: Final = CAPTURED + 1  # why the game ended, as in rules.py
STACK: Final = ENDED + 1  # + space: the coins on it, as a byte of scoring.py
LENGTH: Final = STACK + 10
assert LENGTH == STACK + SPACES
