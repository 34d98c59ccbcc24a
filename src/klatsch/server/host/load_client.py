"""An HTTP client with one person's cookies, for the load test and for tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Client:
    """One person's cookies, and requests in their name."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies: dict[str, str] = {}

    @property
    def cookie(self) -> str:
        """As a header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def post(self, path: str, body: Mapping[str, object]) -> Any:
        return await asyncio.to_thread(self.send, path, body)

    def send(self, path: str, body: Mapping[str, object] | None = None) -> Any:
        """ValueError with the server's sentence if it refuses."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, {"Content-Type": "application/json", "Cookie": self.cookie})
        try:
            with urlopen(request, timeout=30) as answer:
                for given in answer.headers.get_all("Set-Cookie") or []:
                    name, _, value = given.partition(";")[0].partition("=")
                    self.cookies[name] = value
                return json.loads(answer.read())
        except HTTPError as error:
            raise ValueError(error.read().decode()) from error

    async def open_table(self, game: str, *seats: str, **more: object) -> str:
        return str((await self.post("/api/tables", {"game": game, "seats": seats, **more}))["id"])
