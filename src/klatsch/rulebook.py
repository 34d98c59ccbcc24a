"""A game's RULES.md: the whole text, and single clauses."""

from __future__ import annotations

import re
from typing import Any

from klatsch.core.definition import Definition


def rules_text(definition: Definition[Any], lang: str = "en") -> str:
    """The rules in a language, in English where there is no translation."""
    translated = definition.folder / f"RULES.{lang}.md"
    path = translated if translated.is_file() else definition.folder / "RULES.md"
    return path.read_text(encoding="utf-8")


def clauses(text: str) -> dict[str, str]:
    """Clause numbers and their texts, in order."""
    found = re.findall(r"(?ms)^\*\*(\d+\.\d+)\*\*\s+(.*?)(?=\n\s*\n(?:\*\*\d|#)|\Z)", text)
    return {number: body.strip() for number, body in found}


def clause_text(definition: Definition[Any], clause: str, lang: str = "en") -> str:
    """One clause; ValueError lists the numbers."""
    known = clauses(rules_text(definition, lang))
    if clause not in known:
        raise ValueError(f"{definition.title} has no clause {clause!r}; it has {', '.join(known)}")
    return f"§{clause} {known[clause]}"
