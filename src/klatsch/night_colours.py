"""Boards by night: which colours of a drawing are others in the dark theme (data of a game).

Nothing is drawn twice: pages have a style sheet that exchanges the colours, pictures have them exchanged.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from klatsch.core.definition import Definition

COLOURED = re.compile(r'(fill|stroke|stop-color)="(#[0-9a-f]{3,6})"')


@cache
def read(folder: Path) -> dict[str, str]:
    path = folder / "data" / "night.toml"
    if not path.is_file():
        return {}
    return {str(day): str(night) for day, night in tomllib.loads(path.read_text(encoding="utf-8"))["colours"].items()}


def night_colours(definition: Definition) -> dict[str, str]:  # type: ignore[type-arg]
    """By day → by night."""
    return read(definition.folder)


def by_night(svg: str, colours: dict[str, str]) -> str:
    """A picture in its colours of the night."""
    return COLOURED.sub(lambda found: f'{found[1]}="{colours.get(found[2], found[2])}"', svg)


def style_sheet(colours: dict[str, str]) -> str:
    """For pages: an attribute gives way to a style. No element is named, so that it also reaches into `use`."""
    return "".join(
        f'[{name}="{day}"] {{ {name}: light-dark({day}, {night}); }}\n'
        for day, night in colours.items()
        for name in ("fill", "stroke", "stop-color")
    )
