"""Kuhn poker: chance and hidden cards in the smallest real game, so that those contract checks can fail."""

from __future__ import annotations

from pathlib import Path

from klatsch.core.definition import Definition
from klatsch.examples.kuhn_poker import rules, show
from klatsch.examples.kuhn_poker.observe import KuhnPokerObserver
from klatsch.language import Catalogue

FOLDER = Path(__file__).parent

DEFINITION = Definition(
    name="kuhn-poker",
    title="Kuhn Poker",
    folder=FOLDER,
    rules_version=1,
    seats=(2,),
    minutes=1,
    complexity=1,
    options=(),
    actions=show.ACTIONS,
    max_decisions=5,
    hidden=True,
    prepare=rules.NoRulings,
    new=rules.new,
    blank=rules.blank,
    words=Catalogue(FOLDER),
    prompt=show.prompt,
    describe=show.describe,
    why_not=show.why_not,
    view=show.view,
    draw=show.draw,
    text=show.text,
    observation=KuhnPokerObserver,
)
