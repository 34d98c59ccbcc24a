"""The land that never changes: river, landmarks, some trees. For the eye only, but for the named spaces."""

from __future__ import annotations

from math import hypot, sqrt

from klatsch.core.definition import Say, View
from klatsch.drawing import SERIF, Piece, element, group, label, label_within, stops
from klatsch.games.four_armies.hexes import CHIP, HEXES, centre

RADIUS = 66.0
HALF = RADIUS * sqrt(3) / 2  # half a hex's height
WIDTH = 552
HEIGHT = 592
NAME = "#4a3a22"
LETTERS = 18  # the height of the smallest
GREENS = ("#cdd5ab", "#d5d8b0", "#c6d0a6", "#dad9b6", "#d0d3a9")

# What grows in the open: where in a hex it stands is in GROWTH.
PLANTS = {
    "pines": "M-7,6 0,-10 7,6Z M5,9 11,-5 17,9Z",
    "hills": "M-14,5C-8,-6 0,-6 4,5C7,-2 13,-3 17,5Z",
    "grass": "M-6,4 -8,-4 -4,4 -3,-6 -1,4 3,-4 2,4Z",
}
GROWTH = (
    (("pines", 24, -34), ("grass", -20, 36)),
    (("hills", -18, -36), ("grass", 30, 24)),
    (("grass", 26, -36), ("pines", -26, 34)),
    (("hills", 18, 38), ("grass", -26, -34)),
)

# The landmarks around (0, 0), in the upper two thirds of their hex.
MOUNTAIN = (
    ("M-40,16 L-14,-34 L2,-10 L14,-24 L40,16 Z", "url(#fa-rock)"),
    ("M-14,-34 L-21,-20 L-14,-23 L-8,-17 L-5,-20 Z M14,-24 L8,-15 L14,-17 L20,-14 Z", "#fdfaf2"),
    ("M-44,6 C-30,-2 -22,12 -8,4 C4,-2 14,10 26,3 C34,-1 40,4 44,2 V10 C36,14 28,8 18,12 C6,17 -4,8 -16,13 "
     "C-28,17 -36,8 -44,13 Z", "#f5f1e6"),
)  # fmt: skip
TREE = (
    ("M-5,20 C-3,4 -4,-4 -8,-12 L-2,-8 C0,-14 2,-18 8,-22 C5,-14 5,-6 5,0 C6,8 6,14 8,20 Z", "#6d4c31"),
    ("M-34,-12 C-40,-26 -22,-38 -10,-32 C-4,-42 18,-42 22,-32 C36,-32 38,-16 28,-12 C20,-6 8,-10 2,-12 "
     "C-8,-6 -26,-4 -34,-12 Z", "#7c9560"),
    ("M24,-12 H26 V2 C31,2 31,12 25,12 C19,12 19,2 24,2 Z M25,4.5 C22,4.5 22,9.5 25,9.5 C28,9.5 28,4.5 25,4.5 Z",
     "#5a3f28"),
)  # fmt: skip
TOWER = (
    ("M-12,20 L-9,-16 H9 L12,20 Z", "#b79a72"),
    ("M-16,-30 H-9 V-26 H-3.5 V-30 H3.5 V-26 H9 V-30 H16 V-15 H-16 Z", "#9c7f58"),
    ("M-4,20 V8 C-4,3 4,3 4,8 V20 Z M-2.5,-8 H2.5 V0 H-2.5 Z", "#5a4128"),
    ("M-1,-30 V-44 H1 L16,-39 L1,-34 V-30 Z", "#a5382b"),
)
PORT = (
    ("M-36,18 V-6 L-24,-18 L-12,-6 V18 Z M10,18 V-4 L22,-16 L34,-4 V18 Z", "#c7a67d"),
    ("M-39,-5 L-24,-21 L-9,-5 Z M7,-3 L22,-19 L37,-3 Z", "#9a4f35"),
    ("M-12,18 V-14 H10 V18 Z", "#d9c096"),
    ("M-14,-14 L-14,-32 L-7,-24 L-1,-36 L5,-24 L12,-32 V-14 Z", "#d9a520"),
    ("M-5,18 V4 C-5,-2 3,-2 3,4 V18 Z", "#5a4128"),
)
LANDMARKS = {
    "foggy_mountain": MOUNTAIN,
    "hangmans_tree": TREE,
    "lookout_post": TOWER,
    "riverport_of_chip": PORT,
}


def middle(name: str) -> tuple[float, float]:
    x, y = centre(HEXES.index(name))
    return WIDTH / 2 + 1.5 * RADIUS * x, HEIGHT / 2 - HALF * y


