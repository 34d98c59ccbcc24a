"""Every command of the guides runs, in the short form of tests/guides.py; every Python listing too."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from klatsch.cli.app import app
from klatsch.server.match import setup
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings

import postgres
from guides import ELSEWHERE, GUIDES, NOT_HERE, ROOT, Command, blocks, commands
from serving import free_port, wait_for

ALL = commands()
TO_RUN = [each for each in ALL if not (each.is_mention or each.elsewhere or each.reason)]
SHELL = re.compile(r"(?m)^\s*(?:\$ )?(?:uv|pip|klatsch|podman|python|cp|jupyter) ")
BOARDS = (
    "coin_age/data/forest.toml",
    "four_armies/data/reconstructed.toml",
    "choco/data/reconstructed.toml",
    "chocolate_coin/data/campus.toml",
)


def run_here(arguments: list[str], folder: Path, typed: str = "") -> tuple[int, str]:
    """A command in this process: what it starts as a program is only Python and its imports."""
    done = CliRunner().invoke(app, arguments, input=typed, env={"KLATSCH_DATA": str(folder)}, catch_exceptions=False)
    return done.exit_code, done.output


# ── The rules of the guides ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_blocks_of_commands_are_marked(guide: Path) -> None:
    """So that none is overlooked."""
    unmarked = [block for language, block in blocks(guide.read_text("utf-8")) if language in ("", "text", "bash")]
    assert [block for block in unmarked if SHELL.search(block)] == []


def test_every_command_of_the_program_is_shown() -> None:
    told = {words[1] for each in ALL if (words := each.plain.split())[0] == "klatsch" and len(words) > 1}
    status, out = run_here(["--help"], ROOT)
    listed = re.findall(r"(?m)^│ ([a-z]+)  ", out)
    assert status == 0
    assert len(listed) > 15
    assert set(listed) <= told


def test_the_lists_have_nothing_left_over() -> None:
    written = [each.plain for each in ALL]
    optional = {r"^python -m klatsch\.adapters\.write_layout_docs", r"^jupyter"}
    for pattern in {*ELSEWHERE, *NOT_HERE} - optional:
        assert any(re.search(pattern, text) for text in written), pattern
    for test in ELSEWHERE.values():
        assert (ROOT / test).is_file()


def test_names_of_commands_are_right(tmp_path: Path) -> None:
    for name in sorted({each.written.split()[1] for each in ALL if each.is_mention}):
        assert run_here([name, "--help"], tmp_path)[0] == 0, name


# ── Commands ──────────────────────────────────────────────────────────────────────────────────────


async def furnish(folder: Path) -> str:
    """A server with the account and the table that the guide for hosts names; the table's id."""
    server = Server(Settings(data=folder))
    await server.open()
    person, _ = await server.people.sign_up(await server.people.new_guest("en"), "Anna", "espresso forte")
    hosted = setup.open_match(NewMatch("choco", ("me", "open")), PersonRef(person.id, person.name), time.time())
    await server.matches.add(hosted)
    await server.close()
    return hosted.id


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder in which the files lie that guides take for granted, and a furnished server's data."""
    folder = tmp_path_factory.mktemp("guide")
    shutil.copyfile(ROOT / "docs" / "pictures" / "analysis.replay", folder / "game.replay")
    shutil.copytree(ROOT / "docs" / "pictures", folder / "docs" / "pictures")
    for board in BOARDS:
        (folder / "src/klatsch/games" / board).parent.mkdir(parents=True)
        shutil.copyfile(ROOT / "src/klatsch/games" / board, folder / "src/klatsch/games" / board)
    return folder, asyncio.run(furnish(folder))


