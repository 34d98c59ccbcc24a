"""How things are called in messages: factions, places, tokens, cards, the effects of events."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from klatsch.core.message import Message
from klatsch.games.chocolate_coin.actions import FACTIONS, OPERATIONS, RANKS, SUITS, Token
from klatsch.games.chocolate_coin.boardfile import Campus, Effect, Event
from klatsch.games.chocolate_coin.rules.layout import ACE, ACTING, BP, CURRENT, IE
from klatsch.games.chocolate_coin.rules.position import Position


def campus(p: Position) -> Campus:
    assert isinstance(p.board.file, Campus)
    return p.board.file


def reconstruction(parts: Sequence[str]) -> Message | None:
    """Which of boardfile.TOLD_BY are ours."""
    return Message("board.reconstructed_" + "_".join(parts)) if parts else None


def faction(number: int) -> Message:
    return Message("faction." + FACTIONS[number])


def acting(p: Position) -> Message:
    return faction(p.v[ACTING])


def region(p: Position, number: int) -> Message:
    found = campus(p).regions[number]
    return Message("place.region", name=found.name, id=found.id.upper())


def precinct(p: Position, number: int) -> Message:
    found = campus(p).precincts[number]
    return Message("place.precinct", name=found.name, id=found.id.upper())


def area(p: Position, number: int) -> Message:
    return Message("place.area", name=campus(p).areas[number])


def operation(number: int) -> Message:
    return Message("operation." + OPERATIONS[number])


def token(p: Position, record: Token) -> Message:
    owner = faction(record.faction)
    what = "base" if record.base else "unit"
    if record.faction == IE:
        return Message("token.ie_unit", owner=owner, precinct=precinct(p, record.detail))
    if record.faction == BP:
        return Message(f"token.bp_{what}", owner=owner, stealth=record.detail)
    return Message(f"token.{FACTIONS[record.faction]}_{what}", owner=owner)


def card(p: Position, number: int) -> Message:
    if number >= ACE:
        return Message("card.ace" if number == ACE else "card.joker")
    return Message(
        "card.event",
        rank=Message("rank." + RANKS[number // 4]),
        suit=Message("suit." + SUITS[number % 4]),
        name=event(p, number).name,
    )


def event(p: Position, card: int) -> Event:
    return campus(p).events[card // 4]


def current_event(p: Position) -> str:
    return event(p, p.v[CURRENT]).name


LIMITED_OPERATION = Effect("operation", ())


def column(effects: tuple[Effect, ...]) -> list[Message]:
    """A column of an event, sentence by sentence; equal operations in a row are counted."""
    sentences: list[Message] = []
    for entry, run in itertools.groupby(effects):
        count = len(list(run))
        if entry == LIMITED_OPERATION and count > 1:
            sentences.append(Message("effect.operations", count=count))
        else:
            sentences += effect(entry) * count
    return sentences


def effect(entry: Effect) -> list[Message]:
    """What an effect does, and to what it is bound. No message is within another: a view is plain data."""
    bounds = {entry.word("where", "anywhere"), entry.word("kind", "any")} - {"anywhere", "any", "own"}
    return [plain_effect(entry), *(Message("effect.only_" + bound) for bound in bounds)]


def plain_effect(entry: Effect) -> Message:
    match entry.name:
        case "place":
            return Message("effect.place", most=entry.number("most"))
        case "move":
            return Message("effect.move_one" if entry.get("units") == "one" else "effect.move_any")
        case "support":
            side = entry.word("toward")
            return Message("effect.support" + (f"_{side}" if side else ""), shifts=entry.number("shifts"))
        case "remove":
            return remove_effect(entry)
        case "operation":
            return operation_effect(entry)
        case "score":
            return score_effect(entry)
        case "lose":
            return Message("effect.lose", points=entry.number("points"))
        case "stealth":
            way = entry.word("way")
            return Message("effect.stealth" + (f"_{way}" if way else ""), by=entry.number("by"))
        case "gift":
            return gift_effect(entry)
        case "base":
            return Message("effect.base_" + entry.word("does"))
        case "track":
            return Message("effect.track_" + entry.word("who", "you"), to=entry.number("to"))
    return Message("effect." + entry.name)


def remove_effect(entry: Effect) -> Message:
    regions = entry.number("regions")
    card = "_card" if entry.get("against") == "card" else ""
    id = f"effect.remove{card}{'_bases' if entry.get('bases') else ''}{'_one' if regions == 1 else ''}"
    return Message(id, regions=regions, lowers=entry.number("lowers"))


def operation_effect(entry: Effect) -> Message:
    id = "effect.operation_all" if entry.get("regions") == "all" else "effect.operation"
    return Message(id + ("_own" if entry.get("kind") == "own" else ""))


def score_effect(entry: Effect) -> Message:
    points = entry.number("points")
    who = entry.word("who", "you")
    if who != "you":
        return Message("effect.score_by_" + who, points=points)
    santa = entry.number("santa", points)
    if points == 0 and santa > 0:
        return Message("effect.score_santa_only", santa=santa)
    return Message("effect.score" if santa == points else "effect.score_santa", points=points, santa=santa)


def gift_effect(entry: Effect) -> Message:
    ways = [way for way in ("put", "remove", "change", "move") if entry.number(way)]
    return Message("effect.gift_" + "_".join(ways), value=entry.number("put"), by=entry.number("change"))
