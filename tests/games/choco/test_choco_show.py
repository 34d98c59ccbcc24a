"""What ChoCo shows and says: drawing, outlines, text, prompts, refusals."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import klatsch
from klatsch.core.definition import Say
from klatsch.games.choco import DEFINITION
from klatsch.games.choco.draw import draw
from klatsch.games.choco.position import ALL_PASSED
from klatsch.language import read_catalogue

from games.choco.chocotable import holding, position
from playing import walk

NAMESPACE = "{http://www.w3.org/2000/svg}"
TABLE = """
m1 m1 m2 m2 m3 w3
m1 w1 d2 d2 w3 w3
"""


def say() -> Say:
    return DEFINITION.words.say("en")


def by_id(svg: str) -> dict[str, ElementTree.Element]:
    return {str(found.get("id")): found for found in ElementTree.fromstring(svg).iter() if found.get("id")}


def test_outlines_are_hidden_unless_asked_for() -> None:
    state = position(TABLE)
    quiet = by_id(state.svg(0))["outlines"]
    assert quiet.get("visibility") == "hidden"
    assert quiet.get("class") == "outlines"
    loud = by_id(draw(state.view(0), say(), show_outlines=True).svg)["outlines"]
    assert loud.get("visibility") is None
    labels = ["".join(found.itertext()) for found in loud.iter(f"{NAMESPACE}title")]
    assert labels == ["neutral group of 6: white 4, dark 2"]


def test_the_upper_level_is_painted_last() -> None:
    """The first card of level 2 was laid before the last of level 1, and still lies above."""
    state = position(TABLE, ". m4 m4\n. m4 w4")
    holding(state, "wwwd").play("lay 6 0")
    ids = [identity for identity in by_id(state.svg(0)) if identity.startswith("card-")]
    assert ids == ["card-1", "card-2", "card-3", "card-5", "card-4"]


def test_the_token_of_a_partly_covered_card_shows() -> None:
    """Card 1 is safe and covered but for its left side: the token is drawn above all cards, on a piece that shows."""
    state = position(TABLE, ". m4 m4\n. m4 w4", safe=(1,))
    found = by_id(state.svg(0))
    order = list(found)
    assert order.index("token-1") > order.index("card-4")
    circle = next(found["token-1"].iter(f"{NAMESPACE}circle"))
    assert (circle.get("cx"), circle.get("cy")) == ("31", "31")  # the middle of the upper left piece, 62 wide
    assert found["token-1"].get("pointer-events") == "none"


def test_each_contact_of_a_neutral_group_has_a_tick() -> None:
    svg = draw(position(TABLE).view(0), say(), show_outlines=True).svg
    lines = [path.get("d", "") for path in by_id(svg)["outlines"].iter(f"{NAMESPACE}path")]
    assert sum(line.count("M") == 1 for line in lines) == 2 * (4 + 2)  # each with its casing


def test_the_hand_is_not_shown_at_the_end() -> None:
    state = position("w1 w1\nw1 m1", hand="mmmd", others=("dddw",))
    assert "Your hand" in state.svg(0)
    assert "hand-1" in by_id(state.svg(0))
    state.end_game(ALL_PASSED)
    assert "Your hand" not in state.svg(0)
    assert "hand-1" not in by_id(state.svg(0))


def test_text_shows_levels_cards_and_tokens() -> None:
    state = position("w1 w1 m2 m2\nw1 d1 m2 d2", ". w3 w3\n. m3 m3", safe=(2,), hand="wwwm")
    lines = state.text(0).splitlines()
    assert lines[0].split() == ["-2", "-1", "0", "1", "2", "3", "4", "5"]
    assert lines[3].split() == ["0", ".", ".", "w1", "W3*", "W3*", "m2*", ".", "."]
    assert lines[4].split() == ["1", ".", ".", "w1", "M3*", "M3*", "d2*", ".", "."]
    assert any(line.startswith("  1: ww/wm") for line in lines)


def test_text_and_drawing_offer_the_places() -> None:
    state = holding(position("w1 w1\nw1 m1"), "wwwd")
    assert "It can go to" in state.text(0)
    assert "It can go to" not in state.text(1)
    assert "at-2-0" in by_id(state.svg(0))
    assert not any(identity.startswith("at-") for identity in by_id(state.svg(1)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_drawing_stays_within_its_frame(seats: int) -> None:
    """Cards of the table lie on the cloth, however far the table spreads."""
    for seed in range(3):
        *_, final = walk(klatsch.load("choco"), seats, seed)
        found = by_id(final.svg(klatsch.OPEN))
        for number in range(1, 37):
            style = str(found[f"card-{number}"].get("style"))
            x, y = (float(part.rstrip("px)")) for part in style.removeprefix("transform:translate(").split(","))
            assert 12 <= x <= 708
            assert 130 <= y <= 686


def test_nothing_is_said_that_the_catalogue_lacks() -> None:
    """Every sentence for a refusal is used by the code, and every one used is there."""
    source = "".join(path.read_text("utf-8") for path in DEFINITION.folder.glob("*.py"))
    sentences = read_catalogue(DEFINITION.folder, "en")
    for identity in sentences:
        if identity.startswith("not.") and not identity.startswith("not.no_match_"):
            assert f'"{identity.removeprefix("not.")}"' in source, identity
        if identity.startswith("board."):
            assert f'"{identity}"' in source or f"'{identity}'" in source, identity


@pytest.mark.rule("choco 2.6")
def test_prompts_are_told_per_viewer() -> None:
    state = position("w1 w1\nw1 m1", hand="wwwm", others=("dddw",))
    assert state.prompt(0) == "Player 1: choose a card and turn it."
    assert state.prompt(1) == state.prompt(klatsch.PUBLIC) == "Player 1 is about to lay a card."
    state.play("card 1 turn 0")
    assert state.prompt(0) == "Player 1: where does the card go?"
    assert state.prompt(1) == "Player 1 is about to lay a card."
    assert state.describe(state.game.parse("lay 2 0"), 1) == "Player 1 lays a card at 2 0: three white and one milk."
    state.play("lay 2 0")
    assert state.prompt(1) == "Player 1: make a card safe with a token, or keep your tokens."
