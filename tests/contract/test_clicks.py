"""Clicks that can't be right are answered for what was clicked, in every variant: no other place is named,
the clause exists, and nothing is told of what somebody didn't mean."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

import klatsch
from klatsch.core.game import OVER, State
from klatsch.core.message import Argument, Message, Refusal
from klatsch.games.chocolate_coin.actions import AREAS
from klatsch.match.clicks import meant, why_clicks
from klatsch.rulebook import clause_text

from contract.variants import VARIANTS, Variant

POSITIONS = 12
FIRST_CLICKS = 5  # tried with every second one


def positions(variant: Variant) -> Iterator[State]:
    """Random positions in which somebody decides."""
    rng = random.Random(21)
    found = 0
    while found < POSITIONS:
        state = variant.load().new(variant.seats)
        for _ in range(rng.randrange(4, 160)):
            if state.actor == OVER:
                break
            state.apply(rng.choice(list(state.legal_actions())))
        if state.actor >= 0:
            found += 1
            yield state


def drawn_anchors(state: State) -> list[str]:
    """What can be clicked, by whoever decides: of the drawn things those that some action is about."""
    definition = state.game.definition
    drawing = definition.draw(state.view(state.actor), definition.words.say("en"))
    ids = re.findall(r'\bid="([^"]+)"', drawing.svg)
    return [id for id in ids if id in anchors_of(state.game)]


def anchors_of(game: klatsch.Game) -> set[str]:
    return {anchor for action in game.actions for anchor in action.anchors}


def accepts(legal: list[tuple[str, ...]], clicks: tuple[str, ...]) -> bool:
    """The rule of the page (table/choices.js): do the clicks, in any order, belong to something legal, or does the last
    one begin anew?"""
    firsts = {anchors[0] for anchors in legal}
    if any(not Counter(clicks) - Counter(anchors) for anchors in legal) or clicks[-1] in firsts:
        return True
    return len(clicks) > 1 and clicks[0] not in firsts and accepts(legal, clicks[-1:])


def refused_clicks(state: State) -> Iterator[tuple[str, ...]]:
    """First clicks that are about nothing legal; and second ones, after a first that is."""
    legal = [state.game.actions[action].anchors for action in state.legal_actions()]
    legal = [anchors for anchors in legal if anchors]
    drawn = drawn_anchors(state)
    yield from ((id,) for id in drawn if not accepts(legal, (id,)))
    firsts = list(dict.fromkeys(anchor for anchors in legal for anchor in anchors if anchor in drawn))
    for first in firsts[:FIRST_CLICKS]:
        for second in drawn:
            if first != second and not accepts(legal, (first, second)):
                yield first, second


def told(argument: Argument) -> Iterator[tuple[str, str]]:
    """All names and numbers of a message, with what they are called."""
    assert isinstance(argument, Message)
    for name, value in argument.args.items():
        if isinstance(value, Message):
            yield from told(value)
        else:
            yield name, str(value).lower()


def places_named(state: State, refusal: Refusal) -> set[str]:
    """The places of a sentence, by the ends of their ids; things that are counted by their numbers."""
    known = {anchor.partition("-")[2] for anchor in anchors_of(state.game)} | set(area_names(state))
    return {value for name, value in told(refusal.message) if name == "number" or value in known}


def area_names(state: State) -> dict[str, str]:
    """Chocolate COIN calls its Areas by names of the board: which of its ids each is."""
    file = getattr(getattr(state, "board", None), "file", None)
    return dict(zip((name.lower() for name in getattr(file, "areas", ())), AREAS, strict=False))


def words_of(state: State, clicks: tuple[str, ...]) -> set[str]:
    """`hand-3-turn-1` is card 3; `space-a1` is A1."""
    words = {word for click in clicks for word in (click.partition("-")[2], *click.split("-")[1:])}
    return words | {name for name, id in area_names(state).items() if id in words}


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_refused_clicks_name_no_place_that_nobody_clicked(variant: Variant) -> None:
    asked = 0
    for state in positions(variant):
        definition = state.game.definition
        for clicks in refused_clicks(state):
            refusal = why_clicks(state, clicks)
            assert refusal is not None, (clicks, state.key())
            assert places_named(state, refusal) <= words_of(state, clicks), (clicks, refusal)
            assert clause_text(definition, refusal.clause, "en"), refusal
            for lang in ("en", "pt", "ro"):
                assert definition.words.say(lang)(refusal.message)
            asked += 1
    assert asked or not anchors_of(variant.load())


OF_MOVING = re.compile(r"not\.(.*mov.*|.*captur.*|none_beside|hemmed_in|no_border|occupied|same_space)")


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.game == "coin-age"], ids=str)
def test_where_a_coin_can_be_placed_nobody_is_told_of_moving(variant: Variant) -> None:
    asked = 0
    for state in positions(variant):
        notations = [state.game.actions[action].notation for action in state.legal_actions()]
        if not any(notation.startswith("place") for notation in notations):
            continue
        for clicks in refused_clicks(state):
            if len(clicks) == 1 and clicks[0].startswith(("space-", "coin-")):
                refusal = why_clicks(state, clicks)
                assert refusal is not None
                assert not OF_MOVING.match(refusal.message.id), (clicks, refusal)
                asked += 1
    assert asked


def test_a_click_on_a_piece_is_a_click_on_its_place() -> None:
    state = klatsch.load("coffee-chess").new(2)
    assert meant(state, (), ("bean-a1-0", "sq-a1", "grain")) == ("sq-a1",)
    assert meant(state, ("sq-a1",), ("grain",)) == ("sq-a1",)
