"""The two open cards."""

from __future__ import annotations

from functools import cache
from typing import Any

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.draw_grid import LEAST, LINE, WIDTH
from klatsch.games.chocolate_coin.rules.layout import DECK
from klatsch.games.chocolate_coin.shapes import Attributes, moved, suit, use, wrapped

HEIGHT = 240
MARGIN = 12
BETWEEN = 8  # the columns
TEXT_SIZE = 19


@cache
def card_slot(which: str, say: Say) -> str:
    """Where a card lies; the one in play has a strong edge."""
    look: Attributes = {"x": 1, "y": 1, "width": WIDTH - 2, "height": HEIGHT - 2, "rx": 12, "fill": "#f4ecdd"}
    dashes = None if which == "current" else "5 4"
    slot = element("rect", stroke=INK if which == "current" else LINE, stroke_dasharray=dashes, **look)
    return slot + label(say("board." + which), WIDTH / 2, HEIGHT / 2, 19, fill="#6b5a44")


def card(view: View, say: Say, which: str) -> tuple[Piece, ...]:
    """A card keeps its id when it moves up, so that it glides from one place to the other."""
    drawn = DECK - view["cards_left"]
    if view[which] is not None:
        id = f"card-{drawn - (which == 'current' and view['upcoming'] is not None)}"
        return (Piece(id, group(id, face(view, view[which], say), style=moved(0, 0))),)
    if which == "upcoming" and view["current"] and view["cards_left"] == 0:
        last = wrapped(say("board.last_card"), 16, 50, TEXT_SIZE, WIDTH - 32, INK)
        paper = element("rect", x=4, y=4, width=WIDTH - 8, height=HEIGHT - 8, rx=10, fill="#f4ecdd")
        return (Piece("last-card", group("last-card", paper, last[0], pointer_events="none")),)
    return ()


def face(view: View, card: dict[str, Any], say: Say) -> str:
    paper = element("rect", width=WIDTH, height=HEIGHT, rx=12, fill="#fffdf8", stroke=LINE, stroke_width=1.4)
    return paper + (scoring_face(card, say) if card["scoring"] else event_face(view, card, say))


def heading(text: str, x: float, fill: str) -> str:
    return label(text, x, 30, 21, text_anchor="start", font_family=SERIF, font_weight="700", fill=fill)


def scoring_face(card: dict[str, Any], say: Say) -> str:
    words = wrapped(say("board.scoring_text"), 14, 64, TEXT_SIZE, WIDTH - 28, INK)
    return heading(say("card." + card["rank"]), 14, "#8f1026") + words[0]


def event_face(view: View, card: dict[str, Any], say: Say) -> str:
    colour = "#b3122d" if card["suit"] in ("hearts", "diamonds") else "#231a14"
    sentences = [" ".join(say(effect["id"], **effect["args"]) for effect in column) for column in card["columns"]]
    rank = label(say("rank." + card["rank"]), 24, 31, 25, font_weight="800", fill=colour)
    head = rank + suit(card["suit"], colour, 50, 22, 1.2) + heading(card["name"], 70, INK)
    faction = FACTIONS[view["suits"].index(card["suit"])]
    for size in range(TEXT_SIZE, LEAST - 1, -1):  # as large as the card allows
        drawn, end = columns(sentences, faction, say, size)
        if end <= HEIGHT - 4:
            break
    return head + drawn


def columns(sentences: list[str], faction: str, say: Say, size: int) -> tuple[str, float]:
    """Both columns of an event, one under the other, each with whom it is for; and where they end."""
    parts = [use(f"cube-{faction}", WIDTH - 28, 24, 0.8)]
    heads = (f"{say('board.faction')} ({say('short.' + faction)})", say("board.other"))
    y = 58.0
    for head, sentence in zip(heads, sentences, strict=True):
        drawn, y = wrapped(f"{head}: {sentence}", MARGIN, y, size, WIDTH - 2 * MARGIN, INK, 1.1)
        parts.append(drawn)
        y += BETWEEN
    return "".join(parts), y - BETWEEN - size
