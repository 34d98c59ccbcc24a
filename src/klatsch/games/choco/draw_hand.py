"""The own hand of ChoCo, each card in all its turns; the stack, and the cards not seen yet."""

from __future__ import annotations

from functools import cache

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, Piece, element, group
from klatsch.games.choco.actions import ACTIONS, CHOOSE
from klatsch.games.choco.cards import FACE_NAMES, QUARTERS, distinct_turns, turned
from klatsch.games.choco.chocolate import CELL, PANEL, RIM, Attributes, card, fitted, moved, use
from klatsch.games.choco.draw_seats import LETTERS, QUIET, SIDE, start
from klatsch.games.choco.text import has_hand

TRAY = 168
TURN = TRAY // 2  # the room of one turn: a finger's width on a phone
BIG, SMALL = 74, 56  # the card as it is held, and turned
PILE = 6  # cards drawn of the stack
LETTER_COLOURS = {"w": "white", "m": "milk", "d": "dark"}

FACE = 17  # a card among those not seen yet

DEFINITIONS = element(
    "g",
    element("rect", x=-TURN / 2, y=-TURN / 2, width=TURN, height=TURN, fill="#fff", fill_opacity=0),
    id="choco-area",
) + element(
    "g",
    element("rect", x=-0.5, y=-0.5, width=FACE + 1, height=FACE + 1, fill="#efe2cc", opacity=0.8),
    id="choco-gone",
)


def colour_words(say: Say) -> dict[str, str]:
    return {letter: say("colour." + colour) for letter, colour in LETTER_COLOURS.items()}


def in_words(pieces: str, words: dict[str, str]) -> str:
    """A card as it lies: `white milk, white dark`."""
    return f"{words[pieces[0]]} {words[pieces[1]]}, {words[pieces[2]]} {words[pieces[3]]}"


# ── The hand ──────────────────────────────────────────────────────────────────────────────────────


@cache
def slot_board() -> str:
    """Where a card of the hand lies, with room for its four turns."""
    arrow = "M5.2,1.9A5.5,5.5 0 1 1 3.5,-4.2M-0.5,-4.6L3.5,-4.2L2.5,-8.1"
    sign = element("path", d=arrow, fill="none", stroke=QUIET, stroke_width=1.8, stroke_linecap="round")
    box = element("rect", x=1, y=1, width=TRAY - 2, height=TRAY - 2, rx=12, fill=PANEL, stroke=RIM, stroke_width=1.5)
    return box + element("g", sign, transform=f"translate({TURN},{TURN})")


