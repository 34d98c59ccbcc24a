"""Coffee Chess drawn, as SVG and as text, from the view only."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Drawing, Piece, element, group, label, stops

FILES = "abcdefgh"
CELL = 68
FRAME = 26
STRIP = 76  # above the board Black's inventory, below it White's and the bank
WIDTH = 8 * CELL + 2 * FRAME
BOARD_TOP = STRIP + FRAME
HEIGHT = BOARD_TOP + 8 * CELL + FRAME + STRIP

MAPLE = "url(#maple)"
WALNUT = "url(#walnut)"
THREAD = "#f4c430"

DEFINITIONS = "".join(
    [
        element("linearGradient", stops("#f3dfbd", "#e6cb9e"), id="maple", x1="0", y1="0", x2="1", y2="1"),
        element("linearGradient", stops("#7d5637", "#69452b"), id="walnut", x1="0", y1="0", x2="1", y2="1"),
        element("radialGradient", stops("#6b4423", "#3b2211"), id="dark-roast", cx="0.35", cy="0.3", r="0.9"),
        element("radialGradient", stops("#f0c98d", "#c98f4e"), id="light-roast", cx="0.35", cy="0.3", r="0.9"),
    ]
)
# Where beans lie on a square, one by one up to five.
SPOTS = {
    1: ((0, 0),),
    2: ((-14, 0), (14, 0)),
    3: ((-14, 9), (14, 9), (0, -13)),
    4: ((-14, -13), (14, -13), (-14, 13), (14, 13)),
    5: ((-17, -16), (17, -16), (-17, 16), (17, 16), (0, 0)),
}


def centre(square: str) -> tuple[int, int]:
    return FRAME + FILES.index(square[0]) * CELL + CELL // 2, BOARD_TOP + (8 - int(square[1])) * CELL + CELL // 2


def is_light(square: str) -> bool:
    return (FILES.index(square[0]) + int(square[1])) % 2 == 0


def bean(x: float, y: float, light_roast: bool) -> str:
    """One bean with its seam. Light roast lies on dark wood, dark roast on light wood."""
    fill, line = ("url(#light-roast)", "#4a2d16") if light_roast else ("url(#dark-roast)", "#23130a")
    seam = "#7a4a20" if light_roast else "#c9a06c"
    return element(
        "g",
        element("ellipse", rx=13, ry=9.8, fill=fill, stroke=line, stroke_width=1.2),
        element("path", d="M-12,1.7 C-4.6,-5 4.6,5 12,-1.7", fill="none", stroke=seam, stroke_width=1.6),
        transform=f"translate({x:g},{y:g}) rotate(-28)",
    )


def board() -> str:
    squares = [
        element(
            "rect",
            id=f"sq-{file}{rank}",
            class_="anchor",
            x=FRAME + FILES.index(file) * CELL,
            y=BOARD_TOP + (8 - rank) * CELL,
            width=CELL,
            height=CELL,
            fill=MAPLE if is_light(f"{file}{rank}") else WALNUT,
        )
        for rank in range(8, 0, -1)
        for file in FILES
    ]
    names = []
    for i in range(8):
        middle = FRAME + i * CELL + CELL // 2
        down = BOARD_TOP + (7 - i) * CELL + CELL // 2 + 5
        names += [label(FILES[i], middle, BOARD_TOP + 8 * CELL + 19, 15, fill="#f3e3c6")]
        names += [label(str(i + 1), FRAME // 2, down, 15, fill="#f3e3c6")]
    return "".join(
        [
            element("rect", width=WIDTH, height=HEIGHT, rx=14, fill="#efe2cc"),
            element("rect", y=STRIP, width=WIDTH, height=WIDTH, rx=8, fill="#4a2f1b"),
            *squares,
            *names,
        ]
    )


def stack(square: str, beans: int) -> Piece:
    x, y = centre(square)
    light_roast = not is_light(square)
    if beans <= 5:
        drawn = [bean(dx, dy, light_roast) for dx, dy in SPOTS[beans]]
    else:
        ink = "#fff3dc" if light_roast else "#3b2211"
        drawn = [bean(dx, dy - 12, light_roast) for dx, dy in ((-15, 2), (15, 2), (0, -8))]
        drawn += [label(f"×{beans}", 0, 24, 23, font_weight="700", fill=ink)]
    style = f"transform:translate({x}px,{y}px)"
    return Piece(f"beans-{square}", group(f"beans-{square}", *drawn, style=style, pointer_events="none"))


def thread(number: int, seat: int, line: list[str]) -> Piece:
    """A line that earns a bean: a fine thread through its three squares."""
    points = [centre(square) for square in line]
    path = "M" + " L".join(f"{x},{y}" for x, y in points)
    id = f"line-{seat}-{number}"
    strands = [
        element("path", d=path, stroke=colour, stroke_width=width, stroke_linecap="round", fill="none")
        for colour, width in (("#2b1a0e", 6), (THREAD, 3))
    ]
    return Piece(id, group(id, *strands, opacity=0.9, pointer_events="none"))


def seat_strip(view: View, say: Say, seat: int) -> Piece:
    """A player's inventory of five hollows, beans on the board and lines."""
    top = 0 if seat == 1 else HEIGHT - STRIP
    name = say("white" if seat == 0 else "black")
    to_move = view["actor"] == seat
    parts = [
        element("circle", cx=26, cy=top + 38, r=9, fill="#fffdf6" if seat == 0 else "#2b1a0e", stroke=INK),
        label(name, 44, top + 44, 19, text_anchor="start", font_family=SERIF, font_weight="700", fill=INK),
    ]
    if to_move:
        parts.insert(0, element("rect", x=8, y=top + 14, width=120, height=48, rx=24, fill=THREAD, opacity=0.45))
    for i in range(5):
        x = 158 + i * 34
        parts.append(element("circle", cx=x, cy=top + 38, r=15, fill="#d9c4a0", stroke="#a88c62"))
        if i < view["inventory"][seat]:
            parts.append(bean(x, top + 38, False))
    lines = len(view["lines"][seat])
    tally = say("board.on_board", beans=view["on_board"][seat])
    earns = say("board.lines", lines=lines) if lines else ""
    parts.append(label(tally, 316, top + (34 if earns else 44), 16, text_anchor="start", fill=INK, font_weight="600"))
    parts.append(label(earns, 316, top + 56, 14, text_anchor="start", fill="#6a4a22"))
    return Piece(f"seat-{seat}", group(f"seat-{seat}", *parts))


