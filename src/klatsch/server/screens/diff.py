"""Differences between two screens: only those are sent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import msgspec
from msgspec import UNSET

from klatsch.drawing import Piece
from klatsch.server.screens.frames import (
    Line,
    LogChange,
    PieceChange,
    Screen,
    ScreenFrame,
    UpdateFrame,
    WholeScreen,
)

Pieces = tuple[Piece, ...]
NOTHING = WholeScreen()


def difference(old: WholeScreen | None, new: WholeScreen) -> ScreenFrame | UpdateFrame | None:
    """What a page that shows `old` needs in order to show `new`; None if it does already."""
    frame = ScreenFrame() if old is None else UpdateFrame()
    before = old or NOTHING
    changed = False
    for name in Screen.__struct_fields__:
        was, now = getattr(before, name), getattr(new, name)
        if was is not now and was != now:  # most things are the very same
            setattr(frame, name, None if now is UNSET else now)
            changed = True
    pieces = piece_difference(before.pieces or (), new.pieces or ())
    log = log_difference(before.log or [], new.log or [])
    if pieces is not None:
        frame.pieces = pieces
    if log is not None:
        frame.log = log
    return frame if changed or pieces or log else None


def piece_difference(old: Pieces, new: Pieces) -> msgspec.Raw | None:
    return None if old is new else shared_difference(Pair(old, new))


@dataclass(frozen=True, eq=False)
class Pair:
    """Two drawings, told from others by what they are and not by what is in them: all who saw the same share them."""

    old: Pieces
    new: Pieces

    def __hash__(self) -> int:
        return hash((id(self.old), id(self.new)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pair) and self.old is other.old and self.new is other.new


@lru_cache(maxsize=200)
def shared_difference(pair: Pair) -> msgspec.Raw | None:
    """Encoded, once for all who are told of it."""
    old, new = pair.old, pair.new
    before = dict(old)
    known = set(map(id, old))  # most pieces are the very same ones
    fresh = [piece for piece in new if id(piece) not in known]
    change = PieceChange({id: markup for id, markup in fresh if before.get(id) != markup})
    order = [piece.id for piece in new]
    if order != list(before):
        change.order = order
    elif not change.set:
        return None
    return msgspec.Raw(msgspec.json.encode(change))


def log_difference(old: list[Line], new: list[Line]) -> LogChange | None:
    if old is new or old == new:
        return None
    keep = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return LogChange(keep, new[keep:])
