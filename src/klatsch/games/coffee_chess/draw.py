"""Coffee Chess drawn, as SVG and as text, from the view only.

The board, a drawer for each player's saved beans, and the bank. All fifty beans are drawn, each with an id by its
place; beans have no identity, so `data-kind` tells the page which of them may be seen as one that travelled.
"""

from __future__ import annotations

from functools import cache

from klatsch.core.definition import Say, View
from klatsch.drawing import Composition, Drawing, Panel, Piece, Spot, element, emblem, group, label, stops

FILES = "abcdefgh"
SQUARES = [f"{file}{rank}" for rank in range(8, 0, -1) for file in FILES]  # as one reads
SEATS = ("white", "black")
CELL = 68
FRAME = 28
SIDE = 8 * CELL + 2 * FRAME  # of the board
TRAY_WIDTH, TRAY_HEIGHT = 238, 76
HOLLOWS, HOLLOW_STEP = 5, 44
BANK_WIDTH = 116
BOWL = (BANK_WIDTH / 2, 41)  # the middle of its rim
GAP = 4

LETTERS = 18  # the height of the smallest

# The trays stand under the board, or beside it: the player who looks is at the bottom.
COMPOSITIONS = (
    Composition(
        "wide",
        SIDE + 3 * GAP + TRAY_WIDTH,
        SIDE,
        (
            Spot("board", 0, 0),
            Spot("tray+1", SIDE + 3 * GAP, 0),
            Spot("bank", SIDE + 3 * GAP + (TRAY_WIDTH - 2 * BANK_WIDTH) / 2, (SIDE - 2 * TRAY_HEIGHT) / 2, 2),
            Spot("tray+0", SIDE + 3 * GAP, SIDE - TRAY_HEIGHT),
        ),
        LETTERS,
    ),
    Composition(
        "tall",
        SIDE,
        SIDE + GAP + TRAY_HEIGHT,
        (
            Spot("board", 0, 0),
            Spot("tray+0", 0, SIDE + GAP),
            Spot("bank", TRAY_WIDTH + GAP, SIDE + GAP),
            Spot("tray+1", TRAY_WIDTH + BANK_WIDTH + 2 * GAP, SIDE + GAP),
        ),
        LETTERS,
    ),
)
TURNS = (0, 180)  # Black sees the board from the other side

CREAM = "#f7e8cd"
BRASS = "#f4c430"
DARK = "#2b1a0e"
WOOD = ("url(#cc-maple)", "url(#cc-walnut)")  # of White's squares, and of Black's
ROAST = ("#cc-light", "#cc-dark")  # of the beans that lie on them

# Where beans lie on a square, one by one up to five; more lie in a heap above their number.
SPOTS = {
    1: ((0, 0),),
    2: ((-15, 4), (15, -4)),
    3: ((-15, 11), (15, 9), (0, -14)),
    4: ((-15, -15), (15, -13), (-15, 13), (15, 15)),
    5: ((-18, -18), (18, -18), (-18, 18), (18, 18), (0, 0)),
}
HEAP = ((-16, -7), (16, -9), (0, -20), (0, -6))
LYING = (0, 52, -34, 17, 85, -12, 38)  # degrees
# How many beans lie in the rows of a full bowl, from the rim up.
BOWL_ROWS = (11, 11, 10, 8, 6, 4)


def centre(square: str) -> tuple[int, int]:
    return FRAME + FILES.index(square[0]) * CELL + CELL // 2, FRAME + (8 - int(square[1])) * CELL + CELL // 2


def is_light(square: str) -> bool:
    return (FILES.index(square[0]) + int(square[1])) % 2 == 0


def owner(square: str) -> int:
    return 0 if is_light(square) else 1


# ── What doesn't change ───────────────────────────────────────────────────────────────────────────