def bank(view: View, say: Say) -> Piece:
    x, y = WIDTH - 58, HEIGHT - STRIP // 2
    heap = min(9, (view["bank"] + 5) // 6)
    beans = [bean(x - 24 + 12 * (i % 5) + 6 * (i // 5), y - 6 - 9 * (i // 5), False) for i in range(heap)]
    bowl = f"M{x - 44},{y - 6} h88 a44,32 0 0 1 -88,0 z"
    return Piece(
        "bank",
        group(
            "bank",
            *beans,
            element("path", d=bowl, fill="#fbf6ec", stroke="#a88c62", stroke_width=1.5),
            label(say("board.bank", beans=view["bank"]), x, y + 13, 16, font_weight="700", fill=INK),
        ),
    )


def arrow(view: View) -> list[Piece]:
    """Under an `any` ruling: from where to where the beans go whose number is asked."""
    if view["pending"] is None:
        return []
    (x, y), (right, down) = (centre(square) for square in view["pending"].split()[1:])
    line = element("path", d=f"M{x},{y} L{right},{down}", stroke="#fffdf6", stroke_width=5, stroke_dasharray="9 7")
    ring = element("circle", cx=right, cy=down, r=30, fill="none", stroke="#fffdf6", stroke_width=4)
    return [Piece("pending", group("pending", line, ring, pointer_events="none"))]


def draw(view: View, say: Say) -> Drawing:
    pieces = [seat_strip(view, say, 1), seat_strip(view, say, 0), bank(view, say)]
    pieces += [thread(i, seat, line) for seat in (0, 1) for i, line in enumerate(view["lines"][seat])]
    pieces += [stack(square, beans) for square, beans in view["beans"].items()]
    pieces += arrow(view)
    return Drawing(WIDTH, HEIGHT, say("board.title"), DEFINITIONS, board(), tuple(pieces))


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
    return "\n".join(rows)
