"""The log tells every change of the tally, and of what else counts: whose, by how much, why. And nothing that isn't so.

What has changed is counted here anew, from the views and not by the games' own changes.py.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import klatsch
from klatsch.core.change import Change, ChangeLog, Happened, grouped
from klatsch.core.definition import View
from klatsch.core.message import Message
from klatsch.language import LANGUAGES
from klatsch.match.match import Entry, Match

from contract.variants import VARIANTS, Variant

TELLING = [variant for variant in VARIANTS if variant.load().definition.changes is not None]
Counts = Counter[tuple[object, ...]]  # by what is counted, whose, where

# ── What counts, by game ──────────────────────────────────────────────────────────────────────────────────────────


def coffee_chess(view: View) -> Counts:
    counts: Counts = Counter()
    for seat in (0, 1):
        counts["board", seat] = view["on_board"][seat]
        counts["saved", seat] = view["inventory"][seat]
        counts["lines", seat] = len(view["lines"][seat])
    return counts


def coin_age(view: View) -> Counts:
    counts: Counts = Counter()
    for seat in (0, 1):
        counts["bank", seat] = sum(view["banks"][seat].values())
        for region in view["regions"]:
            counts["points", seat, region["name"]] = region["points"][seat]
    return counts


def four_armies(view: View) -> Counts:
    counts: Counts = Counter()
    for number, seat in enumerate(view["seats"]):
        if seat["alive"]:
            counts["map", number] = len(seat["units"])
            counts["reserve", number] = sum(seat["reserve"].values())
            counts["captured", number] = sum(sum(pile["units"].values()) for pile in seat["pile"])
            counts["places", number] = seat["named"]
    return counts


def choco(view: View) -> Counts:
    counts: Counts = Counter({("tokens", seat): tokens for seat, tokens in enumerate(view["tokens"])})
    for seat, colour in enumerate(view["colours"]):
        if colour is not None and colour not in view["colours"][:seat]:
            counts["group", seat] = view["tally"][colour]["largest"]
            counts["neutral", seat] = view["tally"][colour]["from_neutral"]
    return counts


def chocolate_coin(view: View) -> Counts:
    counts: Counts = Counter()
    for faction in range(4):
        counts["score", faction] = view["score"][faction]
        counts["supply", faction] = view["supply"][faction]
    for side, faction in (("santa", 0), ("elf", 2)):
        counts["areas", faction] = sum(area["support"] == side for area in view["areas"])
    for region in view["regions"]:
        for value, gifts in Counter(region["gifts"]).items():
            counts["gifts", region["id"], value] = gifts
    return counts


# ── The same, as it is told ───────────────────────────────────────────────────────────────────────────────────────


def told_plainly(changes: list[Change]) -> Counts:
    """A kind is what is counted, up or down."""
    counts: Counts = Counter()
    for change in changes:
        what, _, way = change.kind.partition("_")
        if way in ("up", "down"):
            counts[what, change.seat] += change.amount
    return counts


def told_of_coins(changes: list[Change]) -> Counts:
    counts: Counts = Counter()
    for change in changes:
        what = change.kind.partition("_")[0]
        if what == "points":
            assert change.where is not None
            counts[what, change.seat, change.where.args["name"]] += change.amount
        elif what == "bank":
            counts[what, change.seat] += change.amount
    return counts


def told_of_factions(changes: list[Change]) -> Counts:
    counts: Counts = Counter()
    for change in changes:
        what, _, way = change.kind.partition("_")
        if what == "score":
            counts["score", change.seat] += change.amount
        elif what in ("unit", "base", "support"):  # a token that is placed comes from the supply
            counts["supply", change.seat] -= change.amount
            counts["areas", change.seat] += change.amount if what == "support" else 0
        elif what == "gift":
            assert change.where is not None
            at, to = change.where.args["id"], change.to and change.to.args["id"]
            counts["gifts", str(at).lower(), change.value] += 1 if way in ("built", "put") else -1
            if to:
                counts["gifts", str(to).lower(), change.now] += 1
    return counts


COUNTED: dict[str, tuple[Callable[[View], Counts], Callable[[list[Change]], Counts]]] = {
    "coffee-chess": (coffee_chess, told_plainly),
    "coin-age": (coin_age, told_of_coins),
    "four-armies": (four_armies, told_plainly),
    "choco": (choco, told_plainly),
    "chocolate-coin": (chocolate_coin, told_of_factions),
}

# ── What isn't a number ───────────────────────────────────────────────────────────────────────────────────────────


def also_told(game: str, before: View, after: View, changes: list[Change]) -> None:
    kinds = [change.kind for change in changes]
    if game == "chocolate-coin":
        assert (before["track"] != after["track"] and None not in after["track"]) == ("track" in kinds)
        of_bp = [change for change in changes if change.seat == 3]
        if not any(change.kind.startswith(("unit", "base")) for change in of_bp):
            told = sum(change.amount for change in of_bp if change.kind.startswith("stealth"))
            assert stealth(after) - stealth(before) == told
    elif game == "four-armies":
        fallen = [old["alive"] and not new["alive"] for old, new in zip(before["seats"], after["seats"], strict=True)]
        assert [seat for seat, fell in enumerate(fallen) if fell] == [c.seat for c in changes if c.kind == "beaten"]
        turns = {c.seat: c.amount for c in changes if c.kind == "countdown"}
        near, was = after["countdown"], before["countdown"]
        for seat, left in enumerate(near["turns"] if near else []):
            if after["seats"][seat]["alive"] and (was is None or was["turns"][seat] != left):
                assert turns[seat] == left
    elif game == "coffee-chess" and after["countdown"] and after["countdown"] != before["countdown"]:
        assert [c.amount for c in changes if c.kind == "countdown"] == [after["countdown"]["turns"]]
    elif game == "coin-age":
        causes = {(c.seat, c.where.args["name"]): c.cause for c in changes if c.where is not None}
        for old, new in zip(before["regions"], after["regions"], strict=True):
            for seat in (0, 1):
                had, has = old["double"] == seat, new["double"] == seat
                assert causes.get((seat, new["name"]), "").startswith("majority") == (had != has)


def stealth(view: View) -> int:
    return sum(sum(region["spies"]) + sum(region["moles"]) for region in view["regions"])


# ── The check ─────────────────────────────────────────────────────────────────────────────────────────────────────

WORDS = {1: r"1|an?|the|its|no", 2: "2|two|both", 3: "3|three"}


def check(match: Match, entry: Entry, log: ChangeLog[Any], line: str) -> None:
    """One line of the log against the positions before and after it."""
    assert entry.before is not None
    assert entry.after is not None
    game = match.game
    definition = game.definition
    before, after = definition.view(entry.before, klatsch.PUBLIC), definition.view(entry.after, klatsch.PUBLIC)
    action = game.parse(entry.event.detail)
    happened = log.happened(entry.before, action, entry.after)
    count, told = COUNTED[game.name]
    old, new = count(before), count(after)
    known = {key for key in {**old, **new} if same_subject(game.name, key, before, after)}
    found = told(happened.changes)
    for key in known | set(found):
        assert found[key] == new[key] - old[key], (key, found[key], new[key] - old[key], line)
    also_told(game.name, before, after, happened.changes)
    if cells(definition, before) != cells(definition, after):
        assert happened.changes or not changed_numbers(definition, before, after), line
    did = definition.describe(entry.before, action, klatsch.PUBLIC)
    follows = log.follows(did, happened)
    for change in happened.changes:
        check_told(definition, log, change, [did, *follows], line)
    check_true(log, [did, *(message for message in follows if not message.id.startswith("change."))], happened, line)


def same_subject(game: str, key: tuple[object, ...], before: View, after: View) -> bool:
    """A beaten army has no numbers any more; a colour that is chosen has them from now on."""
    if game == "four-armies":
        return bool(after["seats"][key[1]]["alive"])
    return True


def check_told(definition: Any, log: ChangeLog[Any], change: Change, sentences: list[Message], line: str) -> None:
    """Subject, amount and cause stand in the line."""
    say = definition.words.say("en")
    own = [sentence for sentence in sentences if sentence.id == "change." + change.kind and named(change, sentence)]
    stated = [sentence for sentence in sentences if change.kind in {kind for kind, *_ in log.statements(sentence)}]
    assert own or stated, (change, line)
    assert all(say(sentence) in line for sentence in (own or stated)), (change, line)
    assert change.seat < 0 or say(change.who) in line, (change, line)
    if own:
        assert change.kind == "countdown" or say("cause." + change.cause), (change, line)
    elif not change.kind.startswith("support"):  # an Area supports somebody or not
        amount = abs(change.amount)
        assert re.search(rf"\b({WORDS.get(amount, amount)})\b", line, re.IGNORECASE), (change, line)


# A sentence that tells one of several things, or more than what changed: a die that is replaced by another, say.
ONE_OF_THEM = {"does.remove", "does.lower_off", "then.fall", "does.take_off_unit_die", "does.take_off_base_die"}


def check_true(log: ChangeLog[Any], sentences: list[Message], happened: Happened, line: str) -> None:
    """Whatever a sentence says has happened."""
    left = Counter((change.kind, abs(change.amount)) for change in happened.changes)
    beaten = sum(change.kind == "beaten" for change in happened.changes)
    for sentence in sentences:
        if sentence.id in ONE_OF_THEM or beaten:  # who is beaten has nothing any more
            continue
        for kind, amount, _ in log.statements(sentence):
            assert isinstance(amount, int)
            left[kind, amount] -= 1
            assert amount == 0 or left[kind, amount] >= 0, (sentence, line)


def named(change: Change, sentence: Message) -> bool:
    """Is the change in this sentence, perhaps with others of its kind?"""
    amount = sentence.args["amount"]
    same = (sentence.args["who"], sentence.args["cause"]) == (change.who, Message("cause." + change.cause))
    return same and isinstance(amount, int) and amount >= abs(change.amount)


def cells(definition: Any, view: View) -> object:
    return definition.tally(view, definition.words.say("en"))


def changed_numbers(definition: Any, before: View, after: View) -> bool:
    """Has a number of the tally become another number?"""
    old, new = (definition.tally(view, definition.words.say("en")) for view in (before, after))
    for one, other in zip(old.rows, new.rows, strict=True):
        was, now = dict(zip(old.columns, one, strict=True)), dict(zip(new.columns, other, strict=True))
        for column in set(was) & set(now):
            if was[column] != now[column] and re.search(r"\d", was[column]) and re.search(r"\d", now[column]):
                return True
    return False


def play(variant: Variant, seed: int, most: int = 100_000) -> Match:
    match = Match(variant.load(), variant.seats, seed=seed.to_bytes(32), match_id="log", nonces=[b""] * variant.seats)
    rng = random.Random(seed)
    while not match.over and len(match.events) < most:
        match.play(int(match.state.actor), rng.choice(match.state.legal_actions()))
    return match


def check_lines(match: Match, log: ChangeLog[Any], lines: dict[int, str]) -> None:
    for entry in match.entries:
        check(match, entry, log, lines[entry.number])


def check_game(variant: Variant, seed: int) -> None:
    match = play(variant, seed)
    log = match.game.definition.changes
    assert log is not None
    check_lines(match, log, dict(match.log(klatsch.PUBLIC)))
    lang = LANGUAGES[seed % len(LANGUAGES)]
    assert len(match.log(klatsch.PUBLIC, lang)) == len(match.entries)
    for turn in match.turns():
        assert match.summary(turn, klatsch.PUBLIC, lang)


@pytest.mark.parametrize("variant", TELLING, ids=str)
def test_every_change_is_told(variant: Variant) -> None:
    for seed in range(3):
        check_game(variant, seed)


@pytest.mark.long
@pytest.mark.parametrize("variant", TELLING, ids=str)
def test_every_change_is_told_in_many_games(variant: Variant) -> None:
    for seed in range(100, 200):
        check_game(variant, seed)


@pytest.mark.parametrize("name", sorted(COUNTED))
def test_a_change_that_is_left_out_is_found(name: str) -> None:
    """The check can fail: with one change of each kind untold it does."""
    variant = next(variant for variant in TELLING if variant.game == name)
    match = play(variant, 1)
    log = match.game.definition.changes
    assert log is not None
    lines = dict(match.log(klatsch.PUBLIC))
    untold = {change.kind for entry in match.entries for change in match.happened(entry).changes}
    untold -= {"moved", "card", "countdown_off"}  # no number of the tally
    assert untold
    for kind in untold:

        def between(before: View, after: View, cause: str, kind: str = kind) -> list[Change]:
            return [change for change in log.between(before, after, cause) if change.kind != kind]

        deaf = replace(log, between=between)
        with pytest.raises(AssertionError):
            check_lines(match, deaf, lines)


@pytest.mark.parametrize("variant", TELLING, ids=str)
def test_changes_are_found_in_what_everybody_sees(variant: Variant) -> None:
    """Nothing hidden can be told: what is compared is a part of the public view, whatever is dealt."""
    match = play(variant, 4, 150)
    log = match.game.definition.changes
    assert log is not None
    for number, entry in enumerate(match.entries):
        assert entry.after is not None
        look, seen = log.look(entry.after), match.game.definition.view(entry.after, klatsch.PUBLIC)
        assert look == {key: seen[key] for key in look}
        if match.game.definition.hidden:
            other = entry.after.clone().resample(klatsch.PUBLIC, number)
            assert log.look(other) == look


@pytest.mark.parametrize("variant", [v for v in TELLING if v.game == "chocolate-coin"], ids=str)
def test_steps_that_nobody_was_asked_lead_to_the_same_position(variant: Variant) -> None:
    """The log goes the steps of the rules one by one, and comes where they came."""
    match = play(variant, 5)
    log = match.game.definition.changes
    assert log is not None
    for entry in match.entries:
        parts = log.parts(entry.before, match.game.parse(entry.event.detail), entry.after)
        if parts:
            assert log.look(parts[-1].after) == log.look(entry.after)


def test_summaries_add_up() -> None:
    """A turn's summary has the same changes as its lines, put together."""
    match = play(Variant("chocolate-coin", 4, {}), 7)
    for turn in match.turns():
        changes = [change for entry in turn.entries for change in match.happened(entry).changes]
        assert len(grouped(changes)) <= len(changes)
        total = sum(abs(change.amount) for change in changes)
        amounts = [message.args["amount"] for message in grouped(changes)]
        assert total >= sum(amount for amount in amounts if isinstance(amount, int))
