"""Chocolate to draw with: bevelled pieces (white dotted, milk plain, dark hatched), cards, backs and sugared tokens."""

from __future__ import annotations

from functools import lru_cache

from klatsch.drawing import SEAT_COLOURS, element, label, polygon, stops

COCOA = "#2b1710"
CREAM = "#fff6e3"
GOLD = "#f0b429"

# Highlight, left, right and lower bevel, the face's two tones, and the pattern's colour.
TONES = {
    "w": ("#fffaf0", "#f7e9c9", "#dcc390", "#c8a96c", "#fdf3da", "#f1deb2", "#b8934f"),
    "m": ("#d59a68", "#bd7d4c", "#8b522c", "#744021", "#bb7946", "#a0622f", "#a0622f"),
    "d": ("#7d5442", "#5d3a2b", "#331b10", "#25120a", "#553325", "#3d2318", "#8d6450"),
}
NAMES = {"white": "w", "milk": "m", "dark": "d"}
OUTLINE = {"white": "#ffffff", "milk": "#ff9d4d", "dark": "#8fd3ff"}


def piece_symbol(letter: str) -> str:
    """One piece, 40 × 40: four bevels round a raised face."""
    light, left, right, low, _, _, mark = TONES[letter]
    parts = [
        polygon(((0, 0), (40, 0), (32, 8), (8, 8)), fill=light),
        polygon(((0, 0), (8, 8), (8, 32), (0, 40)), fill=left),
        polygon(((40, 0), (40, 40), (32, 32), (32, 8)), fill=right),
        polygon(((0, 40), (8, 32), (32, 32), (40, 40)), fill=low),
        element("rect", x=7.5, y=7.5, width=25, height=25, rx=2, fill=f"url(#choco-face-{letter})"),
    ]
    if letter == "w":
        spots = ((14, 14), (26, 14), (20, 20), (14, 26), (26, 26))
        parts += [element("circle", cx=x, cy=y, r=1.9, fill=mark) for x, y in spots]
    if letter == "d":
        hatch = "M10,18 L18,10 M10,25 L25,10 M11,31 L31,11 M17,31 L31,17 M24,31 L31,24"
        parts.append(element("path", d=hatch, stroke=mark, stroke_width=1.6, stroke_linecap="round"))
    if letter == "m":
        parts.append(element("path", d="M11,16 Q12,11 18,11", stroke=light, stroke_width=1.6, fill="none", opacity=0.8))
    return element("symbol", *parts, id=f"choco-{letter}", viewBox="0 0 40 40")


def face_gradient(letter: str) -> str:
    tones = TONES[letter]
    return element("linearGradient", stops(tones[4], tones[5]), id=f"choco-face-{letter}", x2="0", y2="1")


def weave() -> str:
    threads = [
        element("rect", width=12, height=12, fill="#c6d1b8"),
        element("path", d="M0,3 h12 M0,9 h12", stroke="#cfdac2", stroke_width=2),
        element("path", d="M3,0 v12 M9,0 v12", stroke="#bfcbb1", stroke_width=1.2, opacity=0.7),
    ]
    return element("pattern", *threads, id="choco-cloth", width=12, height=12, patternUnits="userSpaceOnUse")


DEFINITIONS = "".join(
    [
        *(face_gradient(letter) for letter in TONES),
        *(piece_symbol(letter) for letter in TONES),
        weave(),
        element(
            "radialGradient", stops("#ffffff", "#f9b9c8", "#e0708f"), id="choco-sweet", cx="0.36", cy="0.3", r="0.8"
        ),
        element("linearGradient", stops("#8a2f3f", "#6d2030"), id="choco-back", x2="0", y2="1"),
        element(
            "filter",
            element("feGaussianBlur", stdDeviation="3"),
            id="choco-blur",
            x="-0.3",
            y="-0.3",
            width="1.6",
            height="1.6",
        ),
    ]
)


def piece(letter: str, x: float, y: float, size: float) -> str:
    return element("use", href=f"#choco-{letter}", x=x, y=y, width=size, height=size)


@lru_cache(maxsize=4096)  # the same few faces are drawn again and again
def card(pieces: str, size: float, edge: str = COCOA) -> str:
    """A card of two by two pieces, its corner at the origin; `size` is that of a piece."""
    inset = max(0.7, size * 0.045)
    side = size - inset
    spots = ((inset, inset), (size, inset), (inset, size), (size, size))
    back = element("rect", width=2 * size, height=2 * size, rx=size * 0.12, fill=edge)
    return back + "".join(piece(letter, x, y, side) for letter, (x, y) in zip(pieces, spots, strict=True))


@lru_cache(maxsize=1024)
def card_back(x: float, y: float, size: float) -> str:
    """The back of a hidden card: foil with a band."""
    band = f"M{x + 3:g},{y + size / 2:g} h{size - 6:g}"
    return element(
        "rect", x=x, y=y, width=size, height=size, rx=4, fill="url(#choco-back)", stroke="#4b1420"
    ) + element("path", d=band, stroke="#d9a5ae", stroke_width=1.4, stroke_dasharray="2 2")


@lru_cache(maxsize=1024)
def sweet(x: float, y: float, radius: float) -> str:
    """A token: a sugar-coated sweet."""
    sugar = ((-0.35, 0.25), (0.3, 0.35), (0.45, -0.1), (0, 0.55), (-0.05, 0.05))
    return "".join(
        [
            element("ellipse", cx=x, cy=y + radius * 0.25, rx=radius * 1.05, ry=radius, fill=COCOA, opacity=0.45),
            element(
                "circle", cx=x, cy=y, r=radius, fill="url(#choco-sweet)", stroke="#8e2f4c", stroke_width=radius * 0.12
            ),
            *(
                element("circle", cx=x + dx * radius, cy=y + dy * radius, r=radius * 0.09, fill="#fff")
                for dx, dy in sugar
            ),
        ]
    )


def badge(seat: int, x: float, y: float) -> str:
    """A seat's own shape and colour, with its number."""
    fill = SEAT_COLOURS[seat]
    shapes = (
        element("circle", cx=x, cy=y, r=13, fill=fill),
        element("rect", x=x - 12, y=y - 12, width=24, height=24, rx=3, fill=fill),
        polygon(((x, y - 15), (x + 15, y + 11), (x - 15, y + 11)), fill=fill),
        polygon(((x, y - 16), (x + 16, y), (x, y + 16), (x - 16, y)), fill=fill),
    )
    ink = "#ffffff" if seat == 1 else "#1d1814"
    return shapes[seat] + label(str(seat + 1), x, y + 5, 14, font_weight="700", fill=ink)
