"""An analysis as sentences and as a chart, for the terminal and as SVG.

In the picture every seat has a colour, a dash pattern and its name at the line's end, so that colour is never alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from klatsch.analysis.analyse import GREAT_LUCK, SIGNS, Analysis, JudgedTurn, Moment
from klatsch.core.definition import Say
from klatsch.core.game import CHANCE
from klatsch.drawing import (
    INK,
    PAPER,
    SEAT_COLOURS,
    SERIF,
    Drawing,
    Piece,
    element,
    group,
    label,
    number,
    one_panel,
    shortened,
)

if TYPE_CHECKING:
    from rich.table import Table as Grid

BLOCKS = "▁▂▃▄▅▆▇█"
GOOD_LUCK, BAD_LUCK = "⚅", "⚀"

# ── In words ──────────────────────────────────────────────────────────────────────────────────────────


def names(analysis: Analysis, say: Say) -> list[str]:
    return [say(analysis.match.seat_name(seat)) for seat in analysis.seats]


def points(part: float) -> str:
    """Points of win chance, with their sign."""
    return f"{100 * part:+.0f}".replace("-", "−").replace("+0", "0").replace("−0", "0")


def in_words(turn: JudgedTurn, analysis: Analysis, say: Say) -> str:
    """A marked turn, what was played in it and what would have been better."""
    worst = turn.worst
    head = say(
        f"analyse.{turn.mark}",
        turn=turn.number,
        event=worst.number,
        who=analysis.match.seat_name(turn.seat),
        sign=SIGNS[turn.mark],
        points=int(100 * turn.loss),
        error=round(100 * turn.error),
    )
    played = say("analyse.played", does=analysis.does(worst, worst.action))
    return f"{head}\n     {played}\n     {say('analyse.better', does=analysis.does(worst, worst.best))}"


def luck_of_turn(turn: JudgedTurn, seat: int) -> tuple[float, float]:
    """A seat's luck in a turn, and its error."""
    chances = [moment for moment in turn.moments if moment.luck]
    return sum(moment.luck[seat] for moment in chances), sqrt(sum(moment.luck_errors[seat] ** 2 for moment in chances))


