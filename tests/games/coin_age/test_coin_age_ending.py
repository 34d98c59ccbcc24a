"""How Coin Age ends and is scored: clauses 8 and 9, and one golden game for each way of ending."""

from __future__ import annotations

import pytest

import klatsch

from games.coin_age.positions import bank, drawn, new, play, position


def points(state: klatsch.State) -> tuple[int, int]:
    heads, tails = (total["points"] for total in state.view(klatsch.PUBLIC)["totals"])
    return heads, tails


def ending(state: klatsch.State) -> tuple[str, str, tuple[tuple[int, ...], ...]]:
    """Reason, verdict and ranking."""
    outcome = state.outcome
    assert outcome is not None
    verdict = outcome.reason.args["verdict"]
    assert isinstance(verdict, klatsch.Message)
    return outcome.reason.id, verdict.id, outcome.ranking


IDLE = "toss none; end;"


# ── Golden games ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coin_age 8.1", "coin_age 9.1", "coin_age 9.2", "coin_age 9.3", "coin_age 9.4")
def test_golden_game_the_map_is_full() -> None:
    state = new()
    play(state, "toss dime penny nickel quarter; place dime a1; place penny a2; end")
    play(state, "toss dime penny; place dime a3; place penny b1; end")
    play(state, "toss dime penny nickel; place dime b2; place penny b3; end")
    play(state, "toss dime penny nickel quarter; place dime b4; place penny c1; end")
    play(state, "toss dime nickel quarter; place dime c2")
    assert state.outcome is None
    play(state, "place nickel c3")  # the last empty space: no further action, not even the end of the turn
    assert drawn(state) == "A1 1H, A2 2H, A3 1T, B1 2T, B2 1H, B3 2H, B4 1T, C1 2T, C2 1H, C3 3H"
    #   Copper Peaks  A1 1  A2 2            A3 1  B1 2     a tie: 3 to 3
    #   Forests       B2 1  B3 2  doubled   C1 2           6 to 2
    #   Plains        C3 3                  B4 1           a tie: 3 to 1
    #   Silver City   C2 1  doubled                        2 to 0
    #   banks         4 coins               6 coins
    assert points(state) == (3 + 6 + 3 + 2 + 4, 3 + 2 + 1 + 0 + 6)
    assert ending(state) == ("end.map_full", "verdict.points", ((0,), (1,)))
    assert state.utilities() == [1.0, 0.0]
    assert state.prompt(klatsch.OPEN) == "Heads fills the last empty space. Heads 18, Tails 12: Heads wins."


@pytest.mark.rule("coin_age 8.2", "coin_age 9.3", "coin_age 9.4")
def test_golden_game_a_bank_is_empty() -> None:
    state = new()
    play(state, "toss nickel quarter; place quarter a1; place nickel a1; end;" + IDLE)
    play(state, "toss dime penny nickel; place penny a1; place dime a1; end;" + IDLE)
    play(state, "toss penny nickel; place nickel a2; place penny a2; end;" + IDLE)
    play(state, "toss dime penny; place penny b1; place dime a2; end;" + IDLE)
    play(state, "toss dime; place dime b1; end;" + IDLE)
    assert bank(state, 0) == "1"
    play(state, "toss dime; move a2 a3; place dime b2")
    assert drawn(state) == "A1 1H2H3H4H, A3 1H2H3H, B1 1H2H, B2 1H"
    assert points(state) == (2 * 3 + 2 * 1, 10)
    assert ending(state) == ("end.bank_empty", "verdict.points", ((1,), (0,)))
    assert state.utilities() == [0.0, 1.0]


@pytest.mark.rule("coin_age 8.3", "coin_age 9.5")
def test_golden_game_two_hundred_idle_turns() -> None:
    state = new()
    for _ in range(199):
        play(state, IDLE)
    assert state.outcome is None
    play(state, "toss none")
    assert state.outcome is None
    play(state, "end")
    assert points(state) == (10, 10)
    assert ending(state) == ("end.turn_200", "verdict.draw", ((0, 1),))
    assert state.utilities() == [0.5, 0.5]


