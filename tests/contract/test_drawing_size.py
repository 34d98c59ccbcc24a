"""Drawings must be light enough to be sent over a slow line: after every decision only the changed pieces travel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from statistics import median

import pytest

import klatsch
from klatsch.drawing import Drawing

from contract.variants import VARIANTS, Variant
from playing import walk

# In bytes, for a viewer who sees what everybody may see.
USUAL_UPDATE = 8_000
LARGEST_UPDATE = 20_000
USUAL_WHOLE = 34_000

SEEDS = 2
DECISIONS = 100


def drawings(variant: Variant, seed: int) -> Iterator[Drawing]:
    """The drawings of a random game's first decisions."""
    game = variant.load()
    say = game.definition.words.say("en")
    for state in islice(walk(game, variant.seats, seed), DECISIONS):
        drawing = game.definition.draw(state.view(klatsch.PUBLIC), say)
        assert isinstance(drawing, Drawing)
        yield drawing


def size(markup: str) -> int:
    return len(markup.encode())


def updates(game: list[Drawing]) -> Iterator[int]:
    """The size of the pieces that changed or came with each decision."""
    for before, after in pairwise(game):
        known = set(before.pieces)
        yield sum(size(piece.markup) for piece in after.pieces if piece not in known)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_drawings_are_light(variant: Variant) -> None:
    games = [list(drawings(variant, seed)) for seed in range(SEEDS)]
    changes = [change for game in games for change in updates(game)]
    wholes = [size(drawing.svg) for game in games for drawing in game]
    assert median(changes) <= USUAL_UPDATE
    assert max(changes) <= LARGEST_UPDATE
    assert median(wholes) <= USUAL_WHOLE
    for game in games:
        check_parts(game)


def check_parts(game: list[Drawing]) -> None:
    """What is sent once stays as it is; a piece is the element with its id, and there is one of each."""
    assert len({(drawing.board, drawing.definitions, drawing.compositions, drawing.turns) for drawing in game}) == 1
    for drawing in game:
        ids = [piece.id for piece in drawing.pieces]
        assert len(set(ids)) == len(ids)
        for piece in drawing.pieces:
            assert f' id="{piece.id}"' in piece.markup.partition(">")[0]
