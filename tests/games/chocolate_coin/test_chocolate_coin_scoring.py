"""Gifts, scoring rounds and the end: RULES.md 12 and 14, and a golden game for each way of ending."""

from __future__ import annotations

import pytest

import klatsch

from games.chocolate_coin.table import asked, here, legal, play, refused, score, table, track

# ── 12 Building a gift ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 12.1", "chocolate_coin 12.2", "chocolate_coin 12.3")
def test_the_rulebooks_gift_of_value_3() -> None:
    """Units in a workshop and in another Region: only the workshop qualifies, for the three who work there."""
    state = table("m2: santa 2, elf 1\nm1: santa 2, elf 2")
    play(state, "primary ops", "done")
    assert here(state, "m2") == "santa 2, elf 1, gift 3"
    assert here(state, "m1") == "santa 2, elf 2"


@pytest.mark.rule("chocolate_coin 12.1")
def test_no_gift_after_a_pass_or_another_factions_action() -> None:
    state = table("m2: santa 2")
    play(state, "pass", "primary ops", "done")
    assert here(state, "m2") == "santa 2"
    state = table("cards: 2s 2c\nm2: santa 2\nr3: santa 1\nl3: gift 1")
    play(state, "primary ops+special", "done", "region l3")  # one gift for the whole action
    assert legal(state) == ["region m2", "region r3"]
    play(state, "region m2")
    assert asked(state) == "elf"
    state = table("cards: 2s 2c\ntrack: elf santa | ie bp\nm2: santa 2")
    play(state, "primary ops", "done", "secondary op", "done")  # as a secondary action, too
    assert "gift 2" in here(state, "m2")


@pytest.mark.rule("chocolate_coin 12.2")
def test_where_a_gift_is_built() -> None:
    state = table("l1: elf 1\nm2: santa 3, gift 1\nr3: base santa")
    play(state, "primary ops", "done")
    assert here(state, "l1") == "elf 1, gift 1"  # only E.L.F. units, no base; the others don't qualify
    assert here(state, "m2") == "santa 3, gift 1"
    assert here(state, "r3") == "base santa"
    state = table("l1: elf 1\nm2: santa 3")
    play(state, "primary ops", "done")
    assert refused(state, "region r3") == "12.2"
    assert refused(state, "done") == "12.2"  # it is compulsory


@pytest.mark.rule("chocolate_coin 12.3")
@pytest.mark.parametrize(
    ("there", "value"),
    [("santa 7", 6), ("santa 2, elf 1, base elf", 2), ("elf 13, base elf", 6), ("santa 1, base elf", 1), ("elf 4", 4)],
)
def test_the_value_of_a_gift(there: str, value: int) -> None:
    state = table(f"m2: {there}")
    play(state, "primary ops", "done")
    assert here(state, "m2").endswith(f"gift {value}")


# ── 14 Scoring ────────────────────────────────────────────────────────────────────────────────────────────────────


def next_turn(text: str, seats: int = 4, drawn: int = 12, **options: object) -> klatsch.State:
    """Everybody passes, and the upcoming card becomes the current one."""
    state = table(text, seats=seats, drawn=drawn, **options)
    for _ in range(4):
        play(state, "pass")
    return state


@pytest.mark.rule("chocolate_coin 14.1", "chocolate_coin 14.2")
def test_a_goal_wins_only_in_a_scoring_round() -> None:
    state = next_turn("cards: 2c 3c\nscore: bp 6")
    play(state, "card 6s")
    assert state.actor >= 0
    state = next_turn("cards: 2c ace\nscore: bp 6, santa 14")
    play(state, "card 6s")
    assert state.outcome is not None
    assert state.outcome.ranking[0] == (3,)
    assert "100 %" in state.prompt(klatsch.OPEN)


@pytest.mark.rule("chocolate_coin 14.2")
@pytest.mark.parametrize(("faction", "seat", "goal"), [("santa", 0, 15), ("ie", 1, 10), ("elf", 2, 8), ("bp", 3, 6)])
def test_golden_end_by_scoring_round(faction: str, seat: int, goal: int) -> None:
    state = next_turn(f"cards: 2c ace\nscore: {faction} {goal}")
    play(state, "card 6s")
    assert state.actor == klatsch.OVER
    assert state.utilities() == [float(seat == other) for other in range(4)]
    state = next_turn(f"cards: 2c ace\nscore: {faction} {goal - 1}")
    play(state, "card 6s")
    assert state.actor != klatsch.OVER


@pytest.mark.rule("chocolate_coin 14.3")
def test_the_rulebooks_ratios_1_2_and_1_125() -> None:
    state = next_turn("cards: 2c ace\nscore: ie 12, elf 9")
    play(state, "card 6s")
    assert state.outcome is not None
    assert state.outcome.ranking[:2] == ((1,), (2,))
    assert "120 %" in state.prompt(klatsch.OPEN)


