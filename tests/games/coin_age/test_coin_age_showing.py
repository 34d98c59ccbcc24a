"""What Coin Age shows: view, drawing, text, tally."""

from __future__ import annotations

import re
from math import hypot
from random import Random
from xml.etree import ElementTree

import pytest

import klatsch
from klatsch.core.definition import Sheet
from klatsch.drawing import Drawing
from klatsch.games.coin_age import DEFINITION
from klatsch.games.coin_age.coins import DEFINITIONS, LETTERS
from klatsch.games.coin_age.geometry import box, distance, distance_to_edge, inside
from klatsch.games.coin_age.land import SCALE
from klatsch.games.coin_age.maps import SHIPPED, shipped_map
from klatsch.games.coin_age.text import sketched

from games.coin_age.positions import KINDS, OWN, STACKED, new, play, position
from playing import walk


def drawing(state: klatsch.State) -> Drawing:
    found = DEFINITION.draw(state.view(klatsch.PUBLIC), DEFINITION.words.say("en"))
    assert isinstance(found, Drawing)
    return found


def piece(state: klatsch.State, id: str) -> str:
    return next(piece.markup for piece in drawing(state).pieces if piece.id == id)


def figures(markup: str) -> list[str]:
    """The texts of a piece, in painting order."""
    return [element.text or "" for element in ElementTree.fromstring(markup).iter("text")]


def shown(state: klatsch.State, id: str) -> str | None:
    """Which symbol a coin is."""
    return ElementTree.fromstring(piece(state, id)).get("href")


def symbol(id: str) -> str:
    """The markup of a symbol, with all that it uses."""
    found = ElementTree.fromstring(f"<svg>{DEFINITIONS}</svg>").find(f".//*[@id='{id}']")
    assert found is not None
    markup = ElementTree.tostring(found, "unicode")
    return markup + "".join(symbol(used) for used in re.findall(r'href="#([^"]+)"', markup))


# ── The drawing ───────────────────────────────────────────────────────────────────────────────────


def test_the_land_does_not_change_during_a_game() -> None:
    for name in ("forest", "lagoon"):
        boards = {drawing(state).board for state in walk(klatsch.load("coin-age", map=name), 2, 1)}
        assert len(boards) == 1


def test_a_stack_shows_what_lies_under_its_top() -> None:
    state = position(STACKED, heads="11123")
    assert [shown(state, f"coin-b2-{kind}") for kind in ("quarter", "penny", "dime")] == [
        "#ca-disc-0",
        "#ca-disc-1",
        "#ca-dime-0",
    ]
    assert figures(piece(state, "signs-b2")) == ["2", "4"]  # the small signs below the top
    ids = {piece.id for piece in drawing(state).pieces}
    assert "signs-a1" not in ids
    assert {id for id in ids if id.startswith("stack-")} == {f"stack-{name}" for name in ("a1", "a2", "b2", "b3", "c2")}


def test_sides_differ_in_shape_not_only_in_colour() -> None:
    """A sun is a polygon of rays, a moon a path."""
    state = position("A1 2H A2 2T", heads="111")
    assert (shown(state, "coin-a1-penny"), shown(state, "coin-a2-penny")) == ("#ca-penny-0", "#ca-penny-1")
    heads, tails = symbol("ca-penny-0"), symbol("ca-penny-1")
    assert ("<polygon" in heads, "<polygon" in tails) == (True, False)
    assert ("<path" in heads, "<path" in tails) == (False, True)


def test_a_doubled_coin_says_so() -> None:
    state = position("A1 2H B2 1H B3 1T", heads="111")
    assert "#ca-twice" in piece(state, "signs-a1")
    assert "signs-b2" not in {piece.id for piece in drawing(state).pieces}
    assert "A1, The Copper Peaks: penny (2) of Heads; scores double" in piece(state, "space-a1")


def test_the_toss_shows_sides_and_what_is_used() -> None:
    state = play(new(), "toss dime nickel; place dime a1")
    facts = state.view(klatsch.PUBLIC)["toss"]
    assert facts == {
        "tossed": ["dime", "penny", "nickel", "quarter"],
        "matched": ["dime", "nickel"],
        "usable": ["nickel"],
    }
    assert "dime (1): used" in piece(state, "coin-dime")
    assert "nickel (3): matches" in piece(state, "coin-nickel")
    assert shown(state, "coin-heads-nickel-1") == "#ca-nickel-0"
    assert shown(state, "coin-heads-penny-2") == "#ca-penny-1"  # fell on the moon


