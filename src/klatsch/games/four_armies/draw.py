"""Battle of the 4 Armies drawn, as SVG and as text, from the view only."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Drawing, Piece, element, group, label
from klatsch.games.four_armies import emblems, landscape
from klatsch.games.four_armies.hexes import HEXES, centre
from klatsch.games.four_armies.landscape import MAP_HEIGHT, WIDTH, corners, middle

TRAY_WIDTH = 290
TRAY_HEIGHT = 118
GAP = 8
KINDS = ("regular", "mounted", "hero")
WARNING = "#b3261e"

# Piles of up to three, eight and twelve different units: scale, columns, from column to column, first row, row to row.
PILES = ((0.5, 3, 40, 84, 0), (0.38, 4, 31, 72, 29), (0.27, 4, 31, 63, 22))


def draw(view: View, say: Say) -> Drawing:
    rows = (len(view["seats"]) + 1) // 2
    height = MAP_HEIGHT + rows * (TRAY_HEIGHT + GAP) + GAP
    background = element("rect", width=WIDTH, height=height, rx=14, fill="url(#fa-table)")
    pieces = [*open_hexes(view), *units(view), *warnings(view)]
    pieces += [tray(view, say, seat) for seat in range(len(view["seats"]))]
    turn = label(turn_said(view, say), 22, 38, 17, text_anchor="start", font_family=SERIF, fill=INK)
    pieces.append(Piece("turn", group("turn", turn)))
    definitions = landscape.DEFINITIONS + emblems.DEFINITIONS
    board = background + landscape.land(view, say)
    return Drawing(WIDTH, height, say("board.title"), definitions, board, tuple(pieces))


def turn_said(view: View, say: Say) -> str:
    return say("board.turn", turn=view["turn"]) if view["turn"] else say("board.before")


def has_turn(view: View, seat: int) -> bool:
    """Is it this army's turn? Not any more if it was beaten, or the game is over."""
    return bool(view["active"] == seat and view["seats"][seat]["alive"] and view["phase"] != "over")


# ── On the map ────────────────────────────────────────────────────────────────────────────────────


def place_of_unit(view: View, hex: str) -> tuple[float, float]:
    """A unit leaves the name of a named space readable."""
    x, y = middle(hex)
    return x, y - (15 if hex in view["places"].values() else 1)


def units(view: View) -> list[Piece]:
    pieces = []
    for seat in view["seats"]:
        for hex, kind in seat["units"].items():
            x, y = place_of_unit(view, hex)
            id = f"unit-{hex}" if kind == "regular" else f"unit-{seat['army']}-{kind}"
            style = f"transform:translate({x:.1f}px,{y:.1f}px)"
            pieces.append(Piece(id, group(id, emblems.counter(seat["army"], kind), style=style, pointer_events="none")))
    return pieces


def open_hexes(view: View) -> list[Piece]:
    """Hexes that an advance may enter: a dashed outline along the hex."""
    return [
        Piece(
            f"open-{hex}",
            outline(f"open-{hex}", *middle(hex), stroke="#7a5c00", stroke_width=4, stroke_dasharray="9 7",
                    fill="#f4c430", fill_opacity=0.28),
        )
        for hex in view["open"]
    ]  # fmt: skip


def outline(id: str, x: float, y: float, **attributes: str | float | None) -> str:
    """A ring just within the hex, outside of its label."""
    shape = " ".join(f"{px:.1f},{py:.1f}" for px, py in corners(x, y, landscape.RADIUS - 4.5))
    return group(id, element("polygon", points=shape, stroke_linejoin="round", **attributes), pointer_events="none")