def corners(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    half = radius * sqrt(3) / 2
    offsets = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
    return [(x + dx * radius, y + dy * half) for dx, dy in offsets]


def points(x: float, y: float, radius: float) -> str:
    return " ".join(f"{px:.1f},{py:.1f}" for px, py in corners(x, y, radius))


def definitions() -> str:
    plants = (element("path", id=f"fa-{plant}", d=path) for plant, path in PLANTS.items())
    return "".join(
        [
            element("radialGradient", stops("#f7edd6", "#ead9b8"), id="fa-table", cx="0.5", cy="0.4", r="0.8"),
            element("linearGradient", stops("#a9a394", "#7d776b"), id="fa-rock", x1="0", y1="0", x2="0", y2="1"),
            element("polygon", id="fa-hex", points=points(0, 0, RADIUS + 5)),
            *plants,
        ]
    )


def ground(name: str, said: str) -> Piece:
    """One hex: what is clicked, named for those who don't see it. A piece because the name tells who stands there."""
    fill = GREENS[(HEXES.index(name) * 7) % len(GREENS)]
    return Piece(
        f"hex-{name}",
        element("polygon", id=f"hex-{name}", class_="anchor", points=points(*middle(name), RADIUS - 1.5), fill=fill,
                stroke="#8b8a62", stroke_width=1.5, aria_label=said),
    )  # fmt: skip


def growth(view: View) -> list[str]:
    named = view["places"].values()
    return [
        element("use", href=f"#fa-{plant}", x=round(middle(name)[0] + dx), y=round(middle(name)[1] + dy))
        for number, name in enumerate(HEXES)
        if name not in named
        for plant, dx, dy in GROWTH[number * 3 % len(GROWTH)]
    ]


def river(view: View) -> str:
    """From Foggy Mountain through Chip and out of the land."""
    (x, y), (chip_x, chip_y) = middle(view["places"]["foggy_mountain"]), middle(HEXES[CHIP])
    dx, dy = chip_x - x, chip_y - y
    out = 1 + HALF / hypot(dx, dy)
    bend_x, bend_y = -dy * 0.16, dx * 0.16
    path = (
        f"M{x:.0f},{y:.0f} C{x + dx / 3 + bend_x:.0f},{y + dy / 3 + bend_y:.0f} "
        f"{x + dx * 2 / 3 - bend_x:.0f},{y + dy * 2 / 3 - bend_y:.0f} {chip_x:.0f},{chip_y:.0f} "
        f"S{chip_x + dx * 0.75 - bend_x:.0f},{chip_y + dy * 0.75 - bend_y:.0f} "
        f"{chip_x + dx * out:.0f},{chip_y + dy * out:.0f}"
    )
    return "".join(
        element("path", d=path, fill="none", stroke=colour, stroke_width=width)
        for colour, width in (("#8fb4b8", 17), ("#a9cdd0", 11))
    )


def landmark(place: str, name: str, say: Say) -> str:
    x, y = middle(name)
    drawn = [element("path", d=path, fill=fill) for path, fill in LANDMARKS[place]]
    return group(
        f"place-{place}",
        element("polygon", points=points(x, y, RADIUS - 6), fill="#f3e6bf", fill_opacity=0.75, stroke="#9a7a2c",
                stroke_width=2.5),
        element("g", *drawn, transform=f"translate({x:.1f},{y - 10:.1f})scale(.9)", stroke=NAME, fill_rule="evenodd",
                stroke_linejoin="round"),
        element("g", *written(say("place." + place), x, y + 30), fill=NAME, font_family=SERIF, font_weight="700"),
    )  # fmt: skip


def written(name: str, x: float, y: float) -> list[str]:
    """A place's name on one line, or on two."""
    words = name.split(" ", 1)
    if len(words) == 1:
        return [within(name, x, y + 8)]
    return [within(word, x, y + 15 * i) for i, word in enumerate(words)]


def within(word: str, x: float, y: float) -> str:
    """A word of a name, within its hex."""
    return label_within(word, x, y, LETTERS, 88, 0.54, LETTERS, text_anchor="middle")


def hex_name(name: str) -> str:
    x, y = middle(name)
    return label(name, round(x - 45.5), round(y + 5), LETTERS)


def reconstructed(say: Say) -> str:
    """What isn't as in the published game, in a corner under the map."""
    lines = wrapped(say("board.reconstructed"))
    return "".join(
        label(line, 8, HEIGHT - 10 - 18 * (len(lines) - 1 - i), LETTERS, text_anchor="start", fill=NAME)
        for i, line in enumerate(lines)
    )


def wrapped(sentence: str) -> list[str]:
    """In lines that a corner of the map has room for."""
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + len(word) > 19:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def rim() -> str:
    """A dark edge around the land, under the hexes."""
    middles = (middle(name) for name in HEXES)
    return element("g", *(element("use", href="#fa-hex", x=x, y=round(y, 1)) for x, y in middles), fill="#8b7a52")


def land(view: View, say: Say) -> Piece:
    """All that lies on the hexes and never changes."""
    return Piece(
        "land",
        group(
            "land",
            element("g", *growth(view), fill="#a7b27e", opacity=0.8),
            river(view),
            *(landmark(place, name, say) for place, name in view["places"].items()),
            element("g", *map(hex_name, HEXES), fill="#4d4b33"),
            *([reconstructed(say)] if view["reconstruction"] else []),
            pointer_events="none",
        ),
    )
