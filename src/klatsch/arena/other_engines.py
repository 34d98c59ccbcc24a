"""The same random games in other engines, for `klatsch bench --peers` (extra: bench)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

ROLLOUTS_PER_SIMULATION = 1000
SIMULATIONS_PER_SEARCH = 10_000


def random_picks() -> Iterator[int]:
    """Random numbers drawn beforehand: the loops measure the engines, not the generator."""
    random = Random(1)
    return cycle([random.getrandbits(30) for _ in range(9973)])


def openspiel_rollouts() -> Callable[[int], object]:
    """OpenSpiel's C++ loop: MCTS with a thousand random rollouts a simulation, so that rollouts are all it does."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    start = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS_PER_SIMULATION, 1)

    def play(games: int) -> object:
        simulations = max(1, games // ROLLOUTS_PER_SIMULATION)
        return pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 100, False, 1, False).mcts_search(start)

    return play


def openspiel_search() -> Callable[[int], object]:
    """OpenSpiel's C++ MCTS on its own Connect Four, solver on: a new tree for each so many simulations."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    start = game.new_initial_state()

    def play(simulations: int) -> None:
        for seed in range(simulations // SIMULATIONS_PER_SEARCH):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            # 1.4 with utilities from −1 to 1 is our 0.7 with those from 0 to 1.
            pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS_PER_SEARCH, 500, True, seed, False).mcts_search(start)

    return play


def openspiel_loop() -> Callable[[int], object]:
    """OpenSpiel's Connect Four driven from Python, an action at a time."""
    import pyspiel

    start = pyspiel.load_game("connect_four").new_initial_state()
    picks = random_picks()

    def play(games: int) -> None:
        for _ in range(games):
            state = start.clone()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[next(picks) % len(legal)])

    return play


def pettingzoo_loop() -> Callable[[int], object]:
    """PettingZoo's Connect Four, an action at a time."""
    from pettingzoo.classic import connect_four_v3

    environment = connect_four_v3.env()
    picks = random_picks()

    def play(games: int) -> None:
        for seed in range(games):
            environment.reset(seed=seed)
            for _ in environment.agent_iter():
                observation, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    environment.step(None)
                else:
                    legal = observation["action_mask"].nonzero()[0]
                    environment.step(int(legal[next(picks) % len(legal)]))

    return play
