"""ChoCo drawn as SVG, from the view only: seats, table, tally and the own hand, from top to bottom."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Drawing, Piece, element, group, label
from klatsch.games.choco.chocolate import (
    COCOA,
    CREAM,
    DEFINITIONS,
    GOLD,
    NAMES,
    badge,
    card,
    card_back,
    piece,
    sweet,
)
from klatsch.games.choco.outlines import outlines
from klatsch.games.choco.text import text

__all__ = ["draw", "text"]

WIDTH = 720
EDGE = 12
SEATS_TOP, SEATS_HEIGHT = 12, 108
TABLE_TOP, TABLE_HEIGHT = 130, 556
TALLY_TOP, TALLY_HEIGHT = 696, 60
HAND_TOP = 768
CARD = 42  # a piece of a hand card
SLOT = 174
UNSEEN_TOP = 936
HEIGHT = 984
INSIDE = WIDTH - 2 * EDGE
QUIET = "#5d4634"
MOST_CELL = 62
LIFT = 0.13  # of a card on level 2, in cells

Attributes = dict[str, str | float | None]


def turned(pieces: str, quarters: int) -> str:
    for _ in range(quarters):
        pieces = pieces[2] + pieces[0] + pieces[3] + pieces[1]
    return pieces


def start(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    return label(text, x, y, size, text_anchor="start", **attributes)


def board() -> str:
    return "".join(
        [
            element("rect", width=WIDTH, height=HEIGHT, rx=16, fill="#efe2cc"),
            element(
                "rect", x=EDGE - 5, y=TABLE_TOP - 5, width=INSIDE + 10, height=TABLE_HEIGHT + 10, rx=14, fill="#8d9b7a"
            ),
            element("rect", x=EDGE, y=TABLE_TOP, width=INSIDE, height=TABLE_HEIGHT, rx=10, fill="url(#choco-cloth)"),
        ]
    )


# ── Seats ─────────────────────────────────────────────────────────────────────────────────────────


def seat_panel(view: View, say: Say, seat: int) -> Piece:
    many = len(view["hands"])
    width = (INSIDE - 8 * (many - 1)) / many
    x = EDGE + seat * (width + 8)
    active = view["actor"] == seat or (view["actor"] == -1 and view["turn"] == seat and view["cards"])
    colour = view["colours"][seat]
    parts = [
        element(
            "rect",
            x=x,
            y=SEATS_TOP,
            width=width,
            height=SEATS_HEIGHT,
            rx=12,
            fill="#fff8ea" if active else "#f6ebd6",
            stroke=GOLD if active else "#cdb894",
            stroke_width=4 if active else 1.5,
        ),
        badge(seat, x + 24, SEATS_TOP + 25),
        start(say("seat", number=seat + 1), x + 46, SEATS_TOP + 31, 17, font_family=SERIF, font_weight="700", fill=INK),
    ]
    if colour:
        parts.append(piece(NAMES[colour], x + width - 38, SEATS_TOP + 9, 30))
    room = min(20.0, (width - 20) / 6)
    parts += [sweet(x + 20 + room * i, SEATS_TOP + 56, 7) for i in range(view["tokens"][seat])]
    back = min(35.0, (width - 16) / 4 - 5)
    for i, held in enumerate(view["hands"][seat]):
        parts.append(small_card(held, x + 10 + i * (back + 5), SEATS_TOP + 69, back - 2))
    return Piece(f"seat-{seat + 1}", group(f"seat-{seat + 1}", *parts, class_="anchor"))


def small_card(held: View, x: float, y: float, size: float) -> str:
    """A card of a hand beside its owner's name: its face if the viewer knows it, what was told of it if not."""
    ring: Attributes = {"fill": "none", "stroke": GOLD, "stroke_width": 3, "rx": 5}
    marks = element("rect", x=x - 2, y=y - 2, width=size + 4, height=size + 4, **ring) if held["offered"] else ""
    if held["face"]:
        place = f"translate({x:g},{y:g})"
        return element("g", card(held["face"], size / 2), transform=place) + marks
    if not held["told"]:
        return card_back(x, y, size) + marks
    big = 13 if len(held["told"]) == 1 else 10
    top = y + (size - (big + 1) * len(held["told"])) / 2
    told = "".join(
        piece(NAMES[colour], x + 3, top + (big + 1) * i, big)
        + start(str(n), x + big + 6, top + (big + 1) * i + big - 1, big + 1, fill=CREAM, font_weight="700")
        for i, (colour, n) in enumerate(held["told"].items())
    )
    plain = element("rect", x=x, y=y, width=size, height=size, rx=4, fill="#6d2030", stroke="#4b1420")
    return plain + told + marks


