"""Every clause of a game's rules beside its code and its tests: a page for each game, made from the marks in them.

Marks are `§4.2` in comments and docstrings of the game's sources, `Refusal("4.2", …)`, banners with a section's number
(`# ── 4 Place`), and `@pytest.mark.rule("coin_age 4.2")` in the tests.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from klatsch.core import registry
from klatsch.examples import EXAMPLES
from klatsch.games import GAMES
from klatsch.rulebook import clauses, rules_text
from website import ROOT
from website.pages import Site, add_page

CLAUSE_MARK = re.compile(r'(?:§|Refusal\(")(\d+)\.(\d+)(?:–(?:\d+\.)?(\d+))?')
SECTION_MARK = re.compile(r"§(\d+)(?!\.?\d)")
BANNER = re.compile(r"^\s*# ── (?P<heading>(?P<sections>\d+(?:, \d+)*) .*?) ─+$")
OPENING = """# {title}: clauses, code, tests

Each clause of [the rules](RULES.md), the places of `{folder}` that name it, and the tests that show it. This page is
made from the marks in the sources whenever the site is built. A clause that no line names by itself has the places that
name its section; a dash means that none does.
"""
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Place(NamedTuple):
    """Somewhere in the repository: a file, and the function, class or banner there; "" outside of all."""

    path: str
    name: str

    def __str__(self) -> str:
        return f"`{self.path}` `{self.name}`" if self.name else f"`{self.path}`"


Places = dict[str, dict[Place, None]]  # by clause or section, each place once, in their order


def add_clauses(site: Site) -> None:
    for game in (*GAMES, *EXAMPLES):
        add_page(site, address_of_clauses(game), clauses_page(game), registry.definition(game).folder)


def address_of_clauses(game: str) -> str:
    return f"clauses/{game}.md"


def clauses_page(game: str) -> str:
    """With links as the game's folder has them."""
    definition = registry.definition(game)
    folder = definition.folder
    code, tests = places_in_code(folder), places_in_tests()
    page = [OPENING.format(title=definition.title, folder=folder.relative_to(ROOT))]
    for number, text in clauses(rules_text(definition)).items():
        section = number.partition(".")[0]
        named = code.get(number) or code.get(section) or {}
        page.append(f"**[{number}](RULES.md#rule-{number})** {text}\n")
        page.append(f"- Code: {listed(named)}\n- Tests: {listed(tests[f'{folder.name} {number}'])}\n")
    return "\n".join(page)


def listed(places: dict[Place, None]) -> str:
    return ", ".join(map(str, places)) or "–"


# ── The game's sources ────────────────────────────────────────────────────────────────────────────────


def places_in_code(folder: Path) -> Places:
    found: Places = defaultdict(dict)
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text("utf-8")
        owners = owners_of_lines(ast.parse(text))
        for number, line in enumerate(text.splitlines(), start=1):
            banner = BANNER.match(line)
            name = banner["heading"] if banner is not None else owners.get(number, "")
            for mark in marks_of(line):
                found[mark][Place(str(path.relative_to(folder)), name)] = None
    return found


def marks_of(line: str) -> Iterator[str]:
    """The clauses (4.2) and sections (4) that a line names."""
    for section, first, last in CLAUSE_MARK.findall(line):
        yield from (f"{section}.{number}" for number in range(int(first), int(last or first) + 1))
    yield from SECTION_MARK.findall(line)
    banner = BANNER.match(line)
    if banner is not None:
        yield from banner["sections"].split(", ")


def owners_of_lines(tree: ast.Module) -> dict[int, str]:
    """The innermost class or function of every line that has one."""
    owners: dict[int, str] = {}

    def visit(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef | Function):
                name = before + node.name
                owners.update(dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), name))
                visit(node.body, f"{name}.")

    visit(tree.body, "")
    return owners


# ── The tests ─────────────────────────────────────────────────────────────────────────────────────────


@cache
def places_in_tests() -> Places:
    """By game and clause: `coin_age 4.2`."""
    found: Places = defaultdict(dict)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, Function):
                for clause in clauses_shown(node):
                    found[clause][Place(str(path.relative_to(ROOT)), node.name)] = None
    return found


def clauses_shown(test: Function) -> Iterator[str]:
    """The clauses in a test's marks, those of its parameters included."""
    for decorator in test.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))
