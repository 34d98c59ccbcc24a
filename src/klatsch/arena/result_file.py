"""Result files, so that long work can be resumed: the settings on the first line, then one result per line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")


def read_results(path: Path | None, setting: dict[str, Any], kind: str, check: Callable[[Any], Result]) -> list[Result]:
    """The results so far; ValueError if they belong to another setting, or if a line isn't what `check` takes."""
    if path is None or not path.exists():
        return []
    damaged = ValueError(f"{path} is no result file of a {kind}, or a damaged one")
    try:
        # The last line ends too, or somebody stopped the writer in the middle of it.
        *written, rest = path.read_text(encoding="utf-8").split("\n")
        first, *lines = [json.loads(line) for line in written]
    except ValueError as error:
        raise damaged from error
    if rest or not isinstance(first, dict):
        raise damaged
    if first != as_written(setting):
        raise ValueError(f"{path} holds another {kind}; give a file of its own")
    try:
        return [check(line) for line in lines]
    except (TypeError, ValueError, LookupError) as error:
        raise damaged from error


def append_result(path: Path | None, setting: dict[str, Any], result: object) -> None:
    if path is None:
        return
    if not path.exists():
        path.write_text(json.dumps(setting) + "\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(result) + "\n")


def as_written(setting: dict[str, Any]) -> object:
    """As JSON gives it back: a tuple is a list there."""
    return json.loads(json.dumps(setting))
