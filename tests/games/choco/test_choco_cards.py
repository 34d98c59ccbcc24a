"""ChoCo, RULES.md 1 and 2: cards, tokens, the grid, the beginning."""

from __future__ import annotations

from collections import Counter

import pytest

import klatsch
from klatsch.games.choco.actions import ACTIONS, Lay
from klatsch.games.choco.cards import FACE_NAMES, turned
from klatsch.games.choco.grid import CELLS, cell_at, coordinates
from klatsch.games.choco.layout import ACTIVE, LAID
from klatsch.games.choco.rules import ChoCo

from games.choco.chocoracle import Table
from games.choco.chocotable import DECK, FACE_TABLE, all_cards, holding, lay, position


def begun(seats: int, *steps: str, **options: object) -> ChoCo:
    """A new game after some steps; where these leave chance to decide, the first outcome comes."""
    state = klatsch.load("choco", **options).new(seats)
    assert isinstance(state, ChoCo)
    for step in steps:
        while state.actor == klatsch.CHANCE and not step.startswith(("begin", "draw")):
            state.play(state.legal_actions()[0])
        state.play(step)
    while state.actor == klatsch.CHANCE:
        state.play(state.legal_actions()[0])
    return state


@pytest.mark.rule("choco 1.1", "choco 1.2")
def test_the_36_cards() -> None:
    assert sum(copies for _, copies in FACE_TABLE) == 36
    assert all(2 <= len(set(name)) <= 3 and set(name) <= set("wmd") for name, _ in FACE_TABLE)
    mixes: Counter[str] = Counter()
    pieces: Counter[str] = Counter()
    for name, copies in FACE_TABLE:
        mixes["".join(sorted(name))] += copies
        for letter in name:
            pieces[letter] += copies
    assert len(mixes) == 12
    assert set(mixes.values()) == {3}
    assert pieces == {"w": 48, "m": 48, "d": 48}
    looks = [frozenset(turned(name, quarters) for quarters in range(4)) for name in FACE_NAMES]
    assert len(set(looks)) == 21
    assert {
        name: copies for name, copies in FACE_TABLE if name in ("wwwm", "wwmm", "wmmw", "wwmd", "wwdm", "wmdw")
    } == {
        "wwwm": 3,
        "wwmm": 2,
        "wmmw": 1,
        "wwmd": 1,
        "wwdm": 1,
        "wmdw": 1,
    }


@pytest.mark.rule("choco 1.3")
def test_turning_is_clockwise_and_never_flips() -> None:
    assert [turned("wwmd", quarters) for quarters in range(5)] == ["wwmd", "mwdw", "dmww", "wdwm", "wwmd"]
    assert "wwdm" not in [turned("wwmd", quarters) for quarters in range(4)]


@pytest.mark.rule("choco 1.3")
def test_a_checkered_card_is_offered_in_two_turns() -> None:
    state = position("w1 w1\nm1 d1", hand="wmmw wwwm")
    names = [state.game.notation(action) for action in state.legal_actions()]
    assert [name for name in names if name.startswith("card 1")] == ["card 1 turn 0", "card 1 turn 1"]
    assert [name for name in names if name.startswith("card 2")] == [f"card 2 turn {turn}" for turn in range(4)]
    assert state.why_not("card 1 turn 2") == "1.3"


@pytest.mark.rule("choco 1.3")
def test_equal_cards_are_offered_once_unless_the_others_know_more_of_one() -> None:
    state = position("w1 w1\nm1 d1", seats=3, colours="wmd", hand="dddm wwwm wwwm", others=("wwwd", "mmmd"))
    names = {state.game.notation(action) for action in state.legal_actions()}
    assert "card 2 turn 0" in names
    assert not any(name.startswith(("card 3", "offer 3")) for name in names)
    assert state.why_not("card 3 turn 0") == "1.3"
    state.play("offer 2 to 3")
    state.play("refuse")
    # Everybody remembers what was told of card 2, so card 3 is another choice now.
    assert {"card 2 turn 0", "card 3 turn 0"} <= {state.game.notation(action) for action in state.legal_actions()}


