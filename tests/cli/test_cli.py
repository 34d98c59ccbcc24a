"""The command line, run as a person runs it: in a process of its own."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from urllib.request import urlopen

import pytest

import klatsch
from klatsch.match.verify import published

GOLDEN = Path(__file__).parents[1] / "match" / "golden"


def run(*arguments: str, typed: str = "", pure: bool = False, folder: Path | None = None) -> tuple[int, str, str]:
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", "KLATSCH_PURE": "1" if pure else "0"}
    done = subprocess.run(
        [sys.executable, "-m", "klatsch", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


COMMANDS = (
    *("games", "rules", "play", "simulate", "match", "ladder", "levels", "yardstick", "train"),
    *("replay", "verify", "analyse", "fuzz", "bench"),
)


def test_bare_klatsch_serves_this_machine_and_opens_the_browser(tmp_path: Path) -> None:
    """The wanted port is taken, so it is another one; the browser here is a program that writes what it is told."""
    told, browser = tmp_path / "told", tmp_path / "browser.py"
    browser.write_text(f"import sys, pathlib; pathlib.Path({str(told)!r}).write_text(sys.argv[1])")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        environment = os.environ | {
            "KLATSCH_PORT": str(taken.getsockname()[1]),
            "KLATSCH_DATA": str(tmp_path),
            "BROWSER": f"{sys.executable} {browser} %s",
            "PYTHONUNBUFFERED": "1",
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "klatsch"], stdout=subprocess.PIPE, text=True, env=environment
        )
        try:
            end = time.monotonic() + 120
            while not (told.is_file() and told.read_text()) and time.monotonic() < end:
                time.sleep(0.1)
            address = told.read_text()
            assert str(taken.getsockname()[1]) not in address
            assert b"Klatsch" in urlopen(address, timeout=10).read()
            again = subprocess.run(
                [sys.executable, "-m", "klatsch", "--no-open"],
                env=environment | {"KLATSCH_PORT": address.rpartition(":")[2]},
                capture_output=True,
                text=True,
                timeout=60,
                check=True,
            )
            assert "runs already" in again.stdout
        finally:
            process.terminate()
            out, _ = process.communicate(timeout=20)
    assert "klatsch play coffee-chess" in out


def test_version_says_how_the_rules_run() -> None:
    assert f"klatsch {klatsch.__version__} (interpreted rules" in run("--version", pure=True)[1]
    if klatsch.compiled():
        assert "(compiled rules" in run("--version")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    status, out, _ = run(command, "--help")
    assert status == 0
    assert f"klatsch {command}" in out.split("Example", 1)[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "chess"), "there is no game 'chess'; did you mean"),
        (("simulate", "nothing"), "the games are coffee-chess"),
        (("play", "coffee-chess", "--option", "quiet"), "KEY=VALUE"),
        (("play", "coffee-chess", "--option", "quiet=5"), "it takes 40 or off"),
        (("play", "coffee-chess", "--option", "loud=5"), "the options are bank_end, white_first_draw"),
        (("play", "coffee-chess", "--seat", "human"), "is played by 2, not 1"),
        (("play", "coffee-chess", "--seat", "genius", "--seat", "human"), "a player is human, random, greedy, bot:1"),
        (("play", "coffee-chess", "--lang", "xx"), "the languages are en, pt, ro"),
        (("simulate", "coffee-chess", "--bots", "human,random"), "a person can't play here"),
        (("simulate", "coffee-chess", "--bots", "random"), "is played by 2, not 1"),
        (("ladder", "coffee-chess", "--bots", "random"), "a ladder needs two bots or more"),
        (("ladder", "coffee-chess", "--bots", "random,random"), "names one twice"),
        (("ladder", "coffee-chess", "--bots", "random,search:sims=1", "--seats", "3"), "is played by 2, not 3"),
        (("simulate", "coffee-chess", "--ray", "somewhere"), "a Ray cluster is local, auto or HOST:PORT"),
        (("match", "coffee-chess", "--bots", "random,random", "--ray", "127.0.0.1:1"), "no Ray cluster can be reached"),
        (("match", "coffee-chess", "--bots", "random,greedy", "--reverse"), "three sides or more"),
        (("simulate", "coffee-chess", "--ray", "local", "--workers", "2"), "not both"),
        (("rules", "coffee-chess", "9.9"), "it has 1.1, 1.2"),
        (("replay", "no-such-file"), "No such file"),
        (("verify", "no-such-file"), "No such file"),
        (("analyse", "no-such-file"), "No such file"),
        (("analyse", "game.replay", "--sims", "0"), "'--sims'"),
        (("bench", "nothing"), "there is no game"),
        (("nothing",), "No such command 'nothing'."),
        (("simulate", "coffee-chess", "--games", "0"), "'--games'"),
        (("simulate", "coffee-chess", "--games", "x"), "'--games'"),
        (("play",), "Missing argument 'GAME'."),
        (("play", "coffee-chess", "--colour"), "--colour"),
        (("play", "coffee-chess", "--save", "no/such/folder/game.replay"), "No such file"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    status, out, error = run(*arguments)
    assert status == 2
    assert error.startswith("klatsch: ")
    assert len(error.strip().splitlines()) == 1
    assert sentence in error
    assert "Traceback" not in out + error


def test_games_and_their_options() -> None:
    assert "coffee-chess" in run("games")[1]
    out = run("games", "coffee-chess")[1]
    assert "--option bank_end=…  When does an empty bank end the game?" in out
    assert "finish_turn: After that player's turn" in out
    data = json.loads(run("games", "--json")[1])
    assert data[0]["name"] == "coffee-chess"
    assert data[0]["options"]["quiet"]["default"] == "40"
    marks = {game["name"]: game["reconstruction"] for game in data}
    assert marks["chocolate-coin"] == "Map and events reconstructed"
    assert marks["coffee-chess"] == marks["coin-age"] == ""
    for lang, mark in (("en", "Map and events reconstructed"), ("pt", "Mapa e eventos reconstruídos")):
        assert mark in run("games", "--lang", lang)[1]
    armies = next(game for game in data if game["name"] == "four-armies")
    assert f"2–5 players, {armies['minutes']['2']}–{armies['minutes']['5']} min" in run("games", "four-armies")[1]


def test_the_map_in_the_terminal() -> None:
    bots = ("--seat", "human", *(word for _ in range(3) for word in ("--seat", "random")))
    out = run("play", "chocolate-coin", *bots, typed="map\nquit\n")[1]
    assert "Precincts of Internal Elfairs" in out
    assert "borders on: Icicle Terraces (M1), Mitten Row (L2), Tinsel Factory (M2)" in out
    assert "this game has no other map" in run("play", "coffee-chess", typed="map\nquit\n")[1]


def test_rules_and_single_clauses() -> None:
    assert "**7.4**" in run("rules", "coffee-chess")[1]
    assert run("rules", "coffee-chess", "6.3")[1].startswith("§6.3 A square may receive")


def test_simulate_is_the_same_on_any_number_of_workers() -> None:
    command = ("simulate", "coffee-chess", "--games", "600", "--seed", "5", "--json")
    one = json.loads(run(*command)[1])
    two = json.loads(run(*command, "--workers", "2")[1])
    assert one == two
    assert one["games"] == 600
    assert sum(one["shares"]) == pytest.approx(1)
    assert json.loads(run(*command, "--seed", "6")[1])["shares"] != one["shares"]
    assert "share of wins" in run("simulate", "coffee-chess", "--games", "50")[1]


@pytest.mark.parametrize("command", [["simulate", "--games", "4"], ["match", "--rounds", "2"]])
def test_the_same_game_over_and_over_is_told_without_an_interval(command: list[str]) -> None:
    name, *count = command
    told = (name, "coffee-chess", "--bots", "search:sims=20,search:sims=9", *count)
    _, out, _ = run(*told, "--opening", "0")
    assert re.search("All (4 games|rounds) were the same", out)
    assert not re.search(r"± \d(?!5 %)|\d\.\d │\n", out)
    _, data, _ = run(*told, "--opening", "0", "--json")
    assert json.loads(data).get("interval", json.loads(data).get("intervals")) in (None, [None, None])
    _, out, _ = run(*told)
    assert "were the same" not in out


def test_a_report_on_one_game_is_refused(tmp_path: Path) -> None:
    told = ("lab", "coffee-chess", "--games", "3", "--bots", "search:sims=9", "--rounds", "0")
    status, _, error = run(*told, "--opening", "0", folder=tmp_path)
    assert status == 2
    assert "all 3 games were the same" in error
    assert run(*told, folder=tmp_path)[0] == 0


def test_a_match_and_its_reverse(tmp_path: Path) -> None:
    """Resumed from the two files: the same figures again, without playing."""
    command = ("match", "four-armies", "--bots", "greedy,random", "--seats", "3", "--rounds", "2", "--reverse")
    _, out, _ = run(*command, "--results", "match.results", folder=tmp_path)
    first, second = out.splitlines()
    assert re.fullmatch(r"one greedy among random: .* ± .* % \(parity 33 %\) in 2 rounds", first)
    assert re.fullmatch(r"one random among greedy: .* ± .* % \(parity 33 %\) in 2 rounds", second)
    assert {file.name for file in tmp_path.iterdir()} == {"match.results", "match.results.reverse"}
    facts = json.loads(run(*command, "--results", "match.results", "--json", folder=tmp_path)[1])
    assert f"{100 * facts['score']:.1f} ±" in first
    assert f"{100 * facts['reverse']['score']:.1f} ±" in second


def test_a_game_in_the_terminal(tmp_path: Path) -> None:
    """Both seats by hand: placing, a refusal, why, a rule, undo, the list, numbers, resigning, the replay."""
    typed = """help
