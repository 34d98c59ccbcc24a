"""The guide for hosts tells the truth: its table of settings is the program's, and its commands run."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

from klatsch.server import seating, settings
from klatsch.server.house import House
from klatsch.server.seating import Plan, Sitter
from klatsch.server.settings import Settings

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "host-a-server.md").read_text("utf-8")


def test_the_table_of_settings_is_current() -> None:
    assert settings.table() in GUIDE


async def furnish(folder: Path) -> str:
    """A server with the account and the table that the guide's commands name; the table's id."""
    house = House(Settings(data=folder))
    await house.open()
    person, _ = await house.people.sign_up(await house.people.new_guest("en"), "Anna", "espresso forte")
    live = seating.open_match(Plan("choco", ("me", "open")), Sitter(person.id, person.name), time.time())
    await house.tables.add(live)
    await house.close()
    return live.id


def test_the_commands_run(tmp_path: Path) -> None:
    table = asyncio.run(furnish(tmp_path))
    commands = re.findall(r"^uv run klatsch (.*)$", GUIDE, re.MULTILINE)
    assert {command.split()[0] for command in commands} == {"serve", "export", "admin", "load"}
    for command in commands:
        if command.startswith("serve"):  # many tests start one
            continue
        short = command.replace("h3kd82jfmq", table).replace("--tables 20 --seconds 5", "--tables 1 --seconds 1")
        done = subprocess.run(
            [sys.executable, "-m", "klatsch", *shlex.split(short)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "KLATSCH_DATA": str(tmp_path)},
            timeout=120,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout


def test_the_unit_and_the_image_name_what_exists() -> None:
    unit = (ROOT / "deploy" / "klatsch.service").read_text("utf-8")
    assert "klatsch serve --config" in unit
    names = re.findall(r"KLATSCH_([A-Z_]+)=", unit + (ROOT / "deploy" / "Containerfile").read_text("utf-8"))
    assert {name.lower() for name in names} <= set(Settings.__dataclass_fields__)
