"""Coffee Chess, by Jóhannes Gunnar Þorsteinsson: beans on a chess board, for two.

Perfect information, no chance. Complete rules with every ruling of RULES.md as an option.
"""

from __future__ import annotations

from pathlib import Path

from klatsch.core.definition import Definition
from klatsch.core.options import Choice
from klatsch.games.coffee_chess import changes, clicks, draw, palette, position_text, rules, view, words
from klatsch.games.coffee_chess.actions import ACTIONS
from klatsch.games.coffee_chess.evaluate import CoffeeChessEvaluator
from klatsch.games.coffee_chess.observe import CoffeeChessObserver
from klatsch.language import Catalogue

FOLDER = Path(__file__).parent

DEFINITION = Definition(
    name="coffee-chess",
    title="Coffee Chess",
    folder=FOLDER,
    rules_version=2,
    seats=(2,),
    minutes=15,
    complexity=2,
    options=(
        Choice("bank_end", "at_once", "finish_turn"),
        Choice("white_first_draw", "2", "1"),
        Choice("black_start", "0", "1", "2"),
        Choice("move_amount", "all_but_one", "any"),
        Choice("steal_amount", "most", "any"),
        Choice("quiet", "40", "off"),
        Choice("idle_end", "off", "two_turns"),
    ),
    actions=ACTIONS,
    # Turn 400 is the last, with five actions, their amounts and the end of the turn in each.
    max_decisions=400 * 11,
    hidden=False,
    chance=False,
    prepare=rules.Rulings,
    new=rules.new,
    blank=rules.blank,
    words=Catalogue(FOLDER),
    prompt=words.prompt,
    clause=words.clause,
    describe=words.describe,
    why_not=words.why_not,
    why_clicks=clicks.why_clicks,
    view=view.view,
    draw=draw.draw,
    text=draw.text,
    tally=view.tally,
    changes=changes.CHANGES,
    guide=words.guide,
    seat_names=lambda game, seats: words.SEATS,
    invariant=rules.invariant,
    position=position_text.form,
    palette=palette.palette,
    evaluator=CoffeeChessEvaluator,
    observation=CoffeeChessObserver,
)
