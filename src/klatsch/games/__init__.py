"""The five games, by name. Each lives in its own folder and is imported when it is first needed."""

from __future__ import annotations

from klatsch.core.registry import register_module

GAMES = {
    "coffee-chess": "klatsch.games.coffee_chess",
    "coin-age": "klatsch.games.coin_age",
    "four-armies": "klatsch.games.four_armies",
    "choco": "klatsch.games.choco",
    "chocolate-coin": "klatsch.games.chocolate_coin",
}


def register_all() -> None:
    for name, module in GAMES.items():
        register_module(name, module)
