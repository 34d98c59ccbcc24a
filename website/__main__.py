"""Build the site: uv run --group docs python -m website [FOLDER]"""

from __future__ import annotations

import sys
from pathlib import Path

from website import ROOT
from website.build import build

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"
trouble = build(folder)
for sentence in trouble:
    print(sentence, file=sys.stderr)
print(f"{'There is trouble in' if trouble else 'The site is in'} {folder}; open {folder / 'index.html'}")
sys.exit(1 if trouble else 0)
