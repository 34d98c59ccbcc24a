"""Layers of installation: the library needs next to nothing, and what is missing is told in one sentence."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel import Locale

from klatsch.language import LANGUAGES, plural_kind

ROOT = Path(__file__).parents[2]
LIBRARY = {"klatsch", "librt", "mypy_extensions"}
WEB = ["fastapi", "sqlalchemy", "starlette", "uvicorn"]

# Stands for an installation without some packages: `sys.argv[1]` names those that are there, or those that aren't.
BARE = """
import json, sys
there, missing = json.loads(sys.argv.pop(1))

class Bare:
    @staticmethod
    def find_spec(name, path=None, target=None):
        root = name.partition(".")[0]
        known = root in sys.stdlib_module_names or root.endswith("__mypyc")  # mypyc's own parts of a compiled module
        if root in missing or (there and root not in there and not known):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Bare)
"""

EVERY_MODULE = """
import importlib, pkgutil
import klatsch

MORE = ("adapters", "cli", "lab", "server", "terminal", "__main__")  # with their extras
RATED = ("klatsch.arena.ladder", "klatsch.arena.series_ratings")  # by openskill
for found in pkgutil.walk_packages(klatsch.__path__, "klatsch.", onerror=lambda name: None):
    extra = found.name.split(".")[1] in MORE or found.name in RATED
    if not extra and not found.name.endswith("__mypyc"):
        importlib.import_module(found.name)
        print(found.name)
"""

PLAY = """
import klatsch
from klatsch.bots.bot import choose
from klatsch.bots.bot_names import make_bot

for name in klatsch.names():
    game = klatsch.load(name)
    state = game.new()
    rng = klatsch.Rng(1)
    bots = [make_bot(player) for player in ("bot:2", "greedy", "search:sims=4", "random")]
    for decision in range(12):
        if state.actor == klatsch.OVER:
            break
        chance = state.actor == klatsch.CHANCE
        state.apply(state.draw(rng) if chance else choose(bots[decision % 4], state, rng))
    for lang in ("en", "pt", "ro"):
        assert "<svg" in state.svg(klatsch.PUBLIC, lang)
        assert state.text(klatsch.PUBLIC, lang)
    assert game.from_bytes(state.to_bytes()) == state
    assert sum(game.playouts(game.new(), 3, seed=1))
    print(name)
"""

COMMAND = "import runpy; runpy.run_module('klatsch', run_name='__main__')"


def run_without(script: str, *arguments: str, missing: list[str] | None = None) -> tuple[int, str, str]:
    """Without these packages, or without any but the library's own; exit status, output, errors."""
    installed = json.dumps([[], missing] if missing else [sorted(LIBRARY), []])
    command = [sys.executable, "-c", BARE + script, installed, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_library_depends_on_two_small_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [name.split("=")[0].rstrip(">") for name in project["dependencies"]] == ["librt", "mypy-extensions"]


def test_every_module_of_the_library_imports_without_any_other() -> None:
    status, out, error = run_without(EVERY_MODULE)
    assert status == 0, error
    assert {"klatsch.core.game", "klatsch.bots.mcts", "klatsch.games.choco.draw"} <= set(out.split())


def test_the_library_plays_draws_and_thinks_without_any_other() -> None:
    status, out, error = run_without(PLAY)
    assert status == 0, error
    assert "coffee-chess" in out


@pytest.mark.parametrize("arguments", [(), ("play", "choco"), ("--help",)])
def test_the_command_of_the_bare_library_says_what_to_install(arguments: tuple[str, ...]) -> None:
    status, out, error = run_without(COMMAND, *arguments)
    assert (status, out) == (2, "")
    assert error == 'klatsch: this needs typer, which is not here: pip install "klatsch[all]"\n'


def test_the_command_line_without_the_server() -> None:
    assert run_without(COMMAND, "games", missing=WEB)[0] == 0
    assert run_without(COMMAND, "simulate", "coin-age", "--games", "3", missing=WEB)[0] == 0
    status, _, error = run_without(COMMAND, "serve", missing=WEB)
    assert status == 2
    assert error == 'klatsch: this needs uvicorn, which is not here: pip install "klatsch[all]"\n'


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_are_those_of_cldr(lang: str) -> None:
    """The library counts by itself, Babel comes with the server."""
    locale = Locale.parse("pt_PT" if lang == "pt" else lang)
    for number in (*range(-130, 1300), 10**6, 10**6 + 1, 10**9):
        form = locale.plural_form(number)
        assert plural_kind(number, lang) == ("other" if form == "many" else form), number


def test_an_empty_environment(tmp_path: Path) -> None:
    """The real thing, but for the compiler: `uv pip install` of a copy, without extras, into a new environment."""
    source, venv = tmp_path / "source", tmp_path / "venv"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, source / name)
    environment = {**os.environ, "KLATSCH_BUILD": "pure", "VIRTUAL_ENV": str(venv)}

    def run(*command: str, status: int = 0) -> str:
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == status, done.stderr
        return done.stdout or done.stderr

    run("uv", "venv", "--python", sys.executable, str(venv))
    run("uv", "pip", "install", str(source))
    packages = {line.partition("==")[0] for line in run("uv", "pip", "freeze").splitlines()}
    assert {name.partition(" @")[0].replace("-", "_") for name in packages} == LIBRARY
    assert "coffee-chess" in run(str(venv / "bin" / "python"), "-c", PLAY)
    assert 'pip install "klatsch[all]"' in run(str(venv / "bin" / "klatsch"), status=2)
