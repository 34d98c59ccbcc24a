"""Budgets: how much of everything one person, and one address, may use. The only place where that is limited.

A budget is a bucket that refills steadily; whoever has emptied it waits. Nothing switches them off: a load test comes
from many addresses, through a proxy that the host has named.

With SQLite there is one process, and buckets are kept in memory. Around PostgreSQL the buckets are rows of one table:
a process takes a portion from there and spends it by itself, so that a click doesn't cost a transaction.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql
from starlette.requests import HTTPConnection

from klatsch.server.errors import Refused
from klatsch.server.storage.database import Storage
from klatsch.server.storage.key import network_of
from klatsch.server.storage.schema import budgets

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
MOST_BUCKETS = 50_000  # in memory; who was not seen for longest is forgotten
PORTION = 0.05  # of a shared bucket, that a process takes at a time
HELD_SECONDS = 60.0  # what a process holds is told again before


class Rate(NamedTuple):
    """At once so many, and as many again within the seconds."""

    amount: float
    seconds: float


@dataclass(frozen=True)
class Budget:
    person: Rate | None
    address: Rate | None
    meaning: str


BUDGETS = {
    "requests": Budget(None, Rate(3000, MINUTE), "requests by HTTP"),
    "socket_frames": Budget(Rate(400, 20), None, "commands on one socket"),
    "frames": Budget(Rate(600, 20), Rate(2000, 20), "commands on sockets"),
    "guests": Budget(None, Rate(60, HOUR), "new guests"),
    "tables": Budget(Rate(30, 10 * MINUTE), Rate(120, 10 * MINUTE), "tables opened"),
    "boards": Budget(Rate(20, HOUR), Rate(60, HOUR), "board files sent"),
    "positions": Budget(Rate(240, 2 * MINUTE), Rate(600, 2 * MINUTE), "positions set up, and questions about them"),
    "joins": Budget(Rate(60, 10 * MINUTE), Rate(600, 10 * MINUTE), "seats taken"),
    "hints": Budget(Rate(20, 2 * MINUTE), Rate(60, 2 * MINUTE), "hints and explanations"),
    "analyses": Budget(Rate(10, 10 * MINUTE), Rate(30, 10 * MINUTE), "analyses of finished games"),
    "bot_seconds": Budget(Rate(1800, HOUR), Rate(3600, HOUR), "seconds that bots think, for whoever opened the table"),
    "chat": Budget(Rate(10, 10), Rate(60, 10), "lines of chat"),
    "reports": Budget(Rate(5, 10 * MINUTE), Rate(20, HOUR), "reports to the host"),
    "mails": Budget(Rate(24, DAY), None, "mails to one person"),
    "turn_mails": Budget(Rate(1, HOUR), None, "mails to one person about one table"),
    "confirmations": Budget(Rate(3, DAY), Rate(10, DAY), "mails that ask to confirm an address"),
    "sign_ups": Budget(Rate(3, HOUR), Rate(20, HOUR), "new accounts"),
    "sign_in_failures": Budget(Rate(10, MINUTE), Rate(30, MINUTE), "failed sign-ins, to one account"),
    "account_failures": Budget(Rate(100, MINUTE), None, "failed sign-ins to one account, from anywhere"),
    "handshakes": Budget(None, Rate(120, HOUR), "sign-ins begun by passkey or OpenID Connect"),
    "tokens": Budget(Rate(10, HOUR), Rate(30, HOUR), "new tokens"),
}


@dataclass(frozen=True)
class Holding:
    """How many may be had at the same time."""

    person: int
    address: int
    meaning: str


HOLDINGS = {
    "sockets": Holding(20, 200, "open sockets"),
}
MOST_TABLES = 30  # that wait or are played, of one person who opened them
MOST_SEATS = 60  # at tables that wait or are played


class Spender(NamedTuple):
    """Who uses something: a person (empty before there is one), and the address they come from."""

    person: str
    address: str

    @property
    def key(self) -> str:
        """Whose turn it is in a queue: many people of one address have one turn together."""
        return self.address or self.person


def address_of(connection: HTTPConnection) -> str:
    """IPv6 by /64: whoever has one such address has them all. What a proxy says counts where it is trusted (app.py)."""
    return network_of(connection.client.host if connection.client else "")


@dataclass
class Bucket:
    tokens: float
    at: float

    def take(self, rate: Rate, amount: float, now: float) -> bool:
        self.tokens = min(rate.amount, self.tokens + (now - self.at) * rate.amount / rate.seconds)
        self.at = now
        if self.tokens < amount:
            return False
        self.tokens -= amount
        return True


class Budgets:
    def __init__(self, storage: Storage, process: str = "") -> None:
        self.storage = storage
        self.process = process  # its name among those that share the database
        self.shared = not storage.settings.is_sqlite
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.held: Counter[str] = Counter()
        self.addresses: OrderedDict[str, str] = OrderedDict()  # where each person was last seen, in this process

    def seen(self, person: str, address: str) -> Spender:
        """Somebody asks for something: what they cause later, as a bot's thoughts, is theirs too."""
        if person:
            self.addresses[person] = address
            self.addresses.move_to_end(person)
            if len(self.addresses) > MOST_BUCKETS:
                self.addresses.popitem(last=False)
        return Spender(person, address)

    def spender(self, person: str) -> Spender:
        return Spender(person, self.addresses.get(person, ""))

    # ── Spending ──────────────────────────────────────────────────────────────────────────────────

    async def spend(self, what: str, who: Spender, amount: float = 1.0) -> None:
        """Refused if the person or the address has used up what they have."""
        for key, rate in self.keys(what, who):
            if not await self.take(key, rate, amount):
                raise Refused("too_often", 429)

    async def is_left(self, what: str, who: Spender) -> bool:
        """Is there anything left of what is charged afterwards?"""
        try:
            await self.spend(what, who, 0.0)
        except Refused:
            return False
        return True

    def charge(self, what: str, who: Spender, amount: float) -> None:
        """What was used, known only now: a bucket may be left with a debt."""
        now = time.monotonic()
        for key, rate in self.keys(what, who):
            self.bucket(key, rate, now).tokens -= amount

    def keys(self, what: str, who: Spender) -> list[tuple[str, Rate]]:
        budget = BUDGETS[what]
        kinds = (("person", who.person, budget.person), ("address", who.address, budget.address))
        return [(f"{what}|{kind}|{name}", rate) for kind, name, rate in kinds if rate is not None and name]

    async def take(self, key: str, rate: Rate, amount: float) -> bool:
        now = time.monotonic()
        bucket = self.bucket(key, rate, now)
        if not self.shared:
            return bucket.take(rate, amount, now)
        if bucket.tokens < amount:
            portion = min(rate.amount, max(amount - bucket.tokens, rate.amount * PORTION))
            if not await self.take_shared(key, rate, portion):
                return False
            bucket.tokens += portion
        bucket.tokens -= amount
        return True

    def bucket(self, key: str, rate: Rate, now: float) -> Bucket:
        found = self.buckets.get(key)
        if found is None:
            found = self.buckets[key] = Bucket(0.0 if self.shared else rate.amount, now)
            if len(self.buckets) > MOST_BUCKETS:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(key)
        return found

    async def take_shared(self, key: str, rate: Rate, portion: float) -> bool:
        """Takes from the bucket of all processes in one statement; the database's clock counts."""
        now = func.extract("epoch", func.clock_timestamp())
        refilled = func.least(rate.amount, budgets.c.tokens + (now - budgets.c.at) * (rate.amount / rate.seconds))
        new = postgresql.insert(budgets).values(key=key, tokens=rate.amount - portion, at=now)
        statement = new.on_conflict_do_update(
            index_elements=[budgets.c.key],
            set_={"tokens": refilled - portion, "at": now},
            where=refilled >= portion,
        ).returning(budgets.c.key)
        async with self.storage.write() as db:
            return await db.scalar(statement) is not None

    async def tidy(self) -> None:
        """Now and then: what is held here is told again; rows of whoever was not seen for a day are full, and go."""
        if self.shared:
            await self.tell_held(list(self.held))
            async with self.storage.write() as db:
                await db.execute(budgets.delete().where(budgets.c.at < func.extract("epoch", func.now()) - DAY))

    # ── Holding ───────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def hold(self, what: str, who: Spender) -> AsyncIterator[None]:
        """As long as the block runs it is held; Refused if they hold too many already, here and elsewhere together."""
        most = HOLDINGS[what]
        kinds = (("person", who.person, most.person), ("address", who.address, most.address))
        keys = [(f"held {what}|{kind}|{name}", limit) for kind, name, limit in kinds if name]
        for key, limit in keys:
            if self.held[key] + await self.held_elsewhere(key) >= limit:
                raise Refused("too_many", 429)
        await self.change_held(keys, 1)
        try:
            yield
        finally:
            await self.change_held(keys, -1)

    async def change_held(self, keys: list[tuple[str, int]], by: int) -> None:
        for key, _ in keys:
            self.held[key] += by
            if not self.held[key]:
                del self.held[key]
        await self.tell_held([key for key, _ in keys])

    async def held_elsewhere(self, key: str) -> int:
        """What other processes have told lately."""
        if not self.shared:
            return 0
        lately = budgets.c.at > func.extract("epoch", func.now()) - HELD_SECONDS
        others = budgets.c.key.startswith(f"{key}|", autoescape=True) & (budgets.c.key != f"{key}|{self.process}")
        async with self.storage.read() as db:
            return int(await db.scalar(select(func.sum(budgets.c.tokens)).where(others, lately)) or 0)

    async def tell_held(self, keys: Iterable[str]) -> None:
        """What this process holds, for the others; a dead process's rows count no more after a while."""
        if not self.shared:
            return
        now = func.extract("epoch", func.clock_timestamp())
        async with self.storage.write() as db:
            for key in keys:
                row = {"key": f"{key}|{self.process}", "tokens": float(self.held[key]), "at": now}
                new = postgresql.insert(budgets).values(row)
                fresh = {"tokens": new.excluded.tokens, "at": new.excluded.at}
                await db.execute(new.on_conflict_do_update(index_elements=[budgets.c.key], set_=fresh))


def budget_table() -> str:
    """All limits, for the documentation."""
    lines = ["| what | one person | one address |", "|---|---|---|"]
    for budget in BUDGETS.values():
        lines.append(f"| {budget.meaning} | {in_words(budget.person)} | {in_words(budget.address)} |")
    for holding in HOLDINGS.values():
        lines.append(f"| {holding.meaning} | {holding.person} at a time | {holding.address} at a time |")
    lines.append(f"| tables that wait or are played | {MOST_TABLES} opened, {MOST_SEATS} seats | – |")
    return "\n".join(lines)


def in_words(rate: Rate | None) -> str:
    if rate is None:
        return "–"
    units = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1.0, "second")]
    size, unit = next((size, unit) for size, unit in units if rate.seconds >= size)
    many = rate.seconds / size
    return f"{rate.amount:g} in {many:g} {unit}s" if many != 1 else f"{rate.amount:g} a {unit}"
