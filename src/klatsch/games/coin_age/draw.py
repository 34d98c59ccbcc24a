"""Coin Age drawn as SVG, from the view only: the map, both banks, this turn's toss, and the points region by region."""

from __future__ import annotations

from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Composition, Drawing, Panel, Piece, Spot, element, group, label
from klatsch.games.coin_age import coins, land, trays
from klatsch.games.coin_age.coins import LETTERS
from klatsch.games.coin_age.land import HEIGHT, WIDTH
from klatsch.games.coin_age.text import map_title, region_name
from klatsch.games.coin_age.trays import NAMES, TRAY_HEIGHT, TRAY_WIDTH

GAP = 4
# Below the map: all in a row, half as large, or two by two.
BESIDE = ("tray+0", "toss", "tray+1", "regions")
HALF = (WIDTH - 3 * GAP) / 4 / TRAY_WIDTH
COMPOSITIONS = (
    Composition(
        "wide",
        WIDTH,
        HEIGHT + GAP + HALF * TRAY_HEIGHT,
        (
            Spot("board", 0, 0),
            *(Spot(name, i * (WIDTH + GAP) / 4, HEIGHT + GAP, HALF) for i, name in enumerate(BESIDE)),
        ),
        letters=HALF * LETTERS,
    ),
    Composition(
        "side",
        WIDTH + GAP + TRAY_WIDTH,
        HEIGHT,
        (
            Spot("board", 0, 0),
            *(Spot(name, WIDTH + GAP, i * (HEIGHT - TRAY_HEIGHT) / 3) for i, name in enumerate(BESIDE)),
        ),
        letters=LETTERS,
    ),
    Composition(
        "tall",
        WIDTH,
        HEIGHT + 2 * (GAP + TRAY_HEIGHT),
        (
            Spot("board", 0, 0),
            Spot("toss", 0, HEIGHT + GAP),
            Spot("tray+0", TRAY_WIDTH + GAP, HEIGHT + GAP),
            Spot("regions", 0, HEIGHT + 2 * GAP + TRAY_HEIGHT),
            Spot("tray+1", TRAY_WIDTH + GAP, HEIGHT + 2 * GAP + TRAY_HEIGHT),
        ),
        letters=LETTERS,
    ),
)


def board(view: View, say: Say) -> str:
    look: dict[str, str | float] = {"font_family": SERIF, "font_weight": "700", "fill": INK, "text_anchor": "start"}
    return "".join(
        [
            land.sea(view),
            element("rect", width=WIDTH, height=HEIGHT, rx=4, fill="none", stroke="#8a6a3f", stroke_width=3),
            label(map_title(view, say), 14, 28, 21, **look),
        ]
    )


# ── Spaces and stacks ─────────────────────────────────────────────────────────────────────────────


def space_said(view: View, say: Say, space: dict[str, Any]) -> str:
    """A space in words: its region, its coins from the top down, whether they score double."""
    where = say("board.space", space=space["name"], region=region_name(view, space["region"], say))
    if not space["stack"]:
        return say("board.empty", where=where)
    said = [say("board.coin_of", coin=say("coin." + kind), who=say(NAMES[side])) for kind, side in space["stack"]]
    pile = said[-1]
    for upper in reversed(said[:-1]):
        pile = say("board.on_top", upper=upper, lower=pile)
    return say("board.held_double" if space["double"] else "board.held", where=where, coins=pile)


def stacks(view: View) -> list[Piece]:
    """All coins on the map, then the signs beside them."""
    pieces: list[Piece] = []
    signs: list[Piece] = []
    for space in view["spaces"]:
        if space["stack"]:
            place, (x, y) = space["name"].lower(), land.at(space["centre"])
            lying = [(kind, side) for kind, side in space["stack"]]
            pieces += coins.stack(place, lying, x, y)
            signs += coins.signs(place, lying, space["double"], x, y)
    return pieces + signs


def turn(view: View, say: Say) -> Piece:
    said = say("board.over") if view["ended"] else say("board.turn", turn=view["turn"])
    words = label(said, WIDTH - 14, 28, 20, text_anchor="end", fill=INK, font_weight="600")
    return Piece("turn", group("turn", words, pointer_events="none"))


def counted(view: View) -> list[Piece]:
    """At the end: what each region gave, in its midst."""
    if not view["ended"]:
        return []
    return [
        Piece(f"counted-{number}", trays.region_count(number, region["points"], *land.middle_of_region(view, number)))
        for number, region in enumerate(view["regions"])
    ]


def draw(view: View, say: Say) -> Drawing:
    spaces = enumerate(view["spaces"])
    pieces = [land.space_piece(view, number, space_said(view, say, space)) for number, space in spaces]
    pieces += [land.marks(view), turn(view, say), *stacks(view), *counted(view)]
    panels = (
        *(
            Panel(f"tray-{seat}", TRAY_WIDTH, TRAY_HEIGHT, trays.plate(), trays.bank(view, say, seat))
            for seat in (0, 1)
        ),
        Panel("regions", TRAY_WIDTH, TRAY_HEIGHT, trays.plate(), trays.regions(view, say)),
        Panel("toss", TRAY_WIDTH, TRAY_HEIGHT, trays.wood(), trays.toss(view, say)),
        Panel("board", WIDTH, HEIGHT, board(view, say), tuple(pieces)),
    )
    definitions = coins.DEFINITIONS + land.definitions(view)
    return Drawing(map_title(view, say), definitions, panels, COMPOSITIONS)
