"""Plots as SVG inside a page: their colours are the page's, so that they follow its light and dark theme.

Every plot has a title that says what it shows; its numbers stand in a table beside it. Colour is never alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

from klatsch.drawing import element, label, number, shortened
from klatsch.lab.statistics import Interval

WIDTH = 400  # so that letters of 13 are legible on a phone
SIZE = 13
ROW = 30
RIGHT = 24
LETTER = 8.2  # the mean width of a letter of that size

Shown = Callable[[float], str]


class Row(NamedTuple):
    """A value with its interval, and what it would be if nothing were to be told."""

    name: str
    interval: Interval
    expected: float | None = None


def figure(height: float, title: str, *parts: str) -> str:
    """The picture; its title is what a screen reader tells."""
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {number(float(height))}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def plain(value: float) -> str:
    """A number as short as it can be understood."""
    digits = 0 if abs(value) >= 100 or value == round(value) else 1 if abs(value) >= 2 else 2
    return f"{value:.{digits}f}".replace("-", "−")


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers within bounds."""
    if high <= low:
        return [low]
    rough = (high - low) / most
    power = 10 ** floor(log10(rough))
    step = next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [n * step for n in range(first, floor(high / step + 1e-9) + 1)]


# ── Rows ──────────────────────────────────────────────────────────────────────────────────────────────


SHORT_NAME = 20  # letters that stand beside a row; a longer name stands above it


def intervals(title: str, rows: Sequence[Row], show: Shown = percent, bounds: tuple[float, float] | None = None) -> str:
    """A dot for each value, a line for its interval, a notch for what was expected."""
    longest = max(len(row.name) for row in rows)
    above = longest > SHORT_NAME
    left = RIGHT if above else 14 + LETTER * longest
    step = ROW + 14 if above else ROW
    marks = [value for row in rows for value in (*row.interval, row.expected) if value is not None]
    low, high = bounds or padded(min(marks), max(marks))

    def x(value: float) -> float:
        return left + (WIDTH - left - RIGHT) * (min(max(value, low), high) - low) / ((high - low) or 1)

    bottom = 8 + step * len(rows)
    parts = [vertical(x(tick), 6, bottom, show(tick)) for tick in spaced(ticks(low, high, 4), x)]
    for place, row in enumerate(rows):
        y = 8 + step * (place + 1) - ROW / 2
        if above:
            parts.append(label(shortened(row.name, 56), 2, y - 12, SIZE, text_anchor="start", class_="ink"))
        else:
            parts.append(label(row.name, left - 10, y + 4.5, SIZE, text_anchor="end", class_="ink"))
        if row.expected is not None:
            at = x(row.expected)
            parts.append(element("line", x1=at, x2=at, y1=y - 9, y2=y + 9, class_="expected"))
        parts.append(element("line", x1=x(row.interval.low), x2=x(row.interval.high), y1=y, y2=y, class_="whisker"))
        parts.append(element("circle", cx=x(row.interval.value), cy=y, r=5.5, class_="dot"))
    return figure(bottom + 24, title, *parts)


def padded(low: float, high: float) -> tuple[float, float]:
    room = 0.06 * (high - low) or 0.5
    return low - room, high + room


def spaced(values: Sequence[float], x: Callable[[float], float], least: float = 40) -> list[float]:
    kept: list[float] = []
    for value in values:
        if not kept or x(value) - x(kept[-1]) >= least:
            kept.append(value)
    return kept


def vertical(x: float, top: float, bottom: float, text: str) -> str:
    return element("line", x1=x, x2=x, y1=top, y2=bottom, class_="grid") + label(
        text, x, bottom + 17, SIZE - 1, class_="quiet"
    )


