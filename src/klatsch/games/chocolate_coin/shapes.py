"""The shapes of the table: suits, cubes, houses, dice, gifts. Drawn around (0, 0) and moved into place."""

from __future__ import annotations

from klatsch.drawing import element, label

# Okabe–Ito colours, one a faction; the suit on every token tells them apart without colour.
COLOURS = {"santa": "#d55e00", "ie": "#0072b2", "elf": "#009e73", "bp": "#f4f0f6"}
EDGES = {"santa": "#6e2f00", "ie": "#003a5c", "elf": "#004d38", "bp": "#6b4a63"}
SUIT_PATHS = {
    "diamonds": "M0,-9 L7,0 L0,9 L-7,0 Z",
    "hearts": "M0,8 C-12,-1 -7,-9.5 0,-4 C7,-9.5 12,-1 0,8 Z",
    "spades": "M0,-9 C10,0 9,7 1.5,4.5 L3,9 L-3,9 L-1.5,4.5 C-9,7 -10,0 0,-9 Z",
    "clubs": "M-2.2,9 L-1,3 A4.2,4.2 0 1 1 -3.4,-2.6 A4.2,4.2 0 1 1 3.4,-2.6 A4.2,4.2 0 1 1 1,3 L2.2,9 Z",
}
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def at(x: float, y: float, *parts: str, scale: float = 1, id: str | None = None) -> str:
    grown = f" scale({scale:g})" if scale != 1 else ""
    return element("g", *parts, id=id, transform=f"translate({x:g},{y:g}){grown}")


def suit(name: str, fill: str, scale: float = 1.0) -> str:
    return element("path", d=SUIT_PATHS[name], fill=fill, transform=f"scale({scale:g})")


def emblem(faction: str, suits: dict[str, str], scale: float = 1.0) -> str:
    return suit(suits[faction], "#4c2f45" if faction == "bp" else "#fffaf0", scale)


def cube(faction: str, suits: dict[str, str]) -> str:
    """A wooden cube, 30 wide, with the faction's suit."""
    fill, edge = COLOURS[faction], EDGES[faction]
    return (
        element("path", d="M-15,-10 l6,-6 h26 l-6,6 z", fill=fill, stroke=edge, stroke_width=1)
        + element("path", d="M11,-10 l6,-6 v24 l-6,7 z", fill=edge, stroke=edge, stroke_width=1)
        + element("rect", x=-15, y=-10, width=26, height=25, rx=2, fill=fill, stroke=edge, stroke_width=1.4)
        + at(-2, 2.5, emblem(faction, suits, 0.95))
    )


def house(faction: str, suits: dict[str, str]) -> str:
    """A base, 30 wide."""
    fill, edge = COLOURS[faction], EDGES[faction]
    return element(
        "path", d="M-15,15 V-3 L0,-16 L15,-3 V15 Z", fill=fill, stroke=edge, stroke_width=1.6, stroke_linejoin="round"
    ) + at(0, 4, emblem(faction, suits))


def die(value: int, fill: str, edge: str, pip: str, size: float = 28) -> str:
    half = size / 2
    step = size * 0.26
    pips = "".join(
        element("circle", cx=round(x * step, 2), cy=round(y * step, 2), r=round(size * 0.095, 2), fill=pip)
        for x, y in PIPS[value]
    )
    face = element(
        "rect", x=-half, y=-half, width=size, height=size, rx=size * 0.2, fill=fill, stroke=edge, stroke_width=1.8
    )
    return face + pips


def spy(stealth: int) -> str:
    """A Big Plastic unit."""
    return die(stealth, "#fbf8fc", "#6b4a63", "#4c2f45")


def mole(stealth: int) -> str:
    """A Big Plastic base: a die under a roof."""
    roof = element("path", d="M-16,-11 L0,-20 L16,-11 Z", fill="#6b4a63", stroke="#4c2f45", stroke_linejoin="round")
    return roof + at(0, 2, die(stealth, "#e9dcea", "#4c2f45", "#4c2f45", 25))


def gift(value: int) -> str:
    """A gift die, with a bow."""
    bow = element(
        "path",
        d="M0,-14 c-9,-11 -15,-2 0,0 c15,-2 9,-11 0,0",
        fill="#b3122d",
        stroke="#6d0a1a",
        stroke_width=1,
    )
    return die(value, "#f7d774", "#8a6412", "#5b0f1c", 27) + bow


def fir() -> str:
    """A snowy fir, 22 high."""
    return element("path", d="M0,-14 L7,-4 H3 L10,6 H-10 L-3,-4 H-7 Z M-2,6 h4 v5 h-4 z", fill="#5d8a73") + element(
        "path", d="M0,-14 L3,-9 L-3,-9 Z", fill="#ffffff"
    )


def sign(kind: str) -> str:
    """Workshop, dock or cane, 24 wide."""
    if kind == "workshop":
        return element(
            "path",
            d="M-12,10 V-2 L-5,3 V-2 L2,3 V-10 H6 V3 L12,-1 V10 Z",
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
    drawn = [label(line, x, y + i * size * gap, size, text_anchor="start", fill=fill) for i, line in enumerate(lines)]
    return "".join(drawn), y + len(lines) * size * gap