def roast(id: str, light: str, dark: str, line: str, seam: str) -> str:
    """One bean with its seam. White's are light and Black's dark, as their squares are: the rim sets them off."""
    return element("radialGradient", stops(light, dark), id=f"{id}-fill", cx="0.35", cy="0.3", r="0.9") + group(
        id,
        element(
            "g",
            element("ellipse", cx=-0.8, cy=2.6, rx=14, ry=10.4, fill="#000", opacity=0.22),
            element("ellipse", rx=14.4, ry=10.8, fill=f"url(#{id}-fill)", stroke=line, stroke_width=1.7),
            element("path", d="M-13.2,1.8C-5,-5.6 5,5.6 13.2,-1.8", fill="none", stroke=seam, stroke_width=1.8),
            element("path", d="M-8,-5.2C-4,-8 2,-8.6 6,-7.2", fill="none", stroke="#fff", opacity=0.3,
                    stroke_width=1.6, stroke_linecap="round"),
            transform="rotate(-28)scale(1.1)",
        ),
        pointer_events="none",
    )  # fmt: skip


def diagonal(id: str, *colours: str) -> str:
    return element("linearGradient", stops(*colours), id=id, x1="0", y1="0", x2="1", y2="1")


DEFINITIONS = "".join(
    [
        diagonal("cc-maple", "#f5e2c1", "#e4c797"),
        diagonal("cc-walnut", "#83593a", "#66422a"),
        diagonal("cc-box", "#5d3c24", "#412817"),
        roast("cc-dark", "#5a3418", "#1f1007", "#e9c48f", "#c08d55"),
        roast("cc-light", "#fff0cf", "#d9a865", "#4a2a10", "#8a5526"),
        roast("cc-medium", "#b9824a", "#7c4c22", "#3b2211", "#4a2a10"),
        *(
            emblem(
                seat,
                element("rect", x=-18, y=-18, width=36, height=36, rx=7, fill=WOOD[seat], stroke=DARK),
                element("use", href=ROAST[seat]),
            )
            for seat in (0, 1)
        ),
        element(
            "pattern",
            element("path", d="M0,9C40,3 70,16 150,8M0,27C30,33 90,20 150,28M0,44C60,38 100,52 150,45M0,61C50,66 80,55 "
                    "150,62", fill="none", stroke="#3b2211", stroke_width=1.4, opacity=0.13),
            id="cc-grain", width=150, height=68, patternUnits="userSpaceOnUse",
        ),
    ]
)  # fmt: skip


@cache
def board() -> str:
    """The frame with the names of files and ranks, on all sides: whoever looks finds them at the left and below."""
    names = []
    for i in range(8):
        across, down = FRAME + i * CELL + CELL // 2, FRAME + (7 - i) * CELL + CELL // 2
        names += [label(FILES[i], across, y + 6, 18, class_="upright") for y in (FRAME / 2, SIDE - FRAME / 2)]
        names += [label(str(i + 1), x, down + 6, 18, class_="upright") for x in (FRAME / 2, SIDE - FRAME / 2)]
    return "".join(
        [
            box(SIDE, SIDE),
            element("rect", x=FRAME - 4, y=FRAME - 4, width=8 * CELL + 8, height=8 * CELL + 8, rx=3, fill=DARK),
            element("g", *names, fill=CREAM),
        ]
    )


def box(width: float, height: float) -> str:
    """Dark wood with a lighter edge."""
    edge = element("rect", x=1, y=1, width=width - 2, height=height - 2, rx=13, fill="none", stroke="#8a6038",
                   stroke_width=2)  # fmt: skip
    return element("rect", width=width, height=height, rx=14, fill="url(#cc-box)") + edge


@cache
def tray(seat: int) -> str:
    """A drawer with a hollow for each bean that may be saved, of the wood of the player's squares."""
    hollows = (hollow_centre(number) for number in range(HOLLOWS))
    return box(TRAY_WIDTH, TRAY_HEIGHT) + "".join(
        element("circle", cx=x, cy=y, r=19, fill=WOOD[seat], stroke="#1d1008", stroke_width=1.5) for x, y in hollows
    )


def hollow_centre(number: int) -> tuple[int, int]:
    return 31 + number * HOLLOW_STEP, TRAY_HEIGHT // 2


@cache
def bank() -> str:
    x, y = BOWL
    rim = element("ellipse", cx=x, cy=y, rx=55, ry=8, fill="#dcc79f", stroke="#c9ab7c", stroke_width=1.5)
    return element("ellipse", cx=x, cy=y + 30, rx=44, ry=5, fill="#000", opacity=0.14) + rim


