"""OpenSpiel's searches as players: `openspiel:sims=N`, `openspiel:seconds=S` (a turn), for experiments with `:uct=C`.

openspiel         its MCTS in C++, solver on, random rollouts. Of hidden hands it takes one possible deal for the truth.
                  With `:rollouts=compiled` its MCTS in Python with our compiled rollouts: 2 to 7 times the simulations,
                  since rollouts don't cross from C++ into Python at every step.
openspiel-cheat   the same with the true hands before its eyes. A yardstick for the arena only.
openspiel-ismcts  its information-set MCTS in Python, for games with hidden hands: honest.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from klatsch.core.game import CHANCE, KnownState, State, run
from klatsch.core.rng import Rng

try:
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from klatsch.adapters.openspiel import KlatschState, Position, load_spiel_game, resample
except ModuleNotFoundError as error:
    raise ValueError(f"OpenSpiel is not installed ({error.name}): uv run --extra openspiel klatsch …") from error

UNLIMITED = 1_000_000_000
MEMORY_MB = 500
# How much exploration, in utilities from −1 to 1: the best of a few in short matches of OpenSpiel against itself,
# at 40 to 200 simulations. Few rounds: they rule out bad constants, no more.
UCT = {
    "coffee-chess": 0.5,  # scored 80 ± 22 % against 1 and 4 games of 4 against 1.4; 0.25 only 50 ± 21 against 1
    "coin-age": 2.0,  # 58 ± 16 against 1.4; 1 scored 25 ± 22, 0.5 39 ± 14, 3 43 ± 14
    "four-armies": 0.5,  # four seats: 32 ± 7 against 1 (parity 25), 2 scored 18 ± 9; two seats: 56 ± 20 (parity 50)
    "choco": 1.0,  # 0.5 scored 47 ± 18, 2 50 ± 21 against it (the cheat); 50 ± 36 and 44 ± 29 (ISMCTS)
    "chocolate-coin": 0.5,  # 38 ± 14 against 1 (parity 25); 2 scored 20 ± 18
}
USUAL_UCT = 1.4
# A turn's first decision takes this part of its time, the next one this part of what is left, and so on. More where
# most turns have one decision, so that OpenSpiel uses no less of its time than our search does.
PART = {"connect-four": 0.97, "four-armies": 0.85}
USUAL_PART = 2 / 3


class SpielBot:
    """Shares a turn's time among its decisions, as our own search does, and lets OpenSpiel search each."""

    cheats = False

    def __init__(self, sims: int, seconds: float, uct: float | None, compiled: bool) -> None:
        self.sims = sims
        self.seconds = seconds
        self.uct = uct
        self.compiled = compiled
        self.left = seconds  # of this turn's time
        self.seat = CHANCE  # not known before the first decision
        self.simulations = 0  # behind the last choice

    def choose(self, known: KnownState, rng: Rng) -> int:
        state = known.state
        start = time.perf_counter()
        self.seat = int(state.actor)
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        game = load_spiel_game(state.game, int(state.seats))
        position = KlatschState(game)
        position.position = Position(state)
        name = state.game.name
        uct = UCT.get(name, USUAL_UCT) if self.uct is None else self.uct
        until = start + self.left * PART.get(name, USUAL_PART)
        action = self.search(position, uct, until, rng)
        self.left -= time.perf_counter() - start
        return legal[rng.below(len(legal))] if action is None else action

    def search(self, position: KlatschState, uct: float, until: float, rng: Rng) -> int | None:
        """The action to play; None if there was no time to find out anything. `until` counts only without `sims`."""
        raise NotImplementedError

    def saw(self, actor: int, action: int | None) -> None:
        if actor not in (CHANCE, self.seat):
            self.left = self.seconds  # somebody else acted: the next decision begins a turn


