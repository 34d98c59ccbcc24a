"""The layer that outlines groups on request: each colour's largest, and the neutral ones with their contacts."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import Piece, element, group, label
from klatsch.games.choco.chocolate import COCOA, CREAM, NAMES, OUTLINE, piece

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]

# The four sides of a cell: the neighbour there, and the side's two ends.
SIDES = (
    ((0, -1), (0, 0), (1, 0)),
    ((1, 0), (1, 0), (1, 1)),
    ((0, 1), (1, 1), (0, 1)),
    ((-1, 0), (0, 1), (0, 0)),
)
LETTER_NAMES = {letter: name for name, letter in NAMES.items()}


def visible(view: View) -> dict[Cell, str]:
    """The letter of the piece that shows on each cell; cards come in the order of laying, so the upper ones last."""
    shown = {}
    for card in sorted(view["cards"], key=lambda card: int(card["level"])):
        column, row = card["place"]
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


def path(edges: list[Edge], size: float) -> str:
    return " ".join(f"M{a * size:g},{b * size:g} L{c * size:g},{d * size:g}" for (a, b), (c, d) in edges)


def tick(edge: Edge, size: float) -> str:
    """A short line across the middle of a side: a contact."""
    (a, b), (c, d) = edge
    x, y = (a + c) / 2 * size, (b + d) / 2 * size
    dx, dy = (d - b) * size * 0.17, (c - a) * size * 0.17
    return f"M{x - dx:g},{y - dy:g} L{x + dx:g},{y + dy:g}"


def stroke(d: str, colour: str, width: float, dashes: str | None = None) -> str:
    """A line that shows on every chocolate: a dark casing with the colour in it."""
    return "".join(
        element(
            "path",
            d=d,
            fill="none",
            stroke=ink,
            stroke_width=thick,
            stroke_linecap="round",
            stroke_dasharray=dashes if ink == colour else None,
        )
        for ink, thick in ((COCOA, width + 3), (colour, width))
    )


def outline(found: View, shown: dict[Cell, str], size: float) -> str:
    cells = {(x, y) for x, y in found["cells"]}
    sides = border(cells)
    parts = [
        stroke(
            path([edge for _, edge in sides], size), OUTLINE[found["colour"]], 3.5, "7 6" if found["neutral"] else None
        )
    ]
    if found["neutral"]:
        for beyond, edge in sides:
            letter = shown.get(beyond)
            if letter is not None:
                parts.append(stroke(tick(edge, size), OUTLINE[LETTER_NAMES[letter]], 4))
    return "".join(parts)


def contact_label(found: View, size: float, say: Say) -> str:
    (first, first_contacts), (second, second_contacts) = found["contacts"].items()
    x, y = found["cells"][len(found["cells"]) // 2]
    words = say(
        "board.contacts",
        pieces=len(found["cells"]),
        first=say("colour." + first),
        first_contacts=first_contacts,
        second=say("colour." + second),
        second_contacts=second_contacts,
    )
    middle, low = (x + 0.5) * size, (y + 0.5) * size
    parts = [
        element("title", words),
        element(
            "rect", x=middle - 41, y=low - 14, width=82, height=28, rx=14, fill=COCOA, stroke=CREAM, stroke_width=1.5
        ),
    ]
    for colour, many, at in ((first, first_contacts, middle - 33), (second, second_contacts, middle + 3)):
        parts.append(piece(NAMES[colour], at, low - 6.5, 13))
        parts.append(label(str(many), at + 15, low + 5, 14, fill=CREAM, font_weight="700", text_anchor="start"))
    return element("g", *parts)


def outlines(view: View, say: Say, left: float, top: float, size: float, show: bool) -> Piece:
    """Hidden unless asked for: the page shows it by its id `outlines`."""
    shown = visible(view)
    drawn = [outline(found, shown, size) for found in view["groups"]]
    drawn += [contact_label(found, size, say) for found in view["groups"] if found["neutral"]]
    return Piece(
        "outlines",
        group(
            "outlines",
            *drawn,
            class_="outlines",
            visibility=None if show else "hidden",
            pointer_events="none",
            style=f"transform:translate({left:g}px,{top:g}px)",
        ),
    )
