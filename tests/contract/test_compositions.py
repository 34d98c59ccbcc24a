"""Every game's panels can be laid out on wide and on tall screens: nothing is missing, nothing lies over anything."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

import klatsch
from klatsch.bots.hints import is_on
from klatsch.core.game import OPEN, OVER, State
from klatsch.drawing import Composition, Drawing, Panel

from contract.variants import VARIANTS, Variant
from playing import walk

DECISIONS = 120
Box = tuple[float, float, float, float]


def drawing_of(state: State, viewer: int) -> Drawing:
    definition = state.game.definition
    drawn = definition.draw(state.view(viewer), definition.words.say("en"))
    assert isinstance(drawn, Drawing)
    return drawn


def boxes(drawing: Drawing, composition: Composition, bottom: int) -> dict[str, Box]:
    """Where each panel lies: left, top, right, bottom."""
    found = {}
    for spot in composition.spots:
        panel = drawing.panel(drawing.seen_from(bottom, spot.panel))
        right, low = spot.x + spot.scale * panel.width, spot.y + spot.scale * panel.height
        found[panel.name] = (spot.x, spot.y, right, low)
    return found


def overlap(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > 0.5 and min(one[3], other[3]) - max(one[1], other[1]) > 0.5


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_panels_are_laid_out(variant: Variant) -> None:
    state = variant.load().new(variant.seats)
    for viewer in (klatsch.PUBLIC, 0, variant.seats - 1):
        drawing = drawing_of(state, viewer)
        assert {"wide", "tall"} <= {each.name for each in drawing.compositions}
        for composition in drawing.compositions:
            for bottom in range(max(1, drawing.seats)):
                check_layout(drawing, composition, bottom)


def check_layout(drawing: Drawing, composition: Composition, bottom: int) -> None:
    placed = boxes(drawing, composition, bottom)
    assert set(placed) == {panel.name for panel in drawing.panels}
    for name, (left, top, right, low) in placed.items():
        assert left >= -0.5, name
        assert top >= -0.5, name
        assert right <= composition.width + 0.5, name
        assert low <= composition.height + 0.5, name
    for (one, first), (other, second) in combinations(placed.items(), 2):
        assert not overlap(first, second), (one, other)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_can_be_chosen_lies_on_one_panel(variant: Variant) -> None:
    game = variant.load()
    for state in islice(walk(game, variant.seats, 3), 0, DECISIONS, 4):
        if state.actor < 0:
            continue
        panels = drawing_of(state, int(state.actor)).panels
        for anchor in {anchor for action in state.legal_actions() for anchor in game.actions[action].anchors}:
            assert len([panel.name for panel in panels if is_on(panel, anchor)]) == 1, anchor


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_pieces_have_no_transform_but_their_style(variant: Variant) -> None:
    """The page puts a panel's place before a piece's own, which an attribute `transform` wouldn't let it."""
    *_, last = walk(variant.load(), variant.seats, 1)
    for panel in drawing_of(last, OPEN if last.actor == OVER else klatsch.PUBLIC).panels:
        for piece in panel.pieces:
            head = piece.markup.partition(">")[0]
            assert " transform=" not in head, piece.id
            assert "style=" not in head or 'style="transform:' in head, piece.id


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_seat_has_an_emblem_of_its_own(variant: Variant) -> None:
    definition = variant.load().definition
    if "examples" in definition.folder.parts:
        pytest.skip("examples needn't have emblems")
    drawing = drawing_of(variant.load().new(variant.seats), klatsch.PUBLIC)
    signs = [emblem_of(drawing, seat) for seat in range(variant.seats)]
    assert all(signs)
    assert len(set(signs)) == variant.seats


def emblem_of(drawing: Drawing, seat: int) -> str:
    return drawing.definitions.partition(f'<g id="emblem-{seat}">')[2].partition("</g>")[0]


def test_a_tray_is_seen_from_the_bottom() -> None:
    drawing = drawing_of(klatsch.load("four-armies").new(4), klatsch.PUBLIC)
    assert [drawing.seen_from(3, f"tray+{steps}") for steps in range(4)] == ["tray-3", "tray-0", "tray-1", "tray-2"]
    assert drawing.seen_from(3, "board") == "board"


def test_black_sees_the_board_from_the_other_side() -> None:
    assert drawing_of(klatsch.load("coffee-chess").new(), klatsch.PUBLIC).turns == (0, 180)


def test_a_picture_of_one_panel() -> None:
    drawing = drawing_of(klatsch.load("coin-age").new(), klatsch.PUBLIC)
    board: Panel = drawing.panel("board")
    assert f'viewBox="0 0 {board.width} {board.height}"' in drawing.picture_of("board")
    assert "bank-0" not in drawing.picture_of("board")
    assert "bank-0" in drawing.svg
