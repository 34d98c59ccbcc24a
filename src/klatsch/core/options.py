"""The options of a game: names, valid values, and the error for a wrong one.

Values are words ([a-z0-9_+]+), comma lists of words, or, for a board, the text of a file.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import TypeVar

from klatsch.core.rng import as_rng

T = TypeVar("T")

WORD = re.compile(r"[a-z0-9_+]+(,[a-z0-9_+]+)*")
RANDOM = "random"  # any shipped board


class Option:
    """One named option. Its sentence in the catalogue is `option.<name>`, a value's `option.value.<name>.<value>`."""

    def __init__(self, name: str, default: str, *, optional_rule: bool = False) -> None:
        self.name = name
        self.default = default
        self.optional_rule = optional_rule

    def check(self, value: str) -> str:
        """The value as it is recorded; ValueError with a sentence if it isn't one."""
        raise NotImplementedError

    def values(self) -> str:
        """The valid values, for a person to read."""
        raise NotImplementedError

    def examples(self) -> list[str]:
        """Values worth trying, for the fuzzer."""
        return [self.default]

    def refuse(self, value: str) -> ValueError:
        shown = value if len(value) <= 40 else value[:37] + "…"
        return ValueError(f"option {self.name} can't be {shown!r}; it takes {self.values()}")


class Choice(Option):
    """One of a few words, the first of which is the default."""

    def __init__(self, name: str, *choices: str, optional_rule: bool = False) -> None:
        super().__init__(name, choices[0], optional_rule=optional_rule)
        self.choices = choices

    def check(self, value: str) -> str:
        if value not in self.choices:
            raise self.refuse(value)
        return value

    def values(self) -> str:
        return " or ".join(self.choices)

    def examples(self) -> list[str]:
        return list(self.choices)


class Switch(Choice):
    """An optional rule, `off` unless the table wants it `on`. If it can be read in several ways, `on` is the first."""

    def __init__(self, name: str, *readings: str) -> None:
        super().__init__(name, "off", *(readings or ("on",)), optional_rule=True)

    def check(self, value: str) -> str:
        return super().check(self.choices[1] if value == "on" else value)


class Whole(Option):
    """A whole number in a range."""

    def __init__(self, name: str, default: int, low: int, high: int) -> None:
        super().__init__(name, str(default))
        self.low = low
        self.high = high

    def check(self, value: str) -> str:
        if not re.fullmatch(r"[0-9]{1,6}", value) or not self.low <= int(value) <= self.high:
            raise self.refuse(value)
        return str(int(value))

    def values(self) -> str:
        return f"a whole number from {self.low} to {self.high}; usually {self.default}"

    def examples(self) -> list[str]:
        return [self.default, str(self.low), str((self.low + self.high) // 2), str(self.high)]


class PerSeat(Option):
    """A comma list of different words, one a seat; `default` stands for the usual ones of that number of seats."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        super().__init__(name, "default")
        self.words = tuple(words)

    def check(self, value: str) -> str:
        parts = value.split(",")
        if value != "default" and (not set(parts) <= set(self.words) or len(set(parts)) != len(parts)):
            raise self.refuse(value)
        return value

    def values(self) -> str:
        return f"default or a comma list, one a seat, of {', '.join(self.words)}"

    def examples(self) -> list[str]:
        lists = [words for length in range(2, len(self.words) + 1) for words in permutations(self.words, length)]
        return [self.default, *(",".join(words) for words in lists)]


class BoardFile(Option):
    """A shipped board's name, or the text of a user's own file, checked by the game."""

    def __init__(self, name: str, shipped: Iterable[str], check_text: Callable[[str], object], random: bool = False):
        self.shipped = tuple(shipped)
        super().__init__(name, self.shipped[0])
        self.check_text = check_text
        self.random = random

    def check(self, value: str) -> str:
        if value in self.shipped:
            return value
        if self.random and value == RANDOM:
            raise ValueError(f"option {self.name}: draw a board first; what is recorded is {' or '.join(self.shipped)}")
        if WORD.fullmatch(value):
            raise self.refuse(value)
        try:
            self.check_text(value)
        except ValueError as error:
            raise ValueError(f"option {self.name}: {error}") from error
        return value

    def names_file(self, value: str) -> bool:
        """Is it a path, for whoever may read files, and no shipped board's name?"""
        return value not in self.shipped and ("." in value or "/" in value)

    def values(self) -> str:
        random = f", {RANDOM} (drawn when the game is loaded)" if self.random else ""
        return f"{', '.join(self.shipped)}{random}, or a board file"

    def examples(self) -> list[str]:
        return list(self.shipped)


def as_word(option: Option, value: object) -> str:
    """An option's value as text: `load` takes int and bool too."""
    if isinstance(value, bool):
        yes_or_no = isinstance(option, Choice) and "yes" in option.choices
        return (("no", "yes") if yes_or_no else ("off", "on"))[value]
    if isinstance(value, (int, str)):
        return str(value)
    raise ValueError(f"option {option.name} takes {option.values()}, not {value!r}")


def drawn(options: Sequence[Option], given: Mapping[str, T], rng: object = None) -> dict[str, T | str]:
    """The given options with `random` boards drawn, so that they can be recorded; by chance unless told how."""
    chosen: dict[str, T | str] = dict(given)
    for option in options:
        if isinstance(option, BoardFile) and option.random and given.get(option.name) == RANDOM:
            source = as_rng(secrets.randbits(64) if rng is None else rng)
            chosen[option.name] = option.shipped[source.below(len(option.shipped))]
    return chosen


def resolve(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, str]:
    """Every option with its checked value; ValueError names the valid ones."""
    known = [option.name for option in options]
    for name in given:
        if name not in known:
            raise ValueError(f"there is no option {name!r}; the options are {', '.join(known) or 'none'}")
    return {option.name: option.check(as_word(option, given.get(option.name, option.default))) for option in options}
