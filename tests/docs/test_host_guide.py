"""The guide for hosts tells the truth: its table of settings is the program's. (test_commands.py runs its commands.)"""

from __future__ import annotations

import re
from pathlib import Path

from klatsch.server import settings
from klatsch.server.settings import Settings

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "host-a-server.md").read_text("utf-8")


def test_the_table_of_settings_is_current() -> None:
    assert settings.settings_table() in GUIDE


def test_the_unit_and_the_image_name_what_exists() -> None:
    unit = (ROOT / "deploy" / "klatsch.service").read_text("utf-8")
    assert "klatsch serve --config" in unit
    names = re.findall(r"KLATSCH_([A-Z_]+)=", unit + (ROOT / "deploy" / "Containerfile").read_text("utf-8"))
    assert {name.lower() for name in names} <= set(Settings.__dataclass_fields__)
