"""Hints in four steps: where to look, which piece, the move, why the obvious one fails.

A step gives away no more than it says. All numbers are from the tree of a search.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from klatsch.bots.explain import (
    LOSS,
    OPEN_END,
    Choice,
    best_first,
    choice,
    expected,
    in_words,
    joined,
    percent,
    told,
    turns_of,
    worth_in_words,
)
from klatsch.bots.mcts import Search
from klatsch.core.game import KnownState, State, as_label
from klatsch.core.message import Message
from klatsch.drawing import Drawing, Panel

STEPS = 4
# What is compared with the best choice gets at least this part of its visits.
FAIR_PART = 0.25
ROWS = ("upper", "middle", "lower")
COLUMNS = ("left", "centre", "right")


@dataclass(frozen=True)
class Obvious:
    """A choice that looks good and isn't the best."""

    choice: Choice
    loss: float  # of win chance, against the best choice
    error: float
    at_first_sight: bool  # the evaluator likes it best; otherwise it is the search's second choice
    answer: Message | None  # what is expected to follow


def hint(search: Search, known: KnownState, step: int, lang: str = "en") -> list[Message]:
    """The hint of one step, 1 to 4, for the searching seat, whose decision it is.

    A piece is called what the drawing calls it, so that is drawn in the language of whoever asks.
    """
    state = known.state
    if not 1 <= step <= STEPS:
        raise ValueError(f"hints have steps 1 to {STEPS}, not {step}")
    if len(state.legal_actions()) == 1:
        return [Message("hint.only_one")]
    best = search.best()
    anchors = state.game.actions[best].anchors
    if step == 1:
        return [where(state, anchors[0], int(search.seat)) if anchors else Message("hint.no_place")]
    if step == 2:
        return [piece(state, anchors[0], int(search.seat), lang) if anchors else buttons(state)]
    if step == 3:
        return [Message("hint.move", does=told(state, best, int(search.seat)))]
    return why(search, state)


# ── Where, and which piece ────────────────────────────────────────────────────────────────────────────


def buttons(state: State) -> Message:
    """All choices that need no piece."""
    actions = [action for action in state.legal_actions() if not state.game.actions[action].anchors]
    labels = [Message("hint.anchor", name=as_label(told(state, action, int(state.actor)))) for action in actions]
    return Message("hint.button", choices=joined("explain.comma", labels))


def piece(state: State, anchor: str, viewer: int, lang: str) -> Message:
    """By the words that the drawing has for a screen reader; without any, by the anchor's id."""
    path = path_to(ElementTree.fromstring(state.svg(viewer, lang)), anchor)
    drawn = path[-1].get("aria-label") if path else None
    return Message("hint.piece", what=Message("hint.anchor", name=drawn) if drawn else anchor_in_words(state, anchor))


def anchor_in_words(state: State, anchor: str) -> Message:
    """`sq-e4` by the game's sentence `anchor.sq`; without one, the id's own words."""
    kind, _, name = anchor.partition("-")
    named = Message(f"anchor.{kind}", name=spaced(name))
    try:
        state.game.definition.words.say("en")(named)
    except KeyError:
        return Message("hint.anchor", name=spaced(anchor))
    return named


def spaced(id: str) -> str:
    """`hand-2` as `hand 2`; a minus stays: `4--1` is `4 -1`."""
    return re.sub(r"(?<=\w)-", " ", id)


def where(state: State, anchor: str, viewer: int) -> Message:
    """In which of nine parts of the board an anchor lies, or on which other panel."""
    drawing = drawn_for(state, viewer)
    panel = next((panel for panel in drawing.panels if is_on(panel, anchor)), None)
    if panel is None:
        return Message("hint.on_the_table")
    if panel.name != "board":
        return Message("hint.panel", what=Message("panel." + panel.name.partition("-")[0]))
    place = position(drawing.picture_of("board"), anchor)
    assert place is not None
    row, column = (min(2, max(0, int(3 * part))) for part in place)
    return Message("hint.where", part=Message(f"hint.part.{ROWS[row]}_{COLUMNS[column]}"))


def drawn_for(state: State, viewer: int, lang: str = "en") -> Drawing:
    definition = state.game.definition
    drawing = definition.draw(state.view(viewer), definition.words.say(lang))
    assert isinstance(drawing, Drawing)
    return drawing


def is_on(panel: Panel, id: str) -> bool:
    mark = f'id="{id}"'
    return mark in panel.background or any(mark in piece.markup for piece in panel.pieces)


NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
MOVED = re.compile(r"translate\(\s*(-?[\d.]+)(?:px)?[\s,]+(-?[\d.]+)")


def position(svg: str, id: str) -> tuple[float, float] | None:
    """Where the middle of a drawn element is: parts of the height and of the width."""
    root = ElementTree.fromstring(svg)
    left, top, width, height = (float(number) for number in root.attrib["viewBox"].split())
    path = path_to(root, id)
    if path is None:
        return None
    origin = moved(path[:-1])
    points = corners(path[-1], *origin)
    if not points:
        x, y = moved(path)
    else:
        x, y = ((min(axis) + max(axis)) / 2 for axis in zip(*points, strict=True))
    return (y - top) / height, (x - left) / width


