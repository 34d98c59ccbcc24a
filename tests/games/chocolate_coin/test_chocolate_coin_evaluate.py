"""What the evaluator sees in positions drawn by hand, and which of two positions it prefers."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.bots.bot_config import bot_config, make_evaluator
from klatsch.core.evaluator import Evaluator
from klatsch.core.game import OVER
from klatsch.core.rng import Rng

from games.chocolate_coin.table import play, table

SANTA, IE, ELF, BP = range(4)


def evaluator(state: klatsch.State) -> Evaluator:
    seats = int(state.seats)
    found = make_evaluator(state.game, seats, bot_config(state.game.definition, seats))
    assert found is not None
    return found


def features(state: klatsch.State, seat: int) -> dict[str, float]:
    """Those that are not 0."""
    return {name: value for name, value in evaluator(state).table(state)[seat].items() if value}


def test_features_of_every_faction() -> None:
    state = table(
        """
        track: santa elf | ie bp
        cards: 3h 4d
        score: santa 3, elf 2
        north: santa
        l1: santa 3, elf 1, base santa
        m1: gift 6
        l2: santa 1, gift 4
        l3: bp 5, gift 2
        m3: elf 1, base elf
        r2: base elf, bp 2
        b: 2
        """,
        drawn=19,
    )
    santa = features(state, SANTA)
    assert santa["ratio"] == pytest.approx(2.0)
    assert santa["late_ratio"] == pytest.approx(1.0)
    assert santa["initiative"] == 3
    assert [santa.get(f"gifts_{where}", 0) for where in ("docked", "near", "far", "left")] == [2, 4, 0, 6]
    assert santa["next_gift"] == 4  # three Santa units and one of the E.L.F. in l1
    assert (santa["santa_units"], santa["santa_bases"], santa["santa_support"]) == (2, 0.5, 1)
    ie = features(state, IE)
    assert ie == {"is_ie": 1, "initiative": 1, "ie_units": 1, "prey": 1, "pressure": 1}  # the die of 2 in r2
    elf = features(state, ELF)
    assert (elf["elf_units"], elf["elf_bases"], elf["elf_support"]) == (1, 1, -1)
    assert elf["sites"] == 1  # in m3; the north is Santa's
    assert elf["elf_room"] == 4  # two spaces in l1, for 2 points each, in m3 and in r2, with half of the deck left
    assert elf["raided"] == pytest.approx(2 / 3)  # the base in r2: two units there hit twice in six times each
    bp = features(state, BP)
    assert (bp["bp_units"], bp["stealth"], bp["hunted"], bp["loot"], bp["loot_near"]) == (1, 7, 1, 1, 2)
    assert "goal" not in santa | ie | elf | bp


def test_a_gift_counts_on_its_way() -> None:
    state = table("r2: santa 1, gift 5\nmiddle: santa", drawn=19)
    assert features(state, SANTA)["gifts_near"] == 5
    play(state, "primary ops+special")
    assert features(state, SANTA)["pending"] == 2  # one Region, and the special
    play(state, "move", "region r2", "region r1")
    assert features(state, SANTA)["gifts_docked"] == 5
    play(state, "gift 5")
    assert features(state, SANTA)["gifts_leaving"] == 5


def test_a_gift_that_can_still_reach_a_dock() -> None:
    """Without a special it can't be shipped in this action, but be brought to where it will be."""
    state = table("cards: 3s 4d\nl2: santa 1, gift 3\nm2: santa 1, gift 5\nr1: gift 2", drawn=19)
    assert features(state, SANTA).keys().isdisjoint({"gifts_leaving", "gifts_coming"})
    play(state, "primary ops")
    assert features(state, SANTA)["gifts_coming"] == 3  # one Region: from l2 to the dock at l3
    two = table("cards: 3s 4d\nl2: santa 1, base santa, gift 3\nm2: santa 1, gift 5", drawn=19)
    play(two, "primary ops")
    assert features(two, SANTA)["gifts_coming"] == 5  # two Regions: m2 to l2, and on by the unit there
    play(two, "recruit")
    assert "gifts_coming" not in features(two, SANTA)  # not by this operation


