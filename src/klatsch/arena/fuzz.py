"""The fuzzer: plays random games and looks for dead ends, endless games, illegal states and round trips that differ.

Every game is played on a table, by a player with a habit. A finding is saved as a replay.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from klatsch.arena.workers import progress_bar
from klatsch.core import registry
from klatsch.core.definition import Definition
from klatsch.core.game import OVER, PUBLIC, Game, State
from klatsch.core.message import IllegalAction
from klatsch.core.options import PerSeat
from klatsch.core.replay import DamagedReplay, Event
from klatsch.core.rng import Rng
from klatsch.match.match import Match
from klatsch.match.verify import verify_text


class Finding(Exception):
    """Something that must not happen, with the table at which it did."""


@dataclass
class Report:
    games: int = 0
    decisions: int = 0
    findings: list[tuple[str, Path]] = field(default_factory=list)  # a sentence, and the replay that shows it


# ── Habits: how the fuzzer plays ──────────────────────────────────────────────────────────────────────


def any_action(state: State, random: Random) -> int:
    return random.choice(state.legal_actions())


def first_action(state: State, random: Random) -> int:
    return state.legal_actions()[0]


def last_action(state: State, random: Random) -> int:
    return state.legal_actions()[-1]


def stay_in_play(state: State, random: Random) -> int:
    """Looks for endless games: avoids an action that ends the game, and leaves as much choice as possible."""
    legal = state.legal_actions()
    tried = random.sample(legal, min(6, len(legal)))

    def freedom(action: int) -> int:
        after = state.clone()
        after.apply(action)
        return -1 if after.actor == OVER else len(after.legal_actions())

    return max(tried, key=freedom)


def hurry(state: State, random: Random) -> int:
    """Leaves as little choice as possible: looks for dead ends."""
    legal = state.legal_actions()
    tried = random.sample(legal, min(6, len(legal)))

    def freedom(action: int) -> int:
        after = state.clone()
        after.apply(action)
        return len(after.legal_actions())

    return min(tried, key=freedom)


Habit = Callable[[State, Random], int]
HABITS: tuple[Habit, ...] = (any_action, any_action, first_action, last_action, stay_in_play, hurry)


# ── One game ──────────────────────────────────────────────────────────────────────────────────────────


def random_match(definition: Definition[Any], random: Random) -> Match:
    """A table with random options, and as many seats as they name, or any number that the game allows."""
    options = {
        option.name: random.choice(option.examples()) if random.random() < 0.5 else option.default
        for option in definition.options
    }
    named = [options[option.name] for option in definition.options if isinstance(option, PerSeat)]
    chosen = [value for value in named if value != "default"]
    seats = len(chosen[0].split(",")) if chosen else random.choice(definition.seats)
    game = registry.load_with(definition.name, options)
    seed = random.randbytes(32)
    nonces = [random.randbytes(16) for _ in range(seats)]
    return Match(game, seats, seed=seed, match_id="fuzz", nonces=nonces)


def play_one(match: Match, random: Random, attempts: list[Event]) -> int:
    """Play a game through with checks on the way; the number of decisions. Raises Finding.

    `attempts` ends with the action that is being tried, should it crash.
    """
    habits = [random.choice(HABITS) for _ in range(match.seats)]
    thorough = random.random() < 0.3  # checks at every decision, else at some
    decisions = 0
    while not match.over:
        if len(match.entries) > match.game.max_decisions:
            raise Finding(f"the game is longer than max_decisions = {match.game.max_decisions}")
        state = match.state
        legal = state.legal_actions()
        if not legal:
            raise Finding("dead end: a seat is to act and nothing is legal")
        if len(set(legal)) != len(legal):
            raise Finding("an action is offered twice")
        seat = int(state.actor)
        action = habits[seat](state, random)
        attempts[:] = [Event("play", seat, match.game.notation(action))]
        if thorough or random.random() < 0.05:
            check_state(state, random)
            check_refusals(match.game, state, legal, random)
            check_undo(match, seat, action, random)
        else:
            match.play(seat, action)
        decisions += 1
        attempts.clear()
    check_state(match.state, random)
    check_replay(match)
    return decisions


def check_state(state: State, random: Random) -> None:
    game = state.game
    complaint = game.definition.invariant(state)
    if complaint is not None:
        raise Finding(f"illegal state: {complaint}")
    data = state.to_bytes()
    try:
        game.from_bytes(data)
    except ValueError as error:
        raise Finding("bytes differ after a round trip") from error
    if state.clone().to_bytes() != data:
        raise Finding("a clone differs from its original")
    for viewer in [*range(state.seats), PUBLIC]:
        before = state.view(viewer)
        if state.clone().resample(viewer, Rng(random.getrandbits(40))).view(viewer) != before:
            raise Finding(f"what viewer {viewer} sees changes when hidden parts are re-dealt")
    if state.to_bytes() != data:
        raise Finding("looking at a state has changed it")


def check_refusals(game: Game, state: State, legal: list[int], random: Random) -> None:
    data = state.to_bytes()
    for _ in range(10):
        action = random.randrange(len(game.actions))
        if action in legal:
            continue
        try:
            state.play(action)
        except IllegalAction:
            pass
        else:
            raise Finding(f"{game.notation(action)!r} isn't legal but was accepted")
    if state.to_bytes() != data:
        raise Finding("a refused action has changed the state")


def check_undo(match: Match, seat: int, action: int, random: Random) -> None:
    """Play, take back where that is free, play again: the state must be the same, and nothing may have been learned."""
    before = match.state.clone()
    match.play(seat, action)
    after = match.state.to_bytes()
    if match.over or match.why_no_undo(seat) is not None:
        return
    guess = before.clone().resample(seat, Rng(random.getrandbits(40)))
    guess.apply(action)
    if guess.view(seat) != match.state.view(seat):
        raise Finding(f"undo cheats: {match.game.notation(action)!r} shows the player something and can be taken back")
    match.undo(seat)
    if match.state.to_bytes() != before.to_bytes():
        raise Finding("undo does not lead back to the state before")
    match.play(seat, action)
    if match.state.to_bytes() != after:
        raise Finding("the same action leads elsewhere after an undo")


def check_replay(match: Match) -> None:
    text = match.replay().text()
    try:
        verified = verify_text(text)
    except DamagedReplay as error:
        raise Finding(f"the replay can't be replayed: {error}") from error
    if verified.match.state.to_bytes() != match.state.to_bytes():
        raise Finding("the replay leads to another state")
    if verified.match.replay().text() != text:
        raise Finding("the replay's replay differs")


# ── Many games ────────────────────────────────────────────────────────────────────────────────────────


def fuzz(name: str, seconds: float, seed: int, folder: Path) -> Report:
    """Play until the time is up; findings are saved in `folder`."""
    definition = registry.definition(name)
    report = Report()
    end = time.monotonic() + seconds
    with progress_bar() as bar:
        task = bar.add_task(f"fuzzing {name}", total=round(seconds))
        while time.monotonic() < end or report.games == 0:
            random = Random(f"{seed} {report.games}")
            match = random_match(definition, random)
            attempts: list[Event] = []
            try:
                report.decisions += play_one(match, random, attempts)
            except Exception as error:  # whatever it is: a fuzzer must not lose it
                path = save(match, attempts, folder, f"{name}-{seed}-{report.games}")
                tried = f" when playing {attempts[0].line!r}" if attempts else ""
                report.findings.append((f"{type(error).__name__}: {error}{tried}", path))
            report.games += 1
            bar.update(task, completed=round(seconds - max(0.0, end - time.monotonic())))
    return report


def save(match: Match, attempts: list[Event], folder: Path, name: str) -> Path:
    """The game so far and the action that was tried, as a replay without an end."""
    folder.mkdir(parents=True, exist_ok=True)
    record = match.unfinished_replay()
    if record.events[-1:] != attempts:
        record.events += attempts
    path = folder / f"{name}.replay"
    path.write_text(record.text(), encoding="utf-8")
    return path
