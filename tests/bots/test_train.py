"""Training an evaluator: it learns, can be stopped and resumed, and writes its weights where they belong."""

from __future__ import annotations

from pathlib import Path

import pytest

from klatsch.arena.train import (
    GAMES_PER_BATCH,
    Course,
    Lesson,
    Progress,
    learn,
    read_progress,
    train,
    with_weights,
)

COURSE = Course("connect-four", {}, 2, sims=4, seed=7)


def test_weights_move_towards_the_results() -> None:
    """Whoever had more threes won every game, and the centre said nothing."""
    progress = Progress(COURSE, {"threes": 0.0, "centre": 0.0}, scale=1.0)
    won = Lesson([[[2.0, 1.0], [1.0, 1.0]]] * 5, [1.0, 0.0])
    lost = Lesson([[[0.0, 1.0], [1.0, 1.0]]] * 5, [0.0, 1.0])
    learn(progress, [won, lost])
    assert progress.error == pytest.approx(0.25)
    for _ in range(50):
        progress.games += GAMES_PER_BATCH
        learn(progress, [won, lost])
    assert progress.weights["threes"] > 0.5
    assert abs(progress.weights["centre"]) < 0.01
    assert progress.error < 0.1


def test_a_training_can_be_stopped_and_resumed(tmp_path: Path) -> None:
    whole = train(COURSE, 2 * GAMES_PER_BATCH, file=tmp_path / "whole.json")
    train(COURSE, GAMES_PER_BATCH, file=tmp_path / "parts.json")
    parts = train(COURSE, 2 * GAMES_PER_BATCH, file=tmp_path / "parts.json", workers=2)
    assert parts == whole
    assert whole.weights != read_progress(tmp_path / "none.json", COURSE).weights


def test_another_training_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "training.json"
    train(COURSE, 1, file=file)
    before = file.read_text()
    with pytest.raises(ValueError, match="holds another training"):
        train(Course("connect-four", {}, 2, sims=4, seed=8), 1, file=file)
    file.write_text(before[:100])
    with pytest.raises(ValueError, match="damaged"):
        train(COURSE, 1, file=file)


def test_a_game_without_evaluator_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has no evaluator"):
        train(Course("kuhn-poker", {}, 2, sims=4, seed=0), 1, file=tmp_path / "training.json")


DATA = """# what bots know
scale = 2.0
# trained by: somebody
[weights] # in points
old = 1.0

[weights-3]
old = 7.0

# chosen by a match
[search]
prior = 2
"""


@pytest.mark.parametrize(("seats", "changed", "kept"), [(2, "[weights]", "old = 7.0"), (3, "[weights-3]", "old = 1.0")])
def test_new_weights_replace_the_old_ones(seats: int, changed: str, kept: str) -> None:
    text = with_weights(DATA, {"lead": 0.25, "turn": -3.0}, seats, "klatsch train x")
    assert f"# trained by: klatsch train x\n{changed}\nlead = 0.25\nturn = -3\n" in text
    assert kept in text
    assert "# chosen by a match\n[search]\nprior = 2\n" in text
