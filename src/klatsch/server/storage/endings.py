"""`Endings`: stores what was shown of each match when it ends; older matches are caught up with, one by one."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import insert, select

from klatsch.core.game import OPEN, OVER
from klatsch.drawing import Drawing, Piece
from klatsch.language import LANGUAGES
from klatsch.match.match import Match
from klatsch.server.background.tasks import Tasks
from klatsch.server.match.ending import Ending, Told, packed
from klatsch.server.match.hosted_match import HostedMatch, Status
from klatsch.server.screens.page_drawing import layout_of
from klatsch.server.storage.database import Storage
from klatsch.server.storage.matches import MatchListener, MatchStore
from klatsch.server.storage.schema import endings, matches

PAUSE_SECONDS = 0.5  # between two matches that ended before: people come first
BREATH_SECONDS = 0.002  # between two positions: whoever waits for this process comes first


class Endings(MatchListener):
    def __init__(self, storage: Storage, store: MatchStore, tasks: Tasks) -> None:
        self.storage = storage
        self.matches = store
        self.tasks = tasks

    async def changed(self, hosted: HostedMatch) -> None:
        if hosted.status == Status.OVER:
            self.tasks.start(self.keep(hosted))

    async def keep(self, hosted: HostedMatch) -> None:
        """Once for each match; nothing where it can't be replayed any more."""
        if hosted.match is None or not hosted.match.over:
            return
        async with self.storage.read() as db:
            if await db.scalar(select(endings.c.match).where(endings.c.match == hosted.id)) is not None:
                return
        data = await asyncio.to_thread(packed_ending, hosted.match)
        async with self.storage.write() as db:
            known = select(endings.c.match).where(endings.c.match == hosted.id)
            if await db.scalar(known) is None:
                await db.execute(insert(endings).values(match=hosted.id, data=data))

    async def catch_up(self) -> None:
        """Those that ended in an older version, or just before a server was killed."""
        missing = select(matches.c.id).where(
            matches.c.status == Status.OVER, matches.c.id.not_in(select(endings.c.match))
        )
        async with self.storage.read() as db:
            found = list(await db.scalars(missing))
        for id in found:
            await self.keep(await self.matches.get(id))
            await asyncio.sleep(PAUSE_SECONDS)


def packed_ending(match: Match) -> str:
    """Drawn and told in all languages: up to some seconds of a long game, so it is done in a thread, bit by bit."""
    return packed(Ending({lang: told(match, lang) for lang in LANGUAGES}))


def told(match: Match, lang: str) -> Told:
    definition, outcome = match.game.definition, match.outcome
    assert outcome is not None
    say = definition.words.say(lang)
    numbers: dict[Piece, int] = {}
    positions: list[list[int]] = []
    for position in range(len(match.entries) + 1):
        drawing = drawn(match, position, lang)
        positions.append([numbers.setdefault(piece, len(numbers)) for piece in drawing.pieces])
        time.sleep(BREATH_SECONDS)
    sheet = definition.tally(match.view_after(len(match.entries), OPEN), say)
    return Told(
        layout=layout_of(drawing),
        definitions=drawing.definitions,
        board=drawing.board,
        pieces=list(numbers),
        positions=positions,
        log=match.log(OPEN, lang),
        columns=list(sheet.columns),
        rows=[list(row) for row in sheet.rows],
        reason=say(outcome.reason),
        wins=match.won_by(outcome, lang),
        ranking=[list(seats) for seats in outcome.ranking],
        by_rules=match.state.actor == OVER,
    )


def drawn(match: Match, position: int, lang: str) -> Drawing:
    definition = match.game.definition
    drawing = definition.draw(match.view_after(position, OPEN), definition.words.say(lang))
    assert isinstance(drawing, Drawing)
    return drawing
