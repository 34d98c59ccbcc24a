"""ChoCo drawn as SVG, from the view only: the table, the seats' trays, colours, the own hand, the cards not seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil, floor

from klatsch.core.definition import Say, View
from klatsch.drawing import Composition, Drawing, Panel, Piece, Spot, element, emblem, group
from klatsch.games.choco import chocolate, draw_hand
from klatsch.games.choco.chocolate import CELL, LIFT, Attributes, badge, card, fitted, moved, raised_card, use
from klatsch.games.choco.draw_hand import (
    STACK_HEIGHT,
    TRAY,
    UNSEEN_HEIGHT,
    all_faces,
    chosen_style,
    colour_words,
    hand,
    in_words,
    slot_board,
    stack,
    stack_board,
    unseen,
    ways_to_turn,
)
from klatsch.games.choco.draw_seats import (
    CHIP_HEIGHT,
    GAP,
    LETTERS,
    SIDE,
    card_corner,
    card_size,
    colour_chip,
    is_plain,
    poised_token,
    token_place,
    tokens_at_rest,
    tray,
    tray_size,
)
from klatsch.games.choco.outlines import outlines
from klatsch.games.choco.text import has_seat, text
from klatsch.games.choco.window import HEIGHT as TABLE_HEIGHT
from klatsch.games.choco.window import LEFT as TABLE_LEFT
from klatsch.games.choco.window import TOP as TABLE_TOP
from klatsch.games.choco.window import WIDTH as TABLE_WIDTH
from klatsch.games.choco.window import Window, coordinate, window_of

__all__ = ["draw", "text"]

WIDTH = TABLE_WIDTH + 2 * TABLE_LEFT
HEIGHT = TABLE_HEIGHT + 2 * TABLE_TOP
HAND = 4
LARGER = 1.36  # a token on a card than in a tray
TOKEN = 21 / CELL * LARGER  # its width there, in cells

SIGNS = "".join(emblem(seat, element("g", badge(seat, 0, 0), transform="scale(1.15)")) for seat in range(4))
DEFINITIONS = chocolate.DEFINITIONS + draw_hand.DEFINITIONS + SIGNS


# ── Where all lies ────────────────────────────────────────────────────────────────────────────────


@cache
def compositions(seats: int, has_hand: bool, tray_width: float, tray_height: float) -> tuple[Composition, ...]:
    return (
        wide(seats, has_hand, tray_width, tray_height),
        tall(seats, has_hand, tray_width, tray_height),
    )


def wide(seats: int, has_hand: bool, tray_width: float, tray_height: float) -> Composition:
    """Beside the table, from top to bottom: the trays, colours, the hand two by two, the cards not seen, the stack."""
    left, columns = WIDTH + GAP, 1 if seats == 2 else 2
    spots = [Spot("board", 0, 0)]
    for seat in range(seats):
        row, column = divmod(seat, columns)
        spots.append(Spot(f"tray+{seat}", left + column * (tray_width + GAP), row * (tray_height + GAP)))
    y = -(-seats // columns) * (tray_height + GAP)
    spots.append(Spot("colours", left, y))
    y += CHIP_HEIGHT + GAP
    if has_hand:
        scale = (SIDE - 2) / (2 * TRAY)
        step = scale * TRAY + 2
        spots += [Spot(f"hand-{i}", left + i % 2 * step, y + i // 2 * step, scale) for i in range(HAND)]
        y += 2 * step + GAP
    spots += [Spot("unseen", left, y), Spot("stack", left, y + UNSEEN_HEIGHT)]
    return Composition("wide", left + SIDE, max(HEIGHT, y + UNSEEN_HEIGHT + STACK_HEIGHT), tuple(spots), LETTERS)


def tall(seats: int, has_hand: bool, tray_width: float, tray_height: float) -> Composition:
    """Below the table: the hand in a row, then the trays in a row, then what is looked at now and then."""
    spots = [Spot("board", 0, 0)]
    y: float = HEIGHT + 4
    if has_hand:
        size = (WIDTH - 3 * 4) / HAND
        spots += [Spot(f"hand-{i}", i * (size + 4), y, size / TRAY) for i in range(HAND)]
        y += size + 4
    fold = y
    scale = (WIDTH - (seats - 1) * 4) / seats / tray_width
    spots += [Spot(f"tray+{seat}", seat * (scale * tray_width + 4), y, scale) for seat in range(seats)]
    y += scale * tray_height + 4
    half = (WIDTH - 4) / 2 / SIDE
    spots += [
        Spot("colours", 0, y, half),
        Spot("stack", 0, y + half * CHIP_HEIGHT + 4, half),
        Spot("unseen", WIDTH / 2 + 2, y, half),
    ]
    return Composition(
        "tall", WIDTH, y + half * max(UNSEEN_HEIGHT, CHIP_HEIGHT + STACK_HEIGHT) + 4, tuple(spots), LETTERS, fold
    )


@cache
def board() -> str:
    cloth = {"x": TABLE_LEFT, "y": TABLE_TOP, "width": TABLE_WIDTH, "height": TABLE_HEIGHT}
    rim = element("rect", width=WIDTH, height=HEIGHT, rx=14, fill="#8d9b7a")
    return rim + element("rect", rx=10, fill="url(#choco-cloth)", **cloth)


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
    look: Attributes = {"font_size": 16, "text_anchor": "middle", "fill": "#3d4a2e"}
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
    drawn = raised_card(laid["pieces"]) if laid["level"] == 2 else card(laid["pieces"])
    words = say("label.card", number=laid["number"], pieces=in_words(laid["pieces"], colours))
    style = fitted(*corner(window, laid), 2 * window.cell)
    return Piece(id, group(id, drawn, class_="anchor", aria_label=words, style=style))


def poised_card(view: View, window: Window) -> tuple[str, Piece] | None:
    """The card that will be laid next, and the panel where it lies: the chosen one, or a back of the hand whose turn it
    is. It has the id that it will have on the table, so that it glides there; and that id tells nothing but how many
    cards lie there."""
    choice = view["choice"] or {}
    id = f"card-{len(view['cards']) + 1}"
    if "places" in choice:
        drawn = element("g", card(choice["pieces"])) + use("last")
        held: Attributes = {"data_held": 2 * window.cell, "data_preview": "", **ways_to_turn(choice)}
        return f"hand-{choice['card']}", Piece(id, group(id, drawn, style=chosen_style(choice), **held))
    seat = view["turn"]
    backs = [i for i in range(len(view["hands"][seat])) if is_plain(view, seat, i)]
    if view["phase"] != "card" or seat == view["viewer"] or not backs:
        return None
    style = fitted(*card_corner(view, backs[-1]), card_size(view))
    return f"tray-{seat}", Piece(id, group(id, use("foil"), pointer_events="none", style=style))


def cards(view: View, window: Window, say: Say) -> Iterator[Piece]:
    """The lower level, then the upper one."""
    colours = colour_words(say)
    yield from (laid_card(window, laid, say, colours) for laid in view["cards"] if laid["level"] == 1)
    yield from (laid_card(window, laid, say, colours) for laid in view["cards"] if laid["level"] == 2)
    if view["cards"]:
        style = fitted(*corner(window, view["cards"][-1]), 2 * window.cell)
        yield Piece("last", group("last", use("last"), pointer_events="none", style=style))


# ── Tokens ────────────────────────────────────────────────────────────────────────────────────────


def tokens(view: View, window: Window) -> Iterator[Piece]:
    """The tokens, and rings where one may go; above all cards, so that nothing hides them."""
    covered = covered_cells(view)
    open_to_tokens = (view["choice"] or {}).get("tokens", [])
    for laid in view["cards"]:
        if laid["token"]:
            yield on_card("token", "sweet", window, laid, covered)
        elif laid["number"] in open_to_tokens:
            yield on_card("ring", "ring", window, laid, covered)


def waiting_token(view: View, seat: int, window: Window) -> list[Piece]:
    """The token of a tray that may go onto the next card, or the one just laid: it has that card's number."""
    if poised_token(view) != seat:
        return []
    id = f"token-{len(view['cards']) + (view['phase'] != 'token')}"
    style = moved(*token_place(view, tokens_at_rest(view, seat)))
    held: Attributes = {"pointer_events": "none"}
    if "tokens" in (view["choice"] or {}):
        held = {"data_held": round(TOKEN * window.cell, 1)}
    return [Piece(id, group(id, use("sweet"), style=style, **held))]


