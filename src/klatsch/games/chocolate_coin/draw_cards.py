"""The two open cards. A card keeps its id when it moves up, so that it glides from one place to the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.draw_grid import LINE, TOP
from klatsch.games.chocolate_coin.rules.layout import DECK
from klatsch.games.chocolate_coin.shapes import Attributes, moved, suit, use, wrapped

LEFT, WIDTH, HEIGHT = 578, 362, 150
TOPS = {"current": TOP, "upcoming": TOP + HEIGHT + 10}
GUTTER = 80  # who a column is for
TEXT_SIZE = 17


def card_slots() -> str:
    look: Attributes = {"width": WIDTH, "height": HEIGHT, "rx": 12, "fill": "#f4ecdd", "stroke": LINE}
    return "".join(element("rect", x=LEFT, y=top, stroke_dasharray="5 4", **look) for top in TOPS.values())


def cards(view: View, say: Say) -> Iterator[Piece]:
    drawn = DECK - view["cards_left"]
    numbers = {"current": drawn - (view["upcoming"] is not None), "upcoming": drawn}
    for which, top in TOPS.items():
        if view[which] is not None:
            id = f"card-{numbers[which]}"
            yield Piece(id, group(id, face(view, view[which], say), style=moved(LEFT, top)))
    yield captions(view, say)


def captions(view: View, say: Say) -> Piece:
    """Over the cards: which is which, and a frame round the one in play."""
    look: Attributes = {"text_anchor": "end", "font_weight": "700", "fill": "#6b5a44"}
    parts = [label(say("board." + which), LEFT + WIDTH - 12, top + 26, 16, **look) for which, top in TOPS.items()]
    frame: Attributes = {"x": LEFT, "y": TOP, "width": WIDTH, "height": HEIGHT, "rx": 12}
    parts.append(element("rect", fill="none", stroke=INK, stroke_width=2.4, **frame))
    if view["upcoming"] is None and view["current"] and view["cards_left"] == 0:
        last = wrapped(say("board.last_card"), LEFT + 14, TOPS["upcoming"] + 30, TEXT_SIZE, WIDTH - 80, INK)
        parts.append(last[0])
    return Piece("captions", group("captions", *parts, pointer_events="none"))


def face(view: View, card: dict[str, Any], say: Say) -> str:
    paper = element("rect", width=WIDTH, height=HEIGHT, rx=12, fill="#fffdf8", stroke=LINE, stroke_width=1.4)
    return paper + (scoring_face(card, say) if card["scoring"] else event_face(view, card, say))


def heading(text: str, x: float, fill: str) -> str:
    return label(text, x, 29, 20, text_anchor="start", font_family=SERIF, font_weight="700", fill=fill)


def scoring_face(card: dict[str, Any], say: Say) -> str:
    words = wrapped(say("board.scoring_text"), 14, 60, TEXT_SIZE, WIDTH - 28, INK)
    return heading(say("card." + card["rank"]), 14, "#8f1026") + words[0]


def event_face(view: View, card: dict[str, Any], say: Say) -> str:
    colour = "#b3122d" if card["suit"] in ("hearts", "diamonds") else "#231a14"
    sentences = [" ".join(say(effect["id"], **effect["args"]) for effect in column) for column in card["columns"]]
    rank = label(say("rank." + card["rank"]), 24, 31, 25, font_weight="800", fill=colour)
    head = rank + suit(card["suit"], colour, 50, 22, 1.2) + heading(card["name"], 70, INK)
    faction = FACTIONS[view["suits"].index(card["suit"])]
    for size in range(TEXT_SIZE, 9, -1):  # as large as the card allows
        drawn, end = columns(sentences, faction, say, size)
        if end <= HEIGHT - 4:
            break
    return head + drawn


def columns(sentences: list[str], faction: str, say: Say, size: int) -> tuple[str, float]:
    """Both columns of an event, one under the other, with whom they are for beside them; and where they end."""
    heads = (say("board.faction"), say("board.other"))
    look: Attributes = {"text_anchor": "start", "font_weight": "800", "fill": "#7a4a00"}
    parts = []
    y = 58.0
    for i, (head, sentence) in enumerate(zip(heads, sentences, strict=True)):
        parts.append(label(head, 12, y, 12.5, **look))
        if i == 0:
            parts.append(use(f"cube-{faction}", 22, y + 18, 0.66))
            parts.append(label(say("short." + faction), 36, y + 23, 12.5, **look))
        drawn, end = wrapped(sentence, GUTTER, y, size, WIDTH - GUTTER - 8, INK, 1.15)
        parts.append(drawn)
        y = max(end, y + 40) + 5 if i == 0 else end
    return "".join(parts), y - size
