"""Files that comments and docstrings name exist: a renamed one is noticed."""

from __future__ import annotations

import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"(?<![\w/.*{-])((?:[\w-]+/)*[\w-]+\.(?:py|md|toml|js|css|sh|ts))\b(?!\()")
# Files that a reader or a command makes, that stand for any, or that are a library's name.
EXAMPLES = {"path/to/file.py", "bot-coin-age.toml", "coverage.py", "survivors.md"}


@cache
def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return ["/" + path for path in listed.stdout.splitlines()]


SOURCES = sorted(path for folder in ("src", "tests", "benchmarks", "website") for path in (ROOT / folder).rglob("*.py"))


def remarks(path: Path) -> Iterator[str]:
    """Comments and docstrings."""
    with path.open("rb") as file:
        before = tokenize.NEWLINE
        for token in tokenize.tokenize(file.readline):
            statement = before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
            if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and statement):
                yield token.string
            if token.type not in (tokenize.NL, tokenize.COMMENT):
                before = token.type


def test_the_pattern_finds_names() -> None:
    found = NAMED.findall("see `rules/kinds.py`, layout.py and docs/add-a-game.md, not a.b.c or state.toml()")
    assert found == ["rules/kinds.py", "layout.py", "docs/add-a-game.md"]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_named_files_exist(path: Path) -> None:
    names = {name for remark in remarks(path) for name in NAMED.findall(remark)} - EXAMPLES
    missing = sorted(name for name in names if not any(each.endswith("/" + name) for each in tracked()))
    assert not missing
