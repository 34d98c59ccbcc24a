"""The drawing and the text show what the view says."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import klatsch

from games.chocolate_coin.table import play, table

TABLE = """
    track: santa elf | ie bp
    cards: 4c ace
    score: santa 3, ie 2, elf 4, bp 1
    north: santa
    south: elf
    l1: santa 3, elf 1, base santa, base elf, gift 2 5
    m1: bp 6 3, base bp 4
    a: 2
    """


def texts(state: klatsch.State) -> list[str]:
    svg = ElementTree.fromstring(state.svg(klatsch.PUBLIC))
    return [element.text or "" for element in svg.iter() if element.tag.endswith("text")]


def test_the_whole_table_is_drawn() -> None:
    state = table(TABLE)
    words = texts(state)
    for word in (
        "Gingerbread Works",
        "Rumour Mill",
        "FACTION · BP",
        "OTHER",
        "Delayed",
        "Ace: scoring",
        "3 / 15 · supply 8",
    ):
        assert word in words, word
    ids = {element.get("id") for element in ElementTree.fromstring(state.svg(klatsch.PUBLIC)).iter()}
    for id in (
        "region-l1",
        "precinct-a",
        "support-north",
        "grid-primary-ops-special",
        "score-bp",
        "marker-ie",
        "tokens-m1",
    ):
        assert id in ids


def test_the_text_shows_the_table() -> None:
    shown = table(TABLE).text(klatsch.PUBLIC)
    assert "L1 Gingerbread Works" in shown
    assert "Santa 3, E.L.F. 1" in shown
    assert "[2][5]" in shown
    assert "BP(6) BP(3)" in shown.replace(", ", " ")
    assert "Frostward  (Support: Santa)" in shown
    assert "Now: 4♣ Rumour Mill" in shown
    assert "> ♦ Santa" in shown


@pytest.mark.parametrize("row", ["ops+special", "event", "ops"])
def test_the_row_in_play_can_be_clicked(row: str) -> None:
    state = table("cards: 8d ace")
    play(state, f"primary {row}")
    while state.view(klatsch.PUBLIC)["asked"] == "santa":
        play(state, "done")
    ids = {element.get("id") for element in ElementTree.fromstring(state.svg(klatsch.PUBLIC)).iter()}
    for action in state.legal_actions():
        assert set(state.game.actions[action].anchors) <= ids


def test_the_dice_of_an_attack_are_shown() -> None:
    state = table("m1: santa 2, elf 1")
    play(state, "primary ops", "attack", "region m1", "roll 5", "roll 2")
    assert state.view(klatsch.PUBLIC)["attack"] == {"faction": "santa", "strength": 2, "dice": [5, 2], "hits": 1}
    assert "Dice: 5 2  1 hit" in state.text(klatsch.PUBLIC)
    assert "1 hit" in texts(state)
