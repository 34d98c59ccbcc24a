"""How units look: an outline and an emblem for each army, a glyph for each kind. Colour alone tells nothing."""

from __future__ import annotations

from klatsch.drawing import element, emblem, stops, thrown

CREAM = "#fbf3e0"
INK = "#2e2118"

# Light and dark side of each army's counters, from the Okabe–Ito colours.
COLOURS = {
    "human": ("#2f8fc7", "#005a8c"),
    "elf": ("#1fae86", "#00704f"),
    "dwarf": ("#e37a2c", "#b04a00"),
    "goblin": ("#c06fa2", "#8b3f72"),
    "falcon": ("#f3bd45", "#c98a00"),
}
# The counter's outline, about 60 across: shield, leaf, anvil-cut square, thorned round, kite.
OUTLINES = {
    "human": "M-28,-28 H28 V4 C28,20 12,29 0,34 C-12,29 -28,20 -28,4 Z",
    "elf": "M0,-34 C22,-26 31,-10 31,2 C31,20 17,32 0,32 C-17,32 -31,20 -31,2 C-31,-10 -22,-26 0,-34 Z",
    "dwarf": "M-18,-30 H18 L31,-17 V19 L18,32 H-18 L-31,19 V-17 Z",
    "goblin": "M0,-34 L10,-25 L24,-26 L24,-11 L33,0 L24,12 L24,27 L10,25 L0,34 L-10,25 L-24,27 L-24,12 L-33,0 "
    "L-24,-11 L-24,-26 L-10,-25 Z",
    "falcon": "M0,-36 L33,-4 L18,32 H-18 L-33,-4 Z",
}
# What stands on it, above the middle: sword, leaf, axe, fangs, bird.
EMBLEMS = {
    "human": "M0,-25 L3.5,-20 V-6 H10 V-1.5 H3 V6 H-3 V-1.5 H-10 V-6 H-3.5 V-20 Z",
    "elf": "M0,-26 C10,-19 12,-9 0,2 C-12,-9 -10,-19 0,-26 Z M-1,-20 V7 H1 V-20 Z",
    "dwarf": "M-2,-25 H2 V7 H-2 Z M3,-23 C14,-24 17,-14 13,-5 C10,-11 7,-12 3,-12 Z "
    "M-3,-23 C-14,-24 -17,-14 -13,-5 C-10,-11 -7,-12 -3,-12 Z",
    "goblin": "M-15,-19 L-8,-15 H8 L15,-19 L11,-6 C9,1 5,5 0,5 C-5,5 -9,1 -11,-6 Z",
    "falcon": "M0,-25 C3,-25 4,-21 3,-18 C10,-19 17,-15 20,-8 C13,-9 8,-7 4,-4 L6,5 H-6 L-4,-4 C-8,-7 -13,-9 -20,-8 "
    "C-17,-15 -10,-19 -3,-18 C-4,-21 -3,-25 0,-25 Z",
}
# The badge below: a spear's head, a horseshoe, a crown.
GLYPHS = {
    "regular": "M0,-7.5 L4,-1.5 L1.3,1 V7.5 H-1.3 V1 L-4,-1.5 Z",
    "mounted": "M-6,-6.5 H-2.8 C-4,-1 -3.6,3.6 0,3.6 C3.6,3.6 4,-1 2.8,-6.5 H6 C8.2,1.5 5.6,7.4 0,7.4 "
    "C-5.6,7.4 -8.2,1.5 -6,-6.5 Z",
    "hero": "M-8,-5 L-4,-0.5 L0,-7.5 L4,-0.5 L8,-5 L6.4,6 H-6.4 Z",
}


# The two sides of a unit that is flipped to rally: a standard on the front, a lattice on the back.
FLIPPED = {
    "face up": (CREAM, "M-9,22 V-22 M-9,-20 H15 L9,-11 L15,-2 H-9"),
    "face down": ("#8a6d4f", "M-20,-8 H20 M-20,8 H20 M-8,-20 V20 M8,-20 V20"),
}


def definitions(armies: list[str]) -> str:
    """The counters of these armies, to be placed by `counter`, and how a flipped one lands."""
    parts = [badge(kind) for kind in GLYPHS] + [landed(outcome) for outcome in FLIPPED]
    for seat, army in enumerate(armies):
        parts += [shade(army), body(army), *(whole(army, kind) for kind in GLYPHS)]
        parts.append(emblem(seat, element("use", href=f"#fa-{army}", stroke=CREAM, transform="scale(.55)")))
    return "".join(parts)


def landed(outcome: str) -> str:
    fill, lines = FLIPPED[outcome]
    plate = element("circle", r=30, fill=fill, stroke=INK, stroke_width=3)
    return thrown(outcome, "coin", plate, element("path", d=lines, fill="none", stroke=INK, stroke_width=4,
                                                  stroke_linecap="round", stroke_linejoin="round"))  # fmt: skip


def shade(army: str) -> str:
    light, dark = COLOURS[army]
    return element("linearGradient", stops(light, dark), id=f"fa-{army}-fill", x1="0.2", y1="0", x2="0.7", y2="1")


def body(army: str) -> str:
    """Shadow, plate and rim are one outline; the rim's colour comes from `whole`."""
    outline = f"#fa-{army}-outline"
    return element("path", id=outline[1:], d=OUTLINES[army], stroke_linejoin="round") + element(
        "g",
        element("use", href=outline, fill="#1d1814", stroke="none", opacity=0.28, x=2, y=4),
        element("use", href=outline, fill=f"url(#fa-{army}-fill)", stroke=INK, stroke_width=5),
        element("use", href=outline, fill="none", stroke_width=2.4),
        element("path", d=EMBLEMS[army], fill=CREAM, stroke=INK),
        eyes(army),
        id=f"fa-{army}",
    )


def eyes(army: str) -> str:
    """Goblins look at you."""
    looks = "M-9,-10 L-2,-7 L-8,-5 Z M9,-10 L2,-7 L8,-5 Z M-4,-1 L-2,3 L0,-1 L2,3 L4,-1 Z"
    return element("path", d=looks, fill=COLOURS["goblin"][1], stroke="none") if army == "goblin" else ""


def badge(kind: str) -> str:
    """The kind, on a plate of its own: round for Regulars, square for Mounted units, a wide one for Heroes."""
    plate = {
        "regular": element("circle", r=10.5, fill=CREAM),
        "mounted": element("rect", x=-11, y=-10.5, width=22, height=21, rx=3, fill=CREAM),
        "hero": element("rect", x=-15, y=-10.5, width=30, height=21, rx=10, fill="#f8dd85"),
    }[kind]
    glyph = element("path", d=GLYPHS[kind], fill=INK, stroke="none")
    return element("g", plate, glyph, id=f"fa-{kind}", stroke=INK, stroke_width=1.4, transform="translate(0,19)")


def whole(army: str, kind: str) -> str:
    """One unit around (0, 0), about 68 high."""
    parts = [element("use", href=f"#fa-{army}"), element("use", href=f"#fa-{kind}")]
    rim = "#f2cf63" if kind == "hero" else CREAM
    return element("g", *parts, id=f"fa-{army}-{kind}", stroke=rim, pointer_events="none")


def counter(army: str, kind: str, **attributes: str | float | None) -> str:
    return element("use", href=f"#fa-{army}-{kind}", **attributes)
