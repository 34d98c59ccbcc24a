"""The README's picture of Chocolate COIN shows the shipped data. After they were tuned `make pictures` draws it."""

from __future__ import annotations

from xml.etree import ElementTree

import klatsch
from klatsch.drawing import Drawing
from klatsch.games.chocolate_coin import DEFINITION, names
from klatsch.games.chocolate_coin.boardfile import read
from website.pictures import PICTURES, SHOWN

PICTURE = (PICTURES / "chocolate-coin.svg").read_text(encoding="utf-8")
LINK = "{http://www.w3.org/1999/xlink}href"


def test_every_game_has_a_picture() -> None:
    for name in SHOWN:
        assert (PICTURES / f"{name}.svg").is_file()


def test_the_picture_has_the_shipped_board() -> None:
    view = klatsch.load("chocolate-coin").new(4).view(klatsch.PUBLIC)
    drawing = DEFINITION.draw(view, DEFINITION.words.say("en"))
    assert isinstance(drawing, Drawing)
    for panel in drawing.panels:
        assert panel.background in PICTURE, f"{panel.name}: draw it anew: make pictures"
    assert "Map and events reconstructed" in PICTURE
    root = ElementTree.fromstring(PICTURE)
    for region in view["regions"]:
        tokens = next(each for each in root.iter() if each.get("id") == f"tokens-{region['id']}")
        spaces = [each for each in tokens.iter() if (each.get("href") or each.get(LINK)) == "#cc-space"]
        assert len(spaces) == region["spaces"], "draw it anew: make pictures"


def test_the_picture_has_the_shipped_events() -> None:
    texts = [each for each in ElementTree.fromstring(PICTURE).iter() if each.tag.endswith("text")]
    words = " ".join(" ".join(part for each in texts for part in each.itertext()).split())
    say = DEFINITION.words.say("en")
    shown = [event for event in read("campus").events if event.name in words]
    assert shown
    for event in shown:
        for sentence in (each for column in event.columns for each in names.column(column)):
            assert say(sentence) in words, f"{event.name}: draw it anew: make pictures"
