"""Board files: what is accepted, what is refused with which sentence (RULES.md 1.4 and 11.3)."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.chocolate_coin.boardfile import shipped_text

from games.chocolate_coin.table import asked, here, legal, play, table

CAMPUS = shipped_text("campus")


@pytest.mark.rule("chocolate_coin 1.4")
def test_the_shipped_board_may_be_given_as_text() -> None:
    by_name = klatsch.load("chocolate-coin").new(4)
    by_text = klatsch.load("chocolate-coin", board=CAMPUS).new(4)
    assert by_name.view(klatsch.PUBLIC) == by_text.view(klatsch.PUBLIC)
    assert "RECONSTRUCTION" in CAMPUS


@pytest.mark.rule("chocolate_coin 1.4")
def test_a_file_changes_what_it_names_and_keeps_the_rest() -> None:
    other = '[suit]\nsanta = "clubs"\nie = "spades"\nelf = "hearts"\nbp = "diamonds"\n'
    state = table("cards: 8c 2s", board=other)
    play(state, "primary event")  # clubs are Santa's here
    assert state.view(klatsch.PUBLIC)["score"][0] == 5
    lines = CAMPUS.replace('"a-b", ', "").replace("Icicle Terraces", "Eiszapfen")
    state = table("track: ie elf | santa bp\ncards: 2d 3d\na: 1", board=lines)
    play(state, "primary ops", "move", "precinct a")
    assert here(state, "c") == "1"  # the only line left from a
    assert "Eiszapfen" in state.text(klatsch.PUBLIC)


LOSE = 'effect = "lose", points = 3'
WRONG = [
    ("board = ", "", "no valid TOML"),
    ("north = ", "[weather]\nnorth = ", "no part 'weather'"),
    ('id = "l1"', 'id = "z9"', "the regions must be exactly l1, m1"),
    ('area = "north"\nworkshop', 'area = "south"\nworkshop', "area north must have three Regions, not 2"),
    ('area = "north"\nworkshop', 'area = "west"\nworkshop', "area must be one of north, middle, south"),
    ("spaces = 1", "spaces = 99", "spaces must be a whole number from 0 to 12, not 99"),
    ("spaces = 1", 'spaces = "3"', "spaces must be a whole number"),
    ("dock = true", "dock = 1", "dock must be true or false"),
    ("dock = true", "dock = false", "at least one Region must have dock = true"),
    ("dock = true", "harbour = true", "there is no 'harbour'"),
    ("box = [0, 0, 33.3, 43]", "box = [0, 0, 33.3]", "box must be 4 numbers"),
    ("box = [0, 0, 33.3, 43]", "box = [50, 0, 33.3, 43]", "left, top, right, bottom"),
    ('"l1-l2"', '"l1-q2"', "'l1-q2' does not join two different ones of l1"),
    ('"l1-l2"', '"l1-l1"', "does not join two different ones"),
    ('"l1-l2"', '"l1-m1"', "borders: one is named twice"),
    ('"m1-r1", ', "", None),
    ('"a-b"', '"a-z"', "lines: 'a-z' does not join"),
    ("Icepick Station", "", "precinct a: a name of 1 to 24 letters"),
    ("Icepick Station", "x" * 30, "precinct a: a name of 1 to 24 letters"),
    ('touches = ["l1", "m1", "m2"]', "touches = []", "touches must name Regions"),
    ("at = [33.3, 30]", "at = [33.3, 300]", "at must be 2 numbers from 0 to 100"),
    ('santa = "diamonds"', 'santa = "hearts"', "each faction another one of diamonds"),
    ("[event.q]", "[event.k]", "event must have exactly 2, 3, 4, 6, 7, 8, j, q"),
    (LOSE, 'effect = "earthquake"', "no effect 'earthquake'; the effects are place, move"),
    (LOSE, 'effect = "stealth"', "stealth: by is missing"),
    (LOSE, 'effect = "stealth", by = 12', "by must be a whole number from 1 to 6, not 12"),
    (LOSE, 'effect = "stealth", by = 6, colour = 1', "there is no 'colour'"),
    ("bases = true", "bases = 1", "bases must be true or false"),
    (LOSE, 'effect = "move", units = "few"', "units must be any or one, not 'few'"),
    ("put = 5, remove = true", "remove = false", "at least one of put, remove, change, move"),
    ('does = "place"', 'does = "remove"', "use the other column"),
    ('against = "anyone"', 'against = "card"', "use the other column"),
    ('[{ effect = "base", does = "place" }]', "[]", "one to six effects are needed"),
]


@pytest.mark.rule("chocolate_coin 1.4", "chocolate_coin 11.3")
@pytest.mark.parametrize(("old", "new", "sentence"), WRONG)
def test_a_damaged_file_is_refused_with_a_sentence(old: str, new: str, sentence: str | None) -> None:
    assert old in CAMPUS or sentence == "no valid TOML"
    text = "= = =" if sentence == "no valid TOML" else CAMPUS.replace(old, new) if old != "dock = true" else docks(new)
    if sentence is None:
        klatsch.load("chocolate-coin", board=text)  # a border less is a board, too
        return
    with pytest.raises(ValueError, match="option board: ") as error:
        klatsch.load("chocolate-coin", board=text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def docks(new: str) -> str:
    return CAMPUS.replace("dock = true", new)


@pytest.mark.rule("chocolate_coin 1.4")
def test_a_region_without_a_border_is_refused() -> None:
    text = CAMPUS.replace('"m1-r1", ', "").replace('"r1-r2", ', "")
    with pytest.raises(ValueError, match="region r1 has no border"):
        klatsch.load("chocolate-coin", board=text)


@pytest.mark.rule("chocolate_coin 11.3")
def test_events_recombine_the_named_effects() -> None:
    column = """[
        { effect = "place", most = 1 }, { effect = "move", units = "one" }, { effect = "support", shifts = 1 },
        { effect = "score", points = 1 }, { effect = "gift", change = 5, remove = true }, { effect = "operation" },
    ]"""
    text = CAMPUS.replace('[{ effect = "place", most = 3 }]', " ".join(column.split()))
    state = table("cards: 2d 2s\nl1: gift 3\nm2: gift 1\nr3: gift 1", board=text)
    play(state, "primary event", "region m1", "region m1", "region r1", "shift south santa")
    play(state, "change gift", "region l1", "amount 6", "pies", "area north")
    assert here(state, "r1") == "santa 1"
    assert here(state, "l1") == "gift 6"
    assert (here(state, "south"), here(state, "north")) == ("santa", "santa")
    assert state.view(klatsch.PUBLIC)["score"][0] == 1
    assert asked(state) == "elf"


def test_every_effect_has_its_words() -> None:
    """The text of a card is made of its effects, so any recombination can be read; all sixteen gifts too."""
    ways = {"put": "put = 2", "remove": "remove = true", "change": "change = 1", "move": "move = true"}
    for mask in range(1, 16):
        gift = ", ".join(text for i, text in enumerate(ways.values()) if mask & 2**i)
        text = CAMPUS.replace("put = 5, remove = true", gift)
        state = table("cards: jd 2s", board=text)
        assert "gift" in state.text(klatsch.PUBLIC).lower()
    assert legal(table("cards: jd 2s"))
