"""The web application in this process, with an empty database in a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from klatsch.server.app import make_app
from klatsch.server.settings import Settings

from serving import Visitor, some_address


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return make_app(
        Settings(
            data=tmp_path, bot_pause=0.0, absent_after=0.0, host="testserver", port=80, trusted_proxies="testclient"
        )
    )


@pytest.fixture
def somebody(app: FastAPI) -> Iterator[Visitor]:
    """Makes new visitors of one server, each with cookies of their own."""
    with TestClient(app) as first:

        def visitor() -> TestClient:
            client = TestClient(app, headers={"X-Forwarded-For": some_address()})
            client.portal = first.portal  # the same event loop
            return client

        yield visitor
