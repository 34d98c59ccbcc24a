"""A drawing as pages get it: panels apart from pieces, and the ways to lay them out, from which the browser chooses."""

from __future__ import annotations

import zlib
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from klatsch.drawing import Drawing, Piece


@dataclass(frozen=True)
class Composition:
    """A way to lay out the panels of a drawing."""

    name: str
    width: float
    height: float
    spots: tuple[tuple[str, float, float, float], ...]  # a panel ("tray+1": the next seat's), left, top, times as large
    letters: float  # its smallest
    fold: float  # what is needed in every turn reaches down to here


@dataclass(frozen=True)
class Layout:
    """How a drawing can be laid out."""

    panels: dict[str, tuple[float, float]]  # width and height of each
    compositions: tuple[Composition, ...]
    seats: int  # how many have a tray
    turns: tuple[int, ...]  # how many degrees the board is turned to face each seat


class PageDrawing(NamedTuple):
    definitions: str
    board: str  # what lies under the pieces, panel by panel
    pieces: tuple[Piece, ...]
    layout: Layout
    key: str  # of everything but the pieces


def page_drawing(drawing: Drawing) -> PageDrawing:
    return PageDrawing(drawing.definitions, drawing.board, drawing.pieces, layout_of(drawing), board_key(drawing))


def layout_of(drawing: Drawing) -> Layout:
    return Layout(
        {panel.name: (panel.width, panel.height) for panel in drawing.panels},
        tuple(Composition(*each) for each in drawing.compositions),
        drawing.seats,
        drawing.turns,
    )


def flat_layout(width: float, height: float) -> Layout:
    """Of a drawing that has no panels, as they were kept before there were any."""
    spots = (("board", 0.0, 0.0, 1.0),)
    return Layout({"board": (width, height)}, (Composition("tall", width, height, spots, 16, 0),), 0, ())


def board_key(drawing: Drawing) -> str:
    """Which board the pieces lie on: a viewer with a hand may have other panels than somebody who watches."""
    backgrounds = tuple(panel._replace(pieces=()) for panel in drawing.panels)
    return key_of(drawing.definitions, backgrounds, drawing.compositions, drawing.turns)


@lru_cache(maxsize=200)
def key_of(*parts: Hashable) -> str:
    return f"{zlib.crc32(repr(parts).encode()):08x}"