place b1
place a1
why place a1
rule 6.1
undo
list
1
place h7
end
nonsense
[/foo]
²
99
why 1
HELP
place a1
resign
no
resign
yes
"""
    file = tmp_path / "game.replay"
    people = ("--seat", "human", "--seat", "human")
    status, out, error = run("play", "coffee-chess", *people, "--save", str(file), typed=typed)
    assert (status, error) == (0, "")
    for sentence in (
        "take your last decision back",
        "a1 is not a square of your colour. (§1.1)",
        "§1.1 The board is a chess board",
        "§6.1 An own square",
        "White places a bean on b1.",
        "'nonsense' is no action of Coffee Chess",
        "'[/foo]' is no action",
        "'²' is no action",
        "The list has numbers from 1 to 33.",
        "That is legal now.",
        "White ends the turn; Black takes 2 beans.",
        "Black: really give up?",
        "Black gave up.",
        "White won",
    ):
        assert sentence in out, sentence
    events = [line.split(" #")[0] for line in file.read_text().splitlines() if re.match("(play|undo|resign) ", line)]
    assert events == [
        "play 0 place b1",
        "undo 0",
        "play 0 place b1",
        "play 0 place h7",
        "play 0 end",
        "play 1 place a1",
        "resign 1",
    ]
    assert run("verify", str(file))[0] == 0


def test_a_game_against_a_bot_ends_and_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.replay"
    typed = "1\n" * 40 + "end\n" * 400
    status, out, _ = run("play", "coffee-chess", "--save", str(file), typed=typed)
    assert status == 0
    assert "on the board." in out
    status, out, _ = run("verify", str(file))
    assert status == 0
    assert "every one legal" in out
    picture = tmp_path / "end.svg"
    status, out, _ = run("replay", str(file), "--svg", str(picture))
    assert status == 0
    assert picture.read_text().startswith("<svg")
    assert "Bank 48" in run("replay", str(file), "--at", "0")[1]
    assert run("replay", str(file), "--at", "9999")[0] == 2


def test_leaving_in_the_middle_keeps_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.replay"
    status, out, _ = run("play", "coffee-chess", "--save", str(file), typed="place b1\nquit\n")
    assert status == 0
    assert "The game is not finished." in out
    assert "play 0 place b1" in file.read_text()
    assert run("verify", str(file))[0] == 0
    assert run("play", "coffee-chess", "--save", str(file), typed="place b1\n")[0] == 0  # the end of the input


def test_people_with_hidden_cards_take_turns_at_a_covered_screen() -> None:
    people = ("--seat", "human", "--seat", "human")
    _, out, _ = run("play", "kuhn-poker", *people, typed="\npass\n\npass\n")
    assert "Player 1, take the screen" in out
    assert "Player 2, take the screen" in out
    before, after = out.split("Player 2, take the screen")
    assert "Player 2 is dealt a card." in before
    assert "Player 1 is dealt a card." in after


def test_a_damaged_replay_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "damaged.replay"
    file.write_text((GOLDEN / "coffee-chess-quiet.replay").read_text().replace("place c4", "place c6", 1))
    for command in ("verify", "replay"):
        status, _, error = run(command, str(file))
        assert status == 2
        assert re.fullmatch(r"klatsch: line \d+: the line was changed: .*\n", error)
    file.write_bytes(b"\xff\xfe\x00")
    for command in ("verify", "replay"):
        assert run(command, str(file))[2] == "klatsch: line 1: this is no text, so it is no replay\n"


@pytest.mark.parametrize(("name", "end"), [("by_resign", "White gave up."), ("by_draw", "agreed on a draw.")])
def test_a_replay_tells_how_it_ended(name: str, end: str) -> None:
    out = run("replay", str(GOLDEN / f"coffee-chess-{name}.replay"))[1]
    assert out.strip().endswith(end)
    assert "place another" not in out


def test_verify_finds_a_list_of_draws_that_was_made_to_fit(tmp_path: Path) -> None:
    """A server that rigs weights shows a page that finds nothing wrong; by the rules it is found."""
    match = klatsch.Match(klatsch.load("coin-age"))
    while not match.over:
        match.play(int(match.state.actor), match.state.legal_actions()[0])
    file, told = tmp_path / "game.replay", tmp_path / "game.draws.json"
    file.write_text(match.replay().text())
    account = asdict(published(match.replay(), []))
    told.write_text(json.dumps(account))
    status, out, _ = run("verify", str(file), "--draws", str(told))
    assert status == 0
    assert "The server's list of draws has the outcomes and weights of the rules" in out
    account["draws"][0]["weights"][0] += 1
    told.write_text(json.dumps(account))
    status, _, error = run("verify", str(file), "--draws", str(told))
    assert (status, error.startswith("klatsch: draw 1: weights ")) == (2, True)


def test_verify_says_what_is_not_proven() -> None:
    out = run("verify", str(GOLDEN / "coffee-chess-quiet.replay"))[1]
    assert "Not proven" in out


def test_fuzz_reports_and_finds_nothing(tmp_path: Path) -> None:
    status, out, _ = run("fuzz", "kuhn-poker", "--seconds", "1", folder=tmp_path)
    assert status == 0
    assert re.search(r"kuhn-poker: \d+ games, \d+ decisions, 0 findings", out)
    assert list(tmp_path.iterdir()) == []


def test_bench_prints_ratios() -> None:
    status, out, _ = run("bench", "kuhn-poker", "--seconds", "0.1")
    assert status == 0
    assert re.search(
        r"\| kuhn-poker \| interpreted, one call \| [\d,]+ \| compiled, one call is [\d.]+× as fast \|", out
    )
    rows = json.loads(run("bench", "kuhn-poker", "--seconds", "0.1", "--json")[1])
    assert rows[1]["ratio"] > 0


def test_a_game_begins_from_a_position_and_tells_it() -> None:
    position = "black to act; turn 4; beans a1 2; inventories 0 2"
    seats = ("--seat", "human", "--seat", "human")
    typed = "place b2\nposition\nquit\n"
    status, out, _ = run("play", "coffee-chess", *seats, "--position", position, typed=typed)
    assert status == 0
    assert "black to act; turn 4; beans a1 2, b2 1; inventories 0 1; did place" in out


def test_a_position_that_can_t_be_is_refused() -> None:
    status, _, told = run("play", "coffee-chess", "--position", "white to act; beans a1 60")
    assert status == 2
    assert "there are more than 50 beans" in told


def test_hidden_hands_are_not_told_in_the_middle_of_a_game() -> None:
    status, out, _ = run("play", "choco", "--seat", "human", "--seat", "human", typed="\nposition\nquit\n")
    assert status == 0
    assert "Hands are hidden while the game runs" in out
    assert "hand-1" not in out
