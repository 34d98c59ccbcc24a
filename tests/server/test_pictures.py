"""The pictures of the lobby: the games' own drawings, cut to their boards, and few bytes when compressed."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from klatsch.games import GAMES
from klatsch.server.pages.pictures import LOBBY_VIEWS, lobby_picture, packed_picture, showcase

MOST_BYTES = 7_000
MOST_TOGETHER = 28_000


@pytest.mark.parametrize("game", GAMES)
def test_a_lobby_picture_shows_a_part_of_the_drawing(game: str) -> None:
    drawing = ElementTree.fromstring(showcase(game, "en"))
    _, _, width, height = map(float, drawing.attrib["viewBox"].split())
    picture = ElementTree.fromstring(lobby_picture(game, "en"))
    left, top, shown_width, shown_height = map(float, picture.attrib["viewBox"].split())
    assert (left, top, shown_width, shown_height) == LOBBY_VIEWS[game]
    assert left >= 0
    assert top >= 0
    assert left + shown_width <= width
    assert top + shown_height <= height
    assert shown_width / shown_height == pytest.approx(1.6, abs=0.01)
    drawing.attrib.pop("viewBox")
    picture.attrib.pop("viewBox")
    assert ElementTree.tostring(picture) == ElementTree.tostring(drawing)


def test_they_are_small() -> None:
    sizes = {game: len(packed_picture(game, "en", for_lobby=True).gzipped) for game in GAMES}
    assert max(sizes.values()) <= MOST_BYTES, sizes
    assert sum(sizes.values()) <= MOST_TOGETHER, sizes
