"""What is told to a player speaks to that player: "you" for the own seat, names for others, commands to nobody else.

Over random games of every variant, in all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

import klatsch
from klatsch.core.game import as_label
from klatsch.core.message import Message
from klatsch.core.rng import Rng
from klatsch.language import LANGUAGES
from klatsch.match.match import Match

from contract.variants import VARIANTS, Variant

DECISIONS = 150  # of a game, told in all languages to all seats
# What only the person who decides is told.
SECOND_PERSON = {
    "en": r"\b[Yy]ours?\b|\b[Yy]ou\b",
    "pt": r"\b[Ss]uas?\b|\b[Ss]eus?\b|\b[Vv]ocê\b",
    "ro": r"\b[Tt]ău\b|\b[Tt]a\b|\b[Tt]ale\b|\b[Tt]u\b|\b[Aa]i\b",
}
# A list of names and what events and operations are called: nobody is meant as one who does something.
LABELS = {
    "change.track",
    "place.region",
    "place.precinct",
    "place.area",
    "card.event",
    "operation.rally",
    "cause.rally",
}


def played(variant: Variant) -> Iterator[Match]:
    """A random game, before each decision; the last time when it is over, or long enough."""
    match = Match(variant.load(), variant.seats, seed=bytes(32), match_id="told", nonces=[b""] * variant.seats)
    rng = Rng(len(str(variant)))
    for _ in range(DECISIONS):
        if match.over:
            break
        yield match
        legal = match.state.legal_actions()
        match.play(int(match.state.actor), legal[rng.below(len(legal))])
    yield match


def names_of(match: Match, seat: int) -> tuple[Message, ...]:
    return match.game.definition.names_of(match.game, match.seats, seat)


@cache
def without_labels(message: Message) -> Message:
    """The message with dots where a label stands: an event may be called after Santa."""
    args = {
        name: Message("hint.anchor", name="…")
        if isinstance(value, Message) and value.id in LABELS
        else without_labels(value)
        if isinstance(value, Message)
        else "…"
        if name == "event"
        else value
        for name, value in message.args.items()
    }
    return Message(message.id, **args)


def names_own_seat(match: Match, message: Message, seat: int, lang: str) -> bool:
    """Does a message that is told to a seat's player name that seat?"""
    if message.id in LABELS:
        return False
    if message.id == "match.then":
        return any(
            names_own_seat(match, part, seat, lang) for part in message.args.values() if isinstance(part, Message)
        )
    told = match.say_to(seat, lang)(without_labels(message))
    called = [match.say_to(klatsch.PUBLIC, lang)(name) for name in names_of(match, seat)]
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told) for name in called)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_own_seat_is_you(variant: Variant, lang: str) -> None:
    """In prompts, labels of buttons, lines of the log and tips."""
    for match in played(variant):
        state, definition = match.state, match.game.definition
        if match.over:
            break
        actor = int(state.actor)
        for seat in range(match.seats):
            assert not names_own_seat(match, definition.prompt(state, seat), seat, lang)
        tip = definition.guide(state, actor)
        assert tip is None or not names_own_seat(match, tip, actor, lang)
        for action in state.legal_actions()[:8]:
            assert not names_own_seat(match, as_label(definition.describe(state, action, actor)), actor, lang)
    for entry in match.entries:
        for seat in range(match.seats):
            told = match.told(entry, seat)
            assert not names_own_seat(match, told, seat, lang), match.say_to(seat, lang)(told)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_others_are_told_what_somebody_does_and_no_command(variant: Variant, lang: str) -> None:
    for match in played(variant):
        state = match.state
        if match.over:
            break
        actor = int(state.actor)
        asked = state.prompt(actor, lang)
        others = [seat for seat in (*range(match.seats), klatsch.PUBLIC) if seat != actor]
        for viewer in others:
            message = match.game.definition.prompt(state, viewer)
            told = state.prompt(viewer, lang)
            assert told != asked
            assert message.args["who"] in (*names_of(match, actor), *factions(match, actor))
            assert "?" not in told
        assert not re.search(SECOND_PERSON[lang], state.prompt(klatsch.PUBLIC, lang))


def factions(match: Match, actor: int) -> list[object]:
    """Who plays several factions is named by the one that acts."""
    asked = match.game.definition.prompt(match.state, actor)
    return [asked.args.get("who")] if asked.id == "prompt.as" else []


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_button_has_a_short_label_of_its_own(variant: Variant) -> None:
    """What is chosen without the board has no sentence for a label, and none is long in any language."""
    for match in played(variant):
        state = match.state
        if match.over:
            break
        for action in state.legal_actions():
            if match.game.actions[action].anchors:
                continue
            message = as_label(match.game.definition.describe(state, action, int(state.actor)))
            for lang in LANGUAGES:
                catalogue = match.game.definition.words
                assert catalogue.find(message.id, lang), message.id  # type: ignore[attr-defined]
                label = state.label(action, int(state.actor), lang)
                assert not label.removesuffix("E.L.F.").endswith("."), label
                assert not label[0].islower(), label
                assert message.id.startswith("button.then.") or len(label) <= 90, label


def test_spectators_and_records_see_names() -> None:
    match = next(played(Variant("coffee-chess", 2, {})))
    match.play(0, "place b1")
    assert match.log(0) == [(1, "You place a bean on b1.")]
    for told in (match.log(1), match.log(klatsch.PUBLIC), match.log(0, you=klatsch.PUBLIC)):
        assert told == [(1, "White places a bean on b1.")]


def test_people_at_one_screen_are_called_by_their_names() -> None:
    match = next(played(Variant("coffee-chess", 2, {})))
    assert match.asked(0) == "White · Your turn: place up to 2 beans."
    assert match.asked(0, "pt") == "Brancas · Sua vez: coloque até 2 grãos."


def test_who_plays_two_factions_is_told_which_one_is_asked() -> None:
    asked: dict[int, set[str]] = {0: set(), 1: set()}
    for match in played(Variant("chocolate-coin", 2, {})):
        if match.over:
            break
        actor = int(match.state.actor)
        faction, _, rest = match.state.prompt(actor).partition(" · ")
        asked[actor].add(faction)
        assert rest
        assert match.state.prompt(1 - actor) == f"{faction} is thinking."
    assert asked == {0: {"Santa", "Internal Elfairs"}, 1: {"E.L.F.", "Big Plastic"}}


def test_ending_a_turn_says_what_is_kept() -> None:
    match = next(played(Variant("coffee-chess", 2, {})))
    end = match.game.parse("end")
    labels = {"en": "End turn, keep 2", "pt": "Terminar o turno, guardar 2", "ro": "Încheie tura, păstrează 2"}
    for lang, label in labels.items():
        assert match.state.label(end, 0, lang) == label


def test_who_won_is_told_to_each() -> None:
    match = next(played(Variant("coffee-chess", 2, {})))
    match.resign(1)
    assert match.outcome is not None
    assert [match.won_by(match.outcome, you=seat) for seat in (0, 1, klatsch.PUBLIC)] == [
        "You won",
        "White won",
        "White won",
    ]
    assert match.say_to(1)(match.outcome.reason) == "You gave up."
