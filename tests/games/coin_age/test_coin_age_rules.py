"""The rules of Coin Age, clause by clause."""

from __future__ import annotations

from itertools import combinations

import pytest

import klatsch

from games.coin_age.positions import KINDS, bank, drawn, legal, new, play, position

# The forest, for reading the positions:
#
#      A1    A2    A3          regions  B1 A1 A2 A3
#   B1    B2    B3    B4                C1 B2 B3
#      C1    C2    C3                   B4 C3
#                                       C2
CROWD = """
       A1 1T    A2 3H    A3 .
    B1 .    B2 3T4H    B3 2H    B4 .
       C1 .     C2 3T    C3 .
"""


def verbs(state: klatsch.State) -> set[str]:
    return {notation.split()[0] for notation in legal(state)}


def refused(state: klatsch.State, action: str) -> tuple[str, str]:
    """The clause and the sentence's id with which an action is refused."""
    refusal = state.refusal(action)
    assert refusal is not None
    with pytest.raises(klatsch.IllegalAction, match="§" + refusal.clause.replace(".", r"\.")):
        state.play(action)
    return refusal.clause, refusal.message.id


# ── 1 The table ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coin_age 1.2")
def test_a_coin_is_worth_its_rank_and_covers_larger_ones() -> None:
    for value, kind in enumerate(KINDS, 1):
        state = play(new(), f"toss {kind}; place {kind} a1")
        assert state.view(klatsch.PUBLIC)["regions"][0]["points"] == [2 * value, 0]  # alone in its region: doubled


@pytest.mark.rule("coin_age 1.3")
def test_the_table_at_the_beginning() -> None:
    state = new()
    assert drawn(state) == ""
    assert bank(state, 0) == bank(state, 1) == "1111222334"


@pytest.mark.rule("coin_age 1.4")
def test_heads_begins_and_turns_alternate() -> None:
    state = new()
    for turn in range(6):
        assert state.actor == klatsch.CHANCE
        state.play("toss none")
        assert state.actor == turn % 2
        state.play("end")


@pytest.mark.rule("coin_age 1.5")
def test_the_side_up_says_whose_coin_it_is() -> None:
    state = play(new(), "toss quarter; place quarter b2; end; toss dime; place dime b2; end")
    assert drawn(state) == "B2 1T4H"
    space = next(space for space in state.view(klatsch.PUBLIC)["spaces"] if space["name"] == "B2")
    assert (space["controls"], space["points"]) == (1, 2)
    assert state.view(klatsch.PUBLIC)["totals"][0]["map"] == 0  # what lies under counts nothing
    play(state, "toss none; capture b2")
    assert drawn(state) == "B2 4H"
    assert bank(state, 0) == "1111122233"  # Tails' dime is Heads' now
    play(state, "end; toss none; end; toss dime; place dime a1")
    assert drawn(state) == "A1 1H, B2 4H"


# ── 2 The toss ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coin_age 2.1")
@pytest.mark.parametrize("values", [set for n in range(1, 5) for set in combinations("1234", n)])
def test_one_coin_of_each_kind_is_tossed(values: tuple[str, ...]) -> None:
    """Every set of the kinds in the bank may match, all equally likely; what isn't in the bank can't."""
    held = "".join(values) + values[0] * 2  # more coins of a kind don't change the toss
    if values[0] == "4":
        held = "44"
    state = position("A1 .", heads=held)
    kinds = [KINDS[int(value) - 1] for value in values]
    sets = [set for n in range(len(kinds) + 1) for set in combinations(kinds, n)]
    assert legal(state) == {"toss " + (" ".join(set) or "none") for set in sets}
    assert state.weights() == [1] * 2 ** len(kinds)
    for outcome, chance in state.outcomes():
        assert chance == 0.5 ** len(kinds)
        after = state.clone()
        after.play(outcome)
        assert after.view(klatsch.PUBLIC)["toss"]["tossed"] == kinds


@pytest.mark.rule("coin_age 2.1")
def test_nobody_tosses_twice() -> None:
    assert refused(play(new(), "toss none"), "toss dime") == ("2.1", "not.tossed")


