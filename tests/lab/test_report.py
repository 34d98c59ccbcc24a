"""Reports: one of every game in a short form; sound HTML that needs nothing else; the command line."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from klatsch.core import registry
from klatsch.lab import compare
from klatsch.lab.report import report
from klatsch.lab.report_data import ReportData
from klatsch.lab.run_games import Variant, make_setting, play

DOCS = Path(__file__).parents[2] / "docs"
VOID = {"meta", "br", "hr", "img", "input", "link"}
# One option of each game, so that every report compares.
GAMES = {
    "coffee-chess": "white_first_draw",
    "coin-age": "map=lagoon",
    "four-armies": "claim",
    "choco": "neutral",
    "chocolate-coin": "gift_relay",
}


class Checker(HTMLParser):
    """Elements are closed in the order in which they were opened; ids are unique; links stay within the page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.targets: set[str] = set()
        self.addresses: list[str] = []
        self.pictures = 0
        self.titles = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attributes}) == len(attributes), (tag, attributes)
        self.pictures += tag == "svg"
        self.titles += tag == "title" and self.open[-1:] == ["svg"]
        for name, value in attributes:
            if name == "id":
                self.ids[value or ""] += 1
            elif name in ("href", "src"):
                address = value or ""
                if address.startswith("#"):
                    self.targets.add(address)
                else:
                    self.addresses.append(address)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag


def check_page(text: str) -> Checker:
    found = Checker()
    found.feed(text)
    found.close()
    assert not found.open
    assert not found.addresses
    assert {id for id, times in found.ids.items() if times > 1} == set()
    assert {target[1:] for target in found.targets} <= found.ids.keys()
    assert found.pictures == found.titles  # every picture tells what it shows
    assert set(re.findall(r"https?://[^\"'\s<]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in re.sub(r"url\(#", "", text)
    assert "<script" not in text
    return found


def short_study(name: str, lang: str = "en") -> ReportData:
    game = registry.load(name)
    setting = make_setting(game, game.definition.seats[0], ["search:sims=2"], 1, None)
    variants = compare.variants_of(setting, game, [GAMES[name]], {})
    base, *others = play([Variant(setting), *variants], 2)
    sides = game.definition.sides(setting.seats)
    return ReportData(
        game, setting, base, compare.compare(base, variants, others, sides), None, lang, "A note of <ours>."
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_report_of_every_game(name: str) -> None:
    text = report(short_study(name))
    check_page(text)
    assert len(text) < 300_000
    assert "A note of &lt;ours&gt;." in text
    assert 'class="board-map"' in text
    option = GAMES[name].partition("=")[0]
    assert f"<h3>{option} = " in text
    for section in ("short", "who", "length", "choices", "drama", "use", "where", "vary", "how"):
        assert f'<section id="{section}">' in text


@pytest.mark.parametrize("lang", ["pt", "ro"])
def test_in_other_languages(lang: str) -> None:
    study = short_study("coin-age", lang)
    text = report(study)
    check_page(text)
    assert f'<html lang="{lang}">' in text
    assert study.say("drama.words") in text
    assert "Who wins" not in text


@pytest.mark.parametrize("name", GAMES)
def test_the_reports_in_the_docs(name: str) -> None:
    file = DOCS / "lab" / f"{name}.html"
    text = file.read_text("utf-8")
    check_page(text)
    assert len(text.encode()) < 300_000
    assert '<p class="note">' in text
    assert f"(lab/{name}.html)" in (DOCS / "lab.md").read_text("utf-8")


def lab(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "klatsch", "lab", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_the_command_line(tmp_path: Path) -> None:
    """A report is the same whether its games were played at once, by two workers, or in two sittings."""
    usual = ["connect-four", "--bots", "search:sims=4", "--rounds", "1", "--rungs", "random,greedy"]
    reports = {way: tmp_path / f"{way}.html" for way in ("once", "two", "again")}
    results = ["--results", str(tmp_path / "results")]
    done = lab(*usual, "--games", "4", "--out", str(reports["once"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"6 games; the report is in {reports['once']}." in done.stdout
    assert lab(*usual, "--games", "4", "--workers", "2", "--out", str(reports["two"])).returncode == 0
    assert lab(*usual, "--games", "2", *results, "--out", str(reports["again"])).returncode == 0
    assert lab(*usual, "--games", "4", *results, "--out", str(reports["again"])).returncode == 0
    texts = {file.read_text("utf-8") for file in reports.values()}
    assert len(texts) == 1
    check_page(texts.pop())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("coin-age --vary colour", "there is no option 'colour'"),
        ("coin-age --rungs random", "--rungs random: a ladder has at least two bots, with commas between"),
        ("coin-age --bots random,random,random", "--bots names 3 bots; for 2 seats it takes 2, or one for all of them"),
        ("coin-age --bots human", "a person can't play here"),
        ("four-armies --vary armies", "who plays what changes from game to game anyway"),
        ("coin-age --vary map=nowhere.toml", "'nowhere.toml' is not there"),
        ("coin-age --lang xx", "there is no language 'xx'"),
        ("coin-age --out /nowhere/report.html", "No such file or directory"),
    ],
)
def test_one_sentence_for_bad_input(arguments: str, sentence: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "klatsch", "lab", *arguments.split()],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
