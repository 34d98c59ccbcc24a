"""ChoCo drawn as SVG, from the view only: seats, table, tally and the own hand, from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from klatsch.core.definition import Say, View
from klatsch.drawing import Drawing, Piece, element, group
from klatsch.games.choco import chocolate, draw_hand
from klatsch.games.choco.chocolate import CELL, LIFT, Attributes, card, fitted, moved, use
from klatsch.games.choco.draw_hand import (
    chosen_style,
    colour_words,
    foot_board,
    hand,
    height,
    in_words,
    stack,
    trays,
    unseen,
)
from klatsch.games.choco.draw_seats import (
    SEATS_TOP,
    card_corner,
    card_size,
    is_plain,
    poised_token,
    seat_left,
    seat_panel,
    tally_chip,
    token_place,
    tokens_at_rest,
)
from klatsch.games.choco.outlines import outlines
from klatsch.games.choco.text import text
from klatsch.games.choco.window import HEIGHT as TABLE_HEIGHT
from klatsch.games.choco.window import LEFT as TABLE_LEFT
from klatsch.games.choco.window import TOP as TABLE_TOP
from klatsch.games.choco.window import WIDTH as TABLE_WIDTH
from klatsch.games.choco.window import Window, coordinate, window_of

__all__ = ["draw", "text"]

WIDTH = 720
DEFINITIONS = chocolate.DEFINITIONS + draw_hand.DEFINITIONS


def board(view: View, say: Say) -> str:
    rim = {"x": TABLE_LEFT - 5, "y": TABLE_TOP - 5, "width": TABLE_WIDTH + 10, "height": TABLE_HEIGHT + 10}
    cloth = {"x": TABLE_LEFT, "y": TABLE_TOP, "width": TABLE_WIDTH, "height": TABLE_HEIGHT}
    return "".join(
        [
            element("rect", width=WIDTH, height=height(view), rx=16, fill="#efe2cc"),
            element("rect", rx=14, fill="#8d9b7a", **rim),
            element("rect", rx=10, fill="url(#choco-cloth)", **cloth),
            trays(view),
            foot_board(view, say),
        ]
    )


def rulers(window: Window) -> Piece:
    """The coordinates along the upper and left edge, as the notation has them; every second one."""
    parts = []
    for column in range(ceil(window.left + 0.5), floor(window.left + window.columns - 0.7)):
        if column % 2 == 0:
            x = TABLE_LEFT + (column + 0.5 - window.left) * window.cell
            parts.append(element("text", signed(column), x=round(x, 1), y=TABLE_TOP + 17))
    for row in range(ceil(window.top + 0.5), floor(window.top + window.rows - 0.7)):
        if row % 2 == 0:
            y = TABLE_TOP + (row + 0.5 - window.top) * window.cell
            parts.append(element("text", signed(row), x=TABLE_LEFT + 16, y=round(y + 5, 1)))
    look: Attributes = {"font_size": 14, "text_anchor": "middle", "fill": "#3d4a2e"}
    return Piece("rulers", group("rulers", *parts, pointer_events="none", **look))


def signed(place: int) -> str:
    return str(coordinate(place)).replace("-", "−")


# ── Cards on the table, and the one that comes next ───────────────────────────────────────────────


def corner(window: Window, laid: View) -> tuple[float, float]:
    """Where a card's upper left corner is drawn, lifted a little on level 2."""
    x, y = window.corner(laid["place"])
    lift = window.cell * LIFT / CELL if laid["level"] == 2 else 0.0
    return x - lift * 0.6, y - lift


def laid_card(window: Window, laid: View, say: Say, colours: dict[str, str]) -> Piece:
    id = f"card-{laid['number']}"
    drawn = card(laid["pieces"], "raised" if laid["level"] == 2 else "flat")
    words = say("label.card", number=laid["number"], pieces=in_words(laid["pieces"], colours))
    style = fitted(*corner(window, laid), 2 * window.cell)
    return Piece(id, group(id, drawn, class_="anchor", aria_label=words, style=style))


def poised_card(view: View) -> Piece | None:
    """The card that will be laid next: the chosen one, or a back of the hand whose turn it is. It has the id that it
    will have on the table, so that it glides there; and that id tells nothing but how many cards lie there."""
    choice = view["choice"] or {}
    id = f"card-{len(view['cards']) + 1}"
    if "places" in choice:
        drawn = card(choice["pieces"]) + use("last")
        return Piece(id, group(id, drawn, pointer_events="none", style=chosen_style(choice)))
    seat = view["turn"]
    backs = [i for i in range(len(view["hands"][seat])) if is_plain(view, seat, i)]
    if view["phase"] != "card" or seat == view["viewer"] or not backs:
        return None
    x, y = card_corner(view, backs[-1])
    style = fitted(seat_left(view, seat) + x, SEATS_TOP + y, card_size(view))
    return Piece(id, group(id, use("foil"), pointer_events="none", style=style))