def warnings(view: View) -> list[Piece]:
    """A ring around units that are being captured, thicker where the captor is asked; a "!" on those that could be."""
    pieces = []
    for hex in view["captured_now"]:
        id = f"falls-{hex}"
        width = 6.5 if hex in view["disputed"] else 4.5
        ring = outline(id, *middle(hex), stroke=WARNING, stroke_width=width, fill="none")
        pieces.append(Piece(id, ring))
    for hex in view["threatened"]:
        x, y = place_of_unit(view, hex)
        id = f"threat-{hex}"
        mark = [
            element("path", d="M0,-11 L12,10 H-12 Z", fill="#fff1c9", stroke=WARNING, stroke_width=2.2,
                    stroke_linejoin="round"),
            label("!", 0, 7.5, 15, font_weight="800", fill=WARNING),
        ]  # fmt: skip
        style = f"transform:translate({x + 30:.1f}px,{y - 24:.1f}px)"
        pieces.append(Piece(id, group(id, *mark, style=style, pointer_events="none")))
    return pieces


# ── Beside the map ────────────────────────────────────────────────────────────────────────────────


def tray(view: View, say: Say, seat: int) -> Piece:
    """An army's name and named spaces, its reserve, and the units it has captured."""
    shown = view["seats"][seat]
    row, column = divmod(seat, 2)
    alone = seat == len(view["seats"]) - 1 and column == 0
    x = (WIDTH - TRAY_WIDTH) / 2 if alone else 6 + column * (TRAY_WIDTH + GAP)
    y = MAP_HEIGHT + row * (TRAY_HEIGHT + GAP)
    parts = [plate(view, seat), *heading(view, say, seat)]
    if shown["alive"]:
        parts += reserve(view, say, seat) + pile(view, say, seat)
    else:
        parts.append(label(say("board.out"), TRAY_WIDTH / 2, 76, 17, fill="#6b4a2c", font_style="italic"))
    inner = element("g", *parts, transform=f"translate({x:.0f},{y:.0f})")
    return Piece(f"army-{shown['army']}", group(f"army-{shown['army']}", inner))


def plate(view: View, seat: int) -> str:
    deciding = view["actor"] == seat or seat in view["winners"]
    fill = "#fff7df" if deciding else "#f1e4c8"
    line = "#8a5a00" if deciding else "#c2a878"
    return element("rect", width=TRAY_WIDTH, height=TRAY_HEIGHT, rx=10, fill=fill, stroke=line,
                   stroke_width=3.5 if deciding else 1.2)  # fmt: skip


def heading(view: View, say: Say, seat: int) -> list[str]:
    shown = view["seats"][seat]
    emblem = element("g", emblems.counter(shown["army"], "regular"), transform="translate(24,21) scale(0.42)")
    turn = element("path", d="M0,0 L9,6 L0,12 Z", fill="#8a5a00", transform="translate(46,14)")
    name = label(say("army." + shown["army"]), 60, 26, 18, text_anchor="start", font_family=SERIF, font_weight="700",
                 fill=INK)  # fmt: skip
    held = label(say("board.places", places=shown["named"]), TRAY_WIDTH - 12, 26, 14, text_anchor="end", fill=INK)
    castle = element("path", d="M0,12 V0 H3 V3 H6 V0 H9 V3 H12 V0 H15 V12 Z", fill="#9a7a2c",
                     transform=f"translate({TRAY_WIDTH - 72},14)")  # fmt: skip
    parts = [emblem, name]
    if has_turn(view, seat):
        parts.append(turn)
    if seat in view["winners"]:
        parts.append(winner_badge(say))
    return [*parts, held, castle] if shown["alive"] else parts


def winner_badge(say: Say) -> str:
    return element(
        "g",
        element("rect", width=74, height=21, rx=10.5, fill="#f2cf63", stroke="#8a5a00", stroke_width=1.6),
        label(say("board.winner"), 37, 15, 12.5, font_weight="700", fill=INK),
        transform="translate(136,10)",
    )


def small(id: str | None, army: str, kind: str, x: float, y: float, scale: float, number: int) -> str:
    """A unit beside the map; of several, how many, on a badge that leaves its neighbours alone."""
    parts = [element("g", emblems.counter(army, kind), transform=f"scale({scale})")]
    if number > 1:
        reach, radius = 25 * scale, 5 + 5 * scale
        parts += [
            element("circle", cx=reach, cy=-reach, r=radius, fill=INK),
            label(str(number), reach, -reach + radius / 2, 1.4 * radius, font_weight="700", fill="#fff7df"),
        ]
    hit = element("rect", x=-36 * scale, y=-38 * scale, width=72 * scale, height=78 * scale, fill="#fff", opacity=0)
    return element("g", hit, *parts, id=id, class_="anchor" if id else None, transform=f"translate({x:.1f},{y:.1f})")