# ── Squares and lines ─────────────────────────────────────────────────────────────────────────────


@cache
def square_piece(square: str, beans: int, say: Say) -> Piece:
    """A square, named for those who don't see it. It is a piece because its name tells what lies there."""
    x, y = centre(square)
    name = say("board.stack" if beans else "board.square", square=square, who=say(SEATS[owner(square)]), beans=beans)
    return Piece(
        f"sq-{square}",
        element("rect", id=f"sq-{square}", class_="anchor", x=x - CELL // 2, y=y - CELL // 2, width=CELL, height=CELL,
                fill=WOOD[owner(square)], aria_label=name),
    )  # fmt: skip


@cache
def grain() -> Piece:
    return Piece("grain", element("rect", id="grain", x=FRAME, y=FRAME, width=8 * CELL, height=8 * CELL,
                                  fill="url(#cc-grain)", pointer_events="none"))  # fmt: skip


@cache
def thread(*line: str) -> Piece:
    """A line that earns a bean: a fine thread through its three squares."""
    path = "M" + "L".join(f"{x},{y}" for x, y in map(centre, line))
    id = f"line-{'-'.join(line)}"
    strands = [
        element("path", d=path, stroke=colour, stroke_width=width) for colour, width in ((DARK, 7), (BRASS, 3.5))
    ]
    return Piece(id, group(id, *strands, fill="none", stroke_linecap="round", opacity=0.9, pointer_events="none"))


def arrow(view: View) -> list[Piece]:
    """Under an `any` ruling: from where to where the beans go whose number is asked."""
    if view["pending"] is None:
        return []
    (x, y), (right, down) = (centre(square) for square in view["pending"].split()[1:])
    line = element("path", d=f"M{x},{y}L{right},{down}", stroke_width=5, stroke_dasharray="9 7")
    ring = element("circle", cx=right, cy=down, r=30, stroke_width=4)
    return [Piece("pending", group("pending", line, ring, fill="none", stroke="#fffdf6", pointer_events="none"))]


# ── Beans ─────────────────────────────────────────────────────────────────────────────────────────


@cache
def bean(id: str, x: float, y: float, roast: str, number: int, scale: str = "", carry: str | None = None) -> Piece:
    """One bean, turned as beans fall: not two neighbours alike. `carry`: the seat that can drag it to a place."""
    style = f"transform:translate({x:g}px,{y:g}px)rotate({LYING[number % len(LYING)]}deg){scale}"
    return Piece(id, element("use", id=id, href=roast, data_kind="bean", data_carry=carry, style=style))


@cache
def stack(square: str, beans: int) -> tuple[Piece, ...]:
    x, y = centre(square)
    spots = [HEAP[i % len(HEAP)] for i in range(beans)] if beans > 5 else SPOTS[beans]
    pieces = [bean(f"bean-{square}-{i}", x + dx, y + dy, ROAST[owner(square)], i) for i, (dx, dy) in enumerate(spots)]
    return (*pieces, count(square, beans)) if beans > 5 else tuple(pieces)


def count(square: str, beans: int) -> Piece:
    x, y = centre(square)
    ink = DARK if is_light(square) else CREAM
    number = label(f"×{beans}", x, y + 29, 24, font_weight="700", class_="upright")
    return Piece(f"count-{square}", group(f"count-{square}", number, fill=ink, pointer_events="none"))


@cache
def saved(seat: int, beans: int) -> tuple[Piece, ...]:
    places = [hollow_centre(i) for i in range(beans)]
    return tuple(
        bean(f"bean-{SEATS[seat]}-{i}", x, y, ROAST[seat], i, carry=str(seat)) for i, (x, y) in enumerate(places)
    )


@cache
def heap(beans: int) -> tuple[Piece, ...]:
    """The beans of the bank, row upon row: how full the bowl is tells how long the game may last."""
    x, y = BOWL
    places = [
        (x + 9.5 * offset, y - 2 - 6 * row)
        for row, length in enumerate(BOWL_ROWS)
        for offset in sorted((i - (length - 1) / 2 for i in range(length)), key=abs)
    ]
    return tuple(bean(f"bean-bank-{i}", *places[i], "#cc-medium", i, "scale(.6)") for i in range(beans))