def test_how_internal_elfairs_press_big_plastic() -> None:
    state = table("track: ie elf | santa bp\ncards: 2d 3d\na: 3\nm1: bp 3 6\nr3: bp 2", drawn=19)
    ie = features(state, IE)
    assert (ie["prey"], ie["watched"]) == (1, 1)  # the 3; the 6; nobody is around r3
    assert ie["pressure"] == 1.5
    assert ie["patrol"] == 6  # all three are in l1 and in m2, which have workshops
    assert "catch" not in ie
    play(state, "primary ops")
    assert features(state, IE)["catch"] == 1  # three dice hit 1.5 times, but only one token can be hit
    play(state, "move")
    assert "catch" not in features(state, IE)


def test_what_a_search_of_a_few_simulations_would_not_see_to_its_end() -> None:
    """The features of the action being played: bases that can be lost or built, gifts that can be stolen."""
    state = table("cards: 3s 4d\nl1: santa 3, base elf\nm3: santa 1, base elf", drawn=19)
    assert features(state, ELF)["raided"] == pytest.approx(2 + 1 / 6)  # 1.5 hits on one base; one hit in six
    assert "besieged" not in features(state, ELF)
    play(state, "primary ops")
    assert features(state, ELF)["besieged"] == 2  # Santa has one Region: the workshop
    state = table("track: elf bp | santa ie\ncards: 3s 4d\nl1: elf 1\nm3: elf 1, base elf", drawn=19)
    play(state, "primary ops")
    assert features(state, ELF)["founding"] == 3  # two Regions: 2 points in l1, 1 in m3
    state = table("track: bp elf | santa ie\ncards: 3s 4d\nl1: bp 3, gift 2\nm3: bp 3\nm2: gift 1", drawn=19)
    assert "haul" not in features(state, BP)
    play(state, "primary ops")
    assert features(state, BP)["haul"] == 1


def test_who_has_the_last_word() -> None:
    state = table("cards: 2d ace\nscore: bp 6, elf 8, ie 9", drawn=19)
    assert features(state, BP)["last_word"] == features(state, ELF)["last_word"] == 1
    assert "last_word" not in features(state, IE)
    state = table("cards: 2d\nscore: ie 2", drawn=38)
    assert features(state, IE)["last_word"] == 1
    values = evaluator(state).values(state)
    assert values[IE] == max(values) > 0.5


@pytest.mark.parametrize(
    ("seat", "better", "worse"),
    [
        (SANTA, "score: santa 4", "r1: gift 4"),
        (SANTA, "r1: santa 1, gift 4", "r2: santa 1, gift 4"),
        (SANTA, "r2: santa 1, gift 4", "m2: santa 1, gift 4"),
        (IE, "a: 3\nm1: bp 3", "a: 2\nm1: bp 3"),
        (ELF, "score: elf 2\nl1: elf 1, base elf", "l1: elf 1"),
        (ELF, "l1: elf 1", "north: santa\nl1: elf 1"),
        (BP, "score: bp 1\nm2: bp 4", "m2: bp 4, gift 2"),
        (BP, "m2: bp 4, gift 2", "m1: bp 4\nm2: gift 2"),
    ],
)
def test_it_prefers_what_is_better(seat: int, better: str, worse: str) -> None:
    good, bad = table(better), table(worse)
    assert evaluator(good).values(good)[seat] > evaluator(bad).values(bad)[seat]


def test_who_plays_two_factions_has_the_features_of_both() -> None:
    state = table("score: santa 15, ie 1\na: 2", seats=2)
    mine = features(state, 0)
    assert (mine["is_santa"], mine["is_ie"], mine["ratio"]) == (1, 1, 1)  # the lower ratio
    assert "is_elf" in features(state, 1)
    assert "is_bp" in features(state, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_values_are_shares_in_every_running_state(seats: int) -> None:
    rng = Rng(seats)
    state = klatsch.load("chocolate-coin").new(seats)
    judge = evaluator(state)
    while state.actor != OVER:
        assert sum(judge.values(state)) == pytest.approx(1.0)
        state.apply(state.sample(rng))
    assert judge.values(state) == [state.utility(seat) for seat in range(seats)]


def test_seats_in_another_order_have_the_same_features() -> None:
    text = "l1: santa 2, elf 1, gift 3\na: 2\nm1: bp 3\nscore: elf 3"
    usual, other = table(text), table(text, factions="bp,elf,ie,santa")
    tables = evaluator(usual).table(usual), evaluator(other).table(other)
    assert tables[0] == tables[1][::-1]
