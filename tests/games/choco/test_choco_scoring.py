"""ChoCo, RULES.md 9: groups, neutral groups, totals and ties."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.choco.position import ALL_PASSED
from klatsch.games.choco.rules import ChoCo

from games.choco.chocotable import position


def tally(state: ChoCo, colour: str) -> tuple[int, int, int]:
    """Largest group, points from neutral groups, total."""
    told = state.view(klatsch.PUBLIC)["tally"][colour]
    return told["largest"], told["from_neutral"], told["points"]


@pytest.mark.rule("choco 9.1")
def test_corners_do_not_join() -> None:
    """The rulebook's picture in small: two whites and two darks that meet at corners only."""
    state = position("""
        w1 m1 m2 d2
        m1 w1 d2 m2
    """)
    assert tally(state, "white") == (1, 0, 1)
    assert tally(state, "dark") == (1, 0, 1)


@pytest.mark.rule("choco 9.1", "choco 9.5")
def test_only_the_largest_group_counts() -> None:
    state = position("""
        w1 w1 w2 d2 w3 w3
        w1 d1 d2 d2 d3 d3
    """)
    assert tally(state, "white")[0] == 4
    assert tally(state, "dark")[0] == 6
    state.end_game(ALL_PASSED)
    assert state.utilities() == [0, 1]


# A neutral group of seven in the middle, found in a random game; the numbers are the rulebook's.
EXAMPLE = """
.   m10 w10 .   d4  d4  m6  m6
.   d10 m10 .   d4  w4  d6  d6
m8  d8  m3  m3  d1  w1  w2  d2
d8  d8  d3  m3  m1  m1  w2  d2
.   d7  d7  m5  w5  d9  w9  .
.   d7  w7  w5  w5  d9  w9  .
"""


@pytest.mark.rule("choco 9.3", "choco 9.4")
def test_the_rulebooks_example() -> None:
    """Seven neutral pieces with six contacts to white and eight to dark: seven points for dark."""
    state = position(EXAMPLE, colours="wd")
    groups = [group for group in state.view(klatsch.PUBLIC)["groups"] if group["neutral"]]
    assert len(groups) == 1
    assert len(groups[0]["cells"]) == 7
    assert groups[0]["contacts"] == {"white": 6, "dark": 8}
    assert groups[0]["to"] == "dark"
    assert tally(state, "dark")[1] == 7
    assert tally(state, "white")[1] == 0


@pytest.mark.rule("choco 9.2")
def test_three_players_score_nothing_for_other_groups() -> None:
    state = position(EXAMPLE, seats=3, colours="wdm")
    view = state.view(klatsch.PUBLIC)
    assert view["neutral"] is None
    assert not any(group["neutral"] for group in view["groups"])
    assert [tally(state, colour)[1] for colour in ("white", "milk", "dark")] == [0, 0, 0]


# Eight milk pieces: white has few pieces with many sides to them, dark more pieces with one side each.
DISAGREE = """
m2 d2 .  .
d2 d2 w5 d5
d1 d1 d5 d5
m1 m1 w4 m4
w3 m3 m4 m4
m3 m3 .  .
"""


@pytest.mark.rule("choco 9.4")
@pytest.mark.parametrize(
    ("unit", "contacts", "winner"),
    [("edges", {"white": 6, "dark": 3}, "white"), ("pieces", {"white": 2, "dark": 3}, "dark")],
)
def test_edges_and_pieces_disagree(unit: str, contacts: dict[str, int], winner: str) -> None:
    state = position(DISAGREE, contact_unit=unit)
    group = next(group for group in state.view(klatsch.PUBLIC)["groups"] if group["neutral"])
    assert group["contacts"] == contacts
    assert group["to"] == winner
    assert tally(state, winner)[1] == 8


@pytest.mark.rule("choco 9.3")
def test_a_neutral_group_of_five_scores_nothing_and_one_of_six_does() -> None:
    five = """
        m1 m1 m2 m2
        m1 w1 d2 d2
    """
    state = position(five)
    assert [tally(state, colour)[1] for colour in ("white", "dark")] == [0, 0]
    assert not any(group["neutral"] for group in state.view(klatsch.PUBLIC)["groups"])
    state = position(five + "        m3 w3 .  .\n        w3 w3 .  .\n")
    assert [tally(state, colour)[1] for colour in ("white", "dark")] == [6, 0]


@pytest.mark.rule("choco 9.4")
def test_equal_contacts_give_nobody_anything() -> None:
    state = position("""
        m1 m1 m2 m2 m3 m3
        w1 w1 w2 d2 d3 d3
    """)
    group = next(group for group in state.view(klatsch.PUBLIC)["groups"] if group["neutral"])
    assert (len(group["cells"]), group["contacts"], group["to"]) == (6, {"white": 3, "dark": 3}, None)
    assert [tally(state, colour) for colour in ("white", "dark")] == [(3, 0, 3), (3, 0, 3)]


