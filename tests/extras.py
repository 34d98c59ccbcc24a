"""For tests that need an extra or a group: skipped with a sentence without it, unless KLATSCH_NO_SKIP is set."""

from __future__ import annotations

import importlib.util
import os

import pytest


def need(module: str, extra: str, kind: str = "extra") -> None:
    """To be called before a test module imports from an extra."""
    if importlib.util.find_spec(module) is not None:
        return
    reason = f"{module} is not installed: uv run --{kind} {extra} pytest"
    if os.environ.get("KLATSCH_NO_SKIP"):
        raise ModuleNotFoundError(reason)
    pytest.skip(reason, allow_module_level=True)
