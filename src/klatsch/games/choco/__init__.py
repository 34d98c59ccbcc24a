"""ChoCo, by Steffen Mühlhäuser and Bernhard Kümmelmann: bars of chocolate on two levels, for two, three or four.

Hidden hands and chance. Complete rules with every ruling of RULES.md as an option; the card faces are reconstructed, or
come from a file.
"""

from __future__ import annotations

from pathlib import Path

from klatsch.core.definition import Definition
from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.core.options import BoardFile, Choice
from klatsch.games.choco import (
    changes,
    clicks,
    deck,
    draw,
    guide,
    palette,
    position_text,
    refusals,
    rules,
    tally,
    view,
    words,
)
from klatsch.games.choco.actions import ACTIONS
from klatsch.games.choco.evaluate import ChoCoEvaluator
from klatsch.games.choco.invariant import invariant
from klatsch.games.choco.observe import ChoCoObserver
from klatsch.games.choco.table import Rulings
from klatsch.language import Catalogue

FOLDER = Path(__file__).parent


def sides(seats: int) -> tuple[tuple[int, ...], ...]:
    """With four, the seats opposite each other are a team."""
    return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))


def reconstruction(game: Game) -> Message | None:
    assert isinstance(game.board, Rulings)
    return Message("board.reconstructed") if game.board.reconstruction else None


DEFINITION = Definition(
    name="choco",
    title="ChoCo",
    folder=FOLDER,
    rules_version=2,
    seats=(2, 3, 4),
    minutes=30,
    complexity=2,
    options=(
        BoardFile("cards", deck.SHIPPED, deck.read),
        Choice("cover_match", "beside", "beneath", "either"),
        Choice("neutral", "every", "largest"),
        Choice("contact_unit", "edges", "pieces"),
        Choice("token_target", "any", "just_laid"),
        Choice("swap", "on", "off"),
        Choice("tie", "next_group", "shared"),
    ),
    actions=ACTIONS,
    # The deal and two colours; 36 cards with a swap, choice, place, token and draw each; between two cards, and at the
    # end, as many passes as there are other seats, each with a swap before it.
    max_decisions=17 + 2 + 36 * 7 + 37 * 3 * 4,
    hidden=True,
    prepare=deck.prepare,
    new=rules.new,
    blank=rules.blank,
    words=Catalogue(FOLDER),
    prompt=words.prompt,
    clause=words.clause,
    describe=words.describe,
    why_not=refusals.why_not,
    why_clicks=clicks.why_clicks,
    view=view.view,
    draw=draw.draw,
    text=draw.text,
    tally=tally.tally,
    changes=changes.CHANGES,
    guide=guide.guide,
    sides=sides,
    reconstruction=reconstruction,
    invariant=invariant,
    position=position_text.form,
    palette=palette.palette,
    evaluator=ChoCoEvaluator,
    observation=ChoCoObserver,
)
