"""How the factions of Chocolate COIN stand at each level of bots, and what they do, with the shipped board or another.

    uv run python -m benchmarks.coin_balance --levels 3,5,7,8 --games 300
    uv run python -m benchmarks.coin_balance --change 'santa = 5' 'santa = 3' --levels 3,5 --games 100

A change replaces a piece of the shipped campus.toml by another, so that boards can be compared without writing files.
Board tuning is: change a number, run this at all levels together, keep what leaves less in its last lines, which tell
what is out of bounds.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import klatsch
from klatsch.arena.run_game import run_game
from klatsch.bots.bot_names import make_bot
from klatsch.core.game import State
from klatsch.core.rng import Rng
from klatsch.games.chocolate_coin.actions import DONE, FACTIONS, OPERATIONS, PRIMARIES
from klatsch.games.chocolate_coin.boardfile import shipped_text
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin
from klatsch.games.chocolate_coin.rules.kinds import CHOOSE_AREA, CHOOSE_REGION
from klatsch.games.chocolate_coin.rules.layout import ACTING, CHOSEN, IN_EVENT, KIND, SCORE, SELECTED

BATCH = 10
# What is aimed at.
LEAST_SHARE, MOST_SHARE = 12.0, 40.0  # of the wins, in percent
LEAST_CARDS, MOST_CARDS = 30.0, 40.0  # that became the current one, in a game
LEAST_OPERATIONS = 0.5  # of each kind, in a game
OWN = ("pies", "disperse", "rally", "steal")  # by faction
KINDS = [f"{faction} {kind}" for faction, own in zip(FACTIONS, OWN, strict=True) for kind in (*OPERATIONS[:3], own)]


@dataclass
class Tally:
    """What happened in some games."""

    games: int = 0
    cards: int = 0
    wins: dict[str, float] = field(default_factory=lambda: dict.fromkeys(FACTIONS, 0.0))  # shared ones in parts
    scores: Counter[str] = field(default_factory=Counter)  # at the end
    points: Counter[str] = field(default_factory=Counter)  # that were gained, whatever was lost again
    event_points: Counter[str] = field(default_factory=Counter)  # of those: in an event
    primaries: Counter[str] = field(default_factory=Counter)
    operations: Counter[str] = field(default_factory=Counter)  # performed in at least one place

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.cards += other.cards
        for faction in FACTIONS:
            self.wins[faction] += other.wins[faction]
        for name in ("scores", "points", "event_points", "primaries", "operations"):
            getattr(self, name).update(getattr(other, name))

    def share(self, faction: str) -> float:
        return 100 * self.wins[faction] / self.games

    def mean(self, counted: float) -> float:
        return counted / self.games


# ── Games ─────────────────────────────────────────────────────────────────────────────────────────


def steps(before: ChocolateCoin, action: int) -> Iterator[tuple[ChocolateCoin, int | None, ChocolateCoin]]:
    """What the rules do by an action, step by step: also the choices with one answer, which nobody is asked for.

    A step is the position before it, what was chosen in it, if anything was, and the position after it.
    """
    position, chosen = before.clone(), action
    while True:
        was = position.clone()
        position.step().apply(position, chosen)
        yield was, chosen, position
        while position.entering:
            was = position.clone()
            position.entering = False
            position.step().enter(position)
            yield was, None, position
        legal = position.legal_actions() if position.actor >= 0 else []
        if len(legal) != 1:
            return
        chosen = legal[0]


def performed(before: ChocolateCoin, chosen: int | None) -> str | None:
    """The operation whose first place is chosen in a step: that an operation is named doesn't mean that it is done."""
    first = before.v[KIND] == CHOOSE_AREA or (before.v[KIND] == CHOOSE_REGION and before.v[SELECTED] == 0)
    if not first or chosen is None or chosen == DONE:
        return None
    return f"{FACTIONS[before.v[ACTING]]} {OPERATIONS[before.v[CHOSEN]]}"


def watch_action(found: Tally, state: State, action: int) -> None:
    assert isinstance(state, ChocolateCoin)
    name = state.game.notation(action)
    if name.startswith("primary "):
        found.primaries[name.removeprefix("primary ")] += 1
    for before, chosen, after in steps(state, action):
        operation = performed(before, chosen)
        if operation is not None:
            found.operations[operation] += 1
        for number, faction in enumerate(FACTIONS):
            gained = max(0, after.v[SCORE + number] - before.v[SCORE + number])
            found.points[faction] += gained
            found.event_points[faction] += gained * before.v[IN_EVENT]


