"""Whoever thinks for a seat is handed what that seat knows, and nothing else: spies sit in every place that thinks."""

from __future__ import annotations

import asyncio
import io
import re
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import klatsch
from klatsch import terminal
from klatsch.analysis import analyse as analysis
from klatsch.arena.run_game import run_game
from klatsch.bots.bot import choose
from klatsch.bots.search_for_explanation import begin
from klatsch.core.game import KnownState
from klatsch.core.rng import Rng
from klatsch.match.match import Match
from klatsch.server.background.workers import BotWorkers, decide, give_explanation, give_hint
from klatsch.server.budgets import Spender
from klatsch.server.commands import CommandContext
from klatsch.server.commands.questions import studied
from klatsch.server.match import playing, setup
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.screens.connections import Connection
from klatsch.server.server import Server
from klatsch.server.settings import Settings

SOURCE = Path(klatsch.__file__).parent


class Spy:
    """A bot that remembers what it is shown, and plays the first thing it may."""

    def __init__(self) -> None:
        self.shown: list[KnownState] = []

    def choose(self, known: KnownState, rng: Rng) -> int:
        self.shown.append(known)
        return known.state.legal_actions()[0]

    def saw(self, actor: int, action: int | None) -> None:
        pass


def dealt() -> klatsch.State:
    """ChoCo with all hands dealt: thirty cards are unseen, so that a deal is never met twice."""
    state = klatsch.load("choco").new(2)
    rng = Rng(1)
    while state.actor < 0:
        state.apply(state.sample(rng))
    return state


def check_known(state: klatsch.State, truth: klatsch.State) -> None:
    """What the seat sees is as it is, and what it doesn't see is dealt anew."""
    seat = int(truth.actor)
    assert state.view(seat) == truth.view(seat)
    assert state.to_bytes() != truth.to_bytes()


def test_only_the_core_makes_one() -> None:
    """`KnownState(…)` or `clone().resample(…)` by hand would be another gate. The fuzzer checks rules by re-dealing."""
    for path in SOURCE.rglob("*.py"):
        name, text = str(path.relative_to(SOURCE)), path.read_text("utf-8")
        if name != "core/game.py":
            assert not re.search(r"(?<!class )\bKnownState\(", text), name
            if name != "arena/fuzz.py":
                assert not re.search(r"clone\(\)\s*\.resample\(", text), name


def test_in_the_arena() -> None:
    game = klatsch.load("choco")
    spies = [Spy(), Spy()]
    truths: list[klatsch.State] = []

    def watch(state: klatsch.State, action: int, chosen: bool) -> None:
        if chosen:
            truths.append(state.clone())

    run_game(game, spies, Rng(4), [Rng(1), Rng(2)], watch=watch)
    shown = [known for spy in spies for known in spy.shown]
    assert len(shown) == len(truths) > 20
    handed = {known.to_bytes() for known in shown}
    early = truths[:10]  # later on few cards are unseen, and a deal may come again
    assert not handed & {truth.to_bytes() for truth in early}
    check_known(spies[int(truths[0].actor)].shown[0].state, truths[0])


def test_by_hand() -> None:
    spy, truth = Spy(), dealt()
    choose(spy, truth, Rng(2))
    check_known(spy.shown[0].state, truth)


def test_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's move, and what hints and explanations are made of."""
    spy = Spy()
    monkeypatch.setattr(terminal, "STUDY_SECONDS", 0.01)
    match = Match(klatsch.load("choco"), 2)
    seat = int(match.state.actor)
    players = ("bot:1", "human") if seat == 0 else ("human", "bot:1")
    session = terminal.Session(match, players, "en", Console(file=io.StringIO()), input, Rng(1))
    check_known(session.studied(seat).known.state, match.state)
    truth = match.state
    session.turn({seat: spy})
    check_known(spy.shown[0].state, truth)


def test_in_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[KnownState] = []

    def spying(known: KnownState, rng: Rng) -> Any:
        handed.append(known)
        return begin(known, rng)

    monkeypatch.setattr(analysis, "begin", spying)
    truth = dealt()
    analysis.study(analysis.Job(1, truth, truth.legal_actions()[0], 8, 0))
    assert {known.seat for known in handed} == {0, 1}
    for known in handed:
        assert known.state.view(known.seat) == truth.view(known.seat)
        assert known.to_bytes() != truth.to_bytes()


async def bot_to_move(server: Server, id: str) -> klatsch.State:
    """People play the first thing they may until the bot has to decide; the true position then."""
    async with server.matches.change(id) as fork:
        while fork.actor == 0:
            action = fork.running_match().state.legal_actions()[0]
            playing.play(fork, 0, fork.game.notation(action), None, time.time())
    return (await server.matches.get(id)).running_match().state


def test_in_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What worker processes are asked: a bot's decision, a hint, an explanation."""
    asked: dict[object, bytes] = {}
    truths: dict[object, klatsch.State] = {}

    async def spying(self: BotWorkers, task: Any, name: str, options: Any, state: bytes, *rest: Any) -> Any:
        asked.setdefault(task, state)
        legal = klatsch.load(name, **options).from_bytes(state).legal_actions()
        return klatsch.load(name, **options).notation(legal[0]) if task is decide else []

    async def play() -> None:
        server = Server(Settings(data=tmp_path, bot_pause=0.0))
        await server.storage.open()
        anna = await server.people.new_guest("en")
        wanted: list[tuple[tuple[str, str], tuple[Any, ...]]] = [
            (("me", "me"), (give_hint, give_explanation)),
            (("me", "bot:1"), (decide,)),
        ]
        for seats, tasks in wanted:
            hosted = setup.open_match(NewMatch("choco", seats), PersonRef(anna.id, "Anna"), time.time())
            setup.be_ready(hosted, anna.id, "ab" * 16, time.time())
            await server.matches.add(hosted)
            for task in tasks:
                truths[task] = (
                    hosted.running_match().state if task is not decide else await bot_to_move(server, hosted.id)
                )
                if task is decide:
                    await server.bots.bot_decides(hosted.id)
                else:
                    connection = Connection(anna, hosted.id, "en")
                    connection.facing = hosted.actor  # the screen was handed to whoever decides
                    context = CommandContext(server, anna, Spender(anna.id, ""), hosted.id, "en", connection)
                    await studied(context, task, "en")
        await server.storage.close()

    monkeypatch.setattr(BotWorkers, "ask", spying)
    asyncio.run(play())
    assert set(asked) == {give_hint, give_explanation, decide}
    for task, state in asked.items():
        check_known(truths[task].game.from_bytes(state), truths[task])
