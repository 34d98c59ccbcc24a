"""What there is to say about a game: who plays how long, what it is about, and every option with its meaning."""

from __future__ import annotations

from functools import cache
from typing import Any

from klatsch.balance import balance_of, balance_sentence
from klatsch.core import registry
from klatsch.core.definition import Definition, Say
from klatsch.core.options import BoardFile, Choice, Option, PerSeat, Whole


@cache
def game_facts(name: str, lang: str) -> dict[str, Any]:
    definition = registry.definition(name)
    say = definition.words.say(lang)
    return {
        "name": name,
        "title": definition.title,
        "about": say("about"),
        "seats": sorted(definition.seats),
        "usual_seats": definition.seats[0],
        "minutes": definition.minutes_by_seats(registry.shared(name, {})),
        "complexity": definition.complexity,
        "rules_version": definition.rules_version,
        "actions": len(definition.actions),
        "hidden": definition.hidden,
        "balance": balance_sentence(definition, lang),
        "presets": preset_facts(definition, lang),
        "options": [option_facts(option, name, lang) for option in definition.options],
    }


def preset_facts(definition: Definition[Any], lang: str) -> list[dict[str, Any]]:
    """Settings of one click: as the rulebook says, and, where it is known, what makes the game even."""
    even = balance_of(definition).even
    if not even:
        return []
    say = definition.words.say(lang)
    usual = {option.name: option.default for option in definition.options if option.name in even}
    return [
        {"name": name, "title": say(f"preset.{name}"), "options": dict(options)}
        for name, options in (("rulebook", usual), ("even", even))
    ]


def option_facts(option: Option, game: str, lang: str) -> dict[str, Any]:
    """An option, its question, and what each of its words means."""
    say = registry.definition(game).words.say(lang)
    facts: dict[str, Any] = {
        "name": option.name,
        "question": say(f"option.{option.name}"),
        "default": option.default,
        "takes": option.values(),
        "optional_rule": option.optional_rule,
    }
    if isinstance(option, Choice):
        words = {value: say(f"option.value.{option.name}.{value}") for value in option.choices}
        return facts | {"kind": "choice", "values": words}
    if isinstance(option, Whole):
        return facts | {"kind": "number", "low": option.low, "high": option.high}
    if isinstance(option, BoardFile):
        names = [*option.shipped, *(["random"] if option.random else [])]
        words = {value: said(say, f"option.value.{option.name}.{value}", value) for value in names}
        return facts | {"kind": "board", "shipped": option.shipped, "random": option.random, "values": words}
    assert isinstance(option, PerSeat)
    facts |= {"kind": "per_seat", "words": option.words, "values": seat_words(option, game, say)}
    return facts | {"minutes": minutes_with_each(option, game)}


def said(say: Say, id: str, otherwise: str) -> str:
    """A sentence where there is one."""
    try:
        return say(id)
    except KeyError:
        return otherwise


def seat_words(option: PerSeat, game: str, say: Say) -> dict[str, str]:
    """What a seat is called that has each of the words."""
    loaded = registry.shared(game, {option.name: ",".join(option.words)})
    names = loaded.definition.seat_names(loaded, len(option.words))
    return {word: say(name) for word, name in zip(option.words, names, strict=True)}


def minutes_with_each(option: PerSeat, game: str) -> dict[str, dict[int, int]]:
    """About how long a game takes by its seats, if the first has that word and the others the usual ones."""
    definition = registry.definition(game)
    found = {}
    for word in option.words:
        words = [word, *(other for other in option.words if other != word)]
        found[word] = definition.minutes_by_seats(registry.shared(game, {option.name: ",".join(words)}))
    return found
