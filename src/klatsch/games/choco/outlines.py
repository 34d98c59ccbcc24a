"""The layer that outlines groups on request: each colour's largest, and the neutral ones with their contacts."""

from __future__ import annotations

from itertools import groupby

from klatsch.core.definition import Say, View
from klatsch.drawing import Piece, element, group, label
from klatsch.games.choco.chocolate import CELL, COCOA, CREAM, NAMES, OUTLINE, moved, piece
from klatsch.games.choco.text import contacts
from klatsch.games.choco.window import LEFT, TOP, Window

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]

# The four sides of a cell, clockwise: the neighbour there, and the side's two ends.
SIDES = (
    ((0, -1), (0, 0), (1, 0)),
    ((1, 0), (1, 0), (1, 1)),
    ((0, 1), (1, 1), (0, 1)),
    ((-1, 0), (0, 1), (0, 0)),
)
LETTER_NAMES = {letter: name for name, letter in NAMES.items()}


def visible(view: View, window: Window) -> dict[Cell, str]:
    """The letter of the piece that shows on each cell; the upper level hides the lower."""
    shown = {}
    for card in sorted(view["cards"], key=lambda card: int(card["level"])):
        column, row = window.counted(card["place"])
        for i, letter in enumerate(card["pieces"]):
            shown[(column + i % 2, row + i // 2)] = letter
    return shown


def border(cells: set[Cell]) -> list[tuple[Cell, Edge]]:
    """The sides between a group and what is beside it: the cell beyond, and the side's ends."""
    found = []
    for x, y in sorted(cells):
        for (dx, dy), (ax, ay), (bx, by) in SIDES:
            if (x + dx, y + dy) not in cells:
                found.append(((x + dx, y + dy), ((x + ax, y + ay), (x + bx, y + by))))
    return found


# ── Lines ─────────────────────────────────────────────────────────────────────────────────────────


def path(edges: list[Edge]) -> str:
    """The sides joined to closed lines."""
    ends: dict[Cell, list[Cell]] = {}
    for begin, end in edges:
        ends.setdefault(begin, []).append(end)
    drawn = ""
    while ends:
        point = first = min(ends)
        steps = []
        while point in ends:
            end = ends[point].pop()
            if not ends[point]:
                del ends[point]
            steps.append((end[0] - point[0], end[1] - point[1]))
            point = end
        drawn += f"M{first[0] * CELL} {first[1] * CELL}{straight(steps)}z"
    return drawn


def straight(steps: list[Cell]) -> str:
    """Steps of one cell, those of one direction as one line."""
    lines = [(across, down, len(list(same)) * CELL) for (across, down), same in groupby(steps)]
    return "".join(f"h{across * far}" if across else f"v{down * far}" for across, down, far in lines)


def tick(edge: Edge) -> str:
    """A short line across the middle of a side: a contact."""
    (a, b), (c, d) = edge
    x, y = (a + c) * CELL // 2, (b + d) * CELL // 2
    return f"M{x} {y - 7}v14" if b == d else f"M{x - 7} {y}h14"


def stroke(d: str, colour: str, width: float, dashes: str | None = None) -> str:
    """A line that shows on every chocolate: a dark casing with the colour in it."""
    casing = element("path", d=d, stroke=COCOA, stroke_width=width + 2)
    return casing + element("path", d=d, stroke=colour, stroke_width=width, stroke_dasharray=dashes)


def outline(cells: set[Cell], found: View, shown: dict[Cell, str]) -> str:
    sides = border(cells)
    line = path([edge for _, edge in sides])
    colour = OUTLINE[found["colour"]]
    if not found["neutral"]:
        return stroke(line, colour, 3)
    ticks: dict[str, str] = {}
    for beyond, edge in sides:
        letter = shown.get(beyond)
        if letter is not None:
            ticks[letter] = ticks.get(letter, "") + tick(edge)
    contacts = [stroke(d, OUTLINE[LETTER_NAMES[letter]], 3.5) for letter, d in ticks.items()]
    return stroke(line, colour, 3, "6 5") + "".join(contacts)


# ── The layer ─────────────────────────────────────────────────────────────────────────────────────


def contact_label(cells: list[Cell], found: View, say: Say, larger: float) -> str:
    """How often each colour touches a neutral group; as large as the other letters, however small the cards are."""
    x, y = cells[len(cells) // 2]
    parts = [
        element("title", contacts(found, say)),
        element("rect", x=-41, y=-14, width=82, height=28, rx=14, fill=COCOA, stroke=CREAM, stroke_width=1.5),
    ]
    for (colour, many), at in zip(found["contacts"].items(), (-33, 3), strict=True):
        parts.append(piece(NAMES[colour], at, -6.5, 13))
        parts.append(label(str(many), at + 15, 5, 14, fill=CREAM, font_weight="700", text_anchor="start"))
    return element("g", *parts, style=moved((x + 0.5) * CELL, (y + 0.5) * CELL, larger))


def outlines(view: View, say: Say, window: Window, show: bool) -> Piece:
    """Hidden unless asked for: the page shows it by its id `outlines`."""
    shown = visible(view, window)
    lines, labels = [], []
    for found in view["groups"]:
        cells = sorted(window.counted(place) for place in found["cells"])
        lines.append(outline(set(cells), found, shown))
        if found["neutral"]:
            labels.append(contact_label(cells, found, say, CELL / window.cell))
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    scale = window.cell / CELL
    return Piece(
        "outlines",
        group(
            "outlines",
            element("g", *lines, **look) if lines else "",
            *labels,
            class_="outlines",
            visibility=None if show else "hidden",
            pointer_events="none",
            style=moved(LEFT - window.left * window.cell, TOP - window.top * window.cell, scale),
        ),
    )
