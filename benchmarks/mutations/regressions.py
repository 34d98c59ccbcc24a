"""Lines that were broken on purpose and once went unnoticed: each must turn a test red.

    uv run python -m benchmarks.mutations regressions

Works on a copy of the tree and on the sources (KLATSCH_PURE=1), and says which mutation survived.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.mutations.tree import copy_tree, environment


class Mutation(NamedTuple):
    what: str
    file: str  # from src/klatsch
    line: str
    broken: str
    tests: str


KNOWN = "tests/bots/test_known_state.py"
MUTATIONS = (
    Mutation(
        "server bots get the real state",
        "server/background/bot_driver.py",
        "hosted.match.state.known_to(seat, Rng(secrets.randbits(63)))",
        "hosted.match.state.known_to_a_cheat()",
        KNOWN,
    ),
    Mutation(
        "hints from the real state",
        "server/commands/questions.py",
        "hosted.running_match().state.known_to(seat, Rng(secrets.randbits(63)))",
        "hosted.running_match().state.known_to_a_cheat()",
        KNOWN,
    ),
    Mutation(
        "arena bots peek",
        "bots/bot.py",
        "state.known_to(int(state.actor), rng)",
        "state.known_to_a_cheat()",
        KNOWN,
    ),
    Mutation(
        "private games are listed under watch",
        "server/storage/match_lists.py",
        '"watch": and_(matches.c.status == Status.PLAYING, not_(matches.c.private), not_(mine))',
        '"watch": and_(matches.c.status == Status.PLAYING, not_(mine))',
        "tests/server/test_api.py",
    ),
    Mutation(
        "an undo by consent gives dice draws back",
        "match/match.py",
        "                self.state = entry.before\n",
        "                self.state = entry.before\n                self.dice.draws -= 1\n",
        "tests/match/test_match.py",
    ),
    Mutation(
        "last-move marks show a hidden hand's slot",
        "server/screens/what_happened.py",
        "    if match.game.definition.hidden:\n        return changed_places(",
        "    if False:\n        return changed_places(",
        "tests/server/test_screen.py",
    ),
    Mutation(
        "an older revision replaces a newer one",
        "server/screens/connections.py",
        "if known is None or known.revision <= hosted.revision:",
        "if True:",
        "tests/server/test_screen.py",
    ),
    Mutation(
        "a match is cached inside an uncommitted change",
        "server/storage/matches.py",
        "        if not lock:  # within",
        "        if True:  # within",
        "tests/server/test_storage.py",
    ),
    Mutation(
        "the search proves a win through one chance outcome",
        "bots/mcts.py",
        "            if mover == CHANCE:\n                return\n            parent",
        "            parent",
        "tests/bots/test_search.py",
    ),
    Mutation(
        "chance nodes are valued for seat 0",
        "bots/mcts.py",
        "value = self.values[self.seat if mover == CHANCE else mover]",
        "value = self.values[0 if mover == CHANCE else mover]",
        "tests/bots/test_search.py",
    ),
)


def survives(mutation: Mutation, copy: Path) -> bool:
    """Do the tests pass although the line is broken?"""
    source = copy / "src" / "klatsch" / mutation.file
    whole = source.read_text("utf-8")
    if whole.count(mutation.line) != 1:
        raise ValueError(f"{mutation.file} has {whole.count(mutation.line)} times the line of {mutation.what!r}")
    source.write_text(whole.replace(mutation.line, mutation.broken), "utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", mutation.tests]
        done = subprocess.run(command, cwd=copy, env=environment(copy), capture_output=True, text=True, check=False)
    finally:
        source.write_text(whole, "utf-8")
    if done.returncode not in (0, 1):
        raise ValueError(f"the tests of {mutation.what!r} could not run:\n{done.stdout[-2000:]}")
    return done.returncode == 0


def survivors(mutations: Sequence[Mutation] = MUTATIONS) -> list[str]:
    """What goes unnoticed, in words."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_tree(Path(folder) / "tree")
        found = []
        for mutation in mutations:
            alive = survives(mutation, copy)
            print(f"{'SURVIVED' if alive else 'noticed '}  {mutation.what}", flush=True)
            found += [mutation.what] if alive else []
        return found
