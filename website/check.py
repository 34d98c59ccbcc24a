"""Is a built site whole? Links, anchors and pictures lead somewhere, and nothing is fetched from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}
ELSEWHERE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
FETCHED_BY_STYLE = re.compile(r"""(?:url\(|@import\s+)\s*["']?((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)
# Zensical's script can fetch these for diagrams and formulas, if a page has such; ours have none.
DIAGRAMS = re.compile(r'class="[^"]*\b(?:mermaid|arithmatex)\b')


@dataclass
class Seen(HTMLParser):
    """What a page has: ids, links, and what a browser fetches for it."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    without_alt: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "img" and "alt" not in given:
            self.without_alt += 1
        if tag in FETCHED and FETCHED[tag] in given:
            self.fetched.append(given[FETCHED[tag]])
        self.fetched += FETCHED_BY_STYLE.findall(given.get("style", ""))


def check(folder: Path) -> list[str]:
    """A sentence for everything that is wrong."""
    pages = {path: seen(path) for path in sorted(folder.rglob("*.html"))}
    trouble: list[str] = []
    for path, page in pages.items():
        name = str(path.relative_to(folder))
        trouble += [f"{name}: the id {id} is there {n} times" for id, n in Counter(page.ids).items() if n > 1]
        trouble += [f"{name}: fetches {address} from elsewhere" for address in page.fetched if ELSEWHERE.match(address)]
        if page.without_alt:
            trouble.append(f"{name}: {page.without_alt} pictures say nothing to those who can't see them")
        if DIAGRAMS.search(path.read_text("utf-8")):
            trouble.append(f"{name}: has a diagram or formula, for which the theme fetches a script from elsewhere")
        for address in (*page.links, *page.fetched):
            trouble += [f"{name}: {wrong}" for wrong in led_astray(folder, path, address, pages)]
    for style in folder.rglob("*.css"):
        trouble += [
            f"{style.name}: fetches {address}" for address in FETCHED_BY_STYLE.findall(style.read_text("utf-8"))
        ]
    return trouble


def seen(path: Path) -> Seen:
    page = Seen()
    page.feed(path.read_text("utf-8"))
    page.close()
    return page


def led_astray(folder: Path, path: Path, address: str, pages: dict[Path, Seen]) -> list[str]:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return []
    if path.name == "404.html" and address.startswith("/"):  # served for any address, so told from the root
        target = folder / unquote(parts.path).lstrip("/")
    else:
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return [f"a link leads to {address}, which isn't there"]
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in (*pages[target].ids, "__skip"):
        return [f"a link leads to {address}, but there is no such place on that page"]
    return []
