"""The difference between what a page shows and what it should show: only that travels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from klatsch.drawing import Piece
from klatsch.server.screens.screen import Screen

Pieces = tuple[Piece, ...]


def difference(old: Screen, new: Screen) -> Screen:
    """What a page that shows `old` needs in order to show `new`; a key that is gone is None."""
    changed: Screen = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if before is value:  # most things are the very same
            continue
        change: Any
        if key == "pieces":
            change = piece_difference(before or (), value)
        elif key == "log":
            change = log_difference(before or [], value)
        else:
            change = value if before != value else None
        if change is not None or value is None:
            changed[key] = change
    return changed


def piece_difference(old: Pieces, new: Pieces) -> msgspec.Raw | None:
    """Markup of new and changed pieces; all ids in painting order where that is not as before."""
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
    change: dict[str, Any] = {"set": {id: markup for id, markup in fresh if before.get(id) != markup}}
    order = [piece.id for piece in new]
    if order != list(before):
        change["order"] = order
    elif not change["set"]:
        return None
    return msgspec.Raw(msgspec.json.encode(change))


def log_difference(old: list[tuple[int, str]], new: list[tuple[int, str]]) -> dict[str, Any] | None:
    if old == new:
        return None
    keep = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return {"keep": keep, "add": new[keep:]}