def play_batch(board: str, bot: str, seeds: range) -> Tally:
    game = klatsch.load("chocolate-coin", board=board)
    found = Tally()

    def watch(state: State, action: int, chosen: bool) -> None:
        watch_action(found, state, action)

    for seed in seeds:
        thoughts = [Rng(1000 * seed + seat) for seat in range(len(FACTIONS))]
        played = run_game(game, [make_bot(bot) for _ in FACTIONS], Rng(seed), thoughts, watch=watch)
        view = played.final.view(klatsch.OPEN)
        found.games += 1
        found.cards += view["turn"]
        for seat, faction in enumerate(FACTIONS):
            found.wins[faction] += played.final.utility(seat)
            found.scores[faction] += view["score"][seat]
    return found


def measure(board: str, bot: str, games: int, seed: int, pool: ProcessPoolExecutor) -> Tally:
    total = Tally()
    seeds = range(seed, seed + games)
    batches = [seeds[at : at + BATCH] for at in range(0, games, BATCH)]
    for batch in pool.map(play_batch, [board] * len(batches), [bot] * len(batches), batches):
        total.add(batch)
    return total


# ── The report ────────────────────────────────────────────────────────────────────────────────────


def told(bot: str, found: Tally, operations: bool) -> str:
    shares = " ".join(f"{faction} {found.share(faction):.1f}" for faction in FACTIONS)
    scores = " ".join(f"{found.mean(found.scores[faction]):.1f}" for faction in FACTIONS)
    events = " ".join(f"{100 * found.event_points[name] / max(1, found.points[name]):.0f}" for name in FACTIONS)
    line = f"{bot}: {shares} | mean scores {scores} | by events, % of the points {events}"
    line += f" | {found.mean(found.cards):.1f} cards | {found.games} games"
    if operations:
        primaries = {name: round(100 * found.primaries[name] / found.primaries.total()) for name in PRIMARIES}
        line += f"\n  primary actions, % {primaries}"
        often = {name: round(found.mean(found.operations[name]), 2) for name in KINDS}
        line += f"\n  operations a game {often}"
    return line


def out_of_bounds(found: Tally) -> list[str]:
    wrong = [
        f"{faction} wins {found.share(faction):.1f} %"
        for faction in FACTIONS
        if not LEAST_SHARE <= found.share(faction) <= MOST_SHARE
    ]
    if not LEAST_CARDS <= found.mean(found.cards) <= MOST_CARDS:
        wrong.append(f"{found.mean(found.cards):.1f} cards")
    rare = {name: found.mean(found.operations[name]) for name in KINDS}
    return wrong + [f"{name} {often:.2f} times" for name, often in rare.items() if often < LEAST_OPERATIONS]


def changed(text: str, changes: list[list[str]]) -> str:
    for old, new in changes:
        if old not in text:
            raise SystemExit(f"{old!r} isn't in the board file")
        text = text.replace(old, new)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", default="3,5,7,8", help="bots' levels, or whole names of bots, with commas")
    parser.add_argument("--games", type=int, default=300, help="games at each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", type=Path, help="a board file instead of the shipped one")
    parser.add_argument("--change", nargs=2, action="append", default=[], metavar=("OLD", "NEW"))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--operations", action="store_true", help="tell how often each operation is performed")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    text = changed(given.board.read_text() if given.board else shipped_text("campus"), given.change)
    rows = {}
    with ProcessPoolExecutor(given.workers) as pool:
        for level in given.levels.split(","):
            bot = f"bot:{level}" if level.isdigit() else level
            rows[bot] = measure(text, bot, given.games, given.seed, pool)
            if not given.json:
                print(told(bot, rows[bot], given.operations), flush=True)
    if given.json:
        print(json.dumps({bot: vars(row) for bot, row in rows.items()}))
        return
    for bot, row in rows.items():
        print(f"{bot}, out of bounds: {', '.join(out_of_bounds(row)) or 'nothing'}")


if __name__ == "__main__":
    main()