@pytest.mark.rule("choco 1.4")
def test_places_are_told_from_the_first_card() -> None:
    assert [coordinates(cell_at(x, y)) for x, y in ((0, 0), (-1, -2), (36, 37))] == [(0, 0), (-1, -2), (36, 37)]
    assert sum(isinstance(action, Lay) for action in ACTIONS) == CELLS == 74 * 74
    state = holding(position("w1 w1\nw1 d1"), "wwwm")
    assert state.is_legal(state.game.parse("lay -2 0"))
    state.play("lay -2 0")
    assert state.view(klatsch.PUBLIC)["cards"][1]["at"] == [-2, 0]


@pytest.mark.rule("choco 1.4")
@pytest.mark.parametrize("upright", [False, True])
def test_a_straight_line_of_36_meets_no_edge_and_not_itself(upright: bool) -> None:
    """All 36 cards in one line, across the seam of the torus: the same places as on an endless table."""
    state = position("w1 w1\nw1 m1", seats=2)
    order = [name for name, copies in FACE_TABLE for _ in range(copies)][1:]
    for number, name in enumerate(order, 1):
        table = Table(state.view(klatsch.PUBLIC))
        view = state.view(klatsch.PUBLIC)
        slow = {(view["columns"][x], view["rows"][y]) for x, y in within(table.places(name, 1, "beside"), view)}
        quick = set()
        for cell in state.grid.frontier[: state.grid.length]:
            if state.fits(4 * FACE_NAMES.index(name), int(cell), 1):
                quick.add(coordinates(int(cell)))
        assert quick == slow, number
        lay(state, name, *((0, 2 * number) if upright else (2 * number, 0)))
    assert state.v[LAID] == 36
    long, short = ("rows", "columns") if upright else ("columns", "rows")
    view = state.view(klatsch.PUBLIC)
    assert (len(view[long]), len(view[short])) == (72 + 4, 2 + 4)
    total = sum(len(group) for letter in "wmd" for group in Table(view).groups(letter))
    assert total == 144


def within(places: set[tuple[int, int]], view: dict[str, list[int]]) -> set[tuple[int, int]]:
    assert all(0 <= x < len(view["columns"]) and 0 <= y < len(view["rows"]) for x, y in places)
    return places


@pytest.mark.rule("choco 1.5")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_twelve_tokens_are_dealt_equally(seats: int, each: int) -> None:
    assert klatsch.load("choco").new(seats).view(klatsch.PUBLIC)["tokens"] == [each] * seats