@pytest.fixture
def here(table: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    monkeypatch.chdir(table[0])
    monkeypatch.setenv("COLUMNS", "100")
    return table


@pytest.mark.parametrize("guide", sorted({each.guide for each in TO_RUN}))
def test_the_commands_run(guide: str, here: tuple[Path, str]) -> None:
    """One after the other: a later one may read what an earlier one wrote."""
    folder, table = here
    once = {each.short: each for each in TO_RUN if each.guide == guide}
    for command in once.values():
        words = shlex.split(command.short.replace("TABLE", table))
        if "DATABASE" in words or words[:2] == ["klatsch", "serve"]:
            continue  # below
        if words[0] == "klatsch":
            typed = "list\nhint\nquit\n" if words[1] == "play" else ""
            status, out = run_here(words[1:], folder, typed)
            assert (status, bool(out)) == (0, True), (command.written, out)
        else:
            assert words[0] == "cp", f"nobody knows how to run {command.written!r} of {command.guide}"
            run_apart(words, folder)


def run_apart(arguments: list[str], folder: Path) -> str:
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=folder, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, ""), arguments
    return done.stdout


def test_the_readmes_commands_run_as_programs(here: tuple[Path, str]) -> None:
    """Not in this process, but as somebody would start them."""
    folder, _ = here
    for command in TO_RUN:
        words = shlex.split(command.short)
        if command.guide == "README.md" and words[1] != "play":
            assert run_apart([sys.executable, "-m", *words], folder)


# ── Servers ───────────────────────────────────────────────────────────────────────────────────────


def serve_and_stop(arguments: list[str], folder: Path) -> None:
    """Start it, wait until it answers, stop it as Ctrl+C does."""
    port = free_port()
    environment = {**os.environ, "KLATSCH_DATA": str(folder), "KLATSCH_PORT": str(port), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([sys.executable, "-m", "klatsch", *arguments], cwd=folder, env=environment)
    try:
        wait_for(f"http://127.0.0.1:{port}/readyz", process)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        process.kill()


def test_klatsch_alone_serves_this_machine(tmp_path: Path) -> None:
    assert any(each.plain == "klatsch" and each.guide == "README.md" for each in ALL)
    serve_and_stop(["--no-open"], tmp_path)


def test_the_server_of_the_guide_starts_and_stops(tmp_path: Path) -> None:
    (command,) = {
        each.short for each in TO_RUN if each.short.startswith("klatsch serve") and "DATABASE" not in each.short
    }
    serve_and_stop(shlex.split(command)[1:], tmp_path)


@postgres.missing
def test_a_server_moves_to_postgresql(here: tuple[Path, str]) -> None:
    folder, _ = here
    moving = [each for each in TO_RUN if "DATABASE" in each.short]
    assert [each.short.split()[1] for each in moving] == ["serve", "import"]
    run_here(["export", "moved.jsonl"], folder)
    with postgres.postgres() as database:
        for command in reversed(moving):  # the guide's order has the server first, but only an empty database is filled
            words = shlex.split(command.short.replace("DATABASE", database).replace("server.jsonl", "moved.jsonl"))
            if words[1] == "serve":
                serve_and_stop(words[1:], folder)
            else:
                status, out = run_here(words[1:], folder)
                assert status == 0, out


# ── Listings ──────────────────────────────────────────────────────────────────────────────────────

SKIPPED = {"docs/add-a-game.md": "tests/docs/test_add_a_game.py", "docs/learning.md": "tests/docs/test_learning.py"}


def listings() -> dict[str, str]:
    """The Python of every guide; its listings are one program."""
    found: dict[str, str] = {}
    for guide in GUIDES:
        name = str(guide.relative_to(ROOT))
        parts = [block for language, block in blocks(guide.read_text("utf-8")) if language == "python"]
        if parts and name not in SKIPPED:
            found[name] = "\n".join(parts)
    return found


@pytest.mark.parametrize("guide", listings())
def test_python_listings_run(guide: str) -> None:
    exec(compile(listings()[guide], guide, "exec"), {})


def test_listings_are_tested() -> None:
    assert {"README.md", "docs/library.md"} <= set(listings())
    assert all((ROOT / test).is_file() for test in SKIPPED.values())


def test_a_command_that_nobody_knows_is_told() -> None:
    strange = Command("README.md", "systemctl start klatsch")
    assert (strange.is_mention, strange.elsewhere, strange.reason, strange.plain) == (
        False,
        None,
        None,
        strange.written,
    )
