"""Chocolate COIN drawn from the view only: action track and grid, the two cards, the campus, the score track."""

from __future__ import annotations

from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Drawing, Piece, element, group, label, stops
from klatsch.games.chocolate_coin import shapes
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.draw_map import HEIGHT as MAP_HEIGHT
from klatsch.games.chocolate_coin.draw_map import TOP as MAP_TOP
from klatsch.games.chocolate_coin.draw_map import map_board, map_pieces, suits_of
from klatsch.games.chocolate_coin.shapes import at, wrapped

WIDTH = 960
SCORE_TOP = MAP_TOP + MAP_HEIGHT + 40
HEIGHT = SCORE_TOP + 176
PANEL = "#fbf6ec"
LINE = "#b79f7c"

DEFINITIONS = "".join(
    element("linearGradient", stops(*colours), id=id, x1="0", y1="0", x2="1", y2="1")
    for id, colours in (
        ("cc-frost", ("#e3edf7", "#cbdcec")),
        ("cc-hearth", ("#f5ead9", "#ecdabd")),
        ("cc-harbour", ("#dfeee2", "#c9e0cf")),
    )
)


def panel(x: float, y: float, width: float, height: float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, rx=12, fill=PANEL, stroke=LINE, stroke_width=1.4)


def title(text: str, x: float, y: float) -> str:
    return label(text, x, y, 17, text_anchor="start", font_family=SERIF, font_weight="700", fill=INK)


# ── The action track ──────────────────────────────────────────────────────────────────────────────────────────────

TRACK_X, TRACK_TOP, STEP = 20, 20, 44


def track_board(say: Say) -> str:
    parts = [panel(TRACK_X, TRACK_TOP, 158, 232), title(say("board.track"), TRACK_X + 12, TRACK_TOP + 25)]
    for i in range(4):
        y = place_y(i)
        parts.append(
            element(
                "rect",
                x=TRACK_X + 10,
                y=y - 19,
                width=138,
                height=38,
                rx=8,
                fill="#fffdf7",
                stroke=LINE,
                stroke_dasharray="5 4",
            )
        )
        parts.append(label(str(i + 1), TRACK_X + 24, y + 6, 16, font_weight="700", fill="#6b5a44"))
    line = place_y(2) - 23
    parts.append(element("path", d=f"M{TRACK_X + 8},{line} h142", stroke="#a3122a", stroke_width=2.5))
    parts.append(
        label(say("board.delayed"), TRACK_X + 148, line - 2, 11, text_anchor="end", fill="#8f1026", font_weight="700")
    )
    return "".join(parts)


def place_y(place: int) -> float:
    return TRACK_TOP + 54 + STEP * place + (16 if place > 1 else 0)


def track_pieces(view: View, say: Say) -> list[Piece]:
    suits = suits_of(view)
    pieces = []
    for place, faction in enumerate(view["track"]):
        if faction is None or is_on_grid(view, faction):
            continue
        x, y = TRACK_X + 56, place_y(place)
        asked = view["asked"] == faction
        parts = [at(0, 0, shapes.cube(faction, suits), scale=0.9)]
        if asked:
            parts.insert(0, element("rect", x=-17, y=-17, width=108, height=34, rx=8, fill="#f4c430", opacity=0.5))
        parts.append(label(say("short." + faction), 24, 6, 16, text_anchor="start", font_weight="700", fill=INK))
        pieces.append(marker(faction, x, y, parts))
    return pieces


def is_on_grid(view: View, faction: str) -> bool:
    return any(view[column] and view[column]["faction"] == faction for column in ("primary", "secondary"))


def marker(faction: str, x: float, y: float, parts: list[str]) -> Piece:
    id = f"marker-{faction}"
    return Piece(id, group(id, *parts, style=f"transform:translate({x:g}px,{y:g}px)", pointer_events="none"))


# ── The action grid ───────────────────────────────────────────────────────────────────────────────────────────────

GRID_X, GRID_TOP, CELL_W, CELL_H = 190, 20, 126, 62
ROWS = (("ops-special", "ops_special"), ("event", "event"), ("ops", "ops"))
SECOND = (
    (("op", "one_op"), ("event", "event")),
    (("ops", "ops"), ("special", "special")),
    (("op", "one_op"), ("special", "special")),
)


