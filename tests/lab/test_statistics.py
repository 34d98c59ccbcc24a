"""Statistics against values from tables and textbooks."""

from __future__ import annotations

from random import Random

import pytest

from klatsch.lab.statistics import (
    all_alike,
    bootstrap_median,
    chi_squared_tail,
    go_together,
    holm,
    mean_interval,
    paired,
    quartiles,
    student_quantile,
    student_tail,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe (1998), table I: Wilson's score interval without continuity correction.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert found.value == wins / games
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)


@pytest.mark.parametrize(("freedom", "value"), [(1, 12.7062), (4, 2.7764), (10, 2.2281), (30, 2.0423), (1000, 1.9623)])
def test_students_t(freedom: int, value: float) -> None:
    """The usual table, two-sided, 5 %."""
    assert student_quantile(freedom) == pytest.approx(value, abs=1e-4)
    assert student_tail(value, freedom) == pytest.approx(0.05, abs=1e-5)
    assert student_tail(-value, freedom) == student_tail(value, freedom)


@pytest.mark.parametrize(
    ("squares", "freedom", "chance"),
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (7.815, 3, 0.05), (18.307, 10, 0.05), (2.706, 1, 0.1), (0.0, 2, 1.0)],
)
def test_chi_squared(squares: float, freedom: int, chance: float) -> None:
    assert chi_squared_tail(squares, freedom) == pytest.approx(chance, abs=5e-5)


def test_even_and_uneven_counts() -> None:
    assert all_alike([25, 25, 25, 25], [25] * 4) == 1.0
    assert all_alike([40, 20, 20, 20], [25] * 4) == pytest.approx(0.00738, abs=1e-5)  # 12 with three degrees


def test_students_sleep_data() -> None:
    """Hours of sleep gained by two drugs in ten patients (Student, 1908): t = 4.0621, p = 0.002833."""
    one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    found = paired(one, other)
    assert found.value == pytest.approx(1.58)
    assert [found.low, found.high] == pytest.approx([0.7001, 2.4599], abs=1e-4)
    assert found.p == pytest.approx(0.002833, abs=1e-6)


def test_what_is_all_alike_differs_by_nothing() -> None:
    assert paired([1.0, 2.0, 5.0], [1.0, 2.0, 5.0]).p == 1.0
    assert paired([1.0, 2.0, 5.0], [2.0, 3.0, 6.0]).p == 0.25  # three tosses of a coin prove no more


def test_what_goes_together() -> None:
    """Beside the chances that counting the shuffles gives."""
    # Four of eight, all of whom and nobody else have the result: 2 of 70 ways to shuffle are as extreme.
    apart = go_together([[0.25]] * 4 + [[-0.25]] * 4, [[1.0]] * 4 + [[0.0]] * 4)
    assert apart.value == 1.0
    assert apart.p == pytest.approx(2 / 70, abs=0.02)
    # Four of four where three in four are usual: nothing to write home about.
    few = go_together([[1 / 4]] * 4 + [[-1 / 60]] * 60, [[1.0]] * 4 + [[1.0]] * 45 + [[0.0]] * 15)
    assert few.value == pytest.approx(0.25)
    assert few.p > 0.2
    # Two seats, one of which does it and wins: a game is one witness, not two.
    once = go_together([[0.1, -0.1], [-0.1, 0.1]] * 5, [[0.5, -0.5], [-0.5, 0.5]] * 5)
    assert once.value == pytest.approx(1.0)
    assert 2 / 252 < once.p < 0.02  # of the ways to give five of ten games to the first seat; two witnesses: 0.002
    assert go_together([[1.0], [0.0]], [[0.0], [0.0]]).p == 1.0


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_means_medians_quartiles() -> None:
    assert mean_interval([4.0]) == (4.0, 4.0, 4.0)
    found = mean_interval([1.0, 2.0, 3.0, 4.0, 5.0])
    assert [found.low, found.high] == pytest.approx([1.0368, 4.9632], abs=1e-4)
    assert quartiles([1, 2, 3, 4, 5]) == (2, 3, 4)
    middle = bootstrap_median([float(n) for n in range(101)], Random(1))
    assert middle.value == 50
    assert 30 < middle.low < 45 < 55 < middle.high < 70


def test_the_bootstrap_holds_what_it_promises() -> None:
    """Of a hundred samples, about 95 intervals hold the true median."""
    random = Random(5)
    held = 0
    for _ in range(100):
        found = bootstrap_median([random.expovariate(1.0) for _ in range(40)], random)
        held += found.low <= 0.6931 <= found.high
    assert 88 <= held <= 100
