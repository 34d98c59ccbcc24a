"""Every sentence that the pages and their scripts ask for by a name is in the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from klatsch import server
from klatsch.language import read_catalogue

from playing import all_definitions

SERVER = Path(server.__file__).parent
WORDS = read_catalogue(SERVER, "en")
SECTIONS = {
    "replay.js": ("table", "replay"),
    "position.js": ("table", "position"),
}  # which of them a script gets; the others are the table's
SCRIPTS = sorted(path for path in (SERVER / "static").rglob("*.js") if "say } from" in path.read_text(encoding="utf-8"))
MODULES = sorted(SERVER.rglob("*.py"))

# `say("a")`, `say(yes ? "a" : "b", …)`, say(`${name}_offered`): the first argument, whatever it is.
SAID = re.compile(r"(?<![.\w])say\(((?:[^(),`]|`[^`]*`)+)")
TEXT = re.compile(r"""(?:"([^"]+)"|`([^`]+)`)""")
PYTHON = re.compile(r"""(?:(?<![.\w])say\(|\bMessage\()\s*f?"([\w.{}\[\]'()]+)\"""")
REFUSED = re.compile(r"""\bRefused\(\s*f?"([\w.{}]+)\"""")


def missing(id: str, known: set[str]) -> bool:
    """Is there no such sentence? What is filled in later may be anything."""
    pattern = re.compile(r"[\w.]+".join(re.escape(part) for part in re.split(r"\$?\{[^{}]*\}", id)))
    return not any(pattern.fullmatch(each) for each in known)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_sentence_of_a_script(path: Path) -> None:
    sections = SECTIONS.get(path.name, ("table",))
    known = {id.partition(".")[2] for id in WORDS if id.partition(".")[0] in sections}
    asked = ["".join(text) for first in SAID.findall(path.read_text(encoding="utf-8")) for text in TEXT.findall(first)]
    assert asked
    assert not [id for id in asked if missing(id, known)]


def test_every_sentence_of_a_page() -> None:
    found = {}
    for path in MODULES:
        source = path.read_text(encoding="utf-8")
        for id in [*PYTHON.findall(source), *(f"refused.{id}" for id in REFUSED.findall(source))]:
            found[id] = path.name
    assert len(found) > 150
    folders = (SERVER, SERVER.parent, *(definition.folder for definition in all_definitions()))
    known = {id for folder in folders for id in read_catalogue(folder, "en")}
    assert not {id: name for id, name in found.items() if missing(id, known)}


def test_a_missing_sentence_would_be_found() -> None:
    assert missing("page.nothing", set(WORDS))
    assert missing("{name}_nothing", {"draw_offered"})
    assert not missing("${name}_offered", {"draw_offered"})
