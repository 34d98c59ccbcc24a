"""The small pictures of the lobby: whole, in their frame, and few bytes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from klatsch.games import GAMES
from klatsch.server.pages.pictures import HEARTS, Box, corners_of_path, references, showcase, slim, small_picture

MOST_BYTES = 18_000
MOST_TOGETHER = 76_000


@pytest.mark.parametrize("game", GAMES)
def test_a_small_picture_refers_to_nothing_that_is_not_there(game: str) -> None:
    root = ElementTree.fromstring(small_picture(game, "en"))
    names = [str(each.get("id")) for each in root.iter() if each.get("id")]
    assert len(names) == len(set(names))
    assert references(root) == set(names)
    assert root.tag.endswith("svg")


@pytest.mark.parametrize("game", GAMES)
def test_its_heart_is_a_part_of_the_drawing(game: str) -> None:
    _, _, width, height = map(float, ElementTree.fromstring(showcase(game, "en")).attrib["viewBox"].split())
    heart = HEARTS[game]
    assert heart.x >= 0
    assert heart.y >= 0
    assert heart.x + heart.width <= width
    assert heart.y + heart.height <= height
    assert heart.width / heart.height == pytest.approx(1.6, abs=0.01)


def test_they_are_small() -> None:
    sizes = {game: len(small_picture(game, "en").encode()) for game in GAMES}
    assert max(sizes.values()) <= MOST_BYTES, sizes
    assert sum(sizes.values()) <= MOST_TOGETHER, sizes


def test_what_lies_outside_goes_and_what_is_there_twice_is_written_once() -> None:
    outline = "M" + " ".join(f"{n},{n % 7}" for n in range(60))
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><title>t</title><defs>'
        '<linearGradient id="unused"/><linearGradient id="used"/></defs>'
        '<rect id="sq" class="anchor" x="10.004" y="10" width="5" height="5" fill="url(#used)"/>'
        '<circle cx="90" cy="90" r="3"/><g transform="translate(80,80)"><text x="0" y="0" font-size="4">far</text></g>'
        f'<path d="{outline}" fill="red"/><path d="{outline}" stroke="blue"/></svg>'
    )
    small = slim(drawing, Box(0, 0, 50, 50))
    assert "circle" not in small
    assert "far" not in small
    assert "unused" not in small
    assert "title" not in small
    assert small.count(outline) == 1
    assert small.count("<use ") == 2
    assert 'x="10"' in small


def test_corners_of_paths_with_all_kinds_of_steps() -> None:
    assert corners_of_path("M10,10 h5 v-4 l-2,3 H20 V0 z") == (10, 0, 20, 10)
    assert corners_of_path("m1 2 c1,1 2,2 3,3 q0 4 1 1 t1 1 a2 2 0 0 1 4 0") == (1, 2, 10, 9)
    assert corners_of_path("") is None
