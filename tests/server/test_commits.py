"""Changes that are committed together: acknowledged after the commit; one that fails takes only itself back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from klatsch.core.rng import Rng
from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage, commit_to_disk
from klatsch.server.storage.matches import MatchListener
from klatsch.server.storage.schema import shared
from klatsch.server.storage.sqlite_writer import Writer

import postgres


def with_storage(tmp_path: Path, check: Callable[[Storage], Awaitable[None]]) -> None:
    async def run() -> None:
        storage = Storage(Settings(data=tmp_path))
        await storage.open()
        try:
            await check(storage)
        finally:
            await storage.close()

    asyncio.run(run())


async def note(storage: Storage, name: str, fail: bool = False) -> None:
    async with storage.write() as db:
        await db.execute(insert(shared).values(name=name, value="1"))
        if fail:
            raise ValueError(name)


async def noted(storage: Storage) -> set[str]:
    async with storage.read() as db:
        return set(await db.scalars(select(shared.c.name))) - {"old_cookies_until"}  # of a migration


def test_changes_of_one_turn_are_one_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = []
    commit = Writer.commit

    def counted(writer: Writer) -> None:
        commits.append(len(writer.waiting))
        commit(writer)

    monkeypatch.setattr(Writer, "commit", counted)

    async def check(storage: Storage) -> None:
        commits.clear()
        await asyncio.gather(*(note(storage, f"n{number}") for number in range(20)))
        assert max(commits) == 20
        assert len(await noted(storage)) == 20

    with_storage(tmp_path, check)


def test_a_change_that_fails_takes_only_itself_back(tmp_path: Path) -> None:
    async def check(storage: Storage) -> None:
        work = (note(storage, f"n{number}", fail=number % 3 == 0) for number in range(9))
        found = await asyncio.gather(*work, return_exceptions=True)
        assert [number for number, each in enumerate(found) if each is not None] == [0, 3, 6]
        assert await noted(storage) == {f"n{number}" for number in range(9) if number % 3}

    with_storage(tmp_path, check)


def test_nobody_is_told_before_the_commit(tmp_path: Path) -> None:
    async def check(storage: Storage) -> None:
        change = asyncio.create_task(note(storage, "n"))
        while not storage.writer.waiting:
            await asyncio.sleep(0)
            assert not change.done()
        assert await noted(storage) == set()  # written, and not yet there for others
        await change
        assert await noted(storage) == {"n"}

    with_storage(tmp_path, check)


def test_a_commit_that_fails_fails_for_everybody(tmp_path: Path) -> None:
    """SQLite has taken everything back (as with a full disk): nobody is told that anything was done."""

    async def check(storage: Storage) -> None:
        changes = [asyncio.create_task(note(storage, f"n{number}")) for number in range(3)]
        while len(storage.writer.waiting) < 3:
            await asyncio.sleep(0)
        assert storage.writer.db is not None
        storage.writer.db.driver.execute("ROLLBACK")
        found = await asyncio.gather(*changes, return_exceptions=True)
        assert all(isinstance(each, OSError) for each in found)
        assert await noted(storage) == set()
        await note(storage, "after")  # and it goes on
        assert await noted(storage) == {"after"}

    with_storage(tmp_path, check)


def test_what_sqlite_took_back_is_not_told_as_done_by_a_later_change(tmp_path: Path) -> None:
    """The first waits for the commit when the second meets a full disk; the third begins a transaction of its own."""

    async def meet_a_full_disk(storage: Storage) -> None:
        async with storage.write():
            assert storage.writer.db is not None
            storage.writer.db.driver.execute("ROLLBACK")  # as SQLite does
            raise OSError("the disk is full")

    async def check(storage: Storage) -> None:
        work = (note(storage, "first"), meet_a_full_disk(storage), note(storage, "third"))
        found = await asyncio.gather(*work, return_exceptions=True)
        assert [isinstance(each, OSError) for each in found] == [True, True, False]
        assert await noted(storage) == {"third"}

    with_storage(tmp_path, check)


def test_a_cancelled_task_takes_nobody_along(tmp_path: Path) -> None:
    async def check(storage: Storage) -> None:
        changes = [asyncio.create_task(note(storage, f"n{number}")) for number in range(3)]
        while len(storage.writer.waiting) < 3:
            await asyncio.sleep(0)
        changes[1].cancel()
        found = await asyncio.gather(*changes, return_exceptions=True)
        assert [isinstance(each, BaseException) for each in found] == [False, True, False]
        assert {"n0", "n2"} <= await noted(storage)

    with_storage(tmp_path, check)


def test_another_program_that_writes_is_awaited_without_stopping_the_loop(tmp_path: Path) -> None:
    async def check(storage: Storage) -> None:
        other = sqlite3.connect(tmp_path / "klatsch.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        change = asyncio.create_task(note(storage, "n"))
        for _ in range(20):  # the loop turns meanwhile
            await asyncio.sleep(0.005)
        assert not change.done()
        other.execute("COMMIT")
        other.close()
        await change
        assert await noted(storage) == {"n"}

    with_storage(tmp_path, check)


# ── On the disk ───────────────────────────────────────────────────────────────────────────────────


class Witness(MatchListener):
    """Notes in which order things are on the disk and told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[str] = []
        fsync = os.fsync

        def noted(file: int) -> None:
            fsync(file)
            self.seen.append("on disk")

        monkeypatch.setattr("os.fsync", noted)

    async def changed(self, hosted: HostedMatch) -> None:
        assert hosted.match is not None
        self.seen.append(f"told {hosted.match.events[-1].kind}")


