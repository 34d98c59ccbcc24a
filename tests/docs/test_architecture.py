"""The map of the code is right: every file and every name on it exists, and no folder is missing."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "klatsch"
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
IN_A_GAME = {
    "RULES.md",
    *(
        f"{name}.py"
        for name in "__init__ actions view draw words clicks changes position_text palette evaluate observe".split()
    ),
}

# `path/to/file.py` `name`, `Class.method`: a file, and names in it.
FILE = re.compile(
    r"`(?P<path>[\w./]+\.(?:py|js|md))`(?P<names>(?:(?:,| \|)?\s+`(?![\w.]+\.(?:py|js|md)`)[A-Za-z_][\w.]*`)*)"
)
SCRIPT_NAME = re.compile(r"(?m)^(?:(?:export )?(?:async )?(?:class|function|const) |  (?:async )?)(\w+)\b(?=.*\{$)")
FOLDER = re.compile(r"`([\w/]+/)`")


def named() -> list[tuple[str, str]]:
    """Every file with each name in it; "" for the file itself."""
    pairs: list[tuple[str, str]] = []
    for found in FILE.finditer(TEXT):
        pairs += [(found["path"], name) for name in ("", *re.findall(r"`([\w.]+)`", found["names"]))]
    return [(path, name) for path, name in dict.fromkeys(pairs) if path not in IN_A_GAME]


def file_at(path: str) -> Path:
    return ROOT / path if path.split("/")[0] in ("tests", "docs") else SOURCE / path


@cache
def names_in(path: Path) -> set[str]:
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return names_of(ast.parse(text).body)
    return set(SCRIPT_NAME.findall(text))


def names_of(body: list[ast.stmt], before: str = "") -> set[str]:
    """What a module or a class defines; methods as `Class.method`."""
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.ClassDef):
            names |= {node.name} | names_of(node.body, f"{node.name}.")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names.add(before + node.name)
        elif isinstance(node, ast.Assign):
            names |= {before + target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(before + node.target.id)
    return names


@pytest.mark.parametrize(("path", "name"), named(), ids=lambda part: part or "file")
def test_what_the_map_names_exists(path: str, name: str) -> None:
    assert file_at(path).is_file()
    assert not name or name in names_in(file_at(path))


@pytest.mark.parametrize("name", sorted(IN_A_GAME))
def test_every_published_game_has_the_files_of_a_game(name: str) -> None:
    folders = [path for path in (SOURCE / "games").iterdir() if (path / "RULES.md").is_file()]
    assert len(folders) == 5
    assert [folder.name for folder in folders if not (folder / name).is_file()] == []


@pytest.mark.parametrize("parent", ["", "server/"])
def test_every_folder_is_on_the_map(parent: str) -> None:
    there = {f"{parent}{path.name}/" for path in (SOURCE / parent).iterdir() if path.is_dir() and path.name[0] != "_"}
    told = set(FOLDER.findall(TEXT))
    assert there <= told
    assert [folder for folder in told if not file_at(folder).is_dir()] == []


@pytest.mark.parametrize("parent", ["", "server/"])
def test_every_module_beside_the_folders_is_on_the_map(parent: str) -> None:
    there = {
        f"{parent}{path.name}"
        for path in (SOURCE / parent).glob("*.py")
        if path.name not in ("__init__.py", "_pure.py")
    }
    assert there <= {path for path, _ in named()}
