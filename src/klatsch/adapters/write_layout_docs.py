"""The written observation layouts that end docs/learning.md.

uv run python -m klatsch.adapters.write_layout_docs docs/learning.md      brings the page up to date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from klatsch.core import registry
from klatsch.core.definition import Definition
from klatsch.core.observation_layout import as_table

MARK = "<!-- The rest of this page is written by `python -m klatsch.adapters.write_layout_docs docs/learning.md`. -->\n"


def section(definition: Definition[Any]) -> str:
    game = registry.load(definition.name)
    seats = definition.seats[0]
    assert definition.observation is not None
    observer = definition.observation(game, seats)
    others = sorted(set(definition.seats) - {seats})
    sizes = [f"{definition.observation(game, number).size} with {number} seats" for number in others]
    note = f" ({', '.join(sizes)})" if sizes else ""
    head = f"### {definition.title}\n\n`{definition.name}`, {seats} seats: {observer.size} numbers{note}; "
    return f"{head}{len(game.actions)} actions.\n\n{as_table(observer.layout)}\n"


def written() -> str:
    return "\n".join(
        section(definition)
        for definition in map(registry.definition, registry.names())
        if definition.observation is not None
    )


def brought_up_to_date(page: str) -> str:
    before, mark, _ = page.partition(MARK)
    if not mark:
        raise ValueError("the page has no mark where the layouts begin")
    return f"{before}{MARK}\n{written()}"


if __name__ == "__main__":
    import klatsch  # noqa: F401  # registers the games

    path = Path(sys.argv[1])
    path.write_text(brought_up_to_date(path.read_text("utf-8")), "utf-8")