def reserve(view: View, say: Say, seat: int) -> list[str]:
    shown = view["seats"][seat]
    parts = [label(say("board.reserve"), 12, 48, 12, text_anchor="start", fill="#5d4526")]
    for i, kind in enumerate(KINDS):
        number = shown["reserve"].get(kind, 0)
        if number:
            id = f"reserve-{kind}" if view["actor"] == seat else None
            parts.append(small(id, shown["army"], kind, 32 + 47 * i, 84, 0.66, number))
    return parts


def pile(view: View, say: Say, seat: int) -> list[str]:
    """Captured units, by army and kind. Those that the actor lost, or holds, can be chosen."""
    captor = view["seats"][seat]["army"]
    actor = view["seats"][view["actor"]]["army"] if view["actor"] >= 0 else None
    parts = [label(say("board.captured"), 162, 48, 12, text_anchor="start", fill="#5d4526")]
    groups = [(held["army"], kind, held["units"][kind]) for held in view["seats"][seat]["pile"]
              for kind in KINDS if kind in held["units"]]  # fmt: skip
    scale, columns, across, top, down = PILES[0 if len(groups) <= 3 else 1 if len(groups) <= 8 else 2]
    for i, (army, kind, number) in enumerate(groups):
        id = f"lost-{captor}-{kind}" if army == actor else f"held-{army}-{kind}" if captor == actor else None
        row, column = divmod(i, columns)
        parts.append(small(id, army, kind, 178 + across * column, top + down * row, scale, number))
    return parts


# ── In letters ────────────────────────────────────────────────────────────────────────────────────


def text(view: View, say: Say) -> str:
    """The map in letters: army and kind (Er Elf Regular, Em Mounted unit, Eh Hero), named spaces in brackets."""
    standing = {hex: seat["army"][0].upper() + kind[0] for seat in view["seats"] for hex, kind in seat["units"].items()}
    rows = [[" " * 9 for _ in range(5)] for _ in range(9)]
    for number, hex in enumerate(HEXES):
        x, y = centre(number)
        left, right = "[]" if hex in view["places"].values() else "  "
        mark = "x" if hex in view["captured_now"] else "!" if hex in view["threatened"] else " "
        rows[4 - y][x + 2] = f"{hex} {left}{standing.get(hex, '··')}{mark}{right}".ljust(9)
    lines = ["".join(row).rstrip() for row in rows]
    lines += ["", *(f"  {hex} {say('place.' + place)}" for place, hex in view["places"].items())]
    lines += ["", f"  {turn_said(view, say)}; {say('board.quiet', turns=view['quiet'])}"]
    lines += [seat_line(view, say, seat) for seat in range(len(view["seats"]))]
    return "\n".join([*lines, f"  {say('board.legend')}"] if view["threatened"] or view["captured_now"] else lines)


def seat_line(view: View, say: Say, seat: int) -> str:
    shown = view["seats"][seat]
    won = seat in view["winners"]
    arrow = ">" if view["actor"] == seat else "*" if won or has_turn(view, seat) else " "
    name = say("army." + shown["army"]) + (f" ({say('board.winner')})" if won else "")
    if not shown["alive"]:
        return f"{arrow} {name}: {say('board.out')}"
    reserve = counted(say, shown["reserve"])
    captured = ", ".join(f"{say('army.' + held['army'])} {counted(say, held['units'])}" for held in shown["pile"])
    return (
        f"{arrow} {name}: {say('board.reserve')}: {reserve or say('board.no_units')}; "
        f"{say('board.captured')}: {captured or say('board.no_units')}"
    )


def counted(say: Say, units: dict[str, int]) -> str:
    return " ".join(f"{say('kind.' + kind)}×{number}" for kind, number in units.items())
