"""The goals table: our search against OpenSpiel's on every game, at equal time or at equal simulations.

Equal time: the same seconds a turn for both, one process, no thinking in the other's time, an overrun is a loss.
What was played is kept in a folder, a file a match, so that a long run can be stopped and resumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from klatsch.arena.series import Score, Series, play_series
from klatsch.arena.simulate import usual_opening
from klatsch.core import registry

CEILING_FACTOR = 10  # the luck ceiling: ours with so many times the time


@dataclass(frozen=True)
class Goal:
    game: str
    seats: int
    opponent: str  # first word of its name
    at_equal_time: float | None
    at_equal_simulations: float | None


GOALS = (
    Goal("coffee-chess", 2, "openspiel", 0.95, 0.75),
    Goal("coin-age", 2, "openspiel", 0.65, 0.58),
    Goal("four-armies", 2, "openspiel", 0.90, None),
    Goal("four-armies", 4, "openspiel", 0.60, 0.45),
    Goal("choco", 2, "openspiel-ismcts", 0.75, 0.65),
    Goal("choco", 2, "openspiel-cheat", 0.50, None),
    Goal("chocolate-coin", 4, "openspiel", 0.55, 0.45),
)


@dataclass(frozen=True)
class Condition:
    """What both sides have: seconds a turn, or simulations a decision."""

    seconds: float = 0.0
    sims: int = 0
    ceiling: bool = False  # ours has ten times the time
    compiled: bool = False  # OpenSpiel's Python MCTS with our compiled rollouts

    def ours(self) -> str:
        if self.sims:
            return f"search:sims={self.sims}"
        return f"search:seconds={self.seconds * (CEILING_FACTOR if self.ceiling else 1):g}"

    def theirs(self, opponent: str) -> str:
        budget = f"sims={self.sims}" if self.sims else f"seconds={self.seconds:g}"
        fast = self.compiled and opponent != "openspiel-ismcts"  # which always has them
        return f"{opponent}:{budget}{':rollouts=compiled' if fast else ''}"


@dataclass(frozen=True)
class Line:
    """One match of the table."""

    game: str
    seats: int
    ours: str
    theirs: str
    goal: float | None
    score: Score

    def data(self) -> dict[str, object]:
        score = self.score
        return {
            "game": self.game,
            "seats": self.seats,
            "ours": self.ours,
            "theirs": self.theirs,
            **score.as_data(),
            "goal": self.goal,
            "usage": {"ours": asdict(score.candidate), "theirs": asdict(score.baseline)},
        }

    def markdown(self) -> str:
        score, ours, theirs = self.score, self.score.candidate, self.score.baseline
        goal = "" if self.goal is None else f"{100 * self.goal:.0f}"
        cells = [
            self.game,
            str(self.seats),
            f"{self.ours} against {self.theirs}",
            score.percent(),
            f"{100 * score.parity:.0f}",
            goal,
            str(len(score.rounds)),
            f"{ours.seconds_a_turn:.3f} / {theirs.seconds_a_turn:.3f}",
            f"{ours.overruns} of {ours.turns} / {theirs.overruns} of {theirs.turns}",
            f"{ours.simulations_a_choice:,.0f} / {theirs.simulations_a_choice:,.0f}",
        ]
        return f"| {' | '.join(cells)} |"


HEADINGS = (
    "game",
    "seats",
    "players",
    "score, %",
    "parity",
    "goal",
    "rounds",
    "seconds a turn, ours / theirs",
    "overruns",
    "simulations a decision",
)


def goals_for(games: Sequence[str], seats: int, condition: Condition) -> list[Goal]:
    """The lines to play: those of the named games and seats, or of all, that have a goal under the condition."""
    for name in games:
        registry.definition(name)
    chosen = [goal for goal in GOALS if (not games or goal.game in games) and seats in (0, goal.seats)]
    if not chosen:
        raise ValueError(f"the yardstick is for {', '.join(dict.fromkeys(goal.game for goal in GOALS))}")
    return [goal for goal in chosen if not condition.sims or goal.at_equal_simulations is not None]


def measure(
    games: Sequence[str],
    seats: int,
    condition: Condition,
    rounds: int,
    *,
    seed: int = 0,
    workers: int = 1,
    folder: Path | None,
) -> Iterator[Line]:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for goal in goals_for(games, seats, condition):
        options = registry.load(goal.game).options
        ours, theirs = condition.ours(), condition.theirs(goal.opponent)
        series = Series(goal.game, options, goal.seats, ours, theirs, seed, usual_opening(goal.game, goal.seats))
        results = None if folder is None else folder / file_name(series)
        score = play_series(series, rounds, workers=workers, results=results)
        wanted = goal.at_equal_simulations if condition.sims else None if condition.ceiling else goal.at_equal_time
        yield Line(goal.game, goal.seats, ours, theirs, wanted, score)


def file_name(series: Series) -> str:
    words = f"{series.game}-{series.seats} {series.candidate} {series.baseline} {series.seed}"
    return "".join(letter if letter.isalnum() or letter in "-.=" else "_" for letter in words) + ".results"


def heading() -> str:
    return f"| {' | '.join(HEADINGS)} |\n|---|---:|---|---:|---:|---:|---:|---:|---:|---:|"
