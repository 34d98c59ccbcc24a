"""The table, the sequence of play and the actions: RULES.md 1, 3, 4 and 7."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import klatsch
from klatsch.games.four_armies import maps
from klatsch.games.four_armies.hexes import HEXES, neighbours

from games.four_armies.drawn import actor, drawing, legal, piles, play, position, shows

EMPTY = ".. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .."
EDGE = {"a1", "a2", "a3", "b1", "b4", "c1", "c5", "d1", "d4", "e1", "e2", "e3"}


def names(hexes: list[int]) -> set[str]:
    return {HEXES[hex] for hex in hexes}


# ── 1 The table ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 1.1")
def test_the_map_is_a_hexagon_of_nineteen() -> None:
    assert len(HEXES) == 19
    assert {hex for hex in HEXES if len(neighbours(HEXES.index(hex))) < 6} == EDGE
    assert names(neighbours(HEXES.index("c3"))) == {"b2", "b3", "c2", "c4", "d2", "d3"}
    assert names(neighbours(HEXES.index("a1"))) == {"a2", "b1", "b2"}
    assert names(neighbours(HEXES.index("d4"))) == {"c4", "c5", "d3", "e3"}
    for one in range(19):
        for other in neighbours(one):
            assert one in neighbours(other)


@pytest.mark.rule("four_armies 1.2")
def test_named_spaces_come_from_the_map_file() -> None:
    assert [HEXES[hex] for hex in position(EMPTY).board.places] == ["c5", "a1", "e1", "c3"]
    text = (maps.FOLDER / "reconstructed.toml").read_text("utf-8").replace('"c5"', '"d2"')
    assert position(EMPTY, map=text).view(0)["places"]["foggy_mountain"] == "d2"


@pytest.mark.rule("four_armies 1.2")
@pytest.mark.parametrize(("lang", "said"), [("en", "our reconstruction"), ("pt", "nossa"), ("ro", "noastră")])
def test_pictures_say_that_the_map_is_reconstructed(lang: str, said: str) -> None:
    ours = position(EMPTY)
    assert said in " ".join(ElementTree.fromstring(ours.svg(0, lang)).itertext())
    assert said in ours.text(0, lang)
    original = position(EMPTY, map=GOOD)
    assert said not in original.svg(0, lang)
    assert said not in original.text(0, lang)


GOOD = '[places]\nfoggy_mountain = "c5"\nhangmans_tree = "a1"\nlookout_post = "e1"\nriverport_of_chip = "c3"\n'


@pytest.mark.rule("four_armies 1.2")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[places", "no valid TOML"),
        ("", r"one table, \[places\]"),
        ("places = 3", r"places must be a table, headed \[places\]; the map file makes it 3$"),
        ('[[places]]\nfoggy_mountain = "c5"', r"the map file makes it a list, as \[\[places\]\] does$"),
        (GOOD + "[more]\n", r"nothing else \(found more\)"),
        ("reconstruction = 1\n" + GOOD, "reconstruction must be true or false"),
        ('[places]\nfoggy_mountain = "c5"\n', "names exactly"),
        (GOOD.replace("a1", "a9"), "hangmans_tree can't lie on 'a9'; the hexes are a1"),
        (GOOD.replace('"a1"', "[1]"), "hangmans_tree can't lie on"),
        (GOOD.replace("a1", "e1"), "four different hexes"),
        (GOOD.replace("c3", "c4"), "in the centre, on c3"),
    ],
)
def test_wrong_map_files_get_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        klatsch.load("four-armies", map=text if text else "\n")


@pytest.mark.rule("four_armies 1.3", "four_armies 1.5", "four_armies 7.4")
def test_armies_begin_in_reserve() -> None:
    view = klatsch.load("four-armies").new(5).view(klatsch.PUBLIC)
    assert [seat["reserve"] for seat in view["seats"]] == [
        *[{"regular": 4, "mounted": 1, "hero": 1}] * 4,
        {"regular": 5, "hero": 1},
    ]
    assert all(seat["units"] == {} and seat["pile"] == [] for seat in view["seats"])


@pytest.mark.rule("four_armies 1.4")
def test_any_different_armies_in_any_order() -> None:
    def armies(seats: int, **options: object) -> list[str]:
        view = klatsch.load("four-armies", **options).new(seats).view(klatsch.PUBLIC)
        return [seat["army"] for seat in view["seats"]]

    assert armies(3) == ["human", "elf", "dwarf"]
    assert armies(2, armies="falcon,human") == ["falcon", "human"]
    assert armies(5, armies="falcon,human,goblin,elf,dwarf") == ["falcon", "human", "goblin", "elf", "dwarf"]
    with pytest.raises(ValueError, match="2 armies for 3 seats"):
        armies(3, armies="falcon,human")
    for wrong in ("elf,elf", "elf,orc", ""):
        with pytest.raises(ValueError, match="comma list"):
            armies(2, armies=wrong)


# ── 3 Sequence of play ────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 3.1")
def test_chance_says_who_begins_then_clockwise() -> None:
    state = klatsch.load("four-armies").new(3)
    assert dict(state.outcomes()) == {state.game.parse(f"first {army}"): 1 / 3 for army in ("human", "elf", "dwarf")}
    state.play("first dwarf")
    turns = []
    for notation in ("place regular a1", "place regular c5", "place regular e1", "move a1 a2"):
        turns.append(int(state.actor))
        state.play(notation)
    assert turns == [2, 0, 1, 2]


SHUT_OUT = """
              Gr
          Er      Gr
      Er      ..      Dr
          ..      ..
      Dr      ..      Dr
          ..      ..
      Dr      ..      Er
          Gr      Er
              Gr