def cards(view: View, window: Window, say: Say) -> Iterator[Piece]:
    """The lower level, the next card, the upper level. So the next card rarely changes its place in the order."""
    colours = colour_words(say)
    yield from (laid_card(window, laid, say, colours) for laid in view["cards"] if laid["level"] == 1)
    poised = poised_card(view)
    if poised:
        yield poised
    yield from (laid_card(window, laid, say, colours) for laid in view["cards"] if laid["level"] == 2)
    if view["cards"]:
        style = fitted(*corner(window, view["cards"][-1]), 2 * window.cell)
        yield Piece("last", group("last", use("last"), pointer_events="none", style=style))


# ── Tokens ────────────────────────────────────────────────────────────────────────────────────────


def tokens(view: View, window: Window) -> Iterator[Piece]:
    """The tokens, and rings where one may go; above all cards, so that nothing hides them."""
    covered = covered_cells(view)
    open_to_tokens = (view["choice"] or {}).get("tokens", [])
    poised = poised_token(view)
    coming = 0 if poised is None else len(view["cards"]) + (view["phase"] != "token")
    for laid in view["cards"]:
        if laid["token"]:
            yield on_card("token", "sweet", window, laid, covered)
        elif laid["number"] in open_to_tokens:
            yield on_card("ring", "ring", window, laid, covered)
    if poised is not None:
        x, y = token_place(view, tokens_at_rest(view, poised))
        style = moved(seat_left(view, poised) + x, SEATS_TOP + y)
        yield Piece(f"token-{coming}", group(f"token-{coming}", use("sweet"), pointer_events="none", style=style))


def on_card(kind: str, symbol: str, window: Window, laid: View, covered: set[tuple[int, int]]) -> Piece:
    left, top = corner(window, laid)
    across, down = token_spot(laid, covered)
    scale = window.cell / CELL * (1.36 if kind == "token" else 1)
    id = f"{kind}-{laid['number']}"
    style = moved(left + across * window.cell, top + down * window.cell, scale)
    return Piece(id, group(id, use(symbol), pointer_events="none", style=style))


def token_spot(laid: View, covered: set[tuple[int, int]]) -> tuple[float, float]:
    """The middle of a card, in cells; of one that is partly covered, the middle of a piece that shows."""
    column, row = laid["place"]
    corners = [(i % 2, i // 2) for i in range(4)]
    if laid["level"] == 1:
        corners = [(dx, dy) for dx, dy in corners if (column + dx, row + dy) not in covered] or corners
    if len(corners) == 4:
        return 1, 1
    dx, dy = corners[0]
    return dx + 0.5, dy + 0.5


def covered_cells(view: View) -> set[tuple[int, int]]:
    upper = [laid["place"] for laid in view["cards"] if laid["level"] == 2]
    return {(column + i % 2, row + i // 2) for column, row in upper for i in range(4)}


# ── Where the chosen card may go ──────────────────────────────────────────────────────────────────


def targets(view: View, window: Window, say: Say) -> Iterator[Piece]:
    places = (view["choice"] or {}).get("places", [])
    taken = {tuple(place["place"]) for place in places}
    for place in places:
        column, row = place["place"]
        near = {(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & taken
        yield target(place, window, len(near) == 1, say)


def target(place: View, window: Window, alone: bool, say: Say) -> Piece:
    """A place, told at the middle of the card that would lie there."""
    x, y = window.corner(place["place"])
    size = 2 * window.cell if alone else window.cell
    inset = window.cell - size / 2
    symbol = ("over" if place["level"] == 2 else "spot") + ("-wide" if alone else "")
    across, down = place["at"]
    id = f"at-{across}-{down}"
    words = say("label.place_above" if place["level"] == 2 else "label.place", x=across, y=down)
    drawn = element(
        "use",
        id=id,
        class_="anchor",
        aria_label=words,
        href=f"#choco-{symbol}",
        x=round(x + inset, 1),
        y=round(y + inset, 1),
        width=size,
        height=size,
    )
    return Piece(id, drawn)


def draw(view: View, say: Say, show_outlines: bool = False) -> Drawing:
    """The drawing; its layer `outlines` (largest groups, neutral contacts) is hidden unless asked for."""
    window = window_of(view)
    pieces = [seat_panel(view, say, seat) for seat in range(len(view["hands"]))]
    pieces += [tally_chip(view, say, i, colour) for i, colour in enumerate(view["tally"])]
    pieces += hand(view, say)
    pieces += [unseen(view), stack(view, say), rulers(window)]
    # What lies on the table comes last: a card glides there above the panels.
    pieces += cards(view, window, say)
    pieces += tokens(view, window)
    pieces.append(outlines(view, say, window, show_outlines))
    pieces += targets(view, window, say)
    return Drawing(WIDTH, height(view), say("board.title"), DEFINITIONS, board(view, say), tuple(pieces))
