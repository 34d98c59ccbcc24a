"""The shapes of the table: suits, cubes, houses, dice, gifts: defined once, round (0, 0), and used by their ids."""

from __future__ import annotations

from functools import cache
from html import escape

from klatsch.drawing import INK, element, number, thrown

# Okabe–Ito colours, one a faction; the suit on every token tells them apart without colour.
COLOURS = {"santa": "#d55e00", "ie": "#0072b2", "elf": "#009e73", "bp": "#f4f0f6"}
EDGES = {"santa": "#6e2f00", "ie": "#003a5c", "elf": "#004d38", "bp": "#6b4a63"}
SUIT_PATHS = {
    "diamonds": "M0,-9L7,0L0,9L-7,0 Z",
    "hearts": "M0,8 C-12,-1 -7,-9.5 0,-4 C7,-9.5 12,-1 0,8 Z",
    "spades": "M0,-9 C10,0 9,7 1.5,4.5L3,9L-3,9L-1.5,4.5 C-9,7 -10,0 0,-9 Z",
    "clubs": "M-2.2,9L-1,3 A4.2,4.2 0 1 1 -3.4,-2.6 A4.2,4.2 0 1 1 3.4,-2.6 A4.2,4.2 0 1 1 1,3L2.2,9 Z",
}
STEEL = "#1d4f73"  # Internal Elfairs' houses and lines
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


Attributes = dict[str, str | float | None]


def at(x: float, y: float, *parts: str, scale: float = 1) -> str:
    """Something that stays where it is."""
    grown = f" scale({round(scale, 2):g})" if scale != 1 else ""
    return element("g", *parts, transform=f"translate({round(x, 1):g},{round(y, 1):g}){grown}")


def moved(x: float, y: float, scale: float = 1) -> str:
    """The style that puts something at its place: what keeps its id glides there."""
    grown = f" scale({round(scale, 2):g})" if scale != 1 else ""
    return f"transform:translate({round(x, 1):g}px,{round(y, 1):g}px){grown}"


def use(name: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: str | float | None) -> str:
    """A shape of the definitions, at a place and in a size."""
    if scale == 1:
        return element("use", href=f"#cc-{name}", x=round(x, 1) or None, y=round(y, 1) or None, **attributes)
    place = f"translate({round(x, 1):g},{round(y, 1):g}) scale({round(scale, 2):g})"
    return element("use", href=f"#cc-{name}", transform=place, **attributes)


# ── What is drawn with them ───────────────────────────────────────────────────────────────────────────────────────


def suit(name: str, fill: str, x: float, y: float, scale: float = 1) -> str:
    return use(name, x, y, scale, fill=fill)


def spy(stealth: int) -> str:
    """A Big Plastic unit: a die."""
    return use("spy") + use(f"pips-{stealth}", stroke="#4c2f45")


def mole(stealth: int) -> str:
    """A Big Plastic base: a die under a roof."""
    return use("mole") + use(f"pips-{stealth}", 0, 2, 0.9, stroke="#4c2f45")


def gift(value: int) -> str:
    """A gift die, with a bow."""
    return use("gift") + use(f"pips-{value}", stroke="#5b0f1c")


def rolled(value: int, hit: bool) -> str:
    """A die of an attack; a hit has a double edge, so that its colour isn't all that tells it."""
    return use("hit" if hit else "miss") + use(f"pips-{value}", stroke=INK)


# ── What is defined once ──────────────────────────────────────────────────────────────────────────────────────────


@cache
def definitions(suits: tuple[str, ...]) -> str:
    """Every shape under an id; which faction has which suit is the board file's business."""
    parts = [element("path", id=f"cc-{name}", d=path) for name, path in SUIT_PATHS.items()]
    parts += [symbol(f"cube-{faction}", cube(faction, suit)) for faction, suit in zip(COLOURS, suits, strict=True)]
    parts += [symbol(f"base-{faction}", house(faction, suits[i])) for i, faction in enumerate(COLOURS) if i in (0, 2)]
    parts += [pips(value) for value in PIPS]
    parts += [
        symbol("spy", die("#fbf8fc", "#6b4a63")),
        symbol("mole", ROOF + at(0, 2, die("#e9dcea", "#4c2f45"), scale=0.9)),
        symbol("gift", die("#f7d774", "#8a6412") + BOW),
        symbol("miss", die("#ffffff", INK)),
        symbol("hit", die("#f9e4a0", INK) + HIT_EDGE),
        *(thrown(f"roll {value}", "die", use("miss"), use(f"pips-{value}", stroke=INK)) for value in PIPS),
        symbol("space", SPACE),
        symbol("precinct", precinct()),
        symbol("fir", fir()),
        *(symbol(kind, sign(kind)) for kind in ("workshop", "dock", "cane")),
    ]
    return "".join(parts)


def symbol(name: str, *parts: str) -> str:
    return element("g", *parts, id=f"cc-{name}")


