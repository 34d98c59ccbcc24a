"""Every clause of Coffee Chess."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.coffee_chess.layout import BANK, DRAWN, ON_SQUARE
from klatsch.games.coffee_chess.lines import count_lines, earning_lines, occupied
from klatsch.games.coffee_chess.rules import CoffeeChess

from games.coffee_chess.positions import BLACK, WHITE, beans_in, board_of, legal, play, position, square

# ── The rulebook's seven example turns ────────────────────────────────────────────────────────────────

EXAMPLE_TURNS = [
    # actions before the end of the turn; then gain, inventory afterwards, bank after the turn
    (["place c4", "place d5"], 2, 0, 48),
    ([], 2, 2, 46),
    (["place e6"], 2, 1, 44),
    (["place c5", "place d6", "place e7", "place e7"], 2, 0, 42),
    (["steal c5 c4", "steal d6 d5", "steal e7 e6"], 3, 1, 42),
    (["place e7", "place e7"], 2, 0, 40),
    (["move c4 d3", "move d5 e4", "move e6 f5"], 3, 1, 40),
]


@pytest.mark.rule("coffee_chess 2.1", "coffee_chess 3.3", "coffee_chess 5.2", "coffee_chess 6.2")
def test_the_example_turns_of_the_rulebook() -> None:
    state = klatsch.load("coffee-chess").new()
    assert isinstance(state, CoffeeChess)
    for number, (actions, gain, inventory, bank) in enumerate(EXAMPLE_TURNS):
        player = number % 2
        assert state.actor == player
        assert state.v[DRAWN] == gain
        play(state, *actions)
        assert state.inventory(player) == inventory
        assert state.v[BANK] == bank
        if number < 6:
            state.play("end")
    assert board_of(state) == beans_in("""
        .  .  .  .  .  .  .  .
        .  .  .  .  3  .  .  .
        .  .  .  .  1  .  .  .
        .  .  .  1  .  1  .  .
        .  .  1  .  1  .  .  .
        .  .  .  1  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
    """)
    assert state.view(klatsch.PUBLIC)["on_board"] == [6, 3]
    assert state.lines(WHITE) == 2


# ── 1 The table ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coffee_chess 1.1")
def test_each_player_uses_the_own_colour_only() -> None:
    """a1 is dark: Black's."""
    assert "place a1" not in legal(position({}, actor=WHITE), "place")
    assert "place b1" in legal(position({}, actor=WHITE), "place")
    assert "place a1" in legal(position({}, actor=BLACK), "place")
    assert len(legal(position({}, actor=BLACK), "place")) == 32
    assert position({}, actor=WHITE).why_not("place a1") == "1.1"
    assert position({"a1": 3}, actor=WHITE).why_not("move a1 b2") == "1.1"
    assert position({"a1": 3, "b1": 1}, actor=WHITE).why_not("steal b1 a1") == "1.1"


@pytest.mark.rule("coffee_chess 1.2")
def test_there_are_always_fifty_beans() -> None:
    game = klatsch.load("coffee-chess")
    for seed in range(20):
        final = game.playout(game.new(), seed)
        view = final.view(klatsch.OPEN)
        assert view["bank"] + sum(view["inventory"]) + sum(view["beans"].values()) == 50


@pytest.mark.rule("coffee_chess 1.3")
def test_white_begins_with_an_empty_inventory_and_draws_two() -> None:
    view = klatsch.load("coffee-chess").new().view(klatsch.PUBLIC)
    assert (view["actor"], view["inventory"], view["bank"]) == (WHITE, [2, 0], 48)


@pytest.mark.rule("coffee_chess 1.4")
@pytest.mark.parametrize("beans", [0, 1, 2])
def test_black_may_have_a_head_start(beans: int) -> None:
    state = klatsch.load("coffee-chess", black_start=beans).new()
    view = state.view(klatsch.PUBLIC)
    assert (view["inventory"], view["bank"]) == ([2, beans], 48 - beans)
    play(state, "end")
    view = state.view(klatsch.PUBLIC)
    assert (view["inventory"], view["bank"]) == ([2, beans + 2], 46 - beans)


def test_without_the_option_black_has_no_head_start() -> None:
    assert klatsch.load("coffee-chess").options["black_start"] == "0"


# ── 2 The beginning of a turn ─────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coffee_chess 1.3", "coffee_chess 2.1")
@pytest.mark.parametrize(("before", "gain"), [(0, 2), (3, 2), (4, 1), (5, 0)])
def test_an_inventory_holds_five(before: int, gain: int) -> None:
    state = position({}, actor=BLACK, inventories=(before, 1))
    bank = state.v[BANK]
    state.play("end")
    assert state.inventory(WHITE) == before + gain
    assert state.v[BANK] == bank - gain


