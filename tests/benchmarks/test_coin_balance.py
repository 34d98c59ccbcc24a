"""The command that tunes the board of Chocolate COIN: what it counts, and what it calls out of bounds."""

from __future__ import annotations

import json

import pytest

import klatsch
from benchmarks.coin_balance import KINDS, Tally, changed, main, out_of_bounds, play_batch, steps, told, watch_action
from klatsch.core.rng import Rng
from klatsch.games.chocolate_coin.boardfile import shipped_text
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin

from games.chocolate_coin.table import play, table


def watched(state: klatsch.State, *actions: str) -> Tally:
    found = Tally()
    for action in actions:
        watch_action(found, state, state.game.parse(action))
        play(state, action)
    return found


def test_steps_end_where_the_action_does() -> None:
    game = klatsch.load("chocolate-coin")
    for seed in range(3):
        state, rng = game.new(4), Rng(seed)
        assert isinstance(state, ChocolateCoin)
        while state.actor != klatsch.OVER:
            action = int(state.sample(rng))
            *_, (_, _, last) = steps(state, action)
            state.apply(action)
            assert last == state


def test_operations_are_counted_where_they_are_performed() -> None:
    state = table("cards: 3s 4d\nl1: santa 2\nm1: base santa")
    assert watched(state.clone(), "primary ops", "move", "done").operations == {}  # named, and then left
    assert watched(state.clone(), "primary ops", "move", "region l1", "region l2").operations == {"santa move": 1}
    pies = watched(state, "primary ops", "pies", "area north")
    assert (pies.operations, pies.primaries) == ({"santa pies": 1}, {"ops": 1})


def test_operations_that_nobody_is_asked_for_count() -> None:
    """An event that allows one kind of operation, possible in one Region only."""
    text = changed(shipped_text("campus"), [['effect = "place", most = 3', 'effect = "operation", kind = "attack"']])
    state = table("cards: 2d 4d\nm1: santa 6, elf 1", board=text)
    assert watched(state, "primary event").operations == {"santa attack": 1}


def test_points_by_events() -> None:
    state = table("cards: 8d 2s\nscore: elf 4\nr1: gift 3")
    found = watched(state, "primary event")
    assert (found.points["santa"], found.event_points["santa"]) == (5, 5)
    found = watched(table("cards: 3s 4d\nr1: gift 3"), "primary ops+special", "done", "region r1")
    assert (found.points["santa"], found.event_points["santa"]) == (3, 0)
    found = watched(table("track: ie santa | elf bp\ncards: 8d 2s\nscore: elf 4"), "primary event")
    assert found.points["elf"] == 0  # what it loses isn't taken off what it has gained


def test_what_is_out_of_bounds() -> None:
    found = Tally(games=10, cards=330, wins={"santa": 1.0, "ie": 2.5, "elf": 2.5, "bp": 4.0})
    found.operations.update(dict.fromkeys(KINDS, 5))
    assert out_of_bounds(found) == ["santa wins 10.0 %"]
    found.add(Tally(games=10, cards=200, wins={"santa": 3.0, "ie": 0.5, "elf": 2.0, "bp": 4.5}))
    wrong = out_of_bounds(found)
    assert wrong[:2] == ["bp wins 42.5 %", "26.5 cards"]
    assert len(wrong) == 2 + len(KINDS)


def test_a_change_of_the_board_is_played() -> None:
    text = shipped_text("campus")
    other = changed(text, [["santa = 5", "santa = 15"]])
    assert other.count("santa = 15") == 1
    with pytest.raises(SystemExit, match="'nothing' isn't in the board file"):
        changed(text, [["nothing", ""]])
    found = play_batch(other, "bot:1", range(2))
    assert found.games == 2
    assert sum(found.wins.values()) == pytest.approx(2)
    line = told("bot:1", found, operations=True)
    assert "2 games" in line
    assert "'bp steal'" in line
    assert json.loads(json.dumps(vars(found)))["operations"] == found.operations


def test_the_command_prints_data(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["coin_balance", "--levels", "greedy", "--games", "2", "--workers", "1", "--json"]
    monkeypatch.setattr("sys.argv", command)
    main()
    assert json.loads(capsys.readouterr().out)["greedy"]["games"] == 2
