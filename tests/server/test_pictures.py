"""The pictures of the lobby: the games' own drawings, cut to their boards, and few bytes when compressed."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from klatsch.games import GAMES
from klatsch.server.pages.pictures import lobby_picture, packed_picture, showcase

MOST_BYTES = 7_000
MOST_TOGETHER = 28_000


@pytest.mark.parametrize("game", GAMES)
def test_a_lobby_picture_shows_the_board(game: str) -> None:
    whole = ElementTree.fromstring(showcase(game, "en"))
    picture = ElementTree.fromstring(lobby_picture(game, "en"))
    ids = {found.get("id") for found in picture.iter() if found.get("id")}
    assert ids < {found.get("id") for found in whole.iter() if found.get("id")}
    assert area(picture) < area(whole)


def area(drawing: ElementTree.Element) -> float:
    _, _, width, height = map(float, drawing.attrib["viewBox"].split())
    return width * height


def test_they_are_small() -> None:
    sizes = {game: len(packed_picture(game, "en", for_lobby=True).gzipped) for game in GAMES}
    assert max(sizes.values()) <= MOST_BYTES, sizes
    assert sum(sizes.values()) <= MOST_TOGETHER, sizes