@pytest.mark.rule("coin_age 8.3", "coin_age 9.5")
def test_golden_game_turn_200_and_the_richer_bank() -> None:
    state = new()
    play(state, "toss penny; place penny b4; end; toss dime; place dime a1; end;" + IDLE)
    play(state, "toss dime; place dime a2; end;" + IDLE + "toss dime; place dime a3; end;")
    for _ in range(200 - 6):
        play(state, IDLE)
    assert points(state) == (4 + 9, 6 + 7)
    assert [total["bank_value"] for total in state.view(klatsch.PUBLIC)["totals"]] == [18, 17]
    assert ending(state) == ("end.turn_200", "verdict.bank", ((0,), (1,)))


# ── 8 The end ─────────────────────────────────────────────────────────────────────────────────────

NINE = "A1 1H A2 1T A3 1H B1 1T B2 2H B3 2T B4 1H C1 1T C2 3H C3 ."


@pytest.mark.rule("coin_age 8.1")
def test_the_last_space_ends_the_game_in_mid_turn() -> None:
    state = play(position(NINE, heads="12334"), "toss dime penny nickel quarter")
    play(state, "place penny c2")
    assert state.actor == 0  # covering fills no space
    play(state, "place dime c3")
    assert state.actor == klatsch.OVER
    assert state.legal_actions() == []
    with pytest.raises(klatsch.IllegalAction, match="over"):
        state.play("end")


@pytest.mark.rule("coin_age 8.1")
def test_moving_into_the_last_empty_space_does_not_end_the_game() -> None:
    state = play(position(NINE, heads="12334"), "toss none; move c2 c3")
    assert state.actor == 0  # there is an empty space as before


@pytest.mark.rule("coin_age 8.2")
def test_the_last_coin_ends_the_game_in_mid_turn() -> None:
    state = play(position("A1 4T", heads="12"), "toss dime penny; place dime a2")
    assert state.actor == 0
    play(state, "place penny a1")
    assert ending(state)[0] == "end.bank_empty"


@pytest.mark.rule("coin_age 8.2", "coin_age 5.1")
def test_four_coins_paid_and_placed_empty_the_bank() -> None:
    state = play(position("A1 1T", heads="1234"), "toss dime penny nickel quarter")
    play(state, "place dime a2; place penny a3; pay nickel")
    assert (state.actor, bank(state, 0)) == (0, "4")
    play(state, "place quarter b1")
    assert ending(state)[0] == "end.bank_empty"


@pytest.mark.rule("coin_age 8.2")
def test_tails_empties_the_bank_too() -> None:
    on_map = "A1 1T2H3T4T A2 1T2T3T A3 1H2T B1 1H3H"
    state = position(on_map, heads="11122234", turn=2)  # Tails has one dime left
    assert bank(state, 1) == "1"
    play(state, "toss dime; place dime b2")
    assert state.actor == klatsch.OVER
    assert ending(state)[0] == "end.bank_empty"


@pytest.mark.rule("coin_age 8.1", "coin_age 8.2")
def test_the_sentence_names_who_ended_the_game() -> None:
    """Tails ends it, both times; once Tails wins and once Heads does."""
    full = play(position(NINE.replace("C2 3H", "C2 3T"), heads="12334", turn=2), "toss dime; place dime c3")
    #   Heads: peaks 2, forests 2, plains 1, bank 5
    #   Tails: peaks 2, forests doubled 6, plains 1, city doubled 6, bank 5
    assert full.prompt(klatsch.OPEN) == "Tails fills the last empty space. Heads 10, Tails 20: Tails wins."
    on_map = "A1 1T2H3T4T A2 1T2T3T A3 1H2T B1 1H3H"
    empty = play(position(on_map, heads="11122234", turn=2), "toss dime; place dime b2")
    #   Heads: peaks 2, bank 8; Tails: peaks 2, forests doubled 2
    assert empty.prompt(klatsch.OPEN) == "Tails places the last coin of the bank. Heads 10, Tails 4: Heads wins."