def text_graph(analysis: Analysis, say: Say, width: int) -> str:
    """For each seat a row of bars, two columns a turn: the win chance after it; marks and luck beneath."""
    seats = names(analysis, say)
    margin = max(len(name) for name in seats)
    per_row = max(8, (width - margin - 8) // 2)
    rows: list[str] = []
    for first in range(0, len(analysis.turns), per_row):
        turns = analysis.turns[first : first + per_row]
        rows += ["", f"{'':{margin}}  {scale(turns)}"]
        for seat, name in enumerate(seats):
            values = [value_after(analysis, turn, seat) for turn in turns]
            bars = "".join(2 * BLOCKS[min(7, int(8 * value))] for value in values)
            rows.append(f"{name:{margin}}  {bars}  {100 * values[-1]:.0f} %")
            marks = "".join(f"{SIGNS[turn.mark] if turn.seat == seat else '':2}" for turn in turns)
            dice = "".join(f"{die(*luck_of_turn(turn, seat)):2}" for turn in turns)
            rows += [f"{'':{margin}}  {row}".rstrip() for row in (marks, dice) if row.strip()]
    return "\n".join(rows).strip("\n")


def grid(analysis: Analysis, say: Say) -> Grid:
    """For each seat what its own turns lost, its luck, its marks and the end: a table for the terminal."""
    from rich.markup import escape
    from rich.table import Table as Grid

    words = ["seat", "player", "lost", *(["luck"] if analysis.has_luck else [])]
    end = "end" if analysis.match.over else "now"
    grid = Grid(
        *(say(f"analyse.{word}") for word in words), *(sign for sign in SIGNS.values() if sign), say(f"analyse.{end}")
    )
    for seat, name in enumerate(names(analysis, say)):
        cells = [escape(name), escape(analysis.match.players[seat]), with_error(*analysis.lost(seat))]
        if analysis.has_luck:
            cells.append(with_error(*analysis.luck(seat), signed=True))
        cells += [str(count) for count in analysis.marks(seat).values()]
        grid.add_row(*cells, f"{100 * analysis.final[seat]:.0f} %")
    return grid


def scale(turns: Sequence[JudgedTurn]) -> str:
    """The number of every fifth turn above its column."""
    row = ""
    for place, turn in enumerate(turns):
        if turn.number % 5 == 0 and len(row) <= 2 * place:
            row = f"{row:{2 * place}}{turn.number}"
    return row


def die(luck: float, error: float) -> str:
    """A die for luck that is worth a mark and larger than its error."""
    if abs(luck) < GREAT_LUCK or abs(luck) <= error:
        return ""
    return GOOD_LUCK if luck > 0 else BAD_LUCK


def value_after(analysis: Analysis, turn: JudgedTurn, seat: int) -> float:
    return values_after(analysis, turn.moments[-1])[seat]


def values_after(analysis: Analysis, moment: Moment) -> Sequence[float]:
    """Every seat's win chance before the next event, or at the end."""
    place = analysis.moments.index(moment) + 1
    return analysis.moments[place].values if place < len(analysis.moments) else analysis.final


# ── As a picture ──────────────────────────────────────────────────────────────────────────────────────

WIDTH = 560
LEFT, RIGHT, TOP = 60, 104, 80
PLOT_HEIGHT = 240
ROW = 30
DASHES = ("", "9 4", "2.5 3.5", "12 4 2.5 4", "6 2", "1.5 2.5")
QUIET = "#8a7a6a"
GRID = "#dccfbb"
MARK_COLOURS = {"inaccuracy": "#e69f00", "mistake": "#d55e00", "blunder": "#a01f1f"}
MARK_SIZES = {"inaccuracy": 8.5, "mistake": 9.5, "blunder": 10.5}


def svg_graph(analysis: Analysis, say: Say) -> str:
    """The win chance of every seat, event by event; marks on the lines, luck and losses in a table beneath."""
    return Graph(analysis, say).drawing().svg


class Graph:
    def __init__(self, analysis: Analysis, say: Say) -> None:
        self.analysis = analysis
        self.say = say
        self.names = names(analysis, say)
        self.values = [moment.values for moment in analysis.moments] + [analysis.final]
        self.bottom = TOP + PLOT_HEIGHT
        self.has_luck = analysis.has_luck

    def x(self, place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, len(self.values) - 1)

    def y(self, value: float) -> float:
        return TOP + PLOT_HEIGHT * (1 - value)

    def drawing(self) -> Drawing:
        table_top = self.bottom + 54
        height = table_top + ROW * (len(self.names) + 1) + 44
        title = self.say("analyse.title", game=self.analysis.match.game.definition.title)
        board = [
            element("rect", width=WIDTH, height=height, rx=14, fill=PAPER),
            label(title, 24, 36, 22, text_anchor="start", fill=INK, font_family=SERIF, font_weight="600"),
            label(self.subtitle(), 24, 57, 13, text_anchor="start", fill=QUIET),
            *self.axes(),
        ]
        pieces = [Piece("lines", group("lines", *(self.line(seat) for seat in self.analysis.seats)))]
        pieces.append(Piece("ends", group("ends", *self.end_labels())))
        pieces.append(Piece("dice", group("dice", *self.dice())))
        pieces.append(Piece("marks", group("marks", *self.marks())))
        pieces.append(Piece("table", group("table", *self.table(table_top), self.legend(height - 22))))
        return one_panel(self.summary(title), "", WIDTH, height, "".join(board), tuple(pieces))

    def subtitle(self) -> str:
        turns, sims = len(self.analysis.turns), self.analysis.sims
        return self.say("analyse.subtitle", turns=turns, sims=sims)

    def summary(self, title: str) -> str:
        """For screen readers: where each seat began and ended."""
        first, last = self.values[0], self.values[-1]
        ways = (f"{name} {100 * a:.0f} → {100 * b:.0f} %" for name, a, b in zip(self.names, first, last, strict=True))
        return f"{title}: {', '.join(ways)}"

    # ── Axes ──────────────────────────────────────────────────────────────────────────────────────

    def axes(self) -> list[str]:
        left, right = LEFT, WIDTH - RIGHT
        parts = []
        for value in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = self.y(value)
            parts.append(element("line", x1=left, x2=right, y1=y, y2=y, stroke=GRID, stroke_width=1))
            parts.append(label(f"{100 * value:.0f} %", left - 8, y + 4.5, 13, text_anchor="end", fill=QUIET))
        shown = -100.0
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if len(self.analysis.turns) / step <= 11)
        for turn in self.analysis.turns:
            x = self.x(self.after(turn))
            if turn.number % step == 0 and x - shown > 24:
                parts.append(element("line", x1=x, x2=x, y1=self.bottom, y2=self.bottom + 5, stroke=QUIET))
                parts.append(label(str(turn.number), x, self.bottom + 20, 13, fill=QUIET))
                shown = x
        return [
            *parts,
            label(self.say("analyse.turn"), right + 12, self.bottom + 20, 13, text_anchor="start", fill=QUIET),
        ]

    def after(self, turn: JudgedTurn) -> int:
        """Where the position after a turn stands among the values."""
        return self.analysis.moments.index(turn.moments[-1]) + 1

    # ── Lines ─────────────────────────────────────────────────────────────────────────────────────

    def line(self, seat: int) -> str:
        points = " ".join(f"{number(self.x(i))},{number(self.y(v[seat]))}" for i, v in enumerate(self.values))
        style = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round", "points": points}
        return element("polyline", stroke=PAPER, stroke_width=5, **style) + element(
            "polyline",
            stroke=colour(seat),
            stroke_width=2.4,
            stroke_dasharray=DASHES[seat % len(DASHES)] or None,
            **style,
        )

    def end_labels(self) -> list[str]:
        """Each seat's name at the end of its line, pushed apart where they would meet."""
        x = WIDTH - RIGHT
        order = sorted(self.analysis.seats, key=lambda seat: -self.values[-1][seat])
        heights = apart([self.y(self.values[-1][seat]) for seat in order], 16, TOP, self.bottom)
        parts = []
        for seat, height in zip(order, heights, strict=True):
            end = self.y(self.values[-1][seat])
            parts.append(element("circle", cx=x, cy=end, r=3.5, fill=colour(seat)))
            if abs(height - end) > 2:
                parts.append(
                    element("line", x1=x + 3, y1=end, x2=x + 10, y2=height, stroke=colour(seat), stroke_width=1)
                )
            name = shortened(self.names[seat], 14)
            parts.append(label(name, x + 12, height + 4.5, 13, text_anchor="start", fill=INK, font_weight="600"))
        return parts

    # ── Marks ─────────────────────────────────────────────────────────────────────────────────────

    def marks(self) -> list[str]:
        """?!, ? and ?? on the line of the seat that lost, the small ones first so that they don't cover the large."""
        found = sorted(self.analysis.marked(), key=lambda turn: turn.loss)
        return [
            mark(turn.mark, self.x(self.after(turn)), self.y(self.values[self.after(turn)][turn.seat]))
            for turn in found
        ]

    def dice(self) -> list[str]:
        """A die on the line of the seat that a draw helped most, or hurt most if it helped nobody so much."""
        parts = []
        for place, moment in enumerate(self.analysis.moments):
            if moment.seat != CHANCE:
                continue
            seat = max(self.analysis.seats, key=lambda seat: (abs(round(moment.luck[seat], 6)), moment.luck[seat]))
            luck = moment.luck[seat]
            if die(luck, moment.luck_errors[seat]):
                parts.append(drawn_die(self.x(place + 1), self.y(self.values[place + 1][seat]), luck > 0, colour(seat)))
        return parts

    # ── The table beneath ─────────────────────────────────────────────────────────────────────────

    def table(self, top: float) -> list[str]:
        columns = {"name": 74.0, "lost": 250.0, "luck": 334.0, "marks": 352.0, "result": WIDTH - 26.0}
        head = {"text_anchor": "end", "fill": QUIET}
        parts = [label(self.say("analyse.lost"), columns["lost"], top, 13, **head)]
        if self.has_luck:
            parts.append(label(self.say("analyse.luck"), columns["luck"], top, 13, **head))
        parts.append(
            label(
                self.say("analyse.end" if self.analysis.match.over else "analyse.now"),
                columns["result"],
                top,
                13,
                **head,
            )
        )
        for seat, name in enumerate(self.names):
            y = top + 12 + ROW * (seat + 0.5)
            parts.append(element("line", x1=24, x2=WIDTH - 24, y1=y - ROW / 2, y2=y - ROW / 2, stroke=GRID))
            parts.append(
                element(
                    "line",
                    x1=26,
                    x2=64,
                    y1=y,
                    y2=y,
                    stroke=colour(seat),
                    stroke_width=2.6,
                    stroke_linecap="round",
                    stroke_dasharray=DASHES[seat % len(DASHES)] or None,
                )
            )
            cell = {"fill": INK}
            parts.append(
                label(shortened(name, 22), columns["name"], y + 4.5, 14, text_anchor="start", font_weight="600", **cell)
            )
            parts.append(
                label(with_error(*self.analysis.lost(seat)), columns["lost"], y + 4.5, 14, text_anchor="end", **cell)
            )
            if self.has_luck:
                text = with_error(*self.analysis.luck(seat), signed=True)
                parts.append(label(text, columns["luck"], y + 4.5, 14, text_anchor="end", **cell))
            parts += self.mark_counts(seat, columns["marks"], y)
            result = f"{100 * self.values[-1][seat]:.0f} %"
            parts.append(label(result, columns["result"], y + 4.5, 14, text_anchor="end", font_weight="600", **cell))
        return parts

    def mark_counts(self, seat: int, x: float, y: float) -> list[str]:
        parts = []
        for word, count in self.analysis.marks(seat).items():
            if count:
                parts.append(mark(word, x + 8, y))
                parts.append(label(str(count), x + 22, y + 4.5, 13.5, text_anchor="start", fill=INK))
            x += 44
        return parts

    def legend(self, y: float) -> str:
        return label(
            self.say("analyse.legend_luck" if self.has_luck else "analyse.legend"),
            24,
            y,
            12,
            text_anchor="start",
            fill=QUIET,
        )


