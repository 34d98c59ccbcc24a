"""Measures how far apart a game's levels are: each against the one below, the first against random play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from klatsch.arena.series import Score, Series, play_series
from klatsch.arena.simulate import usual_opening
from klatsch.bots.level_bot import LEVELS


@dataclass(frozen=True)
class Step:
    level: int
    below: str
    score: Score


def measure(
    game: str,
    options: dict[str, str],
    seats: int,
    rounds: int,
    *,
    seed: int,
    workers: int,
    ray: str | None,
    results: Path | None,
) -> Iterator[Step]:
    """One step after the other, from the first level up; with n seats, one among n - 1 of the level below."""
    for level in LEVELS:
        below = f"bot:{level - 1}" if level > LEVELS[0] else "random"
        series = Series(game, options, seats, f"bot:{level}", below, seed, usual_opening(game, seats))
        file = None if results is None else results / f"{game}-{seats}-level-{level}.jsonl"
        yield Step(level, below, play_series(series, rounds, workers=workers, ray=ray, results=file))
