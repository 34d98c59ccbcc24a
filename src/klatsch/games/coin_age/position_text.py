"""Positions of Coin Age as text: `heads to act; turn 3; stacks a1 1T, b2 1H2T4H; heads 11224; matched dime`.

A stack is told from the top down, each coin by its value and side; a bank by the values of its coins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from librt.vecs import vec
from mypy_extensions import i64

from klatsch.core.game import CHANCE, OVER, Game
from klatsch.core.position_text import Draft, Form, Marks, Number, Part, Word, items, one_of
from klatsch.games.coin_age.actions import KIND_COUNT, KINDS, SPACES
from klatsch.games.coin_age.board import Board
from klatsch.games.coin_age.layout import BANK, CAPTURED, ENDED, MATCHED, MOVED, PAID, STACK, TOSSED, TURN, USABLE
from klatsch.games.coin_age.rules import ALL_COINS, LAST_TURN, REASONS, CoinAge, blank, invariant
from klatsch.games.coin_age.scoring import COUNT_BITS, COUNT_MASK, FULL_BANK

SEATS = ("heads", "tails")
SIDES = "HT"
STACK_WORD = re.compile(r"([1-4][HT]){1,4}")


@dataclass(frozen=True)
class Stacks(Part):
    names: tuple[str, ...]

    def covers(self) -> range:
        return range(self.at, self.at + SPACES)

    def write(self, draft: Draft) -> str:
        stacks = zip(self.names, draft.v[self.at : self.at + SPACES], strict=True)
        return ", ".join(f"{name} {stack_word(stack)}" for name, stack in stacks if stack)

    def read(self, text: str, draft: Draft) -> None:
        for words in items(text) if text else ():
            if len(words) != 2 or not STACK_WORD.fullmatch(words[1]):
                raise ValueError(f"{' '.join(words)!r} should be a space and a stack like 1H3T")
            values = words[1][::2]
            if any(one >= other for one, other in pairwise(values)):
                raise ValueError(f"{words[1]}: coins get larger from the top down")
            coins = zip(values, words[1][1::2], strict=True)
            at = self.at + one_of(words[0], self.names)
            draft.v[at] = sum(2 ** (int(value) - 1) * (17 if side == "T" else 1) for value, side in coins)


def stack_word(stack: int) -> str:
    kinds = (kind for kind in range(KIND_COUNT) if stack >> kind & 1)
    return "".join(f"{kind + 1}{SIDES[stack >> (KIND_COUNT + kind) & 1]}" for kind in kinds)


@dataclass(frozen=True)
class Bank(Part):
    """Heads' bank is what began there without the coins that show heads; Tails' is the rest of all coins."""

    def write(self, draft: Draft) -> str:
        counts = unpacked(draft.v[self.at])
        if counts == self.usual(draft):
            return ""
        return "".join(str(kind + 1) * counts[kind] for kind in range(KIND_COUNT)) or "empty"

    def read(self, text: str, draft: Draft) -> None:
        if text and not re.fullmatch("empty|[1-4]{1,20}", text):
            raise ValueError(f"{text!r} should be the values of coins, like 1112234, or 'empty'")
        counts = [text.count(str(kind + 1)) for kind in range(KIND_COUNT)] if text else self.usual(draft)
        if not all(0 <= many <= COUNT_MASK for many in counts):
            raise ValueError("there are more coins on the map, or in the other bank, than there are in the game")
        draft.v[self.at] = sum(many << COUNT_BITS * kind for kind, many in enumerate(counts))

    def usual(self, draft: Draft) -> list[int]:
        stacks = draft.v[STACK : STACK + SPACES]
        found = []
        for kind in range(KIND_COUNT):
            shown = [stack >> (KIND_COUNT + kind) & 1 for stack in stacks if stack >> kind & 1]
            if self.at == BANK:
                found.append(unpacked(FULL_BANK)[kind] - shown.count(0))
            else:
                found.append(ALL_COINS[kind] - len(shown) - unpacked(draft.v[BANK])[kind])
        return found


def unpacked(bank: int) -> list[int]:
    return [bank >> COUNT_BITS * kind & COUNT_MASK for kind in range(KIND_COUNT)]


def form(game: Game, seats: int) -> Form:
    assert isinstance(game.board, Board)
    parts = (
        Number("turn", TURN, lambda draft: 2 if draft.actor == 1 else 1, 1, LAST_TURN),
        Stacks("stacks", STACK, tuple(name.lower() for name in game.board.names)),
        Bank("heads", BANK),
        Bank("tails", BANK + 1),
        Marks("tossed", TOSSED, KINDS),
        Marks("matched", MATCHED, KINDS),
        Marks("unused", USABLE, KINDS),
        Word("paid", PAID, ("no", "yes")),
        Word("moved", MOVED, ("no", "yes")),
        Word("captured", CAPTURED, ("no", "yes")),
        Word("ended", ENDED, REASONS),
    )
    return Form(SEATS, parts, problem, out_of_range=out_of_range)


def out_of_range(draft: Draft) -> str | None:
    """Restoring such numbers fails; what the invariant says of them is the reason."""
    state = blank(draft.game, draft.seats)
    state.actor = draft.actor
    state.v = vec[i64](draft.v)
    return invariant(state)


def problem(state: CoinAge) -> str | None:
    if state.actor == OVER:
        return None
    if state.actor >= 0 and state.actor != state.mover():
        return f"turn {state.v[TURN]} is {SEATS[state.mover()]}'s: Heads has the odd ones"
    if state.empty == 0:
        return "no space of the map is empty, so the game is over"
    if state.actor == CHANCE and state.bank(state.mover()) == 0:
        return f"the bank of {SEATS[state.mover()]} is empty: there is nothing to toss"
    return None
