"""Intervals and tests, from the standard library alone. All intervals hold 95 %, all tests are two-sided."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, lgamma, log, sqrt
from random import Random
from statistics import NormalDist, fmean, median, stdev
from typing import NamedTuple

from klatsch.arena.series_ratings import Interval as Interval

LEVEL = 0.05
Z = NormalDist().inv_cdf(1 - LEVEL / 2)
REPLICATES = 400
ROUNDING = 1e-12


class Difference(NamedTuple):
    """Of two means over the same seeds, with the chance of one as large if there were none."""

    value: float
    low: float
    high: float
    p: float


# ── Shares and means ──────────────────────────────────────────────────────────────────────────────────


def wilson(successes: float, trials: float) -> Interval:
    """Of a share. Shared wins count in part, which makes the interval a little too wide, never too narrow."""
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    share = successes / trials
    middle = share + Z * Z / (2 * trials)
    half = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    scale = 1 + Z * Z / trials
    return Interval(share, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def mean_interval(values: Sequence[float]) -> Interval:
    """Student's, of a mean."""
    mean = fmean(values)
    half = student_quantile(len(values) - 1) * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(mean, mean - half, mean + half)


def bootstrap_median(values: Sequence[float], random: Random) -> Interval:
    """Of a median: the middle 95 % of the medians of samples drawn with repetition."""
    found = sorted(median(random.choices(values, k=len(values))) for _ in range(REPLICATES))
    cut = int(REPLICATES * LEVEL / 2)
    return Interval(median(values), found[cut], found[-cut - 1])


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    ordered = sorted(values)
    return (quantile(ordered, 0.25), quantile(ordered, 0.5), quantile(ordered, 0.75))


def quantile(ordered: Sequence[float], part: float) -> float:
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


# ── Tests ─────────────────────────────────────────────────────────────────────────────────────────────


def paired(before: Sequence[float], after: Sequence[float]) -> Difference:
    """Student's test on the differences of pairs. Games of the same seed share their luck as long as they are alike."""
    gaps = [b - a for a, b in zip(before, after, strict=True)]
    return of_mean(gaps)


def of_mean(gaps: Sequence[float]) -> Difference:
    """Is a mean other than 0?"""
    if len(gaps) < 2:
        return Difference(fmean(gaps) if gaps else 0.0, 0.0, 0.0, 1.0)
    mean, low, high = mean_interval(gaps)
    if low == high:  # all alike: as likely as so many tosses of a coin that fall the same way
        return Difference(mean, low, high, 1.0 if mean == 0 else 2.0 ** (1 - len(gaps)))
    t = mean / (stdev(gaps) / sqrt(len(gaps)))
    return Difference(mean, low, high, student_tail(t, len(gaps) - 1))


def go_together(weights: Sequence[Sequence[float]], results: Sequence[Sequence[float]]) -> Difference:
    """Do results go with weights? The sum of their products, beside what other games' results would make of it.

    A row is a game, a column a place in it. Results of one game depend on each other (somebody wins, so others don't),
    those of two games don't: to shuffle whole games is fair if weights say nothing, and the spread of the sum over all
    shuffles is known. Where few games have most of the weight, Student's table is read for so few.
    """
    columns = list(zip(*map(centred, zip(*weights, strict=True)), strict=True))
    outcomes = list(zip(*map(centred, zip(*results, strict=True)), strict=True))
    total = fsum(w * x for row, others in zip(weights, outcomes, strict=True) for w, x in zip(row, others, strict=True))
    places = range(len(weights[0]))
    spread = fsum(
        fsum(row[s] * row[t] for row in columns) * fsum(row[s] * row[t] for row in outcomes)
        for s in places
        for t in places
    )
    sizes = [fsum(w * w for w in row) for row in weights]
    squares = fsum(size * size for size in sizes)
    freedom = fsum(sizes) ** 2 / squares - 1 if squares else 0.0
    if spread < ROUNDING or freedom < ROUNDING:
        return Difference(total, -1.0, 1.0, 1.0)
    error = sqrt(spread / (len(weights) - 1))
    half = student_quantile(freedom) * error
    return Difference(total, total - half, total + half, student_tail(total / error, freedom))


def centred(values: Sequence[float]) -> list[float]:
    mean = fmean(values)
    return [value - mean for value in values]


def all_alike(wins: Sequence[float], expected: Sequence[float]) -> float:
    """Pearson's chi-squared: how likely counts at least so uneven are, if the expected ones hold."""
    squares = fsum((got - hoped) ** 2 / hoped for got, hoped in zip(wins, expected, strict=True) if hoped > 0)
    return chi_squared_tail(squares, len(wins) - 1)


def holm(chances: Sequence[float]) -> list[float]:
    """Chances corrected for how many were looked at, by Holm: one below 0.05 among them is a 5 % risk for all."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    corrected = [1.0] * len(chances)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[i]))
        corrected[i] = highest
    return corrected


# ── Distributions ─────────────────────────────────────────────────────────────────────────────────────


def student_tail(t: float, freedom: float) -> float:
    """The chance of a value at least as far from 0, either way."""
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def student_quantile(freedom: float, level: float = LEVEL) -> float:
    """The value that is passed, either way, with that chance: by halving."""
    if freedom <= 0:
        return 0.0
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        if student_tail(middle, freedom) > level:
            low = middle
        else:
            high = middle
    return low


def chi_squared_tail(squares: float, freedom: int) -> float:
    return 1.0 if squares <= 0 or freedom < 1 else 1 - lower_gamma(freedom / 2, squares / 2)


def lower_gamma(a: float, x: float) -> float:
    """The regularised lower incomplete gamma function: its series, or beyond a + 1 the continued fraction."""
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, 1000):
            term *= x / (a + n)
            total += term
            if term < total * 1e-15:
                break
        return min(1.0, total * front)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, 1000):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return 1 - front * fraction


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Regularised, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


def beta_fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c = 1.0
    d = 1 / (1 - (a + b) * x / (a + 1) or tiny)
    fraction = d
    for n in range(1, 1000):
        for step in (
            n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n)),
            -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1)),
        ):
            d = 1 / (1 + step * d or tiny)
            c = 1 + step / c or tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return fraction
