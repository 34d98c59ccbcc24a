"""Errors that are ours: whoever meets one gets headers and a reference, and the log tells no secrets."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from klatsch.server.app import make_app
from klatsch.server.http.monitoring import database_status
from klatsch.server.http.security import HEADERS
from klatsch.server.server import Server
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage

SECRET = "somebody's own words"


@pytest.fixture
def broken(tmp_path: Path) -> FastAPI:
    app = make_app(Settings(data=tmp_path))

    def fail() -> None:
        raise OperationalError(f"INSERT … {SECRET}", {"text": SECRET}, Exception(SECRET))

    app.get("/api/broken")(fail)
    app.get("/broken")(fail)
    return app


@pytest.mark.parametrize("path", ["/api/broken", "/broken"])
def test_an_error_of_ours_has_headers_and_a_reference(broken: FastAPI, path: str) -> None:
    with TestClient(broken) as client, capture_logs() as logs:
        answer = client.get(path)
    assert answer.status_code == 500
    for name, value in HEADERS:
        assert answer.headers[name.decode()] == value.decode()
    failed = next(line for line in logs if line["event"] == "request failed")
    assert failed["reference"] in answer.text
    assert len(json.dumps(failed)) < 1000
    assert SECRET not in json.dumps(failed) + answer.text


def test_ready_means_that_the_database_can_be_written(tmp_path: Path) -> None:
    async def check() -> None:
        server = Server(Settings(data=tmp_path))
        await server.storage.open()
        assert await database_status(server) == "ready"
        async with server.storage.write() as db:
            db.driver.execute("PRAGMA query_only=ON")  # type: ignore[attr-defined]
        assert await database_status(server) == "read-only database"
        await server.storage.close()

    asyncio.run(check())


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OperationalError("", {}, Exception("database or disk is full")), "disk full"),
        (OSError("the connection was refused"), "no database"),
        (TimeoutError(), "no database"),
    ],
)
def test_what_is_wrong_with_the_database_is_told(
    error: Exception, status: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise error

    async def check() -> None:
        server = Server(Settings(data=tmp_path))
        await server.storage.open()
        monkeypatch.setattr(Storage, "set_shared", fails)
        assert await database_status(server) == status
        await server.storage.close()

    asyncio.run(check())
