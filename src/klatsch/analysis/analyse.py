"""Analyses a recorded game: every seat's win chance, each turn judged, luck separated from skill.

Every decision is judged from what its player knew: the state re-dealt for that seat. Luck is the value after a draw of
chance minus the value expected before it. The same seed and budget give the same numbers, on any number of workers.
All values are shares of the win (0 … 1), all errors half widths of 95 % intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from klatsch.arena.workers import Workers, progress_bar
from klatsch.bots.explain import Z_95, worth
from klatsch.bots.leaf_statistics import Entry
from klatsch.bots.mcts import Search
from klatsch.bots.search_for_explanation import begin
from klatsch.core.game import CHANCE, OPEN, KnownState, State
from klatsch.core.message import Message
from klatsch.core.rng import Rng
from klatsch.match.match import Match

# A turn's loss of win chance, and what it is called from there on.
MARKS = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
SIGNS = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
# Luck that is worth a mark in the graph.
GREAT_LUCK = 0.05
# The outcome that came gets at least this part of a budget, for which up to so many budgets are spent.
PART_OF_OUTCOME = 0.1
MOST_BUDGETS = 4


@dataclass(frozen=True)
class Job:
    """One event to study, for a worker."""

    number: int
    before: State
    action: int
    sims: int
    seed: int


@dataclass(frozen=True)
class Moment:
    """An event, and what was known of it."""

    number: int  # of the event, from 1
    seat: int  # who decided: a seat or CHANCE
    action: int
    values: tuple[float, ...]  # every seat's win chance before it, if the best is played
    best: int = -1  # at a decision: the search's choice
    loss: float = 0.0  # of the deciding seat's win chance, against that choice; below 0: even better
    error: float = 0.0
    luck: tuple[float, ...] = ()  # at chance: every seat's value after it minus the value expected
    luck_errors: tuple[float, ...] = ()


@dataclass(frozen=True)
class JudgedTurn:
    """Consecutive decisions of one seat, chance between them included: the unit that is judged."""

    number: int
    seat: int
    moments: tuple[Moment, ...]
    loss: float
    error: float
    mark: str  # "", inaccuracy, mistake or blunder

    @property
    def worst(self) -> Moment:
        """The decision that lost most."""
        return max((moment for moment in self.moments if moment.seat == self.seat), key=lambda moment: moment.loss)


@dataclass(frozen=True)
class Analysis:
    match: Match
    sims: int
    seed: int
    moments: tuple[Moment, ...]
    turns: tuple[JudgedTurn, ...]
    final: tuple[float, ...]  # the result; of a running game the win chances now

    @property
    def seats(self) -> range:
        return range(self.match.seats)

    @property
    def has_luck(self) -> bool:
        return any(moment.luck for moment in self.moments)

    def marked(self) -> list[JudgedTurn]:
        return [turn for turn in self.turns if turn.mark]

    def luck(self, seat: int) -> tuple[float, float]:
        """A seat's luck in the whole game, and its error."""
        chances = [moment for moment in self.moments if moment.luck]
        total = sum((moment.luck[seat] for moment in chances), 0.0)
        return total, sqrt(sum(moment.luck_errors[seat] ** 2 for moment in chances))

    def lost(self, seat: int) -> tuple[float, float]:
        """What a seat's own decisions have lost in the whole game, and its error."""
        own = [turn for turn in self.turns if turn.seat == seat]
        return sum((turn.loss for turn in own), 0.0), sqrt(sum(turn.error**2 for turn in own))

    def marks(self, seat: int) -> dict[str, int]:
        found = [turn.mark for turn in self.turns if turn.seat == seat]
        return {mark: found.count(mark) for _, mark in reversed(MARKS)}

    def does(self, moment: Moment, action: int) -> Message:
        """An action at a moment, told as everybody may know it: of a finished game everything."""
        before = next(e.before for e in self.match.entries if e.number == moment.number)
        assert before is not None
        return self.match.game.definition.describe(before, action, OPEN)

    def as_data(self) -> dict[str, Any]:
        notation = self.match.game.notation
        return {
            "game": self.match.game.name,
            "options": self.match.game.options,
            "players": self.match.players,
            "sims": self.sims,
            "seed": self.seed,
            "events": [
                {
                    "event": moment.number,
                    "seat": moment.seat,
                    "action": notation(moment.action),
                    "values_before": rounded(moment.values),
                }
                | (
                    {"luck": rounded(moment.luck), "luck_errors": rounded(moment.luck_errors)}
                    if moment.seat == CHANCE
                    else {
                        "best": notation(moment.best),
                        "loss": round(moment.loss, 4),
                        "error": round(moment.error, 4),
                    }
                )
                for moment in self.moments
            ],
            "final": rounded(self.final),
            "turns": [
                {
                    "turn": turn.number,
                    "seat": turn.seat,
                    "events": [moment.number for moment in turn.moments],
                    "loss": round(turn.loss, 4),
                    "error": round(turn.error, 4),
                    "mark": turn.mark,
                }
                for turn in self.turns
            ],
            "seats": [
                {
                    "luck": rounded(self.luck(seat)),
                    "lost": rounded(self.lost(seat)),
                    "marks": self.marks(seat),
                }
                for seat in self.seats
            ],
        }


def rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 4) for value in values]


# ── The whole game ────────────────────────────────────────────────────────────────────────────────────


def analyse(match: Match, sims: int, seed: int = 0, workers: int = 1) -> Analysis:
    """Study every event of a game. A running game can be studied only if nothing is hidden in it."""
    if match.game.definition.hidden and not match.over:
        raise ValueError("the game is still running and players hide something: it can be analysed when it is over")
    played = [entry for entry in match.entries if entry.before is not None]
    jobs = [
        Job(entry.number, entry.before, match.game.parse(entry.event.detail), sims, seed)
        for entry in played
        if entry.before is not None
    ]
    moments: list[Moment] = []
    with Workers(workers) as crew, progress_bar() as bar:
        task = bar.add_task(match.game.name, total=len(jobs))
        for moment in crew.run(study, jobs):
            moments.append(moment)
            bar.advance(task)
    if match.over:
        final = tuple(match.utilities())
    else:
        final = outlook(match.state, sims, Rng(seed))
    return Analysis(match, sims, seed, tuple(moments), tuple(turns_of(moments)), final)


def turns_of(moments: Sequence[Moment]) -> list[JudgedTurn]:
    """The moments in turns: chance belongs to the turn that it interrupts or that follows it."""
    groups: list[list[Moment]] = []
    waiting: list[Moment] = []  # chance since the last decision
    for moment in moments:
        waiting.append(moment)
        if moment.seat == CHANCE:
            continue
        if groups and groups[-1][-1].seat == moment.seat:
            groups[-1] += waiting
        else:
            groups.append(waiting)
        waiting = []
    return [judged(number, group) for number, group in enumerate(groups, start=1)]


def judged(number: int, moments: Sequence[Moment]) -> JudgedTurn:
    loss = sum(moment.loss for moment in moments)
    error = sqrt(sum(moment.error**2 for moment in moments))
    # Flagged only when it is larger than its error.
    mark = next((word for least, word in MARKS if loss >= least and loss > error), "")
    return JudgedTurn(number, moments[-1].seat, tuple(moments), loss, error, mark)


# ── One event ─────────────────────────────────────────────────────────────────────────────────────────


def study(job: Job) -> Moment:
    # The event's number goes into the upper half of the seed, so that no two events share one.
    rng = Rng((job.number << 48) + job.seed)
    return study_chance(job, rng) if job.before.actor == CHANCE else study_decision(job, rng)


def study_decision(job: Job, rng: Rng) -> Moment:
    """The choice that was made beside the best one, from what the deciding seat knew."""
    state, seat = job.before, int(job.before.actor)
    found = measure(state.known_to(seat, rng), job.sims, rng, job.action)
    values = found.values
    if state.game.definition.hidden:  # the others know other things
        values = [
            value if viewer == seat else own_value(state, viewer, job.sims, rng) for viewer, value in enumerate(values)
        ]
    return Moment(job.number, seat, job.action, tuple(values), found.best, found.loss, found.error)


@dataclass(frozen=True)
class Measured:
    best: int
    values: list[float]  # every seat's, after the best action
    loss: float = 0.0  # of the played action against the best, for the seat that decides
    error: float = 0.0


