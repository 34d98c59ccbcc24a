"""Copies of the tree to break lines in, and what a Python process needs to run there on the sources."""

from __future__ import annotations

import compileall
import os
import py_compile
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", "build", "dist", ".*_cache", ".hypothesis", "__pycache__", "*.so", "*.egg-info")


def copy_tree(target: Path) -> Path:
    """The tree without what is built.

    Bytecode is checked by the source's hash: two versions of a line can have the same length and the same second.
    """
    shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
    checked = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(target / "src", quiet=1, invalidation_mode=checked)
    return target


def environment(tree: Path) -> dict[str, str]:
    return {
        **os.environ,
        "KLATSCH_PURE": "1",
        "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
