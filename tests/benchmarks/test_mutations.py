"""Lines that are broken on purpose: which can be, which are drawn, and that tests notice what they once did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.mutations.draw import drawn
from benchmarks.mutations.mutants import Finder, is_sound
from benchmarks.mutations.regressions import MUTATIONS, survivors

SOURCE = b'''\
"""A module."""
import time

def price(coins: int, rich: bool = False) -> int:
    """What it costs."""
    assert coins >= 0
    if rich and coins > 3:
        return coins + 1
    logger.info("poor", coins=2)
    return -coins
'''


def changes(source: bytes) -> set[tuple[int, str]]:
    return {(mutant.line, mutant.change) for mutant in Finder("x.py", source).find()}


def test_what_can_be_broken() -> None:
    assert changes(SOURCE) == {
        (4, "False → True"),
        (7, "condition True"),
        (7, "condition False"),
        (7, "and → or"),
        (7, "without and: rich"),
        (7, "without and: coins > 3"),
        (7, "> → >="),
        (7, "> → <="),
        (7, "3 → 4"),
        (7, "3 → 2"),
        (8, "returned value + 1"),
        (8, "+ → -"),
        (8, "1 → 2"),
        (8, "1 → 0"),
        (10, "returned value + 1"),
        (10, "minus removed"),
    }


def test_a_mutant_is_another_program_and_has_one_changed_line() -> None:
    for mutant in Finder("x.py", SOURCE).find():
        assert is_sound(mutant, SOURCE)
        pairs = zip(SOURCE.split(b"\n"), mutant.applied(SOURCE).split(b"\n"), strict=True)
        assert [number for number, (old, new) in enumerate(pairs, 1) if old != new] == [mutant.line]


def test_ids_stay_while_lines_move() -> None:
    before = {mutant.id for mutant in Finder("x.py", SOURCE).find()}
    assert {mutant.id for mutant in Finder("x.py", b"\n\n" + SOURCE).find()} == before
    assert len(before) == len(changes(SOURCE))


def test_a_draw_is_one_mutant_a_line_and_another_file_changes_little_of_it(tmp_path: Path) -> None:
    (tmp_path / "match").mkdir()
    (tmp_path / "match" / "a.py").write_bytes(SOURCE)
    assert [mutant.line for mutant in drawn(tmp_path, 1, 400)] == [4, 7, 8, 10]
    two = {mutant.id for mutant in drawn(tmp_path, 1, 2)}
    assert two < {mutant.id for mutant in drawn(tmp_path, 1, 3)}
    (tmp_path / "match" / "b.py").write_bytes(SOURCE)
    assert two <= {mutant.id for mutant in drawn(tmp_path, 1, 6)}


def test_what_once_went_unnoticed_is_noticed() -> None:
    """Three of the list, with tests that take no time; the long form has all."""
    quick = [
        mutation for mutation in MUTATIONS if mutation.tests.startswith(("tests/match", "tests/server/test_screen"))
    ]
    assert len(quick) == 3
    assert survivors(quick) == []


@pytest.mark.long
def test_all_that_once_went_unnoticed_is_noticed() -> None:
    assert survivors() == []
