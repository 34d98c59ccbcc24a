"""The clause that the rules beside the board mark: every decision of our games has one, and RULES.md has it."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.rulebook import clauses, rules_text

from contract.variants import VARIANTS, Variant
from playing import walk

EXAMPLES = ("connect-four", "kuhn-poker")
OURS = [variant for variant in VARIANTS if variant.game not in EXAMPLES]


@pytest.mark.parametrize("variant", OURS, ids=str)
def test_every_decision_is_about_a_clause(variant: Variant) -> None:
    game = variant.load()
    known = clauses(rules_text(game.definition))
    for seed in range(3):
        for state in walk(game, variant.seats, seed):
            clause = game.definition.clause(state)
            if state.actor == klatsch.OVER:
                assert clause == ""
            else:
                assert clause in known, state.prompt(klatsch.PUBLIC)


def test_a_game_needs_no_clauses() -> None:
    for name in EXAMPLES:
        game = klatsch.load(name)
        assert game.definition.clause(game.new()) == ""
