"""Chocolate to draw with: bevelled pieces (white dotted, milk plain, dark hatched), cards, backs and sugared tokens.

Everything is defined once and used by its id, so that a card is five short elements. A card is drawn in units of its
own: a cell of the table is 40 wide, so a card is 80, its edge 2, and its origin is the corner of its first piece.
"""

from __future__ import annotations

from functools import lru_cache

from klatsch.drawing import SEAT_COLOURS, element, label, polygon, stops

COCOA = "#2b1710"
CREAM = "#fff6e3"
GOLD = "#f0b429"
PANEL = "#fff8ea"
RIM = "#cdb894"
INK_ON_GOLD = "#14532d"

CELL = 40
EDGE = 2
PIECE = CELL - EDGE
LIFT = 5  # of a card on level 2

# Highlight, left, right and lower bevel, the face's two tones, and the pattern's colour.
TONES = {
    "w": ("#fffaf0", "#f7e9c9", "#dcc390", "#c8a96c", "#fdf3da", "#f1deb2", "#b8934f"),
    "m": ("#d59a68", "#bd7d4c", "#8b522c", "#744021", "#bb7946", "#a0622f", "#a0622f"),
    "d": ("#7d5442", "#5d3a2b", "#331b10", "#25120a", "#553325", "#3d2318", "#8d6450"),
}
NAMES = {"white": "w", "milk": "m", "dark": "d"}
OUTLINE = {"white": "#ffffff", "milk": "#ff9d4d", "dark": "#8fd3ff"}

Attributes = dict[str, str | float | None]


def use(name: str, x: float = 0, y: float = 0) -> str:
    return element("use", href=f"#choco-{name}", x=x or None, y=y or None)


# ── What is defined once ──────────────────────────────────────────────────────────────────────────


def piece_symbol(letter: str) -> str:
    """One piece, 38 × 38: four bevels round a raised face."""
    light, left, right, low, _, _, mark = TONES[letter]
    parts = [
        element("path", d="M0,0h38l-8,8h-22z", fill=light),
        element("path", d="M0,0l8,8v22l-8,8z", fill=left),
        element("path", d="M38,0v38l-8,-8v-22z", fill=right),
        element("path", d="M0,38l8,-8h22l8,8z", fill=low),
        element("rect", x=7.5, y=7.5, width=23, height=23, rx=2, fill=f"url(#choco-face-{letter})"),
    ]
    if letter == "w":
        spots = ((13, 13), (25, 13), (19, 19), (13, 25), (25, 25))
        parts += [element("circle", cx=x, cy=y, r=1.9, fill=mark) for x, y in spots]
    if letter == "d":
        hatch = "M10,17l7,-7M10,23l13,-13M11,29l18,-18M17,29l12,-12M23,29l6,-6"
        parts.append(element("path", d=hatch, stroke=mark, stroke_width=1.6, stroke_linecap="round"))
    if letter == "m":
        parts.append(element("path", d="M11,16q1,-5 7,-5", stroke=light, stroke_width=1.6, fill="none", opacity=0.8))
    return element("g", *parts, id=f"choco-{letter}")


def pair_symbol(left: str, right: str) -> str:
    return element("g", use(left), use(right, PIECE), id=f"choco-{left}{right}")


def card_rect(dx: float = 0, dy: float = 0, **attributes: str | float | None) -> str:
    return element("rect", x=dx - EDGE, y=dy - EDGE, width=2 * CELL, height=2 * CELL, rx=5, **attributes)


def raised() -> str:
    """Under a card of level 2: its shadow, its thickness, and a light edge."""
    shadow = card_rect(1.8 * LIFT, 2.5 * LIFT, fill="#140a05", opacity=0.6, filter="url(#choco-blur)")
    return shadow + card_rect(0.6 * LIFT, LIFT, fill="#140a05") + card_rect(fill="#e9c98a")


def foil() -> str:
    """The back of a hidden card: foil with a band."""
    band = element("path", d="M4,38h68", stroke="#d9a5ae", stroke_width=3, stroke_dasharray="4 4")
    return card_rect(fill="url(#choco-back)", stroke="#4b1420", stroke_width=2) + band


def sweet_symbol() -> str:
    """A token, 20 wide, round its middle: a sugar-coated sweet."""
    sugar = ((-3.5, 2.5), (3, 3.5), (4.5, -1), (0, 5.5), (-0.5, 0.5))
    return "".join(
        [
            element("ellipse", cy=2.5, rx=10.5, ry=10, fill=COCOA, opacity=0.45),
            element("circle", r=10, fill="url(#choco-sugar)", stroke="#8e2f4c", stroke_width=1.2),
            *(element("circle", cx=x, cy=y, r=0.9, fill="#fff") for x, y in sugar),
        ]
    )