"""


@pytest.mark.rule("four_armies 3.2")
def test_who_can_act_must_and_who_cannot_passes() -> None:
    free = position(EMPTY)
    assert free.why_not("pass") == "3.2"
    assert free.why_not("end") == "3.2"
    # No Human is on the map, nothing is captured, and the whole edge is taken: nothing can be done.
    stuck = position(SHUT_OUT, "human,dwarf,elf,goblin")
    assert legal(stuck) == {"pass"}
    assert stuck.why_not("place regular b2") == "4.1"
    assert actor(play(stuck, "pass")) == "dwarf"


@pytest.mark.rule("four_armies 3.2")
def test_one_action_a_turn() -> None:
    state = play(position(EMPTY), "place regular a1")
    assert actor(state) == "dwarf"


# ── 4.1, 4.2 Place ────────────────────────────────────────────────────────────────────────────────

EXAMPLE_1 = """
              ..
          ..      ..
      Hr      Dr      ..
          ..      ..
      Dr      ..      ..
          ..      Hr
      ..      ..      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 4.1", "four_armies 4.2")
def test_example_1_where_a_unit_may_be_placed() -> None:
    """The edge, and beside the chain of a3; not beside d2, which doesn't reach the edge; not in Chip."""
    state = position(EXAMPLE_1)
    expected = EDGE - {"a3", "a2"} | {"b3"}
    assert legal(state, "place") == {f"{kind} {hex}" for kind in ("regular", "mounted", "hero") for hex in expected}
    assert state.why_not("place regular c3") == "4.2"
    for hex in ("c2", "d3", "b2", "a2"):
        assert state.why_not(f"place regular {hex}") == "4.1"


@pytest.mark.rule("four_armies 4.1")
def test_a_longer_chain_reaches_further() -> None:
    chain = """
              ..
          ..      ..
      ..      ..      ..
          ..      ..
      Hr      Hr      ..
          Hr      ..
      ..      ..      ..
          ..      ..
              ..
    """
    hexes = {name.split()[1] for name in legal(position(chain), "place")}
    assert hexes == EDGE - {"a2"} | {"b3", "c2", "c4", "d2", "d3"}


@pytest.mark.rule("four_armies 4.1", "four_armies 5.2")
def test_example_1_a_placement_captured_while_it_captures() -> None:
    state = play(position(EXAMPLE_1), "place regular b3")
    assert piles(state) == {"human": "Dr", "dwarf": "Hr"}
    assert legal(state) == {"advance a3 a2", "halt"}
    play(state, "halt")
    assert shows(
        state,
        """
              ..
          ..      ..
      Hr      Dr      ..
          ..      ..
      ..      ..      ..
          ..      Hr
      ..      ..      ..
          ..      ..
              ..
        """,
    )


@pytest.mark.rule("four_armies 4.1")
def test_example_1_a_placement_that_is_only_captured() -> None:
    state = position(
        """
              Dr
          ..      ..
      ..      Dr      ..
          ..      ..
      ..      ..      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
        """
    )
    play(state, "place regular b4")
    assert piles(state) == {"dwarf": "Hr"}
    assert actor(state) == "dwarf"


# ── 4.3, 4.4 Move ─────────────────────────────────────────────────────────────────────────────────

EXAMPLE_2 = """
              ..
          ..      ..
      ..      ..      ..
          ..      ..
      Hr      Dr      ..
          ..      Hr
      Hr      ..      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 4.3", "four_armies 4.4")
def test_example_2_where_a_unit_may_move() -> None:
    """Beside itself, or beside its chain a1–a2; d2 is not of this chain."""
    state = position(EXAMPLE_2)
    assert {name for name in legal(state, "move") if name.startswith("a1")} == {
        "a1 b1", "a1 b2", "a1 a3", "a1 b3",
    }  # fmt: skip
    assert {name for name in legal(state, "move") if name.startswith("d2")} == {
        "d2 d1", "d2 d3", "d2 c2", "d2 e1", "d2 e2",
    }  # fmt: skip
    assert state.why_not("move a1 c2") == "4.4"
    assert state.why_not("move a1 a2") == "4.3"
    assert state.why_not("move c3 c4") == "4.3"
    assert state.why_not("move c4 c5") == "4.3"


@pytest.mark.rule("four_armies 4.3", "four_armies 5.2")
def test_example_2_a_move_that_swaps_captures() -> None:
    """On b2 the unit is captured by a2 and c2, and captures a2 together with a3 at the same moment."""
    state = position(
        """
              ..
          ..      ..
      Hr      ..      ..
          ..      ..
      Dr      Hr      ..
          ..      ..
      ..      Dr      ..
          ..      ..
              ..
        """
    )
    play(state, "move c3 b2")
    assert piles(state) == {"human": "Dr", "dwarf": "Hr"}
    assert legal(state) == {"advance a3 a2", "halt"}


@pytest.mark.rule("four_armies 4.3")
def test_chip_is_entered_by_moving() -> None:
    state = position(EXAMPLE_1)
    assert "d2 c3" in legal(state, "move")
    play(state, "move d2 c3")
    assert drawing(state).split()[9] == "Hr"


# ── 4.5 – 4.7 Rally ───────────────────────────────────────────────────────────────────────────────

QUIET = """
              ..
          ..      ..
      Hr      ..      Dr
          ..      ..
      Hr      ..      Dr
          ..      ..
      ..      ..      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 4.5")
