"""From pages to a site: what is on it, in which order, built by Zensical in strict mode, and checked."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from klatsch.core import registry
from klatsch.examples import EXAMPLES
from klatsch.games import GAMES
from klatsch.server.pages.layout import LANGUAGE_NAMES as LANGUAGES
from website import ROOT
from website.check import check
from website.clauses import add_clauses, address_of_clauses
from website.notebooks import NOTEBOOKS, add_notebooks
from website.pages import Site, add_file, add_page
from website.reference import add_http_reference, add_python_reference
from website.rules import add_games, add_rules, address_of, place_rules

DOCS = ROOT / "docs"
SETTINGS = Path(__file__).with_name("zensical.toml")
PROJECT_PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "security.md",
}
STYLE = Path(__file__).with_name("style.css")


def gather() -> Site:
    """Everything that is on the site. Addresses first: pages link to each other."""
    site = Site()
    guides = {page: address_of_guide(page) for page in sorted(DOCS.rglob("*.md"))}
    for page, address in guides.items():
        site.place(page, address)
    site.place(ROOT / "README.md", "index.md")
    for name, address in PROJECT_PAGES.items():
        site.place(ROOT / name, address)
    site.place(ROOT / "src" / "klatsch" / "server" / "API.md", "http-reference.md")
    for name in NOTEBOOKS:
        site.place(ROOT / "notebooks" / f"{name}.ipynb", f"notebooks/{name}.md")
    place_rules(site)
    for page, address in guides.items():
        add_page(site, address, page.read_text("utf-8"), page.parent)
    for report in sorted((DOCS / "lab").glob("*.html")):
        add_file(site, report)
    for name, address in PROJECT_PAGES.items():
        add_page(site, address, (ROOT / name).read_text("utf-8"), ROOT)
    add_rules(site)
    add_games(site)
    add_clauses(site)
    add_python_reference(site)
    add_http_reference(site)
    add_notebooks(site)
    site.files["assets/klatsch.css"] = STYLE
    return site


def address_of_guide(page: Path) -> str:
    """As in docs/; what a folder's README is in the repository, its index is on the site."""
    return str(page.relative_to(DOCS)).replace("README.md", "index.md")


def navigation(site: Site) -> list[dict[str, Any]]:
    """In the order of the doors; a page that isn't written yet has no place."""
    games = [{registry.definition(game).title: rules_of(game)} for game in (*GAMES, *EXAMPLES)]
    marks = [{registry.definition(game).title: address_of_clauses(game)} for game in (*GAMES, *EXAMPLES)]
    notebooks = [{title: f"notebooks/{name}.md"} for name, title in NOTEBOOKS.items()]
    doors: list[dict[str, Any]] = [
        {"Klatsch": "index.md"},
        {
            "Play": [
                {"A first game": "players.md"},
                {"Hints and analysis": "analysis.md"},
                {"Replays and fair dice": "replays.md"},
            ]
        },
        {"The games": [{"All games": "games/index.md"}, *games]},
        {"Host": [{"Host a server": "host-a-server.md"}, {"What could go wrong": "threat-model.md"}]},
        {
            "Design": [
                {"Does a rule work?": "designers.md"},
                {"The lab": "lab.md"},
                {"Boards of your own": "own-boards.md"},
                {"Add a game": "add-a-game.md"},
            ]
        },
        {
            "Research": [
                {"The library on a page": "library.md"},
                *notebooks,
                {"For learners": "learning.md"},
                {"The bots": "bots.md"},
                {"The arena": "arena.md"},
            ]
        },
        {
            "Reference": [
                {"Python": "reference.md"},
                {"For programs": "api.md"},
                {"HTTP and WebSocket": "http-reference.md"},
                {"Figures": "figures.md"},
                {"Changelog": "changelog.md"},
            ]
        },
        {
            "Contribute": [
                {"The architecture": "architecture.md"},
                {"Contributing": "contributing.md"},
                {"Clauses, code, tests": marks},
                {"Code of conduct": "code-of-conduct.md"},
                {"Security": "security.md"},
            ]
        },
    ]
    return [written(site, door) for door in doors]


def rules_of(game: str) -> list[dict[str, str]]:
    """The rules in every language, under names that tell them apart in a browser's tabs."""
    title = registry.definition(game).title
    return [
        {title if lang == "en" else f"{title} · {name.lower()}": address_of(game, lang)}
        for lang, name in LANGUAGES.items()
    ]


def written(site: Site, entry: dict[str, Any]) -> dict[str, Any]:
    ((title, content),) = entry.items()
    if isinstance(content, str):
        return entry
    present = [
        each for each in content if not isinstance(address := next(iter(each.values())), str) or address in site.pages
    ]
    return {title: present}


def build(target: Path) -> list[str]:
    """Build the site into a folder; what is wrong with it, best nothing."""
    site = gather()
    with tempfile.TemporaryDirectory() as name:
        stage = Path(name)
        site.write(stage / "docs")
        own = f'[project]\ndocs_dir = "docs"\nsite_dir = "out"\nnav = {inline(navigation(site))}\n'
        (stage / "zensical.toml").write_text(SETTINGS.read_text("utf-8").replace("[project]\n", own, 1), "utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        done = subprocess.run(command, cwd=stage, capture_output=True, text=True, timeout=300, check=False)
        said = done.stdout + done.stderr
        if done.returncode != 0 or "warning" in said.lower():
            return [said]
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(stage / "out", target)
    return check(target)


def inline(value: object) -> str:
    """Lists and tables of words, in TOML."""
    if isinstance(value, list):
        return "[" + ", ".join(inline(each) for each in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {inline(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)
