"""Draw the README's pictures of the games: uv run python -m website.pictures [GAME]..."""

from __future__ import annotations

import sys

from klatsch.core import registry
from klatsch.core.game import PUBLIC
from klatsch.server.pages.pictures import in_progress
from website import ROOT

PICTURES = ROOT / "docs" / "pictures"
# How many decisions into a game, and with which options.
SHOWN: dict[str, tuple[int, dict[str, str]]] = {
    "coffee-chess": (60, {}),
    "coin-age": (40, {"map": "volcano"}),
    "four-armies": (60, {}),
    "choco": (60, {}),
    "chocolate-coin": (190, {}),
}


def draw(name: str) -> str:
    decisions, options = SHOWN[name]
    return in_progress(registry.load(name, **options), decisions).svg(PUBLIC)


if __name__ == "__main__":
    for name in sys.argv[1:] or SHOWN:
        (PICTURES / f"{name}.svg").write_text(draw(name), encoding="utf-8")
