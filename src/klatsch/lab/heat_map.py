"""Heat maps: how often the places of a board were chosen, drawn on the game's own drawing.

A place is an element of the drawing with the id of an action's anchor. Its circle's area tells how often it was chosen;
whether winners chose it more often than others is told by colour and sign. A board without edges gets a plain grid.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from math import sqrt
from xml.etree import ElementTree

from klatsch.core.game import PUBLIC, Game
from klatsch.drawing import Drawing, element, label, number
from klatsch.lab.aggregates import Visits
from klatsch.lab.game_record import RELATIVE
from klatsch.lab.plots import figure

NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")
SHIFT = re.compile(r"translate\((-?[\d.]+)(?:px)?[ ,]*(-?[\d.]+)?(?:px)?\)")
SCALE = re.compile(r"scale\((-?[\d.]+)\)")
SVG = "{http://www.w3.org/2000/svg}"
REFERENCE = re.compile(r'(\bid="|href="#|url\(#)')
# From so much more often on, a place is the winners' or the others'.
MORE_OFTEN = 1.2
LEAST_VISITS = 0.1  # a game: what is chosen more seldom isn't judged, and of a kind that is none is drawn
MOST_CELLS = 9  # of a grid, from its middle


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


def tendency(visits: Visits) -> str:
    """`winners`, `others` or `both`."""
    if visits.times < LEAST_VISITS:
        return "both"
    if visits.by_winners >= MORE_OFTEN * visits.by_others:
        return "winners"
    return "others" if visits.by_others >= MORE_OFTEN * visits.by_winners else "both"


SIGNS = {"winners": "▲", "others": "▼", "both": ""}


# ── On the drawing ────────────────────────────────────────────────────────────────────────────────────


def board_map(game: Game, seats: int, visits: Mapping[str, Visits], title: str, lang: str, prefix: str) -> str:
    """The drawing of the first position with a circle on every place that was chosen; "" where there is none."""
    definition = game.definition
    drawn = definition.draw(game.new(seats).view(PUBLIC), definition.words.say(lang))
    assert isinstance(drawn, Drawing)
    drawing = drawn.svg
    used = {kind_of(place) for place, found in visits.items() if found.times >= LEAST_VISITS}
    boxes = places(drawn, {place: found for place, found in visits.items() if kind_of(place) in used})
    if not boxes:
        return ""
    marks = [mark(place, box, visits, boxes) for place, box in boxes.items()]
    inside = drawing[: drawing.rindex("</svg>")]
    # Several drawings on one page: each with ids of its own. The report tells the title.
    inside = REFERENCE.sub(lambda found: found[0] + prefix, inside)
    inside = re.sub(r"<title>.*?</title>", f"<title>{escape(title)}</title>", inside, count=1, flags=re.DOTALL)
    inside = re.sub(r' aria-label="[^"]*"| class="anchor"', "", inside)
    return inside.replace("<svg ", '<svg class="board-map" ', 1) + "".join(marks) + "</svg>"


def mark(place: str, box: Box, visits: Mapping[str, Visits], boxes: Mapping[str, Box]) -> str:
    family = [other for other in boxes if kind_of(other) == kind_of(place)]
    room = 0.46 * min(min(boxes[other].width, boxes[other].height) for other in family)
    most = max(visits[other].times for other in family)
    found = visits[place]
    x, y = box.middle
    radius = max(room * sqrt(found.times / most), 0.18 * room)
    size = min(20.0, max(13.0, 0.62 * room))
    text = SIGNS[tendency(found)] + short(found.times)
    return element("circle", cx=x, cy=y, r=radius, class_=f"heat {tendency(found)}") + label(
        text, x, y + 0.36 * size, size, class_="heat-text"
    )


def kind_of(place: str) -> str:
    """`sq` of `sq-e4`: places of a kind are compared with each other."""
    return place.partition("-")[0]


def short(times: float) -> str:
    return f"{times:.0f}" if times >= 9.95 else f"{times:.1f}" if times >= 0.095 else f"{times:.2f}".lstrip("0")


def places(drawing: Drawing, wanted: Mapping[str, object]) -> dict[str, Box]:
    """Where the wanted ids are drawn, on whichever panel."""
    boxes = {}
    for panel, spot in drawing.laid_out("", 0):
        root = ElementTree.fromstring(drawing.picture_of(panel.name))
        named = {found.get("id", ""): found for found in root.iter() if found.get("id")}
        for place in wanted:
            if place in named and (points := corners(named[place], named)):
                xs, ys = [spot.x + spot.scale * x for x, _ in points], [spot.y + spot.scale * y for _, y in points]
                boxes[place] = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return boxes


Points = list[tuple[float, float]]


def corners(found: ElementTree.Element, named: Mapping[str, ElementTree.Element]) -> Points:
    """Points around an element, where its own transform puts it. In a group a circle goes first: a piece lies there."""
    tag = found.tag.removeprefix(SVG)
    get = {name: float(value) for name, value in found.items() if NUMBERS.fullmatch(value)}
    x, y = get.get("x", 0.0), get.get("y", 0.0)
    points: Points = []
    if tag == "rect":
        points = [(x, y), (x + get["width"], y + get["height"])]
    elif tag == "circle":
        r, cx, cy = get["r"], get.get("cx", 0.0), get.get("cy", 0.0)
        points = [(cx - r, cy - r), (cx + r, cy + r)]
    elif tag in ("polygon", "path"):
        values = [float(value) for value in NUMBERS.findall(found.get("points") or found.get("d") or "")]
        points = list(zip(values[::2], values[1::2], strict=False))
    elif tag == "use":
        target = named.get((found.get("href") or "").removeprefix("#"))
        points = [(x + a, y + b) for a, b in corners(target, named)] if target is not None else []
    elif tag in ("g", "symbol"):
        circles = [child for child in found if child.tag == f"{SVG}circle"]
        points = [point for child in circles or found for point in corners(child, named)]
    return moved(points, found)


def moved(points: Points, found: ElementTree.Element) -> Points:
    told = f"{found.get('transform', '')} {found.get('style', '')}"
    shift, scale = SHIFT.search(told), SCALE.search(told)
    by = float(scale[1]) if scale else 1.0
    dx, dy = (float(shift[1]), float(shift[2] or 0)) if shift else (0.0, 0.0)
    return [(dx + by * x, dy + by * y) for x, y in points]


# ── On a grid ─────────────────────────────────────────────────────────────────────────────────────────


def grid_map(visits: Mapping[str, Visits], title: str) -> str:
    """Places by their coordinates, around the first thing laid; "" where a board has none."""
    cells = {coordinates(place): found for place, found in visits.items() if RELATIVE.fullmatch(place)}
    near = {at: found for at, found in cells.items() if max(map(abs, at)) <= MOST_CELLS}
    if not near:
        return ""
    most = max(found.times for found in near.values())
    side = 400 / (2 * MOST_CELLS + 2)
    parts = []
    for (column, row), found in sorted(near.items()):
        x, y = 200 + (column - 0.5) * side, 200 + (row - 0.5) * side
        strength = number(max(0.06, found.times / most))
        parts.append(
            element("rect", x=x, y=y, width=side - 1, height=side - 1, rx=2, class_="cell", fill_opacity=strength)
        )
    axis = [
        label(str(n), 200 + n * side, 412, 12, class_="quiet")
        + label(str(n), 2, 204 + n * side, 12, class_="quiet", text_anchor="start")
        for n in range(-MOST_CELLS + 1, MOST_CELLS, 4)
    ]
    return figure(420, title, *parts, *axis)


def coordinates(place: str) -> tuple[int, int]:
    """`at-3--2` is (3, −2)."""
    column, row = re.findall(r"(?<=-)-?\d+", place)
    return int(column), int(row)
