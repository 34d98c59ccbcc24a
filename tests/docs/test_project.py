"""Promises of the project's own files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_lock_names_public_hosts_only() -> None:
    hosts = set(re.findall(r'https?://([^/"\s]+)', (ROOT / "uv.lock").read_text("utf-8")))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


def test_ci_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "pip install uv && uv run --no-dev klatsch" in readme
    assert "uv run pytest" in readme
    assert "uv run pytest" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_makefile_has_the_tasks_that_contributors_are_told_of() -> None:
    """Each with its commands, which are those of .ci/run where it has them."""
    told = re.findall(r"`make (\w+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    tasks = dict(re.findall(r"(?m)^(\w+):  ## .*\n((?:\t.*\n)+)", makefile))
    assert set(told) == tasks.keys() - {"help"}
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    for task in ("lint", "types", "test"):
        assert all(line.strip() in ci.splitlines() for line in tasks[task].splitlines())


def documents() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"(?ms)^```.*?^```$", "", path.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), target