@pytest.mark.rule("coin_age 8.1", "coin_age 8.2")
def test_both_at_once_is_one_end() -> None:
    state = play(position(NINE, heads="4"), "toss quarter; place quarter c3")
    assert ending(state)[0] == "end.map_full"


@pytest.mark.rule("coin_age 8.3")
def test_only_the_end_of_turn_200_ends_it() -> None:
    state = play(position("A1 1T", turn=200, heads="1111222334"), "toss dime; place dime a2")
    assert state.actor == 1
    play(state, "end")
    assert ending(state)[0] == "end.turn_200"
    assert play(position("A1 1T", turn=199), "toss none; end").actor == klatsch.CHANCE


# ── 9 Scoring ─────────────────────────────────────────────────────────────────────────────────────


def region_points(state: klatsch.State) -> list[tuple[int, int]]:
    return [tuple(region["points"]) for region in state.view(klatsch.PUBLIC)["regions"]]


@pytest.mark.rule("coin_age 9.1", "coin_age 9.2")
def test_doubling_and_the_tie_in_a_region() -> None:
    state = position("A1 1H A2 3H B1 4T B2 2H B3 1T C3 2T", heads="11")
    #                 two to one: doubled   one to one: nobody   one to none: doubled
    assert region_points(state) == [(8, 4), (2, 1), (0, 4), (0, 0)]
    assert [region["double"] for region in state.view(klatsch.PUBLIC)["regions"]] == [0, None, 1, None]


@pytest.mark.rule("coin_age 9.2")
def test_what_a_majority_is_can_be_ruled() -> None:
    drawing = "A1 1H A2 2H B1 4T B2 2H C1 1H C3 2T C2 1T"
    assert region_points(position(drawing, heads="1")) == [(6, 4), (6, 0), (0, 4), (0, 2)]
    #   two of four and one of two are not more than half; two of three and one of one are
    by_half = position(drawing, heads="1", majority="more_than_half")
    assert region_points(by_half) == [(3, 4), (6, 0), (0, 2), (0, 2)]


@pytest.mark.rule("coin_age 9.1")
def test_covered_coins_neither_score_nor_count() -> None:
    state = position("B4 1T4H C3 1H", heads="1")
    assert region_points(state)[2] == (1, 1)  # one space each, so nobody's are doubled


@pytest.mark.rule("coin_age 9.3")
def test_unused_tossed_coins_count_for_the_bank() -> None:
    state = play(position(NINE, heads="12334"), "toss dime penny nickel quarter; place nickel c3")
    assert (state.actor, bank(state, 0)) == (klatsch.OVER, "1234")
    assert state.view(klatsch.PUBLIC)["totals"][0]["bank"] == 4  # one point each, whatever their kind


@pytest.mark.rule("coin_age 9.4", "coin_age 9.5")
@pytest.mark.parametrize(
    ("heads", "result", "utilities"),
    [
        ("1111223344", "bank", [1.0, 0.0]),
        ("1111122344", "draw", [0.5, 0.5]),
        ("1111222223", "bank", [0.0, 1.0]),
        ("11112222233", "points", [1.0, 0.0]),
        ("111222233", "points", [0.0, 1.0]),
    ],
)
def test_points_then_the_richer_bank_then_a_draw(heads: str, result: str, utilities: list[float]) -> None:
    """On an empty map at the end of turn 200: only the banks differ."""
    state = play(position("A1 .", heads=heads, turn=200), "toss none; end")
    assert ending(state)[1] == f"verdict.{result}"
    assert state.utilities() == utilities
