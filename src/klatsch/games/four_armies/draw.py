"""Battle of the 4 Armies drawn as SVG, from the view only: the map, and a tray for each army."""

from __future__ import annotations

from functools import cache

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Composition, Drawing, Panel, Piece, Spot, element, group, label
from klatsch.games.four_armies import emblems, landscape, trays
from klatsch.games.four_armies.hexes import HEXES
from klatsch.games.four_armies.landscape import HEIGHT, LETTERS, WIDTH, middle
from klatsch.games.four_armies.text import countdown_said, text, turn_said
from klatsch.games.four_armies.trays import TRAY_HEIGHT, TRAY_WIDTH

__all__ = ["draw", "text"]

GAP = 6


@cache
def compositions(seats: int) -> tuple[Composition, ...]:
    """The trays stand beside the map with the own one at the foot, or under it in pairs, the own one first."""
    beside = [Spot("tray+0", WIDTH + GAP, HEIGHT - TRAY_HEIGHT)]
    beside += [Spot(f"tray+{seat}", WIDTH + GAP, (seat - 1) * (TRAY_HEIGHT + GAP)) for seat in range(1, seats)]
    rows = (seats + 1) // 2
    below = [
        Spot(f"tray+{seat}", seat % 2 * (TRAY_WIDTH + GAP), HEIGHT + GAP + seat // 2 * (TRAY_HEIGHT + GAP))
        for seat in range(seats)
    ]
    board = Spot("board", 0, 0)
    row = TRAY_HEIGHT + GAP
    return (
        Composition("wide", WIDTH + GAP + TRAY_WIDTH, HEIGHT, (board, *beside), LETTERS),
        Composition("tall", WIDTH, HEIGHT + rows * row, (board, *below), LETTERS, HEIGHT + row),
    )


WARNING = "#b3261e"

# What could be captured by one action.
THREAT = element(
    "g",
    element("path", d="M0,-11 12,10H-12Z", fill="#fff1c9", stroke=WARNING, stroke_width=2.2, stroke_linejoin="round"),
    label("!", 0, 8.5, 18, font_weight="800", fill=WARNING),
    id="fa-threat",
    pointer_events="none",
)


def draw(view: View, say: Say) -> Drawing:
    seats = range(len(view["seats"]))
    armies = [seat["army"] for seat in view["seats"]]
    pieces = [landscape.ground(hex, hex_said(view, say, hex)) for hex in HEXES]
    pieces += [landscape.land(view, say), *open_hexes(view), *falling(view)]
    # Always in the order of their ids: an element that changes its place among the others doesn't glide.
    pieces += sorted(units_on_map(view), key=lambda piece: piece.id)
    pieces += [*threats(view), *held_places(view), turn_shown(view, say), countdown_shown(view, say)]
    panels = (
        *(Panel(f"tray-{seat}", TRAY_WIDTH, TRAY_HEIGHT, trays.plate(armies[seat]), trays.pieces(view, say, seat))
          for seat in seats),
        Panel("board", WIDTH, HEIGHT, landscape.rim(), tuple(pieces)),
    )  # fmt: skip
    definitions = landscape.definitions() + emblems.definitions(armies) + THREAT
    return Drawing(say("board.title"), definitions, panels, compositions(len(armies)))


def turn_shown(view: View, say: Say) -> Piece:
    turn = label(turn_said(view, say), 8, 24, 18, text_anchor="start", font_family=SERIF, fill=INK)
    return Piece("turn", group("turn", turn))


def countdown_shown(view: View, say: Say) -> Piece:
    said = countdown_said(view, say)
    words = [label(said, 8, 46, 18, text_anchor="start", font_weight="700", fill=WARNING)] if said else []
    return Piece("countdown", group("countdown", *words))


def hex_said(view: View, say: Say, hex: str) -> str:
    """A hex in words: its place, who stands there, and in what danger."""
    place = next((place for place, at in view["places"].items() if at == hex), None)
    said = say("board.named", hex=hex, place=say("place." + place)) if place else hex
    for seat in view["seats"]:
        if hex in seat["units"]:
            army = say("army." + seat["army"])
            said = say("board.stands", where=said, kind=say("kind." + seat["units"][hex]), army=army)
    if hex in view["captured_now"]:
        return say("board.falls", what=said)
    return say("board.threatened", what=said) if hex in view["threatened"] else said


def place_of_unit(view: View, hex: str) -> tuple[float, float]:
    """A unit leaves the name of a named space readable."""
    x, y = middle(hex)
    return x, y - (15 if hex in view["places"].values() else 1)


def units_on_map(view: View) -> list[Piece]:
    return [
        trays.unit(seat["army"], kind, hex, *place_of_unit(view, hex))
        for seat in view["seats"]
        for hex, kind in seat["units"].items()
    ]


def held_places(view: View) -> list[Piece]:
    """At the end: a golden ring round every named space that a winner holds."""
    held = [hex for seat in view["winners"] for hex in view["seats"][seat]["units"] if hex in view["places"].values()]
    return [outline(f"held-{hex}", hex, stroke="#e0a100", stroke_width=7, fill="none") for hex in sorted(held)]


def open_hexes(view: View) -> list[Piece]:
    """Hexes that an advance may enter: a dashed outline along the hex."""
    return [
        outline(f"open-{hex}", hex, stroke="#7a5c00", stroke_width=4, stroke_dasharray="9 7", fill="#f4c430",
                fill_opacity=0.28)
        for hex in view["open"]
    ]  # fmt: skip


def falling(view: View) -> list[Piece]:
    """A ring around units that are being captured, thicker where the captor is asked."""
    return [
        outline(f"falls-{hex}", hex, stroke=WARNING, stroke_width=6.5 if hex in view["disputed"] else 4.5, fill="none")
        for hex in view["captured_now"]
    ]


def outline(id: str, hex: str, **attributes: str | float | None) -> Piece:
    """A ring just within the hex, outside of its label."""
    points = landscape.points(*middle(hex), landscape.RADIUS - 4.5)
    ring = element("polygon", id=id, points=points, stroke_linejoin="round", pointer_events="none", **attributes)
    return Piece(id, ring)


def threats(view: View) -> list[Piece]:
    """A "!" on units that could be captured by one action."""
    pieces = []
    for hex in view["threatened"]:
        x, y = place_of_unit(view, hex)
        style = f"transform:translate({x + 30:.1f}px,{y - 24:.1f}px)"
        pieces.append(Piece(f"threat-{hex}", element("use", id=f"threat-{hex}", href="#fa-threat", style=style)))
    return pieces
