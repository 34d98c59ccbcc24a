"""Beside the campus: the action track, the action grid, support, and the dice of an attack.

Every faction has one marker, which goes from the track to the grid and back.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label
from klatsch.drawing import label_within as any_label_within
from klatsch.games.chocolate_coin import names, shapes
from klatsch.games.chocolate_coin.shapes import Attributes, moved, use

WIDTH = 300  # of all of these panels
PANEL = "#fbf6ec"
LINE = "#b79f7c"
ASKED = "#f4c430"
SOFT = "#5d4a33"
Look: TypeAlias = str | float | None
LEAST = 17  # the smallest letters: 11 pixels on the smallest wide screen


def label_within(text: str, x: float, y: float, size: float, room: float, em: float = 0.65, **look: Look) -> str:
    return any_label_within(text, x, y, size, room, em, LEAST, **look)


@cache
def plate(height: float) -> str:
    return element("rect", x=1, y=1, width=WIDTH - 2, height=height - 2, rx=12, fill=PANEL, stroke=LINE,
                   stroke_width=1.4)  # fmt: skip


# ── The action track ──────────────────────────────────────────────────────────────────────────────────────────────

TRACK_HEIGHT = 74
STEP = 72
PLACE_Y = 48


def place_x(place: int) -> float:
    """The middle of a place; the Delayed line is between the second and the third."""
    return 40 + STEP * place + (4 if place > 1 else 0)


@cache
def track_board(say: Say) -> str:
    parts = [plate(TRACK_HEIGHT)]
    look: Attributes = {"width": 64, "height": 42, "rx": 8, "fill": "#fffdf7", "stroke": LINE}
    for i in range(4):
        parts.append(element("rect", x=place_x(i) - 32, y=PLACE_Y - 21, stroke_dasharray="5 4", **look))
        parts.append(label(str(i + 1), place_x(i) - 22, PLACE_Y + 6, 17, font_weight="700", fill="#6b5a44"))
    line = (place_x(1) + place_x(2)) / 2
    parts.append(element("path", d=f"M{line:g},6V{TRACK_HEIGHT - 6}", stroke="#a3122a", stroke_width=2.5))
    title: Attributes = {"text_anchor": "start", "font_family": SERIF, "font_weight": "700", "fill": INK}
    parts.append(label_within(say("board.track"), 9, 20, 17, line - 14, 0.55, **title))
    parts.append(
        label_within(say("board.delayed"), line + 6, 20, 17, WIDTH - line - 12, font_weight="700", fill="#8f1026")
    )
    return "".join(parts)


def asked_place(view: View) -> tuple[Piece, ...]:
    """The light behind the marker of the faction that is asked."""
    for place, faction in enumerate(view["track"]):
        if faction is not None and faction == view["asked"] and not is_on_grid(view, faction):
            look: Attributes = {"width": 64, "height": 42, "rx": 8, "fill": ASKED, "opacity": 0.5}
            style = moved(place_x(place) - 32, PLACE_Y - 21)
            return (Piece("asked", group("asked", element("rect", **look), style=style, pointer_events="none")),)
    return ()


def is_on_grid(view: View, faction: str) -> bool:
    return any(view[column] and view[column]["faction"] == faction for column in ("primary", "secondary"))


def track_pieces(view: View, say: Say) -> tuple[Piece, ...]:
    markers = [
        marker(faction, say, place_x(place) + 11, PLACE_Y)
        for place, faction in enumerate(view["track"])
        if faction is not None and not is_on_grid(view, faction)
    ]
    return (*asked_place(view), *sorted(markers))


def marker(faction: str, say: Say, x: float, y: float) -> Piece:
    id = f"marker-{faction}"
    name = say("faction." + faction)
    return Piece(id, group(id, use(f"cube-{faction}"), class_="anchor", aria_label=name, style=moved(x, y)))


# ── The action grid ───────────────────────────────────────────────────────────────────────────────────────────────

CELL_HEIGHT, PRIMARY_WIDTH, SECONDARY_WIDTH = 76, 104, 84
GRID_HEIGHT = 3 * (CELL_HEIGHT + 4) + 12
SECONDARY_X = 8 + PRIMARY_WIDTH + 14
ROWS = (("ops-special", "ops_special"), ("event", "event"), ("ops", "ops"))
SECOND = (
    (("op", "one_op"), ("event", "event")),
    (("ops", "ops"), ("special", "special")),
    (("op", "one_op"), ("special", "special")),
)


def row_top(row: int) -> float:
    return 8 + row * (CELL_HEIGHT + 4)


def written(words: str, width: float, **look: str | float | None) -> str:
    """The words of a cell: on one line, or broken where they have a plus."""
    lines = [part.strip() for part in words.split("+")]
    lines = [f"{line} +" for line in lines[:-1]] + lines[-1:]
    return "".join(
        label_within(line, width / 2, 22 + 17 * i, 17, width - 8, 0.7, text_anchor="middle", **look)
        for i, line in enumerate(lines)
    )


@cache
def grid_board(say: Say) -> str:
    parts = [plate(GRID_HEIGHT)]
    for row, (id, word) in enumerate(ROWS):
        box: Attributes = {"width": PRIMARY_WIDTH, "height": CELL_HEIGHT, "rx": 8, "fill": "#f3e3c6", "stroke": LINE}
        parts.append(
            group(
                f"grid-primary-{id}",
                element("rect", **box),
                written(say("board." + word), PRIMARY_WIDTH, font_weight="700", fill=INK),
                class_="anchor",
                aria_label=f"{say('board.primary')}: {say('board.' + word)}",
                style=moved(8, row_top(row)),
            )
        )
        arrow = f"M{SECONDARY_X - 11},{row_top(row) + CELL_HEIGHT / 2 - 6:g}l8,6l-8,6z"
        parts.append(element("path", d=arrow, fill=INK))
    return "".join(parts)


def second_choices(view: View, row: int) -> list[tuple[str, str]]:
    """What the secondary action may be beside a row's primary one: ids and words."""
    return [(id, word) for id, word in SECOND[row] if row > 0 or id != "event" or view["event_second"]]


