"""Our games in OpenSpiel, and its searches at our tables."""

from __future__ import annotations

import sys
from pathlib import Path

import pyspiel
import pytest

import klatsch
from klatsch.adapters import openspiel, openspiel_bots
from klatsch.arena.run_game import run_game
from klatsch.arena.series import Series, play_series
from klatsch.arena.versus_openspiel import Condition, goals_for, measure
from klatsch.bots.bot import choose
from klatsch.bots.bot_names import check_player, make_bot
from klatsch.core.game import KnownState

from playing import walk


@pytest.mark.parametrize("name", klatsch.names())
def test_openspiel_accepts_the_game(name: str) -> None:
    """Its own conformance test: legal actions, chance, copies, and states written and read again."""
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.spiel_name(name)), num_sims=1, serialize=True, verbose=False)


def test_options_and_seats_arrive() -> None:
    game = klatsch.load("coffee-chess")
    assert openspiel.load_spiel_game(game, 2).klatsch.options == game.options
    option = klatsch.load("four-armies").definition.options[0]
    value = next(value for value in option.examples() if value != option.default and "\n" not in value)
    seats = len(value.split(",")) if "," in value else 4
    other = klatsch.load("four-armies", **{option.name: value})
    loaded = openspiel.load_spiel_game(other, seats)
    assert loaded.klatsch.options == other.options
    again = pyspiel.load_game(str(loaded))
    assert again.klatsch.options == other.options
    assert again.num_players() == seats
    with pytest.raises(ValueError, match="is played by"):
        openspiel.load_spiel_game(game, 5)


@pytest.mark.parametrize(("name", "seats"), [("four-armies", 4), ("choco", 4), ("coin-age", 2)])
def test_a_win_is_one_and_the_sum_is_nothing(name: str, seats: int) -> None:
    game = openspiel.load_spiel_game(klatsch.load(name), seats)
    for seed in range(5):
        *_, final = walk(game.klatsch, seats, seed)
        returns = game.returns(final)
        assert sum(returns) == pytest.approx(0)
        assert all(game.min_utility() - 1e-9 <= value <= 1.0 for value in returns)
        assert (1.0 in returns) == (1.0 in final.utilities())


def test_a_copy_leaves_its_original_alone() -> None:
    state = openspiel.load_spiel_game(klatsch.load("connect-four"), 2).new_initial_state()
    copy = state.clone()
    copy.apply_action(3)
    assert state.state.to_bytes() == klatsch.load("connect-four").new().to_bytes()
    assert copy.current_player() == 1


def test_the_key_of_what_a_seat_knows_is_as_fine_as_its_view() -> None:
    """The same for all deals that the seat can't tell apart, another as soon as its view differs."""
    rng = klatsch.Rng(1)
    views: dict[tuple[int, ...], klatsch.State] = {}
    for state in walk(klatsch.load("choco"), 2, 5):
        for seat in range(2):
            key = openspiel_bots.known_numbers(state, seat)
            assert openspiel_bots.known_numbers(state.clone().resample(seat, rng), seat) == key
            first = views.setdefault((seat, *key), state.clone())
            assert first.view(seat) == state.view(seat)


# ── Its searches as players ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["openspiel:sims=300", "openspiel:sims=300:rollouts=compiled"])
def test_it_takes_a_win(name: str) -> None:
    state = klatsch.load("connect-four").new()
    for column in (0, 1, 0, 1, 0, 1):
        state.apply(column)
    assert choose(make_bot(name), state, klatsch.Rng(1)) == 0


@pytest.mark.parametrize("word", ["openspiel", "openspiel-ismcts", "openspiel-cheat"])
def test_it_plays_hidden_hands(word: str) -> None:
    score = play_series(Series("kuhn-poker", {}, 2, f"{word}:sims=20", "random", 1), 10)
    assert len(score.rounds) == 10
    assert 2 <= score.candidate.simulations_a_choice <= 20  # its solver may need fewer


@pytest.mark.parametrize("changes", ["", ":rollouts=compiled"])
def test_it_uses_its_time(changes: str) -> None:
    """Every turn's time but what its last decision leaves; an absolute limit would be at the mercy of the machine."""
    setting = Series("coffee-chess", {}, 2, f"openspiel:seconds=0.01{changes}", "random", 1)
    used = play_series(setting, 1).candidate
    assert used.seconds_a_turn > 0.0066
    assert used.simulations_a_choice > 1


class Watcher:
    """Remembers what it was shown."""

    def __init__(self, cheats: bool) -> None:
        self.cheats = cheats
        self.shown: list[bytes] = []

    def choose(self, known: KnownState, rng: klatsch.Rng) -> int:
        self.shown.append(known.to_bytes())
        return known.state.legal_actions()[0]

    def saw(self, actor: int, action: int | None) -> None:
        pass


def test_only_a_declared_cheat_sees_the_hands() -> None:
    game = klatsch.load("choco")
    truth = game.new(2)
    chance = klatsch.Rng(4)
    while truth.actor == klatsch.CHANCE:
        truth.apply(truth.sample(chance))
    for cheats in (True, False):
        bots = [Watcher(cheats), Watcher(cheats)]
        run_game(game, bots, klatsch.Rng(4), [klatsch.Rng(1), klatsch.Rng(2)])
        assert (bots[int(truth.actor)].shown[0] == truth.to_bytes()) == cheats
    with pytest.raises(ValueError, match="arena only"):
        check_player("openspiel-cheat:sims=10")
    assert check_player("openspiel:sims=10")


@pytest.mark.parametrize("name", ["openspiel", "openspiel:sims=1", "openspiel:sims=5:seconds=1", "openspiel:uct=x"])
def test_wrong_names_get_a_sentence(name: str) -> None:
    with pytest.raises(ValueError, match="is no player"):
        make_bot(name)


def test_without_openspiel_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from klatsch import adapters

    monkeypatch.delitem(sys.modules, "klatsch.adapters.openspiel_bots")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    adapters.register_all()
    with pytest.raises(ValueError, match="--extra openspiel"):
        make_bot("openspiel:sims=10")
    monkeypatch.undo()
    adapters.register_all()


# ── The yardstick ─────────────────────────────────────────────────────────────────────────────────────


def test_the_yardstick_is_resumable_and_finds_the_bots_in_other_processes(tmp_path: Path) -> None:
    condition = Condition(sims=4)
    (line,) = measure(["coin-age"], 0, condition, 2, workers=2, folder=tmp_path)
    (again,) = measure(["coin-age"], 0, condition, 2, folder=tmp_path)
    assert again.score == line.score
    assert "| coin-age | 2 | search:sims=4 against openspiel:sims=4 |" in line.markdown()
    assert line.data()["goal"] == 0.58


def test_conditions_have_names() -> None:
    ceiling = Condition(seconds=0.1, ceiling=True, compiled=True)
    assert ceiling.ours() == "search:seconds=1"
    assert ceiling.theirs("openspiel") == "openspiel:seconds=0.1:rollouts=compiled"
    assert [goal.opponent for goal in goals_for(["choco"], 0, Condition(seconds=1.0))] == [
        "openspiel-ismcts",
        "openspiel-cheat",
    ]
    with pytest.raises(ValueError, match="yardstick is for"):
        goals_for(["kuhn-poker"], 0, ceiling)
