"""The threat model tells the truth: every promise names tests that exist, and every test is named with its file."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
PROMISES = PAGE.partition("## What we promise")[2].partition("## What we don't promise")[0]


def promises() -> list[str]:
    return [" ".join(each.split()) for each in re.findall(r"(?ms)^- (.*?)(?=^- |^\*\*|\Z)", PROMISES)]


def test_every_promise_names_tests_that_exist() -> None:
    assert len(promises()) > 15
    for promise in promises():
        named = re.findall(r"`(server/test_\w+\.py|test_\w+)`", promise)
        assert any(name.startswith("test_") for name in named), f"no test shows that {promise!r}"
        source = ""
        for name in named:
            if name.endswith(".py"):
                source = (ROOT / "tests" / name).read_text("utf-8")
            else:
                assert re.search(rf"def {name}\(", source), f"there is no {name}"


def test_both_pages_know_each_other() -> None:
    assert "(../SECURITY.md)" in PAGE
    assert "(docs/threat-model.md)" in (ROOT / "SECURITY.md").read_text("utf-8")