def row_top(row: int) -> float:
    return GRID_TOP + 36 + row * (CELL_H + 4)


def grid_board(say: Say) -> str:
    parts = [panel(GRID_X, GRID_TOP, 2 * CELL_W + 20, 232), title(say("board.grid"), GRID_X + 12, GRID_TOP + 25)]
    for row, (id, word) in enumerate(ROWS):
        y = row_top(row)
        parts.append(
            group(
                f"grid-primary-{id}",
                element("rect", x=GRID_X + 8, y=y, width=CELL_W, height=CELL_H, rx=8, fill="#f3e3c6", stroke=LINE),
                label(say("board." + word), GRID_X + 8 + CELL_W / 2, y + 20, 14, font_weight="700", fill=INK),
                class_="anchor",
            )
        )
        parts.append(element("path", d=f"M{GRID_X + CELL_W + 8},{y + 26} l6,5 l-6,5 z", fill=INK))
    return "".join(parts)


def grid_piece(view: View, say: Say) -> Piece:
    """The secondary column; only the row in play can be chosen from, so only it has names."""
    parts = []
    for row, choices in enumerate(SECOND):
        live = view["row"] == row
        half = CELL_H / 2 - 1
        for i, (id, word) in enumerate(choices):
            if row == 0 and id == "event" and not view["event_second"]:
                continue
            x, y = GRID_X + CELL_W + 14, row_top(row) + i * (half + 2)
            cell = [
                element(
                    "rect",
                    x=x,
                    y=y,
                    width=CELL_W - 4,
                    height=half,
                    rx=7,
                    fill="#e9d6b3" if live else "#f7efdf",
                    stroke=INK if live else LINE,
                ),
                label(
                    say("board." + word),
                    x + 10,
                    y + 20,
                    14,
                    text_anchor="start",
                    fill=INK,
                    font_weight="700" if live else "500",
                ),
            ]
            parts.append(group(f"grid-secondary-{id}", *cell, class_="anchor") if live else "".join(cell))
    return Piece("grid", group("grid", *parts))


def grid_markers(view: View, say: Say) -> list[Piece]:
    suits = suits_of(view)
    pieces = []
    if view["primary"]:
        faction = view["primary"]["faction"]
        x, y = GRID_X + 8 + 30, row_top(view["row"]) + 43
        pieces.append(marker(faction, x, y, marker_parts(faction, suits, say, True)))
    if view["secondary"]:
        faction = view["secondary"]["faction"]
        choices = [id for id, _ in SECOND[view["row"]]]
        y = row_top(view["row"]) + choices.index(view["secondary"]["choice"]) * (CELL_H / 2 + 1) + 15
        pieces.append(marker(faction, GRID_X + 2 * CELL_W - 8, y, marker_parts(faction, suits, say, False)))
    return pieces


def marker_parts(faction: str, suits: dict[str, str], say: Say, named: bool) -> list[str]:
    parts = [at(0, 0, shapes.cube(faction, suits), scale=0.82)]
    if named:
        parts.append(label(say("short." + faction), 22, 6, 15, text_anchor="start", font_weight="700", fill=INK))
    return parts


# ── The cards ─────────────────────────────────────────────────────────────────────────────────────────────────────

CARD_X, CARD_TOP, CARD_H = 474, 20, 232
CARD_WIDTHS = (246, 208)


