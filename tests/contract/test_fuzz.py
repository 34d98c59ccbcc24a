"""The fuzzer: finds nothing in our games, and finds what is planted for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import klatsch
from klatsch.arena.fuzz import fuzz
from klatsch.core import registry
from klatsch.core.definition import Definition, View
from klatsch.core.game import Game, State
from klatsch.core.replay import read
from klatsch.examples.kuhn_poker.rules import KuhnPoker

from playing import all_definitions

NAMES = [definition.name for definition in all_definitions()]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found(name: str, tmp_path: Path) -> None:
    report = fuzz(name, 3, seed=1, folder=tmp_path)
    assert report.findings == []
    assert report.games > 0


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_in_ten_minutes(name: str, tmp_path: Path) -> None:
    report = fuzz(name, 600, seed=2, folder=tmp_path)
    print(f"{name}: {report.games} games, {report.decisions} decisions")
    assert report.findings == []


def broken(monkeypatch: pytest.MonkeyPatch, name: str, **changes: object) -> None:
    """Registers a game with a fault under the name `broken`."""
    fault: Definition[Any] = replace(registry.definition(name), name="broken", **changes)  # type: ignore[arg-type]
    monkeypatch.setattr("klatsch.core.registry._definitions", {**registry._definitions, "broken": fault})


def findings(tmp_path: Path) -> str:
    report = fuzz("broken", 0.5, seed=1, folder=tmp_path)
    for _, path in report.findings:
        assert read(path.read_text("utf-8")).game == "broken"
    return "\n".join(sentence for sentence, _ in report.findings)


def leaky_view(state: State, viewer: int) -> View:
    assert isinstance(state, KuhnPoker)
    return {"actor": int(state.actor), "cards": [int(state.card(0)), int(state.card(1))], "bets": []}


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken(monkeypatch, "kuhn-poker", view=leaky_view)
    assert "changes when hidden parts are re-dealt" in findings(tmp_path)


def test_an_endless_game_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken(monkeypatch, "connect-four", max_decisions=9)
    assert "longer than max_decisions" in findings(tmp_path)


def test_an_illegal_state_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken(monkeypatch, "connect-four", invariant=lambda state: "a disc hangs in the air" if state.actor else None)
    assert "illegal state: a disc hangs in the air" in findings(tmp_path)


class Peeking(klatsch.State):
    """One seat guesses a hidden card, and sees it while it may still undo."""

    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats)
        self.card = 1
        self.decisions = 0

    def fill_actions(self, out: object) -> int:
        out[0] = 3  # type: ignore[index]
        return 1

    def apply(self, action: int) -> None:
        self.decisions += 1
        if self.decisions == 3:
            self.actor = klatsch.OVER

    def redeal(self, seat: int, rng: klatsch.Rng) -> None:
        if not self.decisions:
            self.card = 1 + int(rng.below(3))

    def clone(self) -> Peeking:
        copy = Peeking(self.game, int(self.seats))
        copy.restore(self.numbers())
        return copy

    def utility(self, seat: int) -> float:
        return 0.5

    def result(self) -> klatsch.Outcome:
        return klatsch.Outcome(klatsch.Message("end.show", who="nobody"), ((0, 1),))

    def numbers(self) -> list[int]:
        return [int(self.actor), self.card, self.decisions]

    def restore(self, numbers: list[int]) -> None:
        self.actor, self.card, self.decisions = numbers


def peeking_view(state: State, viewer: int) -> View:
    assert isinstance(state, Peeking)
    return {"actor": int(state.actor), "card": state.card if state.decisions else None}


def test_undo_that_cheats_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken(monkeypatch, "kuhn-poker", new=Peeking, blank=Peeking, view=peeking_view)
    assert "undo cheats" in findings(tmp_path)


class DeadEnd(Peeking):
    """Nothing is legal after the first decision."""

    def fill_actions(self, out: object) -> int:
        return 0 if self.decisions else super().fill_actions(out)

    def clone(self) -> DeadEnd:
        copy = DeadEnd(self.game, int(self.seats))
        copy.restore(self.numbers())
        return copy


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken(monkeypatch, "kuhn-poker", new=DeadEnd, blank=DeadEnd, view=lambda state, viewer: {})
    assert "dead end" in findings(tmp_path)


class Forgetful(DeadEnd):
    """Its bytes leave something out."""

    def fill_actions(self, out: object) -> int:
        return Peeking.fill_actions(self, out)

    def clone(self) -> Forgetful:
        copy = Forgetful(self.game, int(self.seats))
        copy.restore(self.numbers())
        copy.decisions = self.decisions
        return copy

    def restore(self, numbers: list[int]) -> None:
        self.actor, self.card, _ = numbers


def test_bytes_that_differ_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken(monkeypatch, "kuhn-poker", new=Forgetful, blank=Forgetful, view=lambda state, viewer: {})
    assert "bytes differ after a round trip" in findings(tmp_path)


class Crashing(Peeking):
    """Its second decision crashes, in one way or another."""

    error: type[Exception] = RuntimeError

    def apply(self, action: int) -> None:
        if self.decisions == 1:
            raise self.error("planted")
        super().apply(action)

    def clone(self) -> Crashing:
        copy = type(self)(self.game, int(self.seats))
        copy.restore(self.numbers())
        return copy


class CrashingAtTheEnd(Crashing):
    def apply(self, action: int) -> None:
        Peeking.apply(self, action)

    def utility(self, seat: int) -> float:
        raise AttributeError("planted")


@pytest.mark.parametrize("kind", [Crashing, CrashingAtTheEnd])
def test_a_crash_is_found_and_saved(kind: type[Crashing], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken(monkeypatch, "kuhn-poker", new=kind, blank=kind, view=lambda state, viewer: {})
    assert "planted" in findings(tmp_path)
    saved = read(next(tmp_path.iterdir()).read_text("utf-8"))
    assert {event.line for event in saved.events} == {"play 0 pass"}
