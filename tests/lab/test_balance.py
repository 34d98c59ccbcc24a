"""What is told of how the sides stand was measured, and still holds."""

from __future__ import annotations

from math import sqrt

import pytest

import klatsch
from klatsch.balance_data import Measured, balance_of, balance_sentence
from klatsch.core import registry
from klatsch.game_facts import game_facts
from klatsch.games import GAMES
from klatsch.lab.game_record import GameRecord
from klatsch.lab.measure_balance import BEGINS, measure, shares_of
from klatsch.language import LANGUAGES

ROWS = [(name, row) for name in GAMES for row in balance_of(registry.definition(name)).rows]
QUICK = ("rulebook", "even", "two")  # rows of games that take a twentieth of a second


def check_again(name: str, row: Measured, games: int) -> None:
    """Other games of the same bots: no share is further away than chance brings it once in thousands of times."""
    found = measure(klatsch.load(name, **row.options), row.seats, row.bot, games, seed=99)
    assert set(row.shares) <= set(found)
    for side, percent in row.shares.items():
        stated = percent / 100
        error = sqrt(max(stated * (1 - stated), 0.04) * (1 / row.games + 1 / games))
        assert abs(found[side].value - stated) < 4 * error, (side, found[side])


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_how_its_sides_stand(name: str) -> None:
    definition = registry.definition(name)
    for lang in LANGUAGES:
        sentence = balance_sentence(definition, lang)
        assert sentence
        assert any(figure in sentence for figure in balance_of(definition).quoted().values())
        assert game_facts(name, lang).balance == sentence


def test_coffee_chess_has_an_even_setting() -> None:
    """By the rulebook White wins most games; with one click neither side is ahead by more than five points."""
    balance = balance_of(registry.definition("coffee-chess"))
    assert [preset.name for preset in game_facts("coffee-chess", "en").presets] == ["rulebook", "even"]
    assert klatsch.load("coffee-chess", **balance.even).options.items() >= dict(balance.even).items()
    rows = [row for row in balance.rows if row.games >= 1000]
    assert len({row.bot for row in rows}) >= 2
    assert all(row.shares["white"] > 65 for row in rows if row.name == "rulebook")
    even = [row for row in rows if row.name == "even"]
    assert len(even) >= 2
    assert all(row.options == balance.even and abs(row.shares["white"] - 50) <= 5 for row in even)


def test_a_game_without_an_even_setting_has_no_presets() -> None:
    assert game_facts("coin-age", "en").presets == []


@pytest.mark.parametrize(("name", "row"), [(name, row) for name, row in ROWS if row.name in QUICK], ids=str)
def test_the_figures_hold(name: str, row: Measured) -> None:
    check_again(name, row, 40)


@pytest.mark.long
@pytest.mark.parametrize(("name", "row"), ROWS, ids=str)
def test_the_figures_hold_at_length(name: str, row: Measured) -> None:
    check_again(name, row, 200)


def test_shares_go_with_the_army_wherever_it_sat() -> None:
    records = [
        GameRecord(0, ["elf", "human"], shares=[1.0, 0.0], begins=0),
        GameRecord(1, ["human", "elf"], shares=[0.0, 1.0], begins=0),
        GameRecord(2, ["human", "elf"], shares=[0.5, 0.5], begins=1),
    ]
    found = {side: interval.value for side, interval in shares_of(records, ["a", "b"]).items()}
    assert found == {BEGINS: 0.5, "elf": pytest.approx(2.5 / 3), "human": pytest.approx(0.5 / 3)}
    plain = [GameRecord(0, [], shares=[1.0, 0.0], begins=1), GameRecord(1, [], shares=[1.0, 0.0], begins=0)]
    assert {side: interval.value for side, interval in shares_of(plain, ["a", "b"]).items()} == {
        "a": 1,
        "b": 0,
        BEGINS: 0.5,
    }
