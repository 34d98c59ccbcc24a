"""The commands of the guides run, in a short form."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = ("arena.md", "bots.md", "lab.md")
COMMAND = re.compile(r"^uv run klatsch (.*)$", re.MULTILINE)


def commands(guide: str) -> list[str]:
    """The cluster has a test of its own."""
    return [line for line in COMMAND.findall((DOCS / guide).read_text("utf-8")) if "--ray" not in line]


def test_every_command_of_the_arena_is_shown() -> None:
    shown = {command.split()[0] for guide in GUIDES for command in commands(guide)}
    assert shown == {"simulate", "match", "ladder", "train", "levels", "lab"}


@pytest.mark.parametrize("guide", GUIDES)
def test_the_commands_run(guide: str, tmp_path: Path) -> None:
    """One after the other: a later one may read what an earlier one wrote."""
    for command in commands(guide):
        short = re.sub(r"--(rounds|games) \d+", r"--\1 2", command)
        arguments = [sys.executable, "-m", "klatsch", *shlex.split(short)]
        done = subprocess.run(arguments, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout
