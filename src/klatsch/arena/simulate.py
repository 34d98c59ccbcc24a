"""Plays many games between bots and counts what happened: the same for a seed, on any number of workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt

from klatsch.arena.run_game import PlayedGame, run_game
from klatsch.arena.workers import Workers, progress_bar
from klatsch.bots.bot_config import bot_config
from klatsch.bots.bot_names import make_bot
from klatsch.core import registry
from klatsch.core.game import Game
from klatsch.core.random_games import RandomGames
from klatsch.core.rng import Rng

# Few games are split too, so that several workers have something to do. The split depends on games and bots only.
GAMES_PER_BATCH = 250
RANDOM_GAMES_PER_BATCH = 2500
FEWEST_BATCHES = 16
Z_95 = 1.96


@dataclass(frozen=True)
class Batch:
    """A run of games for one worker."""

    game: str
    options: dict[str, str]
    seats: int
    bots: tuple[str, ...]
    seed: int
    opening: int
    first: int
    games: int


@dataclass
class Tally:
    """What is counted over games."""

    games: int = 0
    shares: list[float] = field(default_factory=list)  # the sum of each seat's utilities
    squares: list[float] = field(default_factory=list)  # of their squares, for the intervals
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    different: set[int] = field(default_factory=set)  # games, by what was played in them

    @property
    def all_the_same(self) -> bool:
        """Was one game played over and over? Then the others prove nothing."""
        return self.games > 1 and len(self.different) == 1

    def add(self, game: PlayedGame) -> None:
        utilities, decisions = game.final.utilities(), game.decisions
        if not self.games:
            self.shares = [0.0] * len(utilities)
            self.squares = [0.0] * len(utilities)
        self.games += 1
        self.shares = [total + share for total, share in zip(self.shares, utilities, strict=True)]
        self.squares = [total + share**2 for total, share in zip(self.squares, utilities, strict=True)]
        self.decisions += decisions
        self.shortest = decisions if self.games == 1 else min(self.shortest, decisions)
        self.longest = max(self.longest, decisions)
        self.endings[short_reason(game.final.result().reason.id)] += 1
        self.different.add(game.moves)

    def merge(self, other: Tally) -> None:
        if not self.games:
            self.shares = [0.0] * len(other.shares)
            self.squares = [0.0] * len(other.squares)
            self.shortest = other.shortest
        self.games += other.games
        self.shares = [a + b for a, b in zip(self.shares, other.shares, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]
        self.decisions += other.decisions
        self.shortest = min(self.shortest, other.shortest)
        self.longest = max(self.longest, other.longest)
        self.endings += other.endings
        self.different |= other.different

    def share(self, seat: int) -> tuple[float, float | None]:
        """A seat's mean share of the win, and the half width of its 95 % interval; None if all games were the same."""
        if self.all_the_same:
            return self.shares[seat] / self.games, None
        # The variance counts one imagined win and one loss more: ten wins in ten games don't prove a certainty.
        games = self.games + 2
        variance = (self.squares[seat] + 1) / games - ((self.shares[seat] + 1) / games) ** 2
        return self.shares[seat] / self.games, Z_95 * sqrt(variance / games)

    def as_data(self) -> dict[str, object]:
        shares = [self.share(seat) for seat in range(len(self.shares))]
        return {
            "games": self.games,
            "different_games": len(self.different),
            "shares": [round(mean, 6) for mean, _ in shares],
            "intervals": [None if half is None else round(half, 6) for _, half in shares],
            "decisions": {
                "mean": round(self.decisions / self.games, 3),
                "shortest": self.shortest,
                "longest": self.longest,
            },
            "endings": dict(sorted(self.endings.items())),
        }


def short_reason(id: str) -> str:
    """Why a game ended, as it is listed."""
    return id.removeprefix("end.")


def usual_opening(game: str, seats: int) -> int:
    """How many random turns of every seat games between bots open with, as the game's data says."""
    return bot_config(registry.definition(game), seats).opening


def play_batch(batch: Batch) -> Tally:
    game = registry.shared(batch.game, batch.options)
    # The game's number goes into the upper half of the seed, so that no two games share one.
    seeds = [(number << 48) + batch.seed for number in range(batch.first, batch.first + batch.games)]
    if all_random(batch.bots):
        return play_at_random(game, batch.seats, seeds)
    tally = Tally()
    for seed in seeds:
        rng = Rng(seed)
        bots = [make_bot(name) for name in batch.bots]
        tally.add(run_game(game, bots, rng, [rng] * batch.seats, batch.opening))
    return tally


def all_random(bots: Sequence[str]) -> bool:
    return set(bots) == {"random"}


def play_at_random(game: Game, seats: int, seeds: list[int]) -> Tally:
    """In one compiled loop: what a random player can't know makes no difference to it, so nothing is dealt anew."""
    played = RandomGames(game.new(seats))
    played.play(seeds)
    return Tally(
        games=len(seeds),
        shares=list(played.utilities),
        squares=list(played.squares),
        decisions=played.decisions,
        shortest=played.shortest,
        longest=played.longest,
        endings=Counter({short_reason(reason): games for reason, games in played.endings.items()}),
        different=played.moves,
    )


def simulate(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    workers: int = 1,
    ray: str | None = None,
    opening: int | None = None,
) -> Tally:
    """Play `games` games, one bot a seat. So many turns of every seat are random; None: as the game's data says."""
    if games < 1:
        raise ValueError("at least one game is needed")
    for name in bots:
        make_bot(name)
    game.new(len(bots))  # tells of a wrong number of seats before anything starts
    turns = usual_opening(game.name, len(bots)) if opening is None else opening
    size = min(RANDOM_GAMES_PER_BATCH if all_random(bots) else GAMES_PER_BATCH, ceil(games / FEWEST_BATCHES))
    batches = [
        Batch(game.name, game.options, len(bots), tuple(bots), seed, turns, first, min(size, games - first))
        for first in range(0, games, size)
    ]
    tally = Tally()
    with Workers(workers, ray) as crew, progress_bar() as bar:
        task = bar.add_task(f"{game.name}", total=games)
        for part in crew.run(play_batch, batches):
            tally.merge(part)
            bar.advance(task, part.games)
    return tally
