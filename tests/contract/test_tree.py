"""What the source tree must fulfil: layers, compiled modules, clauses and catalogues."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from klatsch import rulebook
from klatsch.core.definition import Definition
from klatsch.language import LANGUAGES, PLURALS, SEAT_ARGUMENTS, gaps_of, parts_of, plural, read_catalogue

from playing import all_definitions

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "klatsch"
MODULES = sorted(SOURCE.rglob("*.py"))
COMPILED = [path for path in MODULES if path.read_text("utf-8").startswith("# klatsch: compiled")]

# A module imports from its own layer's folder and from the layers before it.
LAYERS = [
    {"core"},
    {"language", "drawing", "night_colours", "rulebook", "balance_data", "game_facts"},
    {"games", "examples"},
    {"bots", "match"},
    {"arena", "analysis", "server", "adapters"},
    {"lab"},
    {"terminal", "cli", "__main__"},
]
BOOT = {"__init__", "_pure"}  # the package itself: loads everything


def layer(part: str) -> int:
    found = [number for number, parts in enumerate(LAYERS) if part in parts]
    assert found, f"klatsch.{part} is in no layer: put it into LAYERS"
    return found[0]


def imports(path: Path) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            names += [f"{module}.{alias.name}" if module == "klatsch" else module for alias in node.names]
    return [name for name in names if name == "klatsch" or name.startswith("klatsch.")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down_only(path: Path) -> None:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    if parts[0] in BOOT:
        return
    own = layer(parts[0])
    for name in imports(path):
        other = name.split(".")[1] if "." in name else "__init__"
        if other in BOOT or not ((SOURCE / other).exists() or (SOURCE / f"{other}.py").exists()):
            assert own >= 3, f"{path} imports the whole package"  # `import klatsch` loads the games
            continue
        assert layer(other) <= own, f"{path} imports {name}"
        if layer(other) == own and other != parts[0]:
            assert own != 2, f"{path} imports {name}"
        if parts[0] == other == "games" and len(parts) > 2:
            assert name.split(".")[2] == parts[1], f"one game imports another: {path}, {name}"


def test_core_names_no_game() -> None:
    for path in (SOURCE / "core").glob("*.py"):
        text = path.read_text("utf-8").lower()
        for definition in all_definitions():
            assert definition.name not in text, path
            assert definition.title.lower() not in text, path


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_literal_left_of_a_shift(path: Path) -> None:
    """mypyc compiles `1 << n` with a native n as a 32-bit shift: silently wrong from n = 31 on."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            left = node.left.operand if isinstance(node.left, ast.UnaryOp) else node.left
            assert not isinstance(left, ast.Constant), f"{path}:{node.lineno}"


def test_rules_of_every_game_are_compiled() -> None:
    for definition in all_definitions():
        assert definition.folder / "rules.py" in COMPILED or (definition.folder / "rules").is_dir(), definition.name


def clauses_named_by_tests() -> set[str]:
    text = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named: set[str] = set()
    for mark in re.findall(r"mark\.rule\(([^)]*)\)", text):
        named |= set(re.findall(r'"(\w+ \d+\.\d+)"', mark))
    return named


@pytest.mark.parametrize("definition", all_definitions(), ids=lambda definition: definition.name)
def test_every_clause_is_named_by_a_test(definition: Definition[Any]) -> None:
    text = rulebook.rules_text(definition)
    rules = list(rulebook.clauses(text))
    assert rules
    assert len(rules) == text.count("\n**")
    named = clauses_named_by_tests()
    folder = definition.folder.name
    assert [clause for clause in rules if f"{folder} {clause}" not in named] == []
    unknown = {clause for clause in named if clause.split()[0] == folder} - {f"{folder} {clause}" for clause in rules}
    assert not unknown


@pytest.mark.parametrize("definition", all_definitions(), ids=lambda definition: definition.name)
def test_translated_rules_keep_the_clauses(definition: Definition[Any]) -> None:
    rules = list(rulebook.clauses(rulebook.rules_text(definition)))
    for lang in LANGUAGES[1:]:
        path = definition.folder / f"RULES.{lang}.md"
        if path.exists():
            assert list(rulebook.clauses(path.read_text("utf-8"))) == rules, path


CATALOGUES = [SOURCE, SOURCE / "server", SOURCE / "lab", *(definition.folder for definition in all_definitions())]


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.name)
def test_catalogues_agree(folder: Path, lang: str) -> None:
    """Every language has the same ids, the same arguments in each sentence, and no more forms of a word than it knows.

    A sentence may leave a number's word out, but never the number. A seat has two forms: by name, and you."""
    english = read_catalogue(folder, "en")
    other = read_catalogue(folder, lang)
    assert other.keys() == english.keys()
    for id, sentence in english.items():
        gaps = gaps_of(parts_of(other[id]))
        assert {gap.name for gap in gaps} == {gap.name for gap in gaps_of(parts_of(sentence))}, id
        for gap in gaps:
            expected = 2 if gap.name in SEAT_ARGUMENTS else len(PLURALS[lang])
            assert gap.forms is None or len(gap.forms) == expected, id


@pytest.mark.parametrize(
    ("lang", "forms"),
    [("en", "many one many many"), ("pt", "many one many many"), ("ro", "few one few many")],
)
def test_the_form_of_a_word_fits_the_number(lang: str, forms: str) -> None:
    words = ["one", "few", "many"] if lang == "ro" else ["one", "many"]
    assert [plural(words, number, lang) for number in (0, 1, 2, 20)] == forms.split()


@pytest.mark.parametrize("definition", all_definitions(), ids=lambda definition: definition.name)
def test_every_option_is_explained(definition: Definition[Any]) -> None:
    sentences = read_catalogue(definition.folder, "en")
    assert "about" in sentences
    for option in definition.options:
        assert f"option.{option.name}" in sentences
        for value in getattr(option, "choices", ()):
            assert f"option.value.{option.name}.{value}" in sentences


def test_the_servers_data_have_types() -> None:
    """Frames, answers and records are Structs and dataclasses; `dict[str, Any]` tells a reader nothing."""
    found = [path for path in MODULES if "server" in path.parts and "dict[str, Any]" in path.read_text("utf-8")]
    assert not found
