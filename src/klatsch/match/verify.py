"""Verifies a replay: every action is legal, every draw is what the fair dice say, the result is as written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from klatsch.core import registry
from klatsch.core.game import CHANCE
from klatsch.core.replay import DamagedReplay, Event, Replay, read
from klatsch.match.dice import commitment
from klatsch.match.match import Match


@dataclass(frozen=True)
class Verified:
    """What a check has shown."""

    replay: Replay
    match: Match
    draws: int  # chance events
    draws_checked: bool  # against the revealed seed; an unfinished game reveals none
    linked: int  # draws that took a link of a hash chain; for the others the seed alone counted


class WaitingMatch(Match):
    """A match that waits for events instead of drawing by itself, until it goes on."""

    waits = True

    def settle_chance(self) -> None:
        if not self.waits:
            super().settle_chance()


def resume(replay: Replay) -> Match:
    """The running match that a stored record (with its seed) leads to; it was checked when it was played."""
    match = open_match(replay)
    assert isinstance(match, WaitingMatch)
    for event in replay.events:
        match.record(event)
    match.dice.draws = sum(event.kind == "chance" for event in replay.events)
    match.waits = False
    return match


def open_match(replay: Replay) -> Match:
    """The match of a replay before its first event; DamagedReplay if there can't be one."""
    try:
        definition = registry.definition(replay.game)
    except ValueError as error:
        raise damaged(replay, "game ", str(error)) from error
    if replay.rules_version != definition.rules_version:
        sentence = f"it was played by version {replay.rules_version} of the rules; here is {definition.rules_version}"
        raise damaged(replay, "rules ", sentence)
    for option in definition.options:
        if option.name not in replay.options:
            raise damaged(replay, "seats ", f"option {option.name} is missing")
    for name, value in replay.options.items():
        try:
            registry.load_with(replay.game, {name: value})
        except ValueError as error:
            raise damaged(replay, f"option {name} ", str(error)) from error
    if not len(replay.nonces) == len(replay.players) == replay.seats:
        raise damaged(replay, "seats ", f"{replay.seats} seats need as many players and nonces")
    try:
        nonces = [bytes.fromhex(nonce) for nonce in replay.nonces]
    except ValueError as error:
        raise damaged(replay, "nonce ", "a nonce is no hexadecimal number") from error
    game = registry.load_with(replay.game, replay.options)
    seed = bytes.fromhex(replay.seed)
    try:
        return WaitingMatch(
            game,
            replay.seats,
            players=replay.players,
            seed=seed,
            match_id=replay.match_id,
            nonces=nonces,
            chains=replay.chains,
            position=replay.position,
        )
    except ValueError as error:
        raise damaged(replay, "position " if replay.position else "seats ", str(error)) from error


def damaged(replay: Replay, field: str, sentence: str) -> DamagedReplay:
    """Tells of the line that begins with `field`."""
    lines = replay.lines()
    return DamagedReplay(next((n for n, line in enumerate(lines, 1) if line.startswith(field)), len(lines)), sentence)


def verify_text(text: str) -> Verified:
    """Read and replay a file's text; DamagedReplay names the line where it first goes wrong."""
    replay = read(text)
    match = open_match(replay)
    if replay.seed and commitment(match.dice.seed) != replay.commitment:
        raise damaged(replay, "seed ", "the seed is not the one that the table committed to")
    first_event = replay.lines().index("start") + 2
    linked = 0
    for number, event in enumerate(replay.events, start=first_event):
        try:
            check_event(match, event, bool(replay.seed))
            match.record(event)
            linked += event.kind == "chance" and bool(match.dice.link)
            if match.events[-1] != event:
                raise ValueError("a link stands where chance decides nothing")
        except ValueError as error:
            raise DamagedReplay(number, str(error)) from error
    check_ending(replay, match)
    number = sum(event.kind == "chance" for event in replay.events)
    return Verified(replay, match, number, bool(replay.seed), linked)


@dataclass(frozen=True)
class Draw:
    """A chance event as somebody else can check it: `weights` in the order of the outcomes."""

    outcomes: list[str]  # as they are written
    weights: list[int]
    drawn: int  # the position of the outcome
    seat: int = -1  # whose action led to it; −1 before the first
    action: int = 0  # which one of that seat, undone ones too
    link: str = ""  # what its hash chain added