@pytest.mark.rule("choco 9.4")
def test_pieces_outside_the_largest_group_make_contacts_too() -> None:
    """Dark's two single pieces touch the neutral six; its largest group doesn't."""
    state = position("""
        m1 m1 m2 m2 m3 w3
        m1 d1 d2 w2 w3 w3
        .  .  .  .  d4 d4
        .  .  .  .  d4 w4
    """)
    group = next(group for group in state.view(klatsch.PUBLIC)["groups"] if group["neutral"])
    assert len(group["cells"]) == 6
    assert group["contacts"] == {"white": 3, "dark": 3}
    assert group["to"] is None
    assert [tally(state, colour)[1] for colour in ("white", "dark")] == [0, 0]


@pytest.mark.rule("choco 9.3")
def test_every_neutral_group_or_only_the_largest() -> None:
    drawing = """
        m1 m1 m2 m2 w3 w3 w4 d4 m5 m5 m6 d6
        m1 w1 m2 w2 w3 d3 d4 d4 m5 d5 m6 m6
        .  .  .  .  .  .  .  .  m7 w7 w8 m8
        .  .  .  .  .  .  .  .  w7 w7 w8 w8
    """
    every = position(drawing)
    sizes = sorted(len(group["cells"]) for group in every.view(klatsch.PUBLIC)["groups"] if group["neutral"])
    assert sizes == [6, 8]
    largest = position(drawing, neutral="largest")
    sizes = [len(group["cells"]) for group in largest.view(klatsch.PUBLIC)["groups"] if group["neutral"]]
    assert sizes == [8]
    gained = [sum(tally(state, colour)[1] for colour in ("white", "dark")) for state in (every, largest)]
    assert gained == [14, 8]


def ended(drawing: str, **options: object) -> ChoCo:
    state = position(drawing, **options)  # type: ignore[arg-type]
    state.end_game(ALL_PASSED)
    return state


@pytest.mark.rule("choco 9.6")
def test_equal_totals_are_decided_by_the_next_group() -> None:
    state = ended("""
        w1 w1 m2 d2
        w1 m1 d2 d2
        m3 m3 .  .
        m3 w3 .  .
    """)
    assert tally(state, "white")[2] == tally(state, "dark")[2] == 3
    assert state.utilities() == [1, 0]
    assert state.outcome is not None
    assert state.outcome.ranking == ((0,), (1,))


def apart(faces: str) -> str:
    """Cards that don't touch."""
    rows = ["", ""]
    for number, face in enumerate(faces.split(), 1):
        for i, row in enumerate((face[:2], face[2:])):
            rows[i] += "".join(f"{letter}{number} " for letter in row) + ". "
    return "\n".join(rows)


@pytest.mark.rule("choco 9.6")
@pytest.mark.parametrize(
    ("faces", "shares"),
    [
        ("wwwm wwmm wwmm dddm mmdd mmmd", [1, 0]),  # 3, 2, 2 against 3, 2, 1
        ("wwwm wwmm mmmw dddm mmdd mmdd", [0, 1]),  # the other way round
        ("wwwm wwmm wwmm dddm mmdd", [1, 0]),  # 3, 2, 2 against 3, 2
        ("wwwm wwwm mmmw dddm dddm mmdd", [0, 1]),  # 3, 3, 1 against 3, 3, 2
        ("wwwm wwmm wwmm mmmw dddm mmdd mmdd", [1, 0]),  # 3, 2, 2, 1 against 3, 2, 2
        ("wwwm wwmm wwmm dddm mmdd mmdd", [0.5, 0.5]),
    ],
)
def test_groups_of_one_size_are_compared_one_by_one(faces: str, shares: list[float]) -> None:
    assert ended(apart(faces)).utilities() == shares


@pytest.mark.rule("choco 9.6")
def test_shared_ties() -> None:
    drawing = """
        w1 w1 m2 d2
        w1 m1 d2 d2
        m3 m3 .  .
        m3 w3 .  .
    """
    state = ended(drawing, tie="shared")
    assert state.utilities() == [0.5, 0.5]
    assert state.outcome is not None
    assert state.outcome.ranking == ((0, 1),)


@pytest.mark.rule("choco 9.6", "choco 9.5")
def test_equal_in_all_groups_share_the_win() -> None:
    state = ended("""
        w1 w1 m2 d2
        w1 m1 d2 d2
    """)
    assert state.utilities() == [0.5, 0.5]
    four = ended(
        """
        w1 w1 m2 d2
        w1 m1 d2 d2
        """,
        seats=4,
        colours="wdwd",
    )
    assert four.utilities() == [0.5] * 4
    assert four.outcome is not None
    assert four.outcome.ranking == ((0, 1, 2, 3),)


@pytest.mark.rule("choco 9.5", "choco 9.6")
def test_three_are_ranked() -> None:
    state = ended(
        """
        w1 w1 m2 d2
        w1 m1 d2 d2
        """,
        seats=3,
        colours="wmd",
    )
    assert [tally(state, colour)[2] for colour in ("white", "milk", "dark")] == [3, 1, 3]
    assert state.utilities() == [0.5, 0, 0.5]
    assert state.outcome is not None
    assert state.outcome.ranking == ((0, 2), (1,))
