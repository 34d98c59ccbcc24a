"""What the editor of positions offers: every brush has its words and its places in the drawing, and gives a sentence or
a position that can be drawn."""

from __future__ import annotations

import random
import re

import pytest

from klatsch.core.game import OPEN
from klatsch.core.palette import edited, first_position, palette_of
from klatsch.core.position_text import Draft, problem, read_draft, write_draft
from klatsch.drawing import Drawing
from klatsch.games import GAMES
from klatsch.language import LANGUAGES

from contract.variants import VARIANTS, Variant

OURS = [variant for variant in VARIANTS if variant.game in GAMES]
each = pytest.mark.parametrize("variant", OURS, ids=str)


def drawn_ids(draft: Draft) -> set[str]:
    definition = draft.game.definition
    state = definition.blank(draft.game, draft.seats)
    state.restore(draft.numbers)
    drawing = definition.draw(definition.view(state, OPEN), definition.words.say("en"))
    assert isinstance(drawing, Drawing)
    return set(re.findall(r' id="([^"]+)"', drawing.board + "".join(piece.markup for piece in drawing.pieces)))


@each
def test_an_edit_begins_somewhere(variant: Variant) -> None:
    game = variant.load()
    state = game.from_position(first_position(game, variant.seats))
    assert state.actor != -2
    assert state.seats == variant.seats


@each
def test_every_brush_has_words_and_a_place(variant: Variant) -> None:
    game = variant.load()
    brushes = palette_of(game, variant.seats).brushes
    assert len({brush.id for brush in brushes}) == len(brushes) > 2
    ids = drawn_ids(read_draft(game, first_position(game, variant.seats)))
    for brush in brushes:
        for lang in LANGUAGES:
            assert game.definition.words.say(lang)(brush.label)
        assert not brush.places or set(brush.places) & ids, brush.id


@each
def test_random_edits(variant: Variant) -> None:
    """Nothing but a sentence comes of it, the text is read back, and it can always be drawn; most of it is sound."""
    game, chooser = variant.load(), random.Random(1)
    text, sound = first_position(game, variant.seats), 0
    for _ in range(60):
        draft = read_draft(game, text)
        brush = chooser.choice(palette_of(game, variant.seats).brushes)
        shown = [place for place, _ in brush.preview(draft, game.definition.words.say("en"))] if brush.preview else []
        places = [place for place in (*brush.places, *shown) if place in drawn_ids(draft) or place in shown]
        try:
            edited(draft, brush.id, chooser.choice(places) if places else "", chooser.random() < 0.3)
        except ValueError:
            continue
        text = write_draft(draft)
        assert read_draft(game, text).numbers == draft.numbers
        state = game.definition.blank(game, variant.seats)
        state.restore(draft.numbers)
        drawn_ids(draft)
        sound += problem(state) is None
    assert sound > 3


def test_a_brush_that_isn_t_there_is_refused() -> None:
    game = OURS[0].load()
    draft = read_draft(game, first_position(game, 2))
    for brush, place in (("spoon", "sq-a1"), ("bean", "sq-z9")):
        with pytest.raises(ValueError, match="to be put on"):
            edited(draft, brush, place, False)
