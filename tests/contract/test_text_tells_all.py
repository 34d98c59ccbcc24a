"""The text board shows whatever the drawing shows.

Leaf by leaf: what stands in one view is put in place of what stands in another. Where that changes the drawing it
changes the text too, or else somebody at a terminal is told less than somebody at the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest

import klatsch
from klatsch.core.definition import View
from klatsch.core.rng import Rng

from contract.variants import VARIANTS, Variant
from playing import walk

Path = tuple[Any, ...]


def views(variant: Variant, viewer: int, count: int) -> list[View]:
    """Views of positions all over some random games, the last positions among them."""
    found = []
    rng = Rng(1)
    for seed in range(3):
        game = klatsch.load(variant.game, **variant.options)
        for state in walk(game, variant.seats, seed):
            if state.actor == klatsch.OVER or rng.below(12) == 0:
                found.append(deepcopy(state.view(viewer)))
    step = max(1, len(found) // count)
    return [*found[::step], found[-1]]


def differences(one: Any, other: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Where two views differ, as deep as their shapes agree, with what stands there in the other."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], (*path, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, (mine, its) in enumerate(zip(one, other, strict=True)):
            yield from differences(mine, its, (*path, i))
    elif one != other:
        yield path, other


def grafted(view: View, path: Path, value: Any) -> View:
    copy = deepcopy(view)
    node: Any = copy
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = deepcopy(value)
    return copy


def untold(variant: Variant, viewer: int, count: int) -> set[str]:
    """The places of the view that the drawing shows and the text doesn't."""
    definition = klatsch.load(variant.game, **variant.options).definition
    say = definition.words.say("en")
    found = set()
    for view, other in pairwise(views(variant, viewer, count)):
        svg, text = definition.draw(view, say).svg, definition.text(view, say)
        for path, value in differences(view, other):
            changed = grafted(view, path, value)
            try:
                new_svg, new_text = definition.draw(changed, say).svg, definition.text(changed, say)
            except (LookupError, ValueError, TypeError, AttributeError, AssertionError):
                continue  # no position has such a view
            if new_svg != svg and new_text == text:
                found.add(".".join("#" if isinstance(key, int) else str(key) for key in path))
    return found


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_drawn_is_in_the_text(variant: Variant) -> None:
    for viewer in (0, klatsch.PUBLIC):
        assert not untold(variant, viewer, count=12), viewer
