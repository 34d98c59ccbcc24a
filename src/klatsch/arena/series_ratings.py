"""Ratings from rounds of games between bots that don't learn: Plackett-Luce by openskill, and Elo between two sides.

The round is the unit: its games share a seed, so they are drawn again together, never one by one. All intervals hold
95 % and say how sure the ratings are, given these bots as opponents; they know nothing of opponents who didn't play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import log10, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple, TypeAlias

from openskill.models import PlackettLuce

Z_95 = 1.96
SKILL_REPLICATES = 25
ELO_REPLICATES = 200
STEPS = 1000


class Table(NamedTuple):
    """A game that was played: the bots by side, and their shares of the win."""

    bots: tuple[int, ...]
    shares: tuple[float, ...]


Round: TypeAlias = list[Table]
Wins: TypeAlias = list[list[float]]  # what the bot of the row won against the bot of the column


class Interval(NamedTuple):
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """What the games say of one bot."""

    games: int
    share: Interval  # of the win, over all its games
    skill: Interval  # openskill's mu; a newcomer has 25
    elo: Interval | None  # between two sides only; the mean of all bots is 0

    def as_data(self) -> dict[str, object]:
        """Value, low and high of each."""
        return {
            "games": self.games,
            "share": rounded(self.share, 4),
            "skill": rounded(self.skill, 2),
            "elo": None if self.elo is None else rounded(self.elo, 1),
        }


def rounded(interval: Interval, digits: int) -> list[float]:
    return [round(value, digits) for value in interval]


def rate(bots: int, rounds: Sequence[Round], random: Random) -> list[Rating]:
    """One rating a bot; the generator is for the intervals."""
    two_sides = all(len(table.bots) == 2 for table in rounds[0])
    skills = skill_ratings(bots, rounds, random)
    elos: Sequence[Interval | None] = elo_ratings(bots, rounds, random) if two_sides else [None] * bots
    return [
        Rating(games_of(bot, rounds), share_of(bot, rounds), skill, elo)
        for bot, (skill, elo) in enumerate(zip(skills, elos, strict=True))
    ]


def games_of(bot: int, rounds: Sequence[Round]) -> int:
    return sum(bot in table.bots for round_ in rounds for table in round_)


def share_of(bot: int, rounds: Sequence[Round]) -> Interval:
    """The mean over rounds, each a mean over the bot's games, and the normal interval of that mean."""
    means = [
        fmean(share for table in round_ for who, share in zip(table.bots, table.shares, strict=True) if who == bot)
        for round_ in rounds
    ]
    # One imagined round of 0 and one of 1: winning all of a few rounds doesn't prove a certainty.
    half = Z_95 * pstdev([*means, 0.0, 1.0]) / sqrt(len(means) + 2)
    mean = fmean(means)
    return Interval(mean, mean - half, mean + half)


# ── openskill ─────────────────────────────────────────────────────────────────────────────────────────


def skill_ratings(bots: int, rounds: Sequence[Round], random: Random) -> list[Interval]:
    """Mean of mu over replicates, in each of which the rounds are drawn again, with repetition, in random order.

    So the rating doesn't depend on the order of play, and the spread of mu over the replicates holds both the luck of
    the rounds and what the order does. The interval is 1.96 times the larger of that spread and openskill's own sigma:
    where a bot wins every game, only sigma knows that the games were few.
    """
    replicates = [play_through(bots, random.choices(rounds, k=len(rounds))) for _ in range(SKILL_REPLICATES)]
    intervals = []
    for bot in range(bots):
        mu = [skills[bot][0] for skills in replicates]
        sigma = fmean(skills[bot][1] for skills in replicates)
        half = Z_95 * max(pstdev(mu), sigma)
        intervals.append(Interval(fmean(mu), fmean(mu) - half, fmean(mu) + half))
    return intervals


