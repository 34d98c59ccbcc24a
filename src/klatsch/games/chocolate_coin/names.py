"""How things are called in messages: factions, places, tokens, cards, the effects of events."""

from __future__ import annotations

import itertools

from klatsch.core.message import Message
from klatsch.games.chocolate_coin.actions import FACTIONS, OPERATIONS, RANKS, SUITS, Token
from klatsch.games.chocolate_coin.boardfile import Campus, Effect, Event
from klatsch.games.chocolate_coin.rules.layout import ACE, ACTING, CURRENT
from klatsch.games.chocolate_coin.rules.position import Position


def campus(p: Position) -> Campus:
    assert isinstance(p.board.file, Campus)
    return p.board.file


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
    if record.faction == 1:
        return Message("token.ie_unit", precinct=precinct(p, record.detail))
    id = f"token.{FACTIONS[record.faction]}_{'base' if record.base else 'unit'}"
    return Message(id, stealth=record.detail) if record.faction == 3 else Message(id)


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


def column(effects: tuple[Effect, ...]) -> list[Message]:
    """A column of an event, sentence by sentence; equal operations in a row are counted."""
    sentences: list[Message] = []
    for entry, run in itertools.groupby(effects):
        count = len(list(run))
        if entry.name == "operation" and count > 1:
            sentences.append(Message("effect.operations", count=count))
        else:
            sentences += [effect(entry)] * count
    return sentences


def effect(entry: Effect) -> Message:
    """What an effect does, as a sentence."""
    match entry.name:
        case "place":
            return Message("effect.place", most=entry.number("most"))
        case "move":
            return Message("effect.move_one" if entry.get("units") == "one" else "effect.move_any")
        case "support":
            return Message("effect.support", shifts=entry.number("shifts"))
        case "remove":
            id = "effect.remove_card" if entry.get("against") == "card" else "effect.remove"
            regions = entry.number("regions")
            return Message(id + ("_one" if regions == 1 else ""), regions=regions, lowers=entry.number("lowers"))
        case "score":
            points = entry.number("points")
            santa = entry.number("santa", points)
            id = "effect.score" if santa == points else "effect.score_santa"
            return Message(id, points=points, santa=santa)
        case "stealth":
            return Message("effect.stealth", by=entry.number("by"))
        case "gift":
            return gift_effect(entry)
        case "base":
            return Message("effect.base_" + str(entry.get("does")))
    return Message("effect." + entry.name)


def gift_effect(entry: Effect) -> Message:
    ways = [way for way in ("put", "remove", "change", "move") if entry.number(way)]
    return Message("effect.gift_" + "_".join(ways), value=entry.number("put"), by=entry.number("change"))
