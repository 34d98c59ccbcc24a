"""Processes that hear each other through PostgreSQL: what one does while the database is away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import pytest

from klatsch.server.screens.notify_processes import RETRY_SECONDS
from klatsch.server.server import Server
from klatsch.server.settings import Settings


def test_a_lost_database_is_asked_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def away(address: str) -> None:
        raise OSError("nobody there")

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(asyncpg, "connect", away)
    monkeypatch.setattr(asyncio, "sleep", pause)

    async def check() -> None:
        server = Server(Settings(data=tmp_path, database="postgresql://nobody@127.0.0.1:9/nothing"))
        with pytest.raises(asyncio.CancelledError):
            await server.processes.listen_forever()
        await server.storage.close()

    asyncio.run(check())
    assert pauses == [RETRY_SECONDS] * 3
