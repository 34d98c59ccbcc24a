"""Ladders: the right order, sound intervals, resumable, the same on any number of workers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from klatsch.arena.ladder import Setting, ladder, pairings
from klatsch.arena.series_ratings import Round, Table, elo_ratings, rate

CONNECT_FOUR = Setting("connect-four", {}, 2, ("search:sims=10", "random", "search:sims=100"), 1)
KUHN = Setting("kuhn-poker", {}, 2, ("random", "search:sims=5"), 2)
STRENGTHS = (0, 100, 250, 500)  # Elo


def made_up(sides: int, rounds: int, seed: int) -> list[Round]:
    """Rounds between four bots of known strength."""
    random = Random(seed)

    def play(bots: tuple[int, ...]) -> Table:
        weights = [10 ** (STRENGTHS[bot] / 400) for bot in bots]
        winner = random.choices(range(sides), weights)[0]
        return Table(bots, tuple(float(side == winner) for side in range(sides)))

    return [[play(bots) for bots in pairings(4, sides, number, seed)] for number in range(rounds)]


def test_the_stronger_stands_higher() -> None:
    result = ladder(CONNECT_FOUR, 6)
    assert [CONNECT_FOUR.bots[bot] for bot in result.order()] == ["search:sims=100", "search:sims=10", "random"]
    assert result.games == 6 * 6
    weak, strong = result.ratings[1], result.ratings[2]
    assert weak.skill.high < strong.skill.low
    assert weak.elo is not None
    assert strong.elo is not None
    assert weak.elo.high < strong.elo.low


def test_three_seats_with_mixed_tables() -> None:
    setting = Setting("four-armies", {}, 3, ("random", "search:sims=10"), 1)
    result = ladder(setting, 5)
    assert result.order() == [1, 0]
    assert result.ratings[0].elo is None


def test_workers_and_resuming_change_nothing(tmp_path: Path) -> None:
    whole = ladder(KUHN, 20)
    assert ladder(KUHN, 20, workers=2) == whole
    file = tmp_path / "kuhn.results"
    ladder(KUHN, 7, results=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-1]))  # stopped in the middle of a round
    assert ladder(KUHN, 20, results=file) == whole
    assert len(file.read_text().splitlines()) == 1 + whole.games
    assert ladder(KUHN, 7, results=file) == ladder(KUHN, 7)
    assert ladder(replace(KUHN, seed=3), 20) != whole


@pytest.mark.parametrize(
    "damage",
    [
        "[1.0, 0.0",
        "[1.0, 0.0]",
        "[1.0, 0.0, 0.0]\n",
        "[2.0, -1.0]\n",
        "[NaN, 1.0]\n",
        "0.5\n",
        "\n",
        '"ab"\n',
        "\x00\n",
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "kuhn.results"
    ladder(KUHN, 2, results=file)
    file.write_text(file.read_text() + damage)
    with pytest.raises(ValueError, match="no result file of a ladder, or a damaged one"):
        ladder(KUHN, 5, results=file)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.results"
    ladder(KUHN, 1, results=file)
    with pytest.raises(ValueError, match="holds another ladder"):
        ladder(replace(KUHN, seed=5), 1, results=file)
    for text in (b"", b"nonsense\n", b"[]\n", b"\xff\xfe"):
        file.write_bytes(text)
        with pytest.raises(ValueError, match="no result file"):
            ladder(KUHN, 1, results=file)


@pytest.mark.parametrize(("bots", "sides"), [(2, 2), (5, 2), (4, 4), (6, 3), (2, 4), (3, 5)])
def test_everybody_sits_everywhere_alike(bots: int, sides: int) -> None:
    seen = Counter(place for table in pairings(bots, sides, 3, 1) for place in enumerate(table))
    assert len(seen) == bots * sides
    assert len(set(seen.values())) == 1


def test_at_mixed_tables_all_meet_all() -> None:
    met = {pair for number in range(20) for table in pairings(6, 3, number, 1) for pair in pairwise(table)}
    assert len(met) == 6 * 5


@pytest.mark.parametrize("sides", [2, 4])
def test_ratings_find_known_strengths(sides: int) -> None:
    """On openskill's scale a hundred Elo are about four points, at tables of any size."""
    ratings = rate(4, made_up(sides, 60, 1), Random(1))
    skills = [rating.skill for rating in ratings]
    for bot in (1, 2, 3):
        assert skills[bot - 1].value < skills[bot].value
        distance = skills[bot].value - skills[0].value
        error = skills[bot].high - skills[bot].value + skills[0].high - skills[0].value
        assert abs(distance - STRENGTHS[bot] / 25) < error
        assert error < 10


def test_elo_intervals_hold_what_they_promise() -> None:
    """Twenty ladders of known strength: of the eighty intervals nine in ten hold the truth, at least."""
    mean = sum(STRENGTHS) / 4
    held = 0
    for seed in range(20):
        elos = elo_ratings(4, made_up(2, 15, seed), Random(seed))
        held += sum(elo.low <= STRENGTHS[bot] - mean <= elo.high for bot, elo in enumerate(elos))
    assert held >= 72


def test_the_order_of_the_rounds_hardly_matters() -> None:
    rounds = made_up(2, 40, 3)
    one, other = rate(4, rounds, Random(1)), rate(4, rounds[::-1], Random(1))
    for a, b in zip(one, other, strict=True):
        assert abs(a.skill.value - b.skill.value) < (a.skill.high - a.skill.low) / 4


def test_a_clean_sweep_of_few_rounds_is_no_certainty() -> None:
    sweep = [[Table((0, 1), (1.0, 0.0)), Table((1, 0), (0.0, 1.0))]] * 5
    winner = rate(2, sweep, Random(1))[0]
    assert winner.elo is not None
    assert winner.elo.low < winner.elo.value - 50
    assert winner.share.low < 0.9
    assert winner.skill.high - winner.skill.low > 3
