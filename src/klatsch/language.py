"""Renders messages as sentences from the catalogues. The only place where sentences are made.

A catalogue is a TOML file, `locale/<lang>.toml`: ids and sentences. In a sentence `{name}` stands for an argument and
`{beans|bean|beans}` for the word that fits the number `beans`, with as many forms as the language has
(English and Portuguese two, Romanian three).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from klatsch.core.definition import Say
from klatsch.core.message import Argument, Message

LANGUAGES = ("en", "pt", "ro")
PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")
# The order in which a sentence lists the forms of a word.
PLURALS = {"en": ("one", "other"), "pt": ("one", "other"), "ro": ("one", "few", "other")}


@cache
def read_catalogue(folder: Path, lang: str) -> dict[str, str]:
    """A folder's sentences in one language, flattened to `section.id`."""
    path = folder / "locale" / f"{lang}.toml"
    if not path.is_file():
        return {}
    return dict(flatten("", tomllib.loads(path.read_text(encoding="utf-8"))))


def flatten(prefix: str, table: dict[str, object]) -> list[tuple[str, str]]:
    entries: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            entries += flatten(f"{prefix}{key}.", value)
        else:
            entries.append((prefix + key, str(value)))
    return entries


class Gap(NamedTuple):
    """Where a sentence has an argument, or the word that fits its number."""

    name: str
    forms: list[str] | None


Part: TypeAlias = str | Gap


def parts_of(sentence: str) -> list[Part]:
    """A sentence taken apart, once: what is written, and what is filled in."""
    parts: list[Part] = []
    end = 0
    for match in PLACEHOLDER.finditer(sentence):
        parts += [sentence[end : match.start()], Gap(match[1], None if match[2] is None else match[2].split("|"))]
        end = match.end()
    return [*parts, sentence[end:]]


COMMON = Path(__file__).parent


class Catalogue:
    """A game's words: its own catalogues before the common ones, English where a translation is missing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sayers: dict[str, Say] = {}
        self.known: dict[tuple[str, str], list[Part]] = {}

    def sentence(self, id: str, lang: str) -> str:
        for language in (lang, "en"):
            for folder in (self.folder, COMMON):
                found = read_catalogue(folder, language).get(id)
                if found is not None:
                    return found
        raise KeyError(f"no sentence for {id!r} in {self.folder.name}/locale/en.toml")

    def render(self, message: Message, lang: str) -> str:
        key = (message.id, lang)
        parts = self.known.get(key)
        if parts is None:
            parts = self.known[key] = parts_of(self.sentence(message.id, lang))
        return "".join([part if isinstance(part, str) else self.fill(part, message, lang) for part in parts])

    def fill(self, gap: Gap, message: Message, lang: str) -> str:
        value: Argument = message.args[gap.name]
        if gap.forms is None:
            return self.render(value, lang) if isinstance(value, Message) else str(value)
        assert isinstance(value, int)
        return plural(gap.forms, value, lang)

    def say(self, lang: str) -> Say:
        """The renderer for one language; ValueError for a language we don't speak."""
        if lang not in LANGUAGES:
            raise ValueError(f"there is no language {lang!r}; the languages are {', '.join(LANGUAGES)}")

        if lang in self.sayers:  # the same function every time, so that drawings can be kept by it
            return self.sayers[lang]

        def say(message: Message | str, /, **args: Argument) -> str:
            return self.render(Message(message, **args) if isinstance(message, str) else message, lang)

        self.sayers[lang] = say
        return say


def plural_kind(number: int, lang: str) -> str:
    """Which form of a word a number takes, by the rules of CLDR; in Portugal, unlike in Brazil, none is plural."""
    size = abs(number)
    if size == 1:
        return "one"
    return "few" if lang == "ro" and (size == 0 or 1 <= size % 100 <= 19) else "other"


def plural(forms: list[str], number: int, lang: str) -> str:
    return forms[min(PLURALS[lang].index(plural_kind(number, lang)), len(forms) - 1)]


def from_to(numbers: Iterable[int]) -> str:
    """The least and the most of some numbers: `2–5`; one number if they are the same."""
    found = set(numbers)
    return "–".join(str(number) for number in sorted({min(found), max(found)}))