@pytest.mark.rule("choco 2.1", "choco 2.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal(seats: int) -> None:
    state = klatsch.load("choco").new(seats)
    assert [state.game.notation(outcome) for outcome, _ in state.outcomes()] == [f"begin {n + 1}" for n in range(seats)]
    assert [chance for _, chance in state.outcomes()] == pytest.approx([1 / seats] * seats)
    state.play("begin 2")
    weights = dict(zip(state.legal_actions(), state.weights(), strict=True))
    assert sum(weights.values()) == 36
    assert weights[state.game.parse("draw wwwm")] == 3
    assert weights[state.game.parse("draw wmmw")] == 1
    dealt = 0
    while state.actor == klatsch.CHANCE:
        state.play(state.legal_actions()[-1])
        dealt += 1
    assert isinstance(state, ChoCo)
    assert all_cards(state) == DECK
    view = state.view(0)
    assert dealt == 4 * seats
    assert [len(hand) for hand in view["hands"]] == [4] * seats
    assert view["stack"] == 36 - 4 * seats
    assert state.actor == 1
    assert [card["face"] for card in view["hands"][1]] == [None] * 4


@pytest.mark.rule("choco 2.2")
def test_play_goes_clockwise() -> None:
    state = begun(3, "begin 3", "colour white")
    assert state.actor == 2
    order = []
    for _ in range(4):
        order.append(int(state.v[ACTIVE]))
        turn = state.v[ACTIVE]
        while state.v[ACTIVE] == turn:
            state.play(quiet_step(state))
    assert order == [2, 0, 1, 2]


def quiet_step(state: ChoCo) -> int:
    """Any step that isn't an offer."""
    return next(a for a in state.legal_actions() if not state.game.notation(a).startswith("offer"))


@pytest.mark.rule("choco 2.3")
def test_the_first_card_goes_to_the_middle() -> None:
    state = begun(2, "begin 1")
    assert state.why_not("card 1 turn 0") == "2.3"
    assert [state.game.notation(action) for action in state.legal_actions()] == [
        "colour white",
        "colour milk",
        "colour dark",
    ]
    state.play("colour dark")
    state.play("card 1 turn 1")
    view = state.view(klatsch.PUBLIC)
    assert [card["at"] for card in view["cards"]] == [[0, 0]]
    state.play("keep tokens")
    assert state.actor == klatsch.CHANCE
    state.play(state.legal_actions()[0])
    assert [len(hand) for hand in state.view(0)["hands"]] == [4, 4]
    assert state.actor == 1


@pytest.mark.rule("choco 2.4", "choco 2.5")
def test_the_second_player_picks_another_colour() -> None:
    state = begun(2, "begin 2", "colour milk", "card 1 turn 0", "keep tokens")
    assert state.view(klatsch.PUBLIC)["neutral"] is None
    assert state.why_not("colour milk") == "2.4"
    assert state.why_not("lay 2 0") == "2.4"
    state.play("colour white")
    assert state.view(klatsch.PUBLIC)["colours"] == ["white", "milk"]
    assert state.view(klatsch.PUBLIC)["neutral"] == "dark"
    assert state.why_not("colour dark") == "2.5"


@pytest.mark.rule("choco 2.5")
def test_the_third_player_gets_the_third_colour() -> None:
    state = begun(3, "begin 2", "colour milk", "card 1 turn 0", "keep tokens", "colour dark")
    assert state.view(klatsch.PUBLIC)["colours"] == ["white", "milk", "dark"]
    assert state.view(klatsch.PUBLIC)["neutral"] is None


@pytest.mark.rule("choco 1.6", "choco 2.5")
def test_four_play_in_teams() -> None:
    state = begun(4, "begin 4", "colour milk", "card 1 turn 0", "token 1", "colour white")
    view = state.view(0)
    assert view["colours"] == ["white", "milk", "white", "milk"]
    assert view["neutral"] == "dark"
    assert view["tokens"] == [3, 3, 3, 2]  # tokens aren't shared
    assert [card["face"] for card in view["hands"][2]] == [None] * 4  # nor hands
    assert klatsch.core.registry.definition("choco").sides(4) == ((0, 2), (1, 3))
    final = state.game.playout(state, 5)
    utilities = final.utilities()
    assert (utilities[0], utilities[1]) == (utilities[2], utilities[3])
    assert sorted(utilities[:2]) in ([0, 1], [0.5, 0.5])


@pytest.mark.rule("choco 2.6")
def test_a_turn_has_its_order() -> None:
    state = position("w1 w1\nw1 m1", hand="wwwm wwwd")
    assert state.why_not("lay 2 0") == "2.6"
    assert state.why_not("token 1") == "5.1"
    state.play("card 1 turn 0")
    assert state.why_not("card 2 turn 0") == "2.6"
    state.play("lay 2 0")
    assert state.why_not("lay 4 0") == "5.1"
    state.play("token 1")
    assert state.actor == klatsch.CHANCE
    state.play("draw wmmw")
    assert state.actor == klatsch.CHANCE  # the hand of this test had two cards: drawn up to four
    state.play("draw wddw")
    state.play("draw mddm")
    assert [card["face"] for card in state.view(0)["hands"][0]] == ["wwwd", "wmmw", "wddw", "mddm"]
