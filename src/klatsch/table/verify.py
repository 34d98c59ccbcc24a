"""Replays a replay: every action legal, every draw what the fair dice say, the result as written."""

from __future__ import annotations

from dataclasses import dataclass

from klatsch.core import registry
from klatsch.core.game import CHANCE
from klatsch.core.replay import DamagedReplay, Replay, read
from klatsch.table.dice import commitment
from klatsch.table.table import Table


@dataclass(frozen=True)
class Verified:
    """What a check has shown."""

    table: Table
    draws: int  # chance events
    draws_checked: bool  # against the revealed seed; an unfinished game reveals none


def open_table(replay: Replay) -> Table:
    """The table of a replay before its first event; ValueError if the game can't be loaded."""
    game = registry.load_with(replay.game, replay.options)
    if replay.rules_version != game.definition.rules_version:
        raise ValueError(
            f"it was played by version {replay.rules_version} of the rules; here is {game.definition.rules_version}"
        )
    try:
        nonces = [bytes.fromhex(nonce) for nonce in replay.nonces]
        seed = bytes.fromhex(replay.seed)
    except ValueError as error:
        raise ValueError("the seed or a nonce is no hexadecimal number") from error
    return EmptyTable(game, replay.seats, players=replay.players, seed=seed, table=replay.table, nonces=nonces)


class EmptyTable(Table):
    """A table that waits for events instead of drawing by itself."""

    def settle_chance(self) -> None:
        pass


def verify_text(text: str) -> Verified:
    """Read and replay a file's text; DamagedReplay names the line where it first goes wrong."""
    replay = read(text)
    first_event = replay.lines().index("start") + 2
    try:
        table = open_table(replay)
    except ValueError as error:
        raise DamagedReplay(2, str(error)) from error
    if replay.seed and commitment(table.dice.seed) != replay.commitment:
        raise DamagedReplay(first_event + len(replay.events), "the seed is not the one that the table committed to")
    draws = 0
    for number, event in enumerate(replay.events, start=first_event):
        try:
            if event.kind == "chance":
                draws += 1
                check_draw(table, event.detail, bool(replay.seed))
            table.record(event)
        except ValueError as error:
            raise DamagedReplay(number, str(error)) from error
    last_line = len(replay.lines())
    if replay.result and not table.over:
        raise DamagedReplay(last_line, "it tells a result, but the game isn't over")
    if replay.result and [round(share, 5) for share in table.utilities()] != [round(s, 5) for s in replay.result]:
        raise DamagedReplay(last_line, "the result is not the one that the game gives")
    return Verified(table, draws, bool(replay.seed))


def check_draw(table: Table, notation: str, seed_known: bool) -> None:
    if seed_known and table.state.actor == CHANCE and not table.over:
        drawn = table.game.notation(table.drawn())
        if drawn != notation:
            raise ValueError(f"the fair dice say {drawn!r}, not {notation!r}")
