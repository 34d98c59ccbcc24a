"""How a match ended, kept for good: what everybody was shown then, as words and a picture, not as something to replay.

Rules change. A match that today's rules can't replay to its own end is shown by this.
"""

from __future__ import annotations

import base64
import zlib

import msgspec

from klatsch.drawing import Drawing, Piece


class Told(msgspec.Struct, frozen=True):
    """In one language."""

    width: int
    height: int
    title: str
    definitions: str
    board: str
    pieces: list[Piece]  # of the last position, with all hands open
    log: list[tuple[int, str]]
    columns: list[str]  # of the score sheet; none where there is none
    rows: list[list[str | int]]
    reason: str
    wins: str
    ranking: list[list[int]]

    @property
    def drawing(self) -> Drawing:
        return Drawing(self.width, self.height, self.title, self.definitions, self.board, tuple(self.pieces))


class Ending(msgspec.Struct, frozen=True):
    told: dict[str, Told]  # by language

    def in_language(self, lang: str) -> Told:
        return self.told.get(lang) or self.told["en"]


def packed(ending: Ending) -> str:
    return base64.b85encode(zlib.compress(msgspec.json.encode(ending), 9)).decode()


def unpacked(text: str) -> Ending:
    return msgspec.json.decode(zlib.decompress(base64.b85decode(text)), type=Ending)
