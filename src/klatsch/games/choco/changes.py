"""What an action changed in ChoCo, of what lies open: largest groups, points from neutral ones, tokens."""

from __future__ import annotations

from collections.abc import Iterator

from klatsch.core.change import Change, ChangeLog
from klatsch.core.definition import View
from klatsch.core.game import PUBLIC
from klatsch.core.message import Message
from klatsch.games.choco.rules import ChoCo
from klatsch.games.choco.scoring import Survey
from klatsch.games.choco.view import table
from klatsch.games.choco.words import seat


def look(state: ChoCo) -> View:
    return table(state, Survey(state), PUBLIC)


def between(before: View, after: View, cause: str) -> Iterator[Change]:
    for number, now in enumerate(after["tokens"]):
        spent = now - before["tokens"][number]
        if spent:
            why = "safe" if before["phase"] == "token" else "above"
            yield Change("tokens_down", why, number, seat(number), spent, now=now)
    for colour in dict.fromkeys(after["colours"]):
        if colour is not None:
            yield from points(before, after, colour)


def points(before: View, after: View, colour: str) -> Iterator[Change]:
    """§9: of the seats with a colour, which they may have chosen just now."""
    owners = [number for number, own in enumerate(after["colours"]) if own == colour]
    who = team(owners)
    old, new = before["tally"][colour], after["tally"][colour]
    chosen = colour not in before["colours"]
    for what, key in (("group", "largest"), ("neutral", "from_neutral")):
        amount = new[key] - (0 if chosen else old[key])
        if amount:
            why = "contacts" if what == "neutral" else "laid" if amount > 0 else "covered"
            kind = f"{what}_{'up' if amount > 0 else 'down'}"
            yield Change(kind, "colour" if chosen else why, owners[0], who, amount, now=new["points"])


def team(owners: list[int]) -> Message:
    """Who has a colour: with four, two share each."""
    if len(owners) == 1:
        return seat(owners[0])
    return Message("owners", first=seat(owners[0]), second=seat(owners[1]))


# What the sentences of words.py say by themselves.
STATED: dict[str, tuple[tuple[str, int | str], ...]] = {
    "does.lay_above": (("tokens_down", 1),),
    "does.token": (("tokens_down", 1),),
}

CHANGES: ChangeLog[ChoCo] = ChangeLog(look=look, between=between, stated=STATED)
