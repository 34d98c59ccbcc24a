"""A ladder: many bots play each other, and each gets a rating with an interval.

A round is one seed. Between two sides it has every pair of bots in both seatings; with more sides, mixed tables in
which every bot sits on every side (so plays every faction) once. Games are stored one a line, so that a ladder can be
stopped and resumed; the same seed gives the same games whoever plays them. The mathematics is in series_ratings.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from klatsch.arena.result_file import append_result, read_results
from klatsch.arena.run_game import all_the_same, run_game
from klatsch.arena.series_ratings import Rating, Round, Table, rate
from klatsch.arena.workers import Workers, progress_bar
from klatsch.bots.bot_names import make_bot
from klatsch.core import registry
from klatsch.core.rng import Rng


@dataclass(frozen=True)
class Setting:
    """What a ladder is between; two ladders with the same setting play the same games."""

    game: str
    options: dict[str, str]
    seats: int
    bots: tuple[str, ...]
    seed: int
    opening: int = 0  # so many turns of every seat are random


@dataclass(frozen=True)
class Pairing:
    """One game to be played: which bot is on which side."""

    setting: Setting
    round: int
    bots: tuple[int, ...]


@dataclass(frozen=True)
class Ladder:
    setting: Setting
    rounds: list[Round]
    ratings: list[Rating]  # in the order of the setting's bots

    @property
    def games(self) -> int:
        return sum(len(round_) for round_ in self.rounds)

    def order(self) -> list[int]:
        """The bots' numbers, the strongest first."""
        return sorted(range(len(self.ratings)), key=lambda bot: -self.ratings[bot].skill.value)

    def as_data(self) -> dict[str, object]:
        rows = [{"bot": self.setting.bots[bot], **self.ratings[bot].as_data()} for bot in self.order()]
        return {"games": self.games, "ratings": rows}


# ── Who plays whom ────────────────────────────────────────────────────────────────────────────────────


def pairings(bots: int, sides: int, number: int, seed: int) -> Iterator[tuple[int, ...]]:
    """The games of a round, as the bots' numbers side by side."""
    if sides == 2:
        for pair in combinations(range(bots), 2):
            yield pair
            yield pair[::-1]
    else:
        yield from mixed_tables(bots, sides, Random(f"{seed} {number}"))


def mixed_tables(bots: int, sides: int, random: Random) -> Iterator[tuple[int, ...]]:
    """As many tables as bots; everybody sits on every side once, who meets whom changes from round to round.

    At every table a bot moves on by one in a circle of random order. With fewer bots than sides some sit there twice.
    """
    circle = random.sample(range(bots), bots)
    places = random.sample(range(sides), sides)
    for start in range(bots):
        yield tuple(circle[(start + place) % bots] for place in places)


# ── Playing ───────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Result:
    """Of one game: each side's share of the win, and a number that games share in which the same was played."""

    shares: tuple[float, ...]
    moves: int


def play_pairing(pairing: Pairing) -> Result:
    setting = pairing.setting
    game = registry.load_with(setting.game, setting.options)
    sides = game.definition.sides(setting.seats)
    names = {seat: setting.bots[bot] for side, bot in zip(sides, pairing.bots, strict=True) for seat in side}
    seed = (pairing.round << 32) + setting.seed
    # Chance draws from the seed alone, each bot from the seed and its seat, as in a match.
    thoughts = [Rng((seat + 1 << 64) + seed) for seat in range(setting.seats)]
    seated = [make_bot(names[seat]) for seat in range(setting.seats)]
    final, _, moves = run_game(game, seated, Rng(seed), thoughts, pairing.setting.opening)
    return Result(tuple(final.utility(side[0]) for side in sides), moves)


def ladder(
    setting: Setting, rounds: int, *, workers: int = 1, ray: str | None = None, results: Path | None = None
) -> Ladder:
    """Play `rounds` rounds and rate the bots; games that are already in `results` are kept."""
    sides = check(setting)
    jobs = [
        Pairing(setting, number, bots)
        for number in range(rounds)
        for bots in pairings(len(setting.bots), sides, number, setting.seed)
    ]
    played = read_results(results, asdict(setting), "ladder", lambda line: stored_result(line, sides))[: len(jobs)]
    with Workers(workers, ray) as crew, progress_bar() as bar:
        task = bar.add_task(f"{len(setting.bots)} bots", total=len(jobs), completed=len(played))
        for result in crew.run(play_pairing, jobs[len(played) :]):
            played.append(result)
            append_result(results, asdict(setting), asdict(result))
            bar.advance(task)
    tables: list[Round] = [[] for _ in range(rounds)]
    moves = [0] * rounds
    for job, result in zip(jobs, played, strict=True):
        tables[job.round].append(Table(job.bots, result.shares))
        moves[job.round] = hash((moves[job.round], result.moves))
    if all_the_same(moves):
        raise ValueError(f"all {rounds} rounds were the same, so they rate nobody: give --opening 1 or more")
    return Ladder(setting, tables, rate(len(setting.bots), tables, Random(setting.seed)))


def check(setting: Setting) -> int:
    """The number of sides; ValueError where no ladder can be played."""
    game = registry.load_with(setting.game, setting.options)
    game.new(setting.seats)
    for name in setting.bots:
        make_bot(name)
    if len(setting.bots) < 2:
        raise ValueError("a ladder needs two bots or more: --bots A,B,C")
    if len(set(setting.bots)) < len(setting.bots):
        raise ValueError("every bot stands on a ladder once: --bots names one twice")
    return len(game.definition.sides(setting.seats))


def stored_result(line: Any, sides: int) -> Result:
    """A game's result as a result file has it."""
    result = Result(tuple(float(share) for share in line["shares"]), int(line["moves"]))
    if len(result.shares) != sides or min(result.shares) < 0 or not abs(sum(result.shares) - 1) < 1e-6:
        raise ValueError(f"{line} is no result of {sides} sides")
    return result
