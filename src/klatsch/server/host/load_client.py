"""An HTTP client with one person's cookies, for the load test and for tests."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from ipaddress import IPv4Address
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Client:
    """One person's cookies, and requests in their name."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies: dict[str, str] = {}
        # As whom a trusting server sees them: each has a budget of their own, as visitors from everywhere would.
        self.forwarded_for = str(IPv4Address(random.randrange(2**24, 2**31)))

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": self.cookie, "X-Forwarded-For": self.forwarded_for}

    @property
    def cookie(self) -> str:
        """As a header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def post(self, path: str, body: Mapping[str, object]) -> Any:
        return await asyncio.to_thread(self.send, path, body)

    async def get(self, path: str) -> None:
        """A page; OSError if it isn't there."""

        def read() -> None:
            with urlopen(Request(self.address + path, headers=self.headers), timeout=30) as answer:
                answer.read()

        await asyncio.to_thread(read)

    def send(self, path: str, body: Mapping[str, object] | None = None) -> Any:
        """ValueError with the server's sentence if it refuses."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, {"Content-Type": "application/json", **self.headers})
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