@pytest.mark.rule("coin_age 2.2", "coin_age 9.3")
def test_tossed_coins_stay_in_the_bank_and_count() -> None:
    state = play(new(), "toss dime penny nickel quarter")
    assert bank(state, 0) == "1111222334"
    assert state.view(klatsch.PUBLIC)["totals"][0] == {"map": 0, "bank": 10, "bank_value": 20, "points": 10}
    play(state, "place penny a1; pay quarter")
    assert bank(state, 0) == "11112233"
    assert bank(state, 1) == "11112223344"
    play(state, "end")
    assert bank(state, 0) == "11112233"


# ── 3 Actions ─────────────────────────────────────────────────────────────────────────────────────


def whole_turns(state: klatsch.State) -> set[str]:
    """Every way to spend a turn up to its end, as the first letters of the verbs, in order."""
    found: set[str] = set()

    def explore(state: klatsch.State, done: str) -> None:
        seen: set[str] = set()
        for action in state.legal_actions():
            verb = state.game.notation(action).split()[0]
            if verb in seen and verb in ("move", "capture"):
                continue  # any of them leads to the same verbs here
            seen.add(verb)
            if verb == "end":
                found.add(done)
            else:
                after = state.clone()
                after.apply(action)
                explore(after, done + {"place": "P", "pay": "$", "move": "M", "capture": "C"}[verb])

    explore(state, "")
    return found


# §3.6 in letters: every order, nothing obligatory.
ROWS = {
    4: {"", "P", "PP", "$", "$P", "P$", "$PP", "P$P", "PP$", "$PPP", "P$PP", "PP$P"},
    3: {"", "P", "PP"},
    2: {"", "P", "PP"},
    1: {"", "P", "M", "PM", "MP"},
    0: {"", "C", "M", "CM", "MC"},
}


@pytest.mark.rule("coin_age 3.1", "coin_age 3.2", "coin_age 3.3", "coin_age 3.4", "coin_age 3.5", "coin_age 3.6")
@pytest.mark.parametrize("matches", [set for n in range(5) for set in combinations(KINDS, n)], ids=" ".join)
def test_every_row_of_the_table(matches: tuple[str, ...]) -> None:
    # Few free places keep the tree of a four-match turn small; B4, C1 and C3 stay open for every coin.
    state = position("A1 1T A2 1H A3 1T B1 1H B2 1T B3 1H C2 2T", heads="112334")
    state.play("toss " + (" ".join(matches) or "none"))
    assert whole_turns(state) == ROWS[len(matches)]


@pytest.mark.rule("coin_age 3.1", "coin_age 3.2", "coin_age 3.3", "coin_age 3.4", "coin_age 3.5")
def test_what_a_row_does_not_allow_is_refused_with_it() -> None:
    clauses = {4: "3.1", 3: "3.2", 2: "3.3", 1: "3.4", 0: "3.5"}
    for matches, clause in clauses.items():
        state = position(CROWD, heads="11122234")
        play(state, "toss " + (" ".join(KINDS[:matches]) or "none"))
        if matches > 0:
            assert refused(state, "capture a1") == (clause, "not.no_capture")
        if matches > 1:
            assert refused(state, "move a1 b1") == (clause, "not.no_move")
            play(state, "place dime b1; place penny c1")
            expected = "not.pay_first" if matches == 4 else "not.no_placement_left"
            assert refused(state, "place nickel c3") == (clause, expected)
        if matches == 1:
            play(state, "place dime b1")
            assert refused(state, "place dime c3") == (clause, "not.no_placement_left")
        if matches == 0:
            assert refused(state, "place dime c3") == (clause, "not.none_matched")


@pytest.mark.rule("coin_age 3.6")
def test_the_turn_may_be_ended_at_once() -> None:
    for outcome in new().legal_actions():
        state = new()
        state.play(outcome)
        play(state, "end")
        assert (state.actor, drawn(state), bank(state, 0)) == (klatsch.CHANCE, "", "1111222334")


# ── 4 Place ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coin_age 4.1")
def test_only_tossed_and_matching_coins_one_of_each_kind() -> None:
    state = position("C2 4T", heads="1122")
    play(state, "toss penny")
    assert {notation for notation in legal(state) if "dime" in notation} == set()
    assert refused(state, "place dime a1") == ("4.1", "not.no_match")
    assert refused(state, "place nickel a1") == ("4.1", "not.no_coin")
    state = play(position("C2 4T", heads="1122"), "toss dime penny; place penny a1")
    assert refused(state, "place penny a2") == ("4.1", "not.used")  # another penny is in the bank; it wasn't tossed
    assert bank(state, 0) == "112"