@pytest.mark.rule("coffee_chess 2.1")
def test_lines_fill_the_inventory_but_not_more() -> None:
    three_lines = dict.fromkeys(["b1", "c2", "d3", "f1", "g2", "h3", "b7", "c6", "d5"], 1)
    state = position(three_lines, actor=BLACK, inventories=(0, 1))
    state.play("end")
    assert state.inventory(WHITE) == 5
    state = position(three_lines, actor=BLACK, inventories=(2, 1))
    state.play("end")
    assert state.inventory(WHITE) == 5


@pytest.mark.rule("coffee_chess 2.1")
def test_a_short_bank_gives_what_it_has() -> None:
    # 50 − 3 in the inventories − 46 on the board leave one bean.
    state = position({"b1": 46}, actor=BLACK, inventories=(2, 1), bank_end="finish_turn")
    state.play("end")
    assert (state.v[DRAWN], state.inventory(WHITE), state.v[BANK]) == (1, 3, 0)


@pytest.mark.rule("coffee_chess 2.2")
def test_white_may_draw_one_first() -> None:
    state = klatsch.load("coffee-chess", white_first_draw=1).new()
    assert state.view(WHITE)["inventory"] == [1, 0]
    state.play("end")
    assert state.view(WHITE)["inventory"] == [1, 2]
    state.play("end")
    assert state.view(WHITE)["inventory"] == [3, 2]


@pytest.mark.rule("coffee_chess 2.3")
def test_a_theft_breaks_a_line_only_by_emptying_a_square() -> None:
    """White's line c4 d5 e6 beside Black's beans: two beans on d5 survive a theft of one."""
    line = {"c4": 1, "d5": 2, "e6": 1, "d6": 1}
    state = position(line, actor=BLACK, inventories=(0, 3))
    play(state, "steal d5 d6", "end")
    assert state.v[DRAWN] == 3
    state = position({**line, "d5": 1}, actor=BLACK, inventories=(0, 3))
    play(state, "steal d5 d6", "end")
    assert state.v[DRAWN] == 2
    play(state, "place d5", "end", "end")
    assert state.v[DRAWN] == 3


@pytest.mark.rule("coffee_chess 2.3")
def test_a_line_is_diagonal_and_in_one_colour() -> None:
    assert position({"c4": 1, "d5": 1, "e6": 1}).lines(WHITE) == 1
    assert position({"c6": 1, "d5": 1, "e4": 1}).lines(WHITE) == 1
    assert position({"c4": 1, "d5": 1, "f7": 1}).lines(WHITE) == 0
    assert position({"a2": 1, "a4": 1, "a6": 1}).lines(WHITE) == 0
    assert position({"g8": 1, "h7": 1, "a1": 1}).lines(WHITE) == 0


@pytest.mark.rule("coffee_chess 2.4")
def test_an_x_of_five_squares_is_one_line() -> None:
    state = position(
        """
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  1  .  1  .  .  .
        .  .  .  1  .  .  .  .
        .  .  1  .  1  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
    """,
        actor=BLACK,
        inventories=(0, 0),
    )
    assert state.lines(WHITE) == 1
    state.play("end")
    assert state.v[DRAWN] == 3


