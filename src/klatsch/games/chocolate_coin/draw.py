"""Chocolate COIN drawn from the view only: action track and grid, the two cards, the campus, the score track."""

from __future__ import annotations

from collections.abc import Iterator

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, Drawing, Piece, element, group, label, stops
from klatsch.games.chocolate_coin import shapes
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.draw_cards import card_slots, cards
from klatsch.games.chocolate_coin.draw_grid import (
    LINE,
    PANEL,
    asked_place,
    grid_board,
    grid_rows,
    markers,
    panel,
    track_board,
)
from klatsch.games.chocolate_coin.draw_map import HEIGHT as MAP_HEIGHT
from klatsch.games.chocolate_coin.draw_map import SUPPORT_X, map_board, map_pieces
from klatsch.games.chocolate_coin.draw_map import TOP as MAP_TOP
from klatsch.games.chocolate_coin.shapes import Attributes, moved, use

WIDTH = 960
SCORE_TOP = MAP_TOP + MAP_HEIGHT + 30
HEIGHT = SCORE_TOP + 176

SCORE_X, SCORE_CELL = 20, 57.5
SCORE_BOX = element("rect", id="cc-score", width=SCORE_CELL - 2, height=84, rx=7, stroke=LINE)

TINTS = "".join(
    element("linearGradient", stops(*colours), id=id, x1="0", y1="0", x2="1", y2="1")
    for id, colours in (
        ("cc-frost", ("#e3edf7", "#cbdcec")),
        ("cc-hearth", ("#f5ead9", "#ecdabd")),
        ("cc-harbour", ("#dfeee2", "#c9e0cf")),
    )
)


# ── The score track ───────────────────────────────────────────────────────────────────────────────────────────────


def score_board(view: View) -> str:
    suits = dict(zip(FACTIONS, view["suits"], strict=True))
    parts = []
    for points in range(16):
        x = SCORE_X + points * SCORE_CELL
        goals = [faction for faction, goal in zip(FACTIONS, view["goal"], strict=True) if goal == points]
        parts.append(use("score", x + 1, SCORE_TOP, fill="#f3e3c6" if goals else PANEL))
        parts.append(element("text", str(points), x=x + 15, y=SCORE_TOP + 21))
        parts += [shapes.suit(suits[faction], shapes.EDGES[faction], x + 42, SCORE_TOP + 15, 1.1) for faction in goals]
    return element("g", *parts, font_size=17, font_weight="700", text_anchor="middle", fill="#5d4a33")


def score_pieces(view: View) -> Iterator[Piece]:
    for number, faction in enumerate(FACTIONS):
        x = SCORE_X + view["score"][number] * SCORE_CELL + (16 if number % 2 == 0 else 42)
        y = SCORE_TOP + (42 if number < 2 else 67)
        id = f"score-{faction}"
        yield Piece(id, group(id, use(f"cube-{faction}"), style=moved(x, y, 0.72)))


# ── The factions ──────────────────────────────────────────────────────────────────────────────────────────────────


def faction_panel(view: View, say: Say, number: int) -> Piece:
    """Who plays what, with what is left in the supply."""
    faction = FACTIONS[number]
    asked = view["asked"] == faction
    look: Attributes = {
        "fill": "#f9e4a0" if asked else PANEL,
        "stroke": "#a37a00" if asked else LINE,
        "stroke_width": 2.2 if asked else 1.2,
    }
    about = standing(view, number, say)
    name = f"{say('short.' + faction)} · {about}" if about else say("faction." + faction)
    score = f"{view['score'][number]} / {view['goal'][number]}"
    parts = [
        element("rect", width=224, height=66, rx=10, **look),
        use(f"cube-{faction}", 26, 33, 1.1),
        label(name, 52, 28, 19, text_anchor="start", font_weight="700", fill=INK),
        label(
            f"{score} · {say('board.supply', tokens=view['supply'][number])}",
            52,
            52,
            17,
            text_anchor="start",
            fill="#4d3d2b",
        ),
    ]
    id = f"faction-{faction}"
    return Piece(id, group(id, *parts, style=moved(20 + number * 232, SCORE_TOP + 96)))


def standing(view: View, number: int, say: Say) -> str:
    """Who won, at the end; else, where somebody plays two factions, whose this one is."""
    seat = view["seats"][number]
    if seat in view["winners"]:
        return say("board.winner")
    return say("seat", number=seat + 1) if len(set(view["seats"])) < 4 else ""


# ── Beside the map ────────────────────────────────────────────────────────────────────────────────────────────────


def attack_piece(view: View, say: Say) -> list[Piece]:
    """The dice of an attack, between the support circles."""
    attack = view["attack"]
    if not attack:
        return []
    parts = [panel(-59, -16, 118, 116)]
    parts.append(label(say("short." + attack["faction"]), 0, 7, 17, font_weight="700", fill=INK))
    for i, value in enumerate(attack["dice"]):
        die = shapes.rolled(value, value <= attack["strength"])
        parts.append(group(f"die-{i + 1}", die, style=moved(-35 + (i % 3) * 35, 28 + (i // 3) * 32), data_thrown="die"))
    parts.append(label(say("board.hits", hits=attack["hits"]), 0, 93, 17, font_weight="700", fill=INK))
    return [Piece("attack", group("attack", *parts, style=moved(SUPPORT_X, MAP_TOP + 432)))]


def deck(view: View, say: Say) -> Piece:
    left = say("board.cards_left", cards=view["cards_left"])
    return Piece("deck", group("deck", label(left, SUPPORT_X, MAP_TOP + MAP_HEIGHT + 4, 16, fill="#5d4a33")))


def draw(view: View, say: Say) -> Drawing:
    board = "".join(
        [
            element("rect", width=WIDTH, height=HEIGHT, rx=16, fill="#efe2cc"),
            track_board(say),
            grid_board(say),
            card_slots(),
            map_board(view, say),
            score_board(view),
        ]
    )
    asked = asked_place(view)
    pieces = [
        *cards(view, say),
        *grid_rows(view, say),
        *([asked] if asked else []),
        *map_pieces(view, say),
        *(faction_panel(view, say, number) for number in range(4)),
        *score_pieces(view),
        deck(view, say),
        *attack_piece(view, say),
        *markers(view, say),
    ]
    definitions = TINTS + SCORE_BOX + shapes.definitions(tuple(view["suits"]))
    return Drawing(WIDTH, HEIGHT, say("board.title"), definitions, board, tuple(pieces))
