"""Compiled and interpreted rules play the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import klatsch

from contract.variants import VARIANTS, Variant

SCRIPT = """
import json, sys
import klatsch
from klatsch.core.game import checksum
name, seats, options, games = json.loads(sys.argv[1])
start = klatsch.load(name, **options).new(seats)
print(json.dumps([klatsch.compiled(), [checksum(start, seed) for seed in range(games)]]))
"""


def checksums(pure: bool, name: str, seats: int, options: dict[str, object], games: int) -> tuple[bool, list[int]]:
    environment = {**os.environ, "KLATSCH_PURE": "1" if pure else "0"}
    arguments = json.dumps([name, seats, options, games])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, arguments], env=environment, capture_output=True, text=True, check=True
    )
    compiled, sums = json.loads(done.stdout)
    return compiled, sums


def compare(variant: Variant, games: int) -> None:
    name, seats, options = variant
    compiled, fast = checksums(False, name, seats, options, games)
    if not compiled:
        pytest.skip("the rules are not compiled here: there is nothing to compare")
    interpreted, slow = checksums(True, name, seats, options, games)
    assert not interpreted
    assert len(set(fast)) > 3
    assert fast == slow


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_compiled_and_interpreted_agree(variant: Variant) -> None:
    compare(variant, 60)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_compiled_and_interpreted_agree_at_length(variant: Variant) -> None:
    compare(variant, 3000)


def test_every_compiled_module_is_a_library_here() -> None:
    if not klatsch.compiled():
        pytest.skip("nothing is compiled here")
    import klatsch.games.coffee_chess.rules as rules

    assert Path(str(rules.__file__)).suffix == ".so"
