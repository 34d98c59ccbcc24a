"""What ChoCo shows and says: drawing, outlines, text, prompts, refusals."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

import klatsch
from klatsch.core.definition import Say
from klatsch.games.choco import DEFINITION, outlines
from klatsch.games.choco.chocolate import CELL
from klatsch.games.choco.draw import draw
from klatsch.games.choco.position import ALL_PASSED
from klatsch.games.choco.window import HEIGHT, LEFT, TOP, WIDTH, Window, window_of
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


def place_of(found: ElementTree.Element) -> tuple[float, float]:
    """Where a style puts an element."""
    moved = re.match(r"transform:translate\(([-\d.]+)px,([-\d.]+)px\)", str(found.get("style")))
    assert moved
    return float(moved[1]), float(moved[2])


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
    (left, top), (x, y) = place_of(found["card-1"]), place_of(found["token-1"])
    assert 0 < x - left < CELL  # somewhere on the upper left piece
    assert 0 < y - top < CELL
    assert found["token-1"].get("pointer-events") == "none"


def test_each_contact_of_a_neutral_group_has_a_tick() -> None:
    svg = draw(position(TABLE).view(0), say(), show_outlines=True).svg
    lines = [path.get("d", "") for path in by_id(svg)["outlines"].iter(f"{NAMESPACE}path")]
    ticks = [line for line in lines if not line.endswith("z")]
    assert sum(line.count("M") for line in ticks) == 2 * (4 + 2)  # each with its casing


def test_an_outline_is_one_line_round_its_group_and_one_round_each_hole() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    line = outlines.path([edge for _, edge in outlines.border(ring)])
    assert line == "M0 0h120v120h-120v-120zM40 40v40h40v-40h-40z"


def test_the_hand_is_not_shown_at_the_end() -> None:
    state = position("w1 w1\nw1 m1", hand="mmmd", others=("dddw",))
    assert "hand-1" in by_id(state.svg(0))
    state.end_game(ALL_PASSED)
    assert "hand-1" not in by_id(state.svg(0))


def test_text_shows_levels_cards_and_tokens() -> None:
    state = position("w1 w1 m2 m2\nw1 d1 m2 d2", ". w3 w3\n. m3 m3", safe=(2,), hand="wwwm")
    lines = state.text(0).splitlines()
    assert lines[0].split() == ["-2", "-1", "0", "1", "2", "3", "4", "5"]
    assert lines[3].split() == ["0", ".", ".", "w1a", "W3*a", "W3*a", "m2*", ".", "."]
    assert lines[4].split() == ["1", ".", ".", "w1a", "M3*", "M3*", "d2*b", ".", "."]
    assert "  a: white, largest group 4" in lines
    assert "  b: dark, largest group 1" in lines
    assert "Player 1: which card?" in lines
    assert any(line.startswith("  1: ww/wm") for line in lines)


def test_text_tells_the_contacts_of_neutral_groups() -> None:
    state = position("m1 m1 m2 m2\nm1 w1 m2 d2", hand="wwwm")
    lines = state.text(0).splitlines()
    assert lines[3].split()[3:7] == ["m1a", "m1a", "m2a", "m2a"]
    assert "  a: milk, neutral group of 6: white 3, dark 2" in lines


def test_text_offers_colours_and_cards_for_a_token() -> None:
    state = klatsch.load("choco").new(2)
    while state.actor == klatsch.CHANCE:
        state.play(state.legal_actions()[0])
    assert state.actor == 0
    assert "You may pick: white, milk, dark" in state.text(0)
    assert "You may pick" not in state.text(1)
    state.play("colour milk")
    state.play("card 1 turn 1")
    assert "A token can go onto card: 1" in state.text(0).splitlines()
    assert "A token can go" not in state.text(1)


def test_text_and_drawing_offer_the_places() -> None:
    state = holding(position("w1 w1\nw1 m1"), "wwwd")
    assert "card 1, turned 0 quarters: ww/wd  It can go to" in state.text(0)
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
            x, y = place_of(found[f"card-{number}"])
            assert LEFT <= x <= LEFT + WIDTH
            assert TOP <= y <= TOP + HEIGHT


# ── What glides ───────────────────────────────────────────────────────────────────────────────────


def test_the_chosen_card_goes_from_the_hand_to_the_table_under_one_id() -> None:
    state = position("w1 w1\nw1 m1", hand="wwwm", others=("dddw",))
    assert "card-2" not in by_id(state.svg(0))
    assert panel_of(state, 1, "card-2") == "tray-0"  # a back, beside the owner's tokens
    state.play("card 1 turn 0")
    assert panel_of(state, 0, "card-2") == "hand-0"
    state.play("lay 2 0")
    assert [panel_of(state, viewer, "card-2") for viewer in (0, 1)] == ["board", "board"]


def panel_of(state: klatsch.State, viewer: int, id: str) -> str:
    """On which panel a piece lies."""
    panels = draw(state.view(viewer), say()).panels
    return next(panel.name for panel in panels if id in [piece.id for piece in panel.pieces])


def test_the_token_for_the_next_card_waits_beside_its_owner() -> None:
    state = holding(position("w1 w1 m2 m2\nw1 d1 m2 d2"), "wwwm")
    assert panel_of(state, 1, "token-3") == "tray-0"
    state.play("lay 1 0")
    assert panel_of(state, 1, "token-3") == "board"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_window_rarely_moves(seats: int) -> None:
    """However the chocolate grows, the cards lie still most of the time."""
    windows: list[Window] = []
    for state in walk(klatsch.load("choco"), seats, 1):
        view = state.view(klatsch.PUBLIC)
        window = window_of(view)._replace(first=(0, 0))
        if not windows or windows[-1] != window:
            windows.append(window)
    assert len(windows) <= 16
    assert sorted((window.cell for window in windows), reverse=True) == [window.cell for window in windows]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_clicked_has_a_name(seats: int) -> None:
    for state in walk(klatsch.load("choco"), seats, 3):
        if state.actor >= 0:
            found = by_id(state.svg(state.actor))
            for action in state.legal_actions():
                for anchor in state.game.actions[action].anchors:
                    assert found[anchor].get("aria-label"), anchor


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
    assert state.prompt(0) == "Your turn: choose a card and turn it."
    assert state.prompt(1) == state.prompt(klatsch.PUBLIC) == "Player 1 is about to lay a card."
    state.play("card 1 turn 0")
    assert state.prompt(0) == "Where does the card go?"
    assert state.prompt(1) == "Player 1 is about to lay a card."
    assert state.describe(state.game.parse("lay 2 0"), 1) == "Player 1 lays a card at 2 0: three white and one milk."
    state.play("lay 2 0")
    assert state.prompt(0) == "Make a card safe with a token, or keep your tokens."
    assert state.prompt(1) == "Player 1 is thinking."