def cube(faction: str, suit: str) -> str:
    """A wooden cube, 30 wide, with the faction's suit."""
    fill, edge = COLOURS[faction], EDGES[faction]
    return (
        element("path", d="M-15,-10l6,-6h26l-6,6z", fill=fill, stroke=edge)
        + element("path", d="M11,-10l6,-6v24l-6,7z", fill=edge, stroke=edge)
        + element("rect", x=-15, y=-10, width=26, height=25, rx=2, fill=fill, stroke=edge, stroke_width=1.4)
        + use(suit, -2, 2.5, 0.95, fill=emblem(faction))
    )


def emblem(faction: str) -> str:
    return "#4c2f45" if faction == "bp" else "#fffaf1"


def house(faction: str, suit: str) -> str:
    """A base, 30 wide."""
    look: Attributes = {"fill": COLOURS[faction], "stroke": EDGES[faction], "stroke_width": 1.6}
    walls = element("path", d="M-15,15V-3L0,-16L15,-3V15Z", stroke_linejoin="round", **look)
    return walls + use(suit, 0, 4, fill=emblem(faction))


def die(fill: str, edge: str) -> str:
    """A die without pips, 28 wide."""
    return element("rect", x=-14, y=-14, width=28, height=28, rx=5.5, fill=fill, stroke=edge, stroke_width=1.8)


def pips(value: int) -> str:
    """Round dots, for they are lines without length."""
    dots = "".join(f"M{7 * x} {7 * y}h0" for x, y in PIPS[value])
    return element("path", d=dots, id=f"cc-pips-{value}", stroke_width=5.4, stroke_linecap="round")


def precinct() -> str:
    """A round house of Internal Elfairs; the outer circle is room for a finger."""
    look: Attributes = {"stroke": STEEL, "stroke_width": 2}
    room = element("circle", r=44, fill="#fff", fill_opacity=0)
    return room + element("circle", r=32, fill="#eef4f8", **look) + element("circle", r=27, fill="#fbfdff", **look)


ROOF = element("path", d="M-16,-11L0,-20L16,-11Z", fill="#6b4a63", stroke="#4c2f45", stroke_linejoin="round")
BOW = element("path", d="M0,-14c-9,-11 -15,-2 0,0c15,-2 9,-11 0,0", fill="#b3122d", stroke="#6d0a1a")
HIT_EDGE = element("rect", x=-11, y=-11, width=22, height=22, rx=4, fill="none", stroke="#a37a00", stroke_width=1.2)
SPACE_LOOK: Attributes = {"fill": "#ffffff", "fill_opacity": 0.75, "stroke": "#5d6b75", "stroke_width": 1.5}
SPACE = element("rect", x=-18.5, y=-18.5, width=37, height=37, rx=5, stroke_dasharray="5 4", **SPACE_LOOK)


def fir() -> str:
    """A snowy fir, 22 high."""
    return element("path", d="M0,-14L7,-4 H3L10,6 H-10L-3,-4 H-7 Z M-2,6 h4 v5 h-4 z", fill="#5d8a73") + element(
        "path", d="M0,-14L3,-9L-3,-9 Z", fill="#ffffff"
    )


def sign(kind: str) -> str:
    """Workshop, dock or cane, 24 wide."""
    if kind == "workshop":
        return element(
            "path",
            d="M-12,10 V-2L-5,3 V-2L2,3 V-10 H6 V3L12,-1 V10 Z",
            fill="#5a4633",
            stroke="#33261a",
            stroke_linejoin="round",
        )
    if kind == "dock":
        return element(
            "path",
            d="M0,-11 a3,3 0 1 1 -0.1,0 M0,-5 V10 M-6,-2 H6 M-10,3 C-9,10 -4,10 0,10 C4,10 9,10 10,3",
            fill="none",
            stroke="#1f4a66",
            stroke_width=2.4,
            stroke_linecap="round",
        )
    cane = "M-5,11 V-4 A5,5 0 0 1 5,-4"
    return (
        element("path", d=cane, fill="none", stroke="#a3122a", stroke_width=5, stroke_linecap="round")
        + element("path", d=cane, fill="none", stroke="#fff", stroke_width=5, stroke_dasharray="3 5")
        + element("path", d="M-10,6 A12,9 0 0 0 10,1", fill="none", stroke="#3d4a52", stroke_width=2.6)
    )


def wrapped(text: str, x: float, y: float, size: float, width: float, fill: str, gap: float = 1.2) -> tuple[str, float]:
    """Text in lines no wider than `width`; the markup, and where the next line would be."""
    most = max(8, int(width / (size * 0.54)))
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += " " + word
        else:
            lines.append(word)
    step = number(round(size * gap, 1))
    spans = [element("tspan", escape(line), x=x, dy=step if i else None) for i, line in enumerate(lines)]
    drawn = element("text", *spans, y=round(y, 1), font_size=size, fill=fill)
    return drawn, y + len(lines) * size * gap
