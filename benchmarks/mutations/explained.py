"""Survivors that were looked at: each with its kind and its reason, in explained.toml.

`same`: nothing changes that anybody could see or measure, so no test can notice; it counts for nothing.
`chosen`: a value or an order that no rule demands (a tuning, a bound, a pause). A test could only repeat the line; it
counts as not noticed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from benchmarks.mutations.mutants import Mutant

FILE = Path(__file__).with_name("explained.toml")
KINDS = ("same", "chosen")


class Explanation(NamedTuple):
    file: str
    function: str
    line: str
    change: str
    kind: str
    reason: str


def read() -> list[Explanation]:
    rows = tomllib.loads(FILE.read_text("utf-8")).get("mutant", [])
    return [Explanation(**row) for row in rows]


def explained(mutants: list[Mutant]) -> dict[str, Explanation]:
    """Of these mutants those that are explained, by id."""
    known = {(each.file, each.function, each.line, each.change): each for each in read()}
    found = ((mutant.id, known.get((mutant.file, mutant.function, mutant.text, mutant.change))) for mutant in mutants)
    return {id: explanation for id, explanation in found if explanation is not None}
