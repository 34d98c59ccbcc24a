"""The maps of Coin Age: the shipped ones as RULES.md §10 has them, a user's own, and broken ones."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.core.options import BoardFile
from klatsch.core.registry import load_with
from klatsch.drawing import INK
from klatsch.games.coin_age import DEFINITION
from klatsch.games.coin_age.geometry import luminance
from klatsch.games.coin_age.maps import SHIPPED, Map, read_map, shipped_map, touching
from klatsch.match.match import Match

from games.coin_age.positions import OWN, read_map_file


def borders_of(found: Map) -> set[frozenset[str]]:
    return {frozenset((space.name, other)) for space in found.spaces for other in space.borders}


@pytest.mark.rule("coin_age 1.1")
@pytest.mark.parametrize("name", SHIPPED)
def test_a_map_has_ten_spaces_in_regions(name: str) -> None:
    found = shipped_map(name)
    assert len(found.spaces) == 10
    assert sorted(space for region in found.regions for space in region.spaces) == sorted(found.names)
    for space in found.spaces:
        for other in space.borders:
            assert space.name in found.spaces[found.names.index(other)].borders


@pytest.mark.rule("coin_age 10.1")
def test_the_forest_is_the_original_map() -> None:
    forest = shipped_map("forest")
    rows = {
        "A1": "A2 B1 B2",
        "A2": "A1 A3 B2 B3",
        "A3": "A2 B3 B4",
        "B1": "A1 B2 C1",
        "B2": "A1 A2 B1 B3 C1 C2",
        "B3": "A2 A3 B2 B4 C2 C3",
        "B4": "A3 B3 C3",
        "C1": "B1 B2 C2",
        "C2": "C1 C3 B2 B3",
        "C3": "C2 B3 B4",
    }
    assert {space.name: set(space.borders) for space in forest.spaces} == {a: set(b.split()) for a, b in rows.items()}
    assert len(borders_of(forest)) == 19
    assert {region.name: (" ".join(sorted(region.spaces)), region.pattern) for region in forest.regions} == {
        "The Copper Peaks": ("A1 A2 A3 B1", "peaks"),
        "The Forests of Coindor": ("B2 B3 C1", "trees"),
        "Plains of Kashe": ("B4 C3", "rows"),
        "The Silver City": ("C2", "dots"),
    }
    assert not forest.reconstruction
    assert klatsch.load("coin-age").options["map"] == "forest"


@pytest.mark.rule("coin_age 10.2")
@pytest.mark.parametrize(
    ("name", "borders", "sizes"),
    [("frozen", 17, [2, 2, 3, 3]), ("lagoon", 12, [3, 3, 4]), ("volcano", 18, [1, 3, 3, 3])],
)
def test_the_reconstructions_say_so(name: str, borders: int, sizes: list[int]) -> None:
    found = shipped_map(name)
    assert len(borders_of(found)) == borders
    assert sorted(len(region.spaces) for region in found.regions) == sizes
    assert found.reconstruction
    state = klatsch.load("coin-age", map=name).new()
    assert "our reconstruction" in state.svg(klatsch.PUBLIC)
    assert "our reconstruction" in state.text(klatsch.PUBLIC)


@pytest.mark.rule("coin_age 10.1", "coin_age 10.2")
@pytest.mark.parametrize(
    ("lang", "published", "reconstructed"),
    [("en", "published", "reconstruction"), ("pt", "publicado", "reconstrução"), ("ro", "publicată", "reconstrucția")],
)
def test_the_option_says_which_map_is_published_and_which_reconstructed(
    lang: str, published: str, reconstructed: str
) -> None:
    say = DEFINITION.words.say(lang)
    for name in SHIPPED:
        sentence = say(f"option.value.map.{name}")
        assert (published in sentence) == (not shipped_map(name).reconstruction)
        assert (reconstructed in sentence) == shipped_map(name).reconstruction


# Every space: its borders and its centre. Then the regions.
LAYOUTS = {
    "frozen": (
        {
            "D1": ("D2 E1", (14, 21)),
            "E1": ("D1 D2 E2", (22, 49)),
            "D2": ("D1 D3 E1 E2", (30, 21)),
            "E2": ("D2 D3 E1 E3", (38, 49)),
            "D3": ("D2 D4 E2 E3", (46, 20)),
            "E3": ("D3 D4 E2 E4", (54, 50)),
            "D4": ("D3 D5 E3 E4", (62, 20)),
            "E4": ("D4 D5 E3 E5", (70, 50)),
            "D5": ("D4 E4 E5", (78, 22)),
            "E5": ("D5 E4", (86, 48)),
        },
        ("D1 D2 E1", "D5 E4 E5", "D3 D4", "E2 E3"),
    ),
    "lagoon": (
        {
            "L1": ("L2 L10", (22, 21)),
            "L2": ("L1 L3 L8", (41, 14)),
            "L3": ("L2 L4 L7", (59, 14)),
            "L4": ("L3 L5", (78, 21)),
            "L5": ("L4 L6", (86, 35)),
            "L6": ("L5 L7", (78, 49)),
            "L7": ("L3 L6 L8", (59, 56)),
            "L8": ("L2 L7 L9", (41, 56)),
            "L9": ("L8 L10", (22, 49)),
            "L10": ("L1 L9", (14, 35)),
        },
        ("L1 L2 L3 L4", "L5 L6 L7", "L8 L9 L10"),
    ),
    "volcano": (
        {
            "K": ("S1 S2 S3", (50, 35)),
            "C1": ("S1 C2 C6", (70, 13)),
            "C4": ("S3 C3 C5", (27, 56)),
            "S1": ("K S2 S3 C1 C6", (50, 19)),
            "C2": ("S2 C1 C3", (87, 36)),
            "C5": ("S3 C4 C6", (13, 36)),
            "S2": ("K S1 S3 C2 C3", (68, 41)),
            "C3": ("S2 C2 C4", (73, 56)),
            "C6": ("S1 C1 C5", (30, 13)),
            "S3": ("K S1 S2 C4 C5", (32, 41)),
        },
        ("K", "S1 S2 S3", "C1 C2 C3", "C4 C5 C6"),
    ),
}


@pytest.mark.rule("coin_age 10.2")
@pytest.mark.parametrize("name", LAYOUTS)
def test_the_reconstructions_have_their_borders_regions_and_centres(name: str) -> None:
    found = shipped_map(name)
    spaces, regions = LAYOUTS[name]
    assert {space.name: set(space.borders) for space in found.spaces} == {
        name: set(borders.split()) for name, (borders, _) in spaces.items()
    }
    assert {space.name: space.centre for space in found.spaces} == {
        name: centre for name, (_, centre) in spaces.items()
    }
    assert [set(region.spaces) for region in found.regions] == [set(row.split()) for row in regions]


def test_only_reconstructions_say_so() -> None:
    assert "reconstruction" not in klatsch.load("coin-age").new().svg(klatsch.PUBLIC)


@pytest.mark.parametrize("name", SHIPPED)
def test_land_touches_exactly_where_borders_are(name: str) -> None:
    """Two outlines share an edge if and only if there is a border, but for bridges."""
    found = shipped_map(name)
    touch = {
        frozenset((a.name, b.name)) for i, a in enumerate(found.spaces) for b in found.spaces[:i] if touching(a, b)
    }
    bridges = {frozenset(bridge.spaces) for bridge in found.bridges}
    assert touch | bridges == borders_of(found)
    assert not touch & bridges
    assert len(bridges) == (2 if name == "lagoon" else 0)


@pytest.mark.parametrize("name", SHIPPED)
def test_colours_are_light_enough_to_write_upon(name: str) -> None:
    dark = luminance(INK) + 0.05
    for region in shipped_map(name).regions:
        assert (luminance(region.colour) + 0.05) / dark >= 4.5, region.name


@pytest.mark.parametrize("name", SHIPPED)
def test_catalogue_and_files_name_the_same_regions(name: str) -> None:
    say = DEFINITION.words.say("en")
    assert say(f"map.{name}") == shipped_map(name).title
    for region in shipped_map(name).regions:
        assert say(f"region.{name}.{region.key}") == region.name
    assert read_map_file(name)["title"] == shipped_map(name).title


@pytest.mark.rule("coin_age 10.3")
def test_random_is_drawn_by_load_and_recorded_as_drawn() -> None:
    option = next(option for option in DEFINITION.options if option.name == "map")
    assert isinstance(option, BoardFile)
    assert option.random
    assert option.shipped == ("forest", "frozen", "lagoon", "volcano")
    assert klatsch.load("coin-age", map="random").options["map"] in option.shipped
    drawn = [klatsch.load("coin-age", map="random", rng=seed).options["map"] for seed in range(60)]
    assert set(drawn) == set(option.shipped)
    assert drawn == [klatsch.load("coin-age", map="random", rng=klatsch.Rng(seed)).options["map"] for seed in range(60)]


@pytest.mark.rule("coin_age 10.3")
def test_what_is_recorded_is_what_was_drawn() -> None:
    """A game that is loaded from a record must not be drawn anew: another process would have another map."""
    drawn = klatsch.load("coin-age", map="random", rng=1)
    assert load_with("coin-age", drawn.options).options == drawn.options
    with pytest.raises(ValueError, match="option map: draw a board first; what is recorded is forest or frozen"):
        load_with("coin-age", {"map": "random"})
    table = Match(drawn)
    assert f'option map "{drawn.options["map"]}"' in table.replay().lines()


def test_only_a_game_that_says_so_has_random_boards() -> None:
    with pytest.raises(ValueError, match="option map can't be 'random'; it takes reconstructed, or a board file"):
        klatsch.load("four-armies", map="random")


# ── A map of one's own ────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coin_age 10.4")
def test_an_own_map_is_played() -> None:
    game = klatsch.load("coin-age", map=OWN)
    state = game.new()
    state.play("toss dime")
    state.play("place dime 10")
    assert "move 10 9" in {game.notation(action) for action in state.legal_actions()}
    assert state.why_not("move 10 8") == "6.1"
    assert "Ten Isles" in state.text(klatsch.PUBLIC)
    assert "The Middle" in state.svg(klatsch.PUBLIC)
    assert state.view(klatsch.PUBLIC)["regions"][2]["pattern"] == "rings"
    again = game.from_bytes(state.to_bytes())
    assert again == state
    final = game.playout(state, 5)
    assert final.outcome is not None


def test_spaces_that_do_not_touch_get_bridges() -> None:
    found = read_map(OWN)
    assert {frozenset(bridge.spaces) for bridge in found.bridges} == borders_of(found)


def test_colours_may_be_written_in_capitals() -> None:
    assert read_map(OWN.replace("#f3c89a", "#F3C89A")) == read_map(OWN)


def test_games_of_different_maps_keep_their_names() -> None:
    forest, lagoon = klatsch.load("coin-age").new(), klatsch.load("coin-age", map="lagoon").new()
    for state, here, there in ((forest, "b2", "l2"), (lagoon, "l2", "b2")):
        state.play("toss dime")
        with pytest.raises(ValueError, match="no action of"):
            state.play(f"place dime {there}")
        state.play(f"place dime {here}")
    assert forest.game.actions[0] == lagoon.game.actions[0]
    assert len(forest.game.actions) == len(lagoon.game.actions) == len(DEFINITION.actions)


BROKEN = {
    "no TOML": (("title", "title = = "), "no valid TOML"),
    "nine spaces": (('10 = {centre = [15, 37], borders = ["1", "9"]}', ""), "a map has 10 spaces, this one 9"),
    "eleven spaces": (("[spaces]", "[spaces]\n11 = {centre = [40, 40], borders = []}"), "10 spaces, this one 11"),
    "one-sided border": (('borders = ["2", "10"]', 'borders = ["10"]'), "border of 2 with 1 is one-sided"),
    "unknown border": (('["2", "10"]', '["2", "10", "X"]'), "borders 'X', and there is no such space"),
    "own border": (('["2", "10"]', '["2", "10", "1"]'), "space 1 borders itself"),
    "border twice": (('["2", "10"]', '["2", "10", "2"]'), "space 1 lists a border twice"),
    "in no region": (('["1", "2", "3"]', '["1", "2"]'), "space 3 is in no region"),
    "in two regions": (('["8", "9", "10"]', '["8", "9", "10", "1"]'), "space 1 is in two regions"),
    "unknown in region": (('["8", "9", "10"]', '["8", "9", "10", "Y"]'), "region east has 'Y'"),
    "empty region": (("[spaces]", "[regions.none]\nspaces = []\n[spaces]"), "region none has no space"),
    "regions missing": (("regions.", "colours."), "colours has no 'west'"),
    "bad name": (("10 = {", '"a b" = {'), "one to four letters or digits"),
    "no title": (('title = "Ten Isles"', ""), "title: a text"),
    "dark": (("#f3c89a", "#201510"), "too dark"),
    "no colour": (("#f3c89a", "red"), "a colour is needed"),
    "no pattern": (("rings", "stripes"), "a pattern is one of"),
    "no point": (("[15, 15]", "[15]"), "a point is needed"),
    "off the canvas": (("[15, 15]", "[15, 71]"), "outside the canvas"),
    "at the edge": (("[15, 15]", "[3, 15]"), "too near the edge"),
    "huge": (("[15, 15]", f"[1{'0' * 400}, 15]"), r"space 1: centre: \[…, 15\] is outside the canvas"),
    "huge in hexadecimal": (("[15, 15]", f"[15, 0x{'f' * 400}]"), r"\[15, …\] is outside the canvas"),
    "longer than Python reads": (("[15, 15]", f"[{'9' * 5000}, 15]"), "the map has more than 500 letters in line"),
    "infinite": (("[15, 15]", "[15, -inf]"), "outside the canvas"),
    "nan": (("[15, 15]", "[nan, 15]"), "outside the canvas"),
    "too near": (("[38, 12]", "[20, 15]"), "centres of 1 and 2 are too near"),
    "strange key": (("title", "titel = 1\ntitle"), "the map has no 'titel'"),
    "bad bridge": (("[spaces]", '[[bridges]]\nspaces = ["1", "9"]\nline = [[1, 1], [2, 2]]\n[spaces]'), "bridge needs"),
    "bridge without length": (
        ("[spaces]", '[[bridges]]\nspaces = ["1", "2"]\nline = [[25, 14], [25, 14]]\n[spaces]'),
        "the bridge of 1 and 2 has no length",
    ),
    "bridge twice": (
        (
            "[spaces]",
            '[[bridges]]\nspaces = ["1", "2"]\nline = [[20, 14], [30, 14]]\n'
            '[[bridges]]\nspaces = ["2", "1"]\nline = [[30, 13], [20, 13]]\n[spaces]',
        ),
        "the bridge of 2 and 1 is there twice",
    ),
    "numbers for names": (('["2", "10"]', "[2, 10]"), "space 1: borders: names in quotation marks"),
    "long key of a region": (("regions.west", f"regions.{'w' * 17}"), "region 'w{15}…': its key is one to 16 letters"),
    "region's key in two lines": (("regions.west", r'regions."a\nb"'), r"region 'a\\nb': its key is"),
    "long space in a region": (('["8", "9", "10"]', f'["8", "9", "10", "{"Y" * 400}"]'), "has 'Y{15}…', and there"),
    "short pool": (("[spaces]", "[[pools]]\noutline = [[1, 1], [2, 2]]\n[spaces]"), "3 to 60 points"),
    "list of spaces": (("[spaces]", "[nothing]"), "the map has no 'nothing'"),
}  # fmt: skip


@pytest.mark.rule("coin_age 10.4")
@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_map_is_refused_with_the_reason(broken: str) -> None:
    (old, new), reason = BROKEN[broken]
    assert old in OWN
    with pytest.raises(ValueError, match=reason) as refused:
        klatsch.load("coin-age", map=OWN.replace(old, new))
    assert str(refused.value).startswith("option map: ")
    assert "\n" not in str(refused.value)


@pytest.mark.rule("coin_age 10.4")
def test_an_unreachable_space_is_refused() -> None:
    cut = (
        OWN.replace('["1", "3", "6"]', '["1"]').replace('["2", "4"]', '["4"]').replace('["2", "5", "8"]', '["5", "8"]')
    )
    cut = cut.replace('["6", "7", "9"]', '["6", "7"]').replace('["8", "10"]', '["10"]')
    with pytest.raises(ValueError, match="space 3 can't be reached from 1"):
        klatsch.load("coin-age", map=cut)


def test_a_coin_must_fit_into_its_space() -> None:
    text = OWN.replace("[15, 15],", "[15, 15], outline = [[5, 5], [25, 5], [25, 19], [5, 19]],")
    with pytest.raises(ValueError, match="space 1: a coin of radius 6"):
        klatsch.load("coin-age", map=text)


def test_nonsense_is_refused_in_a_sentence() -> None:
    for text in ("", "=", "[" * 60000, "spaces = 3", "spaces = []", "title = 3\nspaces = {}", "a = " + "[" * 5000):
        with pytest.raises(ValueError):
            klatsch.load("coin-age", map=text)


def test_capitals_do_not_tell_spaces_apart() -> None:
    text = OWN.replace("10 = {", "a = {").replace('"10"', '"a"').replace("9 = {", "A = {").replace('"9"', '"A"')
    with pytest.raises(ValueError, match="same name, but for capitals"):
        klatsch.load("coin-age", map=text)