@pytest.mark.rule("coffee_chess 2.4")
def test_the_best_choice_of_lines_counts() -> None:
    """Six in a row are two lines; c3 d4 e5 f6 with a5 b4 are two, though c3 d4 e5 taken first would leave one."""
    six = dict.fromkeys(["a1", "b2", "c3", "d4", "e5", "f6"], 1)
    assert position(six).lines(BLACK) == 2
    assert position(dict.fromkeys(["c3", "d4", "e5", "f6", "a5", "b4"], 1)).lines(BLACK) == 2
    nine = dict.fromkeys(["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "a3", "b4", "c5"], 1)
    assert position(nine).lines(BLACK) == 3


def test_packing_agrees_with_trying_everything() -> None:
    """An oracle that tries every set of lines, on random boards."""
    from itertools import combinations
    from random import Random

    def lines_of(colour: int) -> list[tuple[int, ...]]:
        """All diagonal threes, found anew: start, direction, colour of the start."""
        found = []
        for start in range(64):
            column, row = start % 8, start // 8
            for step in (-1, 1):
                if 0 <= column + 2 * step < 8 and row + 2 < 8 and (column + row + 1) % 2 == colour:
                    found.append(tuple(start + k * (8 + step) for k in range(3)))
        return found

    assert len(lines_of(WHITE)) == len(lines_of(BLACK)) == 36
    random = Random(4)
    for _ in range(400):
        state = position(
            {f"{'abcdefgh'[random.randrange(8)]}{random.randrange(1, 9)}": 1 for _ in range(random.randrange(40))}
        )
        for seat, all_lines in ((WHITE, lines_of(WHITE)), (BLACK, lines_of(BLACK))):
            full = [set(line) for line in all_lines if all(state.v[ON_SQUARE + n] for n in line)]
            best = max(
                size
                for size in range(4)
                for chosen in [*combinations(full, size), ()]
                if len(chosen) == size and len(set().union(*chosen)) == 3 * size
            )
            mask = occupied(state.v, seat)
            assert count_lines(mask, seat) == best
            assert len(earning_lines(mask, seat)) == best


# ── 3 Actions ─────────────────────────────────────────────────────────────────────────────────────────

TWO_BESIDE = {"c4": 3, "c5": 2}


@pytest.mark.rule("coffee_chess 3.1")
@pytest.mark.parametrize(("first", "verb"), [("place b1", "place"), ("move c4 b3", "move"), ("steal c5 c4", "steal")])
def test_one_turn_one_kind_of_action(first: str, verb: str) -> None:
    state = position(TWO_BESIDE)
    state.play(first)
    for other in {"place b1", "move c4 d3", "steal c5 c4"}:
        if other.split()[0] != verb:
            assert state.why_not(other) == "3.1"
    state.play("end")
    state.play("end")
    assert legal(state, "place")
    assert legal(state, "move")


@pytest.mark.rule("coffee_chess 3.2")
def test_every_action_costs_a_bean() -> None:
    for action in ("place b1", "move c4 d3", "steal c5 c4"):
        state = position(TWO_BESIDE, inventories=(1, 0))
        state.play(action)
        assert state.inventory(WHITE) == 0
        assert legal(state, action.split()[0]) == []
        assert state.why_not(action) == "3.2"
        assert state.legal_actions() == [state.game.parse("end")]


@pytest.mark.rule("coffee_chess 3.3")
def test_a_turn_without_action_saves_the_beans() -> None:
    state = klatsch.load("coffee-chess").new()
    play(state, "end", "end")
    assert state.view(WHITE)["inventory"] == [4, 2]


# ── 4 Placing ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coffee_chess 4.1")
def test_place_on_empty_and_own_squares() -> None:
    state = position({"b1": 30}, inventories=(3, 0))
    bank = state.v[BANK]
    play(state, "place b1", "place b1", "place h1")
    assert board_of(state) == {"b1": 32, "h1": 1}
    assert state.inventory(WHITE) == 0
    assert state.v[BANK] == bank


# ── 5 Moving ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coffee_chess 5.1", "coffee_chess 5.2")
def test_all_but_one_move_and_may_move_again() -> None:
    state = position({"c4": 4, "e4": 2}, inventories=(3, 0))
    bank = state.v[BANK]
    state.play("move c4 d3")
    assert board_of(state) == {"c4": 1, "d3": 3, "e4": 2}
    state.play("move d3 e4")
    assert board_of(state) == {"c4": 1, "d3": 1, "e4": 4}
    assert state.inventory(WHITE) == 1
    assert state.v[BANK] == bank + 2


@pytest.mark.rule("coffee_chess 5.1")
def test_a_single_bean_stays() -> None:
    state = position({"c4": 1, "e4": 2})
    assert state.why_not("move c4 d3") == "5.1"
    assert sorted(legal(state, "move")) == ["move e4 d3", "move e4 d5", "move e4 f3", "move e4 f5"]


@pytest.mark.rule("coffee_chess 5.3")
def test_moving_any_number() -> None:
    state = position({"c4": 4}, move_amount="any", inventories=(3, 0))
    state.play("move c4 d3")
    assert [state.game.notation(a) for a in state.legal_actions()] == ["amount 1", "amount 2", "amount 3"]
    assert state.why_not("end") == "5.3"
    state.play("amount 2")
    assert board_of(state) == {"c4": 2, "d3": 2}
    assert state.inventory(WHITE) == 2
    state.play("move c4 b3")  # only one can move: not asked
    assert board_of(state) == {"b3": 1, "c4": 1, "d3": 2}
    assert state.why_not("amount 1") == "5.3"


# ── 6 Stealing ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("coffee_chess 6.1", "coffee_chess 6.2")
def test_three_beans_against_two_take_two_for_one() -> None:
    state = position({"c4": 3, "c5": 2}, inventories=(1, 0))
    bank = state.v[BANK]
    state.play("steal c5 c4")
    assert board_of(state) == {"c4": 5}
    assert (state.inventory(WHITE), state.v[BANK]) == (0, bank + 1)


@pytest.mark.rule("coffee_chess 6.1", "coffee_chess 6.3")
def test_two_squares_of_one_against_two_need_two_actions() -> None:
    """c4 and d5 both touch c5, where Black has two."""
    state = position({"c4": 1, "d5": 1, "c5": 2}, inventories=(2, 0))
    state.play("steal c5 c4")
    assert board_of(state) == {"c4": 2, "c5": 1, "d5": 1}
    state.play("steal c5 d5")
    assert board_of(state) == {"c4": 2, "d5": 2}
    assert state.inventory(WHITE) == 0


@pytest.mark.rule("coffee_chess 6.1")
def test_only_from_a_square_that_shares_an_edge() -> None:
    state = position({"c4": 1, "c5": 1, "d6": 1})
    assert legal(state, "steal") == ["steal c5 c4"]
    assert state.why_not("steal b4 c4") == "6.1"
    assert state.why_not("steal c5 d5") == "6.1"
    with pytest.raises(ValueError, match="no action"):
        state.play("steal d6 c4")


@pytest.mark.rule("coffee_chess 6.3")
def test_a_square_receives_once_a_turn() -> None:
    state = position({"c4": 1, "c5": 1, "b4": 1, "d3": 1})
    state.play("steal c5 c4")
    assert state.why_not("steal b4 c4") == "6.3"
    assert state.view(WHITE)["received"] == ["c4"]
    play(state, "end", "end")
    assert state.why_not("steal b4 c4") is None


@pytest.mark.rule("coffee_chess 6.4")
def test_stealing_any_number() -> None:
    state = position({"c4": 3, "c5": 3}, steal_amount="any", inventories=(2, 0))
    state.play("steal c5 c4")
    assert [state.game.notation(a) for a in state.legal_actions()] == ["amount 1", "amount 2", "amount 3"]
    assert state.why_not("place b1") == "6.4"
    state.play("amount 1")
    assert board_of(state) == {"c4": 4, "c5": 2}
    assert state.why_not("steal c5 c4") == "6.3"
    assert state.why_not("amount 1") == "6.4"


@pytest.mark.rule("coffee_chess 6.4")
def test_one_bean_to_steal_is_not_asked_for() -> None:
    state = position({"c4": 3, "c5": 1}, steal_amount="any", inventories=(2, 0))
    state.play("steal c5 c4")
    assert board_of(state) == {"c4": 4}
    assert state.inventory(WHITE) == 1


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("place a1", "a1 is not a square of your colour."),
        ("move b1 a2", "b1 needs two beans or more: one always stays behind."),
        ("steal c5 d5", "d5 has no bean of yours to steal with."),
        ("steal b4 c4", "There is nothing to steal on b4."),
        ("amount 1", "There is no amount to choose now."),
    ],
)
def test_refusals_say_what_is_wrong(action: str, sentence: str) -> None:
    state = position({"b1": 1, "c4": 1, "c5": 1})
    with pytest.raises(klatsch.IllegalAction) as refused:
        state.play(action)
    assert refused.value.sentence == sentence


def test_an_amount_that_is_too_large_is_told_the_most() -> None:
    state = position({"c4": 4}, move_amount="any")
    state.play("move c4 d3")
    assert state.prompt(WHITE) == "How many beans move from c4 to d3? 1 to 3."
    assert state.view(WHITE)["pending"] == "move c4 d3"
    with pytest.raises(klatsch.IllegalAction, match="That is more than there are: 1 to 3"):
        state.play("amount 4")
    with pytest.raises(klatsch.IllegalAction, match="First say how many beans"):
        state.play("place b1")


def test_the_action_table_is_what_it_was() -> None:
    """Replays hold notations, but bytes hold indices: a new order of the table needs a new rules_version."""
    import hashlib

    game = klatsch.load("coffee-chess")
    text = "\n".join(game.notation(action) for action in range(len(game.actions)))
    assert (game.definition.rules_version, hashlib.sha256(text.encode()).hexdigest()[:16]) == (2, "92d0469d44ccd4cc")


def test_squares_have_the_names_of_chess() -> None:
    assert (square("a1"), square("h8"), square("e4")) == (0, 63, 28)
