"""Verifies a replay: every action is legal, every draw is what the fair dice say, the result is as written."""

from __future__ import annotations

from dataclasses import dataclass

from klatsch.core import registry
from klatsch.core.game import CHANCE
from klatsch.core.replay import DamagedReplay, Event, Replay, read
from klatsch.match.dice import commitment
from klatsch.match.match import Match


@dataclass(frozen=True)
class Verified:
    """What a check has shown."""

    match: Match
    draws: int  # chance events
    draws_checked: bool  # against the revealed seed; an unfinished game reveals none


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
            game, replay.seats, players=replay.players, seed=seed, match_id=replay.match_id, nonces=nonces
        )
    except ValueError as error:
        raise damaged(replay, "seats ", str(error)) from error


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
    for number, event in enumerate(replay.events, start=first_event):
        try:
            check_event(match, event, bool(replay.seed))
            match.record(event)
        except ValueError as error:
            raise DamagedReplay(number, str(error)) from error
    check_ending(replay, match)
    draws = sum(event.kind == "chance" for event in replay.events)
    return Verified(match, draws, bool(replay.seed))


@dataclass(frozen=True)
class Draw:
    """A chance event as somebody else can check it: `weights` in the order of the outcomes."""

    outcomes: list[str]  # as they are written
    weights: list[int]
    drawn: int  # the position of the outcome


def draws(replay: Replay) -> list[Draw]:
    """Every draw of a match, undone ones too."""
    match = open_match(replay)
    found = []
    for event in replay.events:
        if event.kind == "chance":
            outcomes = [match.game.notation(action) for action in match.state.legal_actions()]
            found.append(Draw(outcomes, list(match.state.weights()), outcomes.index(event.detail)))
        match.record(event)
    return found


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
    """A finished game reveals its seed and tells its result; another does neither."""
    last = len(replay.lines())
    if match.over and not replay.seed:
        raise DamagedReplay(last, "the game is over, but its seed is not revealed: its draws can't be checked")
    if match.over and not replay.result:
        raise DamagedReplay(last, "the game is over, but its result is missing")
    if not match.over and (replay.seed or replay.result):
        raise DamagedReplay(last, "seed and result are told at the end, but the game isn't over")
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
