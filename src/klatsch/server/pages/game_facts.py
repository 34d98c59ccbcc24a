"""What the pages say about a game: who plays how long, what it is about, and every option with its meaning."""

from __future__ import annotations

from functools import cache
from typing import Any

from klatsch.balance import balance_of, balance_sentence
from klatsch.bots.bot import choose
from klatsch.bots.greedy import GreedyBot
from klatsch.core import registry
from klatsch.core.definition import Definition, Say
from klatsch.core.game import CHANCE, OVER, PUBLIC
from klatsch.core.options import BoardFile, Choice, Option, PerSeat, Whole
from klatsch.core.rng import Rng

SHOWN_DECISIONS = 60  # into the game that is drawn in the lobby


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
        "minutes": definition.minutes_by_seats(registry.load(name)),
        "complexity": definition.complexity,
        "hidden": definition.hidden,
        "balance": balance_sentence(definition, lang),
        "presets": preset_facts(definition, lang),
        "options": [option_facts(option, name, lang) for option in definition.options],
    }


def preset_facts(definition: Definition, lang: str) -> list[dict[str, Any]]:
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
    loaded = registry.load_with(game, {option.name: ",".join(option.words)})
    names = loaded.definition.seat_names(loaded, len(option.words))
    return {word: say(name) for word, name in zip(option.words, names, strict=True)}


def minutes_with_each(option: PerSeat, game: str) -> dict[str, dict[int, int]]:
    """About how long a game takes by its seats, if the first has that word and the others the usual ones."""
    definition = registry.definition(game)
    found = {}
    for word in option.words:
        words = [word, *(other for other in option.words if other != word)]
        found[word] = definition.minutes_by_seats(registry.load_with(game, {option.name: ",".join(words)}))
    return found


@cache
def showcase(name: str, lang: str) -> str:
    """A game in progress, drawn: the same one every time."""
    game = registry.load(name)
    state = game.new()
    rng = Rng(7)
    bot = GreedyBot()
    for _ in range(SHOWN_DECISIONS):
        if state.actor == OVER:
            break
        after = state.clone()
        after.apply(int(state.sample(rng)) if state.actor == CHANCE else choose(bot, state, rng))
        if after.actor == OVER:
            break
        state = after
    return state.svg(PUBLIC, lang)