def card_piece(view: View, say: Say, which: str) -> Piece:
    number = 0 if which == "current" else 1
    x = CARD_X + number * (CARD_WIDTHS[0] + 12)
    width = CARD_WIDTHS[number]
    card = view[which]
    parts = [
        element(
            "rect",
            x=x,
            y=CARD_TOP,
            width=width,
            height=CARD_H,
            rx=12,
            fill="#fffdf8" if number == 0 else "#f4ecdd",
            stroke=INK if number == 0 else LINE,
            stroke_width=2.2 if number == 0 else 1.4,
        )
    ]
    caption = label(
        say("board." + which), x + width - 12, CARD_TOP + 24, 14, text_anchor="end", fill="#6b5a44", font_weight="700"
    )
    parts.append(caption)
    if card is None:
        parts.append(card_back(view, x, width))
        if which == "upcoming" and view["cards_left"] == 0 and view["current"]:
            parts.append(wrapped(say("board.last_card"), x + 12, CARD_TOP + 60, 16, width - 24, INK)[0])
    elif card["scoring"]:
        parts += scoring_card(card, say, x, width)
    else:
        parts += event_card(view, card, say, x, width, 16 if number == 0 else 14)
    if number == 1:
        left = say("board.cards_left", cards=view["cards_left"])
        parts.append(label(left, 893, MAP_TOP + MAP_HEIGHT, 14, fill="#5d4a33"))
    return Piece(f"card-{which}", group(f"card-{which}", *parts))


