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


def documents() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"(?ms)^```.*?^```$", "", path.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), target
