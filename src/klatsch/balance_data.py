"""Measured balance of a game's sides between equal bots, and the options that make it even.

```toml
# data/balance.toml: every row is what `klatsch balance` printed for its bot, games, seats and options.
even = { white_first_draw = "1", black_start = "1" }  # where there is such a setting: a preset of one click
[[measured]]
name = "rulebook"
bot = "search:sims=200"
games = 1000
seats = 2
options = {}
shares = { white = 75.7, black = 24.3 }  # percent of the win
```

The game's sentence, `balance` in its catalogue, quotes a share as `{rulebook_white}`: rows of one name that were
measured with bots of different strength give a range.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from klatsch.core.definition import Definition


@dataclass(frozen=True)
class Measured:
    """Games between equal bots: each side's share of the win, in percent. `begins` is whoever decided first."""

    name: str
    bot: str
    games: int
    seats: int
    options: Mapping[str, str]
    shares: Mapping[str, float]


@dataclass(frozen=True)
class Balance:
    even: Mapping[str, str]  # {}: no setting is known to be
    rows: tuple[Measured, ...]

    def quoted(self) -> dict[str, str]:
        """The figures of the game's sentence: `{rulebook_white}` is `76`, or `71–76`."""
        found: dict[str, list[float]] = {}
        for row in self.rows:
            for side, share in row.shares.items():
                found.setdefault(f"{row.name}_{side}", []).append(share)
        return {name: percent_range(shares) for name, shares in found.items()}


def percent_range(shares: list[float]) -> str:
    low, high = round(min(shares)), round(max(shares))
    return str(low) if low == high else f"{low}–{high}"


def balance_of(definition: Definition[Any]) -> Balance:
    return read_balance(definition.folder / "data" / "balance.toml")


@cache
def read_balance(path: Path) -> Balance:
    if not path.exists():
        return Balance({}, ())
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Balance(data.get("even", {}), tuple(Measured(**row) for row in data["measured"]))


def balance_sentence(definition: Definition[Any], lang: str) -> str:
    """How the sides stand, in a sentence; empty where nobody has measured it."""
    balance = balance_of(definition)
    return definition.words.say(lang)("balance", **balance.quoted()) if balance.rows else ""
