"""The map in letters and in words, and the mark that says what of the board is our reconstruction."""

from __future__ import annotations

from copy import deepcopy
from itertools import islice

import pytest

import klatsch
from klatsch.core.definition import View
from klatsch.game_facts import game_facts
from klatsch.games.chocolate_coin import DEFINITION
from klatsch.games.chocolate_coin.boardfile import shipped_text
from klatsch.games.chocolate_coin.text_map import WIDTH, drawn, map_text

from games.chocolate_coin.table import table
from playing import walk

LANGUAGES = ("en", "pt", "ro")
SAY = DEFINITION.words.say("en")
CAMPUS = shipped_text("campus")
ORIGINAL = CAMPUS.replace("reconstruction = true\n", "")
TABLE = """
    north: santa
    l1: santa 3, elf 1, base santa, base elf, gift 2 5
    m1: bp 6 3, base bp 4
    a: 2
    """


def view() -> View:
    return table(TABLE).view(klatsch.PUBLIC)


# ── The drawing ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_campus_in_letters() -> None:
    shown = [row.rstrip() for row in drawn(view(), SAY)]
    assert shown[:9] == [
        "+--------------------------------+--------------------------------+--------------------------------+",
        "| L1 Gingerbread Works:          | M1 Icicle Terraces             | R1 Sleigh Dock: dock           |",
        "| workshop, cane                 | {BP(4) ·}                      | {·}                            |",
        "| {Santa E.L.F. ·} gifts [2][5]  | BP(6), BP(3)                   |                                |",
        "| Santa 3, E.L.F. 1              |                               (B)-------------------------------+",
        "|                                |                                | R2 Peppermint Quarter: cane    |",
        "|                                |                                | {· · ·}                        |",
        "|                              (A2)-------------------------------+                                |",
        "|                                | M2 Tinsel Factory: workshop    |                                |",
    ]
    text = table(TABLE).text(klatsch.PUBLIC)
    assert "  A Icepick Station   2  in L1 M1 M2 · lines to B C" in text.splitlines()
    assert "Frostward (L1 M1 R1)  Support: Santa" in text.splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_fits_a_terminal(lang: str) -> None:
    say = DEFINITION.words.say(lang)
    for state in islice(walk(klatsch.load("chocolate-coin"), 4, 5), 0, None, 9):
        seen = state.view(klatsch.PUBLIC)
        assert drawn(seen, say)
        for row in [*state.text(klatsch.PUBLIC, lang).splitlines(), *map_text(seen, say).splitlines()]:
            assert len(row) <= WIDTH


def full(seen: View) -> View:
    """More of everything than a Region ever holds."""
    crowded = deepcopy(seen)
    for region in crowded["regions"]:
        region |= {"spaces": 6, "gifts": [1, 2, 3, 4, 5, 6] * 2, "spies": [6, 5, 4, 3, 2, 1], "moles": [4]}
        region |= {"units": {"santa": 13, "elf": 14}, "bases": {"santa": 2, "elf": 3}}
    return crowded


def test_a_crowd_is_drawn_higher() -> None:
    shown = drawn(full(view()), SAY)
    assert len(shown) > len(drawn(view(), SAY))
    assert "\n".join(shown).count("BP(6)") == 9
    assert max(map(len, shown)) <= WIDTH


def test_any_number_of_precincts_and_lines() -> None:
    seen = view()
    seen["precincts"].append({"id": "g", "name": "Tenth Gate", "at": [66.7, 90], "touches": ["m3", "r3"], "units": 3})
    seen["lines"].append(["g", "e", False])
    assert "(G3)" in "\n".join(drawn(seen, SAY))
    assert "G Tenth Gate        3  in M3 R3 · lines to E" in DEFINITION.text(seen, SAY)
    assert "transit lines to: Crumb Watch (C), Stuffing Yard (F), Tenth Gate (G)" in map_text(seen, SAY)


def test_boxes_that_cannot_be_drawn_become_a_list() -> None:
    board = CAMPUS.replace("box = [33.3, 0, 66.7, 30]", "box = [0, 0, 66.7, 30]")
    text = table(TABLE, board=board).text(klatsch.PUBLIC)
    assert "  M1 Icicle Terraces {BP(4) ·} BP(6), BP(3)" in text.splitlines()


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_map_in_words() -> None:
    rows = map_text(view(), SAY).splitlines()
    assert rows[:7] == [
        "Frostward, support: Santa",
        "  Gingerbread Works (L1): workshop, cane",
        "    borders on: Icicle Terraces (M1), Mitten Row (L2), Tinsel Factory (M2)",
        "    precincts: Icepick Station (A), Crumb Watch (C)",
        "    base spaces: 3, vacant: 1",
        "    there: Santa: 3 units, E.L.F.: 1 unit, Santa: 1 base, E.L.F.: 1 base, Internal Elfairs: 2 units,",
        "      a gift of 2, a gift of 5",
    ]
    assert "  Icepick Station (A): 2 units" in rows


def test_every_border_and_line_is_told_from_both_ends() -> None:
    seen = view()
    told = " ".join(map_text(seen, SAY).split())
    regions, precincts = told.split(SAY("map.precincts"))
    assert regions.count("(") == 9 + 2 * len(seen["borders"]) + sum(len(p["touches"]) for p in seen["precincts"])
    assert precincts.count("(") == 6 + 2 * len(seen["lines"]) + sum(len(p["touches"]) for p in seen["precincts"])


# ── What is ours ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 1.4")
@pytest.mark.parametrize(
    ("lang", "mark"),
    [
        ("en", "Map and events reconstructed"),
        ("pt", "Mapa e eventos reconstruídos"),
        ("ro", "Hartă și evenimente reconstituite"),
    ],
)
def test_the_reconstruction_is_marked(lang: str, mark: str) -> None:
    ours, original = (klatsch.load("chocolate-coin", board=board).new(4) for board in ("campus", ORIGINAL))
    for state, count in ((ours, 1), (original, 0)):
        assert state.svg(0, lang).count(mark) == count
        assert state.text(0, lang).count(mark) == count
    assert game_facts("chocolate-coin", lang).reconstruction == mark


@pytest.mark.rule("chocolate_coin 1.4")
def test_what_a_file_leaves_out_is_ours_still() -> None:
    at = ORIGINAL.index("[suit]")
    marks = {"map": ORIGINAL[at:], "events": ORIGINAL[:at], "map,events": "reconstruction = true\n" + ORIGINAL[at:]}
    for parts, board in marks.items():
        state = klatsch.load("chocolate-coin", board=board).new(4)
        assert ",".join(state.view(0)["reconstruction"]) == parts
        assert state.text(0).splitlines()[-1] == SAY("board.reconstructed_" + parts.replace(",", "_"))
    with pytest.raises(ValueError, match="reconstruction must be true or false"):
        klatsch.load("chocolate-coin", board="reconstruction = 1")


@pytest.mark.parametrize("game", ["choco", "four-armies", "coin-age"])
def test_the_other_games_say_it_by_the_same_means(game: str) -> None:
    options = {"map": "volcano"} if game == "coin-age" else {}
    loaded = klatsch.load(game, **options)
    message = loaded.definition.reconstruction(loaded)
    assert message is not None
    assert loaded.definition.words.say("en")(message) in loaded.new().text(0)
