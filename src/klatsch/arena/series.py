"""A series of games between two bots, measured honestly: the same chance for both, all seats in turn.

A round is one seed played once for every seat of the candidate, baselines in all others; its score is the candidate's
mean share of the win. With two seats that is a pair with swapped seats. A bot against itself reads parity.
With more sides the reverse tells more: one baseline among candidates. A bot may gain from weak company only.
Rounds are stored one a line, so that a series can be stopped and resumed. Whoever overruns its time loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from math import log, log10, sqrt
from pathlib import Path
from typing import Any

from klatsch.arena.result_file import append_result, read_results
from klatsch.arena.run_game import all_the_same, run_game
from klatsch.arena.workers import Workers, progress_bar
from klatsch.bots.bot_names import make_bot
from klatsch.bots.timed_bot import Timed, Usage
from klatsch.core import registry
from klatsch.core.rng import Rng

Z_95 = 1.96
# Rounds between two looks of the sequential test.
ROUNDS_PER_LOOK = 8
FEWEST_ROUNDS = 16


@dataclass(frozen=True)
class Series:
    """What a series is between; two that are equal play the same rounds."""

    game: str
    options: dict[str, str]
    seats: int
    candidate: str
    baseline: str
    seed: int
    opening: int = 0  # so many turns of every seat are random, the same for all games of a round


@dataclass(frozen=True)
class Round:
    series: Series
    number: int


@dataclass
class Result:
    """Of one round: the candidate's mean share of the win, and what either side used."""

    score: float = 0.0
    candidate: Usage = field(default_factory=Usage)
    baseline: Usage = field(default_factory=Usage)
    moves: int | None = None  # a number that rounds share in which the same was played; unknown of old ones


@dataclass
class Score:
    """Round scores, and what they say."""

    parity: float
    rounds: list[float] = field(default_factory=list)
    candidate: Usage = field(default_factory=Usage)
    baseline: Usage = field(default_factory=Usage)
    moves: list[int | None] = field(default_factory=list)

    def add(self, result: Result) -> None:
        self.rounds.append(result.score)
        self.moves.append(result.moves)
        self.candidate.add(result.candidate)
        self.baseline.add(result.baseline)

    @property
    def mean(self) -> float:
        return sum(self.rounds) / len(self.rounds)

    @property
    def variance(self) -> float:
        """Of one round."""
        n = len(self.rounds)
        if n < 2:
            return 0.25
        mean = self.mean
        return max(sum((score - mean) ** 2 for score in self.rounds) / (n - 1), 0.005)

    @property
    def all_the_same(self) -> bool:
        """Was one round played over and over? Then the others prove nothing."""
        return all_the_same(self.moves)

    @property
    def interval(self) -> float | None:
        """Half the width of the 95 % interval of the mean; None if all rounds were the same."""
        return None if self.all_the_same else Z_95 * sqrt(self.variance / len(self.rounds))

    def as_data(self) -> dict[str, object]:
        return {
            "rounds": len(self.rounds),
            "score": round(self.mean, 4),
            "interval": None if self.interval is None else round(self.interval, 4),
            "parity": round(self.parity, 4),
            "elo": round(elo(self.mean)) if self.parity == 0.5 else None,
        }

    def percent(self) -> str:
        """`60.0 ± 5.0`, in percent; without an interval if all rounds were the same."""
        mean = f"{100 * self.mean:.1f}"
        return mean if self.interval is None else f"{mean} ± {100 * self.interval:.1f}"

    def log_likelihood_ratio(self, worse: float, better: float) -> float:
        """Of `better` against `worse` as the true mean, the rounds taken as normal with their own variance."""
        if len(self.rounds) < 2:
            return 0.0
        distance = better - worse
        return len(self.rounds) * distance * (self.mean - (worse + better) / 2) / self.variance


def elo(score: float) -> float:
    """The difference in rating that predicts a score between two sides."""
    bounded = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * log10(1 / bounded - 1)


