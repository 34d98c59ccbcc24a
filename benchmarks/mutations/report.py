"""What a run found, as data and as a page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.mutations.explained import Explanation
from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.run import Result


class Score(NamedTuple):
    mutants: int
    killed: int
    timeouts: int  # noticed, too: a test didn't end
    same: int  # explained: no test can notice
    chosen: int  # explained: no test should
    survivors: int

    @property
    def share(self) -> float:
        """Of those that a test can notice at all, how many are noticed?"""
        return (self.killed + self.timeouts) / max(1, self.mutants - self.same)

    def __str__(self) -> str:
        return (
            f"{self.mutants} mutants: {self.killed} noticed by a test that fails, "
            f"{self.timeouts} by one that doesn't end, {self.same} change nothing, "
            f"{self.chosen} a free choice, {self.survivors} unexplained: "
            f"{100 * self.share:.1f} % are noticed"
        )


def score(results: Sequence[Result], explained: dict[str, Explanation]) -> Score:
    """`explained`: by the mutant's id."""
    ends = Counter(result.end for result in results)
    told = [explained.get(result.mutant.id) for result in living(results)]
    kinds = Counter("" if each is None else each.kind for each in told)
    return Score(len(results), ends["killed"], ends["timeout"], kinds["same"], kinds["chosen"], kinds[""])


def living(results: Sequence[Result]) -> list[Result]:
    alive = [result for result in results if result.end in ("survived", "no tests")]
    return sorted(alive, key=lambda result: (result.mutant.file, result.mutant.line))


def noticed_before(mutants: Sequence[Mutant], folder: Path) -> list[Result]:
    """What the last run has found of these mutants, but for those that lived."""
    kept = folder / "results.json"
    rows = {row["id"]: row for row in json.loads(kept.read_text("utf-8"))} if kept.exists() else {}
    return [
        Result(mutant, row["end"], row["by"], row["tests"], row["seconds"])
        for mutant in mutants
        if (row := rows.get(mutant.id)) is not None and row["end"] in ("killed", "timeout")
    ]


def write(results: Sequence[Result], explained: dict[str, Explanation], folder: Path) -> None:
    """results.json with every mutant, and survivors.md with those that live."""
    rows = [
        {
            "id": result.mutant.id,
            "file": result.mutant.file,
            "line": result.mutant.line,
            "function": result.mutant.function,
            "text": result.mutant.text,
            "change": result.mutant.change,
            "end": result.end,
            "by": result.by,
            "tests": result.tests,
            "seconds": round(result.seconds, 1),
        }
        for result in sorted(results, key=lambda result: (result.mutant.file, result.mutant.line))
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False), "utf-8")
    (folder / "survivors.md").write_text(page(results, explained), "utf-8")


def page(results: Sequence[Result], explained: dict[str, Explanation]) -> str:
    lines = [f"# {score(results, explained)}", ""]
    for result in living(results):
        mutant, told = result.mutant, explained.get(result.mutant.id)
        lines += [
            f"- `{mutant.id}` {mutant.file}:{mutant.line} `{mutant.function}`: {mutant.change}",
            f"  `{mutant.text}`",
            f"  {f'{told.kind}: {told.reason}' if told else f'not noticed by {result.tests} tests'}",
        ]
    return "\n".join(lines) + "\n"
