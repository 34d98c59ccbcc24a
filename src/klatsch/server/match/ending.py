"""A finished match, kept for good: what everybody was shown, as words and pictures, not as something to replay.

Rules change. A match that today's rules can't replay to its own end is shown by this.
"""

from __future__ import annotations

import base64
import zlib

import msgspec

from klatsch.drawing import Piece
from klatsch.server.screens.page_drawing import Layout, PageDrawing, flat_layout, key_of


class Told(msgspec.Struct, frozen=True):
    """In one language."""

    definitions: str
    board: str
    pieces: list[Piece]  # all that were ever drawn, with all hands open
    log: list[tuple[int, str]]
    columns: list[str]  # of the score sheet; none where there is none
    rows: list[list[str | int]]
    reason: str
    wins: str
    ranking: list[list[int]]
    by_rules: bool = False  # nobody gave up, ran out of time or agreed on a draw; older records don't tell
    # After each line of the log: which pieces. None in older records: all are the last's.
    positions: list[list[int]] = []
    layout: Layout | None = None  # in older records a drawing had no panels, only a size
    width: int = 0
    height: int = 0

    def drawing_at(self, position: int) -> PageDrawing:
        """After so many lines of the log."""
        if self.positions:
            shown = tuple(self.pieces[n] for n in self.positions[max(0, min(position, len(self.positions) - 1))])
        else:
            shown = tuple(self.pieces)
        layout = self.layout or flat_layout(self.width, self.height)
        key = key_of(self.definitions, self.board, repr(layout))
        return PageDrawing(self.definitions, self.board, shown, layout, key)

    @property
    def last_drawing(self) -> PageDrawing:
        return self.drawing_at(len(self.positions))


class Ending(msgspec.Struct, frozen=True):
    told: dict[str, Told]  # by language

    def in_language(self, lang: str) -> Told:
        return self.told.get(lang) or self.told["en"]


def packed(ending: Ending) -> str:
    return base64.b85encode(zlib.compress(msgspec.json.encode(ending), 9)).decode()


def unpacked(text: str) -> Ending:
    return msgspec.json.decode(zlib.decompress(base64.b85decode(text)), type=Ending)
