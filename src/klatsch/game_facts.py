"""Facts about a game for people and programs: seats, minutes, what it is about, every option with its meaning."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypedDict

from klatsch.balance_data import balance_of, balance_sentence
from klatsch.core import registry
from klatsch.core.definition import Definition, Say
from klatsch.core.options import BoardFile, Choice, Option, PerSeat, Whole

MinutesBySeats = dict[int, int]


@dataclass(frozen=True)
class PresetFacts:
    """Settings of one click."""

    name: str
    title: str
    options: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class OptionFacts:
    name: str
    question: str
    default: str
    takes: str  # which values are valid, in words
    optional_rule: bool


@dataclass(frozen=True, kw_only=True)
class ChoiceFacts(OptionFacts):
    kind: Literal["choice"] = "choice"
    values: dict[str, str]  # each with what it means


@dataclass(frozen=True, kw_only=True)
class NumberFacts(OptionFacts):
    kind: Literal["number"] = "number"
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class BoardFacts(OptionFacts):
    kind: Literal["board"] = "board"
    shipped: tuple[str, ...]
    random: bool
    values: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class PerSeatFacts(OptionFacts):
    kind: Literal["per_seat"] = "per_seat"
    words: tuple[str, ...]
    values: dict[str, str]  # what a seat is called that has each of the words
    minutes: dict[str, MinutesBySeats]  # if the first seat has that word and the others the usual ones


AnyOptionFacts = ChoiceFacts | NumberFacts | BoardFacts | PerSeatFacts


@dataclass(frozen=True)
class GameFacts:
    name: str
    title: str
    about: str
    seats: list[int]
    usual_seats: int
    minutes: MinutesBySeats
    complexity: int
    rules_version: int
    actions: int
    hidden: bool
    reconstruction: str  # what of it is ours, not the published one, with the usual options; empty if nothing is
    balance: str  # how the sides stand, in a sentence; empty where nobody has measured it
    presets: list[PresetFacts]
    options: list[AnyOptionFacts]


@cache
def game_facts(name: str, lang: str) -> GameFacts:
    definition = registry.definition(name)
    usual = registry.shared(name, {})
    reconstruction = definition.reconstruction(usual)
    return GameFacts(
        name=name,
        title=definition.title,
        about=definition.words.say(lang)("about"),
        seats=sorted(definition.seats),
        usual_seats=definition.seats[0],
        minutes=definition.minutes_by_seats(usual),
        complexity=definition.complexity,
        rules_version=definition.rules_version,
        actions=len(definition.actions),
        hidden=definition.hidden,
        reconstruction=definition.words.say(lang)(reconstruction) if reconstruction else "",
        balance=balance_sentence(definition, lang),
        presets=preset_facts(definition, lang),
        options=[option_facts(option, name, lang) for option in definition.options],
    )


def preset_facts(definition: Definition[Any], lang: str) -> list[PresetFacts]:
    """As the rulebook says, and, where it is known, what makes the game even."""
    even = balance_of(definition).even
    if not even:
        return []
    say = definition.words.say(lang)
    usual = {option.name: option.default for option in definition.options if option.name in even}
    presets = (("rulebook", usual), ("even", even))
    return [PresetFacts(name, say(f"preset.{name}"), dict(options)) for name, options in presets]


class Common(TypedDict):
    """The fields of OptionFacts."""

    name: str
    question: str
    default: str
    takes: str
    optional_rule: bool


def option_facts(option: Option, game: str, lang: str) -> AnyOptionFacts:
    """An option, its question, and what each of its words means."""
    say = registry.definition(game).words.say(lang)
    common: Common = {
        "name": option.name,
        "question": say(f"option.{option.name}"),
        "default": option.default,
        "takes": option.values(),
        "optional_rule": option.optional_rule,
    }
    if isinstance(option, Choice):
        words = {value: say(f"option.value.{option.name}.{value}") for value in option.choices}
        return ChoiceFacts(**common, values=words)
    if isinstance(option, Whole):
        return NumberFacts(**common, low=option.low, high=option.high)
    if isinstance(option, BoardFile):
        names = [*option.shipped, *(["random"] if option.random else [])]
        words = {value: said(say, f"option.value.{option.name}.{value}", value) for value in names}
        return BoardFacts(**common, shipped=option.shipped, random=option.random, values=words)
    assert isinstance(option, PerSeat)
    seats, minutes = seat_words(option, game, say), minutes_with_each(option, game)
    return PerSeatFacts(**common, words=option.words, values=seats, minutes=minutes)


def said(say: Say, id: str, otherwise: str) -> str:
    """A sentence where there is one."""
    try:
        return say(id)
    except KeyError:
        return otherwise


def seat_words(option: PerSeat, game: str, say: Say) -> dict[str, str]:
    loaded = registry.shared(game, {option.name: ",".join(option.words)})
    names = loaded.definition.seat_names(loaded, len(option.words))
    return {word: say(name) for word, name in zip(option.words, names, strict=True)}


def minutes_with_each(option: PerSeat, game: str) -> dict[str, MinutesBySeats]:
    definition = registry.definition(game)
    found = {}
    for word in option.words:
        words = [word, *(other for other in option.words if other != word)]
        found[word] = definition.minutes_by_seats(registry.shared(game, {option.name: ",".join(words)}))
    return found