def on_card(kind: str, symbol: str, window: Window, laid: View, covered: set[tuple[int, int]]) -> Piece:
    left, top = corner(window, laid)
    across, down = token_spot(laid, covered)
    scale = window.cell / CELL * (LARGER if kind == "token" else 1)
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
    """The drawing; its layer `outlines` (largest groups, neutral contacts) is hidden until the end or asked for."""
    seats = len(view["hands"])
    tray_width, tray_height = tray_size(view)
    window = window_of(view)
    where, poised = poised_card(view, window) or ("", None)
    panels = []
    for seat in range(seats):
        pieces = [tray(view, say, seat), *waiting_token(view, seat, window)]
        panels.append(Panel(f"tray-{seat}", tray_width, tray_height, "", tuple(pieces)))
    chips = tuple(colour_chip(view, say, i, colour) for i, colour in enumerate(view["tally"]))
    panels += [
        Panel("colours", SIDE, CHIP_HEIGHT, "", chips),
        Panel("unseen", SIDE, UNSEEN_HEIGHT, all_faces(), (unseen(view, say),)),
        Panel("stack", SIDE, STACK_HEIGHT, stack_board(view["reconstruction"], say), (stack(view, say),)),
    ]
    if has_seat(view):
        panels += [Panel(f"hand-{i}", TRAY, TRAY, slot_board(), tuple(hand(view, say, i))) for i in range(HAND)]
    if poised is not None:
        panels = [panel._replace(pieces=(*panel.pieces, poised)) if panel.name == where else panel for panel in panels]
    laid = laid_out(view, say, window, show_outlines)
    panels.append(Panel("board", WIDTH, HEIGHT, board(), tuple(laid)))
    placed = compositions(seats, has_seat(view), tray_width, tray_height)
    return Drawing(say("board.title"), DEFINITIONS, tuple(panels), placed)


def laid_out(view: View, say: Say, window: Window, show_outlines: bool) -> Iterator[Piece]:
    """What lies on the table."""
    yield rulers(window)
    yield from cards(view, window, say)
    yield from tokens(view, window)
    yield outlines(view, say, window, show_outlines or view["phase"] == "over")
    yield from targets(view, window, say)
