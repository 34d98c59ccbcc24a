"""The server's own sentences, in all languages."""

from __future__ import annotations

from pathlib import Path

from klatsch.language import Catalogue

WORDS = Catalogue(Path(__file__).parent)