def bars(title: str, rows: Sequence[tuple[str, float]], show: Shown = plain) -> str:
    """A bar for each value, its name above it: names may be sentences."""
    most = max(value for _, value in rows) or 1
    step = 38
    parts = []
    for place, (name, value) in enumerate(rows):
        y = 4 + step * place
        length = (WIDTH - 70) * value / most
        parts.append(label(shortened(name, 56), 2, y + 13, SIZE, text_anchor="start", class_="ink"))
        parts.append(element("rect", x=2, y=y + 18, width=max(1.5, length), height=11, rx=2.5, class_="bar"))
        parts.append(label(show(value), max(1.5, length) + 9, y + 28, SIZE, text_anchor="start", class_="ink"))
    return figure(step * len(rows) + 6, title, *parts)


# ── Axes ──────────────────────────────────────────────────────────────────────────────────────────────

LEFT, TOP, HEIGHT = 50, 12, 180


def histogram(title: str, values: Sequence[float], axis: str) -> str:
    """How many games had which value."""
    edges = bins(values)
    counts = [sum(a <= value < b for value in values) for a, b in pairwise(edges)]
    most = max(counts)
    bottom = TOP + HEIGHT

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - edges[0]) / (edges[-1] - edges[0])

    parts = [horizontal(bottom - HEIGHT * tick / most, plain(tick)) for tick in ticks(0, most, 4)]
    for (a, b), count in zip(pairwise(edges), counts, strict=True):
        tall = HEIGHT * count / most
        parts.append(
            element("rect", x=x(a) + 0.8, y=bottom - tall, width=x(b) - x(a) - 1.6, height=max(tall, 0.1), class_="bar")
        )
    shift = 0.5 if is_whole(values) and edges[1] - edges[0] == 1 else 0.0  # a bar of one whole number: name its middle
    marked = [tick for tick in ticks(edges[0], edges[-1] - shift, 6) if not shift or tick == round(tick)]
    parts += [label(plain(tick), x(tick + shift), bottom + 18, SIZE - 1, class_="quiet") for tick in marked]
    parts.append(label(axis, (LEFT + WIDTH - RIGHT) / 2, bottom + 37, SIZE, class_="quiet"))
    return figure(bottom + 46, title, *parts)


def is_whole(values: Sequence[float]) -> bool:
    return all(value == round(value) for value in values)


def bins(values: Sequence[float]) -> list[float]:
    """Edges of at most sixteen bins, of one whole number or more each where all values are whole."""
    low, high = min(values), max(values)
    if is_whole(values):
        width = float(max(1, ceil((high - low + 1) / 16)))
        return [low + n * width for n in range(ceil((high - low + 1) / width) + 1)]
    width = (high - low) / 12
    return [low + n * width for n in range(12)] + [high + width * 1e-6]


def horizontal(y: float, text: str) -> str:
    return element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid") + label(
        text, LEFT - 8, y + 4.5, SIZE - 1, text_anchor="end", class_="quiet"
    )


def curve(
    title: str,
    steps: Sequence[tuple[float, float, float]],
    axis: str,
    show: Shown = percent,
    bounds: tuple[float, float] | None = None,
) -> str:
    """The median as a line, the middle half of the games as a band, from the beginning of a game to its end."""
    low, high = bounds or (0.0, max(top for _, _, top in steps) * 1.05 or 1.0)
    bottom = TOP + HEIGHT

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / (len(steps) - 1)

    def y(value: float) -> float:
        return bottom - HEIGHT * (value - low) / (high - low)

    def line(which: int) -> list[str]:
        return [f"{number(x(place))},{number(y(step[which]))}" for place, step in enumerate(steps)]

    parts = [horizontal(y(tick), show(tick)) for tick in ticks(low, high, 4)]
    parts.append(element("polygon", points=" ".join(line(0) + line(2)[::-1]), class_="band"))
    parts.append(element("polyline", points=" ".join(line(1)), class_="line"))
    for part in (0, 0.5, 1):
        anchor = {0: "start", 0.5: "middle", 1: "end"}[part]
        at = LEFT + (WIDTH - LEFT - RIGHT) * part
        parts.append(label(percent(part), at, bottom + 18, SIZE - 1, class_="quiet", text_anchor=anchor))
    parts.append(label(axis, (LEFT + WIDTH - RIGHT) / 2, bottom + 37, SIZE, class_="quiet"))
    return figure(bottom + 46, title, *parts)