@pytest.mark.parametrize(
    ("captured", "allowed"),
    [
        ({"dwarf": "Hr Hr", "human": "Dr"}, True),
        ({"dwarf": "Hr Hm", "human": "Dm"}, True),
        ({"dwarf": "Hr", "human": "Dr Dr"}, False),
        ({"dwarf": "Hr Hr"}, False),
    ],
)
def test_who_may_rally(captured: dict[str, str], allowed: bool) -> None:
    state = position(QUIET, captured=captured)
    assert ("rally" in legal(state)) == allowed
    assert state.why_not("rally") == (None if allowed else "4.5")


@pytest.mark.rule("four_armies 4.6")
def test_a_rally_is_a_flip() -> None:
    state = play(position(QUIET, captured={"dwarf": "Hr Hr", "human": "Dr"}), "rally")
    assert actor(state) == "chance"
    assert [chance for _, chance in state.outcomes()] == [0.5, 0.5]
    play(state, "face down")
    assert actor(state) == "dwarf"
    assert piles(state) == {"dwarf": "Hr Hr", "human": "Dr"}


@pytest.mark.rule("four_armies 4.7", "four_armies 8.1")
def test_a_rally_takes_back_a_regular_or_the_hero_from_any_pile() -> None:
    captured = {"dwarf": "Hr Hm", "elf": "Hh", "human": "Dr"}
    start = play(position(QUIET, "human,dwarf,elf", captured=captured), "rally", "face up")
    assert legal(start) == {"take regular dwarf", "take hero elf", "leave"}
    hero = start.clone()
    hero.play("take hero elf")
    assert piles(hero) == {"dwarf": "Hr Hm", "human": "Dr"}
    assert hero.view(0)["seats"][0]["reserve"] == {"regular": 1, "hero": 1}
    assert actor(hero) == "dwarf"
    play(start, "leave")
    assert piles(start) == {"human": "Dr", "dwarf": "Hr Hm", "elf": "Hh"}
    assert actor(start) == "dwarf"


# ── 4.8 Withdraw ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("four_armies 4.8")
def test_a_mounted_unit_withdraws_from_anywhere() -> None:
    state = position(
        """
              ..
          ..      ..
      ..      Dr      ..
          ..      ..
      ..      Hm      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
        """
    )
    play(state, "withdraw")
    assert drawing(state) == ".. .. .. .. Dr .. .. .. .. .. .. .. .. .. .. .. .. .. .."
    state.play("place regular a1")
    assert state.view(0)["seats"][0]["reserve"]["mounted"] == 1
    assert state.why_not("withdraw") == "4.8"


# ── 7 The Falcon army ─────────────────────────────────────────────────────────────────────────────

FALCONS = """
              ..
          ..      ..
      ..      ..      ..
          Hr      ..
      ..      ..      ..
          Fr      ..
      Fr      ..      ..
          ..      ..
              ..
"""


@pytest.mark.rule("four_armies 7.1")
def test_falcons_are_placed_anywhere() -> None:
    state = position(FALCONS, "falcon,human")
    hexes = set(HEXES) - {"b3", "b2", "a1"}
    assert legal(state, "place") == {f"{kind} {hex}" for kind in ("regular", "hero") for hex in hexes}
    assert state.why_not("place regular b3") == "4.1"
    assert state.why_not("place mounted c3") == "7.4"


@pytest.mark.rule("four_armies 7.2")
def test_falcons_fly_two_hexes_over_anything() -> None:
    state = position(FALCONS, "falcon,human")
    moves = legal(state, "move")
    # b2 flies over the Human on b3 to b4; a1 has a chain with b2 and doesn't use it.
    assert {name.split()[1] for name in moves if name.startswith("b2")} == {
        "b1",
        "a2",
        "c2",
        "c3",
        "a3",
        "b4",
        "c4",
        "c1",
        "d1",
        "d2",
        "d3",
    }
    assert {name.split()[1] for name in moves if name.startswith("a1")} == {"a2", "b1", "a3", "c1", "c2", "c3"}
    assert state.why_not("move a1 c4") == "7.2"