def path_to(element: ElementTree.Element, id: str) -> list[ElementTree.Element] | None:
    if element.get("id") == id:
        return [element]
    for child in element:
        path = path_to(child, id)
        if path is not None:
            return [element, *path]
    return None


def moved(path: list[ElementTree.Element]) -> tuple[float, float]:
    """The sum of the translations along a path; turns and scales don't matter for a ninth of the board."""
    x = y = 0.0
    for element in path:
        match = MOVED.search(element.get("transform", "") + element.get("style", ""))
        if match is not None:
            x, y = x + float(match[1]), y + float(match[2])
    return x, y


def corners(element: ElementTree.Element, x: float, y: float) -> list[tuple[float, float]]:
    """Points that span an element and all in it."""
    dx, dy = moved([element])
    x, y = x + dx, y + dy
    points: list[tuple[float, float]] = []
    tag = element.tag.rpartition("}")[2]
    if tag == "rect":
        left, top, width, height = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
        points = [(x + left, y + top), (x + left + width, y + top + height)]
    elif tag in ("circle", "ellipse"):
        points = [(x + float(element.get("cx", 0)), y + float(element.get("cy", 0)))]
    elif tag in ("polygon", "polyline"):
        numbers = [float(number) for number in NUMBER.findall(element.get("points", ""))]
        points = [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=False)]
    elif tag == "path":
        points = [(x + a, y + b) for a, b in outline(element.get("d", ""))]
    elif tag in ("text", "use"):
        points = [(x + float(element.get("x", 0)), y + float(element.get("y", 0)))]
    for child in element:
        points += corners(child, x, y)
    return points


STROKE = re.compile(r"([A-Za-z])([^A-Za-z]*)")
# How many numbers each stroke of a path takes; the last of them say where it ends.
NUMBERS_OF = {"M": 2, "L": 2, "H": 1, "V": 1, "T": 2, "Q": 4, "S": 4, "C": 6, "A": 7}


def outline(path: str) -> list[tuple[float, float]]:
    """Where the strokes of a path end. What a curve bulges doesn't matter for a ninth of the board."""
    points: list[tuple[float, float]] = []
    x = y = 0.0
    for letter, rest in STROKE.findall(path):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        kind = letter.upper()
        length = NUMBERS_OF.get(kind)
        ends = range(length, len(numbers) + 1, length) if length else range(0)  # Z has no numbers and adds no point
        for end in ends:
            from_x, from_y = (x, y) if letter.islower() else (0.0, 0.0)
            if kind != "V":
                x = from_x + numbers[end - (1 if kind == "H" else 2)]
            if kind != "H":
                y = from_y + numbers[end - 1]
            points.append((x, y))
    return points


# ── Why not the obvious one ───────────────────────────────────────────────────────────────────────────


def why(search: Search, state: State) -> list[Message]:
    found = obvious(search, state)
    if found is None:
        return [Message("hint.no_other")]
    other = found.choice
    id = "hint.obvious" if found.at_first_sight else "hint.second"
    lines = [Message(id, does=other.does, worth=worth_in_words(other.worth))]
    if other.worth.proven == OPEN_END:
        # A difference within its error is told as such.
        id = "hint.loses" if found.loss > found.error else "hint.hardly_loses"
        lines.append(Message(id, percent=percent(found.loss), error=percent(found.error)))
    if found.answer is not None:
        lines.append(Message("hint.answer", does=found.answer))
    if other.terms and other.worth.proven != LOSS:
        lines.append(Message("explain.apart", terms=joined("explain.comma", [in_words(term) for term in other.terms])))
    return lines


def obvious(search: Search, state: State) -> Obvious | None:
    """The choice that the evaluator likes best at first sight, else the search's second; None if there is no other."""
    best = best_first(search)[0]
    at_first_sight = first_sight(search, state)
    others = [entry.action for entry in best_first(search)[1:]]
    if at_first_sight in (None, best.action) and not others:
        return None
    action = others[0] if at_first_sight is None or at_first_sight == best.action else at_first_sight
    make_fair(search, state, action, int(FAIR_PART * best.visits))
    entries = {entry.action: entry for entry in search.entries([])}
    if action not in entries:
        return None
    first = choice(search, state, entries[best.action], best.action)
    other = choice(search, state, entries[action], best.action)
    following = turns_of(expected(search, state, action), state, int(search.seat))
    answer = next((turn for turn in following if turn.seat not in (-1, search.seat)), None)
    return Obvious(
        choice=other,
        loss=first.worth.value - other.worth.value,
        error=(first.worth.error**2 + other.worth.error**2) ** 0.5,
        at_first_sight=action == at_first_sight,
        answer=None if answer is None else joined("explain.then", [step.does for step in answer.steps]),
    )


def first_sight(search: Search, state: State) -> int | None:
    """The action with the best evaluation right after it; None without an evaluator."""
    evaluator = search.evaluator
    if evaluator is None:
        return None
    values: list[tuple[float, int]] = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        values.append((evaluator.values(after)[int(search.seat)], -action))
    return -max(values)[1]


def make_fair(search: Search, state: State, action: int, visits: int) -> None:
    """Search an action that was passed over until it has so many visits, so that it isn't judged by a glance."""
    known = next((entry.visits for entry in search.entries([]) if entry.action == action), 0)
    if known < visits:
        search.run_through(state, action, visits - known)