def turn_middle(quarters: int) -> tuple[float, float]:
    return TURN * (quarters % 2 + 0.5), TURN * (quarters // 2 + 0.5)


def turn_size(quarters: int) -> int:
    return SMALL if quarters else BIG


def turn_style(quarters: int) -> str:
    """The style of a card in its place of the tray."""
    x, y = turn_middle(quarters)
    size = turn_size(quarters)
    return fitted(x - size / 2, y - size / 2, size)


def hand_slot(view: View, slot: int, held: View, say: Say) -> Piece:
    id = f"hand-{slot + 1}"
    face = held["face"]
    colours = colour_words(say)
    turns = []
    for quarters in range(distinct_turns(face)):
        pieces = turned(face, quarters)
        words = say("label.turn", turns=quarters, pieces=in_words(pieces, colours))
        turns.append(turn_choice(id, pieces, quarters, words, ways_to_take(view, slot, quarters)))
    area = element("rect", width=TRAY, height=TRAY, fill="#fff", fill_opacity=0)
    words = say("label.hand", number=slot + 1, card=say("card." + face))
    return Piece(id, group(id, area, *turns, class_="anchor", aria_label=words))


def turn_choice(id: str, pieces: str, quarters: int, words: str, taken: Attributes) -> str:
    x, y = turn_middle(quarters)
    size = turn_size(quarters)
    shown = element("g", card(pieces), style=fitted(-size / 2, -size / 2, size), data_outline="")
    place = f"{id}-turn-{quarters}"
    return group(place, use("area"), shown, class_="anchor", aria_label=words, style=moved(x, y), **taken)


def ways_to_take(view: View, slot: int, quarters: int) -> Attributes:
    """For the page: a card is lifted by dragging it, and until it is laid another is taken by clicking that."""
    choice = view["choice"] or {}
    if [slot, quarters] not in choice.get("cards", []):
        return {}
    return {"data_instead": notation(slot, quarters)} if "places" in choice else {"data_lift": ""}


def notation(slot: int, quarters: int) -> str:
    return ACTIONS[CHOOSE + QUARTERS * slot + quarters].notation


def ways_to_turn(choice: View) -> Attributes:
    """The actions that turn the chosen card on, and back, to the next turn that fits somewhere."""
    slot, now = choice["card"], choice["turns"]
    others = [quarters for other, quarters in choice["cards"] if other == slot]
    if not others:
        return {}
    onward = min(others, key=lambda quarters: (quarters - now) % QUARTERS)
    back = min(others, key=lambda quarters: (now - quarters) % QUARTERS)
    return {"data_turn": notation(slot, onward), "data_turn_back": notation(slot, back)}


def ways(view: View, slot: int, held: View) -> Piece:
    """What can be done with a card: rings round the turns that fit somewhere, a veil over the others."""
    choice = view["choice"] or {}
    marks = []
    for quarters in range(distinct_turns(held["face"])):
        if [slot, quarters] in choice.get("cards", []) or (held["offered"] and not quarters):
            if "places" not in choice:
                marks.append(element("g", use("last"), style=turn_style(quarters)))
        elif quarters or "cards" in choice or "places" in choice:
            marks.append(element("g", use("veil"), style=turn_style(quarters)))
    id = f"ways-{slot + 1}"
    return Piece(id, group(id, *marks, pointer_events="none"))


def chosen_style(choice: View) -> str:
    """Where the chosen card lies in its slot, before it goes to the table."""
    return turn_style(choice["turns"])


def hand(view: View, say: Say, slot: int) -> list[Piece]:
    held = view["hands"][view["viewer"]] if has_hand(view) else []
    if slot >= len(held):
        return []
    return [hand_slot(view, slot, held[slot], say), ways(view, slot, held[slot])]


# ── The stack, and the cards not seen yet ─────────────────────────────────────────────────────────

COLUMNS = 7
ACROSS, DOWN = SIDE / COLUMNS, 28
UNSEEN_HEIGHT = DOWN * -(-len(FACE_NAMES) // COLUMNS)
STACK_HEIGHT = 34


def face_corner(number: int) -> tuple[float, float]:
    return ACROSS * (number % COLUMNS), DOWN * (number // COLUMNS) + 5


@cache
def all_faces() -> str:
    """Every face there is; the counts change."""
    faces = enumerate(FACE_NAMES)
    return "".join(element("g", card(face), style=fitted(*face_corner(i), FACE)) for i, face in faces)


def unseen(view: View, say: Say) -> Piece:
    """How often every face may still be in the stack or in another hand."""
    marks = []
    for i, (face, copies) in enumerate(view["copies"].items()):
        many = view["unseen"].get(face, 0)
        x, y = face_corner(i)
        if not many:
            marks.append(use("gone", round(x, 1), y))
        elif copies > 1:
            marks.append(element("text", str(many), x=round(x + FACE + 3, 1), y=y + 13))
    words = say("board.unseen")
    return Piece("unseen", group("unseen", *marks, font_size=LETTERS, font_weight="600", fill=INK, aria_label=words))


@cache
def stack_board(reconstruction: bool, say: Say) -> str:
    words = say("board.reconstructed") if reconstruction else ""
    return start(words, 2, 31, LETTERS, fill=QUIET)


def stack(view: View, say: Say) -> Piece:
    layers = min(PILE, (view["stack"] + 3) // 4)
    scale = 16 / (2 * CELL)
    pile = element("g", *(use("foil", -8 * i, -4 * i) for i in range(layers)),
                   style=moved(14, 4, scale))  # fmt: skip
    words = start(say("board.stack", cards=view["stack"]), 36, 15, 13, fill=INK, font_weight="600")
    return Piece("stack", group("stack", pile, words))
