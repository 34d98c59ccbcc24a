"""Fair dice: draws that nobody can choose and that everybody can check afterwards.

The server commits itself to a secret seed by its hash before the players' nonces are known; the seed is revealed at
the end. Draw n of a match is HMAC-SHA256(seed, its id ‖ nonces ‖ n ‖ link ‖ try) as a number, tried again in the rare
case that it would favour an outcome, then taken modulo the total weight.

A seat can have a hash chain: its device hashes a secret again and again, and tells where that ends before the match
begins. With action number k of the seat comes the value that leads there by k hashes, its link k. So not even who
knows the seed foresees what an action will draw. Where there is no link, the seed alone counts.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from itertools import count

RANGE = 2**256
LINK = re.compile("[0-9a-f]{64}")


def commitment(seed: bytes) -> str:
    """What is published before the game."""
    return hashlib.sha256(seed).hexdigest()


class FairDice:
    def __init__(self, seed: bytes, match_id: str, nonces: Sequence[bytes]) -> None:
        self.seed = seed
        self.prefix = b"|".join([match_id.encode(), *(nonce.hex().encode() for nonce in nonces)])
        self.draws = 0  # every draw ever made in the match counts, undone ones too
        self.link = ""  # of the action that led to the next draws

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
            last = [self.link, str(attempt)] if self.link else [str(attempt)]
            message = b"|".join([self.prefix, str(self.draws).encode(), "|".join(last).encode()])
            number = int.from_bytes(hmac.digest(self.seed, message, "sha256"), "big")
            if number < fair:
                return number % total
        raise AssertionError


def hashed(link: str, times: int) -> str:
    """A value of a hash chain, so many links nearer to its end."""
    value = bytes.fromhex(link)
    for _ in range(times):
        value = hashlib.sha256(value).digest()
    return value.hex()


class Chain:
    """What is known of a seat's hash chain: its end, the last link that came, and how far the seat has acted."""

    def __init__(self, end: str) -> None:
        self.known = end
        self.number = 0  # of the link that is known; 0 is the end
        self.actions = 0  # of the seat, undone ones too: a link never comes back
        self.given_up = False  # an action that led to chance came without its link: from then on the seed alone counts

    @property
    def next(self) -> int | None:
        """The number of the link that the seat's next action needs; None where the seed alone counts."""
        return None if self.given_up else self.actions + 1

    def fits(self, link: str) -> bool:
        """Is it the link of the next action?"""
        return bool(LINK.fullmatch(link)) and hashed(link, self.actions + 1 - self.number) == self.known

    def act(self, link: str) -> None:
        """The seat has acted; the link, if there is one, fits."""
        self.actions += 1
        if link:
            self.known, self.number = link, self.actions


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_nonce() -> bytes:
    return secrets.token_bytes(16)
