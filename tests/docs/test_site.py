"""The documentation site: built in strict mode without a warning, whole, and with nothing from elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import klatsch
from klatsch.core import registry
from klatsch.games import GAMES
from klatsch.rulebook import clauses, rules_text
from klatsch.server.pages.layout import LANGUAGE_NAMES as LANGUAGES
from website.build import PROJECT_PAGES, address_of_guide, build
from website.check import check
from website.clauses import address_of_clauses, clauses_page, marks_of, places_in_code, places_in_tests
from website.examples import EXAMPLES, Example, captions
from website.notebooks import FOLDER, NOTEBOOKS
from website.pages import Site, add_page

ROOT = Path(__file__).parents[2]


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """All of it, as `uv run --group docs python -m website` does; the notebooks are executed."""
    assert build(tmp_path / "site") == []
    built = {str(path.relative_to(tmp_path / "site")) for path in (tmp_path / "site").rglob("*.html")}
    guides = {address_of_guide(path).replace(".md", ".html") for path in (ROOT / "docs").rglob("*.md")}
    rules = {f"games/{game}{'' if lang == 'en' else '.' + lang}.html" for game in GAMES for lang in LANGUAGES}
    notebooks = {f"notebooks/{name}.html" for name in NOTEBOOKS}
    project = {address.replace(".md", ".html") for address in PROJECT_PAGES.values()}
    project |= {address_of_clauses(game).replace(".md", ".html") for game in GAMES}
    assert guides | rules | notebooks | project | {"reference.html", "http-reference.html"} <= built
    reference = (tmp_path / "site" / "reference.html").read_text("utf-8")
    assert all(f">{name}" in reference for name in klatsch.__all__ if not name.isupper() and name != "compiled")
    first = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert [
        address for address in guides if f'href="{address}"' not in first and f'href="./{address}"' not in first
    ] == []


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ('<a href="nowhere.html">x</a>', "nowhere.html, which isn't there"),
        ('<a href="other.html#missing">x</a>', "no such place on that page"),
        ('<a href="#missing">x</a>', "no such place on that page"),
        ('<img src="missing.svg" alt="x">', "missing.svg, which isn't there"),
        ('<img src="there.svg">', "say nothing to those who can't see them"),
        ('<script src="https://cdn.example/x.js"></script>', "from elsewhere"),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', "from elsewhere"),
        ('<p style="background: url(https://a.example/b.png)">x</p>', "from elsewhere"),
        ('<p id="a">x</p><p id="a">y</p>', "the id a is there 2 times"),
        ('<pre class="mermaid">graph</pre>', "has a diagram"),
    ],
)
def test_what_a_site_may_not_have(body: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "there.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "other.html").write_text('<p id="here">x</p><a href="index.html">back</a>', "utf-8")
    (tmp_path / "index.html").write_text('<a href="other.html#here">x</a><img src="there.svg" alt="x">', "utf-8")
    assert check(tmp_path) == []
    (tmp_path / "index.html").write_text(body, "utf-8")
    (wrong,) = check(tmp_path)
    assert sentence in wrong


def test_links_become_those_of_the_site(tmp_path: Path) -> None:
    site = Site()
    site.place(ROOT / "docs" / "bots.md", "bots.md")
    text = "text\n- [a](bots.md#levels) `[b](c.md)`\n\n```\n[d](e.md)\n- f\n```\n[file](../examples/bot.py)\n"
    add_page(site, "deep/page.md", text, ROOT / "docs")
    assert site.pages["deep/page.md"] == (
        "text\n\n- [a](../bots.md#levels) `[b](c.md)`\n\n```\n[d](e.md)\n- f\n```\n"
        "[file](../files/examples/bot.py.md)\n"
    )
    assert "def " in site.pages["files/examples/bot.py.md"]
    with pytest.raises(FileNotFoundError, match=r"nowhere\.md"):
        add_page(site, "page.md", "[x](nowhere.md)", ROOT / "docs")


# ── Drawn examples ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.game} {example.clause}")
def test_examples_of_the_rules_are_real(example: Example) -> None:
    """Legal, or refused by the very clause; drawn differently before and after; told in every language."""
    for lang in LANGUAGES:
        assert example.clause in clauses(rules_text(registry.definition(example.game), lang))
        pictures = example.pictures(lang)
        assert len(set(pictures)) == (2 if example.play else 1)
        assert len(example.sentences(lang)) == len(example.play) + bool(example.refused)
        assert example.caption(lang)
    assert len({example.caption(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_every_game_has_examples_and_no_caption_is_left_over() -> None:
    assert {example.game for example in EXAMPLES} == set(GAMES)
    written = {(game, name) for game, names in captions().items() for name in names if game != "words"}
    assert written == {(example.game, example.name) for example in EXAMPLES}


def test_an_example_that_isnt_refused_by_its_clause_is_told() -> None:
    example = next(each for each in EXAMPLES if each.refused)
    other = Example(example.game, "1.1", example.name, example.position, example.play, example.refused)
    with pytest.raises(ValueError, match=r"isn't refused by 1\.1"):
        other.sentences("en")


# ── Clauses beside their code and tests ───────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", registry.names())
def test_every_clause_is_beside_a_test(game: str) -> None:
    folder = registry.definition(game).folder
    rules = list(clauses(rules_text(registry.definition(game))))
    tests = places_in_tests()
    assert [clause for clause in rules if not tests.get(f"{folder.name} {clause}")] == []
    code = places_in_code(folder)
    assert [mark for mark in code if "." in mark and mark not in rules] == []
    page = clauses_page(game)
    assert page.count("\n- Tests: `tests/") == page.count("\n- Code: ") == len(rules)


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("    x = 1  # §4.2, §4.3", ["4.2", "4.3"]),
        ('    """§2.3–2.5: a colour for the seat."""', ["2.3", "2.4", "2.5"]),
        ('    return Refusal("4.1", Message("not.used"))', ["4.1"]),
        ('    """What it scores (§9)."""', ["9"]),
        ("    # ── 2, 10 The end ──────", ["2", "10"]),
        ("    # ── Squares ──────", []),
    ],
)
def test_marks_of_clauses(line: str, marks: list[str]) -> None:
    assert list(marks_of(line)) == marks


# ── Notebooks ─────────────────────────────────────────────────────────────────────────────────────


def test_notebooks_hold_no_outputs() -> None:
    """They are made anew when the site is built."""
    files = list(FOLDER.glob("*.ipynb"))
    assert {path.stem for path in files} == set(NOTEBOOKS)
    for path in files:
        assert not any(cell.get("outputs") for cell in json.loads(path.read_text("utf-8"))["cells"]), path.name