# ── The table ─────────────────────────────────────────────────────────────────────────────────────


def frame(view: View) -> tuple[float, float, float]:
    """Where the frame's corner lies, and the size of a cell."""
    columns, rows = len(view["columns"]), len(view["rows"])
    size = float(min(INSIDE // columns, TABLE_HEIGHT // rows, MOST_CELL))
    left = EDGE + (INSIDE - columns * size) / 2
    return left, TABLE_TOP + (TABLE_HEIGHT - rows * size) / 2, size


def rulers(view: View) -> Piece:
    """The coordinates along the upper and left edge, as the notation has them."""
    left, top, size = frame(view)
    step = 1 if size >= 30 else 2
    across = [
        label(str(x).replace("-", "−"), left + (i + 0.5) * size, TABLE_TOP + 15, 13, fill="#3d4a2e")
        for i, x in enumerate(view["columns"])
        if x % step == 0
    ]
    down = [
        start(str(y).replace("-", "−"), EDGE + 5, top + (j + 0.5) * size + 5, 13, fill="#3d4a2e")
        for j, y in enumerate(view["rows"])
        if y % step == 0
    ]
    return Piece("rulers", group("rulers", *across, *down, pointer_events="none"))


def corner(view: View, laid: View) -> tuple[float, float]:
    """Where a card's upper left corner is drawn, lifted a little on level 2."""
    left, top, size = frame(view)
    column, row = laid["place"]
    lift = size * LIFT if laid["level"] == 2 else 0.0
    return left + column * size - lift * 0.6, top + row * size - lift


def laid_card(view: View, laid: View) -> Piece:
    _, _, size = frame(view)
    x, y = corner(view, laid)
    upper = laid["level"] == 2
    lift = size * LIFT
    parts = []
    if upper:
        deep: Attributes = {"rx": size * 0.15, "fill": "#140a05"}
        shadow: Attributes = {"x": lift * 1.7, "y": lift * 2.4, "width": 2 * size, "height": 2 * size, **deep}
        parts.append(element("rect", opacity=0.6, filter="url(#choco-blur)", **shadow))
        parts.append(element("rect", x=lift * 0.6, y=lift, width=2 * size, height=2 * size, **deep))
    parts.append(card(laid["pieces"], size, "#e9c98a" if upper else COCOA))
    if laid["number"] == len(view["cards"]):
        last: Attributes = {"rx": size * 0.14, "fill": "none", "stroke": GOLD, "stroke_width": max(2.5, size * 0.08)}
        parts.append(element("rect", width=2 * size, height=2 * size, **last))
    id = f"card-{laid['number']}"
    return Piece(id, group(id, *parts, class_="anchor", style=f"transform:translate({x:g}px,{y:g}px)"))


def token(view: View, laid: View) -> Piece | None:
    """The token on a card, or a ring where one may go; above all cards, so that nothing hides it."""
    _, _, size = frame(view)
    x, y = token_spot(view, laid, size)
    if laid["token"]:
        drawn = sweet(x, y, size * 0.34)
    elif laid["number"] in (view["choice"] or {}).get("tokens", []):
        ring: Attributes = {"cx": x, "cy": y, "r": size * 0.34, "fill": "none"}
        drawn = element("circle", stroke=COCOA, stroke_width=6, **ring)
        drawn += element("circle", stroke="#ffffff", stroke_width=2.5, stroke_dasharray="3 4", **ring)
    else:
        return None
    left, top = corner(view, laid)
    id = f"token-{laid['number']}"
    style = f"transform:translate({left:g}px,{top:g}px)"
    return Piece(id, group(id, drawn, pointer_events="none", style=style))


def token_spot(view: View, laid: View, size: float) -> tuple[float, float]:
    """The middle of a card; of one that is partly covered, the middle of a piece that shows."""
    column, row = laid["place"]
    corners = [(i % 2, i // 2) for i in range(4)]
    if laid["level"] == 1:
        covered = covered_cells(view)
        corners = [(dx, dy) for dx, dy in corners if (column + dx, row + dy) not in covered] or corners
    if len(corners) == 4:
        return size, size
    dx, dy = corners[0]
    return (dx + 0.5) * size, (dy + 0.5) * size


def covered_cells(view: View) -> set[tuple[int, int]]:
    upper = [laid["place"] for laid in view["cards"] if laid["level"] == 2]
    return {(column + i % 2, row + i // 2) for column, row in upper for i in range(4)}


def target(view: View, place: View) -> Piece:
    """Where the chosen card may go, told at its middle: a dot on free cells, a ring over other cards."""
    left, top, size = frame(view)
    column, row = place["place"]
    cx, cy = left + (column + 1) * size, top + (row + 1) * size
    ring: Attributes = {"cx": cx, "cy": cy, "stroke_width": max(2.0, size * 0.07)}
    if place["level"] == 2:
        mark = element("circle", r=size * 0.24, fill="#ffffff", fill_opacity=0.35, stroke="#ffffff", **ring)
        mark += element("circle", r=size * 0.31, fill="none", stroke="#14532d", **ring)
    else:
        mark = element("circle", r=size * 0.17, fill="#ffffff", stroke="#14532d", **ring)
    touch = element("rect", x=cx - size / 2, y=cy - size / 2, width=size, height=size, fill="#fff", fill_opacity=0)
    id = f"at-{place['at'][0]}-{place['at'][1]}"
    return Piece(id, group(id, touch, mark, class_="anchor"))


# ── The tally ─────────────────────────────────────────────────────────────────────────────────────


def tally_chip(view: View, say: Say, number: int, colour: str) -> Piece:
    width = (INSIDE - 16) / 3
    x = EDGE + number * (width + 8)
    tally = view["tally"][colour]
    neutral = colour == view["neutral"]
    owners = [seat for seat, owned in enumerate(view["colours"]) if owned == colour]
    if neutral:
        many = sum(found["neutral"] for found in view["groups"])
        line = say("board.neutral_groups", groups=many)
    elif tally["from_neutral"]:
        line = say("board.with_neutral", pieces=tally["largest"], more=tally["from_neutral"])
    else:
        line = say("board.largest", pieces=tally["largest"])
    points = str(tally["points"]) if owners else ""
    ringed = view["phase"] == "colour" and view["actor"] == view["viewer"] and not owners
    above = say("board.neutral") if neutral else names_of(owners, say)
    title = f"{say('colour.' + colour)} · {above}"
    box: Attributes = {"width": width, "height": TALLY_HEIGHT, "rx": 12, "fill": "#fff8ea"}
    edge: Attributes = {"stroke": GOLD if ringed else "#cdb894", "stroke_width": 4 if ringed else 1.5}
    parts = [
        element("rect", x=x, y=TALLY_TOP, **box, **edge),
        piece(NAMES[colour], x + 8, TALLY_TOP + 12, 36),
        start(title, x + 52, TALLY_TOP + 25, 14, fill=INK, font_weight="700"),
        start(line, x + 52, TALLY_TOP + 46, 13.5, fill=QUIET),
        label(points, x + width - 10, TALLY_TOP + 30, 24, fill=INK, font_weight="700", text_anchor="end"),
    ]
    return Piece(f"colour-{colour}", group(f"colour-{colour}", *parts, class_="anchor"))


def names_of(owners: list[int], say: Say) -> str:
    if not owners:
        return say("board.nobody")
    if len(owners) == 1:
        return say("seat", number=owners[0] + 1)
    return say("board.team", first=owners[0] + 1, second=owners[1] + 1)


# ── The own hand ──────────────────────────────────────────────────────────────────────────────────


def hand_slot(view: View, say: Say, slot: int, held: View) -> Piece:
    x = EDGE + slot * SLOT
    y = HAND_TOP + 26
    choice = view["choice"] or {}
    chosen = choice.get("card") == slot
    id = f"hand-{slot + 1}"
    faces = [element("g", card(held["face"], CARD), style=f"transform:translate({x}px,{y}px)")]
    if chosen or held["offered"]:
        ring: Attributes = {"width": 2 * CARD + 6, "height": 2 * CARD + 6, "rx": 8, "fill": "none", "stroke": GOLD}
        faces.append(element("rect", x=x - 3, y=y - 3, stroke_width=5, **ring))
    parts = [group(id, *faces, class_="anchor")]
    ways = 2 if turned(held["face"], 2) == held["face"] else 4
    for quarters in range(ways):
        legal = [slot, quarters] in choice.get("cards", []) or (chosen and quarters == choice["turns"])
        parts.append(turn_choice(id, held["face"], quarters, x + 2 * CARD + 6, y, legal))
    notes = hand_notes(held, view["viewer"], say)
    parts += [start(note, x, y + 2 * CARD + 16 + 15 * i, 13, fill=QUIET) for i, note in enumerate(notes[:3])]
    return Piece(f"{id}-slot", group(f"{id}-slot", *parts))


def turn_choice(id: str, face: str, quarters: int, x: float, y: float, legal: bool) -> str:
    size = 18
    dx, dy = x + quarters % 2 * 41, y + quarters // 2 * 44
    mark = element("rect", x=-3, y=-3, width=42, height=42, rx=6, fill=GOLD if legal else "none")
    drawn = mark + card(turned(face, quarters), size)
    style = f"transform:translate({dx:g}px,{dy + 2:g}px)"
    return group(f"{id}-turn-{quarters}", drawn, class_="anchor", style=style, opacity=1 if legal else 0.35)


def hand_notes(held: View, viewer: int, say: Say) -> list[str]:
    """What the others know of an own card."""
    notes = [say("board.told", pieces=n, colour=say("colour." + colour)) for colour, n in held["told"].items()]
    if held["given_by"] is not None:
        notes.insert(0, say("board.given_by", who=say("seat", number=held["given_by"] + 1)))
    return notes


def has_hand(view: View) -> bool:
    """Is there a hand to play from? At the end there is none; what is left of it is shown with the seats."""
    return 0 <= view["viewer"] < len(view["hands"]) and view["ended"] is None


def hand_head(view: View, say: Say) -> Piece:
    head = start(say("board.your_hand"), EDGE, HAND_TOP + 14, 17, font_family=SERIF, font_weight="700", fill=INK)
    parts = [head] if has_hand(view) else []
    layers = min(6, (view["stack"] + 3) // 4)
    parts += [card_back(WIDTH - EDGE - 40 - 2 * i, HAND_TOP - 4 - i, 20) for i in range(layers)]
    stack = say("board.stack", cards=view["stack"])
    parts.append(label(stack, WIDTH - EDGE - 60, HAND_TOP + 14, 15, fill=INK, text_anchor="end", font_weight="600"))
    return Piece("hand-head", group("hand-head", *parts))


def unseen(view: View, say: Say) -> Piece:
    """Every face that may still be in the stack or in another hand, and how often."""
    if not view["unseen"]:
        return Piece("unseen", group("unseen"))
    parts = [start(say("board.unseen"), EDGE, UNSEEN_TOP + 4, 14, fill=QUIET, font_weight="600")]
    step = INSIDE / 21
    for i, (face, many) in enumerate(view["unseen"].items()):
        x = EDGE + i * step
        parts.append(element("g", card(face, 10), transform=f"translate({x:g},{UNSEEN_TOP + 12})"))
        if many > 1:
            parts.append(start(str(many), x + 21.5, UNSEEN_TOP + 29, 12, fill=INK, font_weight="700"))
    return Piece("unseen", group("unseen", *parts))


def draw(view: View, say: Say, show_outlines: bool = False) -> Drawing:
    """The drawing; its layer `outlines` (largest groups, neutral contacts) is hidden unless asked for."""
    left, top, size = frame(view)
    choice = view["choice"] or {}
    pieces = [seat_panel(view, say, seat) for seat in range(len(view["hands"]))]
    pieces.append(rulers(view))
    pieces += [laid_card(view, laid) for laid in sorted(view["cards"], key=lambda laid: int(laid["level"]))]
    tokens = [token(view, laid) for laid in view["cards"]]
    pieces += [drawn for drawn in tokens if drawn is not None]
    pieces.append(outlines(view, say, left, top, size, show_outlines))
    pieces += [target(view, place) for place in choice.get("places", [])]
    pieces += [tally_chip(view, say, i, colour) for i, colour in enumerate(view["tally"])]
    pieces.append(hand_head(view, say))
    if has_hand(view):
        pieces += [hand_slot(view, say, slot, held) for slot, held in enumerate(view["hands"][view["viewer"]])]
    pieces.append(unseen(view, say))
    return Drawing(WIDTH, HEIGHT, say("board.title"), DEFINITIONS, board(), tuple(pieces))