@pytest.mark.rule("chocolate_coin 14.6", "chocolate_coin 14.3")
def test_the_rulebooks_final_count() -> None:
    """14, 7, 7, 2: 0.93, 0.7, 0.875 and 0.33."""
    state = next_turn("cards: 2c\nscore: santa 14, ie 7, elf 7, bp 2", drawn=38)
    assert state.outcome is not None
    assert state.outcome.ranking == ((0,), (2,), (1,), (3,))
    assert "93 %" in state.prompt(klatsch.OPEN)


@pytest.mark.rule("chocolate_coin 14.4")
def test_both_goals_at_once() -> None:
    state = next_turn("cards: 2c ace\nscore: santa 15, ie 9, elf 15, bp 5", seats=2)
    play(state, "card 6s")
    assert state.actor != klatsch.OVER
    state = next_turn("cards: 2c ace\nscore: santa 15, ie 10, elf 15, bp 5", seats=2)
    play(state, "card 6s")
    assert state.utilities() == [1.0, 0.0]
    state = next_turn("cards: 2c ace\nscore: santa 15, ie 15, elf 9, bp 2", seats=3)
    play(state, "card 6s")  # the lower ratio, 1, against 1.125
    assert state.utilities() == [0.0, 1.0, 0.0]


@pytest.mark.rule("chocolate_coin 14.5")
@pytest.mark.parametrize(
    ("support", "santa", "elf"),
    [
        ("", 0, 0),
        ("north: santa", 1, 0),
        ("north: santa\nsouth: elf", 0, 0),
        ("north: elf\nsouth: elf\nmiddle: santa", 0, 1),
    ],
)
def test_the_bonus_for_support(support: str, santa: int, elf: int) -> None:
    state = next_turn(f"cards: 2c ace\n{support}")
    play(state, "card 6s")
    assert (score(state, "santa"), score(state, "elf")) == (santa, elf)


@pytest.mark.rule("chocolate_coin 14.5")
def test_no_bonus_when_somebody_has_won() -> None:
    state = next_turn("cards: 2c ace\nscore: bp 6\nnorth: santa")
    play(state, "card 6s")
    assert score(state, "santa") == 0


@pytest.mark.rule("chocolate_coin 14.6")
def test_a_scoring_card_at_the_end_is_scored_first() -> None:
    state = next_turn("cards: 2c joker\nscore: santa 7, ie 5, elf 4, bp 3\nnorth: santa", drawn=38)
    assert state.actor == klatsch.OVER
    assert score(state, "santa") == 8
    assert state.utilities() == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.rule("chocolate_coin 14.7")
def test_equal_ratios() -> None:
    state = next_turn("cards: 2c\nscore: ie 5, elf 4, bp 3", drawn=38)
    assert state.utilities() == [0.0, 1 / 3, 1 / 3, 1 / 3]
    assert "3 players" in state.prompt(klatsch.OPEN)
    state = next_turn("cards: 2c\nscore: santa 9, ie 5, elf 4, bp 3", seats=3, drawn=38)
    assert state.utilities() == [1.0, 0.0, 0.0]  # Santa at 0.6 is the better other half
    state = next_turn("cards: 2c\nscore: santa 6, ie 4, elf 4, bp 3", seats=2, drawn=38)
    assert state.utilities() == [0.0, 1.0]


@pytest.mark.rule("chocolate_coin 14.8")
def test_two_scoring_cards_in_a_row() -> None:
    state = next_turn("cards: 2c ace\nnorth: elf", drawn=12)
    assert score(state, "elf") == 0
    play(state, "card ace")
    assert score(state, "elf") == 1
    play(state, "card 6s")
    assert score(state, "elf") == 2
    play(state, "card 7s")
    assert state.view(klatsch.PUBLIC)["current"]["rank"] == "6"
    assert track(state) == "santa elf | ie bp"
    assert asked(state) == "santa"


@pytest.mark.rule("chocolate_coin 14.9")
def test_actions_on_a_scoring_card() -> None:
    state = next_turn("cards: 2c ace\nnorth: elf", scoring_turn="yes")
    play(state, "card 6s")
    assert score(state, "elf") == 1
    assert asked(state) == "santa"
    assert refused(state, "primary event") == "14.9"
    play(state, "primary ops+special", "done")
    assert sorted(legal(state)) == ["pass", "secondary op"]
    assert refused(state, "secondary event") == "14.9"
    play(state, "secondary op", "done", "card 7s")
    assert track(state) == "ie bp | elf santa"


def test_golden_end_by_the_deck() -> None:
    """Everybody passes on all cards: all scores are 0, and all four share."""
    state = klatsch.load("chocolate-coin").new(4)
    while state.actor != klatsch.OVER:
        notations = legal(state)
        play(state, "pass" if "pass" in notations else notations[0])
    assert state.utilities() == [0.25] * 4
    assert state.view(klatsch.PUBLIC)["cards_left"] == 0
    assert "4 players share" in state.prompt(klatsch.OPEN)
