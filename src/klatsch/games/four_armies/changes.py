"""What an action changed in Battle of the 4 Armies: units on the map and in reserves, prisoners, named spaces."""

from __future__ import annotations

from collections.abc import Iterator

from klatsch.core.change import Change, ChangeLog
from klatsch.core.definition import View
from klatsch.core.message import Message
from klatsch.games.four_armies.board import ARMIES
from klatsch.games.four_armies.rules import FourArmies
from klatsch.games.four_armies.view import table


def between(before: View, after: View, cause: str) -> Iterator[Change]:
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        who = Message("army." + new["army"])
        if new["alive"]:
            yield from units(before, after, seat, who)
            yield from prisoners(old, new, seat, who)
        elif old["alive"]:
            yield Change("beaten", "capture", seat, who, 1)
    yield from countdown(before, after)


def units(before: View, after: View, seat: int, who: Message) -> Iterator[Change]:
    """Between reserve, map and the piles of captured units. What else has left the map was captured."""
    old, new = before["seats"][seat], after["seats"][seat]
    on_map, in_reserve = len(new["units"]), sum(new["reserve"].values())
    reserve = in_reserve - sum(old["reserve"].values())
    freed = sum(freed_from(*pair, new["army"]) for pair in zip(before["seats"], after["seats"], strict=True))
    placed, withdrawn = max(0, freed - reserve), max(0, reserve - freed)
    lost = len(old["units"]) + placed - withdrawn - on_map
    found = [("reserve_up", "freed", freed), ("reserve_down", "placed", -placed), ("map_up", "placed", placed)]
    found += [("map_down", "withdrawn", -withdrawn), ("reserve_up", "withdrawn", withdrawn)]
    for kind, cause, amount in [*found, *[("map_down", "capture", -1)] * lost]:
        if amount:
            now = on_map if kind.startswith("map") else in_reserve
            yield Change(kind, cause, seat, who, amount, now=now)
    yield from places(before, after, seat, who, "capture" if lost else "left")


def freed_from(old: View, new: View, army: str) -> int:
    """How many units of an army somebody has given back; a beaten army's prisoners don't come back (§2.2)."""
    return max(0, held(old).get(army, 0) - held(new).get(army, 0)) if new["alive"] else 0


def held(seat: View) -> dict[str, int]:
    """A seat's prisoners, by army."""
    return {pile["army"]: sum(pile["units"].values()) for pile in seat["pile"]}


def prisoners(old: View, new: View, seat: int, who: Message) -> Iterator[Change]:
    """One by one, as they are told."""
    was, now = held(old), held(new)
    for army in {**was, **now}:
        amount = now.get(army, 0) - was.get(army, 0)
        kind, cause, step = ("captured_up", "capture", 1) if amount > 0 else ("captured_down", "freed", -1)
        for _ in range(abs(amount)):
            yield Change(kind, cause, seat, who, step, now=sum(now.values()))


def places(before: View, after: View, seat: int, who: Message, loss: str) -> Iterator[Change]:
    """Named spaces entered and left."""
    now = after["seats"][seat]["named"]
    for name, hex in after["places"].items():
        had, has = hex in before["seats"][seat]["units"], hex in after["seats"][seat]["units"]
        if has != had:
            kind, cause, amount = ("places_up", "entered", 1) if has else ("places_down", loss, -1)
            yield Change(kind, cause, seat, who, amount, where=Message("place." + name), now=now)


def countdown(before: View, after: View) -> Iterator[Change]:
    """§10.5: the turns that everybody has left, once they are counted."""
    old, new = before["countdown"], after["countdown"]
    if new is None:
        if old is not None and after["phase"] != "over":
            yield Change("countdown_off", "loss", -1, Message("cause.loss"), 1)
        return
    for seat, turns in enumerate(new["turns"]):
        army = after["seats"][seat]
        shown = old is not None and (old["reason"], old["turns"][seat]) == (new["reason"], turns)
        if army["alive"] and not shown:
            yield Change("countdown", new["reason"], seat, Message("army." + army["army"]), turns)


# What the sentences of words.py say by themselves.
STATED: dict[str, tuple[tuple[str, int | str], ...]] = {
    "does.place": (("map_up", 1), ("reserve_down", 1)),
    "does.withdraw": (("map_down", 1), ("reserve_up", 1)),
    "does.take": (("captured_down", 1), ("reserve_up", 1)),
    "then.unit": (("captured_up", 1), ("map_down", 1)),
    "then.fall": (("beaten", 1),) * len(ARMIES),  # it names all
}

CHANGES: ChangeLog[FourArmies] = ChangeLog(look=table, between=between, stated=STATED)