def expected(elo_difference: float) -> float:
    return float(1 / (1 + 10 ** (-elo_difference / 400)))


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the candidate better by `better` Elo rather than by `worse`? Errors of 5 % each way."""

    worse: float = 0.0
    better: float = 30.0
    error: float = 0.05

    def verdict(self, score: Score) -> str | None:
        """`better`, `not better`, or None: play on. A handful of rounds says too little of their variance."""
        if len(score.rounds) < FEWEST_ROUNDS or score.all_the_same:
            return None
        ratio = score.log_likelihood_ratio(expected(self.worse), expected(self.better))
        bound = log((1 - self.error) / self.error)
        return "better" if ratio >= bound else "not better" if ratio <= -bound else None


# ── Playing ───────────────────────────────────────────────────────────────────────────────────────────


def play_round(round_: Round) -> Result:
    """One game for every side that the candidate can be."""
    series = round_.series
    game = registry.load_with(series.game, series.options)
    seed = (round_.number << 32) + series.seed
    result = Result(moves=0)  # hash(None) is another in every process
    sides = game.definition.sides(series.seats)
    for side in sides:
        names = [series.candidate if seat in side else series.baseline for seat in range(series.seats)]
        bots = [Timed(make_bot(name)) for name in names]
        # Chance draws from the seed alone, each bot from the seed and its seat.
        thoughts = [Rng((seat + 1 << 64) + seed) for seat in range(series.seats)]
        final, _, moves = run_game(game, bots, Rng(seed), thoughts, series.opening)
        for seat, bot in enumerate(bots):
            bot.end_turn()
            (result.candidate if seat in side else result.baseline).add(bot.usage)
        shares = [final.utility(members[0]) for members in sides]
        late = [any(bots[seat].usage.overruns for seat in members) for members in sides]
        result.moves = hash((result.moves, moves))
        result.score += punctual_shares(shares, late)[sides.index(side)] / len(sides)
    return result


def punctual_shares(shares: Sequence[float], late: Sequence[bool]) -> list[float]:
    """The shares of the win when sides that overran their time have lost: the others have theirs, grown in proportion.

    Where a late side has won alone the others share evenly; where all were late nothing changes.
    """
    if not any(late) or all(late):
        return list(shares)
    kept = [0.0 if was_late else share for share, was_late in zip(shares, late, strict=True)]
    total = sum(kept)
    if total == 0.0:
        return [0.0 if was_late else 1 / late.count(False) for was_late in late]
    return [share / total for share in kept]


def play_series(
    series: Series,
    rounds: int,
    *,
    workers: int = 1,
    ray: str | None = None,
    results: Path | None = None,
    sprt: Sprt | None = None,
) -> Score:
    """Play up to `rounds` rounds, fewer if the sequential test decides; those already in `results` are kept."""
    game = registry.load_with(series.game, series.options)
    game.new(series.seats)
    make_bot(series.candidate), make_bot(series.baseline)
    score = Score(1 / len(game.definition.sides(series.seats)))
    stored = read_results(results, asdict(series), "match", stored_result)[:rounds]
    jobs = [Round(series, number) for number in range(len(stored), rounds)]
    for result in stored:
        score.add(result)
        if decided(score, sprt):
            return score
    with Workers(workers, ray) as crew, progress_bar() as bar:
        task = bar.add_task(f"{series.candidate} against {series.baseline}", total=rounds, completed=len(stored))
        for result in crew.run(play_round, jobs):
            score.add(result)
            append_result(results, asdict(series), asdict(result))
            bar.advance(task)
            if decided(score, sprt):
                break
    return score


def reverse_of(series: Series) -> Series:
    """One baseline among candidates, with the same seeds; ValueError where that is the same series."""
    game = registry.load_with(series.game, series.options)
    if len(game.definition.sides(series.seats)) == 2:
        raise ValueError("between two sides a round is its own reverse: --reverse is for three sides or more")
    return replace(series, candidate=series.baseline, baseline=series.candidate)


def reverse_file(results: Path | None) -> Path | None:
    """Where the rounds of the reverse are kept: beside those of the series."""
    return None if results is None else results.with_name(f"{results.name}.reverse")


def decided(score: Score, sprt: Sprt | None) -> bool:
    """Looks at fixed numbers of rounds, so that a series ends at the same one however many work on it."""
    return sprt is not None and len(score.rounds) % ROUNDS_PER_LOOK == 0 and sprt.verdict(score) is not None


def stored_result(line: Any) -> Result:
    """A round as a result file has it."""
    if not 0 <= line["score"] <= 1:
        raise ValueError(f"{line['score']} is no share")
    return Result(float(line["score"]), Usage(**line["candidate"]), Usage(**line["baseline"]), line.get("moves"))