def test_all_coins_are_drawn_and_a_tossed_one_keeps_its_element() -> None:
    before = position(STACKED, heads="11123")
    after = play(before.clone(), "toss dime penny; place dime b1")

    def coins(state: klatsch.State) -> dict[str, str]:
        return {piece.id: piece.markup for piece in drawing(state).pieces if "data-kind" in piece.markup}

    old, new = coins(before), coins(after)
    assert len(old) == len(new) == 20
    assert (set(old) - set(new), set(new) - set(old)) == ({"coin-heads-dime-2"}, {"coin-b1-dime"})
    assert {id for id in old if id in new and old[id] != new[id]} == {"coin-heads-penny-0", "coin-heads-nickel-0", *(
        f"coin-heads-dime-{i}" for i in range(2)
    )}  # fmt: skip


def test_spaces_tell_their_coins() -> None:
    state = position(STACKED, heads="11123")
    assert "B2, The Forests of Coindor: dime (1) of Heads on penny (2) of Tails on quarter (4) of Heads" in piece(
        state, "space-b2"
    )
    assert "B4, Plains of Kashe: empty" in piece(state, "space-b4")


def test_where_to_pay_and_where_to_capture_to() -> None:
    """A coin is paid into the other bank and captured into the own one."""
    for turn, mover in ((1, 0), (2, 1)):
        paying = play(position("A1 1T", turn=turn, heads="1111222334"), "toss dime penny nickel quarter")
        capturing = play(position("A1 1T", turn=turn), "toss none")
        assert panel_of(paying, "pay-here") == f"tray-{1 - mover}"
        assert panel_of(capturing, "capture-here") == f"tray-{mover}"
        assert panel_of(paying, "capture-here") == panel_of(capturing, "pay-here") == ""


def panel_of(state: klatsch.State, id: str) -> str:
    """On which panel a piece lies; nothing if there is none."""
    panels = drawing(state).panels
    return next((panel.name for panel in panels if id in [piece.id for piece in panel.pieces]), "")


def test_banks_and_regions_are_drawn() -> None:
    state = position(STACKED, heads="11123")
    assert figures(piece(state, "bank-0")) == ["×3", "×1", "×1"]
    assert figures(piece(state, "tally-0")) == ["The Copper Peaks", "3", "1"]
    assert figures(piece(state, "tally-1")) == ["The Forests of Coindor", "6", "0"]
    assert state.standings(klatsch.PUBLIC) == ["Heads: Total 14", "Tails: Total 15"]


@pytest.mark.rule("coin_age 9.4", "coin_age 9.5")
@pytest.mark.parametrize(
    ("heads", "totals", "worth", "words"),
    [
        ("11112222233", ("11", "9"), None, ("Winner", None)),
        ("111222233", ("9", "11"), None, (None, "Winner")),
        ("1111223344", ("10", "10"), ("22", "18"), ("Winner", None)),
        ("1111122344", ("10", "10"), ("20", "20"), ("Draw", "Draw")),
    ],
)
def test_the_winner_is_named_and_a_tie_is_explained(
    heads: str, totals: tuple[str, str], worth: tuple[str, str] | None, words: tuple[str | None, str | None]
) -> None:
    before = play(position("A1 .", heads=heads, turn=200), "toss none")
    after = play(before.clone(), "end")
    columns, rows, _ = tally(after)
    assert tuple(row[columns.index("Total")] for row in rows) == totals
    assert (columns[-1] == "Bank's worth") == (worth is not None)
    if worth:
        assert tuple(row[-1] for row in rows) == worth
    for seat, word in enumerate(words):
        assert after.standings(klatsch.PUBLIC)[seat].startswith("★ ") == (word is not None)
        name = ("Heads", "Tails")[seat]
        row = next(line for line in after.text(klatsch.PUBLIC).splitlines() if line[2:].startswith(name))
        told = [f"bank worth {worth[seat]}"] if worth else []
        assert row.split(" · ")[1:] == [*told, *([word] if word else [])]


@pytest.mark.parametrize(
    ("name", "pressed"),
    [
        ("Old Pines", None),
        ("The Forests of Coindor", "164"),
        ("W" * 16, "164"),
        ("島" * 16, "164"),
    ],
)
def test_a_long_name_of_a_region_keeps_to_its_room(name: str, pressed: str | None) -> None:
    text = OWN.replace("The Middle", name)
    row = ElementTree.fromstring(piece(klatsch.load("coin-age", map=text).new(), "tally-1"))
    label = next(found for found in row.iter("text") if found.text == name)
    assert float(label.get("font-size", "")) == LETTERS  # as high as on the coins, however long it is
    assert label.get("textLength") == pressed


@pytest.mark.parametrize("name", SHIPPED)
def test_names_of_spaces_lie_clear_of_borders_and_coins(name: str) -> None:
    state = new(map=name)
    marks = ElementTree.fromstring(piece(state, "marks"))
    labels = {label.text: (float(label.get("x", "")), float(label.get("y", ""))) for label in marks.iter("text")}
    for space in shipped_map(name).spaces:
        x, y = labels[space.name]
        middle = (x / SCALE, (y - 6) / SCALE)
        for corner in box(middle, 0.8 * len(space.name), 1.0):
            assert inside(corner, space.outline), space.name
            assert distance_to_edge(corner, space.outline) > 0.75, space.name  # a border is 0.8 wide, and wobbles
            assert distance(corner, space.centre) > 6, space.name


