"""The drawing and the text show what the view says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

import klatsch
from klatsch.drawing import Drawing
from klatsch.games.chocolate_coin import DEFINITION, names
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.boardfile import read
from klatsch.games.chocolate_coin.draw_cards import HEIGHT, columns
from klatsch.games.chocolate_coin.draw_grid import LEAST

from games.chocolate_coin.table import play, table
from playing import walk

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


@pytest.mark.parametrize("lang", ["en", "pt", "ro"])
def test_every_event_keeps_to_its_card(lang: str) -> None:
    say = DEFINITION.words.say(lang)
    for event in read("campus").events:
        sentences = [" ".join(say(part) for part in names.column(column)) for column in event.columns]
        for faction in FACTIONS:
            assert columns(sentences, faction, say, LEAST)[1] <= HEIGHT - 4, event.name


def test_the_whole_table_is_drawn() -> None:
    state = table(TABLE)
    words = texts(state)
    for word in (
        "Gingerbread Works",
        "Rumour Mill",
        "Delayed",
        "Ace: scoring",
    ):
        assert word in words, word
    ids = {element.get("id") for element in ElementTree.fromstring(state.svg(klatsch.PUBLIC)).iter()}
    for id in (
        "region-l1",
        "precinct-a",
        "support-north",
        "grid-primary-ops-special",
        "marker-ie",
        "tokens-m1",
        "gift-5-1",
        "spy-6-1",
        "mole-4-1",
    ):
        assert id in ids


def pieces(state: klatsch.State) -> dict[str, str]:
    drawing = DEFINITION.draw(state.view(klatsch.PUBLIC), DEFINITION.words.say("en"))
    assert isinstance(drawing, Drawing)
    return {piece.id: piece.markup for piece in drawing.pieces}


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {id for id in before.keys() & after.keys() if before[id] != after[id]}


def without_style(markup: str) -> str:
    return re.sub(r' style="[^"]*"', "", markup)


def test_a_die_that_moves_keeps_its_id() -> None:
    state = table("track: bp elf | ie santa\nm1: bp 6 3, elf 2\nl1: elf 1")
    play(state, "primary ops", "move", "region m1", "region l1")
    before = pieces(state)
    play(state, "token bp unit 6")
    after = pieces(state)
    assert "spy-6-1" in changed(before, after)
    assert without_style(before["spy-6-1"]) == without_style(after["spy-6-1"])


def test_a_marker_goes_to_the_grid_and_a_card_moves_up() -> None:
    """Both are the same thing at another place; nothing about them changes but their style."""
    state = table("cards: 4c 7h")
    before = pieces(state)
    play(state, "primary ops")
    after = pieces(state)
    assert without_style(before["marker-santa"]) == without_style(after["marker-santa"])
    assert before["marker-santa"] != after["marker-santa"]
    turn = state.view(klatsch.PUBLIC)["turn"]
    while state.view(klatsch.PUBLIC)["turn"] == turn:
        play(state, "done" if state.is_legal(state.game.parse("done")) else "pass")
        while state.actor == klatsch.CHANCE:
            state.play(state.legal_actions()[0])
    moved = pieces(state)
    assert before["card-2"] != moved["card-2"]
    assert without_style(before["card-2"]) == without_style(moved["card-2"])


def test_what_is_clicked_has_a_name() -> None:
    for number, state in enumerate(walk(klatsch.load("chocolate-coin"), 4, 2)):
        if state.actor >= 0 and number % 5 == 0:
            svg = ElementTree.fromstring(state.svg(state.actor))
            named = {element.get("id") for element in svg.iter() if element.get("aria-label")}
            for action in state.legal_actions():
                assert set(state.game.actions[action].anchors) <= named


def test_the_text_shows_the_table() -> None:
    shown = table(TABLE).text(klatsch.PUBLIC)
    assert "L1 Gingerbread Works" in shown
    assert "Santa 3, E.L.F. 1" in shown
    assert "[2][5]" in shown
    assert "BP(6) BP(3)" in shown.replace(", ", " ")
    assert "Frostward (L1 M1 R1)  Support: Santa" in shown
    assert "Now: 4♣ Rumour Mill" in shown
    assert "> ♦ Santa" in shown


@pytest.mark.parametrize(
    ("row", "lang", "words"),
    [
        ("ops+special", "en", "primary: Santa OPS + SPECIAL"),
        ("event", "en", "primary: Santa EVENT"),
        ("ops", "en", "primary: Santa OPS"),
        ("event", "pt", "primária: Noel EVENTO"),
    ],
)
def test_the_text_tells_which_action_was_taken(row: str, lang: str, words: str) -> None:
    state = table("cards: 8d ace")
    play(state, f"primary {row}")
    assert state.text(klatsch.PUBLIC, lang).splitlines()[2] == words


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("ops+special", "Actions: OPS + SPECIAL → 1 OP | EVENT"),
        ("event", "Actions: EVENT → OPS | SPECIAL"),
        ("ops", "Actions: OPS → 1 OP | SPECIAL"),
    ],
)
def test_the_text_tells_what_may_follow(row: str, words: str) -> None:
    state = table("cards: 8d ace")
    assert "Actions:" not in state.text(klatsch.PUBLIC)
    play(state, f"primary {row}")
    assert words in state.text(klatsch.PUBLIC).splitlines()


def test_the_text_marks_the_region_that_is_resolved() -> None:
    state = table("m1: santa 2, elf 1")
    assert "> M1" not in state.text(klatsch.PUBLIC)
    play(state, "primary ops", "attack", "region m1")
    assert "| > M1 Icicle Terraces" in state.text(klatsch.PUBLIC)


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
