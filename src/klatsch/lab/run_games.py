"""Plays the games of a report: the same games for the same seed, stored one per line, resumable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random

from klatsch.arena.result_file import append_result, read_results
from klatsch.arena.run_game import all_the_same, run_game
from klatsch.arena.simulate import usual_opening
from klatsch.arena.workers import Workers, progress_bar
from klatsch.bots.bot_names import make_bot
from klatsch.core import registry
from klatsch.core.game import Game
from klatsch.core.options import PerSeat
from klatsch.core.rng import Rng
from klatsch.lab.game_record import GameRecord, GameRecorder, stored_game_record


@dataclass(frozen=True)
class Setting:
    """What is played; two runs of the same setting play the same games."""

    game: str
    rules_version: int
    options: dict[str, str]
    seats: int
    bots: tuple[str, ...]  # one a seat
    seed: int
    opening: int  # so many turns of every seat are random


@dataclass(frozen=True)
class Variant:
    """A setting with one option changed, or none: that is the base, which all others are compared with."""

    setting: Setting
    option: str = ""
    value: str = ""
    name: str = ""  # of the value, as it is shown: a board of one's own has the name of its file

    @property
    def title(self) -> str:
        return f"{self.option} = {self.name}"

    def file(self, results: Path | None) -> Path | None:
        """Where its games are kept: those of a changed option beside those of the base."""
        if results is None or not self.option:
            return results
        return results.with_name(f"{results.name}.{self.option}={self.name}")


@dataclass(frozen=True)
class Job:
    """One game, for a worker."""

    setting: Setting
    number: int


def make_setting(game: Game, seats: int, bots: Sequence[str], seed: int, opening: int | None) -> Setting:
    """One bot sits on all seats, or one on each; ValueError for anything that can't be played."""
    game.new(seats)
    if len(bots) not in (1, seats):
        raise ValueError(f"--bots names {len(bots)} bots; for {seats} seats it takes {seats}, or one for all of them")
    for name in bots:
        make_bot(name)
    names = tuple(bots) * (seats if len(bots) == 1 else 1)
    turns = usual_opening(game.name, seats) if opening is None else opening
    return Setting(game.name, game.definition.rules_version, game.options, seats, names, seed, turns)


# ── Who sits where ────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=64)
def seatings(name: str, options: tuple[tuple[str, str], ...], seats: int) -> tuple[str, tuple[str, ...]]:
    """The option that says who plays what, and all ways to fill that many seats; "" and () where there is none.

    So that a faction isn't taken for its place in the order, every game has another seating: of all companies, or, if
    one was asked for, of that one in all orders.
    """
    given = dict(options)
    for option in registry.definition(name).options:
        if isinstance(option, PerSeat):
            ways = [way for way in option.examples() if way != option.default and way.count(",") == seats - 1]
            asked = given[option.name]
            if asked != option.default:
                ways = [way for way in ways if set(way.split(",")) == set(asked.split(","))]
            return option.name, tuple(ways)
    return "", ()


def seated_options(setting: Setting, number: int) -> tuple[dict[str, str], list[str]]:
    """The options of a game, and the roles by seat. Every seating comes once before any comes again."""
    option, ways = seatings(setting.game, tuple(sorted(setting.options.items())), setting.seats)
    if not ways:
        return setting.options, []
    turn, place = divmod(number, len(ways))
    value = Random(f"{setting.seed} {turn}").sample(ways, len(ways))[place]
    return setting.options | {option: value}, value.split(",")


# ── Playing ───────────────────────────────────────────────────────────────────────────────────────────


def play_job(job: Job) -> GameRecord:
    setting = job.setting
    options, roles = seated_options(setting, job.number)
    game = registry.shared(setting.game, options)
    seed = (job.number << 32) + setting.seed
    # Chance draws from the seed alone, each bot from the seed and its seat, as in a match.
    thoughts = [Rng((seat + 1 << 64) + seed) for seat in range(setting.seats)]
    bots = [make_bot(name) for name in setting.bots]
    watch = GameRecorder(game, bots, GameRecord(job.number, roles))
    return watch.finish(run_game(game, bots, Rng(seed), thoughts, setting.opening, watch))


def play(
    variants: Sequence[Variant],
    games: int,
    *,
    workers: int = 1,
    ray: str | None = None,
    results: Path | None = None,
) -> list[list[GameRecord]]:
    """The records of every variant. Games that are already in the result files are kept."""
    if games < 2:
        raise ValueError("a report needs two games or more")
    kept = [
        read_results(variant.file(results), asdict(variant.setting), "lab", stored_game_record)[:games]
        for variant in variants
    ]
    waiting = [(n, Job(v.setting, i)) for n, v in enumerate(variants) for i in range(len(kept[n]), games)]
    with Workers(workers, ray) as crew, progress_bar() as bar:
        total = games * len(variants)
        task = bar.add_task(variants[0].setting.game, total=total, completed=total - len(waiting))
        played = crew.run(play_job, [job for _, job in waiting])
        for (n, job), record in zip(waiting, played, strict=True):
            kept[n].append(record)
            append_result(variants[n].file(results), asdict(job.setting), record.as_data())
            bar.advance(task)
    if all_the_same([record.moves for record in kept[0]]):
        raise ValueError(f"all {games} games were the same, so nothing can be said of others: give --opening 1 or more")
    return kept


def with_option(setting: Setting, option: str, value: str) -> Setting:
    return replace(setting, options=setting.options | {option: value})
