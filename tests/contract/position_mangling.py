"""Positions of random games, and their texts mangled, for the tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

import klatsch


def positions(game: klatsch.Game, seats: int, seed: int) -> Iterator[klatsch.State]:
    """Every position of a random game, the last included. Always the same object: copy what you keep."""
    rng = klatsch.Rng(seed)
    state = game.new(seats)
    yield state
    while state.actor != klatsch.OVER:
        state.apply(state.sample(rng))
        yield state


def mangled(text: str, other: str, chooser: random.Random) -> str:
    """A text changed in a few places: words, numbers, whole parts, or some of another position."""
    parts = text.split("; ")
    for _ in range(chooser.randint(1, 3)):
        way = chooser.randrange(6)
        i = chooser.randrange(len(parts))
        words = parts[i].split(" ")
        j = chooser.randrange(len(words))
        if way == 0 and len(parts) > 1:
            del parts[i]
        elif way == 1:
            same = [part for part in other.split("; ") if part.split(" ")[0] == words[0]]
            parts[i] = chooser.choice(same or other.split("; "))
        elif way == 2:
            words[j] = str(chooser.choice((-1, 0, 1, 2, 3, 5, 6, 7, 9, 40, 255, 10**9, 10**12)))
            parts[i] = " ".join(words)
        elif way == 3:
            words[j] = chooser.choice(other.split())
            parts[i] = " ".join(words)
        elif way == 4:
            parts[0] = chooser.choice((other.split("; ")[0], "chance to act", "over"))
        else:
            at = chooser.randrange(len(parts[i]) + 1)
            parts[i] = parts[i][:at] + chooser.choice(";, x-١\x00'") + parts[i][at + 1 :]
    return "; ".join(parts)
