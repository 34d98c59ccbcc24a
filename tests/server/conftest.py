"""The web application in this process, with an empty database in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from klatsch.server.app import make_app
from klatsch.server.server import Server
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

        def visitor(address: str = "") -> TestClient:
            client = TestClient(app, headers={"X-Forwarded-For": address or some_address()})
            client.portal = first.portal  # the same event loop
            return client

        yield visitor


@pytest.fixture
def with_server(tmp_path: Path) -> Callable[[Callable[[Server], Awaitable[None]]], None]:
    """Runs a check on what a server stores, without its pages: an empty database in a file."""

    def run(check: Callable[[Server], Awaitable[None]]) -> None:
        async def opened() -> None:
            server = Server(Settings(data=tmp_path))
            await server.storage.open()
            await server.key.open(server.storage)
            try:
                await check(server)
            finally:
                await server.storage.close()

        asyncio.run(opened())

    return run
