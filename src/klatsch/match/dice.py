"""Fair dice: draws that nobody can choose and that everybody can check afterwards.

The server commits itself to a secret seed by its hash before the players' nonces are known; the seed is revealed at
the end. Draw n of a match is HMAC-SHA256(seed, its id ‖ nonces ‖ n ‖ try) as a number, tried again in the rare case
that it would favour an outcome, then taken modulo the total weight.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from itertools import count

RANGE = 2**256


def commitment(seed: bytes) -> str:
    """What is published before the game."""
    return hashlib.sha256(seed).hexdigest()


class FairDice:
    def __init__(self, seed: bytes, match_id: str, nonces: Sequence[bytes]) -> None:
        self.seed = seed
        self.prefix = b"|".join([match_id.encode(), *(nonce.hex().encode() for nonce in nonces)])
        self.draws = 0  # every draw ever made in the match counts, undone ones too

    def draw(self, weights: Sequence[int]) -> int:
        """The position of the outcome drawn, given the integer weights in the order of `legal_actions`."""
        total = sum(weights)
        number = self.number(total)
        self.draws += 1
        for position, weight in enumerate(weights):
            number -= weight
            if number < 0:
                return position
        raise AssertionError("a number below the total weight picks an outcome")

    def number(self, total: int) -> int:
        fair = RANGE - RANGE % total
        for attempt in count():
            message = b"|".join([self.prefix, str(self.draws).encode(), str(attempt).encode()])
            number = int.from_bytes(hmac.digest(self.seed, message, "sha256"), "big")
            if number < fair:
                return number % total
        raise AssertionError


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_nonce() -> bytes:
    return secrets.token_bytes(16)
