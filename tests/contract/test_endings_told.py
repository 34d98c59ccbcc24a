"""Whatever ends the game says so before it is done, with the result, and nothing else says it."""

from __future__ import annotations

from collections import deque

import pytest

import klatsch
from klatsch.core.rng import Rng

from contract.variants import VARIANTS, Variant
from playing import walk

LAST = 6  # decisions of each game that are looked at


def last_states(variant: Variant, seed: int) -> list[klatsch.State]:
    """The last positions of a random game in which something was decided."""
    kept: deque[klatsch.State] = deque(maxlen=LAST)
    for state in walk(variant.load(), variant.seats, seed):
        if state.actor != klatsch.OVER:
            kept.append(state.clone())
    return list(kept)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_an_action_that_ends_the_game_says_so(variant: Variant) -> None:
    told = 0
    for seed in range(4):
        for state in last_states(variant, seed):
            for action in state.legal_actions():
                viewer = int(state.actor) if state.actor >= 0 else klatsch.PUBLIC
                sentence = state.describe(action, viewer)
                after = state.clone()
                after.apply(action)
                if state.game.definition.hidden and (viewer == klatsch.PUBLIC or "That ends the game" in sentence):
                    continue  # see below
                ends = after.actor == klatsch.OVER
                if ends:
                    told += 1
                    assert sentence.endswith(f"That ends the game. {state.say_to(viewer)(after.result().reason)}")
                elif after.actor != klatsch.CHANCE:
                    assert "the game." not in sentence
    assert told or variant.load().definition.hidden


@pytest.mark.parametrize("lang", ["pt", "ro"])
def test_it_is_told_in_all_languages(lang: str) -> None:
    """The last bean of the bank: White's turn ends, Black draws it."""
    for seed in range(20):
        state = last_states(Variant("coffee-chess", 2, {}), seed)[-1]
        words = {"pt": "Isso encerra o jogo.", "ro": "Cu asta jocul se încheie."}
        assert words[lang] in state.describe(state.game.parse("end"), int(state.actor), lang)


def test_dice_that_may_end_the_game() -> None:
    """In Chocolate COIN the last die of a scoring round ends it, or doesn't."""
    found = set()
    for seed in range(40):
        for state in last_states(Variant("chocolate-coin", 4, {}), seed):
            if state.actor < 0:
                continue
            for action in state.legal_actions():
                after = state.clone()
                after.apply(action)
                if after.actor != klatsch.CHANCE:
                    continue
                ends = {after_outcome(after, outcome) for outcome in after.legal_actions()}
                sentence = state.describe(action, int(state.actor))
                expected = "That ends the game" if ends == {True} else "That may end the game"
                assert (expected in sentence) == (True in ends)
                found.add(frozenset(ends))
    assert frozenset({False}) in found
    assert len(found) > 1


def after_outcome(state: klatsch.State, outcome: int) -> bool:
    after = state.clone()
    after.apply(outcome)
    return after.actor == klatsch.OVER


def test_a_showdown_is_not_told_before() -> None:
    """Kuhn poker: who calls isn't told whether the call wins; the end itself is no secret."""
    told = set()
    for theirs in (1, 3):
        state = klatsch.load("kuhn-poker").new()
        for action in ("deal 2", f"deal {theirs}", "pass", "bet"):
            state.play(action)
        told.add(state.describe(state.game.parse("bet"), int(state.actor)))
    assert len(told) == 1
    assert told.pop().endswith("That ends the game.")


def test_of_hidden_hands_only_what_is_sure_is_told() -> None:
    """ChoCo: the last card ends the game, and the table is open: the actor is told the score before laying it."""
    sure = 0
    for seed in range(6):
        for state in last_states(Variant("choco", 2, {}), seed):
            if state.actor < 0:
                continue
            for action in state.legal_actions()[:20]:
                sentence = state.describe(action, int(state.actor))
                other = state.clone().resample(int(state.actor), Rng(seed + 9))
                assert other.describe(action, int(state.actor)) == sentence
                after = state.clone()
                after.apply(action)
                if "That ends the game. " in sentence:
                    sure += 1
                    assert after.actor == klatsch.OVER
                    assert sentence.endswith(after.game.definition.words.say("en")(after.result().reason))
    assert sure