def card_back(view: View, x: float, width: float) -> str:
    """Before the first card and after the last: suits in rows."""
    marks = []
    for row in range(6):
        for column in range(int(width // 36)):
            suit = view["suits"][(row + column) % 4]
            marks.append(at(x + 24 + 36 * column, CARD_TOP + 50 + 29 * row, shapes.suit(suit, "#d9c7a6", 0.8)))
    return element("g", *marks)


def scoring_card(card: dict[str, Any], say: Say, x: float, width: float) -> list[str]:
    head = label(
        say("card." + card["rank"]),
        x + 12,
        CARD_TOP + 58,
        20,
        text_anchor="start",
        font_family=SERIF,
        font_weight="700",
        fill="#8f1026",
    )
    return [head, wrapped(say("board.scoring_text"), x + 12, CARD_TOP + 88, 15, width - 24, INK)[0]]


def event_card(view: View, card: dict[str, Any], say: Say, x: float, width: float, size: float) -> list[str]:
    red = card["suit"] in ("hearts", "diamonds")
    faction = FACTIONS[view["suits"].index(card["suit"])]
    colour = "#b3122d" if red else "#231a14"
    parts = [
        label(say("rank." + card["rank"]), x + 24, CARD_TOP + 32, 26, font_weight="800", fill=colour),
        at(x + 48, CARD_TOP + 23, shapes.suit(card["suit"], colour, 1.25)),
        label(
            card["name"], x + 12, CARD_TOP + 58, 19, text_anchor="start", font_family=SERIF, font_weight="700", fill=INK
        ),
    ]
    columns = [" ".join(say(effect["id"], **effect["args"]) for effect in column) for column in card["columns"]]
    heads = (f"{say('board.faction')} · {say('short.' + faction)}", say("board.other"))
    for smaller in range(8):  # as large as the card allows
        drawn, end = card_columns(heads, columns, x, width, size - smaller)
        if end <= CARD_TOP + CARD_H:
            break
    return [*parts, drawn]


def card_columns(heads: tuple[str, str], columns: list[str], x: float, width: float, size: float) -> tuple[str, float]:
    """Both columns of an event, and where they end."""
    parts = []
    y: float = CARD_TOP + 80
    for head, sentence in zip(heads, columns, strict=True):
        parts.append(label(head, x + 12, y, 12, text_anchor="start", font_weight="800", fill="#7a4a00"))
        drawn, y = wrapped(sentence, x + 12, y + size * 1.25, size, width - 20, INK, 1.15)
        parts.append(drawn)
        y += 8
    return "".join(parts), y - 8


# ── The score track, and the dice ─────────────────────────────────────────────────────────────────────────────────

SCORE_X, SCORE_CELL = 20, 57.5


def score_board(view: View, say: Say) -> str:
    suits = suits_of(view)
    parts = []
    for points in range(16):
        x = SCORE_X + points * SCORE_CELL
        goals = [faction for faction, goal in zip(FACTIONS, view["goal"], strict=True) if goal == points]
        fill = "#f3e3c6" if goals else PANEL
        parts.append(
            element("rect", x=x + 1, y=SCORE_TOP, width=SCORE_CELL - 2, height=84, rx=7, fill=fill, stroke=LINE)
        )
        parts.append(label(str(points), x + 14, SCORE_TOP + 19, 15, font_weight="700", fill="#5d4a33"))
        parts += [
            at(x + 42, SCORE_TOP + 14, shapes.suit(suits[faction], shapes.EDGES[faction], 1.0)) for faction in goals
        ]
    return "".join(parts)


def score_pieces(view: View) -> list[Piece]:
    suits = suits_of(view)
    pieces = []
    for number, faction in enumerate(FACTIONS):
        x = SCORE_X + view["score"][number] * SCORE_CELL + (16 if number % 2 == 0 else 42)
        y = SCORE_TOP + (40 if number < 2 else 66)
        id = f"score-{faction}"
        cube = at(0, 0, shapes.cube(faction, suits), scale=0.72)
        pieces.append(Piece(id, group(id, cube, style=f"transform:translate({x:g}px,{y:g}px)")))
    return pieces


def supply_piece(view: View, say: Say) -> Piece:
    """Who plays what, with what is left in the supplies."""
    suits = suits_of(view)
    parts = []
    for number, faction in enumerate(FACTIONS):
        x, y = 20 + number * 232, SCORE_TOP + 96
        asked = view["asked"] == faction
        parts.append(
            element(
                "rect",
                x=x,
                y=y,
                width=224,
                height=64,
                rx=10,
                fill="#f9e4a0" if asked else PANEL,
                stroke="#a37a00" if asked else LINE,
                stroke_width=2.2 if asked else 1.2,
            )
        )
        parts.append(at(x + 26, y + 32, shapes.cube(faction, suits)))
        parts.append(
            label(say("faction." + faction), x + 52, y + 27, 17, text_anchor="start", font_weight="700", fill=INK)
        )
        score = f"{view['score'][number]} / {view['goal'][number]}"
        supply = say("board.supply", tokens=view["supply"][number])
        parts.append(label(f"{score} · {supply}", x + 52, y + 49, 15, text_anchor="start", fill="#4d3d2b"))
        parts.append(label(standing(view, number, say), x + 216, y + 49, 13, text_anchor="end", fill="#6b4d00"))
    return Piece("supply", group("supply", *parts))


def standing(view: View, number: int, say: Say) -> str:
    """Who won, at the end; else, where somebody plays two factions, whose this one is."""
    seat = view["seats"][number]
    if seat in view["winners"]:
        return say("board.winner")
    return say("seat", number=seat + 1) if len(set(view["seats"])) < 4 else ""


def attack_piece(view: View, say: Say) -> list[Piece]:
    """The dice of an attack, under the support circles."""
    attack = view["attack"]
    if not attack:
        return []
    x, y = 893, MAP_TOP + 430
    parts = [panel(x - 56, y - 16, 118, 116)]
    parts.append(label(say("short." + attack["faction"]), x + 3, y + 6, 16, font_weight="700", fill=INK))
    for i, value in enumerate(attack["dice"]):
        hit = value <= attack["strength"]
        face = shapes.die(value, "#f9e4a0" if hit else "#ffffff", INK, INK, 28)
        parts.append(at(x - 32 + (i % 3) * 35, y + 26 + (i // 3) * 32, face))
    parts.append(label(say("board.hits", hits=attack["hits"]), x + 3, y + 92, 16, font_weight="700", fill=INK))
    return [Piece("attack", group("attack", *parts))]


def draw(view: View, say: Say) -> Drawing:
    board = "".join(
        [
            element("rect", width=WIDTH, height=HEIGHT, rx=16, fill="#efe2cc"),
            track_board(say),
            grid_board(say),
            map_board(view, say),
            score_board(view, say),
        ]
    )
    pieces = [
        card_piece(view, say, "current"),
        card_piece(view, say, "upcoming"),
        grid_piece(view, say),
        *track_pieces(view, say),
        *grid_markers(view, say),
        *map_pieces(view, say),
        supply_piece(view, say),
        *score_pieces(view),
        *attack_piece(view, say),
    ]
    return Drawing(WIDTH, HEIGHT, say("board.title"), DEFINITIONS, board, tuple(pieces))