def spot_symbols() -> str:
    """Where a card may go, told at its middle: a dot on free cells, a ring over other cards.

    A cell is 40 wide. The wide ones are for places without a neighbour: there a finger has twice the room.
    """
    ring: Attributes = {"stroke": INK_ON_GOLD, "stroke_width": 3}
    dot = element("circle", r=9, fill="#ffffff", **ring)
    over = element("circle", r=12, fill="none", **ring)
    over += element("circle", r=9.5, fill="#ffffff", fill_opacity=0.35, stroke="#ffffff", stroke_width=3)
    found = ""
    for name, mark in (("spot", dot), ("over", over)):
        for wide, half in (("", CELL / 2), ("-wide", CELL)):
            area = element("rect", x=-half, y=-half, width=2 * half, height=2 * half, fill="#fff", fill_opacity=0)
            box = f"{-half:g} {-half:g} {2 * half:g} {2 * half:g}"
            found += element("symbol", area, mark, id=f"choco-{name}{wide}", viewBox=box)
    return found


def weave() -> str:
    threads = [
        element("rect", width=12, height=12, fill="#c6d1b8"),
        element("path", d="M0,3h12M0,9h12", stroke="#cfdac2", stroke_width=2),
        element("path", d="M3,0v12M9,0v12", stroke="#bfcbb1", stroke_width=1.2, opacity=0.7),
    ]
    return element("pattern", *threads, id="choco-cloth", width=12, height=12, patternUnits="userSpaceOnUse")


def face_gradient(letter: str) -> str:
    tones = TONES[letter]
    return element("linearGradient", stops(tones[4], tones[5]), id=f"choco-face-{letter}", x2="0", y2="1")


def blur() -> str:
    spread: Attributes = {"x": "-0.3", "y": "-0.3", "width": "1.6", "height": "1.6"}
    return element("filter", element("feGaussianBlur", stdDeviation="2.5"), id="choco-blur", **spread)


def invitation() -> str:
    """A ring on a card where a token may go."""
    dark = element("circle", r=13.5, fill="none", stroke=COCOA, stroke_width=5)
    return dark + element("circle", r=13.5, fill="none", stroke="#fff", stroke_width=2.2, stroke_dasharray="3 3")


DEFINITIONS = "".join(
    [
        *(face_gradient(letter) for letter in TONES),
        *(piece_symbol(letter) for letter in TONES),
        *(pair_symbol(left, right) for left in TONES for right in TONES),
        weave(),
        element(
            "radialGradient", stops("#ffffff", "#f9b9c8", "#e0708f"), id="choco-sugar", cx="0.36", cy="0.3", r="0.8"
        ),
        element("linearGradient", stops("#8a2f3f", "#6d2030"), id="choco-back", x2="0", y2="1"),
        blur(),
        element("g", card_rect(fill=COCOA), id="choco-flat"),
        element("g", raised(), id="choco-raised"),
        element("g", foil(), id="choco-foil"),
        element("g", card_rect(fill="none", stroke=GOLD, stroke_width=4.5), id="choco-last"),
        element("g", card_rect(fill=PANEL, opacity=0.62), id="choco-veil"),
        element("g", sweet_symbol(), id="choco-sweet"),
        element("g", invitation(), id="choco-ring"),
        spot_symbols(),
    ]
)


# ── What is drawn with it ─────────────────────────────────────────────────────────────────────────


def moved(x: float, y: float, scale: float = 1) -> str:
    """The style that puts something at its place: what keeps its id glides there."""
    place = f"transform:translate({round(x, 1):g}px,{round(y, 1):g}px)"
    return place if scale == 1 else f"{place} scale({round(scale, 3):g})"


def fitted(x: float, y: float, size: float) -> str:
    """The style that puts the corner of a card at a point and makes its side `size` long."""
    scale = size / (2 * CELL)
    return moved(x + EDGE * scale, y + EDGE * scale, scale)


@lru_cache(maxsize=256)  # the same few faces are drawn again and again
def card(pieces: str) -> str:
    """A card of two by two pieces, in its own units."""
    return use("flat") + pairs(pieces)


def raised_card(pieces: str) -> str:
    """A card of level 2; its shadow is no part of it."""
    return use("raised") + element("g", pairs(pieces), data_outline="")


def pairs(pieces: str) -> str:
    return use(pieces[:2]) + use(pieces[2:], 0, PIECE)


def piece(letter: str, x: float, y: float, size: float) -> str:
    place = f"translate({x:g},{y:g}) scale({round(size / PIECE, 3):g})"
    return element("use", href=f"#choco-{letter}", transform=place)


def badge(seat: int, x: float, y: float) -> str:
    """A seat's own shape and colour, with its number."""
    fill = SEAT_COLOURS[seat]
    shapes = (
        element("circle", cx=x, cy=y, r=14, fill=fill),
        element("rect", x=x - 13, y=y - 13, width=26, height=26, rx=3, fill=fill),
        polygon(((x, y - 16), (x + 16, y + 12), (x - 16, y + 12)), fill=fill),
        polygon(((x, y - 17), (x + 17, y), (x, y + 17), (x - 17, y)), fill=fill),
    )
    ink = "#ffffff" if seat == 1 else "#1d1814"
    return shapes[seat] + label(str(seat + 1), x, y + 6, 16, font_weight="700", fill=ink)