# ── The text ──────────────────────────────────────────────────────────────────────────────────────


def test_the_text() -> None:
    state = play(position(STACKED, heads="11123"), "toss dime penny; place dime b1")
    shown = [line.rstrip() for line in state.text(klatsch.PUBLIC).splitlines() if line.strip()]
    assert shown == [
        "Forest · Turn 1",
        "                    A1               A2               A3",
        "                    1T               3H                ·",
        "          B1                B2                B3                B4",
        "          1H             1H 2T 4H             2H                ·",
        "                    C1               C2               C3",
        "                    ·                3T                ·",
        "The Copper Peaks: Heads 8 (doubled), Tails 1",
        "  A1   1T           Tails 1    – A2 B1 B2",
        "  A2   3H           Heads 2×3  – A1 A3 B2 B3",
        "  A3   ·                       – A2 B3 B4",
        "  B1   1H           Heads 2×1  – A1 B2 C1",
        "The Forests of Coindor: Heads 6 (doubled), Tails 0",
        "  B2   1H 2T 4H     Heads 2×1  – A1 A2 B1 B3 C1 C2",
        "  B3   2H           Heads 2×2  – A2 A3 B2 B4 C2 C3",
        "  C1   ·                       – B1 B2 C2",
        "Plains of Kashe: Heads 0, Tails 0",
        "  B4   ·                       – A3 B3 C3",
        "  C3   ·                       – C2 B3 B4",
        "The Silver City: Heads 0, Tails 6 (doubled)",
        "  C2   3T           Tails 2×3  – C1 C3 B2 B3",
        "  Tails 15 (map 7 + bank 8); bank: 3×1 3×2 1×3 1×4",
        "> Heads 18 (map 14 + bank 4); bank: 2×1 1×2 1×3 0×4",
        "  (1H) 2H* 3T: 2 of 3 match",
    ]


def test_neighbouring_stacks_do_not_overwrite_each_other() -> None:
    """Two towers where there is room for one: the other shows its top coin and how many lie under it."""
    near = OWN.replace("[38, 12]", "[27, 15]")
    state = position("1 1H2T3H4T 2 1T2H3T4H 10 1H2H3H", heads="1", map=near)
    shown = [line.rstrip() for line in state.text(klatsch.PUBLIC).splitlines()]
    assert shown[3:5] == [
        "           1        2                          3",
        "      1H 2T 3H 4T  1T+3                        ·                4",
    ]


def crowded_centres(random: Random) -> list[list[float]]:
    """Ten centres in a corner of the canvas, no two so near that coins would overlap."""
    found: list[list[float]] = []
    while len(found) < 10:
        x, y = random.uniform(6, 60), random.uniform(6, 50)
        if all(hypot(x - a, y - b) >= 12 for a, b in found):
            found.append([x, y])
    return found


def test_no_word_of_the_sketch_touches_another() -> None:
    """On the most crowded maps, with towers of four on all spaces, in names of four letters."""
    view = new().view(klatsch.PUBLIC)
    tower = [[kind, 0] for kind in KINDS]
    for seed in range(40):
        for space, centre in zip(view["spaces"], crowded_centres(Random(seed)), strict=True):
            space |= {"name": 2 * space["name"][:2], "centre": centre, "stack": tower}
        words = sketched(view, DEFINITION.words.say("en"))
        cells = [(row, start + i) for row, start, word in words for i in range(len(word) + 1)]  # and a blank
        assert len(set(cells)) == len(cells)
        assert {word for _, _, word in words[10:]} <= {"1H 2H 3H 4H", "1H+3"}


# ── Where both stand ──────────────────────────────────────────────────────────────────────────────


def tally(state: klatsch.State) -> Sheet:
    return DEFINITION.tally(state.view(klatsch.PUBLIC), DEFINITION.words.say("en"))


def test_the_tally_adds_up() -> None:
    columns, rows, _ = tally(position(STACKED, heads="11123"))
    assert columns == (
        "The Copper Peaks",
        "The Forests of Coindor",
        "Plains of Kashe",
        "The Silver City",
        "Bank",
        "Total",
    )
    assert rows == (("3", "6 (×2)", "0", "0", "5", "14"), ("1", "0", "0", "6 (×2)", "8", "15"))


@pytest.mark.rule("coin_age 9.5")
def test_the_tally_of_a_tie_tells_what_the_banks_are_worth() -> None:
    before = play(position("A1 .", heads="1111223344", turn=200), "toss none")
    assert "Bank's worth" not in tally(before).columns
    columns, rows, _ = tally(play(before, "end"))
    assert columns[-3:] == ("Bank", "Total", "Bank's worth")
    assert [row[-3:] for row in rows] == [("10", "10", "22"), ("10", "10", "18")]
