"""Board files that people bring, stored once: a match's options name them by their hash."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict

from sqlalchemy import insert, select

from klatsch.core import registry
from klatsch.core.options import RANDOM, BoardFile
from klatsch.server.storage.database import Database
from klatsch.server.storage.schema import boards

MARK = "file:"  # no value of an option that a person gives begins so: it would be no TOML and no word
MOST_KEPT = 64
KEPT: OrderedDict[str, str] = OrderedDict()  # hash → text; what is stored under a hash never changes


def own_boards(game: str, options: dict[str, str]) -> dict[str, str]:
    """The options whose value is the text of a file, not a shipped board's name."""
    kinds = [option for option in registry.definition(game).options if isinstance(option, BoardFile)]
    given = [(option, options.get(option.name, option.default)) for option in kinds]
    return {option.name: value for option, value in given if value not in (*option.shipped, RANDOM)}


async def stored_options(db: Database, game: str, options: dict[str, str]) -> dict[str, str]:
    """The options as a match's row has them."""
    stored = dict(options)
    for name, text in own_boards(game, options).items():
        stored[name] = MARK + await store(db, text)
    return stored


async def store(db: Database, text: str) -> str:
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await db.scalar(select(boards.c.hash).where(boards.c.hash == digest)) is None:
        await db.execute(insert(boards).values(hash=digest, text=text, created=time.time()))
    return digest


async def read_options(db: Database, stored: dict[str, str]) -> dict[str, str]:
    """The options as the rules take them."""
    return {name: await board(db, value) if value.startswith(MARK) else value for name, value in stored.items()}


async def board(db: Database, value: str) -> str:
    digest = value.removeprefix(MARK)
    if digest not in KEPT:
        KEPT[digest] = str(await db.scalar(select(boards.c.text).where(boards.c.hash == digest)))
        if len(KEPT) > MOST_KEPT:
            KEPT.popitem(last=False)
    KEPT.move_to_end(digest)
    return KEPT[digest]
