"""docs/arena.md: its commands run, in a short form."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
# The cluster has a test of its own.
COMMANDS = [line for line in re.findall(r"^uv run klatsch (.*)$", TEXT, re.MULTILINE) if "--ray" not in line]


def test_all_three_are_shown() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"simulate", "match", "ladder"}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_runs(command: str, tmp_path: Path) -> None:
    short = re.sub(r"--(rounds|games) \d+", r"--\1 2", command)
    arguments = [sys.executable, "-m", "klatsch", *shlex.split(short)]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
