"""Helpers for writing HTML: elements as text, everything escaped that isn't marked safe."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = frozenset(["area", "br", "col", "hr", "img", "input", "link", "meta", "source"])


class Safe(str):
    """Markup that may stand in a page as it is."""


Child = str | Safe | None | Iterable["str | Safe | None"]
Attribute = str | int | float | bool | None


def joined(*children: Child) -> Safe:
    parts: list[str] = []
    for child in children:
        if isinstance(child, str):
            parts.append(child if isinstance(child, Safe) else escape(child))
        elif child is not None:
            parts.append(joined(*child))
    return Safe("".join(parts))


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Safe:
    """`tag("a", "Play", href="/", class_="primary")`; underscores become dashes, None and False are left out."""
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        dashed = key.rstrip("_").replace("_", "-")
        words.append(dashed if value is True else f'{dashed}="{escape(str(value))}"')
    if name in VOID:
        return Safe(f"<{' '.join(words)}>")
    return Safe(f"<{' '.join(words)}>{joined(*children)}</{name}>")
