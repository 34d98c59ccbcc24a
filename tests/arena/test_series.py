"""Matches: honest, resumable, the same on any number of workers."""

from __future__ import annotations

from pathlib import Path

import pytest

import klatsch
from klatsch.arena.series import Score, Series, Sprt, elo, expected, play_series, reverse_file, reverse_of

KUHN = Series("kuhn-poker", {}, 2, "random", "random", 3)


def test_a_bot_against_itself_reads_parity() -> None:
    """Random against random, paired: half within the interval."""
    score = play_series(KUHN, 400)
    assert score.interval is not None
    assert abs(score.mean - 0.5) <= score.interval * 1.5
    assert score.parity == 0.5


def test_a_deterministic_pair_is_exactly_even() -> None:
    """The same search on both sides and the same seeds: what one seating wins the other loses."""
    setting = Series("connect-four", {}, 2, "search:sims=30", "search:sims=30", 1)
    assert set(play_series(setting, 4).rounds) == {0.5}


def test_the_stronger_one_is_seen() -> None:
    setting = Series("connect-four", {}, 2, "search:sims=200", "random", 1)
    score = play_series(setting, 30, sprt=Sprt(0, 100))
    assert score.mean > 0.9
    assert Sprt(0, 100).verdict(score) == "better"
    assert len(score.rounds) < 30


def test_workers_and_resuming_change_nothing(tmp_path: Path) -> None:
    whole = play_series(KUHN, 30).rounds
    assert play_series(KUHN, 30, workers=2).rounds == whole
    file = tmp_path / "kuhn.results"
    play_series(KUHN, 11, results=file)
    assert play_series(KUHN, 30, results=file).rounds == whole
    assert len(file.read_text().splitlines()) == 31
    with pytest.raises(ValueError, match="another match"):
        play_series(Series("kuhn-poker", {}, 2, "random", "random", 4), 5, results=file)
    file.write_text("nonsense\n")
    with pytest.raises(ValueError, match="no result file"):
        play_series(KUHN, 5, results=file)


def test_the_reverse_is_one_baseline_among_candidates() -> None:
    """One greedy bot among three random ones has far more than a fourth; one random bot among greedy ones far less."""
    setting = Series("four-armies", klatsch.load("four-armies").options, 4, "greedy", "random", 2, 1)
    reverse = reverse_of(setting)
    assert (reverse.candidate, reverse.baseline, reverse.seed) == ("random", "greedy", 2)
    first, second = play_series(setting, 4), play_series(reverse, 4)
    assert first.parity == second.parity == 0.25
    assert first.mean > 0.5
    assert second.mean < 0.25


def test_between_two_sides_there_is_no_reverse() -> None:
    with pytest.raises(ValueError, match="three sides or more"):
        reverse_of(KUHN)


def test_the_reverse_has_a_file_of_its_own() -> None:
    assert reverse_file(None) is None
    assert reverse_file(Path("some/match.results")) == Path("some/match.results.reverse")


def test_elo_and_score_are_two_words_for_one_thing() -> None:
    assert elo(0.5) == pytest.approx(0)
    assert expected(elo(0.64)) == pytest.approx(0.64)
    assert elo(0.64) == pytest.approx(100, abs=1)


def test_the_sequential_test_keeps_its_error() -> None:
    """Rounds drawn at true strength 0: it must not say `better` in many more than 5 % of the matches."""
    from random import Random

    random = Random(1)
    wrong = 0
    for _ in range(300):
        score = Score(0.5)
        while len(score.rounds) < 2000:
            score.rounds += [random.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(16)]
            verdict = Sprt(0, 40).verdict(score)
            if verdict is not None:
                wrong += verdict == "better"
                break
    assert wrong / 300 < 0.1
