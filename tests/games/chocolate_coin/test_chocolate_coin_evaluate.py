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
    assert ie == {"is_ie": 1, "initiative": 1, "ie_units": 1, "prey": 1}  # the die of 2 in r2
    elf = features(state, ELF)
    assert (elf["elf_units"], elf["elf_bases"], elf["elf_support"]) == (1, 1, -1)
    assert elf["sites"] == 1  # in m3; the north is Santa's
    assert elf["elf_room"] == 1.5  # one space in l1, for 2 points, and one in m3, with half of the deck left
    assert elf["raided"] == 1  # the base in r2
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
        (SANTA, "r1: gift 4", "r2: santa 1, gift 4"),
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
