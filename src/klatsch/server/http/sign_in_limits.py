"""How often somebody may fail to sign in. Only failures count, so nobody is locked out by signing in, and one address
can't lock others out: its own failures end for it long before those of the account end for everybody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from klatsch.server.budgets import Budgets, Spender
from klatsch.server.errors import Refused


class SignInLimits:
    def __init__(self, budgets: Budgets) -> None:
        self.budgets = budgets

    @asynccontextmanager
    async def guess(self, account: str, address: str, device: str) -> AsyncIterator[None]:
        """Around a check of a password or code: Refused before it if there were too many failures.

        A guess is paid for before it is checked, and given back if it was right: many at once are no way around it.
        `device`: one that signed in to this account before. It is limited by itself alone, so that nobody's guesses,
        from wherever they come, keep somebody out at home.
        """
        paid = [("sign_in_failures", Spender(f"{account}|{device or address}", "" if device else address))]
        if not device:
            paid.append(("account_failures", Spender(account, "")))
        for what, who in paid:
            await self.budgets.spend(what, who)
        try:
            yield
        except Refused as error:
            if error.status != 403:
                self.give_back(paid)
            raise
        self.give_back(paid)

    def give_back(self, paid: list[tuple[str, Spender]]) -> None:
        for what, who in paid:
            self.budgets.charge(what, who, -1.0)
