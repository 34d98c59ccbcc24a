"""Rate limits, counted in this process."""

from __future__ import annotations

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from klatsch.server.errors import Refused

LIMITS = {
    "chat": "10/10 seconds",
    "report": "5/minute",
    "study": "20/minute",
    "create": "30/minute",
    "guest": "60/minute",
    "sign_in": "10/minute",  # failures: for one account from one address, or from one device
    "sign_in_from": "30/minute",  # failures: from one address
    "sign_in_account": "100/minute",  # failures: for one account
    "sign_up": "10/hour",
    "analyse": "10/minute",
}


class Limits:
    def __init__(self) -> None:
        self.limiter = MovingWindowRateLimiter(MemoryStorage())
        self.items: dict[str, RateLimitItem] = {name: parse(words) for name, words in LIMITS.items()}

    async def check(self, what: str, who: str) -> None:
        """Refused if somebody does something too often."""
        if not await self.limiter.hit(self.items[what], what, who):
            raise Refused("too_often", 429)
