"""Tunes an evaluator's weights by temporal differences from self-play.

Search bots play with the present weights; after every batch of games the weights move so that the evaluator's
estimate of each position comes nearer to the λ-return: a mixture of the estimates that followed and the result.
The state of the training is kept in a file, so that it can be stopped and resumed.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field, replace
from math import exp, sqrt
from pathlib import Path

from klatsch.arena.workers import Workers, progress_bar
from klatsch.bots.bot import choose, tell
from klatsch.bots.bot_config import BotConfig, bot_config, make_evaluator
from klatsch.bots.search_bot import SearchBot
from klatsch.core import registry
from klatsch.core.game import CHANCE, OVER, Game
from klatsch.core.rng import Rng

GAMES_PER_BATCH = 32
LAMBDA = 0.8
STEP = 0.15
# Every so many decisions one is random, so that the positions differ.
ODD_DECISIONS = 12


@dataclass(frozen=True)
class Course:
    """What is trained: two trainings of the same course make the same weights."""

    game: str
    options: dict[str, str]
    seats: int
    sims: int
    seed: int


@dataclass
class Progress:
    """How far a training has come."""

    course: Course
    weights: dict[str, float]
    scale: float
    games: int = 0
    # How sharply the error bends along each weight, summed over all batches: a loud feature takes smaller steps.
    bends: dict[str, float] = field(default_factory=dict)
    error: float = 0.0  # mean squared error against the results, over the last batch


@dataclass(frozen=True)
class Batch:
    course: Course
    weights: tuple[tuple[str, float], ...]
    scale: float
    first: int
    games: int


@dataclass
class Lesson:
    """One game: the features at every decision and the result, side by side."""

    positions: list[list[list[float]]]
    result: list[float]


# ── Playing ───────────────────────────────────────────────────────────────────────────────────────────


def play_batch(batch: Batch) -> list[Lesson]:
    game = registry.load_with(batch.course.game, batch.course.options)
    known = replace(bot_config(game.definition, batch.course.seats), weights=batch.weights, scale=batch.scale)
    return [play_lesson(game, batch.course, known, batch.first + number) for number in range(batch.games)]


def play_lesson(game: Game, course: Course, known: BotConfig, number: int) -> Lesson:
    rng = Rng((number << 32) + course.seed)
    evaluator = make_evaluator(game, course.seats, known)
    assert evaluator is not None
    bots = [SearchBot(sims=course.sims, known=known) for _ in range(course.seats)]
    state = game.new(course.seats)
    sides = game.definition.sides(course.seats)
    positions: list[list[list[float]]] = []
    while state.actor != OVER:
        actor = int(state.actor)
        if actor == CHANCE or rng.below(ODD_DECISIONS) == 0:
            action = int(state.sample(rng))
        else:
            action = choose(bots[actor], state, rng)
        tell(dict(enumerate(bots)), game, actor, action)
        state.apply(action)
        if state.actor not in (CHANCE, OVER):
            table = evaluator.table(state)
            seats = [[evaluator.urgency * feature for feature in features.values()] for features in table]
            positions.append([added([seats[seat] for seat in side]) for side in sides])
    return Lesson(positions, [state.utility(side[0]) for side in sides])


def added(rows: list[list[float]]) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)]


# ── Learning ──────────────────────────────────────────────────────────────────────────────────────────


def learn(progress: Progress, lessons: list[Lesson]) -> None:
    """Move the weights once, by the mean gradient over all positions of a batch."""
    names = list(progress.weights)
    weights = list(progress.weights.values())
    slopes, bends = [0.0] * len(names), [0.0] * len(names)
    squared_error, positions = 0.0, 0
    for lesson in lessons:
        target = lesson.result
        for sums in reversed(lesson.positions):
            values = chances(sums, weights, progress.scale)
            for features, value, wanted in zip(sums, values, target, strict=True):
                for i, feature in enumerate(features):
                    slopes[i] += (wanted - value) * feature / progress.scale
                    bends[i] += value * (1 - value) * (feature / progress.scale) ** 2
            squared_error += squared_distance(values, lesson.result)
            positions += 1
            target = [LAMBDA * wanted + (1 - LAMBDA) * value for wanted, value in zip(target, values, strict=True)]
    batches = progress.games / GAMES_PER_BATCH
    for i, name in enumerate(names):
        bend = progress.bends[name] = progress.bends.get(name, 0.0) + bends[i]
        # Newton's step along each weight alone; shorter, because features go together, and shorter with time.
        if bend > 0:
            progress.weights[name] += STEP / sqrt(1 + batches / 8) * slopes[i] / bend * (batches + 1)
    progress.error = squared_error / max(positions, 1)


def squared_distance(values: list[float], result: list[float]) -> float:
    return sum((value - wanted) ** 2 for value, wanted in zip(values, result, strict=True)) / len(values)


def chances(sums: list[list[float]], weights: list[float], scale: float) -> list[float]:
    """What the evaluator makes of sides with these features."""
    points = [sum(w * f for w, f in zip(weights, side, strict=True)) / scale for side in sums]
    most = max(points)
    odds = [exp(point - most) for point in points]
    return [chance / sum(odds) for chance in odds]


def train(course: Course, games: int, *, workers: int = 1, ray: str | None = None, file: Path) -> Progress:
    """Play up to `games` games in all, those already in `file` among them, and learn from them."""
    progress = read_progress(file, course)
    with Workers(workers, ray) as crew, progress_bar() as bar:
        task = bar.add_task(f"training {course.game}", total=games, completed=progress.games)
        while progress.games < games:
            weights = tuple(progress.weights.items())
            part = GAMES_PER_BATCH // 4
            batches = [
                Batch(course, weights, progress.scale, progress.games + start, part)
                for start in range(0, GAMES_PER_BATCH, part)
            ]
            learn(progress, [lesson for lessons in crew.run(play_batch, batches) for lesson in lessons])
            progress.games += GAMES_PER_BATCH
            write_progress(file, progress)
            bar.update(task, completed=progress.games, description=f"error {progress.error:.4f}")
    return progress


# ── The file of a training, and the game's data ───────────────────────────────────────────────────────


def read_progress(file: Path, course: Course) -> Progress:
    """The training that `file` holds, or its beginning with the weights that the game has now."""
    if not file.exists():
        game = registry.load_with(course.game, course.options)
        if game.definition.evaluator is None:
            raise ValueError(f"{game.definition.title} has no evaluator to train")
        known = bot_config(game.definition, course.seats)
        weights = dict(known.weights)
        names = game.definition.evaluator(game, course.seats).names
        return Progress(course, {name: weights.get(name, 0.0) for name in names}, known.scale)
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        progress = Progress(**(data | {"course": Course(**data["course"])}))
    except (json.JSONDecodeError, TypeError, KeyError) as error:
        raise ValueError(f"{file} is no training, or a damaged one") from error
    if progress.course != course:
        raise ValueError(f"{file} holds another training; give a file of its own")
    return progress


def write_progress(file: Path, progress: Progress) -> None:
    """Whole or not at all: a training that is stopped meanwhile loses one batch at most."""
    new = file.with_suffix(file.suffix + ".new")
    new.write_text(json.dumps(asdict(progress), indent=1), encoding="utf-8")
    new.replace(file)


def with_weights(text: str, weights: dict[str, float], seats: int, command: str) -> str:
    """A bot.toml with other weights and the command that made them; everything else stays as it is.

    Where that number of seats has a section of its own, the weights go there.
    """
    name = f"weights-{seats}" if f"[weights-{seats}]" in text else "weights"
    lines = [f"{feature} = {weight:.4g}" for feature, weight in weights.items()]
    section = "\n".join([f"# trained by: {command}", f"[{name}]", *lines, "", ""])
    old = rf"(?ms)^(# trained by: [^\n]*\n)?\[{name}\][^\n]*\n.*?(?=^#|^\[|\Z)"
    return re.sub(old, lambda _: section, text, count=1)