def grid_row(view: View, say: Say, row: int) -> Piece:
    """The secondary column; only the row in play can be chosen from, so only it has names."""
    live = view["row"] == row
    parts = []
    for i, (id, word) in enumerate(second_choices(view, row)):
        words = f"{say('board.secondary')}: {say('board.' + word)}"
        named: Attributes = {"id": f"grid-secondary-{id}", "class_": "anchor", "aria_label": words} if live else {}
        look: Attributes = {"fill": "#e9d6b3" if live else "#f7efdf", "stroke": INK if live else LINE}
        box = element("rect", width=SECONDARY_WIDTH, height=CELL_HEIGHT, rx=7, **look)
        name = written(say("board." + word), SECONDARY_WIDTH, fill=INK, font_weight="700" if live else "500")
        parts.append(element("g", box, name, **named, style=moved(secondary_x(i), row_top(row))))
    return Piece(f"grid-row-{row + 1}", group(f"grid-row-{row + 1}", *parts))


def secondary_x(number: int) -> float:
    return SECONDARY_X + number * (SECONDARY_WIDTH + 4)


def grid_pieces(view: View, say: Say) -> tuple[Piece, ...]:
    pieces = [grid_row(view, say, row) for row in range(3)]
    below = CELL_HEIGHT - 17
    markers = []
    if view["primary"]:
        x = 8 + PRIMARY_WIDTH / 2
        markers.append(marker(view["primary"]["faction"], say, x, row_top(view["row"]) + below))
    if view["secondary"]:
        choices = [id for id, _ in SECOND[view["row"]]]
        x = secondary_x(choices.index(view["secondary"]["choice"])) + SECONDARY_WIDTH / 2
        markers.append(marker(view["secondary"]["faction"], say, x, row_top(view["row"]) + below))
    return (*pieces, *sorted(markers))


# ── Support ───────────────────────────────────────────────────────────────────────────────────────────────────────

SUPPORT_HEIGHT = 112
TINTS = ("cc-frost", "cc-hearth", "cc-harbour")


def support_x(area: int) -> float:
    return 50 + 100 * area


def support_board(view: View) -> str:
    head: Attributes = {"font_family": SERIF, "font_weight": "700", "fill": INK, "text_anchor": "middle"}
    areas = enumerate(view["areas"])
    return plate(SUPPORT_HEIGHT) + "".join(
        label_within(entry["name"], support_x(area), 22, 17, 94, 0.55, **head) for area, entry in areas
    )


def support_piece(view: View, say: Say, area: int) -> Piece:
    entry = view["areas"][area]
    side = entry["support"]
    id = f"support-{entry['id']}"
    held = say("board.neutral") if side == "neutral" else say("faction." + side)
    parts = [element("circle", r=38, fill=f"url(#{TINTS[area]})", stroke="#5d6b75", stroke_width=2.2)]
    if side == "neutral":
        parts.append(label_within(held, 0, 6, 17, 68, 0.55, text_anchor="middle", fill="#3d4a52"))
    else:
        parts.append(use(f"cube-{side}", 0, 0, 1.5))
    words = say("label.support", area=entry["name"], side=held)
    return Piece(id, group(id, *parts, class_="anchor", aria_label=words, style=moved(support_x(area), 69)))


# ── The deck, or the dice of an attack ────────────────────────────────────────────────────────────────────────────

DICE_HEIGHT = 58


def dice_board(view: View, say: Say) -> str:
    """Below: that the map isn't the published one."""
    mark = names.reconstruction(view["reconstruction"])
    return label_within(say(mark), 4, DICE_HEIGHT - 3, 17, WIDTH - 8, 0.55, fill=SOFT) if mark else ""


def dice_pieces(view: View, say: Say) -> tuple[Piece, ...]:
    attack = view["attack"]
    if not attack:
        left = say("board.cards_left", cards=view["cards_left"])
        return (Piece("deck", group("deck", label_within(left, 4, 24, 18, WIDTH - 8, 0.6, fill=SOFT))),)
    parts = [use(f"cube-{attack['faction']}", 20, 20)]
    for i, value in enumerate(attack["dice"]):
        die = shapes.rolled(value, value <= attack["strength"])
        parts.append(group(f"die-{i + 1}", die, style=moved(58 + i * 34, 20), data_thrown="die"))
    hits = say("board.hits", hits=attack["hits"])
    parts.append(label_within(hits, WIDTH - 4, 26, 18, 66, text_anchor="end", font_weight="700", fill=INK))
    return (Piece("attack", group("attack", *parts, style=moved(0, 0))),)
