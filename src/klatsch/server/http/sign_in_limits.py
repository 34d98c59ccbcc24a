"""How often somebody may fail to sign in. Only failures count, so nobody is locked out by signing in, and one address
can't lock others out: its own failures end for it long before those of the account end for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from klatsch.server.errors import Refused
from klatsch.server.http.limits import Limits
from klatsch.server.storage.key import network_of


class SignInLimits:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.trying: Counter[tuple[str, str]] = Counter()  # guesses that are being checked now

    @asynccontextmanager
    async def guess(self, account: str, address: str, device: str) -> AsyncIterator[None]:
        """Around a check of a password or code: Refused before it if there were too many, counted if it fails.

        `device`: one that signed in to this account before. It is limited by itself alone, so that nobody's guesses,
        from wherever they come, keep somebody out at home.
        """
        address = network_of(address)
        keys = [("sign_in", f"{account}|{device or address}")]
        if not device:
            keys += [("sign_in_from", address), ("sign_in_account", account)]
        for what, who in keys:
            if not await self.allows(what, who):
                raise Refused("too_often", 429)
        self.trying.update(keys)
        try:
            yield
        except Refused as error:
            if error.status == 403:
                for what, who in keys:
                    await self.limits.limiter.hit(self.limits.items[what], what, who)
            raise
        finally:
            self.trying.subtract(keys)
            for key in keys:
                if not self.trying[key]:
                    del self.trying[key]

    async def allows(self, what: str, who: str) -> bool:
        """Those that are being checked may fail: many guesses at once are no way around the limit."""
        cost = 1 + self.trying[what, who]
        return bool(await self.limits.limiter.test(self.limits.items[what], what, who, cost=cost))
