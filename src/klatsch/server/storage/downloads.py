"""Downloads of a match: its replay, or the log as its viewer may know it."""

from __future__ import annotations

from sqlalchemy import select

from klatsch.core import registry
from klatsch.core.game import PUBLIC
from klatsch.core.replay import read_event
from klatsch.server.errors import Refused
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.storage.boards import read_options
from klatsch.server.storage.database import Storage
from klatsch.server.storage.matches import lines_of
from klatsch.server.storage.schema import matches
from klatsch.server.words import WORDS

OWN_BOARD = "…"  # in place of the text of a board file


def changed_options(game: str, options: dict[str, str]) -> dict[str, str]:
    """Those that aren't as usual; a board of somebody's own is only told of."""
    usual = {option.name: option.default for option in registry.definition(game).options}
    return {
        name: value if len(value) <= 60 else OWN_BOARD for name, value in options.items() if usual.get(name) != value
    }


def download(hosted: HostedMatch, viewer: int, lang: str) -> tuple[str, str]:
    """A file's text and name: the replay, or of a running match with hidden hands the viewer's log."""
    match = hosted.running_match()
    name = f"{hosted.game.name}-{hosted.id}"
    if match.over or not hosted.game.definition.hidden:
        return match.replay().text(), f"{name}.replay"
    say = WORDS.say(lang)
    lines = [line for _, line in match.log(viewer, lang, PUBLIC)]
    lines = [say("download.log", game=hosted.game.definition.title), "", *lines]
    return "\n".join(lines) + "\n", f"{name}.txt"


async def closed_download(storage: Storage, hosted: HostedMatch) -> tuple[str, str]:
    """The replay of a match that was closed, or that is over by older rules, with its seed: no draw is taken on trust.

    It names the rules by which it was played, which today's may not be.
    """
    if not all(seat.ready for seat in hosted.seats):  # it never began
        raise Refused(f"closed.{hosted.note}")
    async with storage.read() as db:
        record = hosted.record([read_event(line) for line in await lines_of(db, hosted.id)])
        played = select(matches.c.rules_version, matches.c.options).where(matches.c.id == hosted.id)
        record.rules_version, options = (await db.execute(played)).one()
        record.options = {**await read_options(db, options)}
        record.result = hosted.result or []
    return record.text(), f"{hosted.game.name}-{hosted.id}.replay"