def colour(seat: int) -> str:
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def with_error(value: float, error: float, signed: bool = False) -> str:
    text = points(value) if signed else points(value).lstrip("+")
    return f"{text} ± {100 * error:.0f}"


def mark(word: str, x: float, y: float) -> str:
    size = MARK_SIZES[word]
    return element("circle", cx=x, cy=y, r=size, fill=MARK_COLOURS[word], stroke=PAPER, stroke_width=1.6) + label(
        SIGNS[word], x, y + 0.36 * size + 0.6, size * 1.25, fill="#fff", font_weight="700"
    )


def drawn_die(x: float, y: float, good: bool, stroke: str) -> str:
    """Six pips for good luck, one for bad."""
    half = 7.5
    body = element(
        "rect",
        x=x - half,
        y=y - half,
        width=2 * half,
        height=2 * half,
        rx=3.5,
        fill="#fffdf8",
        stroke=stroke,
        stroke_width=1.8,
    )
    spots = [(a, b) for a in (-3.0, 3.0) for b in (-4.0, 0.0, 4.0)] if good else [(0.0, 0.0)]
    return body + "".join(element("circle", cx=x + a, cy=y + b, r=1.3 if good else 2.2, fill=INK) for a, b in spots)


def apart(heights: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Heights in order, moved as little as needed so that neighbours are `gap` apart and all are within bounds."""
    moved = list(heights)
    for i in range(1, len(moved)):
        moved[i] = max(moved[i], moved[i - 1] + gap)
    limit = bottom
    for i in range(len(moved) - 1, -1, -1):
        moved[i] = max(top, min(moved[i], limit))
        limit = moved[i] - gap
    return moved
