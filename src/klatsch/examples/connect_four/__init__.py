"""Connect Four: the worked example of docs/add-a-game.md, and our yardstick against other engines."""

from __future__ import annotations

from pathlib import Path

from klatsch.core.definition import Definition
from klatsch.examples.connect_four import draw, rules, view, words
from klatsch.examples.connect_four.actions import ACTIONS
from klatsch.examples.connect_four.evaluate import ConnectFourEvaluator
from klatsch.examples.connect_four.observe import ConnectFourObserver
from klatsch.language import Catalogue

FOLDER = Path(__file__).parent

DEFINITION = Definition(
    name="connect-four",
    title="Connect Four",
    folder=FOLDER,
    rules_version=1,
    seats=(2,),
    minutes=5,
    complexity=1,
    options=(),
    actions=ACTIONS,
    max_decisions=42,
    hidden=False,
    chance=False,
    prepare=rules.NoRulings,
    new=rules.new,
    blank=rules.new,
    words=Catalogue(FOLDER),
    prompt=words.prompt,
    describe=words.describe,
    why_not=words.why_not,
    view=view.view,
    draw=draw.draw,
    text=draw.text,
    seat_names=lambda game, seats: words.SEATS,
    evaluator=ConnectFourEvaluator,
    observation=ConnectFourObserver,
)