def measure(known: KnownState, sims: int, rng: Rng, played: int | None = None) -> Measured:
    """Find the best action by one search; then measure it, and the played one, by another.

    The second search gives both as many simulations. The first one's own figures would flatter its choice, for it
    chose what happened to look good.
    """
    legal = known.state.legal_actions()
    if len(legal) == 1:
        best = legal[0]
    else:
        search = grown(known, sims, rng)
        best = search.best()
        if search.proven() != -1:
            return measure_proven(search, known, sims, best, played)
    fresh = begin(known, rng)
    fresh.run_through(known.state, best, sims // 2)
    loss, error = 0.0, 0.0
    if played is not None and played != best:
        fresh.run_through(known.state, played, sims // 2)
        loss, error = difference(fresh, best, played)
    values = [value_to(fresh, each, entry_of(fresh, best))[0] for each in range(known.state.seats)]
    return Measured(best, values, loss, error)


def measure_proven(search: Search, known: KnownState, sims: int, best: int, played: int | None) -> Measured:
    """Where the winner is certain, only the played action is still to be measured."""
    loss, error = 0.0, 0.0
    if played is not None and played != best:
        search.run_through(known.state, played, sims // 2)
        loss, error = difference(search, best, played)
    proven = search.proven()
    return Measured(best, [1.0 if side == proven else 0.0 for side in search.sides], loss, error)


def difference(search: Search, best: int, played: int) -> tuple[float, float]:
    one, two = (worth(search, entry_of(search, action)) for action in (best, played))
    return one.value - two.value, sqrt(one.error**2 + two.error**2)


def entry_of(search: Search, action: int) -> Entry:
    return next(entry for entry in search.entries([]) if entry.action == action)


def own_value(state: State, viewer: int, sims: int, rng: Rng) -> float:
    """The win chance of a seat while another one decides, from what that seat knows.

    Which actions the other one has may be hidden, so none can be measured by itself: the mean of a search counts.
    """
    search = grown(state.known_to(viewer, rng), sims, rng)
    return luck_of(search, viewer, -1, {})[0]


def study_chance(job: Job, rng: Rng) -> Moment:
    """What came beside what was to be expected; where something is hidden, as each seat could see it."""
    state, seats = job.before, int(job.before.seats)
    hidden = state.game.definition.hidden
    expected, luck, errors = [0.0] * seats, [0.0] * seats, [0.0] * seats
    for viewer in range(seats if hidden else 1):
        search = grown(state.known_to(viewer, rng), job.sims, rng, job.action)
        weights = dict(state.outcomes()) if not hidden else {}
        for seat in [viewer] if hidden else range(seats):
            expected[seat], luck[seat], errors[seat] = luck_of(search, seat, job.action, weights)
    return Moment(job.number, CHANCE, job.action, tuple(expected), luck=tuple(luck), luck_errors=tuple(errors))


def luck_of(search: Search, seat: int, outcome: int, weights: dict[int, float]) -> tuple[float, float, float]:
    """Expected value, luck and its error. Outcomes count by weight, where hands are hidden by how often they came."""
    entries = search.entries([])
    total = sum(weights.get(entry.action, 0.0) if weights else entry.visits for entry in entries)
    expected = variance = 0.0
    after, after_error = 0.0, 0.0
    for entry in entries:
        part = (weights.get(entry.action, 0.0) if weights else entry.visits) / total
        value, error = value_to(search, seat, entry)
        expected += part * value
        if entry.action == outcome:
            after, after_error = value, error * (1.0 - part)
        else:
            variance += (part * error) ** 2
    if not any(entry.action == outcome for entry in entries):
        return expected, 0.0, 0.0  # so rare that nothing is known of it
    return expected, after - expected, Z_95 * sqrt(variance + after_error**2)


def value_to(search: Search, seat: int, entry: Entry) -> tuple[float, float]:
    """What an entry of the root is worth to any seat, and its standard error."""
    if entry.winner != -1:
        return (1.0 if entry.winner == search.sides[seat] else 0.0), 0.0
    return search.outlook(entry.action)[seat]


def outlook(state: State, sims: int, rng: Rng) -> tuple[float, ...]:
    """Every seat's win chance now, in a game where nothing is hidden."""
    if state.actor != CHANCE:
        return tuple(measure(state.known_to(int(state.actor), rng), sims, rng).values)
    search = grown(state.known_to(0, rng), sims, rng)
    return tuple(luck_of(search, seat, -1, dict(state.outcomes()))[0] for seat in range(int(state.seats)))


def grown(known: KnownState, sims: int, rng: Rng, outcome: int | None = None) -> Search:
    """A search from what a seat knows; at chance it goes on until it has seen enough of the outcome that came."""
    search = begin(known, rng)
    search.run(known.state, sims)
    if outcome is not None:
        for _ in range(MOST_BUDGETS - 1):
            visits = next((entry.visits for entry in search.entries([]) if entry.action == outcome), 0)
            if visits >= PART_OF_OUTCOME * sims:
                break
            search.run(known.state, sims)
    return search
