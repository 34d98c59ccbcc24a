"""Pages of the site: Markdown by address, and the links between what lies in the repository and what lies on the site.

A page is written with links as the repository has them (`../src/klatsch/games/choco/RULES.md`); here they become links
of the site. A file that has no page gets one with its text, so that no link leads out of the site.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from website import ROOT

LINK = re.compile(r"(?P<before>\]\(|(?:src|href)=\")(?P<target>[^)\"\s]+)")
FENCED = re.compile(r"(?ms)^(```|~~~).*?^\1[ \t]*$")
SPAN = re.compile(r"(`+).+?\1", re.DOTALL)
ITEM = re.compile(r"(?:[-*]|\d+\.)\s")
PICTURES = (".svg", ".png")
LANGUAGES_OF_FILES = {".py": "python", ".toml": "toml", ".md": "markdown", ".service": "ini", ".ipynb": "json"}


@dataclass
class Site:
    """What the site will have: pages by address, and files copied as they are."""

    pages: dict[str, str] = field(default_factory=dict)
    files: dict[str, Path | str] = field(default_factory=dict)
    places: dict[Path, str] = field(default_factory=dict)  # where something of the repository is on the site

    def place(self, source: Path, address: str) -> None:
        """Links to that file of the repository will lead to this address."""
        self.places[source] = address

    def write(self, folder: Path) -> None:
        for address, text in self.pages.items():
            target = folder / address
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        for address, content in self.files.items():
            target = folder / address
            target.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                target.write_text(content, "utf-8")
            else:
                shutil.copyfile(content, target)


def add_page(site: Site, address: str, text: str, folder: Path) -> None:
    """A page of the repository; its links are told from that folder."""
    site.pages[address] = at_home(site, address, text, folder)


def at_home(site: Site, address: str, text: str, folder: Path) -> str:
    """The repository's text as the site's: its links lead to the site's pages."""
    text = with_breaks_before_lists(text)
    return outside_code(text, lambda part: LINK.sub(lambda found: relinked(site, address, folder, found), part))


def relinked(site: Site, address: str, folder: Path, found: re.Match[str]) -> str:
    target, hash, anchor = found["target"].partition("#")
    if not target or re.match(r"[a-z]+:|/", target):
        return found[0]
    source = (folder / target).resolve()
    if not source.is_file():
        raise FileNotFoundError(f"{address}: a link leads to {found['target']}, which isn't there")
    if source not in site.places:
        add_file(site, source)
    there = os.path.relpath(site.places[source], os.path.dirname(address) or ".")
    return found["before"] + there + hash + anchor


def add_file(site: Site, source: Path) -> None:
    """A picture or a web page is copied, anything else is shown as text."""
    name = source.relative_to(ROOT)
    if source.suffix in (*PICTURES, ".html"):
        address = str(name.relative_to("docs")) if name.parts[0] == "docs" else str(name)
        site.files[address] = source
        site.place(source, address)
        return
    address = f"files/{name}.md"
    site.place(source, address)
    language = LANGUAGES_OF_FILES.get(source.suffix, "text")
    text = source.read_text("utf-8")
    site.pages[address] = f"# {source.name}\n\n`{name}` in the repository.\n\n````{language}\n{text.rstrip()}\n````\n"


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change a text everywhere but in code."""
    parts: list[str] = []
    at = 0
    for fence in FENCED.finditer(text):
        parts += [outside_spans(text[at : fence.start()], change), fence[0]]
        at = fence.end()
    return "".join([*parts, outside_spans(text[at:], change)])


def outside_spans(text: str, change: Callable[[str], str]) -> str:
    parts: list[str] = []
    at = 0
    for span in SPAN.finditer(text):
        parts += [change(text[at : span.start()]), span[0]]
        at = span.end()
    return "".join([*parts, change(text[at:])])


def with_breaks_before_lists(text: str) -> str:
    """A list right after a line of text is a list on the repository's site; Python's Markdown wants an empty line."""
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        before = lines[-1] if lines else ""
        if not fenced and ITEM.match(line) and before.strip() and not ITEM.match(before) and not before.startswith(" "):
            lines.append("")
        lines.append(line)
    return "\n".join(lines) + "\n"
