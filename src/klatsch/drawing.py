"""Helpers for drawing SVG: elements as text, and a drawing made of a board and pieces with ids."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import NamedTuple


def number(value: float) -> str:
    """As short as it can be written: two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """`element("rect", x=1, fill="red", class_="square")`; underscores become dashes, None is left out."""
    parts = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = escaped(value) if isinstance(value, str) else number(value)
            parts.append(f'{written(name)}="{text}"')
    inside = "".join(children)
    return f"<{' '.join(parts)}>{inside}</{tag}>" if inside else f"<{' '.join(parts)}/>"


@cache
def written(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


MARKUP = re.compile("[&<>\"']")


def escaped(text: str) -> str:
    """As html.escape, which replaces five times, whatever there is to replace."""
    return escape(text) if MARKUP.search(text) else text


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def label(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """A line of text, centred on x unless told otherwise."""
    attributes.setdefault("text_anchor", "middle")
    return element("text", escape(text), x=x, y=y, font_size=size, **attributes)


WIDE = "MWmw@%ŒÆœæ"  # letters about as wide as high
SMALLEST = 12.0


def letters_wide(text: str, em: float = 0.65) -> float:
    """About how wide a text is, in letters' heights."""
    return sum(1.0 if letter in WIDE or letter > "\u10ff" else em for letter in text)


def label_within(
    text: str, x: float, y: float, size: float, room: float, em: float = 0.65, **attributes: str | float | None
) -> str:
    """A label that keeps to its room, and begins at x unless told otherwise: in smaller letters if it is long, pressed
    together if that isn't enough. `em` is the usual letter's width, in letters' heights."""
    attributes.setdefault("text_anchor", "start")
    width = letters_wide(text, em)
    fits = max(SMALLEST, min(size, room / width)) if text else size
    if SMALLEST * width > room:
        attributes |= {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return label(text, x, y, round(fits, 1), **attributes)


def group(id: str, *children: str, **attributes: str | float | None) -> str:
    """Elements under one id: what a person clicks, or what glides when it moves."""
    return element("g", *children, id=id, **attributes)


def thrown(outcome: str, kind: str, *children: str) -> str:
    """For the definitions: how an outcome of chance looks, by its notation.

    The page shows it over the board, falling as a "coin" or a "die" does, where no piece with `data-thrown` does so in
    its own place.
    """
    return group("thrown-" + outcome.replace(" ", "-"), *children, data_thrown=kind)


class Piece(NamedTuple):
    """One part of a drawing that may change; the page replaces it by its id.

    A thing that has an identity keeps its id wherever it goes. Things that are all alike (beans, coins) have ids by
    place and `data-kind`: of one kind, one that vanishes and one that appears may be seen as one that travelled.
    """

    id: str
    markup: str


@dataclass(frozen=True)
class Drawing:
    width: int
    height: int
    title: str  # for screen readers
    definitions: str  # gradients and patterns
    board: str  # drawn once
    pieces: tuple[Piece, ...]  # in painting order

    @property
    def svg(self) -> str:
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img" ',
                f'font-family="{FONT}"><title>{escape(self.title)}</title>',
                f"<defs>{self.definitions}</defs>",
                f'<g class="board">{self.board}</g><g class="pieces">',
                *(piece.markup for piece in self.pieces),
                "</g></svg>",
            ]
        )


FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
SERIF = "Georgia, 'Iowan Old Style', 'Times New Roman', serif"

# The café's colours. Seats: Okabe–Ito, each with a shape of its own where it is used.
PAPER = "#f6efe4"
ESPRESSO = "#1d1814"
INK = "#3a2a1e"
SEAT_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#000000")


def stops(*colours: str) -> str:
    """Evenly spread stops of a gradient."""
    last = max(1, len(colours) - 1)
    return "".join(element("stop", offset=i / last, stop_color=colour) for i, colour in enumerate(colours))


def polygon(points: Iterable[tuple[float, float]], **attributes: str | float | None) -> str:
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)
