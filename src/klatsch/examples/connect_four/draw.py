"""Connect Four drawn, from the view only. Red discs carry a ring, so that colour is not all that tells them apart."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import Drawing, Piece, element, group, one_panel

CELL = 60
COLOURS = ("#f0e442", "#d55e00")


def disc(column: int, row: int, seat: int) -> Piece:
    x, y = column * CELL + CELL // 2, (5 - row) * CELL + CELL // 2
    parts = [element("circle", r=24, fill=COLOURS[seat], stroke="#3a2a1e")]
    if seat == 1:
        parts.append(element("circle", r=13, fill="none", stroke="#fff", stroke_width=4))
    id = f"disc-{column + 1}-{row + 1}"
    return Piece(id, group(id, *parts, style=f"transform:translate({x}px,{y}px)", pointer_events="none"))


def draw(view: View, say: Say) -> Drawing:
    columns = [
        element(
            "g",
            element("rect", x=column * CELL, width=CELL, height=6 * CELL, fill="#0072b2"),
            *(
                element("circle", cx=column * CELL + CELL // 2, cy=row * CELL + CELL // 2, r=24, fill="#f6efe4")
                for row in range(6)
            ),
            id=f"column-{column + 1}",
            class_="anchor",
        )
        for column in range(7)
    ]
    discs = [
        disc(column, row, seat)
        for column, places in enumerate(view["columns"])
        for row, seat in enumerate(places)
        if seat >= 0
    ]
    return one_panel(say("board.title"), "", 7 * CELL, 6 * CELL, "".join(columns), tuple(discs))


def text(view: View, say: Say) -> str:
    rows = ["".join(".yr"[column[row] + 1] + " " for column in view["columns"]) for row in range(5, -1, -1)]
    return "\n".join([*(row.rstrip() for row in rows), "1 2 3 4 5 6 7"])