def draws(replay: Replay) -> list[Draw]:
    """Every draw of a match, undone ones too."""
    match = open_match(replay)
    found = []
    cause = Event("start")
    actions = [0] * replay.seats
    for event in replay.events:
        if event.kind == "play":
            cause = event
            actions[event.seat] += 1
        elif event.kind == "chance":
            outcomes = [match.game.notation(action) for action in match.state.legal_actions()]
            number = actions[cause.seat] if cause.seat >= 0 else 0
            position = outcomes.index(event.detail)
            found.append(Draw(outcomes, list(match.state.weights()), position, cause.seat, number, cause.link))
        match.record(event)
    return found


@dataclass(frozen=True)
class PublishedDraws:
    """A server's account of the draws of a match: what its fair-dice page is given."""

    table: str
    commitment: str
    nonces: list[str]
    chains: dict[int, str]
    seed: str
    bots: list[int]  # seats that add no chance
    draws: list[Draw]


def read_published(data: bytes) -> PublishedDraws:
    try:
        told = json.loads(data)
        made = [Draw(**each) for each in told.pop("draws")]
        chains = {int(seat): end for seat, end in told.pop("chains").items()}
        return PublishedDraws(draws=made, chains=chains, **told)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError("this is no list of draws, as a server gives it") from error


def published(replay: Replay, bots: list[int]) -> PublishedDraws:
    """What a server tells when the match is over."""
    return PublishedDraws(
        table=replay.match_id,
        commitment=replay.commitment,
        nonces=replay.nonces,
        chains=replay.chains,
        seed=replay.seed,
        bots=bots,
        draws=draws(replay),
    )


def check_published(replay: Replay, account: PublishedDraws) -> None:
    """ValueError where somebody's account of the draws isn't what the rules make of the replay.

    The arithmetic of a draw proves nothing if the weights were made to fit: only the rules know them.
    """
    true = published(replay, account.bots)
    for name in ("table", "commitment", "nonces", "chains", "seed"):
        if getattr(account, name) != getattr(true, name):
            raise ValueError(f"the list of draws is not that of the replay: {name}")
    check_draws(account.draws, true.draws)


def check_draws(account: Sequence[Draw], made: Sequence[Draw]) -> None:
    for number, (told, true) in enumerate(zip_longest(account, made), start=1):
        if true is None:
            raise ValueError(f"draw {number} was never made")
        if told is None:
            raise ValueError(f"draw {number} is missing")
        for name in Draw.__dataclass_fields__:
            if getattr(told, name) != getattr(true, name):
                raise ValueError(
                    f"draw {number}: {name} {getattr(told, name)}, but by rules and replay {getattr(true, name)}"
                )


def check_event(match: Match, event: Event, seed_known: bool) -> None:
    if event.kind in ("play", "chance"):
        written = match.game.notation(match.game.parse(event.detail))
        if written != event.detail:
            raise ValueError(f"{event.detail!r} is written {written!r}")
    elif event.kind == "takeover" and not event.detail:
        raise ValueError("it isn't said who took the seat over")
    if event.kind == "chance" and seed_known and match.state.actor == CHANCE and not match.over:
        drawn = match.game.notation(match.drawn())
        if drawn != event.detail:
            raise ValueError(f"the fair dice say {drawn!r}, not {event.detail!r}")


def check_ending(replay: Replay, match: Match) -> None:
    """A finished game reveals its seed and tells its result; one that was closed before its end reveals its seed."""
    last = len(replay.lines())
    if match.over and not replay.seed:
        raise DamagedReplay(last, "the game is over, but its seed is not revealed: its draws can't be checked")
    if match.over and not replay.result:
        raise DamagedReplay(last, "the game is over, but its result is missing")
    if not match.over and replay.result:
        raise DamagedReplay(last, "the result is told at the end, but the game isn't over")
    if match.over and [round(share, 5) for share in match.utilities()] != [round(s, 5) for s in replay.result]:
        raise DamagedReplay(last, "the result is not the one that the game gives")


def verify_bytes(data: bytes) -> Verified:
    """The same for a file's bytes."""
    return verify_text(decoded(data))


def decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise DamagedReplay(line, "this is no text, so it is no replay") from error
