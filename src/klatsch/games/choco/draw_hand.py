"""The lower part of ChoCo's drawing: the own hand, each card in all its turns; the stack, and the cards not seen."""

from __future__ import annotations

from functools import cache

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, Piece, element, group, label
from klatsch.games.choco.cards import FACE_NAMES, distinct_turns, turned
from klatsch.games.choco.chocolate import CELL, PANEL, RIM, card, fitted, moved, use
from klatsch.games.choco.draw_seats import EDGE, INSIDE, QUIET, start
from klatsch.games.choco.text import has_hand, has_seat

HAND_TOP = 768
TRAY, PITCH = 168, 176
TURN = TRAY // 2  # the room of one turn: a finger's width on a phone
BIG, SMALL = 74, 56  # the card as it is held, and turned
FOOT = 80  # the height of what is below the hand
PILE = 6  # cards drawn of the stack
LETTER_COLOURS = {"w": "white", "m": "milk", "d": "dark"}

FACE = 25  # a card among those not seen yet

DEFINITIONS = element(
    "g",
    element("rect", x=-TURN / 2, y=-TURN / 2, width=TURN, height=TURN, fill="#fff", fill_opacity=0),
    id="choco-area",
) + element(
    "g",
    element("rect", x=-0.5, y=-0.5, width=FACE + 1, height=FACE + 1, fill="#efe2cc", opacity=0.8),
    id="choco-gone",
)


def foot_top(view: View) -> int:
    return HAND_TOP + (TRAY + 10 if has_seat(view) else 0)


def height(view: View) -> int:
    return foot_top(view) + FOOT


def colour_words(say: Say) -> dict[str, str]:
    return {letter: say("colour." + colour) for letter, colour in LETTER_COLOURS.items()}


def in_words(pieces: str, words: dict[str, str]) -> str:
    """A card as it lies: `white milk, white dark`."""
    return f"{words[pieces[0]]} {words[pieces[1]]}, {words[pieces[2]]} {words[pieces[3]]}"


# ── The hand ──────────────────────────────────────────────────────────────────────────────────────


def trays(view: View) -> str:
    """Where the hand lies; each card has a tray with room for its four turns."""
    if not has_seat(view):
        return ""
    arrow = "M5.2,1.9A5.5,5.5 0 1 1 3.5,-4.2M-0.5,-4.6L3.5,-4.2L2.5,-8.1"
    sign = element("path", d=arrow, fill="none", stroke=QUIET, stroke_width=1.8, stroke_linecap="round")
    return "".join(
        element(
            "g",
            element("rect", width=TRAY, height=TRAY, rx=12, fill=PANEL, stroke=RIM, stroke_width=1.5),
            element("g", sign, transform=f"translate({TURN},{TURN})"),
            transform=f"translate({EDGE + slot * PITCH},{HAND_TOP})",
        )
        for slot in range(4)
    )


def turn_middle(quarters: int) -> tuple[float, float]:
    return TURN * (quarters % 2 + 0.5), TURN * (quarters // 2 + 0.5)


def turn_size(quarters: int) -> int:
    return SMALL if quarters else BIG


def turn_style(quarters: int) -> str:
    """The style of a card in its place of the tray."""
    x, y = turn_middle(quarters)
    size = turn_size(quarters)
    return fitted(x - size / 2, y - size / 2, size)


def hand_slot(slot: int, held: View, say: Say) -> Piece:
    id = f"hand-{slot + 1}"
    face = held["face"]
    colours = colour_words(say)
    turns = []
    for quarters in range(distinct_turns(face)):
        pieces = turned(face, quarters)
        words = say("label.turn", turns=quarters, pieces=in_words(pieces, colours))
        turns.append(turn_choice(id, pieces, quarters, words))
    area = element("rect", width=TRAY, height=TRAY, fill="#fff", fill_opacity=0)
    words = say("label.hand", number=slot + 1, card=say("card." + face))
    place = moved(EDGE + slot * PITCH, HAND_TOP)
    return Piece(id, group(id, area, *turns, class_="anchor", aria_label=words, style=place))


def turn_choice(id: str, pieces: str, quarters: int, words: str) -> str:
    x, y = turn_middle(quarters)
    size = turn_size(quarters)
    shown = element("g", card(pieces), style=fitted(-size / 2, -size / 2, size))
    return group(f"{id}-turn-{quarters}", use("area"), shown, class_="anchor", aria_label=words, style=moved(x, y))


def ways(view: View, slot: int, held: View) -> Piece:
    """What can be done with a card: rings round the turns that fit somewhere, a veil over the others."""
    choice = view["choice"] or {}
    marks = []
    for quarters in range(distinct_turns(held["face"])):
        if [slot, quarters] in choice.get("cards", []) or (held["offered"] and not quarters):
            marks.append(element("g", use("last"), style=turn_style(quarters)))
        elif quarters or "cards" in choice or "places" in choice:
            marks.append(element("g", use("veil"), style=turn_style(quarters)))
    id = f"ways-{slot + 1}"
    place = moved(EDGE + slot * PITCH, HAND_TOP)
    return Piece(id, group(id, *marks, pointer_events="none", style=place))


def chosen_style(choice: View) -> str:
    """Where the chosen card lies in the hand, before it goes to the table."""
    x, y = turn_middle(choice["turns"])
    size = turn_size(choice["turns"])
    left = EDGE + choice["card"] * PITCH
    return fitted(left + x - size / 2, HAND_TOP + y - size / 2, size)


def hand(view: View, say: Say) -> list[Piece]:
    if not has_hand(view):
        return []
    held = list(enumerate(view["hands"][view["viewer"]]))
    return [hand_slot(slot, card, say) for slot, card in held] + [ways(view, slot, card) for slot, card in held]


# ── The stack, and the cards not seen yet ─────────────────────────────────────────────────────────

STEP = INSIDE / len(FACE_NAMES)


def foot_board(view: View, say: Say) -> str:
    top = foot_top(view)
    parts = [start(say("board.unseen"), EDGE, top + 20, 16, fill=QUIET, font_weight="600"), all_faces(top + 30)]
    if view["reconstruction"]:
        parts.append(label(say("board.reconstructed"), EDGE + INSIDE / 2, top + 20, 13, fill=QUIET))
    return "".join(parts)


@cache
def all_faces(top: int) -> str:
    """Every face there is; the counts change."""
    faces = enumerate(FACE_NAMES)
    return "".join(element("g", card(face), style=fitted(EDGE + i * STEP, top, FACE)) for i, face in faces)


def unseen(view: View) -> Piece:
    """How often every face may still be in the stack or in another hand."""
    top = foot_top(view)
    marks = []
    for i, (face, copies) in enumerate(view["copies"].items()):
        many = view["unseen"].get(face, 0)
        x = EDGE + i * STEP
        if not many:
            marks.append(use("gone", round(x, 1), top + 30))
        elif copies > 1:
            marks.append(element("text", f"×{many}", x=round(x + FACE / 2, 1), y=top + 70))
    return Piece("unseen", group("unseen", *marks, font_size=14, font_weight="600", text_anchor="middle", fill=INK))


def stack(view: View, say: Say) -> Piece:
    top = foot_top(view)
    layers = min(PILE, (view["stack"] + 3) // 4)
    scale = 20 / (2 * CELL)
    pile = element("g", *(use("foil", -8 * i, -4 * i) for i in range(layers)), style=moved(0, 0, scale))
    words = label(say("board.stack", cards=view["stack"]), -20, 15, 16, fill=INK, text_anchor="end", font_weight="600")
    return Piece("stack", group("stack", pile, words, style=moved(EDGE + INSIDE - 22, top + 5)))
