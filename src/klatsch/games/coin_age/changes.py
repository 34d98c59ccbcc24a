"""What an action changed in Coin Age: points by region, majorities, coins in the banks."""

from __future__ import annotations

from collections.abc import Iterator

from klatsch.core.change import Change, ChangeLog
from klatsch.core.definition import View
from klatsch.core.game import PUBLIC
from klatsch.core.message import Message
from klatsch.games.coin_age.rules import CoinAge
from klatsch.games.coin_age.view import view
from klatsch.games.coin_age.words import SEATS


def look(state: CoinAge) -> View:
    return view(state, PUBLIC)


def between(before: View, after: View, cause: str) -> Iterator[Change]:
    more = coins_on_map(after) - coins_on_map(before)
    for seat in (0, 1):
        total = after["totals"][seat]["points"]
        for number in range(len(after["regions"])):
            yield from in_region(before, after, number, seat, more, total)
        banked = after["totals"][seat]["bank"] - before["totals"][seat]["bank"]
        if banked:
            kind = "bank_up" if banked > 0 else "bank_down"
            yield Change(kind, ("paid", "placed", "captured")[more], seat, SEATS[seat], banked, now=total)


def coins_on_map(look: View) -> int:
    return sum(len(space["stack"]) for space in look["spaces"])


def in_region(before: View, after: View, number: int, seat: int, more: int, total: int) -> Iterator[Change]:
    """§9.1, §9.2: the points of a seat in a region, and whether they are doubled. `more`: coins than before."""
    old, new = before["regions"][number], after["regions"][number]
    key = after["map"]["key"]
    where = Message(f"region.{key}.{new['key']}" if key else "region_named", name=new["name"])
    amount = new["points"][seat] - old["points"][seat]
    won, lost = (("moved", "moved"), ("top", "covered"), ("revealed", "captured"))[more]
    coin = won if amount > 0 else lost
    majority = majority_change(old["double"] == seat, new["double"] == seat)
    if amount:
        kind = "points_up" if amount > 0 else "points_down"
        yield Change(kind, majority or coin, seat, SEATS[seat], amount, where=where, now=total)
    elif majority:
        yield Change(majority, majority, seat, SEATS[seat], 1, where=where)


def majority_change(had: bool, has: bool) -> str:
    return "" if had == has else "majority_won" if has else "majority_lost"


# What the sentences of words.py say by themselves.
STATED: dict[str, tuple[tuple[str, int | str], ...]] = {
    "does.place": (("bank_down", 1),),
    "does.cover": (("bank_down", 1),),
    "does.pay": (("bank_down", 1), ("bank_up", 1)),
    "does.capture": (("bank_up", 1),),
    "does.capture_reveal": (("bank_up", 1),),
}

CHANGES: ChangeLog[CoinAge] = ChangeLog(look=look, between=between, stated=STATED)