@cache
def bowl(beans: int, say: Say) -> Piece:
    x, y = BOWL
    return Piece(
        "bank",
        group(
            "bank",
            element("path", d=f"M{x - 55:g},{y}h110c-3,34 -27,31 -55,31s-52,3 -55,-31z", fill="#fbf3e3",
                    stroke="#c9ab7c", stroke_width=1.5),
            label(str(beans), x, y + 22, 20, font_weight="700", fill="#3a2a1e"),
            aria_label=say("board.bank", beans=beans),
        ),
    )  # fmt: skip


# ── How long it may still last ────────────────────────────────────────────────────────────────────


def countdown_said(view: View, say: Say) -> str:
    """What is counted and the turns left until it ends the game; nothing while that is far."""
    told = view["countdown"]
    return f"{say('countdown.' + told['reason'])}: {say('countdown.left', turns=told['turns'])}" if told else ""


@cache
def countdown(said: str) -> Piece:
    """In the frame below the squares, over the names of the files."""
    plate = element("rect", x=SIDE / 2 - 150, y=SIDE - FRAME + 1, width=300, height=FRAME - 3, rx=8, fill=DARK)
    words = label(said, SIDE / 2, SIDE - 8, 18, font_weight="700", fill=BRASS)
    return Piece("countdown", group("countdown", element("g", plate, words, class_="upright")))


def draw(view: View, say: Say) -> Drawing:
    """Everything here is drawn once and kept: a board has few looks, and a server draws it for every action."""
    beans = view["beans"]
    pieces = [square_piece(square, beans.get(square, 0), say) for square in SQUARES]
    pieces.append(grain())
    pieces += [thread(*line) for seat in (0, 1) for line in view["lines"][seat]]
    for square, number in beans.items():
        pieces += stack(square, number)
    pieces += arrow(view)
    if said := countdown_said(view, say):
        pieces.append(countdown(said))
    panels = (
        *(Panel(f"tray-{seat}", TRAY_WIDTH, TRAY_HEIGHT, tray(seat), saved(seat, view["inventory"][seat]))
          for seat in (0, 1)),
        Panel("bank", BANK_WIDTH, TRAY_HEIGHT, bank(), (*heap(view["bank"]), bowl(view["bank"], say))),
        Panel("board", SIDE, SIDE, board(), tuple(pieces)),
    )  # fmt: skip
    return Drawing(say("board.title"), DEFINITIONS, panels, COMPOSITIONS, TURNS)


# ── In letters ────────────────────────────────────────────────────────────────────────────────────


def text(view: View, say: Say) -> str:
    """The board in letters: White's squares bare, Black's in brackets, a star on the squares of earning lines."""
    earning = {square for lines in view["lines"] for line in lines for square in line}
    rows = []
    for rank in range(8, 0, -1):
        cells = []
        for file in FILES:
            square = f"{file}{rank}"
            beans = view["beans"].get(square)
            mark = "*" if square in earning else " "
            shown = f"{beans if beans else '.'}"
            cell = f" {shown} " if is_light(square) else f"[{shown if beans else ' '}]"
            cells.append((cell if len(shown) == 1 else cell.strip()).ljust(3) + mark)
        rows.append(f"{rank} {' '.join(cells)}".rstrip())
    rows.append("   " + "    ".join(FILES))
    for seat in (0, 1):
        inventory = say("board.inventory", beans=view["inventory"][seat])
        on_board = say("board.on_board", beans=view["on_board"][seat])
        lines = say("board.lines", lines=len(view["lines"][seat]))
        arrow = ">" if view["actor"] == seat else " "
        rows.append(f"{arrow} {say('white' if seat == 0 else 'black')}: {inventory}, {on_board}, {lines}")
    rows.append(f"  {say('board.bank', beans=view['bank'])}")
    if view["pending"] is not None:
        _, source, target = view["pending"].split()
        rows.append(f"  {say('board.pending', source=source, target=target, most=view['most'])}")
    if said := countdown_said(view, say):
        rows.append(f"  {said}")
    return "\n".join(rows)
