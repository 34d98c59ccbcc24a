"""docs/learning.md: its layouts are current, and its listings run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from klatsch.adapters import write_layout_docs

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "learning.md"
LISTINGS = re.findall(r"(?ms)^```python\n(.*?)^```$", GUIDE.read_text("utf-8"))


def test_layouts_are_current() -> None:
    """If not: uv run python -m klatsch.adapters.write_layout_docs docs/learning.md"""
    page = GUIDE.read_text("utf-8")
    assert page == write_layout_docs.brought_up_to_date(page)


@pytest.mark.parametrize("listing", LISTINGS, ids=["batch", "pettingzoo", "gymnasium", "openspiel"])
def test_listings_run(listing: str) -> None:
    exec(compile(listing, str(GUIDE), "exec"), {})


def test_the_example_runs_as_written() -> None:
    (command,) = re.findall(r"^uv run --extra rl python (.*)$", GUIDE.read_text("utf-8"), re.MULTILINE)
    short = re.sub(r"--seconds \d+", "--seconds 1 --games 50", command)
    done = subprocess.run(
        [sys.executable, *shlex.split(short)], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "against random it scores" in done.stdout