@pytest.mark.rule("coin_age 4.1", "coin_age 7.1")
def test_a_captured_coin_is_not_placed_this_turn() -> None:
    state = play(position(CROWD, heads="11122234"), "toss none; capture a1")
    assert bank(state, 0) == "111122234"
    assert "place" not in verbs(state)
    assert refused(state, "place dime b1") == ("3.5", "not.none_matched")


@pytest.mark.rule("coin_age 4.1")
def test_a_coin_is_paid_or_placed_not_both() -> None:
    state = play(new(), "toss dime penny nickel quarter; pay dime")
    assert refused(state, "place dime a1") == ("4.1", "not.used")
    state = play(new(), "toss dime penny nickel quarter; place dime a1")
    assert refused(state, "pay dime") == ("4.1", "not.used")


@pytest.mark.rule("coin_age 4.2", "coin_age 1.2")
def test_ranking_is_strict() -> None:
    """On a top coin of each kind, own or enemy, exactly the smaller kinds may be placed."""
    for value in (1, 2, 3, 4):
        for side in "HT":
            state = position(f"C2 {value}{side}", heads="1111222334".replace(str(value), "", 1))
            for placed_value, placed in enumerate(KINDS, 1):
                if str(placed_value) in bank(state, 0):
                    tried = play(state.clone(), f"toss {placed}")
                    assert (f"place {placed} c2" in legal(tried)) == (placed_value < value)
                    if placed_value >= value:
                        assert refused(tried, f"place {placed} c2") == ("4.2", "not.not_smaller")


@pytest.mark.rule("coin_age 4.2")
def test_the_top_coin_alone_decides() -> None:
    state = play(position("C2 2T4H", heads="111233"), "toss nickel")
    assert refused(state, "place nickel c2") == ("4.2", "not.not_smaller")
    state = play(position("C2 2T4H", heads="111233"), "toss dime; place dime c2")
    assert drawn(state) == "C2 1H2T4H"


@pytest.mark.rule("coin_age 4.2", "coin_age 1.2")
def test_a_stack_of_all_four() -> None:
    state = play(new(), "toss quarter; place quarter b2; end; toss nickel; place nickel b2; end")
    play(state, "toss penny; place penny b2; end; toss dime; place dime b2; end")
    assert drawn(state) == "B2 1T2H3T4H"
    play(state, "toss dime")
    assert refused(state, "place dime b2") == ("4.2", "not.not_smaller")


@pytest.mark.rule("coin_age 4.3")
def test_covering_an_own_coin_is_a_ruling() -> None:
    for ruling, allowed in (("yes", True), ("no", False)):
        state = position("A1 4H A2 4T", heads="1112223", cover_own=ruling)
        play(state, "toss dime penny")
        assert ("place dime a1" in legal(state)) == allowed
        assert "place dime a2" in legal(state)
        assert "place dime a3" in legal(state)
        if not allowed:
            assert refused(state, "place dime a1") == ("4.3", "not.cover_own")
            play(state, "place penny a2")
            assert refused(state, "place dime a2") == ("4.3", "not.cover_own")


# ── 5 Pay ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coin_age 5.1")
def test_paying_gives_a_coin_and_a_third_placement() -> None:
    state = play(new(), "toss dime penny nickel quarter; pay dime")
    assert (bank(state, 0), bank(state, 1)) == ("111222334", "11111222334")
    play(state, "place penny a1; place nickel a2; place quarter a3")
    assert drawn(state) == "A1 2H, A2 3H, A3 4H"
    assert legal(state) == {"end"}


@pytest.mark.rule("coin_age 5.1")
def test_paying_needs_four_matches() -> None:
    state = play(new(), "toss dime penny nickel")
    assert refused(state, "pay dime") == ("5.1", "not.pay_needs_four")
    three_kinds = play(position("A1 4H", heads="1111222333"), "toss dime penny nickel")  # all that were tossed match
    assert refused(three_kinds, "pay dime") == ("5.1", "not.pay_needs_four")


@pytest.mark.rule("coin_age 5.2")
def test_paying_after_two_placements() -> None:
    state = play(new(), "toss dime penny nickel quarter; place dime a1; place penny a2")
    assert verbs(state) == {"pay", "end"}
    assert legal(state) == {"pay nickel", "pay quarter", "end"}
    play(state, "pay quarter; place nickel a3")
    assert drawn(state) == "A1 1H, A2 2H, A3 3H"
    assert bank(state, 1) == "11112223344"


