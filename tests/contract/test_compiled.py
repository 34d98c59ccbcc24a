"""Compiled and interpreted rules play the same games."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import klatsch

from contract.test_tree import COMPILED, SOURCE
from contract.variants import VARIANTS, Variant

SCRIPT = """
import importlib, json, sys, time
import klatsch
from klatsch.core.game import checksum
name, seats, options, games, seconds = json.loads(sys.argv[1])
start = klatsch.load(name, **options).new(seats)
end = time.perf_counter() + seconds
sums = []
while len(sums) < games and (time.perf_counter() < end or len(sums) < 10):
    sums.append(checksum(start, len(sums)))
print(json.dumps([klatsch.compiled(), sums]))
"""


def checksums(pure: bool, variant: Variant, games: int, seconds: float) -> tuple[bool, list[int]]:
    environment = {**os.environ, "KLATSCH_PURE": "1" if pure else "0"}
    arguments = json.dumps([*variant, games, seconds])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, arguments], env=environment, capture_output=True, text=True, check=True
    )
    compiled, sums = json.loads(done.stdout)
    return compiled, sums


def compare(variant: Variant, games: int, seconds: float) -> None:
    """As many games as the sources play in that time, at most `games`; then the same ones compiled."""
    if not klatsch.compiled():
        pytest.skip("the rules are not compiled here: there is nothing to compare")
    interpreted, slow = checksums(True, variant, games, seconds)
    compiled, fast = checksums(False, variant, len(slow), 600)
    assert (interpreted, compiled) == (False, True)
    assert len(set(fast)) > 3
    assert fast == slow


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_compiled_and_interpreted_agree(variant: Variant) -> None:
    compare(variant, 2000, 3)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_compiled_and_interpreted_agree_over_thousands_of_games(variant: Variant) -> None:
    compare(variant, 3000, 3600)


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: path.stem)
def test_every_compiled_module_is_a_library_here(path: Path) -> None:
    if not klatsch.compiled():
        pytest.skip("nothing is compiled here")
    name = ".".join(("klatsch", *path.relative_to(SOURCE).with_suffix("").parts))
    assert Path(str(importlib.import_module(name).__file__)).suffix == ".so"
