"""Helpers for drawing SVG: elements as text, and a drawing made of a board and pieces with ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
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
    text: str,
    x: float,
    y: float,
    size: float,
    room: float,
    em: float = 0.65,
    least: float = SMALLEST,
    **attributes: str | float | None,
) -> str:
    """A label that keeps to its room, and begins at x unless told otherwise: in smaller letters if it is long, pressed
    together if `least` isn't small enough. `em` is the usual letter's width, in letters' heights."""
    attributes.setdefault("text_anchor", "start")
    width = letters_wide(text, em)
    fits = max(least, min(size, room / width)) if text else size
    if least * width > room:
        attributes |= {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return label(text, x, y, round(fits, 1), **attributes)


def group(id: str, *children: str, **attributes: str | float | None) -> str:
    """Elements under one id: what a person clicks, or what glides when it moves."""
    return element("g", *children, id=id, **attributes)


def emblem(seat: int, *children: str) -> str:
    """For the definitions: a seat's sign, in a square of 40 around (0, 0). It stands wherever the seat is named."""
    return group(f"emblem-{seat}", *children)


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


class Panel(NamedTuple):
    """A part of a drawing, in coordinates of its own: the board, a seat's tray, a hand."""

    name: str  # "board"; of the parts that every seat has one of: "tray-0"
    width: float
    height: float
    background: str  # drawn once
    pieces: tuple[Piece, ...] = ()  # in painting order


class Spot(NamedTuple):
    """Where a composition has a panel: its upper left corner, and how much larger than drawn.

    "tray+0" is the tray of whoever looks, "tray+1" the next seat's round the table.
    """

    panel: str
    x: float
    y: float
    scale: float = 1


class Composition(NamedTuple):
    """A way to lay out the panels; whoever shows a drawing takes the one that makes most of the room there is."""

    name: str  # "wide", "tall"
    width: float
    height: float
    spots: tuple[Spot, ...]
    letters: float = 16  # its smallest, as they are laid out: it is no choice where they would be too small to read
    fold: float = 0  # what reaches down to here is needed in every turn; on a small screen the rest is scrolled to


@dataclass(frozen=True)
class Drawing:
    title: str  # for screen readers
    definitions: str  # gradients and patterns
    panels: tuple[Panel, ...]  # in painting order
    compositions: tuple[Composition, ...]  # the first one is the picture for pages without a table
    turns: tuple[int, ...] = ()  # how many degrees the board is turned to face each seat; none: it never is

    @property
    def seats(self) -> int:
        """How many have a tray."""
        return sum(panel.name.startswith("tray-") for panel in self.panels)

    def panel(self, name: str) -> Panel:
        return next(panel for panel in self.panels if panel.name == name)

    # ── For pages, which lay the panels out themselves ────────────────────────────────────────────
    # All lie in one space, so that pieces glide from panel to panel; `--p-board` is the board's place in it.

    @property
    def board(self) -> str:
        return "".join(f'<g style="transform:{in_space(panel.name)}">{panel.background}</g>' for panel in self.panels)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(piece_in(panel.name, piece) for panel in self.panels for piece in panel.pieces)

    # ── As a picture ──────────────────────────────────────────────────────────────────────────────

    @property
    def svg(self) -> str:
        return self.picture()

    def picture(self, composition: str = "", bottom: int = 0) -> str:
        """Laid out in one way, the first if none is named, with a seat at the bottom."""
        chosen = self.composition(composition)
        return self.markup(chosen.width, chosen.height, self.laid_out(composition, bottom))

    def composition(self, name: str) -> Composition:
        return next((each for each in self.compositions if each.name == name), self.compositions[0])

    def laid_out(self, composition: str, bottom: int) -> list[tuple[Panel, Spot]]:
        spots = {self.seen_from(bottom, spot.panel): spot for spot in self.composition(composition).spots}
        return [(panel, spots[panel.name]) for panel in self.panels if panel.name in spots]

    def captioned(self, lines: Sequence[str]) -> str:
        """The picture with a line for each seat below it: pages have seats of their own, other readers need them."""
        width, height = self.compositions[0].width, self.compositions[0].height
        step = 0.036 * width
        below = [self.caption(seat, line, height + step * (seat + 0.5), step) for seat, line in enumerate(lines)]
        return self.markup(width, height + step * len(lines), self.laid_out("", 0), *below)

    def caption(self, seat: int, line: str, y: float, step: float) -> str:
        place = f"translate({step / 2:.1f} {y:.1f})scale({step / 50:.3f})"
        sign = element("use", href=f"#emblem-{seat}", transform=place) if self.has_emblem(seat) else ""
        size = round(0.66 * step, 1)
        return sign + label(line, round(1.2 * step, 1), round(y + 0.35 * size, 1), size, text_anchor="start", fill=INK)

    def has_emblem(self, seat: int) -> bool:
        return f'id="emblem-{seat}"' in self.definitions

    def picture_of(self, name: str) -> str:
        """One panel alone."""
        panel = self.panel(name)
        return self.markup(panel.width, panel.height, [(panel, Spot(name, 0, 0))])

    def seen_from(self, bottom: int, name: str) -> str:
        """`tray+1` seen from the last seat is `tray-0`."""
        part, plus, steps = name.partition("+")
        return f"{part}-{(bottom + int(steps)) % self.seats}" if plus else name

    def markup(self, width: float, height: float, shown: list[tuple[Panel, Spot]], *below: str) -> str:
        box = f"0 0 {number(width)} {number(round(height, 1))}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" ',
            f'font-family="{FONT}"><title>{escape(self.title)}</title>',
            f"<defs>{self.definitions}</defs>",
        ]
        for panel, spot in shown:
            place = f"translate({number(spot.x)} {number(spot.y)})scale({number(spot.scale)})"
            pieces = (piece.markup for piece in panel.pieces)
            parts += [f'<g transform="{place}">', panel.background, *pieces, "</g>"]
        return "".join([*parts, *below, "</svg>"])


def in_space(panel: str) -> str:
    """Where a panel lies, for the page's styles to say."""
    return f"var(--p-{panel})"


@lru_cache(maxsize=50_000)
def piece_in(panel: str, piece: Piece) -> Piece:
    """A piece whose own transform begins with its panel's."""
    head, end, rest = piece.markup.partition(">")
    if TRANSFORM in head:
        head = head.replace(TRANSFORM, TRANSFORM + in_space(panel), 1)
    else:
        bare = head.removesuffix("/")
        head = f'{bare} {TRANSFORM}{in_space(panel)}"' + head[len(bare) :]
    return Piece(piece.id, head + end + rest)


TRANSFORM = 'style="transform:'


def one_panel(title: str, definitions: str, width: int, height: int, board: str, pieces: tuple[Piece, ...]) -> Drawing:
    """A drawing without trays, the same in every shape of room."""
    panel = Panel("board", width, height, board, pieces)
    spot = (Spot("board", 0, 0),)
    return Drawing(title, definitions, (panel,), tuple(Composition(name, width, height, spot) for name in BOTH))


BOTH = ("wide", "tall")


FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
SERIF = "Fraunces, Georgia, 'Iowan Old Style', 'Times New Roman', serif"

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