class MctsBot(SpielBot):
    def search(self, position: KlatschState, uct: float, until: float, rng: Rng) -> int | None:
        search = self.python_search if self.compiled else self.cpp_search
        root = search(position, uct, until, int(rng.bits()) >> 1)
        self.simulations = root.explore_count
        return int(root.best_child().action) if root.explore_count > 1 else None

    def cpp_search(self, position: KlatschState, uct: float, until: float, seed: int) -> Any:
        bot = pyspiel.MCTSBot(
            position.get_game(),
            pyspiel.RandomRolloutEvaluator(1, seed),
            uct,
            self.sims or UNLIMITED,
            MEMORY_MB,
            True,  # solve
            seed,
            False,  # verbose
            pyspiel.ChildSelectionPolicy.UCT,
            -1.0 if self.sims else max(until - time.perf_counter(), 1e-6),  # 0 would be no limit
        )
        return bot.mcts_search(position)  # `step` crashes on games written in Python

    def python_search(self, position: KlatschState, uct: float, until: float, seed: int) -> Any:
        random = numpy.random.RandomState(seed)
        game = position.get_game()
        bot = TimedMcts(game, uct, self.sims or UNLIMITED, Rollouts(Rng(seed)), solve=True, random_state=random)
        bot.until = float("inf") if self.sims else until
        with suppress(OutOfTime):
            bot.mcts_search(position)
        return bot.root


class Cheat(MctsBot):
    cheats = True


class IsmctsBot(SpielBot):
    def search(self, position: KlatschState, uct: float, until: float, rng: Rng) -> int | None:
        if not position.state.game.definition.hidden:
            raise ValueError(f"openspiel-ismcts is for hidden hands; {position.state.game.name} has none")
        random = numpy.random.RandomState(int(rng.bits()))
        bot = TimedIsmcts(position.get_game(), Rollouts(rng), uct, self.sims or UNLIMITED, random_state=random)
        bot.until = float("inf") if self.sims else until
        bot.set_resampler(lambda state, player: resample(state, player, rng))
        with suppress(OutOfTime):
            bot.run_search(position)
        self.simulations = bot.samples
        children = bot._root_node.child_info  # no policy can be had from a search that made no simulation
        return max(children, key=lambda action: children[action].visits) if children else None


class Rollouts:
    """Random games to the end, as OpenSpiel's own evaluator plays them, but in one compiled call each."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def evaluate(self, state: KlatschState) -> list[float]:
        final = state.state.clone()
        run(final, self.rng)
        returns: list[float] = state.get_game().returns(final)
        return returns

    def prior(self, state: KlatschState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


# ── A clock for searches that have none ───────────────────────────────────────────────────────────────


class OutOfTime(Exception):
    """Ends OpenSpiel's loop over simulations; its tree stays."""


class TimedMcts(mcts.MCTSBot):  # type: ignore[misc]  # no types there
    until: float
    root: Any = None

    def _apply_tree_policy(self, root: Any, state: KlatschState) -> Any:
        self.root = root
        if time.perf_counter() >= self.until:
            raise OutOfTime
        return super()._apply_tree_policy(root, state)


class TimedIsmcts(ismcts.ISMCTSBot):  # type: ignore[misc]
    until: float
    samples = 0

    def sample_root_state(self, state: KlatschState) -> Any:
        if time.perf_counter() >= self.until:
            raise OutOfTime
        self.samples += 1
        return super().sample_root_state(state)

    def get_state_key(self, state: KlatschState) -> tuple[int, ...]:
        """Tells apart what OpenSpiel's own key does, the text of the view, in a fortieth of its time."""
        return known_numbers(state.position.state, state.position.player)


def known_numbers(state: State, seat: int) -> tuple[int, ...]:
    """What a seat knows: the same numbers for states it can't tell apart, since the rest is dealt in the same way."""
    return int(state.actor), *state.known_to(seat, Rng(1)).state.numbers()


BOTS: dict[str, type[SpielBot]] = {"openspiel": MctsBot, "openspiel-cheat": Cheat, "openspiel-ismcts": IsmctsBot}


def make_bot(name: str) -> SpielBot:
    """A bot by name, as `openspiel:seconds=0.1:uct=2`; ValueError for anything else."""
    word, *rest = name.split(":")
    given = dict(part.partition("=")[::2] for part in rest)
    sims, seconds, uct = given.pop("sims", ""), given.pop("seconds", ""), given.pop("uct", "")
    compiled = given.pop("rollouts", "") == "compiled"
    try:
        bot = BOTS[word](int(sims or 0), float(seconds or 0), float(uct) if uct else None, compiled)
    except ValueError as error:
        raise ValueError(f"{name!r} is no player: {error}") from error
    if given or bool(sims) == bool(seconds) or not (bot.sims > 1 or 0 < bot.seconds <= 600):
        raise ValueError(f"{name!r} is no player: it is {word}:sims=N, of 2 or more, or {word}:seconds=S, up to 600")
    return bot