async def begun(server: Server) -> HostedMatch:
    hosted = setup.open_match(NewMatch("coin-age", ("me", "me")), PersonRef("a", "Anna"), 0.0)
    setup.be_ready(hosted, "a", "ab" * 16, 0.0)
    await server.matches.add(hosted)
    return hosted


async def play_until(server: Server, id: str, kind: str) -> None:
    """Decisions until one is followed by an event of this kind."""
    rng = Rng(3)
    last = ""
    while last != kind:
        async with server.matches.change(id) as fork:
            assert fork.match is not None
            legal = fork.match.state.legal_actions()
            playing.play(fork, fork.actor, fork.game.notation(legal[rng.below(len(legal))]), None, 0.0)
            last = fork.match.events[-1].kind


def test_a_draw_is_on_the_disk_before_anybody_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        server = Server(Settings(data=tmp_path))
        await server.storage.open()
        hosted = await begun(server)
        witness = Witness(monkeypatch)
        server.matches.listeners.append(witness)
        for kind in ("chance", "play", "chance"):
            await play_until(server, hosted.id, kind)
        for before, after in pairwise(["", *witness.seen]):
            assert (before == "on disk") == (after == "told chance"), witness.seen
        assert "told play" in witness.seen
        await server.storage.close()

    asyncio.run(check())


@pytest.mark.parametrize(("durable", "level"), [(False, 1), (True, 2)])
def test_durable_waits_for_the_disk_at_every_change(tmp_path: Path, durable: bool, level: int) -> None:
    async def check() -> None:
        storage = Storage(Settings(data=tmp_path, durable=durable))
        await storage.open()
        async with storage.write() as db:
            assert await db.scalar(text("PRAGMA synchronous")) == level
        await storage.close()

    asyncio.run(check())


@postgres.missing
def test_postgresql_waits_for_the_disk_where_a_host_said_not_to(tmp_path: Path) -> None:
    async def waits(storage: Storage, asked: bool) -> str:
        async with storage.write() as db:
            await db.execute(text("SET LOCAL synchronous_commit TO off"))
            if asked:
                await commit_to_disk(db)
            return str(await db.scalar(text("SHOW synchronous_commit")))

    async def check(url: str) -> None:
        storage = Storage(Settings(data=tmp_path, database=url))
        assert (await waits(storage, False), await waits(storage, True)) == ("off", "on")
        await storage.close()

    with postgres.postgres() as url:
        asyncio.run(check(url))
