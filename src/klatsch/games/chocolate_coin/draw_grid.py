"""The action track and the action grid: a small board of its own, with a marker a faction that goes from one to the
other."""

from __future__ import annotations

from collections.abc import Iterator

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label, label_within
from klatsch.games.chocolate_coin.shapes import Attributes, moved, use

TOP, HEIGHT = 20, 310
PANEL = "#fbf6ec"
LINE = "#b79f7c"
ASKED = "#f4c430"


def panel(x: float, y: float, width: float, height: float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, rx=12, fill=PANEL, stroke=LINE, stroke_width=1.4)


def title(text: str, x: float, y: float) -> str:
    return label(text, x, y, 18, text_anchor="start", font_family=SERIF, font_weight="700", fill=INK)


# ── The action track ──────────────────────────────────────────────────────────────────────────────────────────────

TRACK_X, TRACK_WIDTH, STEP = 20, 160, 61


def place_y(place: int) -> float:
    """The middle of a place; the Delayed line is between the second and the third."""
    return TOP + 64 + STEP * place + (12 if place > 1 else 0)


def track_board(say: Say) -> str:
    parts = [panel(TRACK_X, TOP, TRACK_WIDTH, HEIGHT), title(say("board.track"), TRACK_X + 12, TOP + 26)]
    look: Attributes = {"width": TRACK_WIDTH - 20, "height": 54, "rx": 8, "fill": "#fffdf7", "stroke": LINE}
    for i in range(4):
        parts.append(element("rect", x=TRACK_X + 10, y=place_y(i) - 27, stroke_dasharray="5 4", **look))
        parts.append(label(str(i + 1), TRACK_X + 25, place_y(i) + 6, 17, font_weight="700", fill="#6b5a44"))
    line = place_y(2) - 33
    parts.append(element("path", d=f"M{TRACK_X + 8},{line:g}h{TRACK_WIDTH - 16}", stroke="#a3122a", stroke_width=2.5))
    end: Attributes = {"text_anchor": "end", "font_weight": "700", "fill": "#8f1026"}
    parts.append(label(say("board.delayed"), TRACK_X + TRACK_WIDTH - 10, line - 3, 13, **end))
    return "".join(parts)


def asked_place(view: View) -> Piece | None:
    """The light behind the marker of the faction that is asked."""
    for place, faction in enumerate(view["track"]):
        if faction is not None and faction == view["asked"] and not is_on_grid(view, faction):
            look: Attributes = {"width": TRACK_WIDTH - 58, "height": 42, "rx": 8, "fill": ASKED, "opacity": 0.5}
            style = moved(TRACK_X + 40, place_y(place) - 21)
            return Piece("asked", group("asked", element("rect", **look), style=style, pointer_events="none"))
    return None


def is_on_grid(view: View, faction: str) -> bool:
    return any(view[column] and view[column]["faction"] == faction for column in ("primary", "secondary"))


# ── The action grid ───────────────────────────────────────────────────────────────────────────────────────────────

GRID_X, GRID_WIDTH = 190, 378
CELL_HEIGHT, PRIMARY_WIDTH, SECONDARY_WIDTH = 85, 138, 102
SECONDARY_X = GRID_X + PRIMARY_WIDTH + 25
ROWS = (("ops-special", "ops_special"), ("event", "event"), ("ops", "ops"))
SECOND = (
    (("op", "one_op"), ("event", "event")),
    (("ops", "ops"), ("special", "special")),
    (("op", "one_op"), ("special", "special")),
)


def row_top(row: int) -> float:
    return TOP + 38 + row * (CELL_HEIGHT + 5)


def grid_board(say: Say) -> str:
    parts = [panel(GRID_X, TOP, GRID_WIDTH, HEIGHT), title(say("board.grid"), GRID_X + 12, TOP + 26)]
    for row, (id, word) in enumerate(ROWS):
        box: Attributes = {"width": PRIMARY_WIDTH, "height": CELL_HEIGHT, "rx": 8, "fill": "#f3e3c6", "stroke": LINE}
        parts.append(
            group(
                f"grid-primary-{id}",
                element("rect", **box),
                label(say("board." + word), PRIMARY_WIDTH / 2, 28, 15.5, font_weight="700", fill=INK),
                class_="anchor",
                aria_label=f"{say('board.primary')}: {say('board.' + word)}",
                style=moved(GRID_X + 8, row_top(row)),
            )
        )
        arrow = f"M{SECONDARY_X - 13},{row_top(row) + CELL_HEIGHT / 2 - 6:g}l8,6l-8,6z"
        parts.append(element("path", d=arrow, fill=INK))
    return "".join(parts)


def grid_rows(view: View, say: Say) -> list[Piece]:
    """The secondary column; only the row in play can be chosen from, so only it has names."""
    return [grid_row(view, say, row) for row in range(3)]


def second_choices(view: View, row: int) -> list[tuple[str, str]]:
    """What the secondary action may be beside a row's primary one: ids and words."""
    return [(id, word) for id, word in SECOND[row] if row > 0 or id != "event" or view["event_second"]]


def grid_row(view: View, say: Say, row: int) -> Piece:
    live = view["row"] == row
    parts = []
    for i, (id, word) in enumerate(second_choices(view, row)):
        words = f"{say('board.secondary')}: {say('board.' + word)}"
        named: Attributes = {"id": f"grid-secondary-{id}", "class_": "anchor", "aria_label": words} if live else {}
        look: Attributes = {"fill": "#e9d6b3" if live else "#f7efdf", "stroke": INK if live else LINE}
        box = element("rect", width=SECONDARY_WIDTH, height=CELL_HEIGHT, rx=7, **look)
        look = {"fill": INK, "font_weight": "700" if live else "500", "text_anchor": "middle"}
        name = label_within(say("board." + word), SECONDARY_WIDTH / 2, 28, 17, SECONDARY_WIDTH - 8, 0.75, **look)
        parts.append(element("g", box, name, **named, style=moved(secondary_x(i), row_top(row))))
    return Piece(f"grid-row-{row + 1}", group(f"grid-row-{row + 1}", *parts))


def secondary_x(number: int) -> float:
    return SECONDARY_X + number * (SECONDARY_WIDTH + 4)


# ── Markers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def markers(view: View, say: Say) -> Iterator[Piece]:
    """Where every faction stands, on the track or on the grid; always in the order of the factions."""
    for faction, (x, y) in sorted(places(view).items()):
        name = label(say("short." + faction), 22, 6, 17, text_anchor="start", font_weight="700", fill=INK)
        id = f"marker-{faction}"
        style = moved(x, y)
        yield Piece(id, group(id, use(f"cube-{faction}", scale=0.9), name, style=style, pointer_events="none"))


def places(view: View) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {
        faction: (TRACK_X + 60, place_y(place)) for place, faction in enumerate(view["track"]) if faction is not None
    }
    if view["primary"]:
        found[view["primary"]["faction"]] = (GRID_X + 8 + 40, row_top(view["row"]) + 58)
    if view["secondary"]:
        choices = [id for id, _ in SECOND[view["row"]]]
        x = secondary_x(choices.index(view["secondary"]["choice"]))
        found[view["secondary"]["faction"]] = (x + 24, row_top(view["row"]) + 58)
    return found