def play_through(bots: int, rounds: Sequence[Round]) -> list[tuple[float, float]]:
    """Every bot's mu and sigma after these rounds.

    Bots don't learn: no drift (tau 0), and every game counts in full (gamma 1; openskill's own choice lets sigma shrink
    too slowly for that, and makes the latest games weigh more).
    """
    model = PlackettLuce(tau=0.0, gamma=lambda *_, **__: 1.0)
    skills = [model.rating() for _ in range(bots)]
    for round_ in rounds:
        for table in round_:
            for (one, share), (other, rest) in comparisons(table):
                [[skills[one]], [skills[other]]] = model.rate([[skills[one]], [skills[other]]], ranks=[-share, -rest])
    return [(skill.mu, skill.sigma) for skill in skills]


def comparisons(table: Table) -> Iterator[tuple[tuple[int, float], tuple[int, float]]]:
    """A table as games of two: everybody who has a share of the win against everybody else.

    By Luce's axiom, which of two wins, given that one of them does, doesn't depend on who else is there. Losers aren't
    compared: bots play for the win, and taking those who missed it as equal would press their ratings together.
    """
    for one, other in combinations(zip(table.bots, table.shares, strict=True), 2):
        if one[0] != other[0] and one[1] + other[1] > 0:
            yield one, other


# ── Elo ───────────────────────────────────────────────────────────────────────────────────────────────


def elo_ratings(bots: int, rounds: Sequence[Round], random: Random) -> list[Interval]:
    """The likeliest ratings, and the middle 95 % of a Bayesian bootstrap.

    In each replicate every round gets a random weight (exponential, mean 1) instead of 1. So do the draws
    that are imagined between any two bots: they keep a clean sweep finite, and their weights make its interval wide.
    """
    weight = partial(random.expovariate, 1.0)
    tallies = [wins_of(bots, round_) for round_ in rounds]
    point = fit_elo(weighted_sum(tallies, [1.0] * len(tallies)), imagined_draws(bots, lambda: 1.0))
    replicates = [
        fit_elo(weighted_sum(tallies, [weight() for _ in tallies]), imagined_draws(bots, weight))
        for _ in range(ELO_REPLICATES)
    ]
    # A bootstrap of few rounds is too narrow: its spread is that of n − 1, and Student's t is wider than the normal.
    stretch = 1 + 1.75 / len(rounds)
    cut = int(ELO_REPLICATES * 0.025)
    intervals = []
    for bot, value in enumerate(point):
        values = sorted(elos[bot] for elos in replicates)
        below, above = max(0.0, value - values[cut - 1]), max(0.0, values[-cut] - value)
        intervals.append(Interval(value, value - stretch * below, value + stretch * above))
    return intervals


def wins_of(bots: int, round_: Round) -> Wins:
    wins = [[0.0] * bots for _ in range(bots)]
    for (one, other), (share, rest) in round_:
        wins[one][other] += share
        wins[other][one] += rest
    return wins


def weighted_sum(tallies: Sequence[Wins], weights: Sequence[float]) -> Wins:
    size = range(len(tallies[0]))
    return [
        [sum(weight * wins[i][j] for weight, wins in zip(weights, tallies, strict=True)) for j in size] for i in size
    ]


def imagined_draws(bots: int, weight: Callable[[], float]) -> Wins:
    """One drawn game a bot in all, so that it hardly presses the ratings together."""
    draws = [[0.0] * bots for _ in range(bots)]
    for i, j in combinations(range(bots), 2):
        draws[i][j] = draws[j][i] = 0.5 * weight() / (bots - 1)
    return draws


def fit_elo(wins: Wins, imagined: Wins) -> list[float]:
    """Bradley-Terry by Newman's iteration, which is fast where strengths lie far apart; the mean is 0."""
    bots = range(len(wins))
    won = [[wins[i][j] + imagined[i][j] for j in bots] for i in bots]
    strength = [1.0 for _ in bots]
    for _ in range(STEPS):
        moved_by = 0.0
        for i in bots:
            others = [j for j in bots if j != i]
            gained = sum(won[i][j] * strength[j] / (strength[i] + strength[j]) for j in others)
            lost = sum(won[j][i] / (strength[i] + strength[j]) for j in others)
            moved_by = max(moved_by, abs(gained / lost / strength[i] - 1))
            strength[i] = gained / lost
        if moved_by < 1e-5:
            break
    elos = [400 * log10(value) for value in strength]
    middle = fmean(elos)
    return [value - middle for value in elos]
