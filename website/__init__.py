"""The documentation site: gathers docs/, the rules and what can be made from the code, and lets Zensical build it.

uv run --group docs python -m website [FOLDER]

Nothing is copied by hand: rules come from the games' folders, drawings from the real drawing code, the reference from
docstrings and the server's OpenAPI document, notebooks are executed. What the repository's pages link to outside docs/
becomes a page of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))  # the drawn examples are positions of the tests
