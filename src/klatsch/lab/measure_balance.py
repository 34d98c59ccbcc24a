"""Measures how the sides of a game stand between equal bots. What was found is kept in the game's data/balance.toml."""

from __future__ import annotations

from collections.abc import Sequence

from klatsch.core.game import Game
from klatsch.lab.game_record import GameRecord
from klatsch.lab.run_games import Variant, make_setting, play
from klatsch.lab.statistics import Interval, wilson

BEGINS = "begins"  # whoever decided first


def measure(
    game: Game, seats: int, bot: str, games: int, *, seed: int = 0, workers: int = 1, ray: str | None = None
) -> dict[str, Interval]:
    """Each side's share of the win in so many games of one bot against itself, and that of whoever begins.

    Armies and factions change seats from game to game, as in a report.
    """
    (records,) = play([Variant(make_setting(game, seats, [bot], seed, None))], games, workers=workers, ray=ray)
    return shares_of(records, seat_keys(game, seats))


def seat_keys(game: Game, seats: int) -> list[str]:
    """What the game calls its seats, as a name in its data."""
    names = game.definition.seat_names(game, seats)
    return [f"seat{number}" if name.args else name.id for number, name in enumerate(names, 1)]


def shares_of(records: Sequence[GameRecord], keys: Sequence[str]) -> dict[str, Interval]:
    won: dict[str, list[float]] = {}
    for record in records:
        for side, share in zip(record.roles or keys, record.shares, strict=True):
            won.setdefault(side, []).append(share)
        won.setdefault(BEGINS, []).append(record.shares[record.begins])
    first = list(dict.fromkeys([*keys, *sorted(won)]))
    return {side: wilson(sum(won[side]), len(won[side])) for side in first if side in won}