@pytest.mark.rule("coin_age 5.2")
def test_paying_without_placing_the_third_and_paying_once() -> None:
    state = play(new(), "toss dime penny nickel quarter; place dime a1; place penny a2; pay quarter")
    assert refused(state, "pay nickel") == ("5.2", "not.paid")
    play(state, "end")
    assert drawn(state) == "A1 1H, A2 2H"
    nothing_placed = play(new(), "toss dime penny nickel quarter; pay nickel; end")
    assert (drawn(nothing_placed), bank(nothing_placed, 1)) == ("", "11112223334")


# ── 6 Move ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coin_age 6.1")
def test_a_whole_stack_moves_to_an_empty_space_beside_it() -> None:
    state = play(position(CROWD, heads="11122234"), "toss none")
    assert {notation for notation in legal(state) if notation.startswith("move b2")} == {"move b2 b1", "move b2 c1"}
    assert refused(state, "move b2 a1") == ("6.1", "not.occupied")
    assert refused(state, "move b2 c3") == ("6.1", "not.no_border")
    assert refused(state, "move b2 b2") == ("6.1", "not.same_space")
    assert refused(state, "move c1 c3") == ("6.1", "not.nothing_to_move")
    play(state, "move b2 c1")
    assert drawn(state) == "A1 1T, A2 3H, B3 2H, C1 3T4H, C2 3T"
    assert refused(state, "move c1 b2") == ("6.1", "not.moved")
    assert "capture c1" in legal(state)


@pytest.mark.rule("coin_age 6.1", "coin_age 3.4")
def test_placing_and_moving_in_either_order() -> None:
    start = position("B2 4H", heads="111222333")
    assert drawn(play(start.clone(), "toss dime; place dime b2; move b2 b3")) == "B3 1H4H"
    assert drawn(play(start.clone(), "toss dime; move b2 b3; place dime b2")) == "B2 1H, B3 4H"


@pytest.mark.rule("coin_age 6.2")
def test_whose_stack_moves_is_a_ruling() -> None:
    for ruling, moves in (("any", {"a1", "a2", "b2", "b3", "c2"}), ("own", {"a2", "b3"})):
        state = play(position(CROWD, heads="11122234", move_whose=ruling), "toss none")
        assert {notation.split()[1] for notation in legal(state) if notation.startswith("move")} == moves
    assert refused(state, "move c2 c1") == ("6.2", "not.move_own")


# ── 7 Capture ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coin_age 7.1")
def test_a_top_coin_is_captured_once() -> None:
    state = play(position(CROWD, heads="11122234"), "toss none")
    assert refused(state, "capture c1") == ("7.1", "not.nothing_to_capture")
    play(state, "capture c2")
    assert (drawn(state), bank(state, 0)) == ("A1 1T, A2 3H, B2 3T4H, B3 2H", "111222334")
    assert refused(state, "capture a1") == ("7.1", "not.captured")


@pytest.mark.rule("coin_age 7.2", "coin_age 1.5")
def test_what_lay_under_a_captured_coin_controls_again() -> None:
    state = play(position(CROWD, heads="11122234"), "toss none; capture b2")
    assert drawn(state) == "A1 1T, A2 3H, B2 4H, B3 2H, C2 3T"
    b2 = next(space for space in state.view(klatsch.PUBLIC)["spaces"] if space["name"] == "B2")
    assert (b2["controls"], b2["points"]) == (0, 8)  # with B3 two of three there


@pytest.mark.rule("coin_age 7.2", "coin_age 3.5")
def test_a_stack_moves_into_the_space_that_a_capture_opened() -> None:
    state = play(position(CROWD, heads="11122234"), "toss none")
    assert refused(state, "move b2 a1") == ("6.1", "not.occupied")
    play(state, "capture a1; move b2 a1")
    assert drawn(state) == "A1 3T4H, A2 3H, B3 2H, C2 3T"
    assert legal(state) == {"end"}


@pytest.mark.rule("coin_age 7.3")
def test_capturing_an_own_coin_is_a_ruling() -> None:
    for ruling, spaces in (("yes", {"a1", "a2", "b2", "b3", "c2"}), ("no", {"a1", "b2", "c2"})):
        state = play(position(CROWD, heads="11122234", capture_own=ruling), "toss none")
        assert {notation.split()[1] for notation in legal(state) if notation.startswith("capture")} == spaces
    assert refused(state, "capture a2") == ("7.3", "not.capture_own")
