"""Positions of ChoCo drawn in text, for the tests.

w1 w1 m2 m2      a cell is a piece's colour and its card's number, `.` is free; cards are laid in their order.
w1 m1 m2 d2      The drawing's upper left cell is 0 0. A second drawing shows level 2.
"""

from __future__ import annotations

import klatsch
from klatsch.core.position_text import read_draft
from klatsch.games.choco.cards import COLOUR_NAMES, FACE_NAMES, LETTERS, SHAPE_NAMES
from klatsch.games.choco.deck import deck
from klatsch.games.choco.grid import cell_at
from klatsch.games.choco.layout import (
    CARDS,
    CHOSEN_SLOT,
    CHOSEN_TURNS,
    FACES,
    LAID,
    PHASE,
    STACK,
)
from klatsch.games.choco.position import PLACING
from klatsch.games.choco.rules import ChoCo

TABLE = """
w1 w1 m2 m2
w1 d1 m2 d2
"""
# White all round, and safe where a test says so: cards without white fit nowhere, so that players pass.
CLOSED = """
w1 w1 w2 w2
w1 m1 m2 w2
w3 d3 d4 w4
w3 w3 w4 w4
"""


def cells_of(drawing: str) -> dict[int, list[tuple[int, int, str]]]:
    """Card number → its cells and colours, from left to right and downwards."""
    cards: dict[int, list[tuple[int, int, str]]] = {}
    for y, line in enumerate(drawing.strip("\n").splitlines()):
        for x, cell in enumerate(line.split()):
            if cell != ".":
                cards.setdefault(int(cell[1:]), []).append((x, y, cell[0]))
    return cards


def shape_named(pieces: str) -> int:
    assert pieces in SHAPE_NAMES, f"no card looks like {pieces}"
    return SHAPE_NAMES.index(pieces)


def position(
    lower: str,
    upper: str = "",
    *,
    seats: int = 2,
    colours: str = "wd",
    hand: str = "",
    others: tuple[str, ...] = (),
    safe: tuple[int, ...] = (),
    tokens: int = 6,
    **options: object,
) -> ChoCo:
    """A table as drawn; seat 0 is to move and holds `hand` (faces, apart by blanks), the other seats `others`.

    `colours` are the seats' in order, `safe` the numbers of cards with a token, `tokens` what each seat has.
    """
    laid = [(card, False) for card in sorted(cells_of(lower).items())]
    laid += [(card, True) for card in sorted(cells_of(upper).items())]
    cards = []
    for number, ((_, cells), above) in enumerate(laid, start=1):
        x, y, _ = cells[0]
        assert [(cx - x, cy - y) for cx, cy, _ in cells] == [(0, 0), (1, 0), (0, 1), (1, 1)]
        pieces = "".join(letter for _, _, letter in cells)
        cards.append(f"{pieces} {x} {y}" + (" safe" if above or number in safe else ""))
    parts = {
        "cards": ", ".join(cards),
        "tokens": " ".join([str(tokens)] * seats),
        "colours": " ".join(COLOUR_NAMES[LETTERS.index(letter)] for letter in colours[:seats]),
        **{f"hand-{seat}": ", ".join(faces.split()) for seat, faces in enumerate((hand, *others), start=1)},
    }
    text = "; ".join(["1 to act", f"seats {seats}", *(f"{name} {words}" for name, words in parts.items() if words)])
    game = klatsch.load("choco", **options)
    draft = read_draft(game, text)  # tests may draw what can't be: more tokens or cards than there are, say
    draft.v[STACK : STACK + FACES] = [max(many, 0) for many in draft.v[STACK : STACK + FACES]]
    state = game.definition.blank(game, seats)
    assert isinstance(state, ChoCo)
    state.restore(draft.numbers)
    return state


def lay(state: ChoCo, pieces: str, x: int, y: int) -> None:
    """Put a card down, legal or not; it comes out of the stack."""
    shape = shape_named(pieces)
    state.v[STACK + shape // 4] -= 1
    assert state.v[STACK + shape // 4] >= 0, f"too many cards {pieces}"
    state.put(shape, cell_at(x, y))


def holding(state: ChoCo, pieces: str) -> ChoCo:
    """The same table with a card, turned like this, chosen and about to be laid."""
    shape = shape_named(pieces)
    state.receive(0, shape // 4)
    state.v[CHOSEN_SLOT] = state.size(0) - 1
    state.v[CHOSEN_TURNS] = shape % 4
    state.v[PHASE] = PLACING
    return state


def empty_stack(state: ChoCo) -> None:
    """Nothing left to draw. (The cards are then missing: for tests that don't count them.)"""
    for face in range(FACES):
        state.v[STACK + face] = 0


def picture(state: ChoCo) -> str:
    """What is visible: a letter a cell, a capital on level 2."""
    view = state.view(klatsch.PUBLIC)
    cells: dict[tuple[int, int], str] = {}
    for card in sorted(view["cards"], key=lambda card: int(card["level"])):
        x, y = card["at"]
        for i, letter in enumerate(card["pieces"]):
            cells[(x + i % 2, y + i // 2)] = letter.upper() if card["level"] == 2 else letter
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    rows = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    return "\n".join("".join(cells.get((x, y), ".") for x in columns) for y in rows)


def all_cards(state: ChoCo) -> list[int]:
    """How many cards of each face there are, wherever they are."""
    found = [int(state.v[STACK + face]) for face in range(FACES)]
    for card in range(state.v[LAID]):
        found[state.shape_of(card) // 4] += 1
    for seat in range(state.seats):
        for slot in range(state.size(seat)):
            found[state.face(seat, slot)] += 1
    return found


DECK = list(deck("reconstructed").copies)
FACE_TABLE = tuple(zip(FACE_NAMES, DECK, strict=True))
assert sum(DECK) == CARDS


def hands(state: ChoCo) -> list[list[str]]:
    """The faces that all seats hold."""
    return [[FACE_NAMES[state.face(seat, slot)] for slot in range(state.size(seat))] for seat in range(state.seats)]
