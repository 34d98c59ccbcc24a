"""Renders messages as sentences from the catalogues. The only place where sentences are made.

A catalogue is a TOML file, `locale/<lang>.toml`: ids and sentences. In a sentence `{name}` stands for an argument and
`{beans|bean|beans}` for the word that fits the number `beans`, with as many forms as the language has
(English and Portuguese two, Romanian three). `{who|{who} places|You place}` has the words for a seat by its name, then
those for the reader's own: a sentence is told to somebody, and whoever is meant by one of their own names is "you".

A button's label is `button.<id>` of the sentence that tells what it does; without one it is that sentence.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

from klatsch.core.definition import Names, Say
from klatsch.core.message import Argument, Message

Form = TypeVar("Form")
LANGUAGES = ("en", "pt", "ro")
# What arguments are called that name a seat: a sentence may have words for its player.
SEAT_ARGUMENTS = (
    *("who", "other", "owner", "side", "winner", "giver", "partner", "proposer", "captor", "enemy", "army", "victim"),
    *("first", "second"),  # of a team
)
NAME = re.compile(r"\{(\w+)([|}])")
BUTTON = "button."
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
    """Where a sentence has an argument; or words that fit it, by its number or by whether it is the reader."""

    name: str
    forms: list[list[Part]] | None


Part: TypeAlias = "str | Gap"


def parts_of(sentence: str) -> list[Part]:
    """A sentence taken apart, once: what is written, and what is filled in."""
    parts, end = parts_from(sentence, 0, "")
    assert end == len(sentence)
    return parts


def parts_from(sentence: str, start: int, stop: str) -> tuple[list[Part], int]:
    """The parts up to one of the letters `stop`, and where that is."""
    parts: list[Part] = []
    at = start
    while at < len(sentence) and sentence[at] not in stop:
        match = NAME.match(sentence, at)
        if match is None:
            at += 1
            continue
        parts.append(sentence[start:at])
        at, forms = match.end(), None
        if match[2] == "|":
            forms, at = forms_from(sentence, at)
        parts.append(Gap(match[1], forms))
        start = at
    return [part for part in (*parts, sentence[start:at]) if part != ""], at


def forms_from(sentence: str, at: int) -> tuple[list[list[Part]], int]:
    """What stands between the bars of `{name|…|…}`, and where the sentence goes on."""
    forms: list[list[Part]] = []
    while True:
        parts, at = parts_from(sentence, at, "|}")
        forms.append(parts)
        at += 1
        if sentence[at - 1] == "}":
            return forms, at


def gaps_of(parts: Iterable[Part]) -> list[Gap]:
    """All gaps of a sentence, those within others too."""
    found: list[Gap] = []
    for part in parts:
        if isinstance(part, Gap):
            found.append(part)
            for form in part.forms or ():
                found += gaps_of(form)
    return found


COMMON = Path(__file__).parent


class Catalogue:
    """A game's words: its own catalogues before the common ones, English where a translation is missing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sayers: dict[tuple[str, Names], Say] = {}
        self.known: dict[tuple[str, str], list[Part]] = {}

    def sentence(self, id: str, lang: str) -> str:
        found = self.find(id, lang)
        if found is None and id.startswith(BUTTON):
            found = self.find(id.removeprefix(BUTTON), lang)
        if found is None:
            raise KeyError(f"no sentence for {id!r} in {self.folder.name}/locale/en.toml")
        return found

    def find(self, id: str, lang: str) -> str | None:
        for language in (lang, "en"):
            for folder in (self.folder, COMMON):
                found = read_catalogue(folder, language).get(id)
                if found is not None:
                    return found
        return None

    def render(self, message: Message, lang: str, you: Names = ()) -> str:
        """A message as a sentence. `you`: the names of whom it is told to."""
        key = (message.id, lang)
        parts = self.known.get(key)
        if parts is None:
            parts = self.known[key] = parts_of(self.sentence(message.id, lang))
        return self.written(parts, message, lang, you)

    def written(self, parts: list[Part], message: Message, lang: str, you: Names) -> str:
        return "".join([part if isinstance(part, str) else self.fill(part, message, lang, you) for part in parts])

    def fill(self, gap: Gap, message: Message, lang: str, you: Names) -> str:
        value: Argument = message.args[gap.name]
        if gap.forms is None:
            return self.render(value, lang, you) if isinstance(value, Message) else str(value)
        form = plural(gap.forms, value, lang) if isinstance(value, int) else gap.forms[value in you]
        return self.written(form, message, lang, you)

    def say(self, lang: str, you: Names = ()) -> Say:
        """The renderer for one language and one reader; ValueError for a language we don't speak."""
        if lang not in LANGUAGES:
            raise ValueError(f"there is no language {lang!r}; the languages are {', '.join(LANGUAGES)}")

        key = (lang, you)
        if key in self.sayers:  # the same function every time, so that drawings can be kept by it
            return self.sayers[key]

        def say(message: Message | str, /, **args: Argument) -> str:
            return self.render(Message(message, **args) if isinstance(message, str) else message, lang, you)

        self.sayers[key] = say
        return say


def plural_kind(number: int, lang: str) -> str:
    """Which form of a word a number takes, by the rules of CLDR; none is plural in Portuguese, as most people write."""
    size = abs(number)
    if size == 1:
        return "one"
    return "few" if lang == "ro" and (size == 0 or 1 <= size % 100 <= 19) else "other"


def plural(forms: list[Form], number: int, lang: str) -> Form:
    return forms[min(PLURALS[lang].index(plural_kind(number, lang)), len(forms) - 1)]


def from_to(numbers: Iterable[int]) -> str:
    """The least and the most of some numbers: `2–5`; one number if they are the same."""
    found = set(numbers)
    return "–".join(str(number) for number in sorted({min(found), max(found)}))
